"""Everything that passes between the host of a match and a session: frozen values, none with a method that acts.

A session sends a `Command`; the host answers each one with an `Answer` and tells, with the other messages, what the
seats of that session may know. `game.session.wire` turns all of them into bytes and back.
"""

from __future__ import annotations

from typing import Final, Protocol

import msgspec

from game.ai.estimates import ExplainedEstimate
from game.core.actions import Action
from game.core.cards import Hand
from game.core.events import Event
from game.core.messages import Reason
from game.match.observation import Observation, Transition
from game.session.match_info import MatchInfo
from game.session.penalties import ChatMessage
from game.shuffling.commitments import DealProof

MAX_HELD_COMMANDS: Final = 16
"""Number of actions of one session that wait at most while the host saves something."""
MAX_THINKING_S: Final = 60.0
"""The longest time that a computer player can be told to take at least."""


# -- from a session to the host --------------------------------------------------------------------


class Request(msgspec.Struct, frozen=True):
    """What a seat wants."""


class TakeAction(Request, frozen=True):
    """Play, bid, leave, vote, or do whatever else stands in the record."""

    action: Action


class ReportReady(Request, frozen=True):
    """The screen has shown every transition up to the command's revision, or is busy again."""

    is_ready: bool


class StartNextDeal(Request, frozen=True):
    """The result has been seen."""


class Say(Request, frozen=True):
    """Say something to all."""

    text: str


class Undo(Request, frozen=True):
    """Take the last choice back."""


class RequestHint(Request, frozen=True):
    """Ask what the best computer player would do."""


class DiscardHint(Request, frozen=True):
    """The hint is not wanted any more."""


class ClaimRest(Request, frozen=True):
    """Claim the rest of the deal, as far as it is certain."""


class RequestLeave(Request, frozen=True):
    """A person thinks of leaving."""


class Abandon(Request, frozen=True):
    """End the match as it is."""


class Retry(Request, frozen=True):
    """Try again to save what could not be saved."""


class SetComputerPlay(Request, frozen=True):
    """Let computer players take at least ``min_thinking_s`` seconds, at most `MAX_THINKING_S`, and remark or not."""

    min_thinking_s: float
    is_chat_enabled: bool


class MarkSeat(Request, frozen=True):
    """Mark another seat with a short word, with an empty one not any more."""

    marked_seat: int
    word: str


class ArrangeHand(Request, frozen=True):
    """Hold these cards, which the seat was dealt, in this order."""

    hand: Hand


class RequestProof(Request, frozen=True):
    """Ask what can be shown of the shuffle of a deal, counted from 1."""

    deal_number: int


class Command(msgspec.Struct, frozen=True):
    """A seat and what it wants.

    ``number`` counts the commands of a session; ``seat`` is None where no seat in particular asks; ``revision`` is the
    number of transitions that the session had seen.
    """

    number: int
    seat: int | None
    revision: int
    request: Request


# -- from the host to a session --------------------------------------------------------------------


class HostMessage(msgspec.Struct, frozen=True):
    """What the host tells one session."""


class SeatView(msgspec.Struct, frozen=True):
    """What the session may show while somebody at ``seat`` looks; None is nobody in particular.

    ``dealt``: the seat's own cards of the deal in the order in which they came.
    """

    seat: int | None
    observation: Observation
    events: tuple[Event, ...]
    dealt: Hand


class SeatNotes(msgspec.Struct, frozen=True):
    """What the person at ``seat`` has put down for themselves in the last deal: marks by seat, and the hand's order."""

    seat: int
    marks: tuple[tuple[int, str], ...]
    hand: Hand


class FirstMessage(HostMessage, frozen=True, kw_only=True):
    """What the match is, and how it is now.

    ``views`` are in the order in which every `TransitionMessage` has its transitions.
    """

    info: MatchInfo
    revision: int
    views: tuple[SeatView, ...]
    chat_messages: tuple[ChatMessage, ...]
    notes: tuple[SeatNotes, ...]


class TransitionMessage(HostMessage, frozen=True, kw_only=True):
    """An accepted action, as each view of the session saw it.

    ``revision`` counts the transitions of the match. ``event_count``: number of events of the deal before this
    transition, 0 where a deal begins; what the session knows beyond is taken back.
    """

    revision: int
    transitions: tuple[Transition, ...]
    dealt: tuple[Hand, ...]
    event_count: int


class MatchStatus(HostMessage, frozen=True, kw_only=True):
    """What is under way and what is possible now, sent whenever it changes.

    ``claimed_seat``: the session's seat whose cards are played for it. ``auto_play_seat``: the seat whose clock ran
    out. ``leaving_seats``, ``voting_seats``: seats of people who may leave, and who are offered a vote to end.
    """

    match_id: int | None = None
    is_saving: bool = False
    error: str = ""
    is_between_deals: bool = False
    is_given_up: bool = False
    is_assisted: bool = False
    claimed_seat: int | None = None
    auto_play_seat: int | None = None
    undo_refusal_reason: Reason | None = None
    hint_refusal_reason: Reason | None = None
    penalty_reasons: tuple[tuple[int, Reason], ...] = ()
    leaving_seats: tuple[int, ...] = ()
    voting_seats: tuple[int, ...] = ()


class Answer(HostMessage, frozen=True):
    """Whether the command with this number was taken: ``reason`` is None, or why not."""

    number: int
    reason: Reason | None


class DeadlineMessage(HostMessage, frozen=True):
    """What is left of the clock of the person on turn, in seconds; None without a clock."""

    seconds_left: float | None


class ChatLine(HostMessage, frozen=True):
    """Something was said."""

    message: ChatMessage


class HintMessage(HostMessage, frozen=True):
    """How far a hint is: thought about, ready with ``estimates`` (the best first), or neither."""

    is_pending: bool
    estimates: tuple[ExplainedEstimate, ...] | None


class ProofMessage(HostMessage, frozen=True):
    """What can be shown of the shuffle of a deal."""

    proof: DealProof


class Connection(Protocol):
    """The way from a session to its host, in the same process or not."""

    def send(self, command: Command) -> None:
        """Hand a command to the host."""
        ...

    def receive(self) -> list[HostMessage]:
        """Return what the host has told since the last call, the oldest first. Never waits."""
        ...
