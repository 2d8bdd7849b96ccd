"""The way of a session to a host at another machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from game.core.messages import Reason
from game.match.observation import Observation
from game.match.record import Record, RecordError, decode_playable_record
from game.network.guest_client import GuestClient
from game.session.annotations import find_note_refusal
from game.session.messages import (
    Answer,
    ArrangeHand,
    Command,
    FirstMessage,
    HostMessage,
    MarkSeat,
    MatchStatus,
    Ready,
    ReportShown,
    Say,
    TakeAction,
)
from game.session.rate_limit import LIMIT_INTERVAL_S, RateLimit
from game.session.transport import Transport
from game.text.chat import find_phrase

LATENCY_RESERVE_S: Final = 1.0
"""The seconds by which messages may come closer together at the host than they were sent."""
replace = msgspec.structs.replace


class RemoteTransport(Transport):
    """The way to a table over the network by ``client``, which must have a match.

    It sends only what a table has. In particular the question before leaving (`RequestLeave`) stops nobody's clock.
    Notes of the person stay at this machine. ``clock``: returns seconds and never goes back.
    """

    is_match = True
    is_remote = True

    def __init__(self, client: GuestClient, clock: Callable[[], float]) -> None:
        self.client = client
        self._news = client.news
        self._limit = RateLimit(clock, LIMIT_INTERVAL_S + LATENCY_RESERVE_S)
        self._answers: list[HostMessage] = []
        self._reports: dict[type[Ready | ReportShown], Command] = {}
        self._own_seats: tuple[int, ...] = ()

    @property
    def is_followed(self) -> bool:
        """Whether another match has begun at the table, of which this transport is not."""
        return self.client.news is not self._news

    @property
    def refusal_reason(self) -> Reason | None:
        return None if self.client.is_connected else Reason("no_connection")

    @property
    def chat_wait_seconds(self) -> float:
        return self._limit.find_wait(next(iter(self._own_seats), 0))

    def send(self, command: Command) -> None:
        match command.request:
            case MarkSeat() | ArrangeHand():
                reason = find_note_refusal(command.request)
                if reason is None and command.seat is not None:
                    self.client.keep_note(command.turn[0], command.seat, command.request)
                self._answers.append(Answer(command.number, reason))
            case Say(text=text) if not self.is_followed:
                self._limit.count(next(iter(self._own_seats), 0))
                self.client.send(replace(command, request=Say(find_phrase(text))))
            case (TakeAction() | Ready() | ReportShown(is_shown=True)) as request if not self.is_followed:
                if isinstance(request, (Ready, ReportShown)):
                    self._reports[type(request)] = command
                self.client.send(command)

    def receive(self) -> list[HostMessage]:
        messages, self._answers = self._answers, []
        for message in [self._news.popleft() for _number in range(len(self._news))]:
            if isinstance(message, MatchStatus):
                message = _without_help(message)
            elif isinstance(message, FirstMessage):
                self._own_seats = message.info.seats
                self._repeat_reports(message)
            messages.append(message)
        return messages

    def _repeat_reports(self, message: FirstMessage) -> None:
        """Send the reports about the present state again, because they may have been lost with the connection."""
        for command in self._reports.values():
            match command.request:
                case Ready() if command.turn == message.turn:
                    self.client.send(command)
                case ReportShown(revision=revision) if revision == message.revision:
                    self.client.send(command)

    def export_record(self) -> Record | None:
        """Return the record of the finished match, None before it has arrived, or if it is damaged."""
        if self.client.record is None:
            return None
        try:
            return decode_playable_record(self.client.record)
        except RecordError:
            return None

    def close(self, observation: Observation) -> None:
        if self.is_followed:
            return  # the session of the other match has the client
        client, welcome = self.client, self.client.welcome
        keeps_table = welcome is not None and welcome.is_owner and client.is_connected
        is_finished = observation.is_over and client.record is not None and not keeps_table
        has_left = {*self._own_seats} <= {*observation.departed_seats}
        forgets_seat = bool(self._own_seats) and (is_finished or has_left)
        client.close(timeout_s=0.0, forgets_seat=forgets_seat, observation=observation)


def _without_help(status: MatchStatus) -> MatchStatus:
    """Return a status of a table, which has neither undo nor hints."""
    return replace(status, undo_refusal_reason=Reason("undo_off"), hint_refusal_reason=Reason("hints_off"))
