"""A record of the texts drawn and their places, to find texts that are cut, outside the window, or overlapping."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any, NamedTuple
from unittest.mock import patch

import pygame

from tests.ui.app_driver import AppDriver
from ui.graphics import theme
from ui.graphics.canvas import PaintFunction, record_commands
from ui.scenes.page import Page
from ui.scenes.settings.tabs import TabButton
from ui.widgets.button import Button
from ui.widgets.nodes import LineLabel, TextLabel
from ui.widgets.segmented import SegmentedControl

LINE_OVERLAP_RATIO = 0.36
"""The share of a line's height above and below its letters, by which lines may overlap."""


class DrawnText(NamedTuple):
    """A text and its place; ``clip``: the visible part of its background."""

    text: str
    area: pygame.Rect
    clip: pygame.Rect


class TextRecorder:
    """A recorder of all texts drawn.

    ``cut_texts``: those that did not fit even when they were made smaller.
    """

    def __init__(self) -> None:
        self.cut_texts: list[str] = []
        self.pictures: dict[int, tuple[pygame.Surface, str]] = {}

    def draw_text(self, text: str, *style: Any) -> pygame.Surface:
        image = ORIGINAL_RENDER_TEXT(text, *style)
        self.pictures[id(image)] = (image, text)
        return image

    def draw_fitted_text(
        self, text: str, face: theme.FontFace, size: int, color: theme.Color, width: int,
        smallest: float = theme.MIN_TEXT_SIZE_RATIO,
    ) -> pygame.Surface:  # fmt: skip
        if theme.load_font(face, int(size * smallest)).size(text)[0] > width and smallest < 1.0:
            self.cut_texts.append(text)
        image = ORIGINAL_RENDER_FITTED_TEXT(text, face, size, color, width, smallest)
        self.pictures[id(image)] = (image, text)
        return image

    def list_texts(self, app: AppDriver) -> tuple[DrawnText, ...]:
        """Return the texts of the top scene, which is painted anew."""
        app.context.kept.clear()
        return self.list_painted_texts(app.context.size, app.paint)

    def list_painted_texts(self, size: tuple[int, int], paint: PaintFunction) -> tuple[DrawnText, ...]:
        """Return the texts of a picture of ``size`` pixels."""
        commands = record_commands(size, paint)
        known = [
            (self.pictures[id(command.source)][1], command)
            for command in commands
            if id(command.source) in self.pictures
        ]
        return tuple(DrawnText(text, command.area, command.clip) for text, command in known if text.strip())


ORIGINAL_RENDER_TEXT, ORIGINAL_RENDER_FITTED_TEXT = theme.render_text, theme.render_fitted_text


@contextmanager
def record_texts() -> Iterator[TextRecorder]:
    """Return a context manager that gives its block a recorder of all texts that are drawn."""
    recorder = TextRecorder()
    with (
        patch.object(theme, "render_text", recorder.draw_text),
        patch.object(theme, "render_fitted_text", recorder.draw_fitted_text),
    ):
        yield recorder


def list_all_texts(app: AppDriver) -> list[str]:
    """Return the texts of the window, a text as often as it is shown in different ways."""
    with record_texts() as recorder:
        app.context.scenes.rebuild()
        app.repaint()
    return [text for _image, text in recorder.pictures.values()]


def find_texts_outside(texts: tuple[DrawnText, ...]) -> list[str]:
    """Return the texts that leave their background to the left or to the right."""
    return [text.text for text in texts if text.area.left < text.clip.left or text.area.right > text.clip.right]


def find_overlapping_texts(texts: tuple[DrawnText, ...]) -> list[tuple[str, str]]:
    """Return pairs of texts that overlap on the same background, except a text and its shadow."""
    letters = [(text, text.area.inflate(-2, -round(LINE_OVERLAP_RATIO * 2 * text.area.height))) for text in texts]
    return [
        (text.text, other_text.text)
        for (text, area), (other_text, other_area) in combinations(letters, 2)
        if text.clip == other_text.clip and text.text != other_text.text and area.colliderect(other_area)
    ]


def find_cut_texts(app: AppDriver, page: Page) -> list[str]:
    """Return the texts of a page's widgets that have less space than they need."""
    px, cut_texts = app.context.px, list[str]()
    for widget in app.list_widgets():
        if isinstance(widget, Button):
            is_small = widget.style in ("#small", "#small_off", "#menu_entry", "#menu_danger")
            size = px(theme.BODY_TEXT_SIZE if is_small else theme.LARGE_TEXT_SIZE)
            if isinstance(widget, TabButton):
                size = widget.text_size
            width = theme.load_font(theme.BUTTON_FACE, size).size(widget.text)[0]
            cut_texts += [widget.text] * (width >= widget.rect.width)
        if isinstance(widget, TextLabel):
            measure = theme.load_font(*widget.look).size
            cut_texts += [line for line in widget.lines if " " in line and measure(line)[0] > widget.rect.width]
        if isinstance(widget, LineLabel):
            width, height = theme.load_font("sans", widget.size).size(widget.text)
            cut_texts += [widget.text] * (width > widget.rect.width or height > widget.rect.height)
    # swatches show colors, not text
    for choice in (control for control in page.focus.widgets if type(control) is SegmentedControl):
        measure = theme.load_font(theme.BUTTON_FACE, px(theme.BODY_TEXT_SIZE)).size
        rooms = [part.width for part in choice.part_rects.values()]
        if not choice.is_row:
            rooms = [choice.rect.width - sum(rooms)] * len(choice.labels)
        cut_texts += [word for word, room in zip(choice.labels, rooms, strict=True) if measure(word)[0] > room]
    return cut_texts
