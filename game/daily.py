"""The daily deal: one deal a game and date, the same for everyone, by the rule of docs/fairness.md.

Nobody draws and nothing is secret: whoever has the date has the deal. One plays it against the computer, by the
first preset of the game; only the first time counts.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import msgspec

from game.deal_code import CodedDeal
from game.fairness import daily_key
from game.rules import GAMES
from game.text import reads_as

BEGUN: Final = "begun"
"""The state of a daily deal that was begun and is not over; then it is that of the deal's result."""
MOST_KEPT: Final = 10_000


class DailyResult(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody did in a daily deal. ``date`` as in 2026-11-22; ``score``, ``points``: his own of the deal.

    ``match``: the number of the saved match in which he began it; what he does in another one does not count.
    """

    date: str
    game: str
    name: str
    match: int
    state: str = BEGUN
    score: int = 0
    points: int = 0

    @property
    def over(self) -> bool:
        return self.state != BEGUN

    def is_of(self, date: str, game: str, name: str) -> bool:
        """Whether it is what this person did in this deal."""
        return (self.date, self.game) == (date, game) and reads_as(self.name) == reads_as(name)


class DailyBook(msgspec.Struct, frozen=True):
    """All that is kept of daily deals, the oldest first."""

    results: tuple[DailyResult, ...] = ()

    def of(self, date: str, game: str, name: str) -> DailyResult | None:
        """What this person did in this deal, None if he has not begun it."""
        return next((one for one in self.results if one.is_of(date, game, name)), None)

    def begun(self, result: DailyResult) -> DailyBook:
        """With a deal that is begun; nothing changes if it was begun before."""
        known = self.of(result.date, result.game, result.name)
        return self if known is not None else DailyBook((*self.results, result)[-MOST_KEPT:])

    def ended(self, result: DailyResult) -> DailyBook:
        """With the result of a deal; nothing changes if it was begun in another match, or is over already."""
        own = (result.date, result.game, result.match)
        begun = next((one for one in self.results if (one.date, one.game, one.match) == own), None)
        if begun is None:
            return self.begun(result)
        if begun.over:
            return self
        # Who began it may have another name by now.
        ended = msgspec.structs.replace(result, name=begun.name)
        return DailyBook(tuple(ended if one is begun else one for one in self.results))

    def renamed(self, name: str, new: str) -> DailyBook:
        """With all results of a person under another name; only the first of a deal counts."""
        whose = {reads_as(name), reads_as(new)}
        found: dict[tuple[str, str, str], DailyResult] = {}
        for one in self.results:
            own = reads_as(one.name) in whose
            found.setdefault(
                (one.date, one.game, reads_as(new if own else one.name)),
                msgspec.structs.replace(one, name=new) if own else one,
            )
        return DailyBook(tuple(found.values()))


def date_of(now: float) -> str:
    """The date that the daily deals of this moment go by, the same all over the world: that of UTC.

    ``now``: as `time.time` tells it.
    """
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def daily_deal(date: str, game: str) -> CodedDeal:
    """The deal of a game on a date."""
    key, one = daily_key(date, game), GAMES[game]
    preset, options = next(iter(one.presets.items()))
    seats = one.proposed_seats
    return CodedDeal(
        game=game, preset=preset, options=options, seats=seats, dealer=int(key, 16) % seats, key=key
    )  # fmt: skip
