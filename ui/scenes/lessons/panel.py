"""The panel beside the table of a lesson: text, feedback and buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import pygame

from ui.graphics import theme
from ui.table.layout.sizes import compute_base_unit
from ui.table.scene import TableScene
from ui.widgets.base import Place
from ui.widgets.fields import Action, Widget
from ui.widgets.layout import Alternatives, Cells, Column, Padded
from ui.widgets.nodes import Frame, Line, Node, Space, Text
from ui.widgets.part import Part
from ui.widgets.progress_bar import ProgressBar

LessonButton: TypeAlias = tuple[str, str, Callable[[], None]]

TEXT_COLUMN_WIDTH_RATIO: Final = 0.28
"""The share of the window's width for the text beside the table."""
PANEL_MARGIN: Final = 10
"""The distance from the window's edge to the panel, in design pixels."""
MAX_TEXT_SCALE: Final = 1.5
"""The largest scale of the text."""
MAX_TEXT_SIZE: Final = 26
MIN_TEXT_SIZE: Final = 14
"""The largest and smallest sizes of the text, in design pixels."""


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

    @property
    def place(self) -> Place:
        """The place of the widgets; the text can be larger than at the table."""
        context = self.table.context
        scale = compute_base_unit(context.size) * min(context.settings.scale, MAX_TEXT_SCALE)
        return context.place._replace(scale=scale)

    @property
    def panel_rect(self) -> pygame.Rect:
        """The place of the panel, in pixels."""
        edge = self.place.px(PANEL_MARGIN)
        return compute_text_column(self.table.context.size).inflate(-2 * edge, -2 * edge).move(-edge // 2, 0)

    def build(self, get_page: Callable[[], LessonPage]) -> None:
        """Make the widgets for the page that ``get_page`` returns."""
        context = self.table.context

        def make_widgets() -> None:
            describe_page(get_page()).make(Frame(part, self.place), self.panel_rect)

        self._part = part = Part("lesson", context.ui_manager, self.table.focus, make_widgets)
        part.compose()

    def recompose(self) -> None:
        """Make the widgets again for the current page; those of the table stay."""
        if self._part is not None:
            self._part.compose()


def describe_page(page: LessonPage) -> Node:
    """Return the title, the progress, the text and the buttons."""
    color = theme.CREAM if page.is_readable else theme.MUTED

    def describe_texts(size: int) -> Node:
        feedback = Text(page.feedback, face="bold", size=size, color=theme.GOLD) if page.feedback else None
        return Column(Text(page.text, size=size, color=color), feedback, gap=theme.LARGE_GAP)

    height = theme.LARGE_CONTROL_HEIGHT
    next_button: Node = Space(height)
    if page.next_button is not None:
        next_button = Action(*page.next_button, style="#primary", height=height)
    back_buttons = (Action(*button, style="#menu", height=height) for button in page.back_buttons)
    buttons = Column(next_button, Cells([*back_buttons], 2, theme.SMALL_GAP), gap=theme.SMALL_GAP)
    column = Column(
        Line(page.title, color=theme.MUTED),
        Widget(ProgressBar, (page.progress,), height=theme.SMALL_GAP),
        make_fitting(describe_texts, MAX_TEXT_SIZE, MIN_TEXT_SIZE, grow=1),
        buttons,
        gap=theme.SMALL_GAP,
    )
    return Padded(column, padding=theme.LARGE_GAP, top=theme.SMALL_GAP)


def make_fitting(describe: Callable[[int], Node], max_size: int, min_size: int, grow: float = 0) -> Node:
    """Return what ``describe`` returns for the largest text size at which it fits, else for the smallest."""
    return Alternatives(*map(describe, range(max_size, min_size - 1, -1)), grow=grow)


def compute_text_column(window_size: tuple[int, int]) -> pygame.Rect:
    """Return the part of the window beside the table, for the text, in pixels."""
    width, height = window_size
    column_width = round(width * TEXT_COLUMN_WIDTH_RATIO)
    return pygame.Rect(width - column_width, 0, column_width, height)
