"""Coming to a table of this network with six digits: SPAKE2 (RFC 9382) makes a key of them, which seals the invitation.

Both ends bind the key to the certificate of the host and to their TLS connection, so that a machine between them, which
has two connections, gets two keys. The guest proves first that it knows the digits: a guess costs a try.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
import ssl
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from game.network.messages import PROTOCOL_VERSION, Knock, KnockAnswer, KnockProof, KnockSecret
from game.session.encoding import MessageDecoder, MessageError, encode_message

if TYPE_CHECKING:
    from game.network.websocket import WebSocket

DIGIT_COUNT: Final = 6
MAX_TRIES: Final = 5
"""The wrong proofs for one number, over all connections; then the owner can show another one."""
CHANNEL_BINDING: Final = "tls-unique"
"""The last message of the guest's TLS handshake, which depends on all of it and on secrets of both ends."""
SEAL_NONCE: Final = bytes(12)
"""A key seals one text."""


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


def read_channel(connection: ssl.SSLObject, fingerprint: bytes) -> Channel:
    """Return the channel of a connection after its handshake; ``fingerprint``: of the host's certificate."""
    return Channel(fingerprint, connection.get_channel_binding(CHANNEL_BINDING) or b"")


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
        except Exception as error:  # of the library, which has one for each kind of text that is no element
            raise MessageError(f"not an element: {error!r}") from None

    def prove(self, end: str) -> str:
        """Return the proof of ``end``, "guest" or "host", that it has the key."""
        return hmac.digest(self._key, f"proof of the {end}".encode(), "sha256").hex()

    def is_proof(self, proof: str, end: str) -> bool:
        """Return whether ``proof`` is that of ``end``."""
        return hmac.compare_digest(proof, self.prove(end))

    @property
    def cipher(self) -> ChaCha20Poly1305:
        """The cipher of the text that only the holders of the key can read."""
        return ChaCha20Poly1305(hmac.digest(self._key, b"seal", "sha256"))


# -- the host


class Knocks:
    """The knocks at the table of an owner, whose screen shows ``digits``: "" after the last try.

    ``tries_left``: the wrong proofs that are left. ``fingerprint``: of the host's certificate. ``get_invitation``:
    returns the text that a guest with the right digits gets. ``on_change`` is called when the attributes have changed.
    """

    def __init__(
        self,
        fingerprint: bytes,
        get_invitation: Callable[[], str],
        on_change: Callable[[], object] = lambda: None,
        make_digits: Callable[[], str] = draw_digits,
    ) -> None:
        self._fingerprint = fingerprint
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
        channel = read_channel(connection.transport.get_extra_info("ssl_object"), self._fingerprint)
        async with self._computing:  # one after the other: a flood must not take all of the processor's time
            exchange = await asyncio.to_thread(_answer_element, digits, channel, knock.element)
        await connection.send(encode_message(KnockAnswer(element=exchange.element)))
        proof = MessageDecoder(refuses_unknown=True).decode(await connection.receive(), KnockProof)
        if digits != self.digits:
            return "wrong_digits" if self.digits else "digits_closed"
        if not exchange.is_proof(proof.proof, "guest"):
            self._count_wrong_proof()
            return "wrong_digits"
        sealed = exchange.cipher.encrypt(SEAL_NONCE, self._get_invitation().encode(), None).hex()
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


async def knock(connection: WebSocket, fingerprint: bytes, digits: str) -> str:
    """Return the text of the invitation to the table of a host, which shows ``digits`` to its owner.

    ``fingerprint``: of the certificate at the other end of the connection. Raise KnockRefusedError if the host refuses,
    MessageError if it does not know the digits itself, ConnectionError if it ends the connection.
    """
    from spake2 import SPAKE2_A

    channel = read_channel(connection.transport.get_extra_info("ssl_object"), fingerprint)
    exchange = _Exchange(SPAKE2_A, digits, channel)
    await connection.send(encode_message(Knock(protocol=PROTOCOL_VERSION, element=exchange.element)))
    exchange.finish((await _receive(connection, KnockAnswer)).element)
    await connection.send(encode_message(KnockProof(proof=exchange.prove("guest"))))
    secret = await _receive(connection, KnockSecret)
    if not exchange.is_proof(secret.proof, "host"):
        raise MessageError("a host that does not know the digits")
    try:
        return exchange.cipher.decrypt(SEAL_NONCE, bytes.fromhex(secret.sealed), None).decode()
    except (InvalidTag, ValueError):
        raise MessageError("not the invitation") from None
