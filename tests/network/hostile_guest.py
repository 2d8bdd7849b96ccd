"""A hostile guest at a table over the network, and an honest match beside it.

``python -m tests.network.hostile_guest INVITATION SEED WITHHELD`` runs the hostile guest until the match is over: it
takes a seat as `NAME`, attacks the host at random moments, and plays its turns so that the match goes on.
``WITHHELD`` is a JSON object: by the number of a deal, ``commit`` or ``open``, before which the guest vanishes in its
shuffle; ``null`` makes it a guest that attacks nobody.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from game.match.house_rules import RuleSet
from game.match.observation import Observation
from game.network import messages
from game.network.certificate import make_client_context
from game.network.invitation import Invitation, decode_invitation
from game.network.messages import (
    MAX_GUEST_MESSAGE_BYTES,
    MAX_HOST_MESSAGE_BYTES,
    GuestMessage,
    HostNetworkMessage,
    NetworkMessage,
    decode_host_message,
    encode,
)
from game.session.messages import Answer, FirstMessage, HostMessage, MatchStatus
from game.session.wire import from_plain
from game.shuffling.shuffle import ShuffleContext, compute_word_commitment
from tests.network.people import NetworkPerson, PeopleArguments, read_log
from tests.network.processes import HostProcess, check_logs
from tests.source import ROOT

NAME: Final = "Mallory"
HONEST_NAMES: Final = ("Ann", "Bob")
ATTACK_PROBABILITY: Final = 0.1
SILENT_SOCKETS: Final = 200
SILENCE_S: Final = 1.0
OPEN_TIMEOUT_S: Final = 2.0
FRAME_S: Final = 0.001
CONNECTION_ERRORS: Final = (OSError, TimeoutError, WebSocketException)


OWNER_MESSAGES: Final = (
    messages.StartMatch(), messages.EndTable(), messages.Substitute(seat=0), messages.Readmit(seat=0, name=NAME),
    messages.RemoveGuest(seat=0), messages.FillSeat(seat=0, level="random"), messages.ArrangeSeats(order=(2, 1, 0)),
    messages.Rematch(),
)  # fmt: skip


def list_messages(deal: int, digest: str) -> list[GuestMessage]:
    """Return messages that any guest may send at some time."""
    return [
        *(messages.OpenWord(deal=deal + later, round=1, word=digest) for later in range(2)),
        *(messages.CommitWord(deal=deal + later, round=1 + later, commitment=digest) for later in range(2)),
        messages.Ready(is_ready=False),
        messages.Ready(),
        messages.Shown(revision=1 << 53),
        messages.Enter(name=HONEST_NAMES[0], run=""),
        messages.RecordReceived(),
    ]


class HostileGuest:
    """The guest. ``attack_counts``: by the name of the attack; ``withheld``: see above."""

    def __init__(self, invitation: Invitation, rng: Random, withheld: dict[int, str] | None) -> None:
        self.attack_counts = Counter[str]()
        self.is_over = False
        self._invitation = invitation
        self._rng = rng
        self._withheld = withheld
        self._token = invitation.secret.hex()
        self._run = rng.randbytes(16).hex()
        self._number = self._turn_number = 0
        self._turn = self._attacked_turn = (0, 0)
        self._observation: Observation | None = None
        self._words: dict[tuple[int, int], str] = {}
        self._false_words: set[tuple[str, int, int]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._attacks = [
            self._send_random_bytes, self._send_damaged_message, self._send_text, self._send_in_wrong_order,
            self._act_as_owner, self._act_for_others, self._act_as_host, self._repeat_number, self._use_key_twice,
            self._flood_with_chat, self._flood_with_pings, self._send_giant_message, self._send_tiny_frames,
            self._open_silent_sockets, self._vanish, self._read_nothing, self._wait_for_seats, self._guess_tokens,
        ]  # fmt: skip
        self._next_attacks: list[Callable[[ClientConnection], Coroutine[Any, Any, None]]] = []

    async def run(self) -> None:
        """Play and attack until the match is over."""
        while not self.is_over:
            with suppress(*CONNECTION_ERRORS):
                async with self._connect(self._token, NAME) as connection:
                    await self._send(connection, messages.Ready())
                    await self._use(connection)
            await asyncio.sleep(0.05)

    @asynccontextmanager
    async def _connect(self, token: str, name: str, run: str = "") -> AsyncIterator[ClientConnection]:
        """Give a connection that has said hello and entered, and abort it afterwards."""
        async with asyncio.timeout(OPEN_TIMEOUT_S):
            connection = await connect(
                f"wss://127.0.0.1:{self._invitation.port}/", ssl=make_client_context(), proxy=None, compression=None,
                max_size=MAX_HOST_MESSAGE_BYTES, server_hostname="",
            )  # fmt: skip
        try:
            hello = messages.Hello(
                program="m", protocol=messages.PROTOCOL_VERSION, rules=messages.list_rules_versions(), token=token
            )
            await self._send(connection, hello, messages.Enter(name=name, run=run or self._run))
            yield connection
        finally:
            connection.transport.abort()

    async def _send(self, connection: ClientConnection, *sent: NetworkMessage) -> None:
        for message in sent:
            await connection.send(encode(message))

    async def _use(self, connection: ClientConnection) -> None:
        async for data in connection:
            assert isinstance(data, bytes)
            message = decode_host_message(data)
            if isinstance(message, messages.Refused) or (isinstance(message, messages.RecordPart) and message.is_last):
                self.is_over = isinstance(message, messages.RecordPart)
                return
            await self._take(connection, message)

    async def _take(self, connection: ClientConnection, message: HostNetworkMessage) -> None:
        match message:
            case messages.SeatKey(key=key):
                self._token = key
            case messages.Shuffle():
                await self._contribute(connection, message)
            case messages.Step(revision=revision, turn=turn, observation=plain):
                await self._follow(connection, revision, turn, from_plain(plain, Observation))
            case messages.MatchNews(message=plain):
                match from_plain(plain, HostMessage):
                    case FirstMessage(revision=revision, turn=turn, views=(view,)):
                        await self._follow(connection, revision, turn, view.observation)
                    case MatchStatus(is_between_deals=True):
                        await self._send(connection, messages.Ready())
                    case Answer(number=number, reason=reason) if reason is not None and number == self._turn_number:
                        await asyncio.sleep(0.05)
                        await self._act(connection)

    async def _follow(
        self, connection: ClientConnection, revision: int, turn: tuple[int, int], observation: Observation
    ) -> None:
        """Take the state after an action: attack perhaps, and act if it is this seat's turn."""
        self._observation, self._turn = observation, turn
        await self._send(connection, messages.Shown(revision=revision))
        is_first_attack = bool(observation.legal_actions) and turn != self._attacked_turn
        if self._withheld is not None and (is_first_attack or self._rng.random() < ATTACK_PROBABILITY):
            self._attacked_turn = turn
            await self._attack(connection)
        await self._act(connection)

    async def _act(self, connection: ClientConnection) -> None:
        if self._observation is not None and self._observation.legal_actions:
            await self._send(connection, self._make_turn())
            self._turn_number = self._number

    def _make_turn(self) -> messages.TakeTurn:
        assert self._observation is not None
        actions = self._observation.legal_actions
        return self._make_action(str(self._rng.choice(actions)) if actions else f"{self._observation.seat} play Ad")

    def _make_action(self, action: str) -> messages.TakeTurn:
        self._number += 1
        return messages.TakeTurn(number=self._number, turn=self._turn, action=action)

    async def _contribute(self, connection: ClientConnection, shuffle: messages.Shuffle) -> None:
        """Send the word, or a false one before it, or keep it back and vanish."""
        assert self._observation is not None and self._observation.seat is not None
        seat, words, place = self._observation.seat, shuffle.rounds[-1], (shuffle.deal, len(shuffle.rounds))
        if seat not in [word.seat for word in words] or all(word.word for word in words):
            return
        kind = "open" if all(word.commitment for word in words) else "commit"
        if self._withheld is not None and self._withheld.get(shuffle.deal) == kind:
            if (kind, *place) not in self._false_words:
                self._false_words.add((kind, *place))
                self._count(f"vanish_before_{kind}")
                connection.transport.abort()
            return
        word = self._words.setdefault(place, self._rng.randbytes(32).hex())
        context = ShuffleContext("", shuffle.deal, match_uid=shuffle.match)
        commitment = compute_word_commitment(context, shuffle.seal, seat, word)
        message = self._make_word(kind, place, word if kind == "open" else commitment)
        false_message = self._make_word(kind, place, self._rng.randbytes(32).hex())
        if self._withheld is None or (kind, *place) in self._false_words:
            await self._send(connection, message)
            return
        self._false_words.add((kind, *place))
        self._count(f"false_{kind}")
        await self._send(connection, *([false_message] if kind == "open" else [message, false_message]))

    def _make_word(self, kind: str, place: tuple[int, int], digest: str) -> GuestMessage:
        deal, number = place
        if kind == "open":
            return messages.OpenWord(deal=deal, round=number, word=digest)
        return messages.CommitWord(deal=deal, round=number, commitment=digest)

    # -- attacks

    async def _attack(self, connection: ClientConnection) -> None:
        """Make the next attack; each kind is used once before any is repeated."""
        if not self._next_attacks:
            self._next_attacks = self._rng.sample(self._attacks, len(self._attacks))
        attack = self._next_attacks.pop()
        self._count(attack.__name__.removeprefix("_"))
        await attack(connection)

    def _count(self, name: str) -> None:
        self.attack_counts[name] += 1

    async def _send_random_bytes(self, connection: ClientConnection) -> None:
        await connection.send(self._rng.randbytes(self._rng.choice((0, 1, 7, 200, MAX_GUEST_MESSAGE_BYTES))))

    async def _send_damaged_message(self, connection: ClientConnection) -> None:
        data = bytearray(encode(self._make_turn()))
        data[self._rng.randrange(len(data))] ^= 1 << self._rng.randrange(8)
        await connection.send(bytes(data[: self._rng.randint(1, len(data))]))

    async def _send_text(self, connection: ClientConnection) -> None:
        await connection.send("ready")

    async def _send_in_wrong_order(self, connection: ClientConnection) -> None:
        await self._send(connection, *self._rng.sample(sent := list_messages(self._turn[0], "0" * 64), len(sent)))

    async def _act_as_owner(self, connection: ClientConnection) -> None:
        await self._send(connection, self._rng.choice(OWNER_MESSAGES))

    async def _act_for_others(self, connection: ClientConnection) -> None:
        assert self._observation is not None
        for seat in range(self._observation.seats):
            if seat != self._observation.seat:
                actions = [f"{seat} {words}" for words in ("play Ad", "leave", "unlock", "timeout")]
                await self._send(connection, *map(self._make_action, actions))

    async def _act_as_host(self, connection: ClientConnection) -> None:
        assert self._observation is not None
        await self._send(connection, self._make_action(f"{self._observation.seat} timeout"))
        await self._send(connection, self._make_action("deal Ad 2d 3d"))

    async def _repeat_number(self, connection: ClientConnection) -> None:
        turn = self._make_turn()
        other = msgspec.structs.replace(turn, action=self._make_turn().action)
        await self._send(connection, turn, turn, other, messages.Chat(number=turn.number, text="Sorry!"), turn)

    async def _use_key_twice(self, _connection: ClientConnection) -> None:
        """Open ten more connections with the key of the seat."""
        for _number in range(10):
            async with self._connect(self._token, NAME):
                pass

    async def _flood_with_chat(self, connection: ClientConnection) -> None:
        for _number in range(400):
            self._number += 1
            await self._send(connection, messages.Chat(number=self._number, text="Good luck!"))

    async def _flood_with_pings(self, connection: ClientConnection) -> None:
        for _number in range(150):
            await connection.ping(self._rng.randbytes(100))

    async def _send_giant_message(self, connection: ClientConnection) -> None:
        await connection.send(bytes(self._rng.choice((MAX_GUEST_MESSAGE_BYTES + 1, 1_000_000))))

    async def _send_tiny_frames(self, connection: ClientConnection) -> None:
        self._number += 1
        data = encode(messages.Chat(number=self._number, text="Well played!"))
        await connection.send([data[index : index + 1] for index in range(len(data))])

    async def _open_silent_sockets(self, _connection: ClientConnection) -> None:
        """Open connections of which half are silent and half stop in the middle of the TLS handshake."""
        task = asyncio.create_task(self._be_silent())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _be_silent(self) -> None:
        writers = list[asyncio.StreamWriter]()
        for number in range(SILENT_SOCKETS):
            with suppress(OSError):
                _reader, writer = await asyncio.open_connection("127.0.0.1", self._invitation.port)
                writers.append(writer)
                if number % 2:
                    writer.write(b"\x16\x03\x01\x02\x00\x01")
        await asyncio.sleep(SILENCE_S)
        for writer in writers:
            writer.transport.abort()

    async def _vanish(self, connection: ClientConnection) -> None:
        connection.transport.abort()

    async def _read_nothing(self, connection: ClientConnection) -> None:
        connection.transport.pause_reading()
        for _number in range(50):
            await self._send(connection, self._make_action(f"{HONEST_NAMES[0]} play Ad"))
        await asyncio.sleep(SILENCE_S)
        connection.transport.abort()

    async def _wait_for_seats(self, _connection: ClientConnection) -> None:
        """Enter with the secret of the invitation, as more people than may wait for a seat."""
        await self._come_and_go([(self._invitation.secret.hex(), f"{NAME} {number}") for number in range(10)])

    async def _guess_tokens(self, _connection: ClientConnection) -> None:
        await self._come_and_go([(self._rng.randbytes(32).hex(), HONEST_NAMES[0])] * 10)

    async def _come_and_go(self, guests: Sequence[tuple[str, str]]) -> None:
        async def come(token: str, name: str) -> None:
            with suppress(*CONNECTION_ERRORS):
                async with self._connect(token, name, self._rng.randbytes(16).hex()) as connection:
                    await connection.recv()
                    await asyncio.sleep(0.1)

        await asyncio.gather(*(come(token, name) for token, name in guests))


