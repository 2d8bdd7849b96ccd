"""The sealed messages of a browser (docs/protocol.md): plain http has neither TLS nor `crypto.subtle`.

All people of a table have its secret, so keys are made from it and from a new key exchange of each connection: who
listens without the secret reads nothing, and who has it reads nothing of the others.
"""

from __future__ import annotations

from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from game.session.encoding import MessageError

KEY_BYTES: Final = 32
TAG_BYTES: Final = 16
"""The bytes by which a sealed message is longer than its text."""
KEY_PURPOSE: Final = b"tavoloverde phone 1"


class SealedStream:
    """The messages in one direction of a connection, each of which opens once, in its place."""

    def __init__(self, key: bytes) -> None:
        self._cipher = ChaCha20Poly1305(key)
        self._count = 0

    def seal(self, text: bytes) -> bytes:
        """Return the next message as it is sent."""
        return self._cipher.encrypt(self._count_nonce(), text, None)

    def open(self, data: bytes) -> bytes:
        """Return the text of the next message. Raise MessageError if it is another one, or has been changed."""
        try:
            return self._cipher.decrypt(self._count_nonce(), data, None)
        except InvalidTag:
            raise MessageError("a message that does not open") from None

    def _count_nonce(self) -> bytes:
        nonce = bytes(4) + self._count.to_bytes(8, "little")
        self._count += 1
        return nonce


class SealedStreams:
    """Both directions of a connection, after `agree`."""

    def __init__(self, keys: bytes) -> None:
        self.of_browser = SealedStream(keys[:KEY_BYTES])
        self.of_host = SealedStream(keys[KEY_BYTES:])


def agree(secret: bytes, browser_public: bytes) -> tuple[bytes, SealedStreams]:
    """Return the host's public key for a connection of a browser, and its streams.

    ``secret``: that of the table. Raise MessageError for a ``browser_public`` that cannot be a public key.
    """
    private = X25519PrivateKey.generate()
    host_public = private.public_key().public_bytes_raw()
    try:
        shared = private.exchange(X25519PublicKey.from_public_bytes(browser_public))
    except ValueError:
        raise MessageError("no public key") from None
    return host_public, derive_streams(secret, shared, browser_public, host_public)


def derive_streams(secret: bytes, shared: bytes, browser_public: bytes, host_public: bytes) -> SealedStreams:
    """Return the streams of a connection; ``shared``: the result of the key exchange."""
    info = KEY_PURPOSE + browser_public + host_public
    keys = HKDF(SHA256(), length=2 * KEY_BYTES, salt=None, info=info).derive(secret + shared)
    return SealedStreams(keys)
