"""All keyboard shortcuts and pointer actions, for the code that handles them and the list that shows them.

A person may assign another key to the shortcuts with a ``name``; see `ui.input.key_bindings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import pygame

from game.core.messages import N_
from game.text.gettext import _


def format_key(key: int) -> str:
    """Return the name of a key, in the current language; "" if it has none."""
    return _(pygame.key.name(key, use_compat=False))


@dataclass(frozen=True)
class Shortcut:
    """An action with its ``default_keys``, none for pointer actions, their label and a description.

    ``name``: the name in the settings, where a key may replace all default keys; "" if the keys are fixed.
    """

    default_keys: tuple[int, ...]
    default_label: str
    description: str
    name: str = ""


@dataclass(frozen=True)
class KeyMap:
    """The keys of every shortcut.

    ``overrides``: keys by the names of shortcuts, each in the place of the default keys of its shortcut.
    """

    overrides: Mapping[str, int]

    def keys(self, shortcut: Shortcut) -> tuple[int, ...]:
        """Return the keys of a shortcut: the overriding key, else its default keys."""
        return (self.overrides[shortcut.name],) if shortcut.name in self.overrides else shortcut.default_keys

    def label(self, shortcut: Shortcut) -> str:
        """Return the keys of a shortcut in words, in the current language."""
        if shortcut.name in self.overrides:
            return format_key(self.overrides[shortcut.name])
        return _(shortcut.default_label)


DEFAULT_KEY_MAP: Final = KeyMap({})


TOGGLE_HELP: Final = Shortcut((pygame.K_F1,), N_("F1"), N_("Help on what is on the screen, and back"), "list")
TOGGLE_FULL_SCREEN: Final = Shortcut((pygame.K_F11,), N_("F11"), N_("Full screen, and back to a window"), "full_screen")
NEXT_WIDGET: Final = Shortcut((pygame.K_TAB,), N_("Tab, Shift+Tab"), N_("To the next button, to the one before"))
ACTIVATE: Final = Shortcut(
    (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE), N_("Enter, Space"),
    N_("Press the button under the ring, play the card that is chosen"),
)  # fmt: skip
GO_BACK: Final = Shortcut((pygame.K_ESCAPE,), N_("Esc"), N_("Close what is open, go back; at the table, the pause"))
STEP_CARD: Final = Shortcut(
    (pygame.K_LEFT, pygame.K_RIGHT),
    N_("Left, Right"),
    N_("Choose a card of your hand; in a replay, one card back or on"),
)  # fmt: skip
PLAY_BY_NUMBER: Final = Shortcut(
    (*range(pygame.K_1, pygame.K_9 + 1), pygame.K_0), N_("1 to 9, 0"),
    N_("Play the first to the tenth card of your hand; in an auction, what the buttons show"),
)  # fmt: skip
TYPE_CARD_NAME: Final = Shortcut(
    tuple(range(pygame.K_a, pygame.K_z + 1)), N_("Letters, digits"),
    N_("Choose a card by its name: rank and suit, in either order; Enter plays it"),
)  # fmt: skip
SHOW_TRICK_HISTORY: Final = Shortcut(
    (pygame.K_l,), N_("L"), N_("The last trick, and those before it where the table allows that"), "last_trick"
)
SHOW_CARD_MEMORY: Final = Shortcut(
    (pygame.K_m,), N_("M"), N_("The cards that are gone, where the table allows that"), "memory"
)
SHOW_LOG: Final = Shortcut((pygame.K_g,), N_("G"), N_("What happened in this deal, in words"), "log")
UNDO: Final = Shortcut(
    (pygame.K_u, pygame.K_z), N_("U, Ctrl+Z"), N_("Take back your last choice; the match is marked as assisted"), "undo"
)
TOGGLE_HINT: Final = Shortcut(
    (pygame.K_h,), N_("H"), N_("A hint, and away with it; the match is marked as assisted"), "hint"
)
CLAIM_REST: Final = Shortcut((pygame.K_w,), N_("W"), N_("Finish the deal, where the rest is certain"), "claim")
PLAY_ON: Final = Shortcut((pygame.K_n,), N_("N"), N_("Play on to your turn"), "play_on")
"""The key has no other meaning at the table, so that a late press does nothing."""
ZOOM_CARD: Final = Shortcut((pygame.K_v,), N_("V"), N_("The card that is chosen, shown large"), "large")
PASS_TURN: Final = Shortcut((pygame.K_p,), N_("P"), N_("Pass, where one is asked"), "pass")
STEP_TRICK: Final = Shortcut((pygame.K_PAGEUP, pygame.K_PAGEDOWN), N_("Page up, Page down"), N_("One trick back or on"))
JUMP_TO_ENDS: Final = Shortcut(
    (pygame.K_HOME, pygame.K_END), N_("Home, End"), N_("To the deal's beginning, to its end")
)
STEP_DEAL: Final = Shortcut((pygame.K_UP, pygame.K_DOWN), N_("Up, Down"), N_("One deal back or on"))
TOGGLE_PLAYBACK: Final = Shortcut((pygame.K_p,), N_("P, Space"), N_("Let it run, and stop it"), "run")
TOGGLE_HANDS: Final = Shortcut((pygame.K_o,), N_("O"), N_("Open and close the hands"), "hands")

SEARCH_HELP: Final = Shortcut(
    (pygame.K_F3,), N_("F3"), N_("Search: type, choose with Up and Down, read there with Enter")
)
TOGGLE_CONTENTS: Final = Shortcut((pygame.K_F2,), N_("F2"), N_("The headings of the page, and away with them"))

SHORTCUT_GROUPS: Final = (
    (N_("Everywhere"), (TOGGLE_HELP, TOGGLE_FULL_SCREEN, NEXT_WIDGET, ACTIVATE, GO_BACK)),
    (
        N_("At the table"),
        (
            STEP_CARD,
            PLAY_BY_NUMBER,
            TYPE_CARD_NAME,
            ZOOM_CARD,
            PASS_TURN,
            SHOW_TRICK_HISTORY,
            SHOW_CARD_MEMORY,
            SHOW_LOG,
            UNDO,
            TOGGLE_HINT,
            CLAIM_REST,
            PLAY_ON,
        ),
    ),
    (N_("In a replay"), (STEP_TRICK, JUMP_TO_ENDS, STEP_DEAL, TOGGLE_PLAYBACK, TOGGLE_HANDS)),
    (N_("In the help"), (SEARCH_HELP, TOGGLE_CONTENTS)),
    (
        N_("With the pointer"),
        (
            Shortcut((), N_("Click"), N_("Play a card; while something moves, skip it")),
            Shortcut((), N_("Drag"), N_("Onto the table: play the card. Among the others: move it there")),
            Shortcut((), N_("Rest on a card"), N_("Its name")),
            Shortcut((), N_("Right click, or hold"), N_("The card shown large, with its worth and its rank")),
        ),
    ),
    (
        N_("With a game controller"),
        (
            Shortcut((), N_("Cross, left stick"), N_("The arrows")),
            Shortcut((), N_("A, B"), N_("Enter, Esc")),
            Shortcut((), N_("X, Y"), N_("The chosen card large, the log of the deal")),
            Shortcut((), N_("Shoulders"), N_("To the button before, to the next")),
            Shortcut((), N_("Start"), N_("The pause")),
        ),
    ),
)
"""The shortcuts by the place in which they are active."""

ALL_SHORTCUTS: Final = tuple(shortcut for _title, group in SHORTCUT_GROUPS for shortcut in group)
GLOBAL_SHORTCUTS: Final = SHORTCUT_GROUPS[0][1]
"""The shortcuts that are active everywhere, even while a text field is edited."""
