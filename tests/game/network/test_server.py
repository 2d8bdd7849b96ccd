"""The sockets of a table: TLS 1.3 with a pinned certificate, bounded in number, time and bytes."""

from __future__ import annotations

import asyncio
import errno
import json
import socket
import ssl
import stat
import time
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

from game.network import guest, guest_client, messages, server
from game.network.certificate import CERTIFICATE_FILE, load_server_context, make_client_context
from game.network.guest import MAX_OUTGOING_BYTES, MAX_WAITING_MESSAGES, MESSAGE_BURST
from game.network.guest_client import ConnectionState
from game.network.invitation import encode_invitation
from game.network.refusals import describe_refusal
from game.network.server import MAX_UNKNOWN_SOCKETS, TableServer
from game.network.table_files import GuestSeat, open_seat_keys
from game.rules import GAMES
from game.session.encoding import MessageDecoder, encode_message
from game.session.messages import Command, HostMessage, Ready, SessionMessage
from game.storage.files import Folders, StorageError
from tests.lanes import choose_sample
from tests.marks import needs_loopback_network
from tests.network.clients import (
    connect_to,
    enter,
    has_lobby,
    make_client,
    make_hello,
    open_client,
    send_to,
    serve,
    wait_for,
    wait_until,
)
from tests.network.host import INVITATION, OWNER_KEY, Guest, Host

replace = msgspec.structs.replace
HANDSHAKE_START = b"\x16\x03\x01\x01\x00\x01\x00\x00\xfc\x03\x03"
"""The beginning of the first message of TLS."""


async def talk_raw(port: int, *sent: SessionMessage | str | bytes) -> list[HostMessage]:
    """Send messages and return the answers until the host closes the connection or is silent."""
    answers = list[HostMessage]()
    async with connect_to(port) as connection:
        try:
            for message in sent:
                await send_to(connection, message)
            while True:
                data = await asyncio.wait_for(connection.recv(), 0.5)
                assert isinstance(data, str)
                answers.append(MessageDecoder(GAMES["briscola"]).decode(data, HostMessage))
        except (ConnectionClosed, TimeoutError):
            return answers


def is_alone(guest: Guest) -> bool:
    """Return whether nobody else is in the lobby any more."""
    return sum(bool(seat.name) for seat in guest.lobby.seats) == 1


def list_refusals(answers: list[HostMessage]) -> list[str]:
    return [answer.code for answer in answers if isinstance(answer, messages.Refused)]


def test_certificate_is_private_and_kept(tmp_path: Path) -> None:
    _context, fingerprint = load_server_context(tmp_path)
    assert stat.S_IMODE((tmp_path / CERTIFICATE_FILE).stat().st_mode) == 0o600
    assert load_server_context(tmp_path)[1] == fingerprint


def test_only_tls_1_3_is_spoken(tmp_path: Path) -> None:
    async def talk(port: int, _host: Host) -> None:
        context = make_client_context()
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        with pytest.raises((ssl.SSLError, ConnectionError)):
            await asyncio.open_connection("127.0.0.1", port, ssl=context)
        answers = await talk_raw(port, make_hello(), messages.Enter(name="Ann", run="aa"))
        assert isinstance(answers[0], messages.Welcome)

    serve(tmp_path, talk)


