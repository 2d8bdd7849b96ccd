"""What was cut off a damaged match, kept in a file for whoever wants to look at it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import msgspec

from game.storage.files import write_file
from game.storage.match_reader import MatchRows


def save_damaged_rows(folder: Path, rows: MatchRows, now: float) -> Path:
    """Write all rows of a match, damaged ones too, to a new file in ``folder``; gives its path. StorageError."""
    stem = f"match-{rows.head.id}.damaged-" + time.strftime("%Y%m%d-%H%M%S", time.localtime(now))
    names = (f"{stem}.json", *(f"{stem}-{number}.json" for number in range(2, 10_000)))
    path = next(folder / name for name in names if not (folder / name).exists())
    write_file(
        path,
        msgspec.json.format(msgspec.json.encode(rows, enc_hook=_encode_unknown), indent=1) + b"\n",
        is_private=True,
    )
    return path


def _encode_unknown(value: Any) -> str:
    return repr(value)
