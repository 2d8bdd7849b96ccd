"""The notice of a person who is away from a table over the network: what happens, and what its owner can do."""

from __future__ import annotations

from typing import Final

import pygame

from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.hud.frame import make_table_frame
from ui.table.layout.seats import MAX_NOTICE_SIZE, TableLayout
from ui.table.state import AbsenceNotice
from ui.widgets.layout import Alternatives, Anchored, Column, Framed, Sized
from ui.widgets.nodes import Node, Space, Text, iter_leaves

BUTTON_HEIGHT: Final = 44
"""The height of the button, in design pixels."""
GAP: Final = 6
"""The distance between text and button, in design pixels."""
MIN_TEXT_SIZE: Final = 10
"""The smallest text size, in design pixels."""


def describe_notice(layout: TableLayout, notice: AbsenceNotice) -> Anchored:
    """Return the text of a notice, as large as fits, and the room of its button; or only that room if nothing fits."""
    area, (max_width, max_height) = layout.notice_rect, MAX_NOTICE_SIZE
    button = Sized(Space(), height=BUTTON_HEIGHT) if notice.button_text else None

    def describe(size: int) -> Node:
        text = Text(notice.text, size=size, align="centre")
        box = Framed(text, padding=theme.GAP, top=theme.TINY_GAP, line_color=theme.MUTED, line_width=1, alpha=235)
        return Column(box, button, gap=GAP)

    sizes = [describe(size) for size in range(theme.BODY_TEXT_SIZE, MIN_TEXT_SIZE - 1, -1)]
    width = area.width / layout.ui_scale
    is_high = area.height >= layout.px(max_height)
    node = Alternatives(*sizes, *((button,) if button is not None else ()))
    return Anchored(Sized(node, width=min(width, max_width) if is_high else width), "midtop")


def shrink_prompt_for_notice(layout: TableLayout) -> TableLayout:
    """Return the layout with a prompt that ends before a notice in the prompt line."""
    prompt_rect = layout.prompt_rect
    if not layout.notice_rect.colliderect(prompt_rect):
        return layout
    width = layout.notice_rect.left - layout.px(GAP) - prompt_rect.left
    return layout._replace(prompt_rect=prompt_rect.move_to(width=width))


def find_button_rect(context: AppContext, layout: TableLayout, notice: AbsenceNotice) -> pygame.Rect:
    """Return the place of the button of a notice."""
    leaves = iter_leaves(describe_notice(layout, notice), make_table_frame(context, layout), layout.notice_rect)
    return [rect for _leaf, rect in leaves][-1]


def place_notice(context: AppContext, layout: TableLayout, notice: AbsenceNotice) -> pygame.Rect:
    """Return the place of a notice with its button."""
    return describe_notice(layout, notice).place(make_table_frame(context, layout), layout.notice_rect)


def draw_absence_notice(canvas: Canvas, context: AppContext, layout: TableLayout, notice: AbsenceNotice) -> None:
    """Draw the text of a notice; its button is a widget of the table."""
    describe_notice(layout, notice).paint(make_table_frame(context, layout), canvas, layout.notice_rect)
