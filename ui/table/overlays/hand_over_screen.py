"""The hand-over screen: the request to another person to take the screen."""

from __future__ import annotations

from typing import Final

from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel
from ui.table.layout.buttons import compute_hand_over_rect, compute_ready_button_rect
from ui.table.layout.seats import TableLayout
from ui.widgets.layout import Alternatives, Column, Padded, Row
from ui.widgets.nodes import Line, Space, Text, make_paint_frame

TEXT_SIZES: Final = (theme.BODY_TEXT_SIZE, theme.SMALL_TEXT_SIZE, 14, 12)
"""The usual text size, and smaller ones for a low panel, in design pixels."""


def draw_hand_over(canvas: Canvas, context: AppContext, name: str, layout: TableLayout, card_count: int) -> None:
    """Draw the panel with the person's name; the button is a widget.

    ``card_count``: the number of cards in the person's hand.
    """
    frame, panel_rect = (
        make_paint_frame(context.place._replace(scale=layout.ui_scale)),
        compute_hand_over_rect(layout, card_count),
    )
    draw_panel(canvas, context.theme, panel_rect, theme.GOLD, 255)
    text, title = _("Your turn. Everyone else, please look away."), Line(name, face="serif", size=theme.TITLE_TEXT_SIZE)
    texts = Alternatives(
        *(Column(title, Text(text, size=size, color=theme.MUTED, is_even=True)) for size in TEXT_SIZES), grow=1
    )
    button_width = compute_ready_button_rect(layout, card_count).width / layout.ui_scale
    row = Row(texts, Space(button_width), gap=theme.SECTION_GAP, align="middle")
    Padded(row, padding=theme.MARGIN, top=0).paint(frame, canvas, panel_rect)
