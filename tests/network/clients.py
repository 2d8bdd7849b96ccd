"""Hosts and guests over sockets: a host in this process that listens, and the programs of guests with their threads."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from game.match.observation import Observation
from game.network.certificate import load_server_context, make_client_context
from game.network.guest_client import ConnectionState, GuestClient
from game.network.guest_client import Person as Profile
from game.network.invitation import Invitation, decode_invitation, encode_invitation
from game.network.knock import Knocks
from game.network.known_tables import list_known_tables
from game.network.messages import PROTOCOL_VERSION, Enter, Hello, list_rules_versions
from game.network.remote_transport import RemoteTransport
from game.network.server import TableServer
from game.session.encoding import encode_message
from game.session.messages import SessionMessage
from game.session.session import Session
from game.storage.files import Folders
from tests.network.host import SECRET, Host
from tests.network.person import Person

WAIT_LIMIT_S = 120.0
DIGITS = "740218"


def wait_until(is_done: Callable[[], bool], timeout_s: float = WAIT_LIMIT_S) -> None:
    """Wait until something has happened in another thread or process. Raise AssertionError after ``timeout_s``."""
    deadline = time.monotonic() + timeout_s
    while not is_done():
        assert time.monotonic() < deadline, f"{is_done} never came"
        time.sleep(0.01)


async def wait_for(is_done: Callable[[], bool], timeout_s: float = 15.0) -> None:
    """Wait as `wait_until` does, while the host of this process goes on."""
    async with asyncio.timeout(timeout_s):
        while not is_done():
            await asyncio.sleep(0.01)


# -- a host that listens in this process


def serve(home: Path, talk: Callable[[int, Host], Coroutine[Any, Any, None]], *, seats: int = 3) -> None:
    """Run ``talk`` with the port of a host that listens, and with the host; people can knock with `DIGITS`."""

    async def run() -> None:
        host = Host(home, seats=seats)
        context, fingerprint = load_server_context(home)
        server = TableServer(host.table, context, time.monotonic)
        port = server.listen(0)
        host.invitation = Invitation(("127.0.0.1",), port, fingerprint, bytes.fromhex(SECRET))
        server.knocks = host.knocks = Knocks(lambda: encode_invitation(host.invitation), make_digits=lambda: DIGITS)
        running = asyncio.create_task(server.run())
        try:
            await asyncio.wait_for(talk(port, host), 30)
        finally:
            server.stop()
            await running

    asyncio.run(run())


def make_hello(**changes: Any) -> Hello:
    values = {"program": "1", "protocol": PROTOCOL_VERSION, "rules": list_rules_versions(), "token": SECRET}
    return Hello(**{**values, **changes})


def connect_to(port: int, **options: Any) -> Any:
    """Return a bare connection to a host, without a program; use it as a context manager, or await it."""
    options = {"compression": None, **options}
    return connect(f"wss://127.0.0.1:{port}/", ssl=make_client_context(), proxy=None, **options)


async def send_to(connection: ClientConnection, message: SessionMessage | str | bytes | list[str]) -> None:
    """Send a message, or any bytes or text; a list is a text in fragments."""
    if isinstance(message, SessionMessage):
        await connection.send(encode_message(message), text=True)
    else:
        await connection.send(message)


@asynccontextmanager
async def enter(
    port: int, name: str, *messages: SessionMessage | str | bytes, token: str = SECRET, **options: Any
) -> AsyncIterator[ClientConnection]:
    """Give a connection that has said hello and who it is, and has sent ``messages``."""
    async with connect_to(port, **options) as connection:
        for message in (make_hello(token=token), Enter(name=name, run=name.encode().hex()), *messages):
            await send_to(connection, message)
        yield connection


# -- programs of guests


class Client(GuestClient, Person):
    """The client of a guest's program, with what the guest can do."""

    def ask(self, message: SessionMessage) -> None:
        self.send(message)


def make_client(invitation: Invitation | str, name: str = "Ann", **options: Any) -> Client:
    """Return the client of a guest's program, which is not started yet."""
    decoded = decode_invitation(invitation) if isinstance(invitation, str) else invitation
    return Client(decoded, Profile(name), **{"clock": time.monotonic, "rng": Random(name), **options})


def open_client(invitation: Invitation | str, name: str = "Ann", **options: Any) -> Client:
    """Return the client of a guest's program, which connects to the host."""
    client = make_client(invitation, name, **options)
    client.start()
    return client


def has_lobby(client: GuestClient) -> bool:
    return client.lobby is not None


def has_match(client: GuestClient) -> bool:
    return client.has_match


def end_table(owner: Client, timeout_s: float = WAIT_LIMIT_S) -> None:
    """Let the owner end the table."""
    owner.end_table()
    wait_until(lambda: owner.state is ConnectionState.ENDED, timeout_s)


def play_with_computers(invitation: str, owner_key: str, own_action_count: int) -> Observation:
    """Start the match of a table as its owner, take ``own_action_count`` first legal actions, and end the table.

    Return the last observation. It stops early at the end of the deal. Raise AssertionError if a computer player fails
    or an action takes too long.
    """
    client = open_client(invitation, owner_key=owner_key)
    try:
        wait_until(lambda: has_lobby(client))
        client.start_match()
        wait_until(lambda: client.has_match)
        session = Session(RemoteTransport(client, time.monotonic), time.monotonic)

        def can_act() -> bool:
            session.update(is_idle=True)
            assert not session.error
            return session.is_your_turn or bool(session.observation.results)

        for _action in range(own_action_count):
            wait_until(can_act)
            if session.is_your_turn:
                session.act(session.observation.legal_actions[0])
        wait_until(can_act)
        end_table(client)
        return session.observation
    finally:
        client.close()


def find_free_port() -> int:
    """Return a port of the loopback address at which nobody listens."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def has_come_or_gone(client: GuestClient) -> bool:
    """Return whether a client has reached its table, or knows that it cannot now."""
    return client.is_connected or client.lost_at is not None


def end_hosted_tables(folders: Folders) -> None:
    """End the tables whose hosts run on this machine, and with them their processes."""
    for table in list_known_tables(folders):
        if table.is_hosted:
            owner = open_client(table.invitation, "Owner", owner_key=table.owner_key)
            wait_until(partial(has_come_or_gone, owner))
            if owner.is_connected:
                end_table(owner)
            owner.close()