# -- a match beside the hostile guest


class HostileMatch(NamedTuple):
    """Figures of a match.

    They are latencies of honest actions, the host's memory (bytes) in each deal and at the end, the attacks by name.
    """

    latencies_ms: list[float]
    memory: list[int]
    attack_counts: Counter[str]


def play_beside_hostile_guest(
    home: Path,
    rules: RuleSet,
    seed: str,
    withheld: dict[int, str] | None,
    *,
    timeout_s: float,
    thinking_s: float = 0.0,
) -> HostileMatch:
    """Play a match of two honest people with the hostile guest to its end; ``withheld``: see above.

    ``thinking_s``: the time that the honest people take for an action. Without it they send so fast that the host lets
    them wait, as it does with anybody.

    Raise AssertionError if the match does not end, the honest people end with different records, an action of theirs is
    lost, or the host writes to its error output.
    """
    host = HostProcess(home / "host", rules, len(HONEST_NAMES) + 1)
    arguments = PeopleArguments(
        host.invitation, host.owner_key, list(HONEST_NAMES), len(HONEST_NAMES) + 1, chat_probability=0.0,
        thinking_s=thinking_s,
    )  # fmt: skip
    command = [sys.executable, "-m", "tests.network.hostile_guest", host.invitation, seed, json.dumps(withheld)]
    hostile = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    people = [
        NetworkPerson(home, name, arguments, is_owner=index == 0) for index, name in enumerate(HONEST_NAMES)
    ]  # fmt: skip
    memory = list[int]()
    try:
        deadline = time.monotonic() + timeout_s
        while not all(person.is_done for person in people):
            assert time.monotonic() < deadline, "the match did not end"
            assert host.is_alive, host.read_errors()
            for person in people:
                person.live()
            if people[0].deal_number > len(memory):
                memory.append(host.read_memory())
            time.sleep(FRAME_S)
        memory.append(host.read_memory())
        output, _errors = hostile.communicate(timeout=15)
        assert hostile.returncode == 0, "the hostile guest failed"
    finally:
        hostile.kill()
        for person in people:
            person.close()
        host.stop()
    assert not host.read_errors(), host.read_errors()
    check_logs(read_log(home, HONEST_NAMES), HONEST_NAMES)
    latencies_ms = [latency for person in people for latency in person.latencies_ms]
    return HostileMatch(latencies_ms, memory, Counter(json.loads(output)))


def main() -> None:
    invitation, seed, withheld = sys.argv[1:]
    kinds = msgspec.json.decode(withheld, type=dict[int, str] | None)
    guest = HostileGuest(decode_invitation(invitation), Random(seed), kinds)
    asyncio.run(guest.run())
    print(json.dumps(guest.attack_counts))


if __name__ == "__main__":
    main()
