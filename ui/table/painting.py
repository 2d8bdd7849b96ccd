"""Painting of the table from a `TableViewModel`.

The view model is a value that contains everything to show at a moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

import pygame

from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import compute_inlay_rect, draw_panel, render_table_background, render_table_inlay
from ui.table.hud import prompt_line, seats
from ui.table.hud.absence_notice import draw_absence_notice
from ui.table.hud.deck_area import draw_called_card, draw_stock_count, draw_trump_label
from ui.table.hud.frame import TIGHT_LINE_RATIO, describe_label, make_table_frame
from ui.table.hud.markers import make_card_backgrounds, make_card_badges, make_dashed_rect
from ui.table.hud.score_panel import draw_score_panel
from ui.table.layout.buttons import compute_hand_over_rect, compute_ready_button_rect
from ui.table.layout.pose import CARD_ASPECT_RATIO, CardPose, compute_bounds, compute_corners
from ui.table.layout.seats import TableLayout
from ui.table.state import PromptLine, TableViewModel
from ui.widgets.layout import Alternatives, Anchored, Column, Padded, Row
from ui.widgets.nodes import Line, Space, Text, make_paint_frame

TEXT_SIZES: Final = (theme.BODY_TEXT_SIZE, theme.SMALL_TEXT_SIZE, 14, 12)
"""The usual text size, and smaller ones for a low panel, in design pixels."""
TURN_TEXT_SIZE: Final = 20
TURN_HEIGHT: Final = 40
TURN_PADDING: Final = 14
DETAIL_HEIGHT: Final = 24
"""The sizes of the line of the turn and of the line below it, in design pixels."""
PLACE_RADIUS_RATIO: Final = 0.06
"""The radius of the corners of the place of a card, in card widths."""


def paint_table(canvas: Canvas, context: AppContext, view_model: TableViewModel) -> None:
    """Paint the table with everything that the viewer may see."""
    kept, still, panel, layout = context.kept, view_model.without_cards, view_model.panel, view_model.layout
    speech = layout, view_model.bubbles, view_model.taken_rects
    covered_seats = seats.find_covered_seats(context, *speech)
    kept.draw(canvas, _paint_below_cards, context, still, covered_seats)
    if view_model.prompt is not None and layout.is_television:
        kept.draw(canvas, draw_turn, context, layout, view_model.prompt)
    elif view_model.prompt is not None:
        kept.draw(canvas, prompt_line.draw_prompt, context, layout, view_model.prompt)
    _paint_cards(canvas, context, view_model)
    if panel is not None and panel.sizes_below_trick:
        seats.draw_trick_portraits(canvas, context, view_model)
    kept.draw(canvas, _paint_above_cards, context, still)
    kept.draw(canvas, seats.draw_speech_bubbles, context, *speech)
    if panel is not None:
        panel.draw(canvas)


def paint_public_table(canvas: Canvas, context: AppContext, view_model: TableViewModel) -> None:
    """Paint only public parts: the name plates and the corner, without cards."""
    _paint_background(canvas, context, view_model, frozenset())


def _paint_below_cards(
    canvas: Canvas, context: AppContext, view_model: TableViewModel, covered_seats: frozenset[int]
) -> None:
    _paint_background(canvas, context, view_model, covered_seats)
    if view_model.absence_notice is not None:
        draw_absence_notice(canvas, context, view_model.layout, view_model.absence_notice)
    seats.draw_spare_hand(canvas, context, view_model)
    draw_called_card(canvas, context, view_model)
    if view_model.layout.is_television:
        draw_awaited_card(canvas, view_model)
    if view_model.tray_rect is not None:
        seats.draw_tray(canvas, context, view_model.layout, view_model.tray_rect)


def _paint_above_cards(canvas: Canvas, context: AppContext, view_model: TableViewModel) -> None:
    draw_trump_label(canvas, context, view_model)
    draw_stock_count(canvas, context, view_model)
    if not view_model.layout.is_television:
        seats.draw_pile_labels(canvas, context, view_model)


def _paint_background(
    canvas: Canvas, context: AppContext, view_model: TableViewModel, covered_seats: frozenset[int]
) -> None:
    size, oval = context.size, tuple(view_model.layout.trick_ring_rect)
    canvas.blit(render_table_background(size, context.theme), (0, 0))
    canvas.blit(render_table_inlay(size, context.theme, oval), compute_inlay_rect(size, oval))
    seats.draw_side_arcs(canvas, context.theme, view_model.layout)
    draw_score_panel(canvas, context, view_model)
    seats.draw_seats(canvas, context, view_model, covered_seats)


def paint_hand_over(canvas: Canvas, context: AppContext, view_model: TableViewModel, name: str) -> None:
    """Paint the public table with hands face down, and the name of the next person."""
    paint_table(canvas, context, view_model)
    layout = view_model.layout
    draw_hand_over(canvas, context, name, layout, len(view_model.board.hands[layout.bottom_seat]))


def paint_cards_over(
    canvas: Canvas, context: AppContext, card_poses: Mapping[str, CardPose], rect: pygame.Rect
) -> None:
    """Paint what cards have in ``rect`` again, so that a button there covers no card in flight."""
    for pose in sorted(card_poses.values(), key=lambda pose: pose.z):
        if compute_bounds(pose).colliderect(rect) and context.scene_card_images.can_show(pose.card):
            image = context.scene_card_images.get_posed_card(pose.card, round(pose.width), pose.angle, pose.openness)
            image_rect = image.get_rect(center=(round(pose.x), round(pose.y)))
            part = image_rect.clip(rect)
            canvas.blit(image, part, part.move(-image_rect.x, -image_rect.y))


def _paint_cards(canvas: Canvas, context: AppContext, view_model: TableViewModel) -> None:
    """Paint the cards whose images are ready from the lowest, with the marks below and above each.

    The highlighted cards get a golden edge.
    """
    blits, images, poses = [], context.scene_card_images, view_model.card_poses
    if images.is_busy:
        poses = {key: pose for key, pose in poses.items() if images.can_show(pose.card)}
    for key, pose in sorted(poses.items(), key=lambda item: item[1].z):
        is_winning, is_refused = key == view_model.winning_key, key in view_model.dimmed_keys
        if is_refused:
            image = images.get_dimmed_card(pose.card, round(pose.width), pose.angle)
        else:
            image = images.get_posed_card(pose.card, round(pose.width), pose.angle, pose.openness)
        blits += make_card_backgrounds(pose, context.theme, is_winning=is_winning or key in view_model.marked_keys)
        blits.append((image, image.get_rect(center=(round(pose.x), round(pose.y)))))
        blits += make_card_badges(pose, context.theme, is_winning=is_winning, is_refused=is_refused)
    for image, rect in blits:
        canvas.blit(image, rect)
    for key in view_model.highlighted_keys & view_model.card_poses.keys():
        canvas.draw_polygon(theme.GOLD, compute_corners(view_model.card_poses[key]), max(2, context.px(3)))


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
