"""The panel beside the table of a lesson: text, feedback and buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import pygame

from ui.graphics import theme
from ui.graphics.theme import LINE_HEIGHT_RATIO
from ui.table.layout.sizes import compute_base_unit
from ui.table.scene import TableScene
from ui.widgets.base import Place
from ui.widgets.button import Button
from ui.widgets.label import LineLabel, TextLabel
from ui.widgets.part import Part
from ui.widgets.progress_bar import ProgressBar

LessonButton: TypeAlias = tuple[str, str, Callable[[], None]]

TEXT_COLUMN_WIDTH_RATIO: Final = 0.28
"""The share of the window's width for the text beside the table."""
PANEL_MARGIN: Final = 10
"""The distance from the window's edge to the panel, in design pixels."""
PANEL_PADDING: Final = 16
BUTTON_HEIGHT: Final = 48
BUTTON_GAP: Final = 10
HEADER_HEIGHT: Final = 46
"""The height of the title and the progress bar, in design pixels."""
MAX_TEXT_SCALE: Final = 1.5
"""The largest scale of the text."""
MAX_TEXT_SIZE: Final = 26
MIN_TEXT_SIZE: Final = theme.SMALL_TEXT_SIZE * 0.9
"""The smallest size of the text, in design pixels at scale 1."""


class LessonPage(NamedTuple):
    """The content of the panel.

    ``progress``: how much of the lesson is done, 0 to 1. ``is_readable``: whether everything that leads to the step
    has been shown. ``back_buttons`` are placed side by side below the ``next_button``; a button is its id, its text and
    what a press does.
    """

    title: str
    text: str
    feedback: str
    progress: float
    is_readable: bool
    back_buttons: tuple[LessonButton, ...]
    next_button: LessonButton | None


class LessonPanel:
    """The panel of a scene."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self._part: Part | None = None

    def px(self, design: float) -> int:
        """Return design pixels as pixels; the text can be larger than at the table."""
        context = self.table.context
        return round(design * compute_base_unit(context.size) * min(context.settings.scale, MAX_TEXT_SCALE))

    @property
    def panel_rect(self) -> pygame.Rect:
        """The place of the panel, in pixels."""
        edge = self.px(PANEL_MARGIN)
        return compute_text_column(self.table.context.size).inflate(-2 * edge, -2 * edge).move(-edge // 2, 0)

    @property
    def text_rect(self) -> pygame.Rect:
        """The place of the text and the feedback in the panel, in pixels."""
        px, panel_rect = self.px, self.panel_rect
        footer_height = 2 * px(BUTTON_HEIGHT) + 3 * px(BUTTON_GAP)
        return pygame.Rect(
            panel_rect.x + px(PANEL_PADDING),
            panel_rect.y + px(HEADER_HEIGHT + BUTTON_GAP),
            panel_rect.width - 2 * px(PANEL_PADDING),
            panel_rect.height - px(HEADER_HEIGHT + BUTTON_GAP) - footer_height,
        )

    def build(self, get_page: Callable[[], LessonPage]) -> None:
        """Make the widgets for the page that ``get_page`` returns."""
        self._part = Part(
            "lesson", self.table.context.ui_manager, self.table.focus, lambda: self._make_widgets(get_page())
        )
        self._part.compose()

    def _make_widgets(self, page: LessonPage) -> None:
        context, px, text_rect = self.table.context, self.px, self.text_rect
        place = Place(context.ui_manager)
        title_rect = pygame.Rect(text_rect.x, self.panel_rect.y + px(8), text_rect.width, px(24))
        title_size, max_size = px(theme.BODY_TEXT_SIZE), px(MAX_TEXT_SIZE)
        LineLabel(page.title, title_rect, place, size=title_size, color=theme.MUTED)
        progress_rect = pygame.Rect(text_rect.x, title_rect.bottom + px(4), text_rect.width, max(4, px(6)))
        ProgressBar(page.progress, progress_rect, context.place)
        gap = px(2 * BUTTON_GAP)
        size = find_fitting_size((page.text, page.feedback), text_rect, max_size, px(MIN_TEXT_SIZE), gap)
        color = theme.CREAM if page.is_readable else theme.MUTED
        label = TextLabel(page.text, text_rect.topleft, text_rect.width, place, size=size, color=color)
        if page.feedback:
            position = text_rect.x, text_rect.y + label.rect.height + gap
            TextLabel(page.feedback, position, text_rect.width, place, face="bold", size=size, color=theme.GOLD)
        self._build_buttons(page)

    def recompose(self) -> None:
        """Make the widgets again for the current page; those of the table stay."""
        if self._part is not None:
            self._part.compose()

    def _build_buttons(self, page: LessonPage) -> None:
        """Make the button "Next" above, and the other buttons side by side below it."""
        px, panel_rect = self.px, self.panel_rect
        rect = pygame.Rect(0, 0, panel_rect.width - 2 * px(PANEL_PADDING), px(BUTTON_HEIGHT))
        rect.bottomleft = panel_rect.x + px(PANEL_PADDING), panel_rect.bottom - px(BUTTON_GAP)
        half_rect = pygame.Rect(rect.topleft, ((rect.width - px(BUTTON_GAP)) // 2, rect.height))
        for button, left in zip(page.back_buttons, (rect.left, rect.right - half_rect.width), strict=False):
            self._add_button(button, pygame.Rect((left, rect.top), half_rect.size), "#menu")
        if page.next_button is not None:
            self._add_button(page.next_button, rect.move(0, -rect.height - px(BUTTON_GAP)), "#primary")

    def _add_button(self, button: LessonButton, rect: pygame.Rect, style: str) -> None:
        widget_id, text, on_press = button
        widget = Button(rect, text, self.table.context.place, object_id=style)
        self.table.focus.add(widget, widget_id, handler=on_press)


def compute_text_column(window_size: tuple[int, int]) -> pygame.Rect:
    """Return the part of the window beside the table, for the text, in pixels."""
    width, height = window_size
    column_width = round(width * TEXT_COLUMN_WIDTH_RATIO)
    return pygame.Rect(width - column_width, 0, column_width, height)


def find_fitting_size(texts: tuple[str, ...], rect: pygame.Rect, max_size: int, min_size: int, gap: int) -> int:
    """Return the largest font size at which the texts fit below each other.

    It is between ``min_size`` and ``max_size``, or ``min_size`` if they do not fit; ``gap``: the distance between two
    texts. All are in pixels.
    """
    sizes = range(max_size, min_size, -1)
    return next(
        (candidate for candidate in sizes if measure_height(texts, rect.width, candidate, gap) <= rect.height), min_size
    )


def measure_height(texts: tuple[str, ...], width: int, size: int, gap: int) -> int:
    """Return the height of texts below each other in pixels; empty ones are left out."""
    lines = [theme.wrap_text(text, "bold", size, width) for text in texts if text]
    return sum(map(len, lines)) * round(size * LINE_HEIGHT_RATIO) + gap * max(0, len(lines) - 1)
