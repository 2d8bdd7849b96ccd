"""The numbers of the accepted commands, stored with the match, so that a repeated command has no second effect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from game.session.messages import Answer

MAX_STORED_NUMBERS: Final = 16
"""The numbers that a host knows for each seat after its restart, the latest."""


class SeatCommands(msgspec.Struct, frozen=True):
    """The accepted commands of a seat: the hash of the guest's run, and their numbers, the latest last."""

    run_hash: str
    numbers: tuple[int, ...]


class AcceptedCommands:
    """The accepted commands of all seats that one note of the match holds, which is stored with each of them.

    Actions and chat messages are stored independently, so each kind has a note of its own under ``key``.
    """

    def __init__(self, key: str, notes: Mapping[str, Any]) -> None:
        """Take the key of the note and the stored notes of the match; a damaged note counts as empty."""
        self._key = key
        try:
            self._seats = msgspec.convert(notes.get(key, {}), dict[int, SeatCommands], str_keys=True)
        except msgspec.ValidationError:
            self._seats = {}

    def list_answers(self, seat: int, run_hash: str) -> dict[int, Answer]:
        """Return the answers to the accepted commands of a run at ``seat``, by number."""
        commands = self._seats.get(seat)
        numbers = commands.numbers if commands is not None and commands.run_hash == run_hash else ()
        return {number: Answer(number, None) for number in numbers}

    def add(self, seat: int, run_hash: str, number: int) -> Mapping[str, Any]:
        """Add a command that is about to be stored, and return the note to store with it."""
        numbers = (*self.list_answers(seat, run_hash), number)[-MAX_STORED_NUMBERS:]
        self._seats[seat] = SeatCommands(run_hash, numbers)
        return {self._key: msgspec.to_builtins(self._seats, str_keys=True)}
