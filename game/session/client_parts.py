"""The optional parts of a session that knows its host by messages: see the protocols in `game.session.session`."""

from __future__ import annotations

from math import inf
from typing import Protocol

from game.ai.estimates import ExplainedEstimate
from game.core.actions import LeaveMatch, VoteToEnd
from game.core.messages import Reason
from game.match.observation import Observation
from game.session.messages import (
    ClaimRest,
    DiscardHint,
    HintMessage,
    MatchStatus,
    Request,
    RequestHint,
    RequestLeave,
    Say,
    Undo,
)
from game.session.penalties import MAX_MESSAGE_CHARACTERS, MAX_STORED_MESSAGES, ChatMessage


class Client(Protocol):
    """What the parts need of their session."""

    status: MatchStatus
    hint: HintMessage

    @property
    def viewer(self) -> int | None: ...
    @property
    def is_your_turn(self) -> bool: ...
    @property
    def active_seat(self) -> int | None: ...
    @property
    def observation(self) -> Observation: ...
    @property
    def votes_needed(self) -> int: ...
    @property
    def turn_seconds_left(self) -> float | None: ...
    def send(self, request: Request, seat: int | None = None) -> Reason | None: ...


class ClientChat:
    """A `game.session.session.SessionChat`."""

    def __init__(self, client: Client, messages: tuple[ChatMessage, ...]) -> None:
        self.messages = messages
        self._client = client

    @property
    def is_computer_chat_enabled(self) -> bool:
        return True

    @is_computer_chat_enabled.setter
    def is_computer_chat_enabled(self, is_enabled: bool) -> None:
        """Whether computer players talk is the host's choice."""

    @property
    def seconds_until_reply(self) -> float:
        return inf

    def add(self, message: ChatMessage) -> None:
        """Take a message that the host has told."""
        self.messages = (*self.messages, message)[-MAX_STORED_MESSAGES:]

    def say(self, text: str, seat: int | None = None) -> Reason | None:
        seat = self._client.active_seat if seat is None else seat
        if seat is None:
            return Reason("not_sayable", {"most": MAX_MESSAGE_CHARACTERS})
        return self._client.send(Say(text), seat)


class ClientPenalties:
    """A `game.session.session.SessionPenalties`."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @property
    def turn_seconds_left(self) -> float | None:
        return self._client.turn_seconds_left

    @property
    def vote_counts(self) -> tuple[int, int]:
        return len(self._client.observation.votes_to_end), self._client.votes_needed

    @property
    def reasons(self) -> tuple[tuple[int, Reason], ...]:
        return self._client.status.penalty_reasons

    def can_leave(self, action_type: type[LeaveMatch] | type[VoteToEnd], seat: int) -> bool:
        status = self._client.status
        return seat in (status.leaving_seats if action_type is LeaveMatch else status.voting_seats)

    def request_leave(self, seat: int) -> None:
        self._client.send(RequestLeave(), seat)


class ClientAssistance:
    """A `game.session.session.SessionAssistance`."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @property
    def is_assisted(self) -> bool:
        return self._client.status.is_assisted

    @property
    def undo_refusal_reason(self) -> Reason | None:
        return self._client.status.undo_refusal_reason

    @property
    def hint_refusal_reason(self) -> Reason | None:
        return self._client.status.hint_refusal_reason

    @property
    def hint(self) -> tuple[ExplainedEstimate, ...] | None:
        return self._client.hint.estimates

    @property
    def is_hint_pending(self) -> bool:
        return self._client.hint.is_pending

    @property
    def has_claimed(self) -> bool:
        claimed_seat = self._client.status.claimed_seat
        return claimed_seat is not None and claimed_seat == self._client.viewer

    def undo(self) -> Reason | None:
        return self.undo_refusal_reason or self._client.send(Undo(), self._client.viewer)

    def request_hint(self) -> Reason | None:
        return self.hint_refusal_reason or self._client.send(RequestHint(), self._client.viewer)

    def discard_hint(self) -> None:
        self._client.send(DiscardHint())

    def claim(self) -> Reason | None:
        client = self._client
        return client.send(ClaimRest(), client.viewer) if client.is_your_turn else Reason("claim_not")
