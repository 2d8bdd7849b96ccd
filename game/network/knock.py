"""Coming to a table of this network with six digits: SPAKE2 (RFC 9382) makes a key of them, which seals the invitation.

Both ends bind the key to the certificate of the host and to their TLS connection, so that a machine between them, which
has two connections, gets two keys. The guest proves first that it knows the digits: a guess costs a try.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from game.network.invitation import Endpoint, Invitation, InvitationError, decode_invitation
from game.network.messages import PROTOCOL_VERSION, Knock, KnockAnswer, KnockProof, KnockSecret, Refused
from game.network.pinned_connection import (
    NETWORK_ERRORS,
    OPENING_TIMEOUT_S,
    connect_first,
    read_fingerprint,
)
from game.network.websocket import WebSocket
from game.session.encoding import MessageDecoder, MessageError, encode_message
from game.session.messages import HostMessage

DIGIT_COUNT: Final = 6
MAX_TRIES: Final = 5
"""The wrong proofs for one number, over all connections; then the owner can show another one."""
CHANNEL_BINDING: Final = "tls-unique"
"""The last message of the guest's TLS handshake, which depends on all of it and on secrets of both ends."""
SEAL_NONCE: Final = bytes(12)
"""A key seals one text."""
M = TypeVar("M", bound=HostMessage)


def draw_digits() -> str:
    """Return six random digits."""
    return f"{secrets.randbelow(10**DIGIT_COUNT):0{DIGIT_COUNT}}"


class KnockRefusedError(Exception):
    """The refusal of a host; ``code``: see `game.network.refusals`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Channel(NamedTuple):
    """A TLS connection as both of its ends know it."""

    fingerprint: bytes
    binding: bytes


def read_channel(connection: WebSocket, fingerprint: bytes) -> Channel:
    """Return the channel of a connection after its handshake; ``fingerprint``: of the host's certificate."""
    tls = connection.transport.get_extra_info("ssl_object")
    return Channel(fingerprint, tls.get_channel_binding(CHANNEL_BINDING))


class _Exchange:
    """One end of SPAKE2; ``make_side``: the class of the library for that end."""

    def __init__(self, make_side: Callable[..., Any], digits: str, channel: Channel) -> None:
        self._side = make_side(digits.encode(), idA=b"guest" + channel.binding, idB=b"host" + channel.fingerprint)
        self.element: str = self._side.start().hex()
        self._key = b""

    def finish(self, element: str) -> None:
        """Make the key. Raise MessageError for an element that no end of SPAKE2 sends."""
        try:
            self._key = self._side.finish(bytes.fromhex(element))
        except Exception as error:  # the library has an error for each kind of wrong text
            raise MessageError(f"not an element: {error!r}") from None

    def prove(self, end: str) -> str:
        """Return the proof of ``end``, "guest" or "host", that it has the key."""
        return hmac.digest(self._key, f"proof of the {end}".encode(), "sha256").hex()

    def is_proof(self, proof: str, end: str) -> bool:
        """Return whether ``end`` made ``proof``."""
        return hmac.compare_digest(proof, self.prove(end))

    @property
    def cipher(self) -> ChaCha20Poly1305:
        """The cipher of the text that only the holders of the key can read."""
        return ChaCha20Poly1305(hmac.digest(self._key, b"seal", "sha256"))


# -- the host


