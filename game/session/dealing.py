"""The deals of one hosted match: its secret seed, words of people, the first dealer, and the daily deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from game.core.actions import Play
from game.core.events import DealerDrawn, ShuffleCommitted
from game.match.match import Match
from game.match.record import DealRecord, Record
from game.match.setup import PlayerInfo
from game.session.match_store import MatchStore
from game.shuffling.commitments import (
    choose_timeout_play,
    create_next_deal,
    draw_joint_dealer,
    get_commitment,
    get_match_uid,
    seal_next_deal,
)
from game.shuffling.shuffle import ShuffleContext, WordRound, derive_random
from game.statistics.daily_deals import DailyResult, compute_daily_result, finish_daily_deal, start_daily_deal
from game.storage.matches import MatchRepository
from game.storage.thread import StorageThread

WordFinder: TypeAlias = Callable[[int], tuple[WordRound, ...] | None]
"""(number of a deal) -> the rounds of words that people contribute to its shuffle, None until they are complete."""


class Dealing:
    """The dealer of one hosted match.

    ``seed``: of all its random choices. ``is_requested``: whether the next deal may begin. ``find_words``: None if the
    host shuffles alone. ``shuffle_key``: of the first deal, or "".
    """

    def __init__(self, record: Record, seed: int, find_words: WordFinder | None, shuffle_key: str) -> None:
        self.seed = seed
        self.is_requested = not record.deals
        self._find_words = find_words if get_match_uid(record) else None
        self._shuffle_key = shuffle_key
        self._is_dealer_drawn = False

    def make_rng(self, record: Record, purpose: str, *parts: object) -> Random:
        """Return a random generator for a moment of the match.

        Equal seed, number of deals, number of actions, ``purpose`` and ``parts`` give an equal generator.
        """
        deals = record.deals
        return derive_random(self.seed, purpose, len(deals), len(deals[-1].actions), *parts)

    def request(self) -> None:
        """Let the next deal begin."""
        self.is_requested = True

    def seal(self, record: Record, match: Match) -> tuple[ShuffleContext, str] | None:
        """Return the context and the seal of the next deal if it waits for the words of people, else None."""
        if self._find_words is None or not match.needs_deal or not self.is_requested:
            return None
        return seal_next_deal(record, self.seed)

    def begin(self, record: Record, match: Match) -> DealRecord | DealerDrawn | None:
        """Return the next deal, or before it the draw of the first dealer; None while words of people are missing."""
        number = len(record.deals) + 1
        rounds = () if self._find_words is None else self._find_words(number)
        if rounds is None:
            return None
        if rounds and not self._is_dealer_drawn:
            self._is_dealer_drawn = True
            draw = draw_joint_dealer(record, match, self.seed, rounds[-1])
            if draw is not None:
                return draw
        return create_next_deal(record, match, self.seed, self._shuffle_key if number == 1 else "", rounds)

    def end_request(self) -> None:
        """Let the deal after the one that has begun wait for another request."""
        self.is_requested = False

    def choose_forced_play(self, record: Record, match: Match) -> Play:
        """Return the random card of a seat whose time is up."""
        if self._find_words is not None:
            return choose_timeout_play(record, match, self.seed)
        plays = [action for action in match.legal_actions() if isinstance(action, Play)]
        return self.make_rng(record, "forced").choice(plays)


def build_commitment_events(record: Record) -> tuple[ShuffleCommitted, ...]:
    """Return the events of the last deal before its cards: its seal, or () if it has none."""
    commitment = get_commitment(record.deals[-1]) if record.deals else None
    return () if commitment is None else (ShuffleCommitted(len(record.deals), commitment),)


class DailyDeal:
    """The daily deal with which one hosted match begins; ``date``: "" without one, and once its result is stored."""

    def __init__(
        self, date: str, players: Sequence[PlayerInfo], store: MatchStore, storage: StorageThread
    ) -> None:  # fmt: skip
        self.date = date
        self._players = players
        self._store = store
        self._storage = storage

    def start(self, match: Match) -> None:
        """Begin to store that the deal was started."""
        result = self._compute_result(match)
        if result is not None:
            self._save(start_daily_deal, result)

    def finish(self, match: Match) -> None:
        """Begin to store the result once the deal is over; called in each frame without a pending step."""
        result = self._compute_result(match)
        if result is not None and result.is_over:
            self.date = ""
            self._save(finish_daily_deal, result)

    def _compute_result(self, match: Match) -> DailyResult | None:
        return compute_daily_result(self.date, self._store.match_id or 0, match, self._players)

    def _save(self, method: Callable[[MatchRepository, DailyResult], None], result: DailyResult) -> None:
        self._store.add(lambda: self._storage.call(method, result), lambda _done: None)
