"""What a table does about absent and departing players, in every game (seed 004; rules.md, "Table discipline")."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from game.engine.phases import Reason
from game.i18n import N_, _
from game.match import Match
from game.rules import GAMES
from game.store.journal import Ending
from game.store.profiles import Verdict
from game.text import clean, is_name
from game.view import View, look

MESSAGE_LENGTH: Final = 200
MESSAGES_KEPT: Final = 500
WARNING_SECONDS: Final = 10
RESTARTS: Final = 3
"""So often in a turn may talk, or asking to leave, restart the clock."""

PHRASES: Final = (
    N_("Good luck!"), N_("Well played!"), N_("One moment, please."), N_("Whose turn is it?"), N_("Sorry!"),
    N_("Thank you for the game."),
)  # fmt: skip
"""What may be said where talk is held to the offered phrases: nothing about the cards (seed 000)."""


class Message(msgspec.Struct, frozen=True):
    """Something said at the table, to all."""

    seat: int
    text: str


def is_sayable(text: str) -> bool:
    """Whether ``text`` can be said: one line of 1 to 200 printable characters, something to be seen among them."""
    return is_name(text, MESSAGE_LENGTH)


# -- talk ------------------------------------------------------------------------------------------


def why_silent(match: Match) -> Reason | None:
    """Why nobody may talk now, whatever he says; None if people may (`talk`; in Briscola not in the first trick)."""
    if match.options.talk == "none":
        return Reason("talk_off")
    return match.phase.why_silent if match.deal_open and match.phase is not None else None


def why_not_said(match: Match, text: str) -> Reason | None:
    """Why a person at the table may not say ``text`` now, or None. Phrases may be said in the player's language."""
    said = clean(text, len(text))
    if len(text.splitlines()) > 1 or not is_sayable(said):
        return Reason("not_sayable", {"most": MESSAGE_LENGTH})
    silent = why_silent(match)
    if silent is not None or match.options.talk == "free":
        return silent
    return None if any(said in (phrase, _(phrase)) for phrase in PHRASES) else Reason("talk_phrases")


def may_remark(match: Match) -> bool:
    """Whether computer players may remark on what they do; their lines are the program's and tell of no card."""
    return why_silent(match) is None


# -- the clock -------------------------------------------------------------------------------------


def restarts_clock(match: Match, seat: int, restarts: int) -> bool:
    """Whether talk of ``seat``, or its asking to leave, counts as action and restarts the clock of its turn.

    Only in play: the clock of an auction or a declaration is stopped by calling, passing, declaring or leaving
    alone. ``restarts``: how often it was restarted in this turn.
    """
    phase = match.phase
    in_play = phase is not None and phase.in_play and match.forced is None
    return match.options.has_discipline and in_play and seat == match.to_act and restarts < RESTARTS


# -- votes -----------------------------------------------------------------------------------------


def offers_vote(match: Match, seat: int) -> bool:
    """Whether ``seat`` is offered to vote for the exit: under a clock, once in a match, between deals too.

    `Match.why_not` asks for no clock: a record may hold votes without one.
    """
    begun, votes = match.phase is not None, match.votes
    return match.options.has_discipline and begun and not match.over and seat not in votes


def is_ahead(view: View, seat: int) -> bool:
    """Whether a seat stands at the top and somebody below it. Where scores count down the lowest is the top."""
    best, worst = _ends(view)
    return view.totals[seat] == best != worst


def is_behind(view: View, seat: int) -> bool:
    """Whether a seat stands at the bottom and somebody above it."""
    best, worst = _ends(view)
    return view.totals[seat] == worst != best


def _ends(view: View) -> tuple[int, int]:
    """The best total and the worst."""
    low, high = min(view.totals), max(view.totals)
    return (low, high) if GAMES[view.game].counts_down else (high, low)


def agreeing(match: Match, computers: tuple[int, ...]) -> tuple[int, ...]:
    """Who of the computer players, asked by a vote, votes yes too: those who are not ahead.

    They judge by what somebody sees who only watches: no secret enters a vote. Without a clock nobody asks.
    """
    if not match.votes or match.over or not match.options.has_discipline:
        return ()
    seen = look(match, None)
    return tuple(seat for seat in computers if seat not in seen.votes and not is_ahead(seen, seat))


# -- the bar ---------------------------------------------------------------------------------------


def why_barred(match: Match, seat: int) -> Reason | None:
    """Why the person at ``seat`` is barred once the match is over: his clock ended it, or he left it. None if not.

    Votes that unlocked the exit bar nobody, and neither does a match without a clock.
    """
    unlocked = match.aborted and match.expired is None
    if unlocked or not match.options.has_discipline:
        return None
    if seat == match.expired:
        return Reason("barred_clock", {"seat": seat})
    return Reason("barred_left", {"seat": seat}) if seat in match.left else None


def barred(match: Match) -> tuple[int, ...]:
    """The seats whose people are barred when the match is over: who left it, and whose clock ended it."""
    if not match.over:
        return ()
    asked = match.left if match.expired is None else dict.fromkeys((*match.left, match.expired))
    return tuple(seat for seat in asked if why_barred(match, seat) is not None)


def bar_seconds(match: Match) -> int:
    """How long they are barred."""
    return match.options.leaving_costs * 60


def ending(match: Match, names: Sequence[str], people: Iterable[int]) -> Ending:
    """What is kept of a match when it is over: which of the ``people`` are barred, and for how long."""
    reasons = {seat: why_barred(match, seat) for seat in people}
    verdicts = tuple(Verdict(names[seat], reason.code) for seat, reason in reasons.items() if reason)
    seconds = bar_seconds(match)
    return Ending(verdicts if seconds else (), seconds)
