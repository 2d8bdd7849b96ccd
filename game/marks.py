"""What people mark at other seats, each for his own eyes: kept with the match, for the deal that is played."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

Word = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]


class Mark(msgspec.Struct, frozen=True):
    """The person at seat ``by`` thinks so of ``seat``."""

    by: int
    seat: int
    word: Word


class Marks(msgspec.Struct, frozen=True):
    """All marks of the deal with this number."""

    deal: int = 0
    all: tuple[Mark, ...] = ()

    def of(self, deal: int, by: int) -> dict[int, str]:
        """What the person at ``by`` has marked in this deal, by seat: nobody else may know it."""
        return {one.seat: one.word for one in self.all if one.by == by} if deal == self.deal else {}

    def marked(self, deal: int, by: int, seat: int, word: str) -> Marks:
        """With another mark of one seat, an empty one for none; those of an earlier deal are gone."""
        others = tuple(one for one in self.all if (one.by, one.seat) != (by, seat)) if deal == self.deal else ()
        return Marks(deal, (*others, Mark(by, seat, word)) if word else others)


def marks_of(kept: Any) -> Marks:
    """The marks as they were ``kept``; those that were damaged are forgotten, they are not the match."""
    try:
        return msgspec.convert(kept, Marks)
    except msgspec.ValidationError:
        return Marks()
