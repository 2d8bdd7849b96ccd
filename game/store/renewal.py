"""The file of saved matches was deleted or replaced while it was open: on with what is there now.

What this window plays, and the bars, are written anew; nothing else is touched.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from game.i18n import ngettext
from game.record import Record
from game.store.chain import linked
from game.store.files import Notice, shown
from game.store.hours import Seen
from game.store.reading import Head
from game.store.watch import LOG, Watch
from game.store.writing import put_match

replace = msgspec.structs.replace
ASIDE = ".kept"


class Known(msgspec.Struct, frozen=True):
    """A match that this window plays, as it knows it. ``head`` is the one it was created or read with."""

    head: Head
    record: Record
    extra: dict[str, Any]
    over: bool = False


def let_go(db: sqlite3.Connection, path: Path, watch: Watch) -> None:
    """Close the connection to a file that is gone. Of what lies there now nothing is lost with it. OSError.

    SQLite removes the log by its name when it closes, whosever it is; and what it leaves of its own would
    be taken for the new file's.
    """
    log = path.with_name(path.name + LOG)
    aside = log.with_name(log.name + ASIDE)
    stranger = log.exists() and not watch.owns_log()
    emptied = path.exists() and path.stat().st_size < 100 and log.exists()
    saved = log.read_bytes() if emptied else b""
    if stranger:
        log.rename(aside)
    with suppress(sqlite3.Error):
        db.close()
    if stranger:
        log.unlink(missing_ok=True)
        aside.rename(log)
    elif emptied:
        log.write_bytes(saved)
    elif not watch.in_place():
        log.unlink(missing_ok=True)
        path.with_name(path.name + "-shm").unlink(missing_ok=True)


def bring_back(db: sqlite3.Connection, known: dict[int, Known], seen: Seen) -> int:
    """Write the matches that the new file lacks, within a transaction; gives the number of matches that it lacked."""
    brought = 0
    for match_id, one in known.items():
        found = db.execute("SELECT origin, tip FROM matches WHERE id = ?", (match_id,)).fetchone()
        if found is not None and found[0] != one.head.origin:
            _move(db, match_id)
            found = None
        head = replace(
            one.head, id=match_id, updated=seen.system, moment=seen.program, finished=int(one.over)
        )  # fmt: skip
        if found is None or found[1] != linked(match_id, one.head.origin, 1, one.record.deals).tip:
            db.execute("DELETE FROM matches WHERE id = ?", (match_id,))
            put_match(db, head, one.record, one.extra)
            brought += 1
    return brought


def _move(db: sqlite3.Connection, match_id: int) -> None:
    """Another match has the number of the one that is being played: it gets another."""
    (most,) = db.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = 'matches'").fetchone()
    db.execute("UPDATE matches SET id = ? WHERE id = ?", (most + 1, match_id))
    db.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'matches'", (most + 1,))


def renewed(name: str, matches: int, path: Path) -> Notice:
    """The line about matches that were written anew."""
    text = ngettext(
        "The file {name} was deleted or replaced while the program ran; the match that is played is written anew.",
        "The file {name} was deleted or replaced while the program ran; {n} matches that are played are written anew.",
        matches,
    )
    return Notice(text.format(name=shown(name), n=matches), path)
