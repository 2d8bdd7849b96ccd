"""The place and the parts of the panel beside the table of a lesson."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from ui.graphics import theme
from ui.widgets.layout import Alternatives, Column
from ui.widgets.nodes import Node, Text

TEXT_COLUMN_WIDTH_RATIO: Final = 0.28
"""The share of the window's width for the text beside the table."""
MAX_TEXT_SIZE: Final = 26
MIN_TEXT_SIZE: Final = 14
"""The largest and smallest sizes of the text, in design pixels."""


def describe_texts(text: str, feedback: str, color: theme.Color) -> Node:
    """Return the text of a step and the feedback, "" for none, as large as they fit."""

    def describe(size: int) -> Node:
        answer = Text(feedback, face="bold", size=size, color=theme.GOLD) if feedback else None
        return Column(Text(text, size=size, color=color), answer, gap=theme.LARGE_GAP)

    return make_fitting(describe, MAX_TEXT_SIZE, MIN_TEXT_SIZE, grow=1)


def make_fitting(describe: Callable[[int], Node], max_size: int, min_size: int, grow: float = 0) -> Node:
    """Return what ``describe`` returns for the largest text size at which it fits, else for the smallest."""
    return Alternatives(*map(describe, range(max_size, min_size - 1, -1)), grow=grow)


def compute_text_column(window_size: tuple[int, int]) -> pygame.Rect:
    """Return the part of the window beside the table, for the text, in pixels."""
    width, height = window_size
    column_width = round(width * TEXT_COLUMN_WIDTH_RATIO)
    return pygame.Rect(width - column_width, 0, column_width, height)
