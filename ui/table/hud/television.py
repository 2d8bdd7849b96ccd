"""Parts of a table for all in the room: whose turn it is, and the place of the card that is awaited."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.hud.frame import TIGHT_LINE_RATIO, describe_label, make_table_frame
from ui.table.hud.markers import make_dashed_rect
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.layout.seats import TableLayout
from ui.table.state import PromptLine, TableViewModel
from ui.widgets.layout import Alternatives, Anchored, Column
from ui.widgets.nodes import Line, Text

TURN_TEXT_SIZE: Final = 20
TURN_HEIGHT: Final = 40
TURN_PADDING: Final = 14
DETAIL_HEIGHT: Final = 24
"""The sizes of the line of the turn and of the line below it, in design pixels."""
PLACE_RADIUS_RATIO: Final = 0.06
"""The radius of the corners of the place of a card, in card widths."""


def draw_turn(canvas: Canvas, context: AppContext, layout: TableLayout, prompt: PromptLine) -> None:
    """Draw whose turn it is, in gold, and the detail below it; a line that asks nobody is dark."""
    color = theme.INK if prompt.is_emphasized else theme.CREAM
    ground_color = theme.GOLD if prompt.is_emphasized else None
    make_ground = partial(describe_label, padding=TURN_PADDING, color=ground_color, alpha=255)
    make_line = partial(Line, prompt.text, face="bold", color=color)
    lines = Text(
        prompt.text, face="bold", size=theme.SMALL_TEXT_SIZE, color=color, max_lines=2, line_ratio=TIGHT_LINE_RATIO
    )
    turn = Alternatives(
        make_ground(make_line(size=TURN_TEXT_SIZE, min_ratio=theme.MIN_TEXT_SIZE_RATIO), TURN_HEIGHT),
        make_ground(Anchored(lines, "midleft"), TURN_HEIGHT),
    )
    detail = describe_label(Line(prompt.detail, face="bold", size=theme.SMALL_TEXT_SIZE), DETAIL_HEIGHT, TURN_PADDING)
    rows = (Anchored(row, "midleft") for row in (turn, *([detail] if prompt.detail else [])))
    Anchored(Column(*rows, gap=theme.TINY_GAP), "bottomleft").paint(
        make_table_frame(context, layout), canvas, layout.prompt_rect
    )


def draw_awaited_card(canvas: Canvas, view_model: TableViewModel) -> None:
    """Draw the place in the trick of the card of the player on turn."""
    layout, phase, seat = view_model.layout, view_model.observation.phase, view_model.turn
    if seat is None or phase is None or not phase.is_card_play:
        return
    width = round(layout.trick_card_width)
    size, radius = (width, round(width * CARD_ASPECT_RATIO)), round(width * PLACE_RADIUS_RATIO)
    image = make_dashed_rect(size, radius, theme.CREAM, 0, theme.CREAM, max(2, layout.px(1.5)))
    rect = pygame.Rect((0, 0), size).move_to(center=layout.get_seat_layout(seat).trick_center)
    canvas.blit(image, rect)
