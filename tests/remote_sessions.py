"""Sessions in a process of their own: they receive and send bytes, and play by what they may know."""

from __future__ import annotations

from collections.abc import Sequence
from multiprocessing.connection import Connection as Pipe
from random import Random

from game.core.actions import Action
from game.match.observation import Observation, Transition
from game.session.client import ConnectedSession
from game.session.messages import Command, HostMessage
from game.session.penalties import CHAT_PHRASES
from game.session.wire import decode_message, encode_message
from game.shuffling.shuffle import derive_random
from tests.fakes import FakeClock


def choose_action(observation: Observation, event_count: int) -> Action:
    """Return the action of a person, which depends only on their seat and on what they see."""
    rng = derive_random(5, "person", observation.seat, observation.deal_number, event_count)
    return rng.choice(observation.legal_actions)


class ByteConnection:
    """The session's end of a connection whose bytes a test transports."""

    def __init__(self) -> None:
        self.incoming: list[bytes] = []
        self.outgoing: list[bytes] = []

    def send(self, command: Command) -> None:
        self.outgoing.append(encode_message(command))

    def receive(self) -> list[HostMessage]:
        messages = [decode_message(data, HostMessage) for data in self.incoming]
        self.incoming.clear()
        return messages


class RemotePerson:
    """A person at a session; ``seen``: all transitions that were shown."""

    def __init__(self) -> None:
        self.connection = ByteConnection()
        self.clock = FakeClock()
        self.session: ConnectedSession | None = None
        self.seen: list[Transition] = []
        self._acted_at: object = None
        self._rng = Random(1)

    def live(self, incoming: Sequence[bytes]) -> list[bytes]:
        """Run a frame with the bytes that have arrived, and return the bytes to send."""
        self.connection.incoming += incoming
        self.clock.advance(0.1)
        if self.session is None and self.connection.incoming:
            self.session = ConnectedSession(self.connection, self.clock)
        if self.session is not None:
            self._play(self.session)
        sent, self.connection.outgoing = self.connection.outgoing, []
        return sent

    def _play(self, session: ConnectedSession) -> None:
        self.seen += session.update(is_idle=True)
        if session.course.is_between_deals:
            session.course.start_next_deal()
        moment = session.observation.deal_number, len(session.events)
        if session.is_your_turn and moment != self._acted_at:
            self._acted_at = moment
            if self._rng.random() < 0.1:
                session.chat.say(self._rng.choice(CHAT_PHRASES))
            session.act(choose_action(session.observation, len(session.events)))


def serve_people(pipe: Pipe, count: int) -> None:
    """Run in the child process: answer each round of bytes with the bytes of the people.

    The round None ends it, and is answered with the transitions that each person saw.
    """
    people = [RemotePerson() for _number in range(count)]
    while True:
        rounds = pipe.recv()
        if rounds is None:
            pipe.send([person.seen for person in people])
            return
        pipe.send([person.live(incoming) for person, incoming in zip(people, rounds, strict=True)])
