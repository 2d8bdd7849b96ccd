"""Which key a person may give to which shortcut, and what those are that are kept in the settings."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Final

import pygame

from game.engine.cards import FRENCH_RANKS, JOKER_RANKS, SUITS
from game.i18n import _
from ui.shortcuts import ALL, EVERYWHERE, NAME, SHORTCUTS, Shortcut, key_words

REMAPPABLE: Final = tuple(one for one in ALL if one.name)
NAMING: Final = frozenset(ord(one[0].lower()) for one in (*FRENCH_RANKS, *JOKER_RANKS[1:], *SUITS))
"""What the record's notation of a card begins with; L, with which only one card does, is free."""
EDITING: Final = (
    pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN,
    pygame.K_BACKSPACE, pygame.K_DELETE,
)  # fmt: skip
MODIFIERS: Final = (
    pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT,
    pygame.K_LMETA, pygame.K_RMETA, pygame.K_CAPSLOCK, pygame.K_NUMLOCK, pygame.K_SCROLLLOCK, pygame.K_MODE,
)  # fmt: skip
FIXED: Final = frozenset(
    (*EDITING, *MODIFIERS, *(key for one in ALL if not one.name and one is not NAME for key in one.keys))
)
"""Keys that stay what they are."""
KEYPAD: Final = range(pygame.K_KP_DIVIDE, pygame.K_KP_PERIOD + 1)


def resolved(kept: Mapping[str, str]) -> dict[str, int]:
    """The keys given to shortcuts, of what the settings keep: names of keys by names of shortcuts.

    What is no shortcut, no key, or a key that may not be given, is as usual; all is, where one key would do two things.
    """
    given = {one.name: key for one in REMAPPABLE if (key := _key(kept.get(one.name, ""))) and not _unfit(one, key)}
    keys = {one.name: {given[one.name]} if one.name in given else {*one.usual} for one in REMAPPABLE}
    given = {one.name: given[one.name] for one in REMAPPABLE if one.name in given and given[one.name] not in one.usual}
    clash = any(keys[one.name] & keys[other.name] for one in REMAPPABLE for other in rivals(one))
    return {} if clash else given


def rivals(shortcut: Shortcut) -> tuple[Shortcut, ...]:
    """The others whose keys can be changed that hold where a shortcut does: everywhere, or at the same place."""
    groups = [group for _title, group in SHORTCUTS if shortcut in group]
    there = ALL if shortcut in EVERYWHERE else (*EVERYWHERE, *(one for group in groups for one in group))
    return tuple(one for one in there if one.name and one != shortcut)


def why_not(shortcut: Shortcut, key: int) -> str:
    """What keeps a key from being given to a shortcut, in one line; empty if nothing does."""
    words = _unfit(shortcut, key)
    other = next((one for one in rivals(shortcut) if key in one.keys), None)
    if not words and other is not None:
        words = _("{key} is taken: {does}").format(key=key_words(key), does=_(other.does))
    return words


def with_key(kept: Mapping[str, str], shortcut: Shortcut, key: int) -> dict[str, str]:
    """What the settings keep once a key that may be is given to a shortcut."""
    others = {name: one for name, one in kept.items() if name != shortcut.name}
    return others if key in shortcut.usual else {**others, shortcut.name: key_name(key)}


def key_name(key: int) -> str:
    """The name of a key for the settings: the same in every language."""
    return pygame.key.name(key, use_compat=False)


def _key(name: str) -> int:
    """The key of that name; 0 if there is none."""
    try:
        return pygame.key.key_code(name)
    except ValueError:
        return 0


def _unfit(shortcut: Shortcut, key: int) -> str:
    """What keeps a key from ever being given to a shortcut, whatever the others have; empty if nothing does."""
    words = ""
    if key in shortcut.usual:
        return words
    if not key_name(key):
        words = _("This key has no name.")
    elif key in FIXED:
        words = _("{key} stays what it is.")
    elif key in NAMING:
        words = _("{key} begins the name of a card.")
    elif shortcut in EVERYWHERE and _writes(key):
        words = _("{key} is needed to write.")
    return words.format(key=key_words(key))


def _writes(key: int) -> bool:
    """Whether a key puts something into a line that is typed."""
    return key in KEYPAD or (key <= sys.maxunicode and chr(key).isprintable())
