"""The interface between a scene and a match: what its people may know and do.

It never gives access to the complete match: the host may be in another process (`game.session.client`).
"""

from __future__ import annotations

from math import inf

from game.core.actions import Action
from game.core.events import Event
from game.core.messages import Reason
from game.match.observation import Observation, Transition
from game.session.hot_seat import HotSeat
from game.session.match_info import MatchInfo
from game.session.session_parts import (
    MatchCourse,
    SessionAnnotations,
    SessionAssistance,
    SessionChat,
    SessionPenalties,
)


class MatchSession:
    """One match. Scenes call `update` in each frame, and `act` for a person.

    ``info`` never changes. The optional parts are None where the match does not have them: ``hot_seat`` if one person
    uses the screen, the others if the session has no host (a lesson, a single position).
    """

    hot_seat: HotSeat | None = None
    chat: SessionChat | None = None
    assistance: SessionAssistance | None = None
    penalties: SessionPenalties | None = None
    course: MatchCourse | None = None

    def __init__(self, info: MatchInfo) -> None:
        self.info = info
        self.annotations = SessionAnnotations(lambda: self.observation)

    # -- what the screen may know

    @property
    def observation(self) -> Observation:
        """The present observation of the viewer; ``seat`` is None if no hand is visible."""
        raise NotImplementedError

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of this deal as the viewer may know them, the oldest first."""
        raise NotImplementedError

    @property
    def is_your_turn(self) -> bool:
        """Whether the viewer is a person who must act now, and no write is pending."""
        raise NotImplementedError

    @property
    def is_saving(self) -> bool:
        """Whether a write is pending."""
        return False

    @property
    def error(self) -> str:
        """The error of a failed write or computer player, in the player's language, or "".

        The match waits until `retry`.
        """
        return ""

    @property
    def has_computer_failed(self) -> bool:
        """Whether `error` is that the computer player on turn could not choose; everything is saved then."""
        return False

    @property
    def seconds_until_next_update(self) -> float:
        """The seconds until something happens without a person or the turn clock.

        Infinite if nothing will.
        """
        return inf

    # -- actions of people

    def act(self, action: Action) -> Reason | None:
        """Take an action of a person at this screen. Return the reason if it is refused at once, else None.

        Only the viewer plays; every person at this screen can leave and vote. Raise TypeError if ``action`` is not an
        Action.
        """
        raise NotImplementedError

    def set_computer_play(self, min_thinking_s: float, *, is_chat_enabled: bool) -> None:
        """Set the least duration of a computer player's turn, and whether they chat.

        ``min_thinking_s``: in seconds; it makes all their turns look alike. It does not change the match, and sessions
        without computer players ignore it.
        """

    def take_refusal(self) -> Reason | None:
        """Return the reason of an action or message that was refused after `act` or `say` returned; each only once."""
        return None

    def retry(self) -> None:
        """Start failed writes again, and ask a computer player again that failed."""

    # -- the frame

    def update(self, is_idle: bool) -> list[Transition]:
        """Advance by one frame and return the transitions since the last call, the oldest first.

        ``is_idle``: the screen has shown all earlier transitions.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Release the match: it stays stored, and another window can continue it."""
