"""The seat of a guest at a table, as its machine stores it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from game.network.invitation import Invitation
from game.network.table_files import GuestSeat, SeatKeys
from game.storage.files import StorageError
from game.storage.json_documents import JsonDocument

_log = logging.getLogger(__name__)


class SeatStore:
    """The seat at the table of ``invitation`` in the ``document`` of this machine; without one nothing is stored."""

    def __init__(self, document: JsonDocument[SeatKeys] | None, invitation: Invitation) -> None:
        self._document = document
        self._invitation = invitation

    def read(self) -> GuestSeat | None:
        """Return the seat, or None."""
        return self._read_all().find_seat(self._invitation)

    def list_earlier_keys(self) -> tuple[str, ...]:
        """Return the keys that the host has given to this machine."""
        return self._read_all().list_keys(self._invitation)

    def _read_all(self) -> SeatKeys:
        return SeatKeys() if self._document is None else self._document.read()[0]

    def update(self, change: Callable[[SeatKeys], SeatKeys]) -> None:
        """Change what is stored; the guest goes on if that fails."""
        if self._document is not None:
            try:
                self._document.update(change)
            except StorageError as error:
                _log.warning("the seat at a table was not stored: %s", error)

    def renew_invitation(self) -> None:
        """Store that the seat is the latest, and the invitation that has led to the host: it can have a new address."""
        keys = self._read_all()
        if list(keys.with_invitation(self._invitation).seats.items()) != list(keys.seats.items()):
            self.update(lambda keys: keys.with_invitation(self._invitation))
