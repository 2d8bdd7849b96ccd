"""The interface between a scene and one match: what the person at the screen may know.

Nothing here gives the whole match away: the host may be in another process (`game.session.client`).
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
    """One match. Scenes call `update` each frame and `act` for a person.

    ``info`` never changes. Each optional part is None where there is none: ``hot_seat`` where one person has the
    screen, the others where a person plays alone at a table that is not a match of its own.
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
        """The match as the viewer may know it now: the person at its ``seat``; nobody in particular if that is None."""
        raise NotImplementedError

    @property
    def events(self) -> tuple[Event, ...]:
        """What has happened in this deal, as the viewer may know it, the oldest first."""
        raise NotImplementedError

    @property
    def is_your_turn(self) -> bool:
        """Whether the viewer is a person who must act now, and nothing else is under way."""
        raise NotImplementedError

    @property
    def is_saving(self) -> bool:
        """Whether something is on its way to the disk."""
        return False

    @property
    def error(self) -> str:
        """A line for a person when something could not be saved; nothing goes on until `retry`."""
        return ""

    @property
    def seconds_until_next_update(self) -> float:
        """Seconds until something happens that no person and no clock brings about; infinite if that is not known."""
        return inf

    # -- what people do

    def act(self, action: Action) -> Reason | None:
        """Take an action of a person at this screen; None if it was taken, else why not.

        Only the viewer plays, only people at this screen leave and vote. TypeError for anything but an action.
        """
        raise NotImplementedError

    def set_computer_play(self, min_thinking_s: float, *, is_chat_enabled: bool) -> None:
        """Let computer players take at least this time, so that all their turns look alike, and remark or not.

        The match itself is the same. Where no computer player acts there is nothing to set.
        """

    def retry(self) -> None:
        """Try again to save what could not be saved."""

    # -- the frame

    def update(self, is_idle: bool) -> list[Transition]:
        """Go on for one frame and return what has happened since the last.

        ``is_idle``: the screen has shown everything before.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Let go of the table: the match stays where it is kept, free for another window."""
