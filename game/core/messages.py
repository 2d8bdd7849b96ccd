"""Messages without words: codes with values. `game.text` puts them into words."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
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


def describe_in_words(error: Exception) -> str:
    """Return the sentence of `game.text.errors.describe_error`.

    The module is loaded by name when somebody reads an error, because the rules load no words and no translations.
    """
    text: str = import_module("game.text.errors").describe_error(error)
    return text


class InputError(ValueError):
    """A refusal of input; ``str(error)`` is the sentence of `game.text.errors.describe_error`.

    ``places``: the places in the input, the outermost first.
    """

    def __init__(self, reason: Reason | str, /, *places: Reason, **values: object) -> None:
        """Take a ``reason``, or its code with its ``values``."""
        super().__init__(reason, *places)
        self.reason = Reason(reason, values) if isinstance(reason, str) else reason
        self.places = places

    def __str__(self) -> str:
        return describe_in_words(self)
