"""What is read beside the table of a guided deal: the text, the answer to what was wrong, and the buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

import pygame
from pygame_gui.elements import UIButton

from game.guide import Guide
from ui import theme
from ui.table.desk import Desk
from ui.table.measures import base_unit
from ui.widgets.button import Button
from ui.widgets.progress import ProgressBar
from ui.widgets.words import LEADING, Line, Words

EDGE: Final = 10
"""Design pixels between the window's edge and the ground of the text."""
SIDE: Final = 16
BUTTON: Final = 48
GAP: Final = 10
HEAD: Final = 46
"""What the title and the bar take."""
MOST: Final = 1.5
"""By so much it is enlarged at most."""
LEAST: Final = theme.SMALL * 0.9
"""No smaller is the text, in design pixels at scale 1."""


class Tutored(Desk, Protocol):
    """The scene, as far as it is read."""

    guide: Guide
    answer: str

    @property
    def column(self) -> pygame.Rect:
        """The part of the window that is the text's."""
        ...

    @property
    def title(self) -> str:
        """Which lesson, and how far it is."""
        ...

    @property
    def words(self) -> str:
        """What is to be learned."""
        ...

    @property
    def settled_here(self) -> bool:
        """Whether the step can be read."""
        ...

    def ways(self) -> tuple[tuple[str, str, Callable[[], None]], ...]:
        """The buttons: leave, back, and on, where that can be."""
        ...


class Tutor:
    """One of a scene. ``presses``: what its buttons do."""

    def __init__(self, scene: Tutored) -> None:
        self.scene = scene
        self.presses: dict[UIButton, Callable[[], None]] = {}

    def px(self, design: float) -> int:
        """Design pixels as pixels of this window: the text may be enlarged further than the table beside it."""
        stage = self.scene.stage
        return round(design * base_unit(stage.size) * min(stage.settings.scale, MOST))

    @property
    def ground(self) -> pygame.Rect:
        """The ground of it all."""
        edge = self.px(EDGE)
        return self.scene.column.inflate(-2 * edge, -2 * edge).move(-edge // 2, 0)

    @property
    def room(self) -> pygame.Rect:
        """What the text and the answer have of it."""
        px, ground = self.px, self.ground
        foot = 2 * px(BUTTON) + 3 * px(GAP)
        return pygame.Rect(
            ground.x + px(SIDE), ground.y + px(HEAD + GAP), ground.width - 2 * px(SIDE),
            ground.height - px(HEAD + GAP) - foot,
        )  # fmt: skip

    def build(self) -> None:
        """Make the widgets."""
        scene, px, ground, room = self.scene, self.px, self.ground, self.room
        manager, stand = scene.stage.manager, scene.guide.stand
        head = pygame.Rect(room.x, ground.y + px(8), room.width, px(24))
        Line(scene.title, head, manager, size=px(theme.BODY), colour=theme.MUTED)
        bar = pygame.Rect(room.x, head.bottom + px(4), room.width, max(4, px(6)))
        ProgressBar((stand.number + 1) / len(stand.lesson.steps), bar, manager, scene.stage.unit)
        size = fitting((scene.words, scene.answer), room, px(theme.LARGE), px(LEAST), px(2 * GAP))
        colour = theme.CREAM if scene.settled_here else theme.MUTED
        text = Words(scene.words, room.topleft, room.width, manager, size=size, colour=colour)
        if scene.answer:
            below = room.x, room.y + text.rect.height + px(2 * GAP)
            Words(scene.answer, below, room.width, manager, face="bold", size=size, colour=theme.GOLD)
        self._build_buttons()

    def _build_buttons(self) -> None:
        """The way on above, the ways back below it, side by side."""
        scene, px, ground = self.scene, self.px, self.ground
        self.presses = {}
        left, wide, high = ground.x + px(SIDE), ground.width - 2 * px(SIDE), px(BUTTON)
        top = ground.bottom - 2 * (high + px(GAP))
        half = (wide - px(GAP)) // 2
        places = [
            pygame.Rect(left, top + high + px(GAP), half, high),
            pygame.Rect(left + wide - half, top + high + px(GAP), half, high),
            pygame.Rect(left, top, wide, high),
        ]
        back = 1 if scene.guide.stand.number else 0
        for at, (widget_id, words, act) in enumerate(scene.ways()):
            on = at > back
            where = places[-1] if on else places[at]
            button = Button(where, words, scene.stage.manager, object_id="#primary" if on else "#menu")
            scene.focus.add(button, widget_id)
            self.presses[button] = act


def fitting(texts: tuple[str, ...], room: pygame.Rect, size: int, least: int, between: int) -> int:
    """The size of letters, at most ``size`` and at least ``least``, at which the texts go into a room one below the
    other, ``between`` pixels from each to the next."""
    sizes = range(size, least, -1)
    return next((one for one in sizes if height(texts, room.width, one, between) <= room.height), least)


def height(texts: tuple[str, ...], width: int, size: int, between: int) -> int:
    """The pixels that texts one below the other take, empty ones none."""
    lines = [theme.wrapped(words, "bold", size, width) for words in texts if words]
    return sum(map(len, lines)) * round(size * LEADING) + between * max(0, len(lines) - 1)
