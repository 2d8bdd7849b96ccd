"""Names and kinds of players as they are shown.

A person without a name is called "You" in the player's language.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from game.core.messages import N_
from game.core.sanitizer import name_key
from game.match.setup import PERSON_KIND
from game.text.formatting import join_with_and
from game.text.gettext import _, get_language, pgettext, translations

PLAYER_KIND_LABELS: Final[Mapping[str, str]] = {
    PERSON_KIND: N_("Person"),
    "random": N_("Random"),
    "beginner": N_("Beginner"),
    "novice": N_("Casual"),
    "club": N_("Strong"),
    "expert": N_("Expert"),
    "master": N_("Master"),
}
"""The kinds of players in words, the levels in order of strength."""
NO_BREAK_SPACE: Final = "\u00a0"
MAX_UNBROKEN_NAME: Final = 16
"""The characters of the longest name that stays in a line."""
PEOPLE_PORTRAITS: Final = (6, 9, 10, 14)
"""The portraits that no persona of a computer player has."""


def get_default_person_name() -> str:
    """Return the name of a person without a name, in the player's language."""
    return pgettext("a person without a name", "You")


def get_first_person_name() -> str:
    """Return the name of a person without a name among several people, in the player's language."""
    return format_person_number(1)


def format_person_number(number: int) -> str:
    """Return the name of another person who has not given one."""
    return _("Player {number}").format(number=number)


@cache
def _get_default_name_keys() -> frozenset[str]:
    return frozenset(map(name_key, translations("a person without a name", "You"))) | _get_first_name_keys()


@cache
def _get_first_name_keys() -> frozenset[str]:
    return frozenset(name_key(text.format(number=1)) for text in translations("", "Player {number}"))


@cache
def _get_computer_name_keys() -> frozenset[str]:
    return frozenset(map(name_key, translations("", N_("Computer"))))


@lru_cache(maxsize=256)
def get_person_key(name: str) -> str:
    """Return a key that is equal for all names of one person; empty for a person without a name."""
    key = name_key(name)
    return "" if key in _get_default_name_keys() else key


def derive_portrait_number(text: str, taken_numbers: Collection[int] = ()) -> int:
    """Return a portrait for a person who has chosen none: a free one, or a shared one if none is free.

    ``text``: the key of a name, or an id if there is none.
    """
    first = sum(map(ord, text)) % len(PEOPLE_PORTRAITS)
    numbers = PEOPLE_PORTRAITS[first:] + PEOPLE_PORTRAITS[:first]
    return next((number for number in numbers if number not in taken_numbers), numbers[0])


def is_default_person_name(name: str) -> bool:
    """Return whether ``name`` is the name of a person without a name in any language."""
    return name_key(name) in _get_default_name_keys()


def is_computer_name(name: str) -> bool:
    """Return whether ``name`` reads like "Computer" in any language of the program."""
    return name_key(name) in _get_computer_name_keys()


def format_player_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of a record, in its order, as they are shown in the player's language.

    Only the name of a person without a name changes.
    """
    return _format_in_language(get_language(), tuple(names))


@lru_cache(maxsize=4096)
def _format_in_language(_language: str, names: tuple[str, ...]) -> tuple[str, ...]:
    first_person = dict.fromkeys(_get_first_name_keys(), get_first_person_name())
    default_names = dict.fromkeys(_get_default_name_keys(), get_default_person_name()) | first_person
    return tuple(default_names.get(name_key(name), name) for name in names)


def format_player_kind(kind: str) -> str:
    """Return a kind of player in words."""
    return _(PLAYER_KIND_LABELS.get(kind, kind.capitalize()))


def abbreviate_name(name: str) -> str:
    """Return a name of several words as the first word and the initial of the last one; any other name unchanged."""
    first_word, *other_words = name.split() or [name]
    return f"{first_word} {other_words[-1][0]}." if other_words else name


def join_names(names: Sequence[str]) -> str:
    """Return names as in a sentence, in which lines are broken only between names, unless a name is long."""
    whole = (name.replace(" ", NO_BREAK_SPACE) if len(name) <= MAX_UNBROKEN_NAME else name for name in names)
    return join_with_and([*whole])
