"""Invitations: the short text with which a person finds a table and recognizes its host."""

from __future__ import annotations

import hashlib
import ipaddress
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

import msgspec

from game.core.messages import InputError

INVITATION_VERSION: Final = 1
SECRET_BYTES: Final = 16
FINGERPRINT_BYTES: Final = 32
CHECKSUM_BYTES: Final = 4
MAX_ADDRESSES: Final = 8
MAX_HOST_NAME_CHARACTERS: Final = 253
MAX_INVITATION_CHARACTERS: Final = 4000
_FORM: Final = re.compile(r"tv([0-9]{1,3})\.([A-Za-z0-9_-]+)")
MAX_SHOWN_CHARACTERS: Final = 64
"""The characters of a wrong address that an error shows."""
_LABEL: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
_NUMBER: Final = re.compile(r"[0-9]+|0[Xx][0-9A-Fa-f]*")
"""The last part of what some systems read as an IPv4 address, such as ``1.2.3``, ``017.0.0.1`` and ``0x7f000001``."""


class InvitationError(InputError):
    """The error of a text that cannot be read as an invitation; `game.text.errors` has the words."""


class Invitation(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An invitation to a table.

    ``addresses``: IP addresses or names of the host, which are tried together; ``fingerprint``: SHA-256 of the host's
    certificate (DER); ``secret``: opens the lobby of the table. Raises ValueError for values that no invitation has,
    InvitationError for a wrong address.
    """

    addresses: tuple[str, ...]
    port: int
    fingerprint: bytes
    secret: bytes

    def __post_init__(self) -> None:
        if not 1 <= len(self.addresses) <= MAX_ADDRESSES:
            raise ValueError("addresses")
        for number, address in enumerate(self.addresses, start=1):
            if not is_address(address):
                raise InvitationError("invitation_address", number=number, address=address[:MAX_SHOWN_CHARACTERS])
        if not 1 <= self.port <= 65535:
            raise ValueError("port")
        if len(self.fingerprint) != FINGERPRINT_BYTES or len(self.secret) != SECRET_BYTES:
            raise ValueError("fingerprint or secret")


def is_address(text: str) -> bool:
    """Return whether ``text`` is an IP address or can be the name of a machine.

    An IPv4 address has four decimal numbers, an IPv6 address no brackets and no interface (``%eth0``, which means
    nothing at another machine); neither is that of several machines or of none. A name follows RFC 1123: at most 253
    characters, with parts of 1 to 63 letters, digits and inner hyphens between its dots. The last part is no number.
    """
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        labels = text.split(".")
        has_form = len(text) <= MAX_HOST_NAME_CHARACTERS and all(map(_LABEL.fullmatch, labels))
        return has_form and _NUMBER.fullmatch(labels[-1]) is None
    return "%" not in text and not (address.is_multicast or address.is_unspecified)


def encode_invitation(invitation: Invitation) -> str:
    """Return the text of an invitation, without blanks: ``tv1.`` and letters, digits, ``-`` and ``_``."""
    data = msgspec.msgpack.encode(invitation)
    text = urlsafe_b64encode(data + _compute_checksum(data)).decode("ascii").rstrip("=")
    return f"tv{INVITATION_VERSION}.{text}"


def decode_invitation(text: str) -> Invitation:
    """Return the invitation in ``text``, which may have blanks and line ends in it.

    Raise InvitationError: "no_invitation" for any other text, "invitation_damaged" for one with wrong or missing
    characters, "invitation_newer" and "invitation_older" for one of another version, "invitation_address" for one
    whose host was given a wrong address.
    """
    form = _FORM.fullmatch("".join(text.split())) if len(text) <= MAX_INVITATION_CHARACTERS else None
    if form is None:
        raise InvitationError("no_invitation" if "tv" not in text[:40] else "invitation_damaged")
    version, body = int(form[1]), form[2]
    if version != INVITATION_VERSION:
        raise InvitationError("invitation_newer" if version > INVITATION_VERSION else "invitation_older")
    try:
        data = urlsafe_b64decode(body + "=" * (-len(body) % 4))
        data, checksum = data[:-CHECKSUM_BYTES], data[-CHECKSUM_BYTES:]
        if checksum != _compute_checksum(data):
            raise InvitationError("invitation_damaged")
        return Invitation(*msgspec.msgpack.decode(data, type=tuple[tuple[str, ...], int, bytes, bytes]))
    except InvitationError:
        raise
    except ValueError:
        raise InvitationError("invitation_damaged") from None


def _compute_checksum(data: bytes) -> bytes:
    return hashlib.sha256(b"invitation" + data).digest()[:CHECKSUM_BYTES]
