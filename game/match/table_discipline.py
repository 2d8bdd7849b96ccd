"""Table discipline: clock restarts, votes to end, and penalties of people who leave a match before its end.

It applies only to matches with a turn clock. Source: document 004; docs/rules.md, "Table discipline".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from game.core.messages import Reason
from game.match.match import Match
from game.match.observation import Observation, observe
from game.rules import GAMES

TIMEOUT_WARNING_S: Final = 10
MAX_CLOCK_RESTARTS_PER_TURN: Final = 3
"""The number of times that chat or `RequestLeave` can restart the turn clock in one turn."""


# -- turn clock ------------------------------------------------------------------------------------


def can_restart_clock(match: Match, seat: int, restart_count: int) -> bool:
    """Return whether chat or `RequestLeave` of ``seat`` restarts the turn clock now.

    It does so only on the seat's own turn in card play, and `MAX_CLOCK_RESTARTS_PER_TURN` times in a turn: an auction
    or a declaration must be answered. ``restart_count``: the restarts of this turn so far.
    """
    phase = match.phase
    is_card_play = phase is not None and phase.is_card_play and match.auto_play_seat is None
    return (
        match.options.has_turn_clock
        and is_card_play
        and seat == match.turn
        and restart_count < MAX_CLOCK_RESTARTS_PER_TURN
    )


# -- votes -----------------------------------------------------------------------------------------


def is_vote_to_end_offered(match: Match, seat: int) -> bool:
    """Return whether the screen offers ``seat`` a vote to end the match.

    Each seat has one vote in a match with a turn clock, also between deals. `Match.illegal_reason` accepts a vote
    without a clock too, because a record may contain one.
    """
    has_started, votes = match.phase is not None, match.votes_to_end
    return match.options.has_turn_clock and has_started and not match.is_over and seat not in votes


def is_ahead(observation: Observation, seat: int) -> bool:
    """Return whether ``seat`` has the best total, and not all totals are equal.

    In some games the lowest total is best.
    """
    best, worst = _find_best_and_worst_total(observation)
    return observation.totals[seat] == best != worst


def is_behind(observation: Observation, seat: int) -> bool:
    """Return whether ``seat`` has the worst total, and not all totals are equal."""
    best, worst = _find_best_and_worst_total(observation)
    return observation.totals[seat] == worst != best


def _find_best_and_worst_total(observation: Observation) -> tuple[int, int]:
    low, high = min(observation.totals), max(observation.totals)
    return (low, high) if GAMES[observation.game_id].is_lower_total_better else (high, low)


def decide_computer_votes(match: Match, computer_seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return the computer seats that join a vote to end: those that are not ahead.

    They judge by what a spectator sees, so that a vote reveals no hidden card. Seats that have voted are left out.
    Return () if nobody has voted, after the end of the match, and without a turn clock.
    """
    if not match.votes_to_end or match.is_over or not match.options.has_turn_clock:
        return ()
    observation = observe(match, None)
    return tuple(
        seat for seat in computer_seats if seat not in observation.votes_to_end and not is_ahead(observation, seat)
    )


# -- penalties -------------------------------------------------------------------------------------


class ActivePenalty(msgspec.Struct, frozen=True):
    """A block of a person for ``seconds_left`` more. ``reason_code``: empty if no reason was stored."""

    name: str
    seconds_left: float
    reason_code: str = ""


class Penalty(msgspec.Struct, frozen=True):
    """A block at the end of a match, with a reason of `game.text.messages`.

    ``profile_id``: the blocked profile, which is created if it is missing; "" for that of the person at ``seat``.
    """

    seat: int
    reason_code: str = ""
    profile_id: str = ""


class MatchEnding(msgspec.Struct, frozen=True):
    """The penalties at the end of a match, and their length."""

    penalties: tuple[Penalty, ...] = ()
    penalty_seconds: float = 0.0


def penalty_reason(match: Match, seat: int) -> Reason | None:
    """Return the reason to block the person at ``seat`` after the match; None if they are not blocked.

    The reasons are that their clock ended the match, or that they left it. A match that ended by votes blocks nobody,
    and neither does a match without a turn clock.
    """
    is_ended_by_vote = match.is_aborted and match.timed_out_seat is None
    if is_ended_by_vote or not match.options.has_turn_clock:
        return None
    if seat == match.timed_out_seat:
        return Reason("barred_clock", {"seat": seat})
    return Reason("barred_left", {"seat": seat}) if seat in match.departed_seats else None


def build_match_ending(match: Match, human_seats: Iterable[int]) -> MatchEnding:
    """Return the penalties of a finished match for its people, with their duration."""
    reasons = {seat: penalty_reason(match, seat) for seat in human_seats}
    penalties = tuple(Penalty(seat, reason.code) for seat, reason in reasons.items() if reason)
    seconds = match.options.penalty_minutes * 60
    return MatchEnding(penalties if seconds else (), seconds)
