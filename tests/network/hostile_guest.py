"""A hostile guest at a table over the network, and an honest match beside it.

A person takes a seat as `NAME` and plays, so that the match goes on. At each turn the program
of the person ends, an attack comes with the key of the seat, and the program starts again.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeAlias

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from game.core.actions import LeaveMatch, Timeout, VoteToEnd
from game.match.house_rules import RuleSet
from game.network import messages
from game.network.guest_client import ConnectionState
from game.network.invitation import decode_invitation
from game.network.messages import MAX_GUEST_MESSAGE_BYTES
from game.network.table_files import open_seat_keys
from game.rules import GAMES
from game.session.encoding import MessageDecoder, encode_message
from game.session.messages import (
    Command,
    FirstMessage,
    HostMessage,
    Ready,
    ReportShown,
    Say,
    SessionMessage,
    TakeAction,
)
from tests.fakes import make_folders
from tests.helpers import list_conceivable_actions
from tests.network.clients import enter, send_to
from tests.network.host import Guest
from tests.network.people import NetworkPerson, PeopleArguments, read_log
from tests.network.processes import FRAME_S, HostProcess, check_logs, let_live

NAME: Final = "Mallory"
HONEST_NAMES: Final = ("Ann", "Bob")
CONNECTION_ERRORS: Final = (OSError, TimeoutError, WebSocketException)
OWNER_MESSAGES: Final = (
    messages.StartMatch(), messages.EndTable(), messages.Substitute(seat=0), messages.Readmit(seat=0, name=NAME),
    messages.RemoveGuest(seat=0), messages.FillSeat(seat=0, level="random"), messages.ArrangeSeats(order=(2, 1, 0)),
    messages.Rematch(), messages.LetWatch(name=NAME),
)  # fmt: skip
MESSAGES_PER_TURN: Final = 12
Frame: TypeAlias = SessionMessage | bytes | str | list[str]
"""A part of an attack that is sent at once; a list is a message in fragments."""


def list_messages(deal: int, digest: str) -> list[SessionMessage]:
    """Return messages that any guest may send at some time."""
    return [
        *(messages.OpenWord(deal=deal + later, round=1, word=digest) for later in range(2)),
        *(messages.CommitWord(deal=deal + later, round=1 + later, commitment=digest) for later in range(2)),
        Command(Ready(is_ready=False)),
        Command(Ready()),
        Command(ReportShown(1 << 53)),
        messages.Enter(name=HONEST_NAMES[0], run=""),
    ]


def make_attacks(rng: Random, first: FirstMessage) -> dict[str, list[Frame]]:
    """Return attacks of a seat, by their names, at the turn of ``first``."""
    seat = first.info.seats[0]
    numbers = iter(range(1000, 2000))

    def act(*actions: str) -> list[Frame]:
        template = {"type": "command", "turn": first.turn}
        requests = [{"type": "act", "action": words} for words in actions]
        return [json.dumps(template | {"number": next(numbers), "request": request}) for request in requests]

    number = next(numbers)
    turn = Command(TakeAction(first.views[0].observation.legal_actions[0]), number, turn=first.turn)
    damaged = bytearray(encode_message(turn))
    damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
    sorry = encode_message(Command(Say("Sorry!"), next(numbers))).decode()
    others = [other for other in range(first.views[0].observation.seats) if other != seat]
    return {
        "random bytes": [rng.randbytes(rng.choice((0, 1, 7, 200, MAX_GUEST_MESSAGE_BYTES)))],
        "damaged message": [bytes(damaged[: rng.randint(1, len(damaged))]).decode(errors="replace")],
        "binary message": [encode_message(turn)],
        "wrong order": [*rng.sample(sent := list_messages(first.turn[0], "0" * 64), len(sent))],
        "as the owner": [rng.choice(OWNER_MESSAGES)],
        "for others": act(*(f"{other} {words}" for other in others for words in ("play Ad", "leave", "unlock"))),
        "no time left": act(f"{seat} timeout", f"{others[0]} timeout"),
        "as the host": act("deal Ad 2d 3d"),
        "one number": [turn, turn, Command(Say("Sorry!"), number), turn],
        "chat": [Command(Say("Good luck!"), number) for number in range(3000, 3400)],
        "giant message": [bytes(rng.choice((MAX_GUEST_MESSAGE_BYTES + 1, 1_000_000)))],
        "fragments": [[sorry[index : index + 1] for index in range(len(sorry))]],
    }


def make_message(rng: Random, guest: Guest) -> SessionMessage:
    """Return any valid message, for this guest's seat or another."""
    number, turn = rng.randrange(30), rng.choice((guest.turn, (rng.randrange(3), rng.randrange(30))))
    actions = [
        action
        for action in list_conceivable_actions("briscola", rng.randrange(3))
        if not isinstance(action, (LeaveMatch, VoteToEnd))
    ]
    return rng.choice(
        (
            Command(TakeAction(rng.choice(actions)), number, turn=turn),
            Command(TakeAction(Timeout(1)), number, turn=turn),
            Command(Say(rng.choice(("Good luck!", "x" * 200, "\u202e", ""))), number),
            *list_messages(rng.randrange(4), f"{rng.getrandbits(256):064x}"),
            *OWNER_MESSAGES,
        )
    )


