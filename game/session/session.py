"""The interface between a scene and one match, as far as somebody at the screen may know it.

Nothing here gives the whole match away: the host may be in another process (`game.session.client`).
"""

from __future__ import annotations

from typing import Protocol

from game.ai.estimates import ExplainedEstimate
from game.core.actions import Action, LeaveMatch, VoteToEnd
from game.core.cards import Card
from game.core.events import Event
from game.core.messages import Reason
from game.match.assistance import AssistanceOptions
from game.match.observation import Observation, Transition
from game.match.record import Record
from game.match.setup import MatchSetup, PlayerInfo
from game.rules import Game
from game.session.penalties import ChatMessage
from game.shuffling.commitments import DealProof


class SessionChat(Protocol):
    """What was said at the table, and how to say something."""

    messages: tuple[ChatMessage, ...]
    """What was said, the oldest first."""

    @property
    def is_computer_chat_enabled(self) -> bool:
        """Whether the computer players remark and answer; the match itself is the same without."""
        ...

    @is_computer_chat_enabled.setter
    def is_computer_chat_enabled(self, is_enabled: bool) -> None: ...

    @property
    def seconds_until_reply(self) -> float:
        """Seconds until a computer player answers what was said; infinite if none is about to."""
        ...

    def say(self, text: str, seat: int | None = None) -> Reason | None:
        """Say something to all for a person, the active one unless ``seat`` is given. Return why not, or None."""
        ...


class SessionPenalties(Protocol):
    """The turn clock, leaving, and votes to end the match."""

    @property
    def turn_seconds_left(self) -> float | None:
        """What is left of the clock of the person on turn, None without a clock."""
        ...

    @property
    def vote_counts(self) -> tuple[int, int]:
        """Votes to end the match: those cast, and those needed."""
        ...

    @property
    def reasons(self) -> tuple[tuple[int, Reason], ...]:
        """The seats whose people are blocked, or will be once the match is over, and why."""
        ...

    def can_leave(self, action_type: type[LeaveMatch] | type[VoteToEnd], seat: int) -> bool:
        """Whether the person at ``seat`` may leave for good, or is offered to vote."""
        ...

    def request_leave(self, seat: int) -> None:
        """Tell that the person at ``seat`` thinks of leaving; in play it counts as action of the person on turn."""
        ...


class SessionAssistance(Protocol):
    """Undo, hints, and claiming the rest of a deal."""

    @property
    def is_assisted(self) -> bool:
        """Whether a person has had help in this match: a choice taken back, or a hint."""
        ...

    @property
    def undo_refusal_reason(self) -> Reason | None:
        """Why the viewer may not take back their last choice of this deal, None if they may."""
        ...

    @property
    def hint_refusal_reason(self) -> Reason | None:
        """Why the viewer is given no hint now, None if they may ask for one."""
        ...

    @property
    def hint(self) -> tuple[ExplainedEstimate, ...] | None:
        """What the best computer player thinks of the viewer's choices, the best first; None while nothing is known."""
        ...

    @property
    def is_hint_pending(self) -> bool:
        """Whether a hint was asked for and is thought about."""
        ...

    @property
    def has_claimed(self) -> bool:
        """Whether the viewer's cards are played for them, because they have claimed the rest of the deal."""
        ...

    def undo(self) -> Reason | None:
        """Take back the viewer's last choice and all that was done since. Return why not, or None."""
        ...

    def request_hint(self) -> Reason | None:
        """Ask what the computer would do in the viewer's place. Return why not, or None."""
        ...

    def discard_hint(self) -> None:
        """Drop the hint, or the question."""
        ...

    def claim(self) -> Reason | None:
        """Claim for the viewer what is certain (`game.match.claims`): their cards are played for them.

        Return None if that is done, else why it is refused.
        """
        ...


