"""What a table in this process may tell of its match: the read side of `game.session.local`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec

from game.ai.client import AIClient
from game.ai.estimates import ExplainedEstimate
from game.core.actions import Action, LeaveMatch, Timeout, VoteToEnd
from game.core.cards import Card
from game.core.events import CardPlayed, CardsDealt, Event, ShuffleCommitted
from game.core.messages import Reason
from game.match.assistance import read_assistance
from game.match.claims import Claim
from game.match.observation import Observation, observe
from game.match.record import Record
from game.match.setup import MatchSetup, PlayerInfo
from game.rules import Game
from game.session.hand_order import HandOrders
from game.session.hints import HintRequest, hint_refusal_reason
from game.session.hot_seat import HotSeat
from game.session.marks import DealMarks
from game.session.penalties import ChatMessage, is_vote_to_end_offered, penalty_reason
from game.session.pending_write import PendingWrite
from game.session.turn_clock import TurnClock
from game.session.undo import find_undo_points, undo_refusal_reason
from game.shuffling.commitments import DealProof, build_deal_proof, get_commitment, get_shuffle_word, reveal_secrets
from game.text.gettext import _
from game.text.player_names import format_player_names

ASSISTED_FLAG: Final = "assisted"
"""The key beside a match, and at the top level of a record, that says that a person had help in it."""


class ActiveClaim(NamedTuple):
    """Who has claimed the rest of the deal, how his cards are played, and after how many actions of it he did."""

    seat: int
    claim: Claim
    action_count: int


class SessionState:
    """The state of a `game.session.session.MatchSession`, and all that a scene asks of it without changing anything.

    `match`, `record` and `turn_clock` are the host's own: they hold hidden cards, and no scene gets them.
    """

    can_claim = True

    def __init__(
        self,
        record: Record,
        players: tuple[PlayerInfo, ...],
        seed: int,
        ai_client: AIClient,
        clock: Callable[[], float],
    ) -> None:
        self._players = players
        self.assistance = read_assistance(record.extra)
        self.chat_messages: tuple[ChatMessage, ...] = ()
        self.record = record
        self._seed = seed
        self.match = record.replay()
        self._events = (*build_commitment_events(record), *record.list_last_deal_events())
        self._hot_seat = HotSeat(self._original_human_seats)
        self._undo_points = find_undo_points(record, self._original_human_seats, len(build_commitment_events(record)))
        self._is_assisted = False
        self._hints = HintRequest(ai_client)
        self._active_claim: ActiveClaim | None = None
        self._pending_write = PendingWrite()
        self.turn_clock = TurnClock(clock)
        self._is_deal_requested = not record.deals
        self._marks = DealMarks()
        self._hand_orders = HandOrders()
        self._giving_up = False
        self._given_up = False

    @property
    def _original_human_seats(self) -> tuple[int, ...]:
        """The seats that people have had from the start."""
        return tuple(seat for seat, player in enumerate(self._players) if player.is_person)

    # -- who is there, and how it stands

    @property
    def names(self) -> tuple[str, ...]:
        return format_player_names(self.record.names)

    @property
    def players(self) -> tuple[PlayerInfo, ...]:
        return tuple(PlayerInfo(name, player.kind) for name, player in zip(self.names, self._players, strict=True))

    @property
    def rematch_setup(self) -> MatchSetup:
        record, match, word = self.record, self.match, get_shuffle_word(self.record)
        return MatchSetup(
            record.game_id, record.preset, match.options, self.players, match.dealer, word, assistance=self.assistance
        )

    @property
    def pack(self) -> tuple[Card, ...]:
        return self.match.pack

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def viewer(self) -> int | None:
        return self._hot_seat.viewer

    @property
    def awaited_seat(self) -> int | None:
        return self._hot_seat.awaited_seat

    @property
    def observation(self) -> Observation:
        return observe(self.match, self.viewer)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event.seen_by(self.viewer) for event in self._events)

    @property
    def human_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat in self._original_human_seats if seat not in self.match.departed_seats)

    @property
    def is_abandoned_by_all(self) -> bool:
        return bool(self._original_human_seats) and not self.human_seats

    @property
    def is_saving(self) -> bool:
        return self._pending_write.is_busy

    @property
    def error(self) -> str:
        fault = self._pending_write.error
        return _("The match is not given up yet. {fault}").format(fault=fault) if fault and self._giving_up else fault

    @property
    def given_up(self) -> bool:
        return self._given_up

    @property
    def is_between_deals(self) -> bool:
        return self.match.needs_deal and not self._is_deal_requested

    @property
    def is_over(self) -> bool:
        return self.match.is_over

    @property
    def is_your_turn(self) -> bool:
        turn = self.match.turn
        is_viewers_turn = turn is not None and turn == self.viewer and turn in self.human_seats
        return is_viewers_turn and not self.is_saving and not self.has_claimed

    @property
    def turn_seconds_left(self) -> float | None:
        seconds = self.match.options.turn_seconds
        if not seconds or self.match.turn not in self.human_seats or self.match.auto_play_seat is not None:
            return None
        return max(0.0, seconds - self.turn_clock.elapsed_seconds)

    def export_record(self) -> Record:
        """The record as a player may have it: without the deal that is being played, the others with their seeds, and
        marked if he had help."""
        record = reveal_secrets(self.record.without_deal_in_progress(), self._seed)
        return (
            msgspec.structs.replace(record, extra={**record.extra, ASSISTED_FLAG: True})
            if self._is_assisted
            else record
        )

    def get_proof(self, deal_number: int) -> DealProof:
        return build_deal_proof(self.record, self.match, self._seed, deal_number)

    # -- help

    @property
    def is_assisted(self) -> bool:
        return self._is_assisted

    @property
    def undo_refusal_reason(self) -> Reason | None:
        return undo_refusal_reason(
            self.match, self._original_human_seats, self._undo_points, is_allowed=self.assistance.undo
        )

    @property
    def hint_refusal_reason(self) -> Reason | None:
        return hint_refusal_reason(self.match, self._original_human_seats, is_allowed=self.assistance.hints)

    @property
    def hint(self) -> tuple[ExplainedEstimate, ...] | None:
        return self._hints.advice

    @property
    def is_hint_pending(self) -> bool:
        return self._hints.has_request and self._hints.advice is None

    @property
    def has_claimed(self) -> bool:
        return self._active_claim is not None and self._active_claim.seat == self.viewer

    # -- what the person at the screen has put down for himself

    @property
    def marks(self) -> dict[int, str]:
        return {} if self.viewer is None else self._marks.get_marks(len(self.record.deals), self.viewer)

    @property
    def hand_order(self) -> tuple[Card, ...]:
        return () if self.viewer is None else self._hand_orders.get_order(len(self.record.deals), self.viewer)

    @property
    def dealt(self) -> tuple[Card, ...]:
        seat, phase = self.viewer, self.match.phase
        if seat is None or phase is None:
            return ()
        held = set(phase.seen_by(seat).board().hands[seat])
        for event in self._events:
            if isinstance(event, CardsDealt):
                held.update(event.hands[seat])
            elif isinstance(event, CardPlayed) and event.seat == seat:
                held.add(event.card)
        return tuple(card for card in self.record.deals[-1].pack if card in held)

    # -- who may act, and leaving

    def _why_not_here(self, action: Action) -> Reason | None:
        """Return why people at this screen may not do this. The reason tells nothing of hidden cards."""
        match, seat = self.match, action.seat
        if isinstance(action, (LeaveMatch, VoteToEnd)):
            return None if seat in self.human_seats else match.illegal_reason(action) or Reason("not_here")
        if seat == self.viewer and seat in self.human_seats and not isinstance(action, Timeout):
            return None
        if not match.is_deal_in_progress:
            return match.illegal_reason(action) or Reason("not_here")
        turn = match.turn
        return Reason("not_here") if seat == turn else Reason("not_your_turn", {"seat": turn})

    @property
    def active_seat(self) -> int | None:
        seat = self.viewer if self.awaited_seat is None else self.awaited_seat
        return seat if seat in self.human_seats else None

    @property
    def vote_counts(self) -> tuple[int, int]:
        return len(self.match.votes_to_end), self.match.votes_to_end_needed

    @property
    def penalty_reasons(self) -> tuple[tuple[int, Reason], ...]:
        if not self.match.options.penalty_minutes:
            return ()
        reasons = ((seat, penalty_reason(self.match, seat)) for seat in self._original_human_seats)
        return tuple((seat, reason) for seat, reason in reasons if reason is not None)

    def can_leave(self, action_type: type[LeaveMatch] | type[VoteToEnd], seat: int) -> bool:
        if seat not in self.human_seats or (action_type is VoteToEnd and not is_vote_to_end_offered(self.match, seat)):
            return False
        return self.match.illegal_reason(action_type(seat)) is None


def build_commitment_events(record: Record) -> tuple[ShuffleCommitted, ...]:
    """What is told of the last deal before its first card."""
    commitment = get_commitment(record.deals[-1]) if record.deals else None
    return () if commitment is None else (ShuffleCommitted(len(record.deals), commitment),)
