"""A guest as the host knows it: its connection's outgoing messages, and what it may still send."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from typing import Final

from game.network import messages
from game.network.described_table import DescribedTable
from game.network.messages import PROTOCOL_VERSION, Enter, Refused
from game.network.token_bucket import TokenBucket
from game.session.encoding import encode_message
from game.session.messages import HostMessage
from game.version import VERSION

_log = logging.getLogger(__name__)

MAX_OUTGOING_BYTES: Final = 1024 * 1024
"""The bytes that wait for a slow reader before it is dropped."""
MESSAGES_PER_S: Final = 20.0
MESSAGE_BURST: Final = 100.0
BYTES_PER_S: Final = 16 * 1024.0
BYTE_BURST: Final = 128 * 1024.0
MAX_WAITING_MESSAGES: Final = 200
"""The messages that have arrived and wait for the budget; a guest that sends more is refused."""
MAX_PING_DELAY_S: Final = MAX_WAITING_MESSAGES / MESSAGES_PER_S
"""The time by which pings, which are answered at once, may exceed the budget; a guest that sends more is dropped."""


class Budget:
    """The messages and bytes that one seat may send at once; both grow with time up to a bound."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._messages = TokenBucket(MESSAGES_PER_S, MESSAGE_BURST, clock)
        self._bytes = TokenBucket(BYTES_PER_S, BYTE_BURST, clock)

    def spend(self, byte_count: int) -> float:
        """Count a message of ``byte_count`` bytes; return the seconds after which the budget allows it."""
        return max(self._messages.spend(1.0), self._bytes.spend(byte_count))


class Guest:
    """A connection that said hello.

    ``outgoing``: the messages that are to be sent, the oldest first; ``is_closing``: the connection is closed after
    them. ``is_too_slow``: the connection is dropped at once. ``entry``: what it said about itself. ``is_owner``:
    whether it came with the key of the owner. ``table``: what it is told of the table in words, None if it knows the
    games. ``on_outgoing`` is called when there is something to do.
    """

    def __init__(self, budget: Budget, on_outgoing: Callable[[], None]) -> None:
        self.budget = budget
        self.outgoing: deque[bytes] = deque()
        self.outgoing_bytes = 0
        self.is_closing = self.is_too_slow = False
        self.entry = Enter(name="", run="")
        self.is_owner = False
        self.table: DescribedTable | None = None
        self._on_outgoing = on_outgoing

    def send(self, message: HostMessage) -> None:
        """Send ``message`` after the earlier ones, or keep it for `describe`.

        A guest that does not read them is dropped; one for whom the message is too long is refused.
        """
        if self.is_closing or (self.table is not None and self.table.take(message)):
            return
        data = encode_message(message)
        if len(data) > messages.MAX_HOST_MESSAGE_BYTES:
            _log.warning("a guest was refused: a message of %d bytes", len(data))
            self.refuse("bad_host")
            return
        self.outgoing.append(data)
        self.outgoing_bytes += len(data)
        if self.outgoing_bytes > MAX_OUTGOING_BYTES:
            self.is_closing = self.is_too_slow = True
        self._on_outgoing()

    def describe(self) -> None:
        """Send the table in words if the guest gets it so, and it has changed.

        If the words fail, only this guest is refused: the table of the others goes on.
        """
        try:
            described = None if self.table is None else self.table.describe()
        except Exception:  # a fault in the words of one guest must not end the table of the others
            _log.exception("the table has no words for a guest")
            self.table = None
            self.refuse("bad_host")
        else:
            if described is not None:
                self.send(described)

    def take_outgoing(self) -> bytes:
        """Return the next message to send."""
        data = self.outgoing.popleft()
        self.outgoing_bytes -= len(data)
        return data

    def refuse(self, code: str, minutes: int = 0) -> None:
        """Send the reason, and the minutes after which it is gone if it has an end; then close the connection."""
        self.describe()
        self.send(Refused(code=code, program=VERSION, protocol=PROTOCOL_VERSION, minutes=minutes))
        self.close()

    def displace(self, newer: Guest) -> None:
        """Close the connection because ``newer`` has its seat; a program that runs somewhere else is told.

        Connections of the same run can arrive in another order than that in which they were opened. So the program may
        connect again.
        """
        if self.entry.run and self.entry.run == newer.entry.run:
            self.close()
        else:
            self.refuse("displaced")

    def close(self) -> None:
        """Close the connection after what was sent."""
        self.is_closing = True
        self._on_outgoing()
