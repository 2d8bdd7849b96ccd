"""The connection of a session to a table over the network."""

from __future__ import annotations

from game.core.messages import Reason
from game.core.sanitizer import is_visible_line
from game.network.guest_client import GuestClient
from game.network.messages import Chat, Ready, Shown, TakeTurn
from game.session.annotations import MAX_MARK_CHARACTERS
from game.session.messages import (
    Abandon,
    Answer,
    ArrangeHand,
    ClaimRest,
    Command,
    FirstMessage,
    HostMessage,
    MarkSeat,
    ReportReady,
    RequestHint,
    Say,
    StartNextDeal,
    TakeAction,
    TransitionMessage,
    Undo,
)


class GuestConnection:
    """The `Connection` of a session to a table over the network: it turns commands into messages.

    Marks, hand orders, and the question before leaving (`RequestLeave`) stay with the client, so that a question stops
    nobody's clock; other requests that the protocol does not have are refused or ignored.
    """

    def __init__(self, client: GuestClient) -> None:
        self._client = client
        self._news = client.news
        self._turn = (0, 0)
        self._deal_number = 0
        self._ready_turn: tuple[int, int] | None = None
        self._shown_revision: int | None = None
        self._own_answers: list[HostMessage] = []

    @property
    def is_over(self) -> bool:
        """Whether the host has begun another match, of which this connection is not."""
        return self._client.news is not self._news

    def send(self, command: Command) -> None:
        if self.is_over:
            return
        client, number = self._client, command.number
        match command.request:
            case TakeAction(action=action):
                client.send(TakeTurn(number=number, turn=self._turn, action=str(action)))
            case Say(text=text):
                client.send(Chat(number=number, text=text))
            case StartNextDeal():
                self._ready_turn = self._turn
                client.send(Ready())
            case ReportReady(is_ready=True):
                self._shown_revision = command.revision
                client.send(Shown(revision=command.revision))
            case MarkSeat(word=word) if word and not is_visible_line(word, MAX_MARK_CHARACTERS):
                self._own_answers.append(Answer(number, Reason("not_sayable", {"most": MAX_MARK_CHARACTERS})))
            case (MarkSeat() | ArrangeHand()) as request if command.seat is not None:
                client.keep_note(self._deal_number, command.seat, request)
                self._own_answers.append(Answer(number, None))
            case Undo() | RequestHint() | ClaimRest() | Abandon():
                self._own_answers.append(Answer(number, Reason("not_here")))
            case _:
                pass

    def receive(self) -> list[HostMessage]:
        answers, self._own_answers = self._own_answers, []
        news = [self._news.popleft() for _number in range(len(self._news))]
        for message in news:
            if isinstance(message, (FirstMessage, TransitionMessage)):
                self._turn = message.turn
            if isinstance(message, TransitionMessage):
                self._deal_number = message.transitions[-1].after.deal_number
            if isinstance(message, FirstMessage):
                self._deal_number = message.views[0].observation.deal_number
                # Earlier messages may have been lost with the connection.
                if self._turn == self._ready_turn:
                    self._client.send(Ready())
                if message.revision == self._shown_revision:
                    self._client.send(Shown(revision=message.revision))
        return [*answers, *news]
