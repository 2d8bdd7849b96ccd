"""What an analysis found of the players of a match, in a few numbers that stay comparable: kept beside the match."""

from __future__ import annotations

import sqlite3
from typing import Any, Final

import msgspec

from game.storage.match_rows import decode_or_default, is_intact_note, make_display_text, make_display_texts

ANALYSIS_NOTE_KEY: Final = "analysis"
"""Under which the figures of a match stand beside it."""


class PlayerAccuracy(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat chose in a match.

    ``accuracy``: how much of what was to be had it got, 0 to 1, None where nothing was at stake; ``loss``: what it lost
    a choice, in the game's unit; ``choices``: how many were judged; ``tasks``: deal and action, counted from 1, of the
    choices that are worth another try.
    """

    seat: int
    name: str
    accuracy: float | None
    loss: float
    choices: int
    tasks: tuple[tuple[int, int], ...] = ()


class MatchAccuracies(msgspec.Struct, frozen=True):
    """The figures of a match. ``judge``: which judge found them; those of different ones do not compare."""

    judge: int
    seats: tuple[PlayerAccuracy, ...]


class StoredMatchAccuracies(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a match with what a list or a chart says of it. ``played``: when it was, as `time.time` tells."""

    match_id: int
    game_id: str
    names: tuple[str, ...]
    played_at: float
    accuracies: MatchAccuracies


def parse_accuracies(value: object) -> MatchAccuracies | None:
    """The figures in what stands beside a match; None where it is none."""
    try:
        return msgspec.convert(value, MatchAccuracies)
    except msgspec.ValidationError:
        return None


def read_all_accuracies(db: sqlite3.Connection) -> tuple[StoredMatchAccuracies, ...]:
    """Those of all matches, the oldest first. What is damaged is left out. sqlite3.Error."""
    query = (
        "SELECT m.header, m.updated, n.match, n.key, n.value, n.crc FROM notes n JOIN matches m ON m.id = n.match"
        " WHERE n.key = ? ORDER BY m.updated, m.id"
    )
    return tuple(
        accuracies
        for header, updated, *note in db.execute(query, (ANALYSIS_NOTE_KEY,)).fetchall()
        if is_intact_note(tuple(note))
        and (accuracies := _parse_stored_accuracies(note[0], header, updated, note[2])) is not None
    )


def _parse_stored_accuracies(match_id: int, header: str, updated: float, value: str) -> StoredMatchAccuracies | None:
    accuracies = parse_accuracies(decode_or_default(value, Any, None))
    if accuracies is None:
        return None
    decoded_header = decode_or_default(header, dict[str, Any], {})
    return StoredMatchAccuracies(
        match_id=match_id,
        game_id=make_display_text(decoded_header.get("game", "")),
        names=make_display_texts(decoded_header.get("seats")),
        played_at=updated,
        accuracies=accuracies,
    )
