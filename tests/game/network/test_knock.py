"""Coming to a table with the digits of its owner's screen, and all that does not lead there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from spake2 import SPAKE2_B
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as serve_sockets
from websockets.exceptions import ConnectionClosed

from game.network.certificate import load_server_context
from game.network.invitation import Invitation
from game.network.knock import MAX_TRIES, draw_digits, get_invitation
from game.network.listeners import is_outside
from game.network.messages import PROTOCOL_VERSION, Knock, KnockAnswer, KnockProof, KnockSecret, Refused
from game.session.encoding import MessageDecoder, encode_message
from game.session.messages import HostMessage, SessionMessage
from tests.network.clients import DIGITS, connect_to, has_lobby, open_client, send_to, serve, wait_for
from tests.network.host import Host

OTHER_DIGITS = "740219"


async def knock(port: int, digits: str = DIGITS) -> tuple[Invitation | None, str]:
    """Knock as a guest's program does."""
    return await get_invitation(["127.0.0.1"], port, digits)


def decode(text: str | bytes) -> HostMessage:
    return MessageDecoder().decode(text, HostMessage)


def test_right_digits_lead_into_the_lobby(tmp_path: Path) -> None:
    async def talk(port: int, host: Host) -> None:
        invitation, refusal = await knock(port)
        assert (invitation, refusal) == (host.invitation, "")
        client = open_client(host.invitation)
        await wait_for(lambda: has_lobby(client))
        await asyncio.to_thread(client.close)
        assert host.knocks.tries_left == MAX_TRIES

    serve(tmp_path, talk)


def test_wrong_digits_close_the_number_after_five_tries_until_there_is_a_new_one(tmp_path: Path) -> None:
    async def talk(port: int, host: Host) -> None:
        told = list[tuple[str, int]]()
        knocks = host.knocks
        knocks._on_change = lambda: told.append((knocks.digits, knocks.tries_left))
        answers = await asyncio.gather(*(knock(port, f"{number:06}") for number in range(3 * MAX_TRIES)))
        codes = [code for _invitation, code in answers]
        assert codes.count("wrong_digits") == MAX_TRIES and codes.count("digits_closed") == 2 * MAX_TRIES
        assert told == [*((DIGITS, left) for left in range(MAX_TRIES - 1, 0, -1)), ("", 0)]
        assert await knock(port) == (None, "digits_closed")
        knocks.renew()
        assert (await knock(port))[0] == host.invitation and told[-1] == (DIGITS, MAX_TRIES)

    serve(tmp_path, talk)


def test_table_that_has_started_lets_nobody_knock(tmp_path: Path) -> None:
    async def talk(port: int, host: Host) -> None:
        ann = host.join("Ann", is_owner=True)
        ann.start_match()
        await wait_for(lambda: not host.table.is_lobby)
        assert await knock(port) == (None, "started")

    serve(tmp_path, talk)


def test_digits_are_for_connections_of_the_same_network(tmp_path: Path) -> None:
    """Let somebody come from another network, by a router's port or IPv6."""

    async def talk(port: int, host: Host) -> None:
        with patch("game.network.server.is_outside", return_value=True):
            assert await knock(port) == (None, "digits_closed")

    serve(tmp_path, talk)
    for address, own_address, expected in (
        ("127.0.0.1", "127.0.0.1", False), ("192.168.1.7", "192.168.1.2", False), ("11.0.0.9", "192.168.1.2", True),
        ("fe80::7%eth0", "fe80::2%eth0", False), ("2a00:1::7", "2a00:1::2", False), ("2a00:2::7", "2a00:1::2", True),
    ):  # fmt: skip
        assert is_outside(address, own_address) is expected, address


