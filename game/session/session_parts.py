"""The parts of a session that not every table has: each asks the host and shows what it has told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.ai.estimates import ExplainedEstimate
from game.core.actions import LeaveMatch, VoteToEnd
from game.core.cards import Hand
from game.core.messages import Reason
from game.match.observation import Observation
from game.match.record import Record
from game.session.host_link import HostLink
from game.session.hot_seat import is_deal_in_progress
from game.session.match_info import find_active_seat
from game.session.messages import (
    Abandon,
    ArrangeHand,
    ClaimRest,
    DiscardHint,
    MarkSeat,
    RequestHint,
    RequestLeave,
    RequestProof,
    Say,
    SeatNotes,
    StartNextDeal,
    Undo,
)
from game.session.penalties import MAX_MESSAGE_CHARACTERS, ChatMessage
from game.shuffling.commitments import DealProof


class SessionChat:
    """What was said at the table, and how to say something."""

    def __init__(self, link: HostLink) -> None:
        self._link = link

    @property
    def messages(self) -> tuple[ChatMessage, ...]:
        """What was said, the oldest first."""
        return self._link.chat_messages

    def say(self, text: str, seat: int | None = None) -> Reason | None:
        """Say something to all for a person, the active one unless ``seat`` is given. Return why not, or None."""
        link = self._link
        seat = find_active_seat(link.info, link.observation, link.hot_seat) if seat is None else seat
        if seat is None:
            return Reason("not_sayable", {"most": MAX_MESSAGE_CHARACTERS})
        return link.send(Say(text), seat)


class SessionPenalties:
    """The turn clock, leaving, and votes to end the match."""

    def __init__(self, link: HostLink) -> None:
        self._link = link

    @property
    def turn_seconds_left(self) -> float | None:
        """What is left of the clock of the person on turn, None without a clock."""
        return self._link.turn_seconds_left

    @property
    def vote_counts(self) -> tuple[int, int]:
        """Votes to end the match: those cast, and those needed."""
        return len(self._link.observation.votes_to_end), self._link.info.votes_needed

    @property
    def reasons(self) -> tuple[tuple[int, Reason], ...]:
        """The seats whose people are blocked, or will be once the match is over, and why."""
        return self._link.status.penalty_reasons

    def can_leave(self, action_type: type[LeaveMatch] | type[VoteToEnd], seat: int) -> bool:
        """Return whether the person at ``seat`` may leave the match, or is offered to vote."""
        status = self._link.status
        return seat in (status.leaving_seats if action_type is LeaveMatch else status.voting_seats)

    def request_leave(self, seat: int) -> None:
        """Tell that the person at ``seat`` thinks of leaving; in play it counts as action of the person on turn."""
        self._link.send(RequestLeave(), seat)


class SessionAssistance:
    """Undo, hints, and claiming the rest of a deal."""

    def __init__(self, link: HostLink) -> None:
        self._link = link

    @property
    def is_assisted(self) -> bool:
        """Whether a person has had help in this match: a choice taken back, or a hint."""
        return self._link.status.is_assisted

    @property
    def undo_refusal_reason(self) -> Reason | None:
        """Why the viewer may not take back their last choice of this deal, None if they may."""
        return self._link.status.undo_refusal_reason

    @property
    def hint_refusal_reason(self) -> Reason | None:
        """Why the viewer is given no hint now, None if they may ask for one."""
        return self._link.status.hint_refusal_reason

    @property
    def hint(self) -> tuple[ExplainedEstimate, ...] | None:
        """What the best computer player thinks of the viewer's choices, the best first; None while nothing is known."""
        return self._link.hint.estimates

    @property
    def is_hint_pending(self) -> bool:
        """Whether a hint was asked for and is thought about."""
        return self._link.hint.is_pending

    @property
    def has_claimed(self) -> bool:
        """Whether the viewer's cards are played for them, because they have claimed the rest of the deal."""
        claimed_seat = self._link.status.claimed_seat
        return claimed_seat is not None and claimed_seat == self._link.viewer

    def undo(self) -> Reason | None:
        """Take back the viewer's last choice and all that was done since. Return why not, or None."""
        return self.undo_refusal_reason or self._link.send(Undo(), self._link.viewer)

    def request_hint(self) -> Reason | None:
        """Ask what the computer would do in the viewer's place. Return why not, or None."""
        return self.hint_refusal_reason or self._link.send(RequestHint(), self._link.viewer)

    def discard_hint(self) -> None:
        """Drop the hint, or the question."""
        self._link.send(DiscardHint())

    def claim(self) -> Reason | None:
        """Claim for the viewer what is certain (`game.match.claims`): their cards are played for them.

        Return None if that is done, else why it is refused.
        """
        if self._link.viewer is None or self.has_claimed:
            return Reason("claim_not")
        return self._link.send(ClaimRest(), self._link.viewer)


