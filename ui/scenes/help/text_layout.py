"""The nodes of a help page, and the widths of the columns of its tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pygame

from game.core.cards import DeckStyle
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.scenes.help.content import HelpParagraph, list_examples
from ui.scenes.help.diagrams import ImagesGetter, compute_card_width, describe_example
from ui.widgets.layout import Rest, Row, Sized
from ui.widgets.nodes import Frame, Node, Painted, Painter, Text

TEXT_STYLES: Final = {
    "title": Text("", face="serif", size=30),
    "heading": Text("", face="serif", size=theme.LARGE_TEXT_SIZE, color=theme.GOLD),
    "text": Text(""),
    "bullet": Text(""),
    "term": Text("", face="bold"),
    "help": Text(""),
    "columns": Text("", face="bold", color=theme.MUTED),
    "row": Text(""),
    "note": Text("", color=theme.MUTED),
    "mark": Text("", face="bold", color=theme.GOLD),
    "in force": Text("", face="bold", color=theme.GOLD),
}
"""The styles of the kinds of paragraphs of text; the title of a page is below that of the scene."""
SPACES_ABOVE: Final = {"heading": 14, "text": 8, "term": 14, "example": 10, "columns": 10, "row": 4}
LEAST_SPACE_ABOVE: Final = 2
"""The spaces above some kinds of paragraphs and above all others, in design pixels."""
MARGIN_WIDTH: Final = 12
INDENT: Final = 22
"""The width of the margin with the bar beside a match, and by how much it is wider at a bullet."""
WRAPPED_TEXTS_PER_FRAME: Final = 6
ROWS_PER_FRAME: Final = 48
"""The number of texts wrapped in a frame, which takes about a millisecond, and of rows placed in it."""
INDENTED_KINDS: Final = ("bullet", "example", "mark")


def _make_margin(kind: str, *, is_marked: bool) -> Painter:
    """Return the margin at the left of a paragraph: the dot of a bullet, and a bar if the paragraph is marked."""

    def paint(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        if kind == "bullet":
            middle = rect.top + frame.px(theme.BODY_TEXT_SIZE * theme.LINE_HEIGHT_RATIO) // 2
            center = rect.left + frame.px(MARGIN_WIDTH + INDENT // 2 - 2), middle
            canvas.draw_aacircle(theme.GOLD, center, max(2, frame.px(3)))
        if is_marked:
            canvas.fill(theme.GOLD, (rect.left, rect.top, frame.px(3), rect.height))

    return Painter(paint, width=MARGIN_WIDTH + (INDENT if kind in INDENTED_KINDS else 0))


class PageText(Painted):
    """The rows of a page, which are placed some at a time: a whole page takes longer than a frame.

    ``rows``: each with the space above it in design pixels. ``places``: of the rows so far, in pixels.
    """

    def __init__(self, rows: Sequence[tuple[float, Node]]) -> None:
        self.rows, self.places = rows, list[pygame.Rect]()

    @property
    def is_done(self) -> bool:
        """Whether all rows are placed."""
        return len(self.places) == len(self.rows)

    def layout_more(self, frame: Frame, width: int) -> None:
        """Place the next rows, fewer if texts have to be wrapped; those that were wrapped before are cached."""
        start, next_row = theme.wrap_text.cache_info().misses, len(self.places)
        for space, node in self.rows[next_row : next_row + ROWS_PER_FRAME]:
            top = frame.px(space) + self.measure_height(frame, width)
            self.places.append(pygame.Rect(0, top, width, node.measure_height(frame, width)))
            if theme.wrap_text.cache_info().misses - start >= WRAPPED_TEXTS_PER_FRAME:
                break

    def measure_height(self, frame: Frame, width: int) -> int:
        return self.places[-1].bottom if self.places else 0

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        for (_space, node), place in zip(self.rows, self.places, strict=True):
            shown_place = place.move(rect.topleft)
            if shown_place.colliderect(canvas.rect):
                node.paint(frame, canvas, shown_place)


def describe_page(
    paragraphs: tuple[HelpParagraph, ...],
    width: int,
    ui_scale: float,
    number: int | None = None,
    deck: DeckStyle = "italian",
    get_images: ImagesGetter = lambda: None,
) -> PageText:
    """Return a page ``width`` pixels wide, with a row for each paragraph.

    ``number``: the paragraph beside which there is a bar. ``get_images``: of the cards in ``deck`` of its examples.
    """
    rows, column_widths = list[tuple[float, Node]](), tuple[int, ...]()
    text_width = width - round(MARGIN_WIDTH * ui_scale)
    card_width = compute_page_card_width(paragraphs, width, ui_scale) / ui_scale
    for index, paragraph in enumerate(paragraphs):
        if paragraph.example is not None:
            node = describe_example(paragraph.example, card_width, get_images, deck)
        elif paragraph.cells:
            if paragraph.kind == "columns" or not column_widths:
                column_widths = _compute_column_widths(paragraphs[index:], text_width, ui_scale)
            pairs = zip(paragraph.cells, column_widths, strict=True)
            cells = (Sized(_make_text(paragraph.kind, cell), width=width / ui_scale) for cell, width in pairs)
            node = Row(*cells, gap=theme.SECTION_GAP, align="top")
        else:
            node = _make_text(paragraph.kind, paragraph.text)
        row = Row(_make_margin(paragraph.kind, is_marked=index == number), Rest(node, 0))
        rows.append((SPACES_ABOVE.get(paragraph.kind, LEAST_SPACE_ABOVE) if index else 0, row))
    return PageText(rows)


def compute_page_card_width(paragraphs: tuple[HelpParagraph, ...], width: int, ui_scale: float) -> int:
    """Return the width of the cards in the examples of a page ``width`` pixels wide, in pixels."""
    return compute_card_width(list_examples(paragraphs), width - round((MARGIN_WIDTH + INDENT) * ui_scale), ui_scale)


def _make_text(kind: str, text: str) -> Text:
    return replace(TEXT_STYLES[kind], text=text)


def _compute_column_widths(paragraphs: tuple[HelpParagraph, ...], room: int, ui_scale: float) -> tuple[int, ...]:
    """Return the widths of the columns of the table with which the paragraphs begin, in pixels.

    A column is as wide as its longest cell. If they do not fit in ``room``, the widest ones share the width that is
    left. Rows without names of columns are one table in the whole page.
    """
    has_names = paragraphs[0].kind == "columns"
    rows = list[tuple[int, ...]]()
    for paragraph in paragraphs:
        if not paragraph.cells and not has_names:
            continue
        if not paragraph.cells or (paragraph.kind == "columns" and rows):
            break
        style = TEXT_STYLES[paragraph.kind]
        font = theme.load_font(style.face, round(style.size * ui_scale))
        rows.append(tuple(font.size(cell)[0] for cell in paragraph.cells))
    widths = [max(column) for column in zip(*rows, strict=True)]
    available = room - (len(widths) - 1) * round(theme.SECTION_GAP * ui_scale)
    for count, column in enumerate(sorted(range(len(widths)), key=widths.__getitem__)):
        widths[column] = min(widths[column], available // (len(widths) - count))
        available -= widths[column]
    return tuple(widths)
