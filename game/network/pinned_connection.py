"""Connecting to a host whose certificate is known by its fingerprint."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from game.network.addresses import LOOPBACK_ADDRESS
from game.network.certificate import compute_fingerprint, make_client_context
from game.network.invitation import Invitation
from game.network.messages import MAX_HOST_MESSAGE_BYTES

OPENING_TIMEOUT_S: Final = 5.0
PING_INTERVAL_S: Final = 5.0
PING_TIMEOUT_S: Final = 8.0
CLOSE_TIMEOUT_S: Final = 2.0


class WrongHostError(Exception):
    """The machine at an address of the invitation has another certificate."""


class _PinnedConnection(ClientConnection):
    """A connection that compares the certificate's fingerprint before it sends a byte of the request."""

    fingerprint = b""

    async def handshake(self, *args: Any, **kwargs: Any) -> None:
        certificate = self.transport.get_extra_info("ssl_object").getpeercert(binary_form=True)
        if certificate is None or compute_fingerprint(certificate) != self.fingerprint:
            self.transport.abort()
            raise WrongHostError
        await super().handshake(*args, **kwargs)


async def connect_to_host(invitation: Invitation, *, is_owner: bool) -> ClientConnection:
    """Return the first connection to one of the addresses, all of which are tried together.

    ``is_owner``: then this machine is tried too: it can be the host, in another network than when it made the
    invitation. Raise the error of the last one that failed; `WrongHostError` only if no other answered.
    """
    addresses = dict.fromkeys((*invitation.addresses, *([LOOPBACK_ADDRESS] if is_owner else [])))
    attempts = [asyncio.create_task(_connect_to(invitation, address)) for address in addresses]
    errors: list[BaseException] = []
    connected: ClientConnection | None = None
    try:
        for next_done in asyncio.as_completed(attempts):
            try:
                connected = await next_done
            except (OSError, TimeoutError, WebSocketException, WrongHostError) as error:
                errors.append(error)
            else:
                return connected
    finally:
        for attempt in attempts:
            if not attempt.cancel() and not attempt.cancelled() and attempt.exception() is None:
                other = attempt.result()
                if other is not connected:
                    other.transport.abort()
    is_wrong_host = any(isinstance(error, WrongHostError) for error in errors)
    raise WrongHostError if is_wrong_host else errors[-1]


async def _connect_to(invitation: Invitation, address: str) -> ClientConnection:
    connection_type = type("_Connection", (_PinnedConnection,), {"fingerprint": invitation.fingerprint})
    host = f"[{address}]" if ":" in address else address
    return await connect(
        f"wss://{host}:{invitation.port}/", ssl=make_client_context(), proxy=None, compression=None,
        create_connection=connection_type, open_timeout=OPENING_TIMEOUT_S, ping_interval=PING_INTERVAL_S,
        ping_timeout=PING_TIMEOUT_S, close_timeout=CLOSE_TIMEOUT_S, max_size=MAX_HOST_MESSAGE_BYTES,
        user_agent_header=None, server_hostname="",
    )  # fmt: skip
