"""Every key that does something wherever one is, and what the pointer does: the one list, read by who acts on it."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from game.i18n import N_


class Shortcut(NamedTuple):
    """``keys`` that do it, none for the pointer; how they are ``shown``; what it ``does``."""

    keys: tuple[int, ...]
    shown: str
    does: str


LIST: Final = Shortcut((pygame.K_F1,), N_("F1"), N_("This list, and back"))
FULL_SCREEN: Final = Shortcut((pygame.K_F11,), N_("F11"), N_("Full screen, and back to a window"))
NEXT: Final = Shortcut((pygame.K_TAB,), N_("Tab, Shift+Tab"), N_("To the next button, to the one before"))
PRESS: Final = Shortcut(
    (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE), N_("Enter, Space"),
    N_("Press the button under the ring, play the card that is chosen"),
)  # fmt: skip
BACK: Final = Shortcut((pygame.K_ESCAPE,), N_("Esc"), N_("Close what is open, go back; at the table, the pause"))
STEP: Final = Shortcut(
    (pygame.K_LEFT, pygame.K_RIGHT),
    N_("Left, Right"),
    N_("Choose a card of your hand; in a replay, one card back or on"),
)  # fmt: skip
DIGIT: Final = Shortcut(
    (*range(pygame.K_1, pygame.K_9 + 1), pygame.K_0), N_("1 to 9, 0"),
    N_("Play the first to the tenth card of your hand; in an auction, what the buttons show"),
)  # fmt: skip
NAME: Final = Shortcut(
    tuple(range(pygame.K_a, pygame.K_z + 1)), N_("7 D, K S, …"),
    N_("Choose a card by its name: rank and suit, or their first letters; Enter plays it"),
)  # fmt: skip
LAST: Final = Shortcut((pygame.K_l,), N_("L"), N_("The last trick"))
LOG: Final = Shortcut((pygame.K_g,), N_("G"), N_("What happened in this deal, in words"))
UNDO: Final = Shortcut(
    (pygame.K_u, pygame.K_z), N_("U, Ctrl+Z"), N_("Take back your last choice; the match is marked as assisted")
)
HINT: Final = Shortcut(
    (pygame.K_h,), N_("H"), N_("A hint, and away with it; the match is marked as assisted")
)
CLAIM: Final = Shortcut((pygame.K_w,), N_("W"), N_("Finish the deal, where the rest is certain"))
ON: Final = Shortcut((pygame.K_n,), N_("N"), N_("Play on to your turn"))
"""No key that says anything at the table, so that a late press does nothing."""
TRICK: Final = Shortcut((pygame.K_PAGEUP, pygame.K_PAGEDOWN), N_("Page up, Page down"), N_("One trick back or on"))
ENDS: Final = Shortcut((pygame.K_HOME, pygame.K_END), N_("Home, End"), N_("To the deal's beginning, to its end"))
DEAL: Final = Shortcut((pygame.K_UP, pygame.K_DOWN), N_("Up, Down"), N_("One deal back or on"))
RUN: Final = Shortcut((pygame.K_p,), N_("P, Space"), N_("Let it run, and stop it"))
HANDS: Final = Shortcut((pygame.K_o,), N_("O"), N_("Open and close the hands"))

SHORTCUTS: Final = (
    (N_("Everywhere"), (LIST, FULL_SCREEN, NEXT, PRESS, BACK)),
    (N_("At the table"), (STEP, DIGIT, NAME, LAST, LOG, UNDO, HINT, CLAIM, ON)),
    (N_("In a replay"), (TRICK, ENDS, DEAL, RUN, HANDS)),
    (N_("With the pointer"), (
        Shortcut((), N_("Click"), N_("Play a card; while something moves, skip it")),
        Shortcut((), N_("Drag"), N_("Onto the table: play the card. Among the others: move it there")),
        Shortcut((), N_("Rest on a card"), N_("Its name")),
        Shortcut((), N_("Right click, or hold"), N_("The card shown large, with its worth and its rank")),
    )),
)  # fmt: skip
"""By where they hold."""
