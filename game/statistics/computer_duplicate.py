"""Duplicate deals: the computer plays a person's deals from the same seat."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from game.ai.client import AIClient
from game.ai.personas import get_persona
from game.match.match import Match
from game.match.observation import Observation, observe
from game.match.replay import Replay
from game.match.setup import PlayerInfo
from game.shuffling.shuffle import derive_random
from game.workers.worker_process import WorkerError, WorkerFuture


class DuplicateResult(NamedTuple):
    """A deal played twice: the score of the seat, in the game's unit, and of the computer there."""

    deal: int
    own_score: float
    computer_score: float


class ComputerDuplicate:
    """A replay of ``deals`` by computer players at every seat, at ``level`` in place of people.

    `update` is called in each frame and never waits. Each deal starts from the match before it, and the computer
    players get observations only. ``has_failed``: whether a computer player could not choose, which ends the replay.
    """

    def __init__(
        self, review: Replay, seat: int, level: str, ai_client: AIClient, seed: int, deals: Sequence[int]
    ) -> None:
        self.results: tuple[DuplicateResult, ...] = ()
        self.has_failed = False
        self._review = review
        self._seat = seat
        self._seed = seed
        self._deals = tuple(deals)
        self._ai_client = ai_client
        self._players = _make_players(review, seat, level)
        self._request: tuple[WorkerFuture, Observation] | None = None
        self._match: Match | None = None
        self._action_count = 0

    @property
    def is_done(self) -> bool:
        """Whether all deals have been played."""
        return len(self.results) == len(self._deals)

    def update(self) -> None:
        """Advance by one step: start a deal, request an action or apply one that is ready. Never wait."""
        if self.is_done or self.has_failed:
            return
        deal = self._deals[len(self.results)]
        if self._match is None:
            self._match, self._action_count = (
                self._review.get_match_before(deal).apply(self._review.get_deal(deal)).match,
                0,
            )
        turn = self._match.turn
        if turn is None:
            self._finish_deal(deal, self._match)
        elif self._request is None:
            player, observation = self._players[turn], observe(self._match, turn)
            seed = self._make_rng(deal).getrandbits(63)
            future = self._ai_client.request_action(observation, player.kind, get_persona(player.name), seed)
            self._request = future, observation
        elif self._request[0].done():
            request, self._request = self._request, None
            try:
                action = self._ai_client.get_action(*request)
            except WorkerError:
                self.has_failed = True
                return
            self._match, self._action_count = self._match.apply(action).match, self._action_count + 1

    def _make_rng(self, deal: int) -> Random:
        return derive_random(self._seed, "duplicate", deal, self._action_count)

    def _finish_deal(self, deal: int, match: Match) -> None:
        results = (self._review.get_deal_result(deal), match.get_deal_result())
        own_score, computer_score = (
            match.game.tally_deal(result, match.sides).scores[self._seat] for result in results
        )
        self.results = (*self.results, DuplicateResult(deal, own_score, computer_score))
        self._match = None

    def cancel(self) -> None:
        """Cancel the pending request."""
        if self._request is not None:
            self._request[0].cancel()
        self._request = None


def _make_players(review: Replay, seat: int, level: str) -> tuple[PlayerInfo, ...]:
    return tuple(
        PlayerInfo(player.name, level if index == seat or player.is_person else player.kind)
        for index, player in enumerate(review.players)
    )
