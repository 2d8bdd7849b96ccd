"""Layout of help pages in lines, some paragraphs at a time.

A whole page takes longer than a frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec
import pygame

from game.core.cards import DeckStyle
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.graphics.theme import LINE_HEIGHT_RATIO
from ui.scenes.help.content import HelpParagraph, list_examples
from ui.scenes.help.diagrams import ExampleDrawing, compute_card_width
from ui.widgets.nodes import Frame, Painted

BULLET_INDENT: Final = 22
COLUMN_GAP: Final = 24
"""The distance between the columns of a table, in design pixels."""
MARK_GAP: Final = 12
"""The distance between the text and the bar beside a match, in design pixels."""
PAGE_TITLE_TEXT_SIZE: Final = 30
"""The size of the title of a page, below that of the scene, in design pixels."""


class TextStyle(msgspec.Struct, frozen=True):
    """The style of a kind of paragraph, in design pixels."""

    face: theme.FontFace
    size: int
    color: theme.Color
    space_above: int = 8
    indent: int = 0


TEXT_STYLES: Final = {
    "title": TextStyle("serif", PAGE_TITLE_TEXT_SIZE, theme.CREAM),
    "heading": TextStyle("serif", theme.LARGE_TEXT_SIZE, theme.GOLD, 14),
    "text": TextStyle("sans", theme.BODY_TEXT_SIZE, theme.CREAM),
    "bullet": TextStyle("sans", theme.BODY_TEXT_SIZE, theme.CREAM, 2, BULLET_INDENT),
    "term": TextStyle("bold", theme.BODY_TEXT_SIZE, theme.CREAM, 14),
    "help": TextStyle("sans", theme.BODY_TEXT_SIZE, theme.CREAM, 2),
    "example": TextStyle("sans", theme.SMALL_TEXT_SIZE, theme.MUTED, 10, BULLET_INDENT),
    "columns": TextStyle("bold", theme.BODY_TEXT_SIZE, theme.MUTED, 10),
    "row": TextStyle("sans", theme.BODY_TEXT_SIZE, theme.CREAM, 4),
    "note": TextStyle("sans", theme.BODY_TEXT_SIZE, theme.MUTED, 2),
    "mark": TextStyle("bold", theme.BODY_TEXT_SIZE, theme.GOLD, 2, BULLET_INDENT),
    "in force": TextStyle("bold", theme.BODY_TEXT_SIZE, theme.GOLD, 2),
}


class LaidOutLine(msgspec.Struct, frozen=True):
    """A line of text at its place, or a drawing.

    ``x``, ``y``: pixels from the upper left corner of the text; ``paragraph_index``: its paragraph; ``section``: the
    section that begins here, empty if none.
    """

    text: str
    style: TextStyle
    x: int
    y: int
    has_bullet: bool
    paragraph_index: int
    drawing: ExampleDrawing | None = None
    section: str = ""


class PageLayout:
    """The layout of a page in ``width`` pixels; ``lines`` and ``height`` grow with it."""

    def __init__(self, paragraphs: tuple[HelpParagraph, ...], width: int, ui_scale: float) -> None:
        self.lines: list[LaidOutLine] = []
        self.height = 0
        self._width, self._ui_scale = width, ui_scale
        self._card_width = compute_card_width(
            list_examples(paragraphs), width - round(BULLET_INDENT * ui_scale), ui_scale
        )
        self._paragraphs = paragraphs
        self._remaining = iter(tuple(enumerate(paragraphs)))
        self._column_widths: tuple[int, ...] = ()
        self.is_done = not paragraphs

    def layout_more(self, count: int) -> None:
        """Lay out up to ``count`` more paragraphs."""
        for _count in range(count):
            index, paragraph = next(self._remaining, (0, None))
            if paragraph is None:
                self.is_done = True
                return
            self.lines.extend(self._layout_paragraph(index, paragraph))

    def _layout_paragraph(self, paragraph_index: int, paragraph: HelpParagraph) -> Iterator[LaidOutLine]:
        style, ui_scale = TEXT_STYLES[paragraph.kind], self._ui_scale
        size, indent = round(style.size * ui_scale), round(style.indent * ui_scale)
        width = self._width - indent
        self.height += round(style.space_above * ui_scale) if paragraph_index else 0
        if paragraph.example is not None:
            drawing = ExampleDrawing(paragraph.example, width, self._card_width, ui_scale)
            yield LaidOutLine(
                "", style, indent, self.height, has_bullet=False, paragraph_index=paragraph_index, drawing=drawing
            )
            self.height += drawing.height
            return
        if paragraph.cells:
            yield from self._layout_row(paragraph_index, paragraph)
            return
        for line_index, text in enumerate(theme.wrap_text(paragraph.text, style.face, size, width)):
            has_bullet, section = (
                paragraph.kind == "bullet" and line_index == 0,
                "" if line_index else paragraph.section,
            )
            yield LaidOutLine(
                text,
                style,
                indent,
                self.height,
                has_bullet=has_bullet,
                paragraph_index=paragraph_index,
                section=section,
            )
            self.height += round(size * LINE_HEIGHT_RATIO)

    def _layout_row(self, paragraph_index: int, paragraph: HelpParagraph) -> Iterator[LaidOutLine]:
        """Yield the lines of a row of a table, cell by cell."""
        if paragraph.kind == "columns" or not self._column_widths:
            self._column_widths = self._compute_column_widths(paragraph_index)
        style = TEXT_STYLES[paragraph.kind]
        size, x, line_count = round(style.size * self._ui_scale), 0, 1
        line_height = round(size * LINE_HEIGHT_RATIO)
        for cell, width in zip(paragraph.cells, self._column_widths, strict=True):
            texts = theme.wrap_text(cell, style.face, size, width)
            for index, text in enumerate(texts):
                y = self.height + index * line_height
                yield LaidOutLine(text, style, x, y, has_bullet=False, paragraph_index=paragraph_index)
            x, line_count = x + width + round(COLUMN_GAP * self._ui_scale), max(line_count, len(texts))
        self.height += line_count * line_height

    def _compute_column_widths(self, first_index: int) -> tuple[int, ...]:
        """Return the widths of the columns of the table that begins at a paragraph, in pixels.

        A column is as wide as its longest cell. If they do not fit, the widest ones share the width that is left. Rows
        without names of columns are one table in the whole page.
        """
        has_names = self._paragraphs[first_index].kind == "columns"
        rows = list[tuple[int, ...]]()
        for paragraph in self._paragraphs[first_index:]:
            if not paragraph.cells and not has_names:
                continue
            if not paragraph.cells or (paragraph.kind == "columns" and rows):
                break
            style = TEXT_STYLES[paragraph.kind]
            font = theme.load_font(style.face, round(style.size * self._ui_scale))
            rows.append(tuple(font.size(cell)[0] for cell in paragraph.cells))
        widths = [max(column) for column in zip(*rows, strict=True)]
        available = self._width - (len(widths) - 1) * round(COLUMN_GAP * self._ui_scale)
        for count, column in enumerate(sorted(range(len(widths)), key=widths.__getitem__)):
            widths[column] = min(widths[column], available // (len(widths) - count))
            available -= widths[column]
        return tuple(widths)


class PageText(Painted):
    """The text of a page that is laid out, with a bar beside the paragraph ``number``.

    ``images``: of the cards in ``deck`` of its examples, None while they are not ready.
    """

    def __init__(self, layout: PageLayout, number: int | None, images: CardImages | None, deck: DeckStyle) -> None:
        self._layout, self._number, self._images, self._deck = layout, number, images, deck

    def measure_height(self, frame: Frame, width: int) -> int:
        return self._layout.height

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        left = rect.left + frame.px(MARK_GAP)
        for line in self._layout.lines:
            place, drawing = (left + line.x, rect.top + line.y), line.drawing
            height = 2 * frame.px(line.style.size) if drawing is None else drawing.height
            if not canvas.rect.top - height < place[1] < canvas.rect.bottom:
                continue
            if drawing is not None:
                drawing.paint(canvas, frame.place.manager.theme, place, self._images, self._deck)
                continue
            image = theme.render_text(line.text, line.style.face, frame.px(line.style.size), line.style.color)
            canvas.blit(image, place)
            if line.has_bullet:
                center = left + frame.px(BULLET_INDENT // 2 - 2), place[1] + image.get_height() // 2
                canvas.draw_aacircle(theme.GOLD, center, max(2, frame.px(3)))
            if line.paragraph_index == self._number:
                canvas.fill(theme.GOLD, (rect.left, place[1], frame.px(3), image.get_height()))


@lru_cache(maxsize=8)
def get_page_layout(paragraphs: tuple[HelpParagraph, ...], width: int, ui_scale: float) -> PageLayout:
    """Return the cached layout of a page in ``width`` pixels, complete or not."""
    return PageLayout(paragraphs, width, ui_scale)


def layout_page(
    paragraphs: tuple[HelpParagraph, ...], width: int, ui_scale: float
) -> tuple[tuple[LaidOutLine, ...], int]:
    """Return all lines of a page in ``width`` pixels, and their height in pixels."""
    page_layout = get_page_layout(paragraphs, width, ui_scale)
    page_layout.layout_more(len(paragraphs) + 1)
    return tuple(page_layout.lines), page_layout.height