class HostileGuest(threading.Thread):
    """The guest, in a thread of its own; ``attack_counts``: by the name of the attack; ``attacks``: whether it does."""

    def __init__(self, home: Path, arguments: PeopleArguments, rng: Random, *, attacks: bool) -> None:
        super().__init__(daemon=True)
        self.attack_counts = Counter[str]()
        self.is_stopped = threading.Event()
        self._home = home
        self._arguments = arguments
        self._invitation = decode_invitation(arguments.invitation)
        self._rng = rng
        self._attacks = attacks
        self._next_attacks: list[str] = []

    def run(self) -> None:
        asyncio.run(self._play())

    async def _play(self) -> None:
        person = self._come()
        while not self.is_stopped.is_set():
            person.live()
            attacks = self._attacks and person.session is not None and person.session.is_your_turn
            if attacks or person.client.state is ConnectionState.ENDED:  # displaced by a late attack
                person.close()
                with suppress(*CONNECTION_ERRORS):
                    await self._attack()
                person = self._come()
            await asyncio.sleep(FRAME_S)
        person.close()

    def _come(self) -> NetworkPerson:
        """Return the person, who plays at once if it is their turn when they come, and else waits for the attack."""
        return NetworkPerson(self._home, NAME, self._arguments, is_owner=False)

    async def _attack(self) -> None:
        """Make the next attack; each is made once before any is repeated."""
        (seat,) = open_seat_keys(make_folders(self._home / NAME)).read()[0].seats.values()
        async with enter(self._invitation.port, NAME, token=seat.key, max_size=None) as connection:
            attacks = make_attacks(self._rng, await read_first(connection))
            if not self._next_attacks:
                self._next_attacks = self._rng.sample([*attacks], len(attacks))
            name = self._next_attacks.pop()
            self.attack_counts[name] += 1
            if self._rng.random() < 0.3:
                connection.transport.pause_reading()
            for frame in attacks[name]:
                await send_to(connection, frame)
            await asyncio.sleep(0.05)
            connection.transport.abort()


async def read_first(connection: ClientConnection) -> FirstMessage:
    decoder = MessageDecoder(GAMES["briscola"])
    while True:
        message = decoder.decode(await connection.recv(decode=False), HostMessage)
        if isinstance(message, FirstMessage):
            return message


# -- a match beside the hostile guest


class HostileMatch(NamedTuple):
    """Figures of a match.

    They are latencies of honest actions, the host's memory (bytes) in each deal and at the end, the attacks by name.
    """

    latencies_ms: list[float]
    memory: list[int]
    attack_counts: Counter[str]


def play_beside_hostile_guest(
    home: Path, rules: RuleSet, rng: Random, *, timeout_s: float, attacks: bool = True, thinking_s: float = 0.0
) -> HostileMatch:
    """Play a match of two honest people with the hostile guest to its end; ``attacks``: whether it is hostile.

    ``thinking_s``: the time that the honest people take for an action. Without it they send so fast that the host lets
    them wait, as it does with anybody. Raise AssertionError if the match does not end, the honest people end with
    different records, an action of theirs is lost, or the host writes to its error output.
    """
    host = HostProcess(home / "host", rules, len(HONEST_NAMES) + 1)
    arguments = PeopleArguments(host.invitation, host.owner_key, len(HONEST_NAMES) + 1, 0.0, thinking_s)
    hostile = HostileGuest(home, arguments._replace(thinking_s=timeout_s if attacks else 0.0), rng, attacks=attacks)
    people = [NetworkPerson(home, name, arguments, is_owner=name == HONEST_NAMES[0]) for name in HONEST_NAMES]
    memory, deadline = list[int](), time.monotonic() + timeout_s
    hostile.start()
    try:
        while not all(person.is_done for person in people):
            assert time.monotonic() < deadline, "the match did not end"
            assert host.is_alive, host.read_errors()
            assert hostile.is_alive(), "the hostile guest failed"
            let_live(people)
            if people[0].deal_number > len(memory):
                memory.append(host.read_memory())
        memory.append(host.read_memory())
    finally:
        hostile.is_stopped.set()
        hostile.join()
        for person in people:
            person.close()
        host.stop()
    assert not host.read_errors(), host.read_errors()
    check_logs(read_log(home, HONEST_NAMES), HONEST_NAMES)
    latencies_ms = [latency for person in people for latency in person.latencies_ms]
    return HostileMatch(latencies_ms, memory, hostile.attack_counts)
