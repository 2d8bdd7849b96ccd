"""Export of statistics to CSV, in a single table with a header (RFC 4180)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from game.storage.files import write_new_file

FILE_SUFFIX: Final = ".csv"
COLUMN_NAMES: Final = "table", "line", "of", "won_means", "won", "share", "low", "high", "value_means", "value"
Cell: TypeAlias = str | float | None
"""A value of a row; None is empty."""


def encode_csv(rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return the rows with a header as CSV for spreadsheets; no cell is a formula."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMN_NAMES)
    writer.writerows([_format_cell(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _format_cell(cell: Cell) -> Cell:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return round(cell, 6)
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in "=+-@" and cell else cell


def export_csv(rows: Iterable[Sequence[Cell]], path: Path) -> Path:
    """Write the rows to a new file, and return its path.

    Raise StorageError if it cannot be written; an existing file is not overwritten.
    """
    return write_new_file(path, FILE_SUFFIX, encode_csv(rows))
