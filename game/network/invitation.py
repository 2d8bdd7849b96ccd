"""Invitations: the short text with which a person finds a table and recognizes its host."""

from __future__ import annotations

import hashlib
import ipaddress
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final, TypeAlias

import msgspec

from game.core.messages import InputError
from game.version import LINK_SCHEME

INVITATION_VERSION: Final = 2
SECRET_BYTES: Final = 16
FINGERPRINT_BYTES: Final = 32
RELAY_TABLE_BYTES: Final = 16
CHECKSUM_BYTES: Final = 4
MAX_ADDRESSES: Final = 8
MAX_OUTER_ENDPOINTS: Final = 4
MAX_HOST_NAME_CHARACTERS: Final = 253
MAX_INVITATION_CHARACTERS: Final = 4000
_SEPARATORS: Final = "\\s>*\u00ad\u200b\u2060\ufeff"
"""Characters that a chat or mail program puts into a long line: blanks, quotation marks and invisible ones."""
_START: Final = re.compile(rf"tv([0-9]{{1,3}})\.(?=((?:[A-Za-z0-9_-]|[{_SEPARATORS}])*))")
_SEPARATOR: Final = re.compile(f"[{_SEPARATORS}]")
MIN_BODY_CHARACTERS: Final = 72
"""Fewer letters than those of fingerprint, secret and checksum are no invitation."""
MAX_SHOWN_CHARACTERS: Final = 64
"""The characters of a wrong address that an error shows."""
_ENDPOINT: Final = re.compile(r"(?:\[(?P<ipv6>.*)\]|(?P<name>[^:]*)):(?P<port>[1-9][0-9]{0,4})")
_LABEL: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
_NUMBER: Final = re.compile(r"[0-9]+|0[Xx][0-9A-Fa-f]*")
"""The last part of what some systems read as an IPv4 address, such as ``1.2.3``, ``017.0.0.1`` and ``0x7f000001``."""


class InvitationError(InputError):
    """The error of a text that cannot be read as an invitation; `game.text.errors` has the words."""


class Endpoint(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An address, an IP address or a name, and a port at it."""

    address: str
    port: int


class RelayPlace(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A relay, and the id of a table at it."""

    address: str
    port: int
    table: bytes


class Invitation(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An invitation to a table; all ways in it are tried together.

    ``addresses``: IP addresses or names of the host, at ``port``; ``fingerprint``: SHA-256 of the host's certificate
    (DER); ``secret``: opens the lobby of the table. ``outer``: ways with a port of their own, such as one of a router.
    ``relay``: the way over a relay, None without one. Raises ValueError for values that no invitation has,
    InvitationError for a wrong address.
    """

    addresses: tuple[str, ...]
    port: int
    fingerprint: bytes
    secret: bytes
    outer: tuple[Endpoint, ...] = ()
    relay: RelayPlace | None = None

    def __post_init__(self) -> None:
        places: list[Endpoint | RelayPlace] = [*self.outer, *([] if self.relay is None else [self.relay])]
        if len(self.addresses) > MAX_ADDRESSES or len(self.outer) > MAX_OUTER_ENDPOINTS:
            raise ValueError("too many addresses")
        if not self.addresses and not self.outer:
            raise ValueError("no address")
        addresses = (*self.addresses, *(place.address for place in places))
        for number, address in enumerate(addresses, start=1):
            if not is_address(address):
                raise InvitationError("invitation_address", number=number, address=address[:MAX_SHOWN_CHARACTERS])
        if not all(1 <= port <= 65535 for port in (self.port, *(place.port for place in places))):
            raise ValueError("port")
        if len(self.fingerprint) != FINGERPRINT_BYTES or len(self.secret) != SECRET_BYTES:
            raise ValueError("fingerprint or secret")
        if self.relay is not None and len(self.relay.table) != RELAY_TABLE_BYTES:
            raise ValueError("table at the relay")


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


def parse_endpoint(text: str, default_port: int = 0) -> Endpoint:
    """Return the endpoint of ``ADDRESS``, ``ADDRESS:PORT`` or ``[IPV6]:PORT``. Raise ValueError for any other text."""
    form = _ENDPOINT.fullmatch(text)
    address = text if form is None else form["ipv6"] or form["name"]
    port = default_port if form is None else int(form["port"])
    if not is_address(address) or port > 65535:
        raise ValueError(text)
    return Endpoint(address, port)


def encode_invitation(invitation: Invitation) -> str:
    """Return the text of an invitation, without blanks: ``tv2.`` and letters, digits, ``-`` and ``_``."""
    data = msgspec.msgpack.encode(invitation)
    return f"tv{INVITATION_VERSION}.{_encode_body(data + _compute_checksum(data))}"


def format_invitation_link(invitation: Invitation) -> str:
    """Return the link that opens the program with an invitation."""
    return f"{LINK_SCHEME}:{encode_invitation(invitation)}"


def decode_invitation(text: str) -> Invitation:
    """Return the invitation in ``text``: alone, as a link, or in a message that it is part of, over several lines.

    Raise InvitationError: "no_invitation" if there is none, "two_invitations" for different ones,
    "invitation_damaged" for one with wrong or missing characters, "invitation_newer" and "invitation_older" for one of
    another version, "invitation_address" for one whose host was given a wrong address.
    """
    if len(text) > MAX_INVITATION_CHARACTERS:
        raise InvitationError("invitation_damaged" if _START.search(text) else "no_invitation")
    faults, invitations = list[InvitationError](), set[Invitation]()
    for start in _START.finditer(text):
        version, body = int(start[1]), _SEPARATOR.sub("", start[2])
        if version != INVITATION_VERSION:
            faults.append(InvitationError("invitation_newer" if version > INVITATION_VERSION else "invitation_older"))
            continue
        try:
            invitations.add(_decode_body(body))
        except InvitationError as error:
            faults.append(error)
        except ValueError:
            faults.append(InvitationError("invitation_damaged"))
    if len(invitations) > 1:
        raise InvitationError("two_invitations")
    if not invitations:
        raise faults[0] if faults else InvitationError("no_invitation")
    return invitations.pop()


def _decode_body(body: str) -> Invitation:
    """Return the invitation at the beginning of ``body``; words of a message can follow. Raise ValueError."""
    for length in range(MIN_BODY_CHARACTERS, len(body) + 1):
        if length % 4 != 1:  # no bytes have such a text
            data = urlsafe_b64decode(body[:length] + "=" * (-length % 4))
            data, checksum = data[:-CHECKSUM_BYTES], data[-CHECKSUM_BYTES:]
            if checksum == _compute_checksum(data) and _encode_body(data + checksum) == body[:length]:
                addresses, port, fingerprint, secret, outer, relay = msgspec.msgpack.decode(data, type=_PlainInvitation)
                endpoints = tuple(Endpoint(*endpoint) for endpoint in outer)
                place = None if relay is None else RelayPlace(*relay)
                return Invitation(addresses, port, fingerprint, secret, endpoints, place)
    raise ValueError("no checksum fits")


_PlainInvitation: TypeAlias = tuple[
    tuple[str, ...], int, bytes, bytes, tuple[tuple[str, int], ...], tuple[str, int, bytes] | None
]
"""The values of an invitation before they are checked."""


def _encode_body(data: bytes) -> str:
    return urlsafe_b64encode(data).decode("ascii").rstrip("=")


def _compute_checksum(data: bytes) -> bytes:
    return hashlib.sha256(b"invitation" + data).digest()[:CHECKSUM_BYTES]
