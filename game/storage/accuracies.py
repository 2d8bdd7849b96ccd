"""Accuracies of the players of a match, stored in one of its notes after an analysis."""

from __future__ import annotations

import sqlite3
from typing import Final

import msgspec

from game.storage.match_labels import decode_labels, decode_or_default
from game.storage.match_rows import is_intact_note

ANALYSIS_NOTE_KEY: Final = "analysis"


class PlayerAccuracy(msgspec.Struct, frozen=True, kw_only=True):
    """The accuracy of a seat's choices in a match.

    ``accuracy``: the share of the possible gain, 0 to 1, None if nothing could be lost; ``loss``: the mean loss of a
    choice, in the game's unit; ``choices``: the number that were judged; ``tasks``: deal and action, from 1, of the
    choices that are offered as tasks.
    """

    seat: int
    name: str
    accuracy: float | None
    loss: float
    choices: int
    tasks: tuple[tuple[int, int], ...] = ()


class MatchAccuracies(msgspec.Struct, frozen=True):
    """The figures of a match. ``judge``: version of the judge; figures of different versions are not comparable."""

    judge: int
    seats: tuple[PlayerAccuracy, ...]


class StoredMatchAccuracies(msgspec.Struct, frozen=True):
    """The figures of a match, and what a list or a chart shows of the match."""

    match_id: int
    game_id: str
    names: tuple[str, ...]
    played_at: float
    accuracies: MatchAccuracies


def read_all_accuracies(db: sqlite3.Connection) -> tuple[StoredMatchAccuracies, ...]:
    """Return the figures of all matches, the oldest first. Raise sqlite3.Error.

    Damaged notes are left out.
    """
    query = (
        "SELECT m.header, m.updated, n.match, n.key, n.value, n.written, n.crc"
        " FROM notes n JOIN matches m ON m.id = n.match WHERE n.key = ? ORDER BY m.updated, m.id"
    )
    stored = list[StoredMatchAccuracies]()
    for header, updated, *note in db.execute(query, (ANALYSIS_NOTE_KEY,)).fetchall():
        accuracies = decode_or_default(note[2], MatchAccuracies, None)
        if is_intact_note(tuple(note)) and accuracies is not None:
            labels = decode_labels(header)
            stored.append(StoredMatchAccuracies(note[0], labels.game_id, labels.names, updated, accuracies))
    return tuple(stored)
