"""Actions of a seat that several games share, and their text form in the record.

An action is written ``<seat> <verb> <arguments>``: its fields after ``seat`` in their order, without those that are
None. This text is its only form outside the program, and `parse_action` is the inverse of ``str``.
"""

from __future__ import annotations

import reprlib
from typing import Any, ClassVar

import msgspec

from game.core.cards import HIDDEN_CARD, Card
from game.core.messages import InputError


class Action(msgspec.Struct, frozen=True):
    """An action of ``seat``; ``verb`` is its word in the record.

    ``can_be_undone``: not if it shows the seat cards on which its choice depends.
    """

    verb: ClassVar[str] = ""
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
    """The abandonment of the match by the seat's player."""

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
    card = Card(text)
    if card is HIDDEN_CARD:
        raise ValueError(f"{text!r} is not a card")
    return card


def map_actions_by_verb(*action_types: type[Action]) -> dict[str, type[Action]]:
    """Return the table for `parse_action`: ``action_types`` and the actions of every game, by verb."""
    all_action_types: tuple[type[Action], ...] = (Play, Timeout, LeaveMatch, VoteToEnd, *action_types)
    return {action_type.verb: action_type for action_type in all_action_types}
