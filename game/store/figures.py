"""What an analysis found of the players of a match, in a few numbers that stay comparable: kept beside the match."""

from __future__ import annotations

import sqlite3
from typing import Any, Final

import msgspec

from game.store.reading import lenient, note_digest, word, words

KEY: Final = "analysis"
"""Under which the figures of a match stand beside it."""


class Figure(msgspec.Struct, frozen=True, kw_only=True):
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


class Figures(msgspec.Struct, frozen=True):
    """The figures of a match. ``judge``: which judge found them; those of different ones do not compare."""

    judge: int
    seats: tuple[Figure, ...]


class KeptFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a match with what a list or a chart says of it. ``played``: when it was, as `time.time` tells."""

    match_id: int
    game: str
    names: tuple[str, ...]
    played: float
    figures: Figures


def figures_of(value: object) -> Figures | None:
    """The figures in what stands beside a match; None where it is none."""
    try:
        return msgspec.convert(value, Figures)
    except msgspec.ValidationError:
        return None


def kept_figures(db: sqlite3.Connection) -> tuple[KeptFigures, ...]:
    """Those of all matches, the oldest first. What is damaged is left out. sqlite3.Error."""
    query = (
        "SELECT m.id, m.header, m.updated, n.value, n.digest FROM notes n JOIN matches m ON m.id = n.match"
        " WHERE n.key = ? ORDER BY m.updated, m.id"
    )
    return tuple(
        found
        for match_id, header, updated, value, digest in db.execute(query, (KEY,))
        if digest == note_digest(KEY, value) and (found := _kept(match_id, header, updated, value)) is not None
    )


def _kept(match_id: int, header: str, updated: float, value: str) -> KeptFigures | None:
    figures = figures_of(lenient(value, Any, None))
    if figures is None:
        return None
    head = lenient(header, dict[str, Any], {})
    return KeptFigures(
        match_id=match_id, game=word(head.get("game", "")), names=words(head.get("seats")), played=updated,
        figures=figures,
    )  # fmt: skip