class Knocks:
    """The knocks at the table of an owner, whose screen shows ``digits``: "" after the last try.

    ``tries_left``: the wrong proofs that are left. ``get_invitation``: returns the text that a guest with the right
    digits gets. ``on_change`` is called when the attributes have changed.
    """

    def __init__(
        self,
        get_invitation: Callable[[], str],
        on_change: Callable[[], object] = lambda: None,
        make_digits: Callable[[], str] = draw_digits,
    ) -> None:
        self._get_invitation = get_invitation
        self._on_change = on_change
        self._make_digits = make_digits
        self._computing = asyncio.Lock()
        self.digits, self.tries_left = make_digits(), MAX_TRIES

    def renew(self) -> None:
        """Show other digits, with all tries."""
        self.digits, self.tries_left = self._make_digits(), MAX_TRIES
        self._on_change()

    async def answer(self, connection: WebSocket, knock: Knock) -> str:
        """Let a guest prove that it knows the digits, and send it the invitation.

        Return "" or the code of the refusal. Raise MessageError for messages that make no sense.
        """
        if knock.protocol != PROTOCOL_VERSION:
            return "guest_older" if knock.protocol < PROTOCOL_VERSION else "guest_newer"
        digits = self.digits
        if not digits:
            return "digits_closed"
        invitation = self._get_invitation()
        channel = read_channel(connection, decode_invitation(invitation).fingerprint)
        async with self._computing:  # one after the other: a flood must not take all of the processor's time
            exchange = await asyncio.to_thread(_answer_element, digits, channel, knock.element)
        await connection.send(encode_message(KnockAnswer(element=exchange.element)))
        proof = MessageDecoder(refuses_unknown=True).decode(await connection.receive(), KnockProof)
        if digits != self.digits:
            return "wrong_digits" if self.digits else "digits_closed"
        if not exchange.is_proof(proof.proof, "guest"):
            self._count_wrong_proof()
            return "wrong_digits"
        sealed = exchange.cipher.encrypt(SEAL_NONCE, invitation.encode(), None).hex()
        await connection.send(encode_message(KnockSecret(proof=exchange.prove("host"), sealed=sealed)))
        return ""

    def _count_wrong_proof(self) -> None:
        self.tries_left -= 1
        if not self.tries_left:
            self.digits = ""
        self._on_change()


def _answer_element(digits: str, channel: Channel, element: str) -> _Exchange:
    """Return the end of the host with its key. Raise MessageError."""
    from spake2 import SPAKE2_B

    exchange = _Exchange(SPAKE2_B, digits, channel)
    exchange.finish(element)
    return exchange


# -- the guest


async def knock(connection: WebSocket, digits: str) -> Invitation:
    """Return the invitation to the table at the other end of a connection, whose owner's screen shows ``digits``.

    Raise KnockRefusedError if the host refuses, MessageError if it does not know the digits itself or is not the host
    of its invitation, ConnectionError if it ends the connection.
    """
    from spake2 import SPAKE2_A

    fingerprint = read_fingerprint(connection)
    exchange = _Exchange(SPAKE2_A, digits, read_channel(connection, fingerprint))
    await connection.send(encode_message(Knock(protocol=PROTOCOL_VERSION, element=exchange.element)))
    exchange.finish((await _receive(connection, KnockAnswer)).element)
    await connection.send(encode_message(KnockProof(proof=exchange.prove("guest"))))
    secret = await _receive(connection, KnockSecret)
    if not exchange.is_proof(secret.proof, "host"):
        raise MessageError("a host that does not know the digits")
    try:
        invitation = decode_invitation(exchange.cipher.decrypt(SEAL_NONCE, bytes.fromhex(secret.sealed), None).decode())
    except (InvalidTag, InvitationError, ValueError):
        raise MessageError("not an invitation") from None
    if invitation.fingerprint != fingerprint:
        raise MessageError("the invitation of another host")
    return invitation


async def _receive(connection: WebSocket, message_type: type[M]) -> M:
    """Return the next message, which must be of this type. Raise KnockRefusedError or MessageError."""
    message = MessageDecoder().decode(await connection.receive(), HostMessage)
    if isinstance(message, Refused):
        raise KnockRefusedError(message.code)
    if not isinstance(message, message_type):
        raise MessageError("another message")
    return message


async def get_invitation(addresses: Sequence[str], port: int, digits: str) -> tuple[Invitation | None, str]:
    """Return the invitation to a table, or None and the code of a refusal, "unreachable" if nobody answers."""
    try:
        async with asyncio.timeout(OPENING_TIMEOUT_S):
            connection = await connect_first([Endpoint(address, port) for address in addresses], None)
            try:
                return await knock(connection, digits), ""
            finally:
                connection.transport.abort()
    except KnockRefusedError as error:
        return None, error.code
    except MessageError:
        return None, "bad_host"
    except NETWORK_ERRORS:
        return None, "unreachable"
