"""Check of SQLite's journal, before it changes the database: whether it was written for this state of the file.

SQLite puts every page of a journal into the file without asking. One of an older state, or of another database, would
undo what was accepted. The header of the file has the number of its last transaction, see `game.storage.inventory`. In
its journal it is that number, or the one before it if the transaction was complete but for the end of the journal.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

from game.storage.files import open_regular_file
from game.storage.inventory import get_next_number

JOURNAL_SUFFIX: Final = "-journal"
FOREIGN_SUFFIXES: Final = ("-wal", "-shm")
"""The ends of the names of SQLite's other companion files, which this program never writes, but SQLite would read."""
_JOURNAL_MAGIC: Final = bytes.fromhex("d9d505f920a163d7")
_JOURNAL_HEADER: Final = struct.Struct(">8sIIIII")
"""The magic number, the number of records, a number for checksums, the old number of pages, the sizes of a sector and a
page."""
_PAGE_SIZE_OFFSET: Final = 16
_TRANSACTION_NUMBER: Final = slice(68, 72)
_HEADER_BYTES: Final = 100


def is_journal_of_other_state(path: Path) -> bool:
    """Return whether the journal beside the database ``path`` belongs to an older state of it, or to another file.

    Raise OSError.
    """
    with open_regular_file(path) as stream:
        header = stream.read(_HEADER_BYTES)
    with open_regular_file(path.with_name(path.name + JOURNAL_SUFFIX)) as stream:
        journal = stream.read()
    if len(header) < _HEADER_BYTES or len(journal) < _JOURNAL_HEADER.size or not journal.startswith(_JOURNAL_MAGIC):
        return False
    _magic, _count, _nonce, _pages, _sector_size, page_size = _JOURNAL_HEADER.unpack_from(journal)
    if page_size % 2**16 != int.from_bytes(header[_PAGE_SIZE_OFFSET : _PAGE_SIZE_OFFSET + 2]) % 2**16:
        return True
    first_page = _find_first_page(journal)
    if first_page is None:
        return False
    old_number = _read_transaction_number(first_page)
    return _read_transaction_number(header) not in (old_number, get_next_number(old_number))


def _read_transaction_number(page: bytes) -> int:
    return int.from_bytes(page[_TRANSACTION_NUMBER])


def _find_first_page(journal: bytes) -> bytes | None:
    """Return the content of the database's first page in the journal; None if it is not in it."""
    start = 0
    while len(journal) >= start + _JOURNAL_HEADER.size:
        magic, count, _nonce, _pages, sector_size, page_size = _JOURNAL_HEADER.unpack_from(journal, start)
        record_bytes = page_size + 8
        if magic != _JOURNAL_MAGIC or not sector_size or not page_size:
            return None
        records = range(start + sector_size, len(journal) - record_bytes + 1, record_bytes)
        for offset in records[:count] if count else records:
            if int.from_bytes(journal[offset : offset + 4]) == 1:
                return journal[offset + 4 : offset + 4 + page_size]
        if not count:
            return None
        end = start + sector_size + count * record_bytes
        start = -(-end // sector_size) * sector_size
    return None
