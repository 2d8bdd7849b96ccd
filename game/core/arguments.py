"""Checks of arguments that a script passes: a wrong type is a TypeError with one line."""

from __future__ import annotations

import reprlib
from typing import Final

from game.core.messages import InputError, Reason
from game.core.sanitizer import escape_to_one_line

MAX_SHOWN_NUMBER: Final = 10**18
"""Larger numbers are refused at once: Python cannot write very long ones in a message."""
MAX_SHOWN_CHARACTERS: Final = 80
"""Characters of a wrong value that are shown."""


_SHORT_REPR: Final = reprlib.Repr()
_SHORT_REPR.maxlong, _SHORT_REPR.maxstring = 50, 50


def format_argument(value: object) -> str:
    """Return a wrong value as one short line, whatever it is."""
    try:
        text = _SHORT_REPR.repr(value)
    except ValueError:  # Python writes no number of thousands of digits
        text = f"<{type(value).__name__}>"
    return escape_to_one_line(text, MAX_SHOWN_CHARACTERS)


def check_argument(name: str, value: object, *types: type) -> None:
    """Raise TypeError if ``value`` of the argument ``name`` is of none of ``types``; a bool is no int."""
    if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
        wanted = " or ".join("None" if kind is type(None) else kind.__name__ for kind in types)
        raise TypeError(f"{name}: must be {wanted}, not {format_argument(value)}")


def check_whole_number(name: str, value: object) -> None:
    """Raise TypeError if ``value`` is not an int, InputError if it is too large to be written."""
    check_argument(name, value, int)
    assert isinstance(value, int)
    if not -MAX_SHOWN_NUMBER < value < MAX_SHOWN_NUMBER:
        raise InputError("number_too_large", Reason("field", {"path": name}))


def check_seat(seat: object, seats: int) -> None:
    """Raise TypeError if ``seat`` is not an int, InputError if it is not one of ``seats`` seats."""
    check_whole_number("seat", seat)
    assert isinstance(seat, int)
    if not 0 <= seat < seats:
        raise InputError("other_seat", last=seats - 1, given=seat)
