"""Encoding of the messages between host and session as bytes (msgpack).

It is for a host in another process. A value is written with the name of its class, and only instances of the classes in
`find_classes` are created again. The size is bounded. Decoded values have the types that their class declares, as far
as these can be checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final, TypeVar

import msgspec

from game.core.actions import Action
from game.core.cards import Card
from game.core.events import Event
from game.core.messages import InputError, Reason
from game.core.options import Options
from game.core.phase import Phase
from game.match.assistance import AssistanceOptions
from game.session.messages import Command, HostMessage, Request, SeatNotes, SeatView

MAX_MESSAGE_BYTES: Final = 1 << 20
MAX_NESTING: Final = 40
"""The depth of lists in lists up to which a message is decoded."""
ROOT_CLASSES: Final[tuple[type[msgspec.Struct], ...]] = (
    Command, Request, HostMessage, SeatView, SeatNotes, Action, Event, Phase, Options, AssistanceOptions, Reason,
)  # fmt: skip
M = TypeVar("M")

# The first item of a list is the kind of its value: one of these numbers, or the name of a class.
TUPLE, CARD, FRACTION, MAPPING = 0, 1, 2, 3


class WireError(ValueError):
    """The error of bytes that are not a message, and of values without an encoding."""


def encode_message(message: Command | HostMessage) -> bytes:
    """Return the bytes of ``message``.

    Raise WireError if they are more than `MAX_MESSAGE_BYTES`, or if a value in it has no encoding.
    """
    data = msgspec.msgpack.encode(to_plain(message))
    if len(data) > MAX_MESSAGE_BYTES:
        raise WireError(f"a message of {len(data)} bytes")
    return data


def decode_message(data: bytes, message_type: type[M]) -> M:
    """Return the message that ``data`` encodes.

    Raise WireError if it is too large, not a message, or not a ``message_type``.
    """
    if len(data) > MAX_MESSAGE_BYTES:
        raise WireError(f"a message of {len(data)} bytes")
    try:
        plain = msgspec.msgpack.decode(data)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise WireError(f"not a message: {error}") from None
    return from_plain(plain, message_type)


def from_plain(plain: Any, value_type: type[M]) -> M:
    """Return the value that `to_plain` made ``plain`` of. Raise WireError if it is not a ``value_type``."""
    try:
        value = _from_plain(plain, MAX_NESTING)
    except (InputError, LookupError, TypeError, ValueError, ArithmeticError, RecursionError) as error:
        raise WireError(f"not a message: {error}") from None
    if not isinstance(value, value_type):
        raise WireError(f"not a {value_type.__name__}")
    return value


def to_plain(value: Any) -> Any:
    """Return ``value`` as lists, texts and numbers. Raise WireError if a value in it has no encoding."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, tuple):
        return [TUPLE, *map(to_plain, value)]
    if isinstance(value, Card):
        return [CARD, value.name]
    if isinstance(value, msgspec.Struct):
        return [type(value).__name__, *(to_plain(getattr(value, name)) for name in value.__struct_fields__)]
    if isinstance(value, Fraction):
        return [FRACTION, value.numerator, value.denominator]
    if isinstance(value, Mapping):
        return [MAPPING, *(to_plain(part) for item in value.items() for part in item)]
    raise WireError(f"{value!r} cannot be written")


def _from_plain(plain: Any, depth: int) -> Any:
    if not isinstance(plain, list):
        if isinstance(plain, (dict, bytes)):
            raise TypeError("a form that is never written")
        return plain
    if not plain or not depth:
        raise ValueError("empty, or too deep")
    kind, *parts = plain
    values = [_from_plain(part, depth - 1) for part in parts]
    if isinstance(kind, str):
        return _make_struct(kind, values)
    if kind == TUPLE:
        return tuple(values)
    if kind == CARD:
        (name,) = values
        return Card(name)
    if kind == FRACTION:
        numerator, denominator = values
        return Fraction(numerator, denominator)
    if kind == MAPPING:
        return dict(zip(values[::2], values[1::2], strict=True))
    raise ValueError("an unknown kind")


def _make_struct(name: str, values: list[Any]) -> msgspec.Struct:
    struct_type = find_classes()[name]
    types = _get_field_types(struct_type)
    if len(values) != len(types):
        raise ValueError(f"{name} has {len(types)} fields")
    for expected, value in zip(types.values(), values, strict=True):
        _check_type(value, expected)
    return struct_type(**dict(zip(types, values, strict=True)))


@cache
def _get_field_types(struct_type: type[msgspec.Struct]) -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(struct_type)}


def _check_type(value: Any, expected: Any) -> None:
    """Raise TypeError or ValueError if ``value`` does not have the declared type."""
    if type(value) is expected:
        return
    if isinstance(value, (msgspec.Struct, tuple)):
        _check_class(value, expected)
    else:
        msgspec.convert(value, expected, strict=True)


def _check_class(value: Any, expected: Any) -> None:
    """Raise TypeError or ValueError if a struct or tuple is not of the declared type.

    Its members may be of subclasses, whereas `msgspec.convert` accepts only the class itself.
    """
    origin = getattr(expected, "__origin__", None)
    arguments: tuple[Any, ...] = getattr(expected, "__args__", ())
    if expected is Any:
        return
    if isinstance(expected, type) and origin is None:
        if not isinstance(value, expected):
            raise TypeError(f"{type(value).__name__} is no {expected.__name__}")
    elif origin is tuple and isinstance(value, tuple):
        types = (arguments[0],) * len(value) if arguments[1:] == (Ellipsis,) else arguments
        for member, member_type in zip(value, types, strict=True):
            _check_type(member, member_type)
    else:
        _check_any(value, arguments)


def _check_any(value: Any, types: tuple[Any, ...]) -> None:
    for candidate in types:
        try:
            return _check_type(value, candidate)
        except (TypeError, ValueError):
            continue
    raise TypeError(f"{type(value).__name__} is none of {types}")


@cache
def find_classes() -> dict[str, type[msgspec.Struct]]:
    """Return the classes that can be decoded, by name. Raise AssertionError if two have the same name.

    They are those of messages and games, and all types of their fields.
    """
    import game.rules  # noqa: F401  (their phases, events and options are subclasses that must be loaded)

    classes: dict[str, type[msgspec.Struct]] = {}
    pending = list(ROOT_CLASSES)
    while pending:
        struct_type = pending.pop()
        if classes.get(struct_type.__name__) is struct_type:
            continue
        if struct_type.__name__ in classes:
            raise AssertionError(f"two classes are called {struct_type.__name__}")
        classes[struct_type.__name__] = struct_type
        pending += struct_type.__subclasses__()
        pending += [nested for field in msgspec.structs.fields(struct_type) for nested in _list_structs(field.type)]
    return classes


def _list_structs(declared: Any) -> Iterator[type[msgspec.Struct]]:
    if isinstance(declared, type) and issubclass(declared, msgspec.Struct):
        yield declared
    for argument in getattr(declared, "__args__", ()):
        yield from _list_structs(argument)
