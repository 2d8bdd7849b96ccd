"""Encoding of messages as JSON text, for a host in another process.

A struct is an object with its fields by name. A message whose class has ``omit_defaults`` leaves out what has its
default, also in its parts of such classes. A class that is derived from another one, as an event is from `Event`, is
named by the key "type": a message by its tag, any other by the name of its class. Cards and actions are their texts,
options a map, a fraction its two numbers. Decoded values have the types that their class declares.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, lru_cache, partial
from types import NoneType, UnionType
from typing import Any, Final, TypeAlias, TypeVar, Union, get_args, get_origin

import msgspec

from game.core.actions import Action, map_actions_by_verb, parse_action
from game.core.cards import Card
from game.core.events import Event, UnknownEvent
from game.core.messages import Reason
from game.core.options import Options, OptionSet
from game.core.phase import Phase
from game.rules.game import Game
from game.session.messages import HostMessage, Request, SessionMessage

REASON_VALUE_TYPES: Final[Mapping[str, Any]] = {"called": Card, "card": Card, "fault": Reason | str}
"""The types of the values of a `Reason` that are neither numbers and texts nor tuples of them, by name."""
BASE_TYPES: Final = (Event, HostMessage, Phase, Request, SessionMessage)
"""The classes of which only derived classes have values."""
PLAIN_TYPES: Final = (bool, int, float, str, NoneType)
MAX_KEPT_ACTIONS: Final = 1024
"""The actions that a decoder keeps, because most of them come again and again."""
Reader: TypeAlias = Callable[[Any], Any]
M = TypeVar("M")


class MessageError(ValueError):
    """The error of a text that is not a message, and of a value without an encoding."""


class UnknownTypeError(MessageError):
    """The error of a message of a type that this program does not know."""


# -- writing ---------------------------------------------------------------------------------------


def encode_message(message: msgspec.Struct) -> bytes:
    """Return the text of ``message`` in UTF-8. Raise MessageError if a value in it has no encoding."""
    return msgspec.json.encode(to_plain(message, is_short=message.__struct_config__.omit_defaults))


def to_plain(value: Any, *, is_short: bool = False) -> Any:
    """Return ``value`` as maps, lists, texts and numbers. Raise MessageError if a value in it has no encoding.

    ``is_short``: leaves out the defaults of classes with ``omit_defaults``.
    """
    if isinstance(value, PLAIN_TYPES):
        return value
    if isinstance(value, tuple):
        return [to_plain(part, is_short=is_short) for part in value]
    if isinstance(value, (Card, Action)):
        return str(value)
    if isinstance(value, msgspec.Struct):
        tag, names, defaults = _list_keys(type(value))
        if is_short and defaults:
            names = tuple(name for name in names if getattr(value, name) != defaults[name])
        return {**tag, **{name: to_plain(getattr(value, name), is_short=is_short) for name in names}}
    if isinstance(value, Fraction):
        return [value.numerator, value.denominator]
    if isinstance(value, Mapping):
        return {key: to_plain(part, is_short=is_short) for key, part in value.items()}
    raise MessageError(f"{value!r} cannot be written")


@cache
def _list_keys(struct_type: type[msgspec.Struct]) -> tuple[dict[str, str], tuple[str, ...], dict[str, Any]]:
    """Return the key "type" of a class, its fields, and the values that are left out of a short message."""
    tag, omits = get_tag(struct_type), struct_type.__struct_config__.omit_defaults
    defaults = {field.name: field.default for field in msgspec.structs.fields(struct_type) if omits}
    return {} if tag is None else {"type": tag}, struct_type.__struct_fields__, defaults


@cache
def get_tag(struct_type: type[msgspec.Struct]) -> str | None:
    """Return the value of the key "type" of a class of structs, None if it has none."""
    if struct_type.__struct_config__.tag is not None:
        return str(struct_type.__struct_config__.tag)
    is_derived = struct_type.__base__ is not msgspec.Struct and not issubclass(struct_type, OptionSet)
    return struct_type.__name__ if is_derived else None


# -- reading ---------------------------------------------------------------------------------------


class MessageDecoder:
    """The decoder of the messages of a match.

    ``game``: the game that is played; without it there are no messages with options or actions. ``refuses_unknown``:
    whether an unknown field is an error; else it is ignored, and an unknown event is an `UnknownEvent`.
    """

    def __init__(self, game: Game | None = None, *, refuses_unknown: bool = False) -> None:
        self._options_type = Options if game is None else type(next(iter(game.presets.values())))
        actions_by_verb = {} if game is None else map_actions_by_verb(*game.actions)
        self._parse_action = lru_cache(MAX_KEPT_ACTIONS)(partial(parse_action, actions_by_verb=actions_by_verb))
        self._refuses_unknown = refuses_unknown
        self._readers = dict[Any, Reader]()
        self._field_readers = dict[type[msgspec.Struct], dict[str, Reader]]()
        self._derived_types = dict[type[msgspec.Struct], dict[str | None, type[msgspec.Struct]]]()

    def decode(self, text: bytes | str, message_type: type[M]) -> M:
        """Return the ``message_type`` that ``text`` encodes. Raise MessageError if it is none.

        It is an UnknownTypeError if something in it has a type that this program does not know.
        """
        try:
            message: M = self._find_reader(message_type)(msgspec.json.decode(text))
        except MessageError:
            raise
        except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
            raise MessageError(f"not a message: {error}") from None
        return message

    def _find_reader(self, declared: Any) -> Reader:
        if declared not in self._readers:
            self._readers[declared] = self._make_reader(declared)
        return self._readers[declared]

    def _make_reader(self, declared: Any) -> Reader:
        """Return the function that makes a value of the ``declared`` type out of a plain one."""
        origin, arguments = get_origin(declared), get_args(declared)
        if origin is tuple:
            return self._make_tuple_reader(arguments)
        if origin in (Union, UnionType):
            return self._make_union_reader(arguments)
        if origin is Mapping:
            return self._read_reason_values
        if declared is Card:
            return Card
        if declared is Fraction:
            return lambda plain: Fraction(*msgspec.convert(plain, tuple[int, int]))
        if isinstance(declared, type) and issubclass(declared, Action):
            return partial(self._read_action, declared)
        if isinstance(declared, type) and issubclass(declared, OptionSet):
            return partial(self._read_options, self._options_type if declared is Options else declared)
        if isinstance(declared, type) and issubclass(declared, msgspec.Struct):
            return partial(self._read_struct, declared)
        return partial(msgspec.convert, type=declared)

    def _make_tuple_reader(self, arguments: tuple[Any, ...]) -> Reader:
        if arguments[1:] == (Ellipsis,):
            read_part = self._find_reader(arguments[0])
            return lambda plain: tuple([read_part(part) for part in _check_list(plain)])
        readers = [self._find_reader(argument) for argument in arguments]
        return lambda plain: tuple([read(part) for read, part in zip(readers, _check_list(plain), strict=True)])

    def _make_union_reader(self, arguments: tuple[Any, ...]) -> Reader:
        readers = [self._find_reader(argument) for argument in arguments if argument is not NoneType]

        def read(plain: Any) -> Any:
            if plain is None and NoneType in arguments:
                return None
            for read_member in readers[:-1]:
                try:
                    return read_member(plain)
                except (TypeError, ValueError):
                    continue
            return readers[-1](plain)

        return read

    def _read_struct(self, declared: type[msgspec.Struct], plain: Any) -> msgspec.Struct:
        if not isinstance(plain, dict):
            raise TypeError(f"no {declared.__name__}")
        struct_type = self._find_type(declared, plain.get("type"))
        if struct_type not in self._field_readers:
            fields = msgspec.structs.fields(struct_type)
            self._field_readers[struct_type] = {field.name: self._find_reader(field.type) for field in fields}
        readers = self._field_readers[struct_type]
        unknown_names = plain.keys() - readers.keys() - {"type"}
        if unknown_names and self._refuses_unknown:
            raise ValueError(f"unknown fields of {struct_type.__name__}: {sorted(unknown_names)}")
        return struct_type(**{name: read(plain[name]) for name, read in readers.items() if name in plain})

    def _find_type(self, declared: type[msgspec.Struct], tag: Any) -> type[msgspec.Struct]:
        """Return the class with this tag among ``declared`` and the classes that are derived from it."""
        if declared not in self._derived_types:
            kinds = [kind for kind in _list_derived_types(declared) if kind not in BASE_TYPES]
            self._derived_types[declared] = {get_tag(kind): kind for kind in kinds}
        struct_types = self._derived_types[declared]
        if tag in struct_types:
            return struct_types[tag]
        if declared is Event and not self._refuses_unknown:
            return UnknownEvent
        raise UnknownTypeError(f"no {declared.__name__} of this type")

    def _read_action(self, declared: type[Action], plain: Any) -> Action:
        action = self._parse_action(plain)
        if not isinstance(action, declared):
            raise ValueError(f"{plain} is no {declared.__name__}")
        return action

    def _read_options(self, options_type: type[OptionSet], plain: Any) -> OptionSet:
        if isinstance(plain, dict) and not self._refuses_unknown:
            plain = {name: value for name, value in plain.items() if name in options_type.__struct_fields__}
        return msgspec.convert(plain, options_type)

    def _read_reason_values(self, plain: Any) -> Mapping[str, Any]:
        values = msgspec.convert(plain, dict[str, Any])
        return {
            name: self._find_reader(REASON_VALUE_TYPES[name])(value)
            if name in REASON_VALUE_TYPES
            else _read_plain_value(value)
            for name, value in values.items()
        }


def _list_derived_types(struct_type: type[msgspec.Struct]) -> list[type[msgspec.Struct]]:
    return [struct_type, *(kind for derived in struct_type.__subclasses__() for kind in _list_derived_types(derived))]


def _check_list(plain: Any) -> list[Any]:
    if not isinstance(plain, list):
        raise TypeError("no list")
    return plain


def _read_plain_value(plain: Any) -> Any:
    """Return a number, a text, or a tuple of them."""
    if isinstance(plain, list):
        return tuple([_read_plain_value(part) for part in plain])
    if not isinstance(plain, PLAIN_TYPES):
        raise TypeError("a value of an undeclared type")
    return plain
