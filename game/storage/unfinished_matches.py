"""Unfinished matches, as a list shows them."""

from __future__ import annotations

import sqlite3

import msgspec

from game.match.match import Match
from game.match.observation import Observation, observe
from game.match.pauses import make_periodic_pause
from game.match.record import Record
from game.match.setup import PERSON_KIND
from game.storage.match_rows import MatchHeader, build_saved_match, read_rows
from game.storage.program_clock import sanitize_timestamp
from game.text.file_errors import describe_exception

replace = msgspec.structs.replace


class UnfinishedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A stored match as a list shows it.

    ``error``: why the match cannot be continued, empty if it can; then ``game_id``, ``names`` and ``player_kinds`` are
    what can still be read. ``penalty_minutes``: the penalty for leaving it. ``observation``: what the only person of
    the match may know of it; that of a spectator if there are several or none; None if the match is damaged.
    """

    id: int
    game_id: str
    names: tuple[str, ...]
    player_kinds: tuple[str, ...]
    finished_deals: int
    updated_at: float
    error: str = ""
    is_open_elsewhere: bool = False
    is_left_by_all: bool = False
    penalty_minutes: int = 0
    totals: tuple[int, ...] = ()
    observation: Observation | None = None

    @property
    def is_damaged(self) -> bool:
        """Whether the match cannot be continued."""
        return bool(self.error)


def replay_to_end(record: Record) -> Match:
    """Return the match at the record's end, after pauses that let other threads run.

    Raise RecordError or any exception if it cannot be played.
    """
    match, pause = record.create_match(), make_periodic_pause()
    for _action, step in record.iter_steps():
        match = step.match
        pause()
    return match


def summarize_match(db: sqlite3.Connection, header: MatchHeader) -> UnfinishedMatch:
    """Return what a list shows of a match that can be continued, or why it cannot. Raise sqlite3.Error."""
    texts, labels = header.texts, header.texts.labels
    summary = UnfinishedMatch(
        id=header.id, game_id=labels.game_id, names=labels.names, player_kinds=texts.players, finished_deals=0,
        updated_at=sanitize_timestamp(header.updated),
    )  # fmt: skip
    try:
        match = replay_to_end(build_saved_match(read_rows(db, header.id), {}, 0.0).record)
    except sqlite3.Error:
        raise
    except Exception as error:
        # A fault in one match must not hide the others.
        return replace(summary, error=describe_exception(error))
    human_seats = {seat for seat, kind in enumerate(texts.players) if kind == PERSON_KIND}
    return replace(
        summary,
        finished_deals=len(match.results),
        is_left_by_all=bool(human_seats) and human_seats <= set(match.departed_seats),
        penalty_minutes=match.options.penalty_minutes,
        totals=match.standing.totals,
        observation=observe(match, next(iter(human_seats)) if len(human_seats) == 1 else None),
    )