class MatchSession(Protocol):
    """One match. Scenes call `update` each frame, `act` for a person, `confirm_ready` when one takes the screen."""

    min_thinking_s: float
    """Seconds that a computer player takes at least, so that all its turns look alike."""

    @property
    def chat(self) -> SessionChat | None:
        """The chat, None where nobody talks."""
        ...

    @property
    def assistance(self) -> SessionAssistance | None:
        """Undo, hints and claims, None where there are none."""
        ...

    @property
    def penalties(self) -> SessionPenalties | None:
        """Clock, leaving and votes, None where a person plays for themselves alone."""
        ...

    # -- who is there

    @property
    def match_id(self) -> int | None:
        """The number that the match is kept under, None if it is not kept."""
        ...

    @property
    def game(self) -> Game:
        """The game that is played."""
        ...

    @property
    def players(self) -> tuple[PlayerInfo, ...]:
        """Who sits at the seats."""
        ...

    @property
    def rematch_setup(self) -> MatchSetup:
        """The same match once more: the same people at the same seats, the next dealer."""
        ...

    @property
    def assistance_options(self) -> AssistanceOptions:
        """What the people at this table have agreed may help them."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        ...

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards that the match is played with, sorted."""
        ...

    @property
    def human_seats(self) -> tuple[int, ...]:
        """The seats that people play, those who left excepted."""
        ...

    @property
    def is_abandoned_by_all(self) -> bool:
        """Whether every person has left for good, so that the computer plays the match to its end."""
        ...

    # -- what the screen may know

    @property
    def viewer(self) -> int | None:
        """The seat whose cards the screen may show, None when it may show none."""
        ...

    @property
    def awaited_seat(self) -> int | None:
        """The seat of the person who must say ready before anything of that seat is shown."""
        ...

    @property
    def active_seat(self) -> int | None:
        """The seat of the person at the screen: who leaves, votes and talks there."""
        ...

    @property
    def observation(self) -> Observation:
        """The match as the viewer may know it now."""
        ...

    @property
    def events(self) -> tuple[Event, ...]:
        """What has happened in this deal, as the viewer may know it, the oldest first."""
        ...

    @property
    def marks(self) -> dict[int, str]:
        """What the viewer has marked at other seats in this deal."""
        ...

    @property
    def hand_order(self) -> tuple[Card, ...]:
        """How the viewer has arranged cards of this deal, from the left; empty if he has not."""
        ...

    @property
    def dealt(self) -> tuple[Card, ...]:
        """The viewer's own cards of this deal in the order in which they came; empty if there is no viewer."""
        ...

    @property
    def is_your_turn(self) -> bool:
        """Whether the viewer is a person who must act now, and nothing else is under way."""
        ...

    @property
    def is_between_deals(self) -> bool:
        """Whether the match waits for `next_deal`."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        ...

    @property
    def given_up(self) -> bool:
        """Whether the match was given up, and that is on the disk."""
        ...

    @property
    def is_saving(self) -> bool:
        """Whether something is on its way to the disk."""
        ...

    @property
    def error(self) -> str:
        """A line for a person when something could not be saved; nothing goes on until `retry`."""
        ...

    def export_record(self) -> Record | None:
        """Return the record as a player may have it, without the deal that is being played; None if none is kept."""
        ...

    def get_proof(self, deal_number: int) -> DealProof:
        """Return what can be shown of the shuffle of a deal, counted from 1; of an open deal only its seal."""
        ...

    # -- what people do

    def act(self, action: Action) -> Reason | None:
        """Take an action of a person at this screen; None if it was taken, else why not.

        Only the viewer plays, only people at this screen leave and vote. TypeError for anything but an action.
        """
        ...

    def confirm_ready(self) -> None:
        """The person that the cover waits for has taken the screen; what he has missed comes with the next `update`."""
        ...

    def mark_seat(self, seat: int, word: str) -> None:
        """The viewer marks another seat for his own eyes, with an empty word not any more; it is kept."""
        ...

    def arrange_hand(self, hand: tuple[Card, ...]) -> None:
        """The viewer holds his cards in this order, with none as the screen sorts them. Kept, but not in the record."""
        ...

    def abandon(self) -> None:
        """End the match as it is: it is kept, but nobody goes on with it. Nothing more is accepted.

        It is written after everything that is still being saved; `given_up` says when that is done, `fault` if it
        could not be. Call it again, or `retry`, to try again.
        """
        ...

    def start_next_deal(self) -> None:
        """The result has been seen: on with the next deal."""
        ...

    def retry(self) -> None:
        """Try again to save what could not be saved."""
        ...

    # -- the frame

    def update(self, is_idle: bool) -> list[Transition]:
        """Go on for one frame and return what has happened since the last.

        ``is_idle``: the screen has shown everything before.
        """
        ...

    def close(self) -> None:
        """The scene lets go of the table: the match stays where it is kept, free for another window."""
        ...