class SessionAnnotations:
    """What the viewer has put down for their own eyes in this deal; the host keeps it, but not in the record.

    Without a ``link`` it is forgotten with the session. ``notes``: what was kept of the deal that goes on.
    """

    def __init__(
        self, get_observation: Callable[[], Observation], link: HostLink | None = None, notes: Sequence[SeatNotes] = ()
    ) -> None:
        deal_number = get_observation().deal_number if notes else 0
        self._get_observation = get_observation
        self._link = link
        self._marks: dict[tuple[int, int | None], dict[int, str]] = {
            (deal_number, note.seat): dict(note.marks) for note in notes
        }
        self._hand_orders: dict[tuple[int, int | None], Hand] = {(deal_number, note.seat): note.hand for note in notes}

    @property
    def _key(self) -> tuple[int, int | None]:
        observation = self._get_observation()
        return observation.deal_number, observation.seat

    @property
    def marks(self) -> dict[int, str]:
        """What the viewer has marked at other seats."""
        return self._marks.get(self._key, {})

    @property
    def hand_order(self) -> Hand:
        """How the viewer has arranged cards, from the left; empty if they have not."""
        return self._hand_orders.get(self._key, ())

    @property
    def dealt(self) -> Hand:
        """The viewer's own cards in the order in which they came, as far as the host tells it."""
        return () if self._link is None else self._link.view.dealt

    def mark_seat(self, seat: int, word: str) -> Reason | None:
        """Mark another seat, with an empty word not any more. Return why not, or None."""
        reason = self._store(MarkSeat(seat, word))
        if reason is None:
            marks = {**self.marks, seat: word}
            self._marks[self._key] = {marked_seat: mark for marked_seat, mark in marks.items() if mark}
        return reason

    def arrange_hand(self, hand: Hand) -> Reason | None:
        """Hold the cards in this order, with none as the screen sorts them. Return why not, or None."""
        reason = self._store(ArrangeHand(hand)) if hand != self.hand_order else None
        if reason is None:
            self._hand_orders[self._key] = hand
        return reason

    def _store(self, request: MarkSeat | ArrangeHand) -> Reason | None:
        viewer = self._get_observation().seat
        if viewer is None:
            return Reason("not_here")
        return None if self._link is None else self._link.send(request, viewer)


class MatchCourse:
    """The match that is kept and goes on over several deals.

    ``export_record`` returns the record as a player may have it, without the deal in progress; None if none is kept.
    """

    def __init__(self, link: HostLink, export_record: Callable[[], Record | None]) -> None:
        self.export_record = export_record
        self._link = link

    @property
    def match_id(self) -> int | None:
        """The number that the match is kept under, None if it is not kept."""
        return self._link.status.match_id

    @property
    def is_between_deals(self) -> bool:
        """Whether the match waits for `start_next_deal`."""
        return self._link.status.is_between_deals

    @property
    def is_given_up(self) -> bool:
        """Whether the match was given up, and that is on the disk."""
        return self._link.status.is_given_up

    def start_next_deal(self) -> None:
        """Go on with the next deal: the result has been seen."""
        self._link.send(StartNextDeal())

    def abandon(self) -> None:
        """End the match as it is: it is kept, but nobody goes on with it. Nothing more is accepted.

        It is written after everything that is still being saved; `is_given_up` says when that is done, the session's
        `error` if it could not be. Call it again, or `retry`, to try again.
        """
        self._link.is_closed = True
        self._link.send(Abandon())

    def get_proof(self, deal_number: int) -> DealProof:
        """Return what can be shown of the shuffle of a deal, counted from 1; of an open deal only its seal."""
        link, observation = self._link, self._link.observation
        proof = link.proofs.get(deal_number)
        is_open = deal_number == observation.deal_number and is_deal_in_progress(observation)
        if proof is None or proof.is_in_progress != is_open:
            link.send(RequestProof(deal_number))
        return link.proofs.get(deal_number) or DealProof(deal_number=deal_number, is_in_progress=is_open)
