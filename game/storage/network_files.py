"""The names of what is stored of tables over the network, for a program that has not loaded the network."""

from __future__ import annotations

from pathlib import Path
from typing import Final, TypeAlias

from game.storage.files import Folders

TableStamp: TypeAlias = tuple[int, int]
"""The times of the files of tables, in nanoseconds; 0 for a missing one."""
NETWORK_FOLDER: Final = "network"
TABLES_FILE: Final = "tables.json"
SEAT_KEYS_FILE: Final = "seat_keys.json"
MAX_TABLE_NAME_CHARACTERS: Final = 40
FAULT_NAME: Final = "fault"
"""The name of the line in which a host that was started by a window says why it does not start."""
OWNER_KEY_VARIABLE: Final = "TAVOLOVERDE_OWNER_KEY"
"""The environment variable with the owner's key of a table; arguments would show in process lists."""


def get_tables_path(folders: Folders) -> Path:
    """Return the path of the tables that this machine hosts."""
    return folders.data / NETWORK_FOLDER / TABLES_FILE


def get_seat_keys_path(folders: Folders) -> Path:
    """Return the path of the keys of this machine's seats."""
    return folders.data / SEAT_KEYS_FILE


def has_network_tables(folders: Folders) -> bool:
    """Return whether this machine has hosted a table or had a seat at one."""
    return get_tables_path(folders).exists() or get_seat_keys_path(folders).exists()


def read_table_stamp(folders: Folders) -> TableStamp:
    """Return when the files of the tables of this machine were written."""
    return _read_file_time(get_tables_path(folders)), _read_file_time(get_seat_keys_path(folders))


def _read_file_time(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