def test_guest_sends_no_byte_of_its_request_to_another_machine(tmp_path: Path) -> None:
    received = bytearray()

    async def run() -> None:
        async def read_all(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            received.extend(await reader.read())
            writer.close()

        context, fingerprint = load_server_context(tmp_path)
        impostor = await asyncio.start_server(read_all, "127.0.0.1", 0, ssl=context)
        port = impostor.sockets[0].getsockname()[1]
        other = bytes(byte ^ 1 for byte in fingerprint)
        client = open_client(replace(INVITATION, port=port, fingerprint=other))
        await wait_for(lambda: client.state is ConnectionState.ENDED)
        assert client.refusal == "wrong_host"
        impostor.close()

    asyncio.run(asyncio.wait_for(run(), 20))
    assert not received


def can_bind(address: str) -> bool:
    """Return whether this machine has an IPv6 address."""
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind((address, 0))
    except OSError:
        return False
    return True


NETWORK_FAULTS = (socket.gaierror(socket.EAI_NONAME, "unknown name"), TimeoutError(), ConnectionRefusedError())
UNFORESEEN_FAULTS = (
    UnicodeError("label empty or too long"), OverflowError("getaddrinfo() argument 2"), ValueError("no URI"),
    TypeError("no text"), RuntimeError("no loop"), AssertionError(), KeyError("host"), MemoryError(), RecursionError(),
)  # fmt: skip


def patch_resolver(monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    """Let the resolver of names raise ``fault``."""

    def resolve(*_arguments: object, **_options: object) -> NoReturn:
        raise fault

    monkeypatch.setattr(socket, "getaddrinfo", resolve)


def check_that_guest_is_welcomed(home: Path, *addresses: str, **options: Any) -> None:
    """Open a table, and check that a guest who knows these addresses gets in."""

    async def talk(_port: int, host: Host) -> None:
        client = open_client(replace(host.invitation, addresses=addresses), **options)
        try:
            await wait_for(lambda: client.welcome is not None, 5.0)
        finally:
            await asyncio.to_thread(client.close)

    serve(home, talk)


@pytest.mark.parametrize(
    ("addresses", "options"),
    [
        (("192.0.2.1",), {"owner_key": OWNER_KEY}),
        pytest.param(("::1",), {}, marks=pytest.mark.skipif(not can_bind("::1"), reason="this machine has no IPv6")),
    ],
    ids=["the host of the owner is at this machine", "IPv6"],
)
def test_guest_reaches_the_host_at_once(tmp_path: Path, addresses: tuple[str, ...], options: dict[str, str]) -> None:
    check_that_guest_is_welcomed(tmp_path, *addresses, **options)


@pytest.mark.parametrize("fault", [*NETWORK_FAULTS, *UNFORESEEN_FAULTS], ids=repr)
def test_good_address_is_used_whatever_happens_to_the_one_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:  # fmt: skip
    patch_resolver(monkeypatch, fault)
    check_that_guest_is_welcomed(tmp_path, "bar.example.org", "127.0.0.1")


@pytest.mark.parametrize("missing", ["of the program", "of the machine"])
def test_table_without_ipv6_is_reached_over_ipv4(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    bound = list[str]()

    class FakeSocket(socket.socket):
        def bind(self, address: Any) -> None:
            bound.append(address[0])
            if self.family == socket.AF_INET6:
                raise OSError(errno.EADDRNOTAVAIL, "no IPv6")
            super().bind(address)

    monkeypatch.setattr(socket, "has_ipv6", missing == "of the machine")
    monkeypatch.setattr(socket, "socket", FakeSocket)
    check_that_guest_is_welcomed(tmp_path, "127.0.0.1")
    assert bound == ["0.0.0.0"] + ["::"] * (missing == "of the machine")


@pytest.mark.parametrize("fault", UNFORESEEN_FAULTS, ids=repr)
def test_error_that_nobody_has_foreseen_ends_the_connection_with_a_line_for_the_person(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    patch_resolver(monkeypatch, fault)
    client, calls = make_client(replace(INVITATION, addresses=("bar.example.org",))), list[str]()
    client.on_news = lambda: calls.append(client.refusal)
    client.start()
    wait_until(lambda: client.state is ConnectionState.ENDED and bool(calls))
    assert calls[-1] == client.refusal == "connection_failed"
    assert "error in your program" in describe_refusal(client.refusal)
    assert any(record.exc_info for record in caplog.records), "the log has the traceback"
    client.close()


@pytest.mark.parametrize("fault", NETWORK_FAULTS, ids=repr)
def test_host_that_cannot_be_reached_is_tried_again_with_growing_pauses(
    monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    patch_resolver(monkeypatch, fault)
    pauses = list[float]()

    async def note_pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 9:
            raise asyncio.CancelledError

    monkeypatch.setattr(asyncio, "sleep", note_pause)
    monkeypatch.setattr("random.Random.uniform", lambda _rng, _low, high: high)
    client = open_client(replace(INVITATION, addresses=("bar.example.org", "bar.example")))
    wait_until(lambda: client.state is ConnectionState.ENDED)
    assert not client.refusal and client.lost_seconds is not None
    assert pauses == sorted(pauses)
    assert pauses[0] <= 0.5 and pauses[-1] == guest_client.MAX_PAUSE_S


HELLO_TEXT = encode_message(make_hello()).decode()
NO_HELLOS = ("", b"\xc1", Command(Ready()), "{" * 100, HELLO_TEXT[:-1], HELLO_TEXT.encode())
ENTERED = (make_hello(), messages.Enter(name="Bob", run="bb"))
LATER_HELLO = {**msgspec.to_builtins(make_hello(protocol=99)), "type": "hello", "more": 1}


FORBIDDEN_CONVERSATIONS: list[tuple[tuple[SessionMessage | str | bytes, ...], list[list[str]]]] = [
    *(((data,), [list[str]()]) for data in NO_HELLOS),
    ((make_hello(protocol=messages.PROTOCOL_VERSION + 1),), [["guest_newer"]]),
    ((json.dumps(LATER_HELLO),), [["guest_newer"]]),
    ((*ENTERED, "[1, 2, 3]"), [["bad_message"]]),
    ((*ENTERED, '{"type": "command", "request": {"type": "ready"}, "more": 1}'), [["bad_message"]]),
    ((*ENTERED, "x" * 5000), [[]]),
    ((*ENTERED, *[Command(Ready())] * 1000), [["too_many_messages"], []]),
]
"""Conversations with messages that a guest may not send, and their possible refusals; a flood can hide its refusal."""


def test_messages_that_a_guest_may_not_send_end_only_its_own_connection(tmp_path: Path) -> None:
    async def talk(port: int, host: Host) -> None:
        ann = host.join("Ann", is_owner=True)
        for conversation, refusals in FORBIDDEN_CONVERSATIONS:
            assert list_refusals(await talk_raw(port, *conversation)) in refusals
            await wait_for(partial(is_alone, ann))
        assert not ann.refusal

    serve(tmp_path, talk)


def test_message_that_unpacks_to_more_than_the_limit_ends_only_its_own_connection(tmp_path: Path) -> None:
    async def talk(port: int, host: Host) -> None:
        ann = host.join("Ann", is_owner=True)
        async with enter(port, "Bob", compression="deflate") as connection:
            await connection.recv()
            await connection.send(" " * 100_000_000)
            with pytest.raises(ConnectionClosed):
                while True:
                    await connection.recv()
        assert connection.close_code == CloseCode.MESSAGE_TOO_BIG
        await wait_for(partial(is_alone, ann))
        assert not ann.refusal

    serve(tmp_path, talk)


def test_messages_beyond_the_budget_wait_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest, "MESSAGES_PER_S", 200.0)

    async def talk(port: int, host: Host) -> None:
        ann = host.join("Ann", is_owner=True)
        count = int(MESSAGE_BURST) + 40
        is_ready = [number % 2 == 0 for number in range(count)]
        answers = await talk_raw(
            port, make_hello(), messages.Enter(name="Bob", run="bb"), *[Command(Ready(ready)) for ready in is_ready]
        )
        assert not list_refusals(answers) and not ann.refusal
        seen = [answer.seats[1].is_ready for answer in answers if isinstance(answer, messages.Lobby)]
        assert seen == [False, *is_ready]

    serve(tmp_path, talk)


def test_others_do_not_wait_for_a_guest_beyond_its_budget(tmp_path: Path) -> None:
    async def talk(port: int, host: Host) -> None:
        ann = host.join("Ann", is_owner=True)
        count = int(MESSAGE_BURST) + MAX_WAITING_MESSAGES // 2
        async with enter(port, "Bob", *[Command(Ready())] * count, close_timeout=0.1):
            async with enter(port, "Cleo") as other:
                assert isinstance(MessageDecoder().decode(await other.recv(), HostMessage), messages.Welcome)
            ann.read()
            assert sum(isinstance(message, messages.Lobby) for message in ann.messages) < count

    serve(tmp_path, talk)


def test_answers_to_a_guest_that_has_gone_leave_no_lines_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:  # fmt: skip
    async def talk(port: int, _host: Host) -> None:
        for _number in range(10):
            async with enter(port, "Ann") as connection:
                await connection.recv()
                for number in range(300):
                    await connection.ping(number.to_bytes(100, "big"))
                connection.transport.abort()
        await asyncio.sleep(0.2)

    serve(tmp_path, talk)
    assert not caplog.records


async def connect_silently(port: int, address: str, sent: bytes | None, *, is_tls: bool) -> asyncio.StreamWriter:
    """Connect and send something; None: a wrong secret, whose refusal is not read."""
    if sent is None:
        return await send_wrong_secret(port, address)
    context = make_client_context() if is_tls else None
    _reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context, local_addr=(address, 0))
    writer.write(sent)
    return writer


async def send_wrong_secret(port: int, address: str) -> asyncio.StreamWriter:
    """Come with a wrong secret, and do not read that it is refused."""
    connection = await connect_to(port, local_addr=(address, 0))
    connection.transport.pause_reading()
    await send_to(connection, make_hello(token="00" * 16))
    await send_to(connection, messages.Enter(name="Bob", run="bb"))
    return asyncio.StreamWriter(connection.transport, connection, None, asyncio.get_running_loop())


@pytest.mark.parametrize(("system", "option"), [("Windows", -5), ("other", socket.SO_REUSEADDR)])
def test_port_is_taken_from_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, option: int) -> None:
    """On Windows SO_REUSEADDR lets another program have the port too."""
    options = list[int]()

    class FakeSocket(socket.socket):
        def setsockopt(self, level: int, option: int, value: Any, *rest: Any) -> None:
            if level == socket.SOL_SOCKET:
                options.append(option)
            if option > 0:
                super().setsockopt(level, option, value, *rest)

    monkeypatch.delattr(socket, "SO_EXCLUSIVEADDRUSE", raising=False)
    if system == "Windows":
        monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", option, raising=False)
    monkeypatch.setattr(socket, "socket", FakeSocket)

    async def talk(port: int, host: Host) -> None:
        assert options and set(options) == {option}
        other = TableServer(host.table, load_server_context(tmp_path)[0], time.monotonic)
        with pytest.raises(StorageError, match=str(port)):
            other.listen(port)

    serve(tmp_path, talk)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("sent", "is_tls", "address_count"),
    choose_sample([
        (b"", False, 1), (b"GET / HTTP/1.1\r\n", True, 1), (None, True, 1),
        pytest.param(HANDSHAKE_START, False, 8, marks=needs_loopback_network),
        pytest.param(b"", True, 8, marks=needs_loopback_network),
    ], 3, 1),
)  # fmt: skip
def test_silent_connections_do_not_keep_a_person_out(
    tmp_path: Path, sent: bytes | None, address_count: int, *, is_tls: bool
) -> None:
    """A person comes back with the pauses of the program, while 20 connections a second say nothing; another stays."""

    async def talk(port: int, host: Host) -> None:
        silent = list[asyncio.StreamWriter]()

        async def flood() -> None:
            for number in count():
                if number > MAX_UNKNOWN_SOCKETS:  # from the beginning all places are taken
                    await asyncio.sleep(1 / 20)
                with suppress(OSError):
                    address = f"127.0.0.{number % address_count + 1}"
                    silent.append(await connect_silently(port, address, sent, is_tls=is_tls))

        async with enter(port, "Cleo", max_queue=None) as admitted:
            flooding = asyncio.create_task(flood())
            while len(silent) < MAX_UNKNOWN_SOCKETS:
                await asyncio.sleep(0.01)
            for number in range(4):
                client = open_client(host.invitation, rng=Random(number))
                await wait_for(partial(has_lobby, client), 3.0)
                await asyncio.to_thread(client.close)
            flooding.cancel()
            await asyncio.wait_for(await admitted.ping(), 5.0)
        for writer in silent:
            writer.transport.abort()

    serve(tmp_path, talk)


@pytest.mark.parametrize("sent", [b"", HANDSHAKE_START + bytes(200)])
def test_connection_that_stops_or_dribbles_in_the_handshake_is_closed_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(server, "OPENING_TIMEOUT_S", 0.5)

    async def talk(port: int, host: Host) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)

        async def dribble() -> None:
            for number in range(len(sent)):
                writer.write(sent[number : number + 1])
                await asyncio.sleep(0.05)

        dribbling = asyncio.create_task(dribble())
        async with asyncio.timeout(3.0):
            with suppress(ConnectionError):
                assert await reader.read() == b""
        dribbling.cancel()
        writer.transport.abort()

    serve(tmp_path, talk)


