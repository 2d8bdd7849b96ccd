"""The messages between a host and a session: frozen values.

A session sends a `Command`, and the host answers each one with an `Answer`. Its other messages tell what the seats of
that session may know. In the same process they are passed as they are; `game.session.encoding` gives them a form for
another process.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec

from game.ai.estimates import ExplainedEstimate
from game.analysis.model import ChoiceJudgment
from game.core.actions import Action, LeaveMatch, VoteToEnd
from game.core.cards import Hand
from game.core.events import Event
from game.core.messages import Reason
from game.core.phase import DealResult
from game.match.observation import Observation
from game.session.match_info import MatchInfo
from game.shuffling.commitments import DealProof
from game.text.chat import ChatMessage

MAX_HELD_COMMANDS: Final = 16
"""The number of actions of one session that can wait for a write of the host."""
MAX_CHAT_LINES: Final = 50
"""The chat messages that a session at another machine gets at first."""
STORAGE_ERROR: Final = "host_storage"
"""The error of a failed write for a session at another machine; its text could name a file of the host."""
MAX_THINKING_S: Final = 60.0
"""The upper bound of `SetComputerPlay.min_thinking_s`."""
MAX_MARK_CHARACTERS: Final = 20
MarkText: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_MARK_CHARACTERS)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
Turn: TypeAlias = tuple[Count, Count]
"""A turn of the match, see `identify_turn` in `game.session.turn_clock`."""


# -- from a session to the host --------------------------------------------------------------------


class Request(msgspec.Struct, frozen=True):
    """A request of a session."""


class TakeAction(Request, frozen=True, tag="act"):
    """A request to take an action of the record: to play, bid, leave, vote, ..."""

    action: Action

    @property
    def is_beside_turn(self) -> bool:
        """Whether the action may come at any time: leaving, or a vote to end."""
        return isinstance(self.action, (LeaveMatch, VoteToEnd))


class ReportShown(Request, frozen=True, tag="shown"):
    """A report that the screen has shown all transitions up to ``revision``, or is busy again with one of them."""

    revision: Count
    is_shown: bool = True


class Ready(Request, frozen=True, tag="ready"):
    """A report that the person is ready for the next deal, or not any more.

    At a table over the network also for the match, in the lobby, and for another match, after the end of one.
    """

    is_ready: bool = True


class Sit(Request, frozen=True, tag="sit"):
    """A request to sit at an empty ``seat``, in the lobby of a table over the network."""

    seat: Count


class Say(Request, frozen=True, tag="chat"):
    """A chat message to all."""

    text: str


class Undo(Request, frozen=True):
    """A request to take back the last choice."""


class RequestHint(Request, frozen=True):
    """A request for a hint by the best computer player."""


class DiscardHint(Request, frozen=True):
    """A request to drop the hint, or to stop thinking about it."""


class LeaveChoice(Request, frozen=True):
    """A request to leave a choice as it is that a check has found to be a mistake; see `PlayCheck`."""


class ClaimRest(Request, frozen=True):
    """A request to claim the rest of the deal."""


class RequestLeave(Request, frozen=True):
    """A report that a person considers leaving, which can restart the turn clock."""


class GiveUp(Request, frozen=True):
    """A request to end the match in its present state."""


class LeaveAll(Request, frozen=True):
    """A request that all people leave the match, one after the other; computer players take over their seats."""


class Retry(Request, frozen=True):
    """A request to start failed writes again, and to ask a computer player again that failed."""


class SetComputerPlay(Request, frozen=True):
    """The least duration of a computer player's turn, whether they chat, and whether one checks the person's plays.

    ``min_thinking_s``: 0 to `MAX_THINKING_S` seconds; ``checks_plays``: see `PlayCheck`.
    """

    min_thinking_s: float
    is_chat_enabled: bool
    checks_plays: bool = False


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


class SessionMessage(msgspec.Struct, frozen=True):
    """A message of a session to its host."""


class Command(SessionMessage, frozen=True, tag="command"):
    """A request together with the seat that it is made for.

    ``number``: counts the commands of the session from 1. ``seat``: None if the request belongs to no particular seat.
    ``turn``: the last one that the session knows of.
    """

    request: Request
    number: Count = 0
    seat: int | None = None
    turn: Turn = (0, 0)


# -- from the host to a session --------------------------------------------------------------------


class HostMessage(msgspec.Struct, frozen=True):
    """A message of the host to one session."""


class SeatView(msgspec.Struct, frozen=True):
    """The match as the person at ``seat`` may know it; None is a view without hands.

    ``observation``: without the results of the deals, which the message has. ``events``: those of this deal, or of this
    transition, the oldest first. ``dealt``: the seat's own cards of the deal, in the order in which they were dealt or
    drawn.
    """

    seat: int | None
    observation: Observation
    events: tuple[Event, ...]
    dealt: Hand


class SeatNotes(msgspec.Struct, frozen=True):
    """The private notes of a person in a deal: marks by seat, order of the hand from left to right.

    ``seat``: None in a view without hands, which has no notes.
    """

    seat: int | None
    marks: tuple[tuple[int, MarkText], ...] = ()
    hand: Hand = ()
    deal: int = 0

    def in_deal(self, deal: int) -> SeatNotes:
        """Return the notes in a deal: none if they belong to another one."""
        return self if self.deal == deal else SeatNotes(self.seat, deal=deal)

    def with_change(self, request: MarkSeat | ArrangeHand) -> SeatNotes:
        """Return the notes with the mark or the order of ``request``; an empty one removes it."""
        if isinstance(request, ArrangeHand):
            return msgspec.structs.replace(self, hand=request.hand)
        marks = {**dict(self.marks), request.marked_seat: request.word}
        return msgspec.structs.replace(self, marks=tuple((seat, word) for seat, word in marks.items() if word))


class FirstMessage(HostMessage, frozen=True, kw_only=True, tag="first"):
    """The first message to a session: the match and its present state.

    After a lost connection a session gets another one. ``revision``, ``turn``: see `TransitionMessage`. ``views``: in
    the same order in every message. ``results``: of all deals that are over.
    """

    info: MatchInfo
    revision: Count
    turn: Turn
    views: tuple[SeatView, ...]
    results: tuple[DealResult, ...]
    chat_messages: tuple[ChatMessage, ...]
    notes: tuple[SeatNotes, ...] = ()


class TransitionMessage(HostMessage, frozen=True, kw_only=True, tag="step"):
    """An accepted action or an undo, as each view of the session sees it.

    ``revision``: the number of transitions of the match so far. ``turn``: the turn after it. ``results``: of the deals
    that ended with it. ``event_count``, ``result_count``: the numbers of the events of the deal and of the results
    before it; the session drops later ones, which were undone. At the start of a deal there are no events.
    """

    revision: Count
    turn: Turn
    views: tuple[SeatView, ...]
    results: tuple[DealResult, ...]
    event_count: Count
    result_count: Count
    is_undo: bool = False


class MatchStatus(HostMessage, frozen=True, kw_only=True, tag="status"):
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


NO_HELP_STATUS: Final = MatchStatus(
    undo_refusal_reason=Reason("undo_off"), hint_refusal_reason=Reason("hints_off")
)  # fmt: skip
"""The status of a host without undo and hints, such as that of a lesson."""


class Answer(HostMessage, frozen=True, tag="answer"):
    """The answer to a command: the reason against it, or None if it was accepted."""

    number: int
    reason: Reason | None


class DeadlineMessage(HostMessage, frozen=True, tag="deadline"):
    """The seconds left to the person on turn, or None while nobody's clock runs.

    A table without a turn clock has no such message.
    """

    seconds_left: float | None


class ChatLine(HostMessage, frozen=True, tag="chat_line"):
    """A new chat message."""

    message: ChatMessage


class HintMessage(HostMessage, frozen=True, tag="hint"):
    """The state of a hint: pending, ready with ``estimates`` (best first), or neither."""

    is_pending: bool
    estimates: tuple[ExplainedEstimate, ...] | None


class PlayCheck(HostMessage, frozen=True, tag="play_check"):
    """The judgment of the person's last choice if it was a clear mistake, else None.

    It is made from the observation at that choice, and ends with the next own choice, or once the person leaves the
    choice as it is. ``is_in_time``: nobody has acted since; the computer players wait for the person then.
    """

    judgment: ChoiceJudgment | None = None
    is_in_time: bool = False


class ProofMessage(HostMessage, frozen=True, tag="proof"):
    """The proof of the shuffle of a deal."""

    proof: DealProof
