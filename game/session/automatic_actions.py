"""The actions of a hosted match that nobody takes at a screen: of computer players, claims and the turn clock."""

from __future__ import annotations

from collections.abc import Collection

from game.core.actions import Action, Timeout, VoteToEnd
from game.match.match import Match
from game.match.observation import observe
from game.match.table_discipline import decide_computer_votes
from game.session.assistance import Assistance
from game.session.computer_seats import ComputerSeats
from game.session.dealing import Dealing
from game.session.moment import Moment
from game.session.turn_clock import TurnClock


class AutomaticActions:
    """The choice of automatic actions in one hosted match; ``human_seats``: of the whole match."""

    def __init__(
        self,
        human_seats: tuple[int, ...],
        turn_clock: TurnClock,
        assistance: Assistance,
        computer_seats: ComputerSeats,
        dealing: Dealing,
    ) -> None:
        self._human_seats = human_seats
        self._turn_clock = turn_clock
        self._assistance = assistance
        self._computer_seats = computer_seats
        self._dealing = dealing
        self._substituted_seats: frozenset[int] = frozenset()

    def substitute(self, seats: Collection[int]) -> None:
        """Let a computer player choose for the people at ``seats``, and for nobody else, until the next call."""
        self._substituted_seats = frozenset(seats)

    def is_present(self, match: Match, seat: int | None) -> bool:
        """Return whether ``seat`` belongs to a person who has not left and plays without a substitute."""
        return seat in self._human_seats and seat not in match.departed_seats and seat not in self._substituted_seats

    def find_seconds_left(self, match: Match) -> float | None:
        """Return the seconds left to the person on turn, or None without a clock."""
        turn_seconds = match.options.turn_seconds
        if not turn_seconds or match.auto_play_seat is not None or not self.is_present(match, match.turn):
            return None
        return max(0.0, turn_seconds - self._turn_clock.elapsed_seconds)

    def choose_vote(self, match: Match) -> VoteToEnd | None:
        """Return the vote of a computer player that joins a vote to end, None if there is none."""
        computer_seats = tuple(seat for seat in range(match.seats) if not self.is_present(match, seat))
        voters = decide_computer_votes(match, computer_seats)
        return VoteToEnd(voters[0]) if voters else None

    def begin_turn(self, moment: Moment) -> None:
        """Let the computer player on turn begin to think, if one is."""
        match = moment.match
        if match.turn is not None and match.auto_play_seat is None and not self.is_present(match, match.turn):
            self._request_action(moment, match.turn)

    def _request_action(self, moment: Moment, seat: int) -> None:
        rng = self._dealing.make_rng(moment.record, "ai")
        self._computer_seats.request_action(observe(moment.match, seat), seat, rng)

    def choose(self, moment: Moment) -> Action | None:
        """Return the action that is due on this turn, None if a person or a computer player is still to choose."""
        match, turn = moment.match, moment.match.turn
        if turn is None:
            return None
        if match.auto_play_seat is not None:
            return self._dealing.choose_forced_play(moment.record, match)
        return self._choose_for_person(match, turn) if self.is_present(match, turn) else self._take_choice(moment, turn)

    def _choose_for_person(self, match: Match, turn: int) -> Action | None:
        claim = self._assistance.claim
        self._turn_clock.start_for(turn)
        if claim is not None and claim.seat == turn:
            return claim.claim.next_play(observe(match, turn)) if self._is_pace_kept else None
        return Timeout(turn) if self.find_seconds_left(match) == 0.0 else None

    def _take_choice(self, moment: Moment, turn: int) -> Action | None:
        if not self._computer_seats.has_request:
            self._request_action(moment, turn)
        action = self._computer_seats.action
        is_held = self._assistance.needs_answer_first(self._turn_clock.elapsed_seconds)
        if action is None or is_held or not self._is_pace_kept:
            return None
        self._computer_seats.cancel()
        return action

    @property
    def _is_pace_kept(self) -> bool:
        """Whether the least duration of an automatic turn is over."""
        return self._turn_clock.elapsed_seconds >= self._computer_seats.min_thinking_s
