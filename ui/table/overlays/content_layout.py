"""Layout of contents in blocks, one below the other or side by side, which scroll."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Protocol

import pygame

from game.core.cards import Card
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import CORNER_SUPERSAMPLING
from ui.graphics.theme import LINE_HEIGHT_RATIO
from ui.widgets.focus import Focus
from ui.widgets.label import Align as Align
from ui.widgets.label import draw_fitted_text as draw_fitted_text
from ui.widgets.layout import Frame, Node
from ui.widgets.painted_content import PaintedContent
from ui.widgets.part import Part
from ui.widgets.scroll_area import ScrollArea

BLOCK_GAP: Final = 18
"""The distance between two blocks, in design pixels."""
CARD_STEP_RATIO: Final = 0.62
"""The largest step from a card to the next in a row, in card widths."""


def scale_small_text(context: AppContext, design: float = theme.SMALL_TEXT_SIZE) -> int:
    """Return the size of small text, or of a line of it, in pixels.

    A scene that limits the scale still lets small text grow, up to the size of normal text. ``design``: design pixels.
    """
    scale = context.settings.scale
    return context.px(
        design * min(scale / min(scale, context.scenes.current.max_scale), theme.BODY_TEXT_SIZE / theme.SMALL_TEXT_SIZE)
    )


class ContentBlock(Protocol):
    """A block of contents, whose height depends on its width. Sizes are in pixels."""

    def compute_height(self, width: int) -> int:
        """Return the height of the block at a width."""
        ...

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """Draw the block into a rectangle, whose height is that of `compute_height`."""
        ...


class NodeBlock:
    """A node of the layout of pages as a block of contents."""

    def __init__(self, context: AppContext, node: Node) -> None:
        ratio = scale_small_text(context) / context.px(theme.SMALL_TEXT_SIZE)
        part = Part("", context.ui_manager, Focus(), lambda: None)
        self._frame, self._node = Frame(part, context.place, small_text_ratio=ratio), node

    def compute_height(self, width: int) -> int:
        return self._node.measure_height(self._frame, width)

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        self._node.paint(self._frame, canvas, rect)


class VerticalStack:
    """Blocks one below the other; ``gap``: design pixels between them."""

    def __init__(self, context: AppContext, blocks: Sequence[ContentBlock], gap: float = BLOCK_GAP) -> None:
        self.blocks = tuple(blocks)
        self._gap = context.px(gap)

    def compute_height(self, width: int) -> int:
        return sum(block.compute_height(width) for block in self.blocks) + self._gap * max(0, len(self.blocks) - 1)

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        y = rect.y
        for block in self.blocks:
            block_height = block.compute_height(rect.width)
            block_rect = pygame.Rect(rect.x, y, rect.width, block_height)
            if block_rect.colliderect(canvas.rect):
                block.paint(canvas, block_rect)
            y += block_height + self._gap


class HorizontalFlow:
    """Blocks side by side, in several rows if needed.

    Each block is at least ``min_width`` wide; sizes are in design pixels.
    """

    def __init__(
        self,
        context: AppContext,
        blocks: Sequence[ContentBlock],
        min_width: float,
        gap: float = 36,
        row_gap: float = BLOCK_GAP,
    ) -> None:
        self._blocks = tuple(blocks)
        self._min_width = context.px(min_width)
        self._gap = context.px(gap)
        self._row_gap = context.px(row_gap)

    def _arrange_rows(self, width: int) -> tuple[int, tuple[tuple[ContentBlock, ...], ...]]:
        """Return the width of a column, and the blocks in each row."""
        column_count = min(len(self._blocks), max(1, (width + self._gap) // (self._min_width + self._gap)))
        rows = tuple(
            self._blocks[index : index + column_count] for index in range(0, len(self._blocks), max(1, column_count))
        )
        return (width - self._gap * (column_count - 1)) // max(1, column_count), rows

    def compute_height(self, width: int) -> int:
        column_width, rows = self._arrange_rows(width)
        row_heights = [max(block.compute_height(column_width) for block in row) for row in rows]
        return sum(row_heights) + self._row_gap * max(0, len(row_heights) - 1)

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        column_width, rows = self._arrange_rows(rect.width)
        y = rect.y
        for row in rows:
            for index, block in enumerate(row):
                left = rect.x + index * (column_width + self._gap)
                block.paint(canvas, pygame.Rect(left, y, column_width, block.compute_height(column_width)))
            y += max(block.compute_height(column_width) for block in row) + self._row_gap


class TextBlock:
    """Lines of text, wrapped to the width of the block.

    Only lines in view are painted.
    """

    def __init__(
        self,
        context: AppContext,
        lines: Sequence[str],
        *,
        face: theme.FontFace = "sans",
        size: int = theme.BODY_TEXT_SIZE,
        color: theme.Color = theme.MUTED,
    ) -> None:
        self._text = "\n".join(lines)
        self._font_spec: tuple[theme.FontFace, int] = (
            face,
            scale_small_text(context, size) if size < theme.BODY_TEXT_SIZE else context.px(size),
        )
        self._color = color
        self._lines_by_width = dict[int, list[str]]()

    def _wrap(self, width: int) -> list[str]:
        if width not in self._lines_by_width:
            self._lines_by_width = {width: theme.wrap_text(self._text, *self._font_spec, width)}
        return self._lines_by_width[width]

    def compute_height(self, width: int) -> int:
        return len(self._wrap(width)) * round(self._font_spec[1] * LINE_HEIGHT_RATIO)

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        line_step = round(self._font_spec[1] * LINE_HEIGHT_RATIO)
        for index, line in enumerate(self._wrap(rect.width)):
            line_rect = pygame.Rect(rect.x, rect.y + index * line_step, rect.width, line_step)
            if line_rect.colliderect(canvas.rect):
                draw_fitted_text(canvas, line, *self._font_spec, self._color, line_rect)


class TitledBlock:
    """A block below a heading, with a thin line between them."""

    def __init__(self, context: AppContext, title: str, block: ContentBlock) -> None:
        self._px = context.px
        self._theme = context.theme
        self._title = title
        self._block = block

    @property
    def _header_height(self) -> int:
        return self._px(40)

    def compute_height(self, width: int) -> int:
        return self._header_height + self._block.compute_height(width)

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        title_rect = pygame.Rect(rect.x, rect.y, rect.width, self._px(28))
        draw_fitted_text(canvas, self._title, "serif", self._px(theme.LARGE_TEXT_SIZE), theme.CREAM, title_rect)
        y = title_rect.bottom + self._px(2)
        canvas.draw_line(self._theme.panel_line_color, (rect.x, y), (rect.right, y), max(1, self._px(1)))
        self._block.paint(
            canvas, pygame.Rect(rect.x, rect.y + self._header_height, rect.width, rect.height - self._header_height)
        )


class ScrollableContent(PaintedContent):
    """A block in a scroll area, painted again after each scroll."""

    def __init__(self, block: ContentBlock, scroll: ScrollArea) -> None:
        super().__init__(block.paint, block.compute_height(scroll.width), scroll)


def draw_card_row(canvas: Canvas, context: AppContext, cards: Sequence[Card], rect: pygame.Rect, width: int) -> None:
    """Draw cards in a row from the left, closer together if there are many.

    ``width``: the width of a card in pixels.
    """
    step = min(round(width * CARD_STEP_RATIO), (rect.width - width) // max(len(cards) - 1, 1))
    for index, card in enumerate(cards):
        canvas.blit(context.scene_card_images.get_card(card, width), (rect.x + index * step, rect.y))


TICK_POINTS: Final = ((0.12, 0.55), (0.4, 0.84), (0.9, 0.18))
CROSS_LINES: Final = (((0.2, 0.2), (0.8, 0.8)), ((0.8, 0.2), (0.2, 0.8)))


@lru_cache(maxsize=32)
def make_tick_or_cross(size: int, is_good: bool) -> pygame.Surface:
    """Return a golden tick or a red cross, ``size`` pixels across."""
    large_image = pygame.Surface((size * CORNER_SUPERSAMPLING, size * CORNER_SUPERSAMPLING), pygame.SRCALPHA)
    color = pygame.Color(theme.GOLD if is_good else theme.RED_LIGHT)
    large_image.fill((color.r, color.g, color.b, 0))
    strokes = (TICK_POINTS[:2], TICK_POINTS[1:]) if is_good else CROSS_LINES
    line_width = max(1, round(size * CORNER_SUPERSAMPLING * 0.15))
    for stroke in strokes:
        start, end = ((x * size * CORNER_SUPERSAMPLING, y * size * CORNER_SUPERSAMPLING) for x, y in stroke)
        pygame.draw.line(large_image, color, start, end, line_width)
        for point in (start, end):
            pygame.draw.circle(large_image, color, point, line_width // 2)
    return pygame.transform.smoothscale(large_image, (size, size))


def get_result_color(is_good: bool | None) -> theme.Color:
    """Return the color of a good, bad or neutral (None) result."""
    return theme.CREAM if is_good is None else theme.GOLD if is_good else theme.RED_LIGHT
