"""Painting of the table from a `TableViewModel`.

The view model is a value that contains everything to show at a moment.
"""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.core.cards import DeckStyle
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import compute_inlay_rect, render_table_background, render_table_inlay
from ui.table.hud import prompt_line, seats
from ui.table.hud.absence_notice import draw_absence_notice
from ui.table.hud.deck_area import draw_called_card, draw_stock_count, draw_trump_label
from ui.table.hud.markers import make_card_backgrounds, make_card_badges
from ui.table.hud.score_panel import draw_score_panel
from ui.table.hud.television import draw_awaited_card, draw_turn
from ui.table.layout.pose import CardPose, compute_bounds, compute_corners
from ui.table.overlays.hand_over_screen import draw_hand_over
from ui.table.state import TableViewModel


def paint_table(
    canvas: Canvas, context: AppContext, presentation: GamePresentation, view_model: TableViewModel
) -> None:
    """Paint the table with everything that the viewer may see."""
    kept, still, panel, layout = context.kept, view_model.without_cards, view_model.panel, view_model.layout
    deck, speech = context.scenes.top.deck, (layout, view_model.bubbles, view_model.taken_rects)
    covered_seats = seats.find_covered_seats(context, *speech)
    kept.draw(canvas, _paint_below_cards, context, presentation, deck, still, covered_seats)
    if view_model.prompt is not None and layout.is_television:
        kept.draw(canvas, draw_turn, context, layout, view_model.prompt)
    elif view_model.prompt is not None:
        kept.draw(canvas, prompt_line.draw_prompt, context, layout, view_model.prompt)
    _paint_cards(canvas, context, view_model)
    if panel is not None and panel.sizes_below_trick:
        seats.draw_trick_portraits(canvas, context, view_model)
    kept.draw(canvas, _paint_above_cards, context, presentation, deck, still)
    kept.draw(canvas, seats.draw_speech_bubbles, context, *speech)
    if panel is not None:
        panel.draw(canvas)


def paint_public_table(
    canvas: Canvas, context: AppContext, presentation: GamePresentation, view_model: TableViewModel
) -> None:
    """Paint only public parts: the name plates and the corner, without cards."""
    _paint_background(canvas, context, presentation, context.scenes.top.deck, view_model, frozenset())


def _paint_below_cards(
    canvas: Canvas,
    context: AppContext,
    presentation: GamePresentation,
    deck: DeckStyle,
    view_model: TableViewModel,
    covered_seats: frozenset[int],
) -> None:
    _paint_background(canvas, context, presentation, deck, view_model, covered_seats)
    if view_model.absence_notice is not None:
        draw_absence_notice(canvas, context, view_model.layout, view_model.absence_notice)
    seats.draw_spare_hand(canvas, context, presentation, view_model)
    draw_called_card(canvas, context, presentation, deck, view_model)
    if view_model.layout.is_television:
        draw_awaited_card(canvas, view_model)
    if view_model.tray_rect is not None:
        seats.draw_tray(canvas, context, view_model.layout, view_model.tray_rect)


def _paint_above_cards(
    canvas: Canvas, context: AppContext, presentation: GamePresentation, deck: DeckStyle, view_model: TableViewModel
) -> None:
    draw_trump_label(canvas, context, presentation, deck, view_model)
    draw_stock_count(canvas, context, view_model)
    if not view_model.layout.is_television:
        seats.draw_pile_labels(canvas, context, presentation, view_model)


def _paint_background(
    canvas: Canvas,
    context: AppContext,
    presentation: GamePresentation,
    deck: DeckStyle,
    view_model: TableViewModel,
    covered_seats: frozenset[int],
) -> None:
    size, oval = context.size, tuple(view_model.layout.trick_ring_rect)
    canvas.blit(render_table_background(size, context.theme), (0, 0))
    canvas.blit(render_table_inlay(size, context.theme, oval), compute_inlay_rect(size, oval))
    seats.draw_side_arcs(canvas, context.theme, view_model.layout)
    draw_score_panel(canvas, context, presentation, deck, view_model)
    seats.draw_seats(canvas, context, presentation, deck, view_model, covered_seats)


def paint_hand_over(
    canvas: Canvas, context: AppContext, presentation: GamePresentation, view_model: TableViewModel, name: str
) -> None:
    """Paint the public table with hands face down, and the name of the next person."""
    paint_table(canvas, context, presentation, view_model)
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
