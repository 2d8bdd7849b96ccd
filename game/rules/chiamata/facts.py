"""Facts that only the lessons of Briscola chiamata state."""

from __future__ import annotations

from game.engine.cards import Rank
from game.rules.chiamata.auction import Auction
from game.rules.chiamata.play import ChiamataTricks, Naming
from game.rules.lesson import LEARNER, Fact, Seen, Value


class Speaks(Fact, frozen=True):
    """The learner is to call or to pass, and the last call is of this rank; None if there was none."""

    last: Rank | None

    def holds(self, seen: Seen) -> bool:
        auction = seen.phase
        if not isinstance(auction, Auction) or auction.to_act != LEARNER:
            return False
        return (auction.last_call.rank if auction.last_call is not None else None) == self.last

    def value(self, seen: Seen) -> Value:
        assert self.last is not None
        return self.last


class Caller(Fact, frozen=True):
    """Who is the caller; in a text, the points that he needs."""

    seat: int

    def holds(self, seen: Seen) -> bool:
        tricks = _tricks(seen)
        return tricks is not None and tricks.contract.caller == self.seat

    def value(self, seen: Seen) -> Value:
        tricks = _tricks(seen)
        assert tricks is not None
        return tricks.contract.asked


class Called(Fact, frozen=True):
    """This card is called, and whose it was is open to this learner, or is not (``partner`` None)."""

    name: str
    partner: int | None

    def holds(self, seen: Seen) -> bool:
        tricks = _tricks(seen)
        return tricks is not None and str(tricks.called) == self.name and tricks.partner() == self.partner

    def value(self, seen: Seen) -> Value:
        tricks = _tricks(seen)
        assert tricks is not None and tricks.called is not None
        return tricks.called


class Side(Fact, frozen=True):
    """In a text, the card points that some seats have taken together."""

    seats: tuple[int, ...]

    def value(self, seen: Seen) -> Value:
        return sum(seen.phase.points()[seat] for seat in self.seats)


def _tricks(seen: Seen) -> ChiamataTricks | None:
    """The play, as the learner may know it; also while the suit is named."""
    phase = seen.phase.tricks if isinstance(seen.phase, Naming) else seen.phase
    return phase if isinstance(phase, ChiamataTricks) else None
