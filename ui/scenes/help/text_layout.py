"""Layout of help pages in lines, some paragraphs at a time.

A whole page takes longer than a frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from ui.graphics import theme
from ui.scenes.help.content import HelpParagraph, list_examples
from ui.scenes.help.diagrams import ExampleDrawing, compute_card_width
from ui.widgets.label import LINE_HEIGHT_RATIO

BULLET_INDENT: Final = 22


class TextStyle(msgspec.Struct, frozen=True):
    """The style of a kind of paragraph, in design pixels."""

    face: theme.FontFace
    size: int
    color: theme.Color
    space_above: int = 8
    indent: int = 0


TEXT_STYLES: Final = {
    "title": TextStyle("serif", theme.TITLE_TEXT_SIZE, theme.CREAM),
    "heading": TextStyle("serif", theme.LARGE_TEXT_SIZE, theme.GOLD, 22),
    "text": TextStyle("sans", theme.BODY_TEXT_SIZE, theme.CREAM),
    "bullet": TextStyle("sans", theme.BODY_TEXT_SIZE, theme.CREAM, 4, BULLET_INDENT),
    "term": TextStyle("bold", theme.BODY_TEXT_SIZE, theme.CREAM, 14),
    "help": TextStyle("sans", theme.BODY_TEXT_SIZE, theme.CREAM, 2),
    "example": TextStyle("sans", theme.SMALL_TEXT_SIZE, theme.MUTED, 10, BULLET_INDENT),
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
        self._remaining = iter(tuple(enumerate(paragraphs)))
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
