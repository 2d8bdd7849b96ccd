"""What words are drawn where: to find those that are cut, that leave the window, that lie over others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any, NamedTuple
from unittest.mock import patch

import pygame
from pygame_gui.elements import UIButton

from tests.ui.stage import AppByHand
from ui import theme
from ui.page import Page
from ui.painter import noted
from ui.widgets.choice import Choice
from ui.widgets.words import Line, Words

TOUCH = 0.36
"""So much of a line's height is above and below its letters: lines may be as close as that."""


class Drawn(NamedTuple):
    """Words in their place; ``clip``: what is seen of the ground that they are on."""

    words: str
    area: pygame.Rect
    clip: pygame.Rect


class Ink:
    """All words that are drawn while it looks: ``cut`` are those that had no room even when they were made smaller."""

    def __init__(self) -> None:
        self.cut: list[str] = []
        self.pictures: dict[int, tuple[pygame.Surface, str]] = {}

    def text(self, words: str, *look: Any) -> pygame.Surface:
        picture = TEXT(words, *look)
        self.pictures[id(picture)] = (picture, words)
        return picture

    def fitted(
        self, words: str, face: theme.Face, size: int, colour: theme.Colour, width: int,
        smallest: float = theme.SMALLEST,
    ) -> pygame.Surface:  # fmt: skip
        if theme.font(face, int(size * smallest)).size(words)[0] > width and smallest < 1.0:
            self.cut.append(words)
        picture = FITTED(words, face, size, colour, width, smallest)
        self.pictures[id(picture)] = (picture, words)
        return picture

    def on(self, app: AppByHand) -> tuple[Drawn, ...]:
        """The words of the scene that is shown."""
        strokes = noted(app.stage.size, app.paint) or []
        known = [(self.pictures[id(one.source)][1], one) for one in strokes if id(one.source) in self.pictures]
        return tuple(Drawn(words, one.area, one.clip) for words, one in known if words.strip())


TEXT, FITTED = theme.text, theme.fitted


@contextmanager
def looking() -> Iterator[Ink]:
    """Look at everything that is written from now on."""
    ink = Ink()
    with patch.object(theme, "text", ink.text), patch.object(theme, "fitted", ink.fitted):
        yield ink


def outside(drawn: tuple[Drawn, ...]) -> list[str]:
    """Words that leave the ground that they are on to the left or to the right."""
    return [one.words for one in drawn if one.area.left < one.clip.left or one.area.right > one.clip.right]


def over_others(drawn: tuple[Drawn, ...]) -> list[tuple[str, str]]:
    """Words that lie over other words on the same ground; those of a shadow are the same."""
    letters = [(one, one.area.inflate(-2, -round(TOUCH * 2 * one.area.height))) for one in drawn]
    return [
        (one.words, other.words)
        for (one, area), (other, beside) in combinations(letters, 2)
        if one.clip == other.clip and one.words != other.words and area.colliderect(beside)
    ]


def cut_in(app: AppByHand, page: Page) -> list[str]:
    """Words of a page's widgets that have less room than they need."""
    px, found = app.stage.px, list[str]()
    for widget in app.widgets():
        if isinstance(widget, UIButton):
            face = px(theme.BODY if widget.object_ids[-1] in ("#small", "#small_off") else theme.LARGE)
            found += [widget.text] * (theme.font("sans", face).size(widget.text)[0] >= widget.rect.width)
        if isinstance(widget, Words):
            measure = theme.font(*widget.look).size
            found += [line for line in widget.lines if " " in line and measure(line)[0] > widget.rect.width]
        if isinstance(widget, Line):
            wide, high = theme.font("sans", widget.size).size(widget.words)
            found += [widget.words] * (wide > widget.rect.width or high > widget.rect.height)
    for choice in (one for one in page.focus.widgets if type(one) is Choice):  # swatches show colours, not words
        measure = theme.font("sans", px(theme.BODY)).size
        rooms = [part.width for part in choice.parts()]
        if not choice.in_row:
            rooms = [choice.rect.width - sum(rooms)] * len(choice.words)
        found += [word for word, room in zip(choice.words, rooms, strict=True) if measure(word)[0] > room]
    return found