def test_guess_costs_a_try_before_the_host_proves_anything(tmp_path: Path) -> None:
    """Send elements that are none, another version, a wrong proof, and what a guest with the digits has sent."""

    async def talk(port: int, host: Host) -> None:
        async def send(*sent: SessionMessage) -> list[HostMessage]:
            answers = list[HostMessage]()
            async with connect_to(port) as connection:
                with suppress(ConnectionClosed):
                    for message in sent:
                        await send_to(connection, message)
                        answers.append(decode(await connection.recv()))
            return answers

        for element in ("41" + "00" * 32, "41" + "ff" * 32, "42" + "58" + "66" * 31, "41" + "01" + "00" * 31):
            assert await send(Knock(protocol=PROTOCOL_VERSION, element=element)) == []
        (refused,) = await send(Knock(protocol=PROTOCOL_VERSION + 1, element="41" + "66" * 32))
        assert isinstance(refused, Refused) and refused.code == "guest_newer"
        seen = list[str]()
        async with stand_between(tmp_path / "middle", port, seen.append) as own_port:
            assert (await knock(own_port))[0] is None
        first, second = (MessageDecoder().decode(text, SessionMessage) for text in seen[:3:2])
        assert host.knocks.tries_left == MAX_TRIES - 1
        answer, refused = await send(first, second)
        assert isinstance(answer, KnockAnswer) and isinstance(refused, Refused) and refused.code == "wrong_digits"
        assert host.knocks.tries_left == MAX_TRIES - 2

    serve(tmp_path, talk)


def stand_between(home: Path, port: int, note: Callable[[str], object]) -> Any:
    """Return a machine between guest and host, which passes on all messages and has a certificate of its own."""
    context, _fingerprint = load_server_context(home)

    async def carry(guest: ServerConnection) -> None:
        async with connect_to(port) as host:
            await asyncio.gather(pump(guest, host, note), pump(host, guest, note))

    return _Listener(serve_sockets(carry, "127.0.0.1", 0, ssl=context, compression=None))


async def pump(
    source: ServerConnection | ClientConnection, target: ServerConnection | ClientConnection,
    note: Callable[[str], object],
) -> None:  # fmt: skip
    with suppress(ConnectionClosed):
        async for text in source:
            assert isinstance(text, str)
            note(text)
            await target.send(text)
    await target.close()


class _Listener:
    """A server of WebSockets as a context manager that gives its port."""

    def __init__(self, server: Any) -> None:
        self._server = server

    async def __aenter__(self) -> int:
        server = await self._server.__aenter__()
        port: int = next(iter(server.sockets)).getsockname()[1]
        return port

    async def __aexit__(self, *error: object) -> None:
        await self._server.__aexit__(*error)


def test_machine_in_the_middle_learns_nothing(tmp_path: Path) -> None:
    """Let it pass on everything, between a guest and an owner who both know the digits."""

    async def talk(port: int, host: Host) -> None:
        seen = list[str]()
        async with stand_between(tmp_path / "middle", port, seen.append) as own_port:
            assert await knock(own_port) == (None, "wrong_digits")
        assert not [text for text in seen if "knock_secret" in text]
        assert host.knocks.tries_left == MAX_TRIES - 1

    serve(tmp_path, talk)


@pytest.mark.parametrize("is_invitation_of_another", [False, True])
def test_host_that_does_not_know_the_digits_is_no_host(tmp_path: Path, is_invitation_of_another: bool) -> None:
    """Let a false host guess them, and let it even guess right, but send an invitation to another one."""
    from game.network.invitation import encode_invitation
    from game.network.knock import Channel, _Exchange

    async def answer(connection: ServerConnection) -> None:
        text = await connection.recv()
        knocked = MessageDecoder().decode(text, Knock)
        tls = connection.transport.get_extra_info("ssl_object")
        digits = DIGITS if is_invitation_of_another else OTHER_DIGITS
        exchange = _Exchange(SPAKE2_B, digits, Channel(fingerprint, tls.get_channel_binding("tls-unique")))
        exchange.finish(knocked.element)
        await connection.send(encode_message(KnockAnswer(element=exchange.element)), text=True)
        proof = MessageDecoder().decode(await connection.recv(), KnockProof)
        assert exchange.is_proof(proof.proof, "guest") == is_invitation_of_another
        other = Invitation(("127.0.0.1",), 9, bytes(32), bytes(16))
        sealed = exchange.cipher.encrypt(bytes(12), encode_invitation(other).encode(), None).hex()
        await connection.send(encode_message(KnockSecret(proof=exchange.prove("host"), sealed=sealed)), text=True)

    context, fingerprint = load_server_context(tmp_path)

    async def run() -> None:
        async with _Listener(serve_sockets(answer, "127.0.0.1", 0, ssl=context, compression=None)) as port:
            assert await knock(port) == (None, "bad_host")

    asyncio.run(run())


def test_digits_are_six_and_differ() -> None:
    drawn = {draw_digits() for _number in range(50)}
    assert all(len(digits) == 6 and digits.isdigit() for digits in drawn) and len(drawn) > 40
