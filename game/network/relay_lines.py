"""The lines of ASCII with which a connection to a relay begins (docs/relay.md)."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from typing import Final

from game.network.invitation import RELAY_TABLE_BYTES

MAX_LINE_BYTES: Final = 160
HOST_MISSING_CODES: Final = frozenset({"no_table", "no_answer"})
"""The reasons of a relay for which the connection of a guest works, but not that of the host."""
RACE_DELAY_S: Final = 0.25
"""The time after which the next address of a relay is tried beside the first."""


class RelayError(ConnectionError):
    """A refusal of a relay; ``code``: its reason, which is the last line of the connection."""

    def __init__(self, code: str) -> None:
        super().__init__(f"relay: {code}")
        self.code = code


def derive_relay_key(owner_key: str) -> str:
    """Return the key with which a host claims its table at a relay; it is the same after a restart."""
    return hashlib.sha256(f"tavoloverde relay key 1\n{owner_key}\n".encode()).hexdigest()


def compute_table_id(key: str) -> bytes:
    """Return the id of a table at a relay, from which nobody can compute the key."""
    return hashlib.sha256(bytes.fromhex(key)).digest()[:RELAY_TABLE_BYTES]


def prove_word(word: str, challenge: str, key: str) -> str:
    """Return the proof that a host knows the word of a relay, for one challenge and one table."""
    return hmac.new(word.encode(), f"{challenge} {key}".encode(), hashlib.sha256).hexdigest()


async def open_relay(address: str, port: int) -> tuple[asyncio.StreamReader, asyncio.Transport]:
    """Return a new connection to a relay. Raise OSError."""
    reader = asyncio.StreamReader(limit=MAX_LINE_BYTES)
    transport, _protocol = await asyncio.get_running_loop().create_connection(
        lambda: asyncio.StreamReaderProtocol(reader), address, port, happy_eyeballs_delay=RACE_DELAY_S
    )
    return reader, transport


async def ask_relay(reader: asyncio.StreamReader, transport: asyncio.Transport, line: str) -> str:
    """Send a line and return the answer of the relay. Raise RelayError for a refusal, OSError for a lost connection."""
    transport.write(f"{line}\n".encode("ascii"))
    return await read_relay_line(reader)


async def read_relay_line(reader: asyncio.StreamReader) -> str:
    """Return the next line of a relay without its end. Raise RelayError for a refusal or no line, OSError."""
    try:
        line = (await reader.readuntil()).decode("ascii").rstrip()
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, UnicodeDecodeError):
        raise RelayError("no_line") from None
    if line.startswith("NO "):
        raise RelayError(line.removeprefix("NO "))
    return line
