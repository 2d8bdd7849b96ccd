"""The seat of a guest at a table, as its machine stores it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Lock
from typing import Any

import msgspec

from game.network.invitation import Invitation, encode_invitation
from game.network.table_files import GuestSeat, SeatKeys
from game.storage.files import StorageError
from game.storage.json_documents import JsonDocument

replace = msgspec.structs.replace
_log = logging.getLogger(__name__)


class SeatStore:
    """The seat of the person ``name`` at the table of ``invitation``, here and in the ``document`` of this machine.

    ``seat``: its key is "" before the host has given one. Without a document nothing is stored.
    """

    def __init__(self, document: JsonDocument[SeatKeys] | None, invitation: Invitation, name: str) -> None:
        self.seat = GuestSeat(key="", invitation=encode_invitation(invitation), table="", name=name)
        self._document = document
        self._invitation = invitation
        self._lock = Lock()

    def read(self) -> GuestSeat | None:
        """Return the stored seat, or None."""
        return self._read_all().find_seat(self._invitation)

    def load(self) -> None:
        """Take over the stored seat."""
        stored = self.read()
        if stored is not None:
            self.seat = replace(stored, invitation=self.seat.invitation, name=self.seat.name)

    def list_earlier_keys(self) -> tuple[str, ...]:
        """Return the keys that the host has given to this machine."""
        return self._read_all().list_keys(self._invitation)

    def _read_all(self) -> SeatKeys:
        return SeatKeys() if self._document is None else self._document.read()[0]

    def remember(self, **changes: Any) -> None:
        """Change ``seat`` without storing it; for any thread."""
        with self._lock:
            self.seat = replace(self.seat, **changes)

    def store(self, **changes: Any) -> None:
        """Change the stored seat, if there is one."""
        self._update(lambda keys: keys.with_changes(self._invitation, **changes))

    def change(self, **changes: Any) -> None:
        """Change ``seat``, also as it is stored."""
        self.remember(**changes)
        self.store(**changes)

    def add(self, **changes: Any) -> None:
        """Change ``seat``, which has got a key, and store it."""
        self.remember(**changes)
        self._update(lambda keys: keys.with_seat(self._invitation, self.seat))

    def remove(self) -> None:
        """Forget the key of a table that has ended, or that no longer knows it.

        Without the key the client comes with the invitation again, and the owner can readmit the person.
        """
        self.remember(key="")
        self._update(lambda keys: keys.without_seat(self._invitation))

    def _update(self, change: Callable[[SeatKeys], SeatKeys]) -> None:
        """Change what is stored; the guest goes on if that fails."""
        if self._document is not None:
            try:
                self._document.update(change)
            except StorageError as error:
                _log.warning("the seat at a table was not stored: %s", error)
