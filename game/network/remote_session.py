"""The session of a match whose host is at another machine."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Final

import msgspec

from game.core.actions import Action
from game.core.messages import Reason
from game.core.sanitizer import is_visible_line
from game.match.record import Record, RecordError, decode_playable_record
from game.network.guest_client import GuestClient
from game.session.annotations import MAX_MARK_CHARACTERS
from game.session.chat import find_phrase, translate_computer_line, translate_phrase
from game.session.client import ConnectedSession
from game.session.host_link import HostLink
from game.session.messages import (
    ArrangeHand,
    Command,
    FirstMessage,
    HostMessage,
    MarkSeat,
    Ready,
    ReportShown,
    Say,
    TakeAction,
)
from game.session.penalties import ChatMessage
from game.session.rate_limit import LIMIT_INTERVAL_S, RateLimit
from game.session.session_parts import MatchCourse, SessionAnnotations, SessionChat, SessionPenalties
from game.text.gettext import _, get_language

LATENCY_RESERVE_S: Final = 1.0
"""The seconds by which messages may come closer together at the host than they were sent."""


class GuestConnection:
    """The `Connection` of a session to a table over the network.

    It sends only what a table has. In particular the question before leaving (`RequestLeave`) stops nobody's clock.
    """

    def __init__(self, client: GuestClient) -> None:
        self._client = client
        self._news = client.news
        self._reports: dict[type[Ready | ReportShown], Command] = {}

    @property
    def is_over(self) -> bool:
        """Whether the host has begun another match, of which this connection is not."""
        return self._client.news is not self._news

    def send(self, command: Command) -> None:
        match command.request:
            case (TakeAction() | Say() | Ready() | ReportShown(is_shown=True)) as request if not self.is_over:
                if isinstance(request, (Ready, ReportShown)):
                    self._reports[type(request)] = command
                self._client.send(command)

    def receive(self) -> list[HostMessage]:
        news = [self._news.popleft() for _number in range(len(self._news))]
        for message in news:
            if isinstance(message, FirstMessage):
                self._repeat_reports(message)
        return news

    def _repeat_reports(self, message: FirstMessage) -> None:
        """Send the reports about the present state again, because they may have been lost with the connection."""
        for command in self._reports.values():
            match command.request:
                case Ready() if command.turn == message.turn:
                    self._client.send(command)
                case ReportShown(revision=revision) if revision == message.revision:
                    self._client.send(command)


class RemoteAnnotations(SessionAnnotations):
    """The notes of a person at a table over the network, which stay at this machine."""

    def __init__(self, link: HostLink, client: GuestClient) -> None:
        super().__init__(lambda: link.observation, link, link.notes)
        self._client = client

    def _store(self, request: MarkSeat | ArrangeHand) -> Reason | None:
        deal_number, seat = self._key
        if seat is None:
            return Reason("not_here")
        if isinstance(request, MarkSeat) and request.word and not is_visible_line(request.word, MAX_MARK_CHARACTERS):
            return Reason("not_sayable", {"most": MAX_MARK_CHARACTERS})
        self._client.keep_note(deal_number, seat, request)
        return None


class RemoteChat(SessionChat):
    """The chat of a match whose host speaks English: phrases and computers' lines are in the player's language."""

    def __init__(self, link: HostLink, client: GuestClient, clock: Callable[[], float]) -> None:
        super().__init__(link)
        self._client = client
        self._limit = RateLimit(clock, LIMIT_INTERVAL_S + LATENCY_RESERVE_S)
        self._translated: tuple[tuple[ChatMessage, ...], str] = (), ""
        self._translations: tuple[ChatMessage, ...] = ()

    @property
    def messages(self) -> tuple[ChatMessage, ...]:
        messages = super().messages
        if (messages, get_language()) != self._translated:
            self._translated = messages, get_language()
            self._translations = tuple(map(self._translate, messages))
        return self._translations

    @property
    def mutable_seats(self) -> tuple[int, ...]:
        info = self._link.info
        return tuple(
            seat for seat, player in enumerate(info.players) if player.is_person and seat not in info.seats
        )  # fmt: skip

    @property
    def muted_seats(self) -> frozenset[int]:
        return self._client.muted_seats

    def mute(self, seat: int, is_muted: bool) -> None:
        self._client.mute(seat, is_muted)

    def _translate(self, message: ChatMessage) -> ChatMessage:
        info, text = self._link.info, message.text
        is_person = info.players[message.seat].is_person
        text = translate_phrase(text) if is_person else translate_computer_line(text, info.names)
        return msgspec.structs.replace(message, text=text)

    @property
    def _own_seat(self) -> int:
        return (*self._link.info.seats, 0)[0]

    def find_refusal_reason(self) -> Reason | None:
        if not self._client.is_connected:
            return Reason("no_connection")
        wait_s = self._limit.find_wait(self._own_seat)
        reason = super().find_refusal_reason()
        return Reason("talk_too_fast", {"seconds": ceil(wait_s)}) if reason is None and wait_s else reason

    def say(self, text: str, seat: int | None = None) -> Reason | None:
        if not self._client.is_connected:
            return Reason("no_connection")
        reason = super().say(find_phrase(text), seat)
        if reason is None:
            self._limit.count(self._own_seat)
        return reason


class RemotePenalties(SessionPenalties):
    """The turn clock and leaving; while the host is away no clock runs."""

    def __init__(self, link: HostLink, client: GuestClient) -> None:
        super().__init__(link)
        self._client = client

    @property
    def turn_seconds_left(self) -> float | None:
        return super().turn_seconds_left if self._client.is_connected else None


class RemoteCourse(MatchCourse):
    """The course of a match that this machine stores only after its end."""

    _match_id: int | None = None

    @property
    def match_id(self) -> int | None:
        return self._match_id

    def set_match_id(self, match_id: int) -> None:
        """Set the id of the stored match."""
        self._match_id = match_id


class RemoteSession(ConnectedSession):
    """A session of a match at a table over the network; ``client``: its connection, which must have a match.

    It has no assistance. ``clock``: returns seconds and never goes back.
    """

    course: RemoteCourse

    def __init__(self, client: GuestClient, clock: Callable[[], float]) -> None:
        self.client = client
        self._connection = GuestConnection(client)
        super().__init__(self._connection, clock)
        self.chat = RemoteChat(self._link, client, clock)
        self.penalties = RemotePenalties(self._link, client)
        self.annotations = RemoteAnnotations(self._link, client)
        self.course = RemoteCourse(self._link, self._read_record)
        self.assistance = None

    @property
    def is_your_turn(self) -> bool:
        return super().is_your_turn and self.client.is_connected

    def act(self, action: Action) -> Reason | None:
        return super().act(action) if self.client.is_connected else Reason("no_connection")

    @property
    def error(self) -> str:
        if self.has_computer_failed:
            return _("The computer player cannot make its move. The match is saved, and the host tries again.")
        return _("The host could not save the match. It tries again.") if super().error else ""

    def _read_record(self) -> Record | None:
        """Return the record of the finished match, None before it has arrived, or if it is damaged."""
        if self.client.record is None:
            return None
        try:
            return decode_playable_record(self.client.record)
        except RecordError:
            return None

    @property
    def end_warning(self) -> str:
        """The line for an owner who is barred if they end the table now; "" if they are not."""
        observation, minutes = self.observation, self.observation.options.penalty_minutes
        has_left = {*self.info.seats} <= {*observation.departed_seats}
        if observation.is_over or has_left or not minutes:
            return ""
        return _("If you end the table, you will be blocked for {minutes} min.").format(minutes=minutes)

    @property
    def is_followed(self) -> bool:
        """Whether another match has begun at the table."""
        return self._connection.is_over

    def close(self) -> None:
        super().close()
        if self.is_followed:
            return  # the session of the other match has the client
        welcome = self.client.welcome
        keeps_table = welcome is not None and welcome.is_owner and self.client.is_connected
        is_finished = self.observation.is_over and self.client.record is not None and not keeps_table
        self.client.close(timeout_s=0.0, forgets_seat=is_finished or not self._own_seats)
