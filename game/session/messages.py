"""The messages between a host and a session: frozen values without behavior.

A session sends a `Command`, and the host answers each one with an `Answer`. Its other messages tell what the seats of
that session may know. `game.session.wire` gives them a form for another process.
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
"""The number of actions of one session that can wait for a write of the host."""
MAX_THINKING_S: Final = 60.0
"""The upper bound of `SetComputerPlay.min_thinking_s`."""


# -- from a session to the host --------------------------------------------------------------------


class Request(msgspec.Struct, frozen=True):
    """A request of a session."""


class TakeAction(Request, frozen=True):
    """A request to take an action of the record: to play, bid, leave, vote, ..."""

    action: Action


class ReportReady(Request, frozen=True):
    """A report that the screen has shown all transitions, or is busy again.

    It is about transitions up to the revision of the command.
    """

    is_ready: bool


class StartNextDeal(Request, frozen=True):
    """A request for the next deal, after the result of the last one was shown."""


class Say(Request, frozen=True):
    """A chat message to all."""

    text: str


class Undo(Request, frozen=True):
    """A request to take back the last choice."""


class RequestHint(Request, frozen=True):
    """A request for a hint by the best computer player."""


class DiscardHint(Request, frozen=True):
    """A request to drop the hint, or to stop thinking about it."""


class ClaimRest(Request, frozen=True):
    """A request to claim the rest of the deal."""


class RequestLeave(Request, frozen=True):
    """A report that a person considers leaving, which can restart the turn clock."""


class Abandon(Request, frozen=True):
    """A request to end the match in its present state."""


class Retry(Request, frozen=True):
    """A request to start failed writes again, and to ask a computer player again that failed."""


class SetComputerPlay(Request, frozen=True):
    """The least duration of a computer player's turn, and whether they chat.

    ``min_thinking_s``: 0 to `MAX_THINKING_S` seconds.
    """

    min_thinking_s: float
    is_chat_enabled: bool


class MarkSeat(Request, frozen=True):
    """A request to mark another seat; an empty word removes the mark."""

    marked_seat: int
    word: str


class ArrangeHand(Request, frozen=True):
    """A request to keep this order of the seat's cards; () removes the order."""

    hand: Hand


class RequestProof(Request, frozen=True):
    """A request for the proof of the shuffle of a deal, counted from 1."""

    deal_number: int


class Command(msgspec.Struct, frozen=True):
    """A request together with the seat that it is made for.

    ``number``: counts the commands of the session from 1. ``seat``: None if the request belongs to no particular seat.
    ``revision``: the number of transitions that the session had received.
    """

    number: int
    seat: int | None
    revision: int
    request: Request


# -- from the host to a session --------------------------------------------------------------------


class HostMessage(msgspec.Struct, frozen=True):
    """A message of the host to one session."""


class SeatView(msgspec.Struct, frozen=True):
    """The match as the person at ``seat`` may know it; None is a view without hands.

    ``events``: the events of this deal, the oldest first. ``dealt``: the seat's own cards of the deal, in the order in
    which they were dealt or drawn.
    """

    seat: int | None
    observation: Observation
    events: tuple[Event, ...]
    dealt: Hand


class SeatNotes(msgspec.Struct, frozen=True):
    """The private notes of a person in the last deal: marks by seat, hand order."""

    seat: int
    marks: tuple[tuple[int, str], ...]
    hand: Hand


class FirstMessage(HostMessage, frozen=True, kw_only=True):
    """The first message to a session: the match and its present state.

    After a lost connection a session gets another one. ``views``: in the order of the transitions in every
    `TransitionMessage`. ``turn``: see `identify_turn` in `game.session.turn_clock`.
    """

    info: MatchInfo
    revision: int
    turn: tuple[int, int]
    views: tuple[SeatView, ...]
    chat_messages: tuple[ChatMessage, ...]
    notes: tuple[SeatNotes, ...]


class TransitionMessage(HostMessage, frozen=True, kw_only=True):
    """An accepted action or an undo, as each view of the session sees it.

    ``revision``: the number of transitions of the match so far. ``transitions``, ``dealt``: by view. ``event_count``:
    the number of events of the deal before this transition, 0 at the start of a deal; the session drops later ones,
    which were undone. ``turn``: the turn after it, see `identify_turn` in `game.session.turn_clock`.
    """

    revision: int
    turn: tuple[int, int]
    transitions: tuple[Transition, ...]
    dealt: tuple[Hand, ...]
    event_count: int


class MatchStatus(HostMessage, frozen=True, kw_only=True):
    """The state of the match apart from its cards, sent after every change.

    ``error``: of a failed write. ``has_computer_failed``: whether the computer player on turn could not choose.
    ``claimed_seat``: the seat of this session whose claim is being played out. ``auto_play_seat``: the seat whose clock
    ran out. ``leaving_seats``: the seats of people who may leave. ``voting_seats``: the seats of people who are offered
    a vote to end.
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
    has_computer_failed: bool = False


class Answer(HostMessage, frozen=True):
    """The answer to a command: the reason against it, or None if it was accepted."""

    number: int
    reason: Reason | None


class DeadlineMessage(HostMessage, frozen=True):
    """The seconds left to the person on turn, or None while nobody's clock runs.

    A table without a turn clock has no such message.
    """

    seconds_left: float | None


class ChatLine(HostMessage, frozen=True):
    """A new chat message."""

    message: ChatMessage


class HintMessage(HostMessage, frozen=True):
    """The state of a hint: pending, ready with ``estimates`` (best first), or neither."""

    is_pending: bool
    estimates: tuple[ExplainedEstimate, ...] | None


class ProofMessage(HostMessage, frozen=True):
    """The proof of the shuffle of a deal."""

    proof: DealProof


class Connection(Protocol):
    """The connection of a session to its host, in the same process or not."""

    def send(self, command: Command) -> None:
        """Send a command to the host."""
        ...

    def receive(self) -> list[HostMessage]:
        """Return the messages since the last call, the oldest first, [] if there are none. Never wait."""
        ...
