"""What a table does about absent and departing players, in every game (source 004; rules.md, "Table discipline")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from game.core.messages import N_, Reason
from game.core.sanitizer import is_visible_line, sanitize_line
from game.match.match import Match
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.storage.matches import MatchEnding
from game.storage.profiles import Penalty
from game.text.gettext import _

MAX_MESSAGE_CHARACTERS: Final = 200
MAX_STORED_MESSAGES: Final = 500
TIMEOUT_WARNING_S: Final = 10
MAX_CLOCK_RESTARTS_PER_TURN: Final = 3
"""So often in a turn may talk, or asking to leave, restart the clock."""

CHAT_PHRASES: Final = (
    N_("Good luck!"), N_("Well played!"), N_("One moment, please."), N_("Whose turn is it?"), N_("Sorry!"),
    N_("Thank you for the game."),
)  # fmt: skip
"""What may be said where talk is held to the offered phrases: nothing about the cards (source 000)."""


class ChatMessage(msgspec.Struct, frozen=True):
    """Something said at the table, to all."""

    seat: int
    text: str


def is_valid_message(text: str) -> bool:
    """Whether ``text`` can be said: one line of 1 to 200 printable characters, something to be seen among them."""
    return is_visible_line(text, MAX_MESSAGE_CHARACTERS)


# -- talk ------------------------------------------------------------------------------------------


def chat_refusal_reason(match: Match) -> Reason | None:
    """Why nobody may talk now, whatever he says; None if people may (`talk`; in Briscola not in the first trick)."""
    if match.options.talk == "none":
        return Reason("talk_off")
    return match.phase.chat_refusal_reason if match.is_deal_in_progress and match.phase is not None else None


def message_refusal_reason(match: Match, text: str) -> Reason | None:
    """Why a person at the table may not say ``text`` now, or None. Phrases may be said in the player's language."""
    line = sanitize_line(text, len(text))
    if len(text.splitlines()) > 1 or not is_valid_message(line):
        return Reason("not_sayable", {"most": MAX_MESSAGE_CHARACTERS})
    reason = chat_refusal_reason(match)
    if reason is not None or match.options.talk == "free":
        return reason
    return None if any(line in (phrase, _(phrase)) for phrase in CHAT_PHRASES) else Reason("talk_phrases")


def can_computer_players_chat(match: Match) -> bool:
    """Whether computer players may remark on what they do; their lines are the program's and tell of no card."""
    return chat_refusal_reason(match) is None


# -- the clock -------------------------------------------------------------------------------------


def can_restart_clock(match: Match, seat: int, restart_count: int) -> bool:
    """Whether talk of ``seat``, or its asking to leave, counts as action and restarts the clock of its turn.

    Only in play: the clock of an auction or a declaration is stopped by calling, passing, declaring or leaving
    alone. ``restart_count``: how often it was restarted in this turn.
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
    """Whether ``seat`` is offered to vote for the exit: under a clock, once in a match, between deals too.

    `Match.illegal_reason` asks for no clock: a record may hold votes without one.
    """
    has_started, votes = match.phase is not None, match.votes_to_end
    return match.options.has_turn_clock and has_started and not match.is_over and seat not in votes


def is_ahead(observation: Observation, seat: int) -> bool:
    """Whether a seat stands at the top and somebody below it. Where scores count down the lowest is the top."""
    best, worst = _find_best_and_worst_total(observation)
    return observation.totals[seat] == best != worst


def is_behind(observation: Observation, seat: int) -> bool:
    """Whether a seat stands at the bottom and somebody above it."""
    best, worst = _find_best_and_worst_total(observation)
    return observation.totals[seat] == worst != best


def _find_best_and_worst_total(observation: Observation) -> tuple[int, int]:
    """The best total and the worst."""
    low, high = min(observation.totals), max(observation.totals)
    return (low, high) if GAMES[observation.game_id].is_lower_total_better else (high, low)


def decide_computer_votes(match: Match, computer_seats: tuple[int, ...]) -> tuple[int, ...]:
    """Who of the computer players, asked by a vote, votes yes too: those who are not ahead.

    They judge by what somebody sees who only watches: no secret enters a vote. Without a clock nobody asks.
    """
    if not match.votes_to_end or match.is_over or not match.options.has_turn_clock:
        return ()
    observation = observe(match, None)
    return tuple(
        seat for seat in computer_seats if seat not in observation.votes_to_end and not is_ahead(observation, seat)
    )


# -- the bar ---------------------------------------------------------------------------------------


def penalty_reason(match: Match, seat: int) -> Reason | None:
    """Why the person at ``seat`` is barred once the match is over: his clock ended it, or he left it. None if not.

    Votes that unlocked the exit bar nobody, and neither does a match without a clock.
    """
    is_ended_by_vote = match.is_aborted and match.timed_out_seat is None
    if is_ended_by_vote or not match.options.has_turn_clock:
        return None
    if seat == match.timed_out_seat:
        return Reason("barred_clock", {"seat": seat})
    return Reason("barred_left", {"seat": seat}) if seat in match.departed_seats else None


def find_penalized_seats(match: Match) -> tuple[int, ...]:
    """The seats whose people are barred when the match is over: who left it, and whose clock ended it."""
    if not match.is_over:
        return ()
    candidate_seats = (
        match.departed_seats
        if match.timed_out_seat is None
        else dict.fromkeys((*match.departed_seats, match.timed_out_seat))
    )
    return tuple(seat for seat in candidate_seats if penalty_reason(match, seat) is not None)


def penalty_seconds(match: Match) -> int:
    """How long they are barred."""
    return match.options.penalty_minutes * 60


def build_match_ending(match: Match, human_seats: Iterable[int]) -> MatchEnding:
    """Return what is kept of a match when it is over: which of the people are blocked, and for how long."""
    reasons = {seat: penalty_reason(match, seat) for seat in human_seats}
    penalties = tuple(Penalty(seat, reason.code) for seat, reason in reasons.items() if reason)
    seconds = penalty_seconds(match)
    return MatchEnding(penalties if seconds else (), seconds)
