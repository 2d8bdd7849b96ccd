"""The keys that a person may assign to shortcuts, and their form in the settings."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Final

import pygame

from game.core.cards import FRENCH_RANKS, JOKER_RANKS, SUITS
from game.text.gettext import _
from ui.input.key_map import (
    ALL_SHORTCUTS,
    DEFAULT_KEY_MAP,
    GLOBAL_SHORTCUTS,
    SHORTCUT_GROUPS,
    TYPE_CARD_NAME,
    KeyMap,
    Shortcut,
    format_key,
)

REMAPPABLE_SHORTCUTS: Final = tuple(item for item in ALL_SHORTCUTS if item.name)
CARD_NAME_KEYS: Final = frozenset(ord(item[0].lower()) for item in (*FRENCH_RANKS, *JOKER_RANKS[1:], *SUITS))
"""The keys with which the notation of a card begins; L, which begins only the little joker, is free."""
EDITING_KEYS: Final = (
    pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN,
    pygame.K_BACKSPACE, pygame.K_DELETE,
)  # fmt: skip
MODIFIER_KEYS: Final = (
    pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT,
    pygame.K_LMETA, pygame.K_RMETA, pygame.K_CAPSLOCK, pygame.K_NUMLOCK, pygame.K_SCROLLLOCK, pygame.K_MODE,
)  # fmt: skip
FIXED_KEYS: Final = frozenset(
    (
        *EDITING_KEYS,
        *MODIFIER_KEYS,
        *(key for item in ALL_SHORTCUTS if not item.name and item is not TYPE_CARD_NAME for key in item.default_keys),
    )
)
"""The keys that cannot be assigned."""
KEYPAD_KEYS: Final = range(pygame.K_KP_DIVIDE, pygame.K_KP_PERIOD + 1)


def make_key_map(key_names: Mapping[str, str]) -> KeyMap:
    """Return the key map for the key names of the settings, by names of shortcuts.

    Unknown shortcuts, unknown keys and keys that may not be assigned are ignored. If a key would have two meanings, all
    shortcuts have their default keys.
    """
    overrides = {
        shortcut.name: key
        for shortcut in REMAPPABLE_SHORTCUTS
        if (key := _find_key(key_names.get(shortcut.name, ""))) and not _explain_unusable_key(shortcut, key)
    }
    keys = {
        shortcut.name: {overrides[shortcut.name]} if shortcut.name in overrides else {*shortcut.default_keys}
        for shortcut in REMAPPABLE_SHORTCUTS
    }
    overrides = {
        shortcut.name: overrides[shortcut.name]
        for shortcut in REMAPPABLE_SHORTCUTS
        if shortcut.name in overrides and overrides[shortcut.name] not in shortcut.default_keys
    }
    has_conflict = any(
        keys[shortcut.name] & keys[rival.name]
        for shortcut in REMAPPABLE_SHORTCUTS
        for rival in list_conflicting_shortcuts(shortcut)
    )
    return DEFAULT_KEY_MAP if has_conflict else KeyMap(overrides)


def list_conflicting_shortcuts(shortcut: Shortcut) -> tuple[Shortcut, ...]:
    """Return the other remappable shortcuts that are active in the same place as ``shortcut``, or everywhere."""
    groups = [group for _title, group in SHORTCUT_GROUPS if shortcut in group]
    active = (
        ALL_SHORTCUTS
        if shortcut in GLOBAL_SHORTCUTS
        else (*GLOBAL_SHORTCUTS, *(member for group in groups for member in group))
    )
    return tuple(member for member in active if member.name and member != shortcut)


def explain_key_refusal(shortcut: Shortcut, key: int, key_map: KeyMap) -> str:
    """Return why a key cannot be assigned to a shortcut, in one line; "" if it can."""
    text = _explain_unusable_key(shortcut, key)
    rival = next(
        (candidate for candidate in list_conflicting_shortcuts(shortcut) if key in key_map.keys(candidate)), None
    )
    if not text and rival is not None:
        text = _("{key} is already in use: {does}").format(key=format_key(key), does=_(rival.description))
    return text


def with_override(key_names: Mapping[str, str], shortcut: Shortcut, key: int) -> dict[str, str]:
    """Return the key names of the settings after ``key`` is assigned to ``shortcut``; it must be allowed.

    They are by name of shortcut. A default key removes the shortcut's entry.
    """
    other_overrides = {name: key_text for name, key_text in key_names.items() if name != shortcut.name}
    return other_overrides if key in shortcut.default_keys else {**other_overrides, shortcut.name: get_key_name(key)}


def get_key_name(key: int) -> str:
    """Return the name of a key for the settings, which is the same in every language; "" if it has none."""
    return pygame.key.name(key, use_compat=False)


def _find_key(name: str) -> int:
    """Return the key with a name, or 0 if there is none."""
    try:
        return pygame.key.key_code(name)
    except ValueError:
        return 0


def _explain_unusable_key(shortcut: Shortcut, key: int) -> str:
    """Return why a key can never be assigned to a shortcut, or "" if nothing prevents it."""
    text = ""
    if key in shortcut.default_keys:
        return text
    if not get_key_name(key):
        text = _("This key can't be used.")
    elif key in FIXED_KEYS:
        text = _("{key} can't be changed.")
    elif key in CARD_NAME_KEYS:
        text = _("{key} is used to type card names.")
    elif shortcut in GLOBAL_SHORTCUTS and _is_typing_key(key):
        text = _("{key} is needed for typing.")
    return text.format(key=format_key(key))


def _is_typing_key(key: int) -> bool:
    """Return whether a key types a character into a text field."""
    return key in KEYPAD_KEYS or (key <= sys.maxunicode and chr(key).isprintable())