def test_opening_has_one_deadline_from_the_first_byte_to_enter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "OPENING_TIMEOUT_S", 2.0)

    async def talk(port: int, _host: Host) -> None:
        client = socket.create_connection(("127.0.0.1", port))
        started_at = time.monotonic()
        await asyncio.sleep(1.5)
        async with connect_to(port, sock=client) as slow:
            await send_to(slow, make_hello())
            with pytest.raises(ConnectionClosed):
                await slow.recv()
        assert time.monotonic() - started_at < 3.0

    serve(tmp_path, talk)


PING_FRAME = b"\x89\xfd" + bytes(4) + b"p" * 125
"""A masked ping with the longest data."""


async def send_pings(port: int, host: Host, count: int) -> None:
    """Send pings, or none, and read no answer until the host has dropped the guest."""
    ann = host.join("Ann", is_owner=True)
    async with enter(port, "Bob", close_timeout=0.1) as connection:
        await connection.recv()
        connection.transport.pause_reading()
        connection.transport.write(PING_FRAME * count)
        await wait_for(partial(is_alone, ann))


def test_pings_count_in_the_budget_and_the_host_gets_answers_to_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve(tmp_path / "many", lambda port, host: send_pings(port, host, int(MESSAGE_BURST) + MAX_WAITING_MESSAGES + 50))
    for name, seconds in {"PING_INTERVAL_S": 0.2, "PING_TIMEOUT_S": 0.4, "CLOSE_TIMEOUT_S": 0.2}.items():
        monkeypatch.setattr(server, name, seconds)
    serve(tmp_path / "none", lambda port, host: send_pings(port, host, 0))


