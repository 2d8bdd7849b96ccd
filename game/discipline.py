"""What a table does about absent and departing players, in every game (seed 004; rules.md, "Table discipline")."""

from __future__ import annotations

from typing import Final

import msgspec

from game.match import Match
from game.text import is_name

MESSAGE_LENGTH: Final = 200
MESSAGES_KEPT: Final = 500
WARNING_SECONDS: Final = 10


class Message(msgspec.Struct, frozen=True):
    """Something said at the table, to all."""

    seat: int
    text: str


def is_sayable(text: str) -> bool:
    """Whether ``text`` can be said: one line of 1 to 200 printable characters, something to be seen among them."""
    return is_name(text, MESSAGE_LENGTH)


def is_ahead(match: Match, seat: int) -> bool:
    """Whether a seat stands at the top and somebody below it. Where scores count down the lowest is the top."""
    totals = match.standing.totals
    best, worst = (min(totals), max(totals)) if match.game.counts_down else (max(totals), min(totals))
    return totals[seat] == best != worst


def agreeing(match: Match, computers: tuple[int, ...]) -> tuple[int, ...]:
    """Who of the computer players, asked by a vote, votes yes too: those who are not ahead."""
    if not match.votes or match.over:
        return ()
    return tuple(seat for seat in computers if seat not in match.votes and not is_ahead(match, seat))


def barred(match: Match) -> tuple[int, ...]:
    """The seats whose people are barred when the match is over: who left it, and whose clock ended it.

    Votes that unlocked the exit bar nobody.
    """
    if not match.over:
        return ()
    unlocked = match.aborted and match.expired is None
    if unlocked:
        return ()
    return match.left if match.expired is None else tuple(dict.fromkeys((*match.left, match.expired)))


def bar_seconds(match: Match) -> int:
    """How long they are barred."""
    return match.options.bar_minutes * 60
