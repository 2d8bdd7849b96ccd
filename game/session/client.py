"""The session of a match whose host is behind a connection.

It knows the match only from the host's messages. The host can be in this process (`game.session.local`) or in another.
"""

from __future__ import annotations

from collections.abc import Callable

from game.core.actions import Action, LeaveMatch, Timeout, VoteToEnd
from game.core.events import Event
from game.core.messages import Reason
from game.match.observation import Observation, Transition
from game.match.record import Record
from game.session.host_link import HostLink
from game.session.match_info import list_own_seats
from game.session.messages import Connection, ReportShown, Retry, SetComputerPlay, TakeAction
from game.session.session import MatchSession
from game.session.session_parts import (
    MatchCourse,
    SessionAnnotations,
    SessionAssistance,
    SessionChat,
    SessionPenalties,
)
from game.text.gettext import _


class ConnectedSession(MatchSession):
    """A session that talks to its host through ``connection``; see `HostLink`.

    ``clock``: returns seconds and never goes back. ``export_record``: see `MatchCourse`; the default, for a host in
    another process, gives no record.
    """

    def __init__(
        self,
        connection: Connection,
        clock: Callable[[], float],
        export_record: Callable[[], Record | None] = lambda: None,
    ) -> None:
        link = self._link = HostLink(connection, clock)
        super().__init__(link.info)
        self.hot_seat = link.hot_seat
        self.chat: SessionChat = SessionChat(link)
        self.assistance: SessionAssistance | None = SessionAssistance(link)
        self.penalties: SessionPenalties = SessionPenalties(link)
        self.course: MatchCourse = MatchCourse(link, export_record)
        self.annotations = SessionAnnotations(lambda: link.observation, link, link.notes)
        self._computer_play: SetComputerPlay | None = None
        self._reported_ready: tuple[bool, int] | None = None

    @property
    def observation(self) -> Observation:
        return self._link.observation

    @property
    def events(self) -> tuple[Event, ...]:
        return self._link.view.events

    @property
    def is_your_turn(self) -> bool:
        turn = self.observation.turn
        is_viewers_turn = turn is not None and turn == self._link.viewer and turn in self._own_seats
        has_claimed = self.assistance is not None and self.assistance.has_claimed
        return is_viewers_turn and not self.is_saving and not has_claimed

    @property
    def is_saving(self) -> bool:
        return self._link.is_saving

    @property
    def error(self) -> str:
        if self.has_computer_failed:
            return _("The computer player cannot make its move. The match is saved.")
        return self._link.status.error

    @property
    def has_computer_failed(self) -> bool:
        return self._link.status.has_computer_failed and not self._link.status.error

    @property
    def _own_seats(self) -> tuple[int, ...]:
        """The seats that this session acts for, of people who have not left."""
        return list_own_seats(self.info, self.observation)

    def act(self, action: Action) -> Reason | None:
        if not isinstance(action, Action):
            raise TypeError(f"{action!r} is not an action")
        seat, turn = action.seat, self.observation.turn
        if seat in self._own_seats:
            is_hidden = seat != self._link.viewer and not isinstance(action, (LeaveMatch, VoteToEnd, Timeout))
            if is_hidden and turn is not None:
                return Reason("not_here") if seat == turn else Reason("not_your_turn", {"seat": turn})
            if self.is_saving and not self._link.is_closed:
                return Reason("being_saved")
        return self._link.send(TakeAction(action), seat)

    def set_computer_play(self, min_thinking_s: float, *, is_chat_enabled: bool) -> None:
        wanted = SetComputerPlay(min_thinking_s, is_chat_enabled)
        if wanted != self._computer_play:
            self._computer_play = wanted
            self._link.send(wanted)

    def take_refusal(self) -> Reason | None:
        return self._link.late_refusals.pop(0) if self._link.late_refusals else None

    def retry(self) -> None:
        self._link.send(Retry())

    def update(self, is_idle: bool) -> list[Transition]:
        link = self._link
        is_ready = is_idle and not link.transitions
        if is_ready:
            self._wait_for_person()
        if (is_ready, link.revision) != self._reported_ready:
            self._reported_ready = is_ready, link.revision
            link.send(ReportShown(link.revision, is_ready))
        self._update_host()
        link.receive()
        transitions = link.transitions.copy()
        link.transitions.clear()
        return transitions

    def _update_host(self) -> None:
        """Update a host in this process; a host in another process updates itself."""

    def _wait_for_person(self) -> None:
        """Ask for the person on turn, once the screen has shown all earlier transitions."""
        turn, status = self.observation.turn, self._link.status
        if self.hot_seat is None or turn is None or turn not in self._own_seats:
            return
        is_played_for = status.auto_play_seat is not None or status.claimed_seat == turn
        if not is_played_for and not self.is_saving and not self._link.is_closed:
            self.hot_seat.wait_for(turn)

    def close(self) -> None:
        self._link.is_closed = True
