"""What people mark at other seats, each for his own eyes: kept with the match, for the deal that is played."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

MAX_MARK_CHARACTERS: Final = 20
MarkText = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_MARK_CHARACTERS)]


class SeatMark(msgspec.Struct, frozen=True):
    """The person at seat ``by`` thinks so of ``seat``."""

    by: int
    seat: int
    word: MarkText


class DealMarks(msgspec.Struct, frozen=True):
    """All marks of the deal with this number."""

    deal: int = 0
    all: tuple[SeatMark, ...] = ()

    def get_marks(self, deal: int, author: int) -> dict[int, str]:
        """What the person at ``by`` has marked in this deal, by seat: nobody else may know it."""
        return {mark.seat: mark.word for mark in self.all if mark.by == author} if deal == self.deal else {}

    def with_mark(self, deal: int, author: int, seat: int, word: str) -> DealMarks:
        """With another mark of one seat, an empty one for none; those of an earlier deal are gone."""
        others = tuple(mark for mark in self.all if (mark.by, mark.seat) != (author, seat)) if deal == self.deal else ()
        return DealMarks(deal, (*others, SeatMark(author, seat, word)) if word else others)


def parse_marks(stored: Any) -> DealMarks:
    """Return the marks in the note ``stored``; damaged ones are dropped, for they are not the match."""
    try:
        return msgspec.convert(stored, DealMarks)
    except msgspec.ValidationError:
        return DealMarks()
