"""Names of what is stored of tables, for a program that has not loaded the rest of the network."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from game.storage.files import Folders

NETWORK_FOLDER: Final = "network"
TABLES_FILE: Final = "tables.json"
SEAT_KEYS_FILE: Final = "seat_keys.json"
MAX_TABLE_NAME_CHARACTERS: Final = 40
FAULT_NAME: Final = "fault"
"""The name of the line in which a host that was started by a window says why it does not start."""
OWNER_KEY_VARIABLE: Final = "TAVOLOVERDE_OWNER_KEY"
"""The environment variable with the owner's key of a table; arguments would show in process lists."""
WORD_VARIABLE: Final = "TAVOLOVERDE_RELAY_WORD"
"""The environment variable with the word of a relay."""
DEFAULT_RELAY_PORT: Final = 7470
MAX_RELAYED_TABLES: Final = 300
"""The most tables of a relay; with two people over the relay each they have its most connections."""


def get_tables_path(folders: Folders) -> Path:
    """Return the path of the tables that this machine hosts."""
    return folders.data / NETWORK_FOLDER / TABLES_FILE


def get_seat_keys_path(folders: Folders) -> Path:
    """Return the path of the keys of this machine's seats."""
    return folders.data / SEAT_KEYS_FILE
