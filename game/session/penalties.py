"""Table discipline: chat, clock restarts, votes to end, and penalties.

Except for the rules of chat it applies only to matches with a turn clock. Source: document 004; docs/rules.md, "Table
discipline".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from game.core.messages import N_, Reason
from game.core.sanitizer import is_visible_line, sanitize_line
from game.match.match import Match
from game.match.observation import Observation, observe
from game.match.penalties import MatchEnding, Penalty
from game.rules import GAMES
from game.text.gettext import _

MAX_MESSAGE_CHARACTERS: Final = 200
MAX_STORED_MESSAGES: Final = 500
TIMEOUT_WARNING_S: Final = 10
MAX_CLOCK_RESTARTS_PER_TURN: Final = 3
"""The number of times that chat or `RequestLeave` can restart the turn clock in one turn."""

CHAT_PHRASES: Final = (
    N_("Good luck!"), N_("Well played!"), N_("One moment, please."), N_("Whose turn is it?"), N_("Sorry!"),
    N_("Thank you for the game."),
)  # fmt: skip
"""The messages that are allowed if ``talk`` is "phrases"; none is about the cards (source 000)."""


class ChatMessage(msgspec.Struct, frozen=True):
    """A chat message to all, from the person or computer player at ``seat``."""

    seat: int
    text: str


def is_valid_message(text: str) -> bool:
    """Return whether ``text`` is a line of 1 to 200 characters, some of them visible.

    All characters must be printable.
    """
    return is_visible_line(text, MAX_MESSAGE_CHARACTERS)


# -- chat ------------------------------------------------------------------------------------------


def chat_refusal_reason(match: Match | Observation) -> Reason | None:
    """Return the reason against any chat now; None if chat is allowed.

    ``match``: the match, or what a seat sees of it. Source: the option ``talk``, and the phase of the game (in Briscola
    the first trick, from its first card); docs/rules.md, "Table discipline".
    """
    if match.options.talk == "none":
        return Reason("talk_off")
    phase = match.phase
    is_deal_in_progress = phase is not None and phase.result is None and not match.is_over
    return phase.chat_refusal_reason if phase is not None and is_deal_in_progress else None


def message_refusal_reason(match: Match, text: str) -> Reason | None:
    """Return the reason against ``text`` as a person's message now; None if it may be sent.

    Besides `chat_refusal_reason`: it must be valid, and one of `CHAT_PHRASES`, in English or in the player's language,
    if ``talk`` is "phrases".
    """
    line = sanitize_line(text, len(text))
    if len(text.splitlines()) > 1 or not is_valid_message(line):
        return Reason("not_sayable", {"most": MAX_MESSAGE_CHARACTERS})
    reason = chat_refusal_reason(match)
    if reason is not None or match.options.talk == "free":
        return reason
    return None if any(line in (phrase, _(phrase)) for phrase in CHAT_PHRASES) else Reason("talk_phrases")


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


def find_penalized_seats(match: Match) -> tuple[int, ...]:
    """Return the seats whose people are blocked after the match; () before its end."""
    if not match.is_over:
        return ()
    candidate_seats = (
        match.departed_seats
        if match.timed_out_seat is None
        else dict.fromkeys((*match.departed_seats, match.timed_out_seat))
    )
    return tuple(seat for seat in candidate_seats if penalty_reason(match, seat) is not None)


def penalty_seconds(match: Match) -> int:
    """Return the time for which the people of `find_penalized_seats` are blocked, in seconds; 0 without penalties."""
    return match.options.penalty_minutes * 60


def build_match_ending(match: Match, human_seats: Iterable[int]) -> MatchEnding:
    """Return the penalties of a finished match for its people, with their duration."""
    reasons = {seat: penalty_reason(match, seat) for seat in human_seats}
    penalties = tuple(Penalty(seat, reason.code) for seat, reason in reasons.items() if reason)
    seconds = penalty_seconds(match)
    return MatchEnding(penalties if seconds else (), seconds)
