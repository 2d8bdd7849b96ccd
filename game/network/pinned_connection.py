"""Connecting to a host whose certificate is known by its fingerprint."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from websockets.client import ClientProtocol
from websockets.uri import parse_uri

from game.network.addresses import LOOPBACK_ADDRESS
from game.network.certificate import compute_fingerprint, make_client_context
from game.network.compression import make_guest_extensions
from game.network.invitation import Endpoint, Invitation, RelayPlace
from game.network.messages import MAX_HOST_MESSAGE_BYTES
from game.network.relay_lines import RelayError, ask_relay, open_relay
from game.network.websocket import WebSocket

OPENING_TIMEOUT_S: Final = 5.0
PING_INTERVAL_S: Final = 5.0
PING_TIMEOUT_S: Final = 8.0
CLOSE_TIMEOUT_S: Final = 2.0
NETWORK_ERRORS: Final = (OSError, TimeoutError)
"""The errors of attempts to connect after which another attempt makes sense."""

_log = logging.getLogger(__name__)


class WrongHostError(Exception):
    """The machine at an address of the invitation has another certificate."""


async def connect_to_host(invitation: Invitation, *, is_owner: bool) -> WebSocket:
    """Return the first connection by one of the ways of the invitation, all of which are tried together.

    ``is_owner``: then this machine is tried too: it can be the host, in another network than when it made the
    invitation. Raise `WrongHostError` if only another machine answered, one of `NETWORK_ERRORS` if none did, and any
    other error if all attempts ended with one that nobody has foreseen.
    """
    addresses = (*invitation.addresses, *([LOOPBACK_ADDRESS] if is_owner else []))
    ways: list[Endpoint | RelayPlace] = [Endpoint(address, invitation.port) for address in addresses]
    ways += [*invitation.outer, *([] if invitation.relay is None else [invitation.relay])]
    return await connect_first(ways, invitation.fingerprint)


async def connect_first(ways: Sequence[Endpoint | RelayPlace], fingerprint: bytes | None) -> WebSocket:
    """Return the first connection by one of the ways, all of which are tried together.

    ``fingerprint``: of the host's certificate; None takes any. The errors are those of `connect_to_host`.
    """
    attempts = [asyncio.create_task(_connect_by(way, fingerprint)) for way in dict.fromkeys(ways)]
    pending, connected = set(attempts), None
    try:
        while pending and connected is None:
            done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            connected = next((attempt for attempt in done if attempt.exception() is None), None)
    finally:
        for attempt in attempts:
            is_done = not attempt.cancel() and not attempt.cancelled()
            if is_done and attempt.exception() is None and attempt is not connected:
                attempt.result().transport.abort()
    if connected is None:
        raise _choose_error([error for attempt in attempts if (error := attempt.exception()) is not None])
    return connected.result()


def _choose_error(errors: Sequence[BaseException]) -> BaseException:
    """Return the error to raise; an unforeseen one, which the log names, only if there is no other."""
    unforeseen = [error for error in errors if not isinstance(error, (*NETWORK_ERRORS, WrongHostError))]
    for error in unforeseen:
        _log.warning("an address of the host cannot be used: %r", error)
    if any(isinstance(error, WrongHostError) for error in errors):
        return WrongHostError()
    relay_error = next((error for error in errors if isinstance(error, RelayError)), None)
    if relay_error is not None:
        return relay_error
    return next((error for error in reversed(errors) if error not in unforeseen), errors[-1])


async def _connect_by(way: Endpoint | RelayPlace, fingerprint: bytes | None) -> WebSocket:
    """Return a connection whose certificate has the fingerprint of the invitation.

    That is compared before a byte of the request is sent.
    """
    host = f"[{way.address}]" if ":" in way.address else way.address
    protocol = ClientProtocol(
        parse_uri(f"wss://{host}:{way.port}/"), extensions=make_guest_extensions(), max_size=MAX_HOST_MESSAGE_BYTES
    )
    connection = WebSocket(protocol, CLOSE_TIMEOUT_S)
    async with asyncio.timeout(OPENING_TIMEOUT_S):
        transport = await _open_tls(way, connection)
        try:
            if fingerprint not in (None, read_fingerprint(connection)):
                raise WrongHostError
            await connection.open()
        except BaseException:
            transport.abort()
            raise
    return connection


def read_fingerprint(connection: WebSocket) -> bytes:
    """Return the fingerprint of the certificate at the other end."""
    certificate = connection.transport.get_extra_info("ssl_object").getpeercert(binary_form=True)
    return compute_fingerprint(certificate)


async def _open_tls(way: Endpoint | RelayPlace, connection: WebSocket) -> asyncio.Transport:
    """Let a connection use TLS at an endpoint, or at the host to which a relay leads."""
    loop, context = asyncio.get_running_loop(), make_client_context()
    if isinstance(way, Endpoint):
        transport, _protocol = await loop.create_connection(
            lambda: connection, way.address, way.port, ssl=context, server_hostname=""
        )
        return transport
    reader, transport = await open_relay(way.address, way.port)
    try:
        await ask_relay(reader, transport, f"GUEST {way.table.hex()}")
        tls = await loop.start_tls(transport, connection, context, server_hostname="")
    except BaseException:
        transport.abort()
        raise
    assert tls is not None
    connection.connection_made(tls)
    return tls
