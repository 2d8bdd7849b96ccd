"""Unfinished matches for a list; each is replayed once, and again when it changes."""

from __future__ import annotations

import sqlite3
import time
from typing import Final

import msgspec

from game.match.match import Match
from game.match.observation import Observation, observe
from game.match.record import Record
from game.match.setup import PERSON_KIND
from game.storage.locks import MatchClaims
from game.storage.match_labels import decode_labels
from game.storage.match_rows import MatchHeader, build_saved_match, read_headers, read_rows
from game.storage.program_clock import sanitize_timestamp
from game.text.file_errors import describe_exception

PAUSE_S: Final = 0.00005
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
    is_abandoned_by_all: bool = False
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
    match = record.create_match()
    for number, (_action, step) in enumerate(record.iter_steps()):
        match = step.match
        # Only one Python thread runs at a time, and without pauses the window would miss frames.
        if number % 8 == 0:
            time.sleep(PAUSE_S)
    return match


class UnfinishedMatches:
    """A cache of the replayed matches, for use on one thread."""

    def __init__(self, claims: MatchClaims) -> None:
        self._claims = claims
        self._summaries: dict[MatchHeader, UnfinishedMatch] = {}

    def list_matches(self, db: sqlite3.Connection) -> tuple[UnfinishedMatch, ...]:
        """Return the unfinished matches, the latest first, damaged ones marked.

        Raise sqlite3.Error if the database cannot be read, OSError if a lock cannot be tested.
        """
        headers = read_headers(db, is_unfinished_only=True)
        self._summaries = {header: self._summaries.get(header) or _summarize(db, header) for header in headers}
        return tuple(
            replace(summary, is_open_elsewhere=self._claims.is_claimed_elsewhere(summary.id))
            for summary in self._summaries.values()
        )


def _summarize(db: sqlite3.Connection, header: MatchHeader) -> UnfinishedMatch:
    labels = decode_labels(header.header, header.players)
    summary = UnfinishedMatch(
        id=header.id, game_id=labels.game_id, names=labels.names, player_kinds=labels.player_kinds, finished_deals=0,
        updated_at=sanitize_timestamp(header.updated),
    )  # fmt: skip
    try:
        saved_match = build_saved_match(read_rows(db, header.id), {}, 0.0)
        match = replay_to_end(saved_match.record)
    except sqlite3.Error:
        raise
    except Exception as error:
        # A fault in one match must not hide the others.
        return replace(summary, error=describe_exception(error))
    human_seats = {seat for seat, kind in enumerate(saved_match.player_kinds) if kind == PERSON_KIND}
    return replace(
        summary,
        finished_deals=len(match.results),
        is_abandoned_by_all=bool(human_seats) and human_seats <= set(match.departed_seats),
        penalty_minutes=match.options.penalty_minutes,
        totals=match.standing.totals,
        observation=observe(match, next(iter(human_seats)) if len(human_seats) == 1 else None),
    )
