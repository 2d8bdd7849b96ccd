"""A page of help set in lines, some paragraphs at a time: a whole one takes longer than a frame."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from ui import theme
from ui.scenes.examples import Drawing, card_width
from ui.scenes.manual import Paragraph, examples_of
from ui.widgets.words import LEADING

INDENT: Final = 22


class Style(msgspec.Struct, frozen=True):
    """How a kind of paragraph is set, in design pixels: letters, room above, indent."""

    face: theme.Face
    size: int
    colour: theme.Colour
    above: int = 8
    indent: int = 0


STYLES: Final = {
    "title": Style("serif", theme.TITLE, theme.CREAM),
    "heading": Style("serif", theme.LARGE, theme.GOLD, 22),
    "text": Style("sans", theme.BODY, theme.CREAM),
    "bullet": Style("sans", theme.BODY, theme.CREAM, 4, INDENT),
    "term": Style("bold", theme.BODY, theme.CREAM, 14),
    "help": Style("sans", theme.BODY, theme.CREAM, 2),
    "example": Style("sans", theme.SMALL, theme.MUTED, 10, INDENT),
    "note": Style("sans", theme.BODY, theme.MUTED, 2),
    "mark": Style("bold", theme.BODY, theme.GOLD, 2, INDENT),
    "in force": Style("bold", theme.BODY, theme.GOLD, 2),
}


class SetLine(msgspec.Struct, frozen=True):
    """A line of text in its place, or a drawing: ``x`` and ``y`` in pixels from the top left of the text.

    ``number``: of its paragraph.
    """

    words: str
    style: Style
    x: int
    y: int
    bullet: bool
    number: int
    drawing: Drawing | None = None
    part: str = ""


class Setting:
    """A page being set to ``width`` pixels: its ``lines`` so far, and the ``height`` that they take."""

    def __init__(self, page: tuple[Paragraph, ...], width: int, unit: float) -> None:
        self.lines: list[SetLine] = []
        self.height = 0
        self._width, self._unit = width, unit
        self._card = card_width(examples_of(page), width - round(INDENT * unit), unit)
        self._left = iter(tuple(enumerate(page)))
        self.done = not page

    def go_on(self, paragraphs: int) -> None:
        """Set some more paragraphs."""
        for _count in range(paragraphs):
            number, paragraph = next(self._left, (0, None))
            if paragraph is None:
                self.done = True
                return
            self.lines.extend(self._set(number, paragraph))

    def _set(self, number: int, paragraph: Paragraph) -> Iterator[SetLine]:
        style, unit = STYLES[paragraph.kind], self._unit
        size, indent = round(style.size * unit), round(style.indent * unit)
        width = self._width - indent
        self.height += round(style.above * unit) if number else 0
        if paragraph.example is not None:
            drawing = Drawing(paragraph.example, width, self._card, unit)
            yield SetLine("", style, indent, self.height, bullet=False, number=number, drawing=drawing)
            self.height += drawing.height
            return
        for at, words in enumerate(theme.wrapped(paragraph.words, style.face, size, width)):
            bullet, part = paragraph.kind == "bullet" and at == 0, "" if at else paragraph.part
            yield SetLine(words, style, indent, self.height, bullet=bullet, number=number, part=part)
            self.height += round(size * LEADING)


@lru_cache(maxsize=8)
def setting(page: tuple[Paragraph, ...], width: int, unit: float) -> Setting:
    """A page set to a width: as far as it has been set already."""
    return Setting(page, width, unit)


def typeset(page: tuple[Paragraph, ...], width: int, unit: float) -> tuple[tuple[SetLine, ...], int]:
    """All the lines of a page set to ``width`` pixels, and the height they take."""
    found = setting(page, width, unit)
    found.go_on(len(page) + 1)
    return tuple(found.lines), found.height
