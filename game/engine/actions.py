"""What a seat can do: the verbs of the record, all games together.

An action is written ``<seat> <verb> <arguments>``; the arguments are the fields after ``seat``, in their
order, those that are None left out. The text is its only outside form, so that ``parse`` and ``str`` are
each other's reverse.
"""

from __future__ import annotations

import reprlib
from typing import Any, ClassVar

import msgspec

from game.engine.cards import HIDDEN, Card
from game.i18n import _


class Action(msgspec.Struct, frozen=True):
    """Something that ``seat`` does. ``verb`` is its word in the record."""

    verb: ClassVar[str] = ""
    seat: int

    def __str__(self) -> str:
        return f"{self.seat} {self.phrase}"

    @property
    def phrase(self) -> str:
        """The action without its seat: ``"play Kd"``."""
        words = (getattr(self, name) for name in self.__struct_fields__[1:])
        return " ".join([self.verb, *(str(word) for word in words if word is not None)])


class Play(Action, frozen=True):
    """Lay a card to the trick."""

    verb = "play"
    card: Card


class Timeout(Action, frozen=True):
    """The seat's clock ran out."""

    verb = "timeout"


class Leave(Action, frozen=True):
    """The seat's player leaves the match for good."""

    verb = "leave"


class Unlock(Action, frozen=True):
    """A vote to unlock the exit."""

    verb = "unlock"


class Pass(Action, frozen=True):
    """To take no further part: in the auction, or in the deal."""

    verb = "pass"


class Swap(Action, frozen=True):
    """Exchange a card for the turned one: the card named, or, without one, the card that the house rule says."""

    verb = "swap"
    card: Card | None = None


class Deal(msgspec.Struct, frozen=True):
    """The dealer's action, the only one without a choice: the whole pack in dealing order."""

    pack: tuple[Card, ...]


class ActionError(ValueError):
    """A text that is no action; ``str(error)`` says why."""


def parse(text: object, verbs: dict[str, type[Action]]) -> Action:
    """The action that ``text`` writes, of a game with these ``verbs``. ActionError if it is none."""
    words = text.split(" ") if isinstance(text, str) else []
    if len(words) < 2 or not (words[0].isdecimal() and words[0].isascii() and len(words[0]) <= 2):
        raise _fault(_("{text} is not an action (a seat, a verb, arguments)"), text)
    kind = verbs.get(words[1])
    if kind is None:
        raise _fault(_("{text} is not a verb of this game; it has {verbs}"), words[1], verbs=", ".join(sorted(verbs)))
    fields = kind.__struct_fields__[1:]
    if len(words) - 2 > len(fields):
        raise _fault(_("{text} has more words than {verb} takes"), text, verb=kind.verb)
    raw: dict[str, Any] = dict(zip(fields, words[2:], strict=False), seat=words[0])
    try:
        action = msgspec.convert(raw, kind, strict=False, dec_hook=_card)
    except msgspec.ValidationError as error:
        raise _fault(_("{text} is not an action: {fault}"), text, fault=error) from None
    if str(action) != text:
        raise _fault(_("{text} is written {action}"), text, action=repr(str(action)))
    return action


def _fault(words: str, text: object, **values: object) -> ActionError:
    short = repr(text[:60]) if isinstance(text, str) else reprlib.repr(text)
    return ActionError(words.format(text=short, **values))


def _card(kind: type, text: Any) -> Card:
    found = Card(text)
    if found is HIDDEN:
        raise ValueError(f"{text!r} is not a card")
    return found


def verbs_of(*kinds: type[Action]) -> dict[str, type[Action]]:
    """The table that `parse` reads, for a game with these actions besides those that all games have."""
    every: tuple[type[Action], ...] = (Play, Timeout, Leave, Unlock, *kinds)
    return {kind.verb: kind for kind in every}
