"""Export of statistics to CSV, in a single table with a header (RFC 4180)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from game.storage.files import write_new_file

FILE_SUFFIX: Final = ".csv"


class StatisticsRow(NamedTuple):
    """A row of statistics; ``value`` is None if there is no such figure."""

    table: str
    line: str
    of: int
    won_means: str
    won: float
    share: float
    low: float
    high: float
    value_means: str
    value: float | None


def encode_csv(rows: Iterable[StatisticsRow]) -> bytes:
    """Return the rows with a header as CSV for spreadsheets; no cell is a formula."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(StatisticsRow._fields)
    writer.writerows([_format_cell(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _format_cell(cell: object) -> object:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return round(cell, 6)
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in "=+-@" and cell else cell


def export_csv(rows: Iterable[StatisticsRow], path: Path) -> Path:
    """Write the rows to a new file, and return its path.

    Raise StorageError if it cannot be written; an existing file is not overwritten.
    """
    return write_new_file(path, FILE_SUFFIX, encode_csv(rows))
