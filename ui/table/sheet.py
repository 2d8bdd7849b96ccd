"""A sheet to read: blocks one below the other, or side by side where there is room, on a ground that scrolls."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, Protocol

import pygame

from ui import theme
from ui.backdrop import FINE
from ui.scene import Stage
from ui.widgets.scroll import Scroll
from ui.widgets.words import LEADING

GAP: Final = 18
"""Design pixels between two blocks."""
FADE: Final = 30
"""The height of an edge over which the sheet goes on, in design pixels."""
Align = Literal["left", "centre", "right"]


def small(stage: Stage, design: float = theme.SMALL) -> int:
    """Return the pixels of small words, or of a row of them.

    Where a scene limits the scale, small words grow on with it, until they are as large as the text.
    """
    scale = stage.settings.scale
    return stage.px(design * min(scale / min(scale, stage.scene.largest_scale), theme.BODY / theme.SMALL))


class Block(Protocol):
    """Something that stands on a sheet, as high as its width makes it."""

    def height(self, width: int) -> int:
        """How many pixels it takes."""
        ...

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw it into a rectangle of that width and height."""
        ...


class Pile:
    """Blocks one below the other."""

    def __init__(self, stage: Stage, blocks: Sequence[Block], gap: float = GAP) -> None:
        self.blocks = tuple(blocks)
        self._gap = stage.px(gap)

    def height(self, width: int) -> int:
        return sum(block.height(width) for block in self.blocks) + self._gap * max(0, len(self.blocks) - 1)

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        y = rect.y
        for block in self.blocks:
            high = block.height(rect.width)
            room = pygame.Rect(rect.x, y, rect.width, high)
            if room.colliderect(surface.get_rect()):
                block.paint(surface, room)
            y += high + self._gap


