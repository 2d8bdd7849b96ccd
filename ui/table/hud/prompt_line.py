"""The line above the viewer's hand: what is asked, and messages."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.hud.frame import TIGHT_LINE_RATIO, describe_label, make_table_frame
from ui.table.layout.seats import PROMPT_HEIGHT, TableLayout
from ui.table.state import PromptLine
from ui.widgets.layout import Alternatives, Anchored, Framed, Sized
from ui.widgets.nodes import Line, Text

PROMPT_TEXT_SIZE: Final = 20
"""The text size of the prompt, in design pixels."""
PROMPT_PADDING: Final = 20
LOW_PROMPT_HEIGHT: Final = 34
"""The space beside the text, and the height of a line that asks nothing, in design pixels."""
PROMPT_ALPHA: Final = 190
"""The opacity of the ground of such a line, 0 to 255."""
MAX_MESSAGE_LINES: Final = 2
MESSAGE_OVERHANG: Final = 3
"""The design pixels by which a message may extend above and below the prompt line."""


def draw_prompt(canvas: Canvas, context: AppContext, layout: TableLayout, prompt: PromptLine) -> None:
    """Draw the line above the viewer's hand, in two lines if it is too long."""
    text, is_emphasized = prompt.text, prompt.is_emphasized
    color = theme.INK if is_emphasized else theme.CREAM
    face: theme.FontFace = "bold" if is_emphasized else "sans"
    make_label = partial(
        describe_label,
        padding=PROMPT_PADDING,
        color=theme.GOLD if is_emphasized else None,
        alpha=255 if is_emphasized else PROMPT_ALPHA,
    )
    line = Line(
        text, face=face, size=PROMPT_TEXT_SIZE, color=color, align="centre", min_ratio=theme.MIN_TEXT_SIZE_RATIO
    )
    lines = Text(
        text, face=face, size=theme.SMALL_TEXT_SIZE, color=color, align="centre", max_lines=2,
        line_ratio=TIGHT_LINE_RATIO,
    )  # fmt: skip
    height = PROMPT_HEIGHT if is_emphasized else LOW_PROMPT_HEIGHT
    label = Alternatives(make_label(line, height), make_label(Anchored(lines), PROMPT_HEIGHT))
    Anchored(label).paint(make_table_frame(context, layout), canvas, layout.prompt_rect)


def can_fit_message(layout: TableLayout, text: str, area: pygame.Rect) -> bool:
    """Return whether a message fits in its lines in an area in pixels."""
    width = area.width - 2 * layout.px(PROMPT_PADDING)
    return len(theme.wrap_text(text, "bold", layout.px(theme.SMALL_TEXT_SIZE), width)) <= MAX_MESSAGE_LINES


def compute_message_area(layout: TableLayout) -> pygame.Rect:
    """Return the area of a message in pixels: the prompt line, and a little of the gaps above and below it."""
    return layout.prompt_rect.inflate(0, 2 * layout.px(MESSAGE_OVERHANG))


def draw_status_message(
    canvas: Canvas, context: AppContext, layout: TableLayout, text: str, area: pygame.Rect | None = None
) -> None:
    """Draw a message to the person in an area in pixels; None for that of the prompt."""
    line = Line(text, face="bold", align="centre", min_ratio=1.0, room_ratio=theme.LINE_HEIGHT_RATIO)
    lines = Text(
        text, face="bold", size=theme.SMALL_TEXT_SIZE, align="centre", max_lines=MAX_MESSAGE_LINES,
        line_ratio=TIGHT_LINE_RATIO,
    )  # fmt: skip
    make_box = partial(Framed, padding=17, line_color=theme.GOLD, line_width=2, alpha=250)
    box = Sized(make_box(Anchored(lines), top=0), height=PROMPT_HEIGHT + 2 * MESSAGE_OVERHANG)
    message = box if "\n" in text else Alternatives(make_box(line, top=theme.TINY_GAP), box)
    Anchored(message).paint(make_table_frame(context, layout), canvas, area or compute_message_area(layout))
