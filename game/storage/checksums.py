"""CRCs of rows: they reveal damage by the disk, not changes by a person."""

from __future__ import annotations

from typing import Any, Final
from zlib import crc32

import msgspec

_encode: Final = msgspec.msgpack.Encoder().encode


def compute_crc(table: str, values: tuple[Any, ...], previous_crc: int = 0) -> int:
    """Return the CRC of a row's values with its key, continued from ``previous_crc``."""
    return crc32(_encode((table, values)), previous_crc)


def add_crc(table: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the values with their CRC as the last one."""
    return (*values, compute_crc(table, values))


def is_intact(table: str, row: tuple[Any, ...]) -> bool:
    """Return whether the row's last value is the CRC of the others."""
    return bool(row[-1] == compute_crc(table, row[:-1]))
