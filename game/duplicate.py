"""The same cards played by the computer: what it would have made of a person's deals from his seat."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from game.fairness import stream
from game.match import Match
from game.minds import Minds, Thinking
from game.review import Review
from game.seating import Player
from game.view import look


class Compared(NamedTuple):
    """A deal played twice: what it brought the seat, in the game's own unit, and what it brought the computer there."""

    deal: int
    yours: float
    computers: float


class Duplicate:
    """The ``deals`` again, one after the other, the computer at every seat: at ``seat`` it plays at ``level``.

    People at other seats are played at that level too. `update` is called each frame and never waits. Each deal begins
    where the match stood before it, and the computer knows what it would know at the table: a view.
    """

    def __init__(
        self, review: Review, seat: int, level: str, thinker: Thinking, seed: int, deals: Sequence[int]
    ) -> None:
        self.compared: tuple[Compared, ...] = ()
        self._review = review
        self._seat = seat
        self._seed = seed
        self._deals = tuple(deals)
        self._minds = Minds(thinker, _players(review, seat, level))
        self._match: Match | None = None
        self._acted = 0

    @property
    def done(self) -> bool:
        """Whether all deals have been played."""
        return len(self.compared) == len(self._deals)

    def update(self) -> None:
        """Go on."""
        self._minds.poll()
        if self.done:
            return
        deal = self._deals[len(self.compared)]
        if self._match is None:
            self._match, self._acted = self._review.before(deal).apply(self._review.dealt(deal)).match, 0
        answer, turn = self._minds.answer, self._match.to_act
        if turn is None:
            self._end(deal, self._match)
        elif answer is not None:
            self._minds.forget()
            self._match, self._acted = self._match.apply(answer).match, self._acted + 1
        elif not self._minds.asked:
            self._minds.ask(look(self._match, turn), turn, self._chance(deal))

    def _chance(self, deal: int) -> Random:
        return stream(self._seed, "duplicate", deal, self._acted)

    def _end(self, deal: int, match: Match) -> None:
        results = (self._review.result(deal), match.deal_result())
        yours, computers = (match.game.tally(result, match.sides).scores[self._seat] for result in results)
        self.compared = (*self.compared, Compared(deal, yours, computers))
        self._match = None

    def close(self) -> None:
        """Nobody wants the answer any more."""
        self._minds.forget()


def _players(review: Review, seat: int, level: str) -> tuple[Player, ...]:
    return tuple(
        Player(player.name, level if at == seat or player.is_person else player.kind)
        for at, player in enumerate(review.players)
    )
