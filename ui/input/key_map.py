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


TOGGLE_HELP: Final = Shortcut((pygame.K_F1,), N_("F1"), N_("Open or close the help"), "list")
TOGGLE_FULL_SCREEN: Final = Shortcut((pygame.K_F11,), N_("F11"), N_("Turn full screen on or off"), "full_screen")
NEXT_WIDGET: Final = Shortcut((pygame.K_TAB,), N_("Tab, Shift+Tab"), N_("Next or previous button"))
ACTIVATE: Final = Shortcut(
    (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE), N_("Enter, Space"),
    N_("Press the button or play the card"),
)  # fmt: skip
GO_BACK: Final = Shortcut((pygame.K_ESCAPE,), N_("Esc"), N_("Close, go back or pause"))
STEP_CARD: Final = Shortcut(
    (pygame.K_LEFT, pygame.K_RIGHT),
    N_("Left, Right"),
    N_("Choose a card; step through a replay"),
)  # fmt: skip
PLAY_BY_NUMBER: Final = Shortcut(
    (*range(pygame.K_1, pygame.K_9 + 1), pygame.K_0), N_("1 to 9, 0"),
    N_("Play card 1 to 10, or bid"),
)  # fmt: skip
TYPE_CARD_NAME: Final = Shortcut(
    tuple(range(pygame.K_a, pygame.K_z + 1)), N_("Rank, then suit"),
    N_("Choose a card: 7 B is the seven of batons"),
)  # fmt: skip
SHOW_TRICK_HISTORY: Final = Shortcut((pygame.K_l,), N_("L"), N_("Show the last tricks"), "last_trick")
SHOW_CARD_MEMORY: Final = Shortcut((pygame.K_m,), N_("M"), N_("Show the cards played"), "memory")
SHOW_LOG: Final = Shortcut((pygame.K_g,), N_("G"), N_("Show the deal log"), "log")
UNDO: Final = Shortcut((pygame.K_u, pygame.K_z), N_("U, Ctrl+Z"), N_("Undo your last move (assisted match)"), "undo")
TOGGLE_HINT: Final = Shortcut((pygame.K_h,), N_("H"), N_("Show or hide a hint (assisted match)"), "hint")
CLAIM_REST: Final = Shortcut((pygame.K_w,), N_("W"), N_("Finish a deal that's decided"), "claim")
PLAY_ON: Final = Shortcut((pygame.K_n,), N_("N"), N_("Skip to your turn"), "play_on")
"""The key has no other meaning at the table, so that a late press does nothing."""
SHOW_CODE: Final = Shortcut((pygame.K_q,), N_("Q"), N_("Show the code for phones"), "code")
ZOOM_CARD: Final = Shortcut((pygame.K_v,), N_("V"), N_("Enlarge the selected card"), "large")
PASS_TURN: Final = Shortcut((pygame.K_p,), N_("P"), N_("Pass, when allowed"), "pass")
STEP_TRICK: Final = Shortcut(
    (pygame.K_PAGEUP, pygame.K_PAGEDOWN), N_("Page up, Page down"), N_("Previous or next trick")
)
JUMP_TO_ENDS: Final = Shortcut((pygame.K_HOME, pygame.K_END), N_("Home, End"), N_("Start or end of the deal"))
STEP_DEAL: Final = Shortcut((pygame.K_UP, pygame.K_DOWN), N_("Up, Down"), N_("Previous or next deal"))
TOGGLE_PLAYBACK: Final = Shortcut((pygame.K_p,), N_("P, Space"), N_("Start or stop the replay"), "run")
TOGGLE_HANDS: Final = Shortcut((pygame.K_o,), N_("O"), N_("Show or hide all hands"), "hands")

SEARCH_HELP: Final = Shortcut((pygame.K_F3,), N_("F3"), N_("Search the help"))
TOGGLE_CONTENTS: Final = Shortcut((pygame.K_F2,), N_("F2"), N_("Show or hide the headings"))

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
            SHOW_CODE,
        ),
    ),
    (N_("In a replay"), (STEP_TRICK, JUMP_TO_ENDS, STEP_DEAL, TOGGLE_PLAYBACK, TOGGLE_HANDS)),
    (N_("In the help"), (SEARCH_HELP, TOGGLE_CONTENTS)),
    (
        N_("With the mouse"),
        (
            Shortcut((), N_("Click"), N_("Play a card, or skip an animation")),
            Shortcut((), N_("Drag"), N_("Play a card, or move it in your hand")),
            Shortcut((), N_("Hover over a card"), N_("Show its name")),
            Shortcut((), N_("Right-click or hold"), N_("Enlarge the card and show its points")),
        ),
    ),
    (
        N_("With a game controller"),
        (
            Shortcut((), N_("D-pad, left stick"), N_("Arrow keys")),
            Shortcut((), N_("A, B"), N_("Choose, go back")),
            Shortcut((), N_("X, Y"), N_("Enlarge the card, show the log")),
            Shortcut((), N_("Shoulder buttons"), N_("Previous or next button")),
            Shortcut((), N_("Start"), N_("Pause")),
        ),
    ),
)
"""The shortcuts by the place in which they are active."""

ALL_SHORTCUTS: Final = tuple(shortcut for _title, group in SHORTCUT_GROUPS for shortcut in group)
GLOBAL_SHORTCUTS: Final = SHORTCUT_GROUPS[0][1]
"""The shortcuts that are active everywhere, even while a text field is edited."""
