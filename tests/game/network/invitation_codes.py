"""Codes of invitations."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode

import msgspec


def encode_addresses(*addresses: str) -> str:
    """Return an invitation to these addresses, as a program that does not check them makes it."""
    data = msgspec.msgpack.encode((addresses, 51234, bytes(32), bytes(16), (), None))
    body = urlsafe_b64encode(data + hashlib.sha256(b"invitation" + data).digest()[:4])
    return "tv2." + body.decode("ascii").rstrip("=")
