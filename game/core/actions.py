"""Actions of a seat that several games share, and their text form in the record.

An action is written ``<seat> <verb> <arguments>``: its fields after ``seat`` in their order, without those that are
None. This text is its only form outside the program, and `parse_action` is the inverse of ``str``.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any, ClassVar, Literal, get_args, get_origin

import msgspec

from game.core.arguments import MAX_SHOWN_NUMBER, format_argument
from game.core.cards import Card, is_card, parse_card
from game.core.messages import InputError


class Action(msgspec.Struct, frozen=True):
    """An action of ``seat``; ``verb`` is its word in the record.

    ``can_be_undone``: not if it shows the seat cards on which its choice depends; ``numbers``: all that a field with a
    whole number may be in some match.
    """

    verb: ClassVar[str] = ""
    numbers: ClassVar[range] = range(0)
    can_be_undone: ClassVar[bool] = True
    seat: int

    def __str__(self) -> str:
        return f"{self.seat} {self.text_without_seat}"

    @property
    def message_verb(self) -> str:
        """The verb in the code of the action's name on the screen; another one where a value has a name of its own."""
        return self.verb

    @property
    def text_without_seat(self) -> str:
        """The text of the action without its seat: ``"play Kd"``."""
        values = (getattr(self, field) for field in self.__struct_fields__[1:])
        return " ".join([self.verb, *(str(value) for value in values if value is not None)])


class Play(Action, frozen=True):
    """A card played to the trick."""

    verb = "play"
    card: Card


class Timeout(Action, frozen=True):
    """The end of the seat's time (docs/rules.md, "Table discipline")."""

    verb = "timeout"


class LeaveMatch(Action, frozen=True):
    """The departure of the seat's player from the match."""

    verb = "leave"


class VoteToEnd(Action, frozen=True):
    """A vote to end the match without penalty; its verb in the record is "unlock"."""

    verb = "unlock"


class Pass(Action, frozen=True):
    """A refusal to take part any longer: in the auction, or in the deal."""

    verb = "pass"


class Swap(Action, frozen=True):
    """The exchange of a card for the turned card.

    ``card``: the card to exchange; None for the card that the house rule determines.
    """

    verb = "swap"
    card: Card | None = None


class Deal(msgspec.Struct, frozen=True):
    """The dealer's action, which is never a choice: the whole pack in dealing order."""

    pack: tuple[Card, ...]


@cache
def _list_field_types(action_type: type[Action]) -> tuple[tuple[str, tuple[type, ...]], ...]:
    """Return the names of the fields of a type of actions, with the types of their values."""
    return tuple((field.name, tuple(_iter_types(field.type))) for field in msgspec.structs.fields(action_type))


def _iter_types(annotation: Any) -> Iterator[type]:
    """Yield the types of the values that ``annotation`` allows."""
    if get_origin(annotation) is Literal:
        yield from {type(value) for value in get_args(annotation)}
    elif get_args(annotation):
        for part in get_args(annotation):
            yield from _iter_types(part)
    else:
        yield annotation


def check_action_types(action: Action) -> None:
    """Raise TypeError if a field has a value of another type, even one that is equal, such as True for seat 1."""
    for name, types in _list_field_types(type(action)):
        value = getattr(action, name)
        value_type = type(value)
        if (
            value_type not in types
            or (value_type is int and not -MAX_SHOWN_NUMBER < value < MAX_SHOWN_NUMBER)
            or (value_type is Card and not is_card(value))
        ):
            wanted = " or ".join("None" if kind is type(None) else kind.__name__ for kind in types)
            raise TypeError(f"{type(action).__name__}: {name} must be {wanted}, not {format_argument(value)}")


def check_deal_types(deal: Deal) -> None:
    """Raise TypeError if the pack is not a tuple of cards."""
    if type(deal.pack) is not tuple or not all(map(is_card, deal.pack)):
        raise TypeError(f"the pack must be a tuple of cards, not {format_argument(deal.pack)}")


def parse_action(text: object, actions_by_verb: dict[str, type[Action]]) -> Action:
    """Return the action that ``text`` writes.

    ``actions_by_verb``: the actions of the game, from `map_actions_by_verb`. Raise InputError if ``text`` is not
    exactly the text of one of them.
    """
    words = text.split(" ") if isinstance(text, str) else []
    if len(words) < 2 or not (words[0].isdecimal() and words[0].isascii() and len(words[0]) <= 2):
        raise InputError("no_action_form", text=_shorten(text))
    action_type = actions_by_verb.get(words[1])
    if action_type is None:
        raise InputError("unknown_verb", text=_shorten(words[1]), verbs=", ".join(sorted(actions_by_verb)))
    fields = action_type.__struct_fields__[1:]
    if len(words) - 2 > len(fields):
        raise InputError("too_many_words", text=_shorten(text), verb=action_type.verb)
    raw: dict[str, Any] = dict(zip(fields, words[2:], strict=False), seat=words[0])
    try:
        action = msgspec.convert(raw, action_type, strict=False, dec_hook=_decode_card)
    except msgspec.ValidationError as error:
        raise InputError("no_action", text=_shorten(text), fault=str(error)) from None
    if str(action) != text:
        raise InputError("written_otherwise", text=_shorten(text), action=repr(str(action)))
    return action


def _shorten(text: object) -> str:
    return repr(text[:60]) if isinstance(text, str) else reprlib.repr(text)


def _decode_card(card_type: type, text: Any) -> Card:
    return parse_card(text)


def map_actions_by_verb(*action_types: type[Action]) -> dict[str, type[Action]]:
    """Return the table for `parse_action`: ``action_types`` and the actions of every game, by verb."""
    all_action_types: tuple[type[Action], ...] = (Play, Timeout, LeaveMatch, VoteToEnd, *action_types)
    return {action_type.verb: action_type for action_type in all_action_types}


def iter_actions(action_type: type[Action], seat: int, values: Mapping[Any, Iterable[Any]]) -> Iterator[Action]:
    """Yield an action of ``seat`` for each combination of values of the fields.

    ``values``: those of each type of field that is neither a union nor a `Literal`; they also replace those of a
    `Literal`.
    """
    fields = msgspec.structs.fields(action_type)[1:]
    for field_values in product(*(_list_values(field.type, values) for field in fields)):
        yield action_type(seat, *field_values)


def _list_values(annotation: Any, values: Mapping[Any, Iterable[Any]]) -> tuple[Any, ...]:
    if annotation in values:
        return tuple(values[annotation])
    if annotation is type(None):
        return (None,)
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return tuple(value for part in reversed(get_args(annotation)) for value in _list_values(part, values))
