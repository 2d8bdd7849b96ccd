"""Messages without words: codes with values. `game.text` puts them into words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


def N_(text: str) -> str:
    """Mark ``text`` for translation where it is declared; it is translated where it is shown."""
    return text


class Reason(msgspec.Struct, frozen=True):
    """An explanation as a code with values; `game.text.messages` and `game.text.errors` have the words.

    Values whose key begins with ``seat`` are seats; a value may be another reason.
    """

    code: str
    values: Mapping[str, Any] = {}


class InputError(ValueError):
    """A refusal of input; `game.text.errors.describe_error` has the words.

    ``places``: the places in the input, the outermost first. ``str(error)`` is for the log and tests, not for players.
    """

    def __init__(self, reason: Reason | str, /, *places: Reason, **values: object) -> None:
        """Take a ``reason``, or its code with its ``values``."""
        super().__init__(reason, *places)
        self.reason = Reason(reason, values) if isinstance(reason, str) else reason
        self.places = places

    def __str__(self) -> str:
        return ": ".join(map(_format_debug, (*self.places, self.reason)))


def _format_debug(reason: Reason) -> str:
    values = (
        f"{key}=({_format_debug(value)})" if isinstance(value, Reason) else f"{key}={value}"
        for key, value in reason.values.items()
    )
    return " ".join((reason.code, *values))