class Beside:
    """Blocks side by side, each at least ``least`` design pixels wide; where that does not fit, in more rows."""

    def __init__(
        self, stage: Stage, blocks: Sequence[Block], least: float, gap: float = 36, below: float = GAP
    ) -> None:
        self._blocks = tuple(blocks)
        self._least = stage.px(least)
        self._gap = stage.px(gap)
        self._below = stage.px(below)

    def _rows(self, width: int) -> tuple[int, tuple[tuple[Block, ...], ...]]:
        """The width of a column, and what stands in each row."""
        count = min(len(self._blocks), max(1, (width + self._gap) // (self._least + self._gap)))
        rows = tuple(self._blocks[at : at + count] for at in range(0, len(self._blocks), max(1, count)))
        return (width - self._gap * (count - 1)) // max(1, count), rows

    def height(self, width: int) -> int:
        column, rows = self._rows(width)
        highs = [max(block.height(column) for block in row) for row in rows]
        return sum(highs) + self._below * max(0, len(highs) - 1)

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        column, rows = self._rows(rect.width)
        y = rect.y
        for row in rows:
            for at, block in enumerate(row):
                left = rect.x + at * (column + self._gap)
                block.paint(surface, pygame.Rect(left, y, column, block.height(column)))
            y += max(block.height(column) for block in row) + self._below


class Lines:
    """Words, broken to the width they get."""

    def __init__(
        self, stage: Stage, words: Sequence[str], *, face: theme.Face = "sans", size: int = theme.BODY,
        colour: theme.Colour = theme.MUTED,
    ) -> None:  # fmt: skip
        self._words = "\n".join(words)
        self._look: tuple[theme.Face, int] = (face, small(stage, size) if size < theme.BODY else stage.px(size))
        self._colour = colour

    def height(self, width: int) -> int:
        return len(theme.wrapped(self._words, *self._look, width)) * round(self._look[1] * LEADING)

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        step = round(self._look[1] * LEADING)
        for at, line in enumerate(theme.wrapped(self._words, *self._look, rect.width)):
            put(surface, line, *self._look, self._colour, pygame.Rect(rect.x, rect.y + at * step, rect.width, step))


class Titled:
    """A block under its heading, with a thin line between them."""

    def __init__(self, stage: Stage, title: str, block: Block) -> None:
        self._px = stage.px
        self._title = title
        self._block = block

    @property
    def _head(self) -> int:
        return self._px(40)

    def height(self, width: int) -> int:
        return self._head + self._block.height(width)

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        head = pygame.Rect(rect.x, rect.y, rect.width, self._px(28))
        put(surface, self._title, "serif", self._px(theme.LARGE), theme.CREAM, head)
        y = head.bottom + self._px(2)
        pygame.draw.line(surface, theme.PANEL_LINE, (rect.x, y), (rect.right, y), max(1, self._px(1)))
        self._block.paint(surface, pygame.Rect(rect.x, rect.y + self._head, rect.width, rect.height - self._head))


class Sheet:
    """Blocks in a scroll area, painted again when it is moved; ``width`` is what they have of it."""

    def __init__(self, block: Block, scroll: Scroll) -> None:
        self._block = block
        self._scroll = scroll
        self._height = block.height(scroll.width)
        self._painted: tuple[int, pygame.Surface] | None = None

    @property
    def height(self) -> int:
        """The pixels that all of it takes."""
        return self._height

    def draw(self, surface: pygame.Surface) -> None:
        """What of it is seen now."""
        scroll = self._scroll
        if self._painted is None or self._painted[0] != scroll.offset:
            picture = pygame.Surface(scroll.window.size, pygame.SRCALPHA)
            top = scroll.top - scroll.window.top
            self._block.paint(picture, pygame.Rect(0, top, scroll.width, self._height))
            self._painted = (scroll.offset, picture)
        surface.blit(self._painted[1], scroll.window)
        fade = _fade(scroll.width, round(FADE * scroll.unit), theme.PANEL)
        if scroll.offset < scroll.most:
            surface.blit(fade, fade.get_rect(bottomleft=scroll.window.bottomleft))
        if scroll.offset > 0:
            surface.blit(pygame.transform.flip(fade, False, True), scroll.window)


@lru_cache(maxsize=16)
def _fade(width: int, height: int, ground: theme.Colour) -> pygame.Surface:
    """The lower edge of a sheet that goes on: it fades into the ground, under an arrow that points on."""
    picture = pygame.Surface((width, height), pygame.SRCALPHA)
    colour = pygame.Color(ground)
    for y in range(height):
        picture.fill((colour.r, colour.g, colour.b, min(255, 320 * (y + 1) // height)), (0, y, width, 1))
    thick, reach = max(2, height // 14), height // 4
    tip = (width // 2, height - 2 * thick)
    for side in (-1, 1):
        pygame.draw.line(picture, theme.GOLD, tip, (tip[0] + side * 2 * reach, tip[1] - reach), thick)
    return picture


def put(
    surface: pygame.Surface, words: str, face: theme.Face, size: int, colour: theme.Colour, rect: pygame.Rect,
    align: Align = "left",
) -> pygame.Rect:  # fmt: skip
    """One line of words in the middle of a rectangle's height, no wider than it; where it came to lie."""
    picture = theme.fitted(words, face, size, colour, max(1, rect.width))
    where = picture.get_rect(center=rect.center)
    if align == "left":
        where.left = rect.left
    elif align == "right":
        where.right = rect.right
    surface.blit(picture, where)
    return where


TICK: Final = ((0.12, 0.55), (0.4, 0.84), (0.9, 0.18))
CROSSED: Final = (((0.2, 0.2), (0.8, 0.8)), ((0.8, 0.2), (0.2, 0.8)))


@lru_cache(maxsize=32)
def mark(size: int, good: bool) -> pygame.Surface:
    """A golden tick, or a red cross, ``size`` pixels across: told apart by its shape too."""
    large = pygame.Surface((size * FINE, size * FINE), pygame.SRCALPHA)
    colour = pygame.Color(theme.GOLD if good else theme.RED_LIGHT)
    large.fill((colour.r, colour.g, colour.b, 0))
    strokes = (TICK[:2], TICK[1:]) if good else CROSSED
    thick = max(1, round(size * FINE * 0.15))
    for stroke in strokes:
        one, two = ((x * size * FINE, y * size * FINE) for x, y in stroke)
        pygame.draw.line(large, colour, one, two, thick)
        for point in (one, two):
            pygame.draw.circle(large, colour, point, thick // 2)
    return pygame.transform.smoothscale(large, (size, size))


def hue(good: bool | None) -> theme.Colour:
    """The colour of who did well, badly or neither."""
    return theme.CREAM if good is None else theme.GOLD if good else theme.RED_LIGHT
