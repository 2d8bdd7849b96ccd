"""The optional parts of a session.

Each sends requests to the host and shows the state that the host has sent.
"""

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
    Ready,
    RequestHint,
    RequestLeave,
    RequestProof,
    Say,
    SeatNotes,
    Undo,
)
from game.session.penalties import MAX_MESSAGE_CHARACTERS, ChatMessage, chat_refusal_reason
from game.shuffling.commitments import DealProof


class SessionChat:
    """The chat of a match."""

    def __init__(self, link: HostLink) -> None:
        self._link = link

    @property
    def messages(self) -> tuple[ChatMessage, ...]:
        """The messages so far, the oldest first."""
        return self._link.chat_messages

    @property
    def mutable_seats(self) -> tuple[int, ...]:
        """The seats of people at other screens, whose messages the person can mute."""
        return ()

    @property
    def muted_seats(self) -> frozenset[int]:
        """The seats whose messages the person does not want to see; nobody else is told."""
        return frozenset()

    def mute(self, seat: int, is_muted: bool) -> None:
        """Mute the person at ``seat`` until the end of the match, or show their messages again."""
        raise NotImplementedError

    def find_refusal_reason(self) -> Reason | None:
        """Return the reason for which a message of a person at this screen would be refused now, or None."""
        if self._link.status.error:
            return Reason("being_saved")
        return chat_refusal_reason(self._link.observation)

    def say(self, text: str, seat: int | None = None) -> Reason | None:
        """Send a message of the person at ``seat``, by default the one at the screen.

        Return the reason if it is refused at once, else None.
        """
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
        """The seconds left to the person on turn, or None without a clock."""
        return self._link.turn_seconds_left

    @property
    def vote_counts(self) -> tuple[int, int]:
        """The votes to end so far, and the number that ends the match."""
        return len(self._link.observation.votes_to_end), self._link.info.votes_needed

    @property
    def reasons(self) -> tuple[tuple[int, Reason], ...]:
        """The seats whose people are or will be blocked after the match, and the reason."""
        return self._link.status.penalty_reasons

    def can_leave(self, action_type: type[LeaveMatch] | type[VoteToEnd], seat: int) -> bool:
        """Return whether the person at ``seat`` may leave, or is offered a vote to end.

        ``action_type``: `LeaveMatch` or `VoteToEnd`.
        """
        status = self._link.status
        return seat in (status.leaving_seats if action_type is LeaveMatch else status.voting_seats)

    def request_leave(self, seat: int) -> None:
        """Tell the host that a person considers leaving, which can restart the turn clock."""
        self._link.send(RequestLeave(), seat)


class SessionAssistance:
    """Undo, hints, and claims of the remaining tricks."""

    def __init__(self, link: HostLink) -> None:
        self._link = link

    @property
    def is_assisted(self) -> bool:
        """Whether undo or a hint was used in this match."""
        return self._link.status.is_assisted

    @property
    def undo_refusal_reason(self) -> Reason | None:
        """The reason against an undo now, or None."""
        return self._link.status.undo_refusal_reason

    @property
    def hint_refusal_reason(self) -> Reason | None:
        """The reason against a hint now, or None."""
        return self._link.status.hint_refusal_reason

    @property
    def hint(self) -> tuple[ExplainedEstimate, ...] | None:
        """The estimate of each of the viewer's choices, best first; None without a hint."""
        return self._link.hint.estimates

    @property
    def is_hint_pending(self) -> bool:
        """Whether a hint was requested and is not ready yet."""
        return self._link.hint.is_pending

    @property
    def has_claimed(self) -> bool:
        """Whether the viewer's cards are played automatically after a claim."""
        claimed_seat = self._link.status.claimed_seat
        return claimed_seat is not None and claimed_seat == self._link.viewer

    def undo(self) -> Reason | None:
        """Request to take back the viewer's last choice and everything after it.

        Return the reason if it is refused at once, else None.
        """
        return self.undo_refusal_reason or self._link.send(Undo(), self._link.viewer)

    def request_hint(self) -> Reason | None:
        """Request a hint for the viewer. Return the reason if it is refused at once, else None."""
        return self.hint_refusal_reason or self._link.send(RequestHint(), self._link.viewer)

    def discard_hint(self) -> None:
        """Drop the hint, or the request for it."""
        self._link.send(DiscardHint())

    def claim(self) -> Reason | None:
        """Claim the remaining tricks for the viewer if that is certain.

        Their cards are then played automatically (`game.match.claims`). Return the reason if it is refused at once,
        else None.
        """
        if self._link.viewer is None or self.has_claimed:
            return Reason("claim_not")
        return self._link.send(ClaimRest(), self._link.viewer)


class SessionAnnotations:
    """The viewer's private notes in this deal: marks on other seats, hand order.

    The host stores them outside the record. Without a ``link`` they last as long as the session. ``notes``: the stored
    notes of the deal in progress.
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
        """The viewer's marks in this deal, by marked seat."""
        return self._marks.get(self._key, {})

    @property
    def hand_order(self) -> Hand:
        """The viewer's hand from left to right as they arranged it, or () if they did not."""
        return self._hand_orders.get(self._key, ())

    @property
    def dealt(self) -> Hand:
        """The viewer's cards of the deal in the order in which they came.

        Without a host it is ().
        """
        return () if self._link is None else self._link.view.dealt

    def mark_seat(self, seat: int, word: str) -> Reason | None:
        """Mark another seat; an empty ``word`` removes the mark.

        Return the reason if it is refused, else None.
        """
        reason = self._store(MarkSeat(seat, word))
        if reason is None:
            marks = {**self.marks, seat: word}
            self._marks[self._key] = {marked_seat: mark for marked_seat, mark in marks.items() if mark}
        return reason

    def arrange_hand(self, hand: Hand) -> Reason | None:
        """Keep ``hand`` as the order of the viewer's cards; () lets the screen sort them.

        Return the reason if it is refused, else None.
        """
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
    """The stored match with its deals.

    ``export_record``: returns the record as a player may have it, without the deal in progress; None if there is no
    record.
    """

    def __init__(self, link: HostLink, export_record: Callable[[], Record | None]) -> None:
        self.export_record = export_record
        self._link = link

    @property
    def match_id(self) -> int | None:
        """The id of the stored match, None until it is stored."""
        return self._link.status.match_id

    @property
    def is_between_deals(self) -> bool:
        """Whether the match waits for `start_next_deal`."""
        return self._link.status.is_between_deals

    @property
    def is_given_up(self) -> bool:
        """Whether `abandon` was called and is done on disk."""
        return self._link.status.is_given_up

    def start_next_deal(self) -> None:
        """Request the next deal, after the result of the last one was shown."""
        self._link.send(Ready())

    def abandon(self) -> None:
        """End the match in its present state: it stays stored, but nobody can continue it.

        No more actions are accepted. The write follows those that are pending. `is_given_up` says that it is done, and
        the session's `error` that it failed; then call `abandon` or the session's `retry` again.
        """
        self._link.is_closed = True
        self._link.send(Abandon())

    def get_proof(self, deal_number: int) -> DealProof:
        """Return the proof of the shuffle of a deal, counted from 1.

        For a deal in progress it is only the seal. Until the host answers, it is the last proof that it sent, or an
        empty one.
        """
        link, observation = self._link, self._link.observation
        proof = link.proofs.get(deal_number)
        is_open = deal_number == observation.deal_number and is_deal_in_progress(observation)
        if proof is None or proof.is_in_progress != is_open:
            link.send(RequestProof(deal_number))
        return link.proofs.get(deal_number) or DealProof(deal_number=deal_number, is_in_progress=is_open)