def test_guest_that_reads_no_answers_to_its_pings_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MAX_PING_DELAY_S", float("inf"))
    serve(tmp_path, lambda port, host: send_pings(port, host, 60_000))


def test_guest_that_reads_nothing_is_dropped(tmp_path: Path) -> None:
    host = Host(tmp_path, seats=3)
    ann, bob = host.join("Ann", is_owner=True), host.join("Bob")
    for _number in range(20_000):
        bob.send(Command(Ready()))
        bob.read()
        if ann.connection.is_too_slow:
            break
    assert ann.connection.is_too_slow
    assert ann.connection.outgoing_bytes <= MAX_OUTGOING_BYTES + 4096
    assert not bob.connection.is_too_slow


@pytest.mark.parametrize("is_key_valid", [False, True])
def test_seat_is_stored_with_the_invitation_that_leads_to_the_host_or_forgotten(
    tmp_path: Path, *, is_key_valid: bool
) -> None:
    """Come with an older invitation and the key of the seat, or a key that is not valid any more."""

    async def talk(port: int, host: Host) -> None:
        ann = host.start("Ann", "Bob")[0] if is_key_valid else host.join("Ann", is_owner=True)
        old = replace(host.invitation, addresses=("192.0.2.1",))
        document = open_seat_keys(Folders(tmp_path, tmp_path, tmp_path))
        seat = GuestSeat(key=ann.key or "00" * 32, invitation=encode_invitation(old), table="Bar Sport", name="Ann")
        document.update(lambda keys: keys.with_seat(old, seat))
        client = open_client(host.invitation, "Cleo", seat_keys=document)
        await wait_for(lambda: client.has_match if is_key_valid else has_lobby(client))
        seats = [(stored.key, stored.invitation) for stored in document.read()[0].seats.values()]
        assert seats == ([(seat.key, encode_invitation(host.invitation))] if is_key_valid else [])
        assert not client.refusal
        await asyncio.to_thread(client.close)

    serve(tmp_path, talk)
