"""The matches that can be played on, as a list offers them: each is played through once, and again when it changes."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec

from game.match.match import Match
from game.match.record import Record
from game.match.setup import PERSON_KIND
from game.storage.match_claims import MatchClaims
from game.storage.match_rows import (
    STATUS_ABANDONED,
    MatchHeader,
    build_saved_match,
    decode_or_default,
    describe_exception,
    make_display_text,
    make_display_texts,
    read_rows,
    read_unfinished_headers,
)
from game.storage.program_clock import sanitize_timestamp

PAUSE_S: Final = 0.00005
LOG: Final = logging.getLogger(__name__)


class UnfinishedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A saved match as a list shows it.

    ``finished_deals`` counts the deals that ended. ``error`` says why the match cannot be played on, empty if it can;
    ``game_id``, ``names`` and ``player_kinds`` are then what can still be read. ``is_open_elsewhere``: another window
    plays it; ``is_abandoned_by_all``: every person has left it; ``penalty_minutes``: what leaving it costs.
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

    @property
    def is_damaged(self) -> bool:
        """Whether the match cannot be played on."""
        return bool(self.error)


class MatchCheck(msgspec.Struct, frozen=True):
    """What the replay of a match found: the number of deals that ended, and what `UnfinishedMatch` has of it."""

    finished_deals: int = 0
    error: str = ""
    is_over: bool = False
    is_abandoned_by_all: bool = False
    penalty_minutes: int = 0
    totals: tuple[int, ...] = ()


def replay_to_end(record: Record) -> Match:
    """Return the match at the record's end. Any exception if it cannot be played."""
    match = record.create_match()
    for number, (_action, step) in enumerate(record.iter_steps()):
        match = step.match
        # One thread of Python runs at a time: without a pause now and then the window would miss frames.
        if number % 8 == 0:
            time.sleep(PAUSE_S)
    return match


def check_match(db: sqlite3.Connection, match_id: int) -> MatchCheck:
    """Return whether the match can be played on. sqlite3.Error."""
    try:
        saved_match = build_saved_match(read_rows(db, match_id), {}, 0.0)
        match = replay_to_end(saved_match.record)
        human_seats = {seat for seat, kind in enumerate(saved_match.player_kinds) if kind == PERSON_KIND}
        return MatchCheck(
            len(match.results),
            is_over=match.is_over,
            is_abandoned_by_all=bool(human_seats) and human_seats <= set(match.departed_seats),
            penalty_minutes=match.options.penalty_minutes,
            totals=match.standing.totals,
        )
    except sqlite3.Error:
        raise
    except Exception as error:
        # Whatever is wrong with one match, the others are still offered.
        return MatchCheck(error=describe_exception(error))


class UnfinishedMatches:
    """What is known of them; ``claims`` say which of them another window has. Use it on one thread only."""

    def __init__(self, claims: MatchClaims) -> None:
        self._claims = claims
        self._checks: dict[int, tuple[MatchHeader, MatchCheck]] = {}

    def list_matches(self, db: sqlite3.Connection) -> tuple[UnfinishedMatch, ...]:
        """The matches, the latest first, damaged ones among them and marked. sqlite3.Error."""
        checks = [(header, self._check(db, header)) for header in read_unfinished_headers(db)]
        return tuple(self._summarize(header, check) for header, check in checks if not _is_done(header, check))

    def preview(self, db: sqlite3.Connection, on_preview: Callable[[tuple[UnfinishedMatch, ...]], None]) -> None:
        """`read`, before it is known whether the file is sound; ``tell`` gets what came of it, if something did."""
        try:
            on_preview(self.list_matches(db))
        except Exception:
            # Whatever is wrong with the file is found and named when it is looked through.
            LOG.info("nothing could be read before the file of saved matches was looked through", exc_info=True)

    def clear(self) -> None:
        """Forget what was found: the rows are in another file now."""
        self._checks.clear()

    def _check(self, db: sqlite3.Connection, header: MatchHeader) -> MatchCheck:
        cached_check = self._checks.get(header.id)
        if cached_check is None or cached_check[0] != header:
            cached_check = self._checks[header.id] = (header, check_match(db, header.id))
        return cached_check[1]

    def _summarize(self, header: MatchHeader, check: MatchCheck) -> UnfinishedMatch:
        decoded_header = decode_or_default(header.header, dict[str, Any], {})
        return UnfinishedMatch(
            id=header.id,
            game_id=make_display_text(decoded_header.get("game", "")),
            names=make_display_texts(decoded_header.get("seats")),
            player_kinds=make_display_texts(decode_or_default(header.players, list[Any], [])),
            finished_deals=check.finished_deals,
            updated_at=sanitize_timestamp(header.updated),
            error=check.error,
            is_abandoned_by_all=check.is_abandoned_by_all,
            penalty_minutes=check.penalty_minutes,
            is_open_elsewhere=self._claims.is_claimed_elsewhere(header.id),
            totals=check.totals,
        )


def _is_done(header: MatchHeader, check: MatchCheck) -> bool:
    """Whether nobody goes on with a match: it was given up, or it is over."""
    return header.finished == STATUS_ABANDONED or bool(header.finished and check.is_over)
