"""Painting of the table from a `TableViewModel`.

The view model is a value that contains everything to show at a moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import pygame

from game.core.phase import Board
from game.match.observation import Observation
from game.text.formatting import shorten_seal
from game.text.gettext import _
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.avatars import AvatarMap
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import compute_inlay_rect, render_table_background, render_table_inlay
from ui.table.action_panel import ActionPanel
from ui.table.hud import prompt_line, seats
from ui.table.hud.absence_notice import draw_absence_notice
from ui.table.hud.card_label import compute_bounds
from ui.table.hud.deck_area import draw_called_card, draw_stock_count, draw_trump_label
from ui.table.hud.markers import make_card_backgrounds, make_card_badges
from ui.table.hud.score_panel import draw_score_panel
from ui.table.layout.pose import CardPose, compute_corners
from ui.table.layout.seats import TableLayout
from ui.table.overlays.hand_over_screen import draw_hand_over
from ui.table.state import AbsenceNotice


class PromptLine(NamedTuple):
    """The line above the hand; ``is_emphasized``: the person has to do something."""

    text: str
    is_emphasized: bool


class SpeechBubble(NamedTuple):
    """The speech of a seat."""

    seat: int
    text: str


class TableViewModel(NamedTuple):
    """Everything that the table shows at a moment.

    ``card_poses``: the cards by key; ``dimmed_keys``: cards that may not be played; ``highlighted_keys``: with reduced
    motion, the cards that would move; ``winning_key``: the card that wins the trick so far; ``panel``: the choices of
    the person on turn; ``marked_keys``: cards to point out; ``board``: the cards as they are shown; ``tray_rect``: the
    ground of the buttons at the hand, None if there are none; ``levels``: the level of each seat in words, "" for a
    person; () if no levels are shown; ``plate_notes``: lines that replace those at plates, by seat;
    ``absence_notice``: what happens while one of them is away; ``turn``: the seat in the frame of the turn, None if
    there is none; ``short_title``: shown where the title does not fit, "" for the game's; ``dealer``: None until the
    draw for the first dealer is seen.
    """

    title: str
    names: tuple[str, ...]
    avatars: AvatarMap
    observation: Observation
    board: Board
    layout: TableLayout
    card_poses: Mapping[str, CardPose]
    dimmed_keys: frozenset[str]
    highlighted_keys: frozenset[str]
    winning_key: str | None
    bubbles: tuple[SpeechBubble, ...]
    prompt: PromptLine | None
    panel: ActionPanel | None
    turn: int | None
    dealer: int | None
    marked_keys: frozenset[str] = frozenset()
    tray_rect: pygame.Rect | None = None
    short_title: str = ""
    levels: tuple[str, ...] = ()
    plate_notes: Mapping[int, str] = MappingProxyType({})
    absence_notice: AbsenceNotice | None = None


def paint_table(
    canvas: Canvas, context: AppContext, presentation: GamePresentation, view_model: TableViewModel
) -> None:
    """Paint the table with everything that the viewer may see."""
    speaking_seats = frozenset(bubble.seat for bubble in view_model.bubbles)
    _paint_background(canvas, context, presentation, view_model, speaking_seats)
    if view_model.absence_notice is not None:
        draw_absence_notice(canvas, context.theme, view_model.layout, view_model.absence_notice)
    seats.draw_spare_hand(canvas, context, presentation, view_model.observation, view_model.layout)
    draw_called_card(canvas, context, presentation, view_model.observation, view_model.layout)
    if view_model.tray_rect is not None:
        seats.draw_tray(canvas, context.theme, view_model.layout, view_model.tray_rect)
    _paint_cards(canvas, context, view_model)
    if view_model.panel is not None and view_model.panel.sizes_below_trick:
        seats.draw_trick_portraits(
            canvas, context, view_model.board, view_model.names, view_model.avatars, view_model.layout
        )
    draw_trump_label(canvas, context, presentation, view_model.observation, view_model.layout)
    draw_stock_count(canvas, view_model.observation, view_model.layout)
    seats.draw_pile_labels(
        canvas, context.theme, presentation, view_model.observation, view_model.board, view_model.layout
    )
    for bubble in view_model.bubbles:
        seats.draw_speech_bubble(canvas, context, bubble.text, bubble.seat, view_model.layout)
    if view_model.panel is not None:
        view_model.panel.draw(canvas)
    if view_model.prompt is not None:
        prompt_line.draw_prompt(
            canvas,
            context.theme,
            view_model.layout,
            view_model.prompt.text,
            is_emphasized=view_model.prompt.is_emphasized,
        )


def paint_public_table(
    canvas: Canvas, context: AppContext, presentation: GamePresentation, view_model: TableViewModel
) -> None:
    """Paint only public parts: the name plates and the corner, without cards."""
    _paint_background(canvas, context, presentation, view_model, frozenset())


def _paint_background(
    canvas: Canvas,
    context: AppContext,
    presentation: GamePresentation,
    view_model: TableViewModel,
    speaking_seats: frozenset[int],
) -> None:
    size, oval = context.size, tuple(view_model.layout.trick_ring_rect)
    canvas.blit(render_table_background(size, context.theme), (0, 0))
    canvas.blit(render_table_inlay(size, context.theme, oval), compute_inlay_rect(size, oval))
    seats.draw_side_arcs(canvas, context.theme, view_model.layout)
    draw_score_panel(
        canvas,
        context.theme,
        presentation,
        view_model.observation,
        view_model.title,
        view_model.names,
        context.scenes.top.deck,
        view_model.layout,
        view_model.short_title,
    )
    seats.draw_seats(
        canvas,
        context,
        presentation,
        view_model.observation,
        view_model.names,
        view_model.levels,
        view_model.plate_notes,
        view_model.avatars,
        view_model.layout,
        speaking_seats,
        view_model.turn,
        view_model.dealer,
    )


def paint_hand_over(
    canvas: Canvas, context: AppContext, presentation: GamePresentation, view_model: TableViewModel, name: str
) -> None:
    """Paint the public table with hands face down, and the name of the next person."""
    paint_table(canvas, context, presentation, view_model)
    layout = view_model.layout
    draw_hand_over(canvas, context, name, layout, len(view_model.board.hands[layout.bottom_seat]))


def make_trick_taken_prompt(name: str, *, is_you: bool) -> PromptLine:
    """Return the line that says who takes the trick.

    ``is_you``: the winner is addressed.
    """
    return PromptLine(_("You take the trick") if is_you else _("{name} takes the trick").format(name=name), False)


def make_dealer_draw_prompt(dealer_name: str, *, is_you: bool) -> PromptLine:
    """Return the line about the draw for the first dealer.

    ``dealer_name``: empty until the draw is decided; ``is_you``: the dealer is addressed.
    """
    if not dealer_name:
        return PromptLine(_("Everyone draws: the highest card deals first"), False)
    if is_you:
        return PromptLine(_("You drew the highest card and deal first"), False)
    return PromptLine(_("{name} drew the highest card and deals first").format(name=dealer_name), False)


def make_seal_prompt(seal: str) -> PromptLine:
    """Return the line that says that the pack of the new deal is fixed.

    The line has the start of the seal. ``seal``: empty if the pack comes from a deal code.
    """
    if not seal:
        return PromptLine(_("The pack comes from a deal code"), False)
    text = _("Cards shuffled and sealed against cheating: {seal}")
    return PromptLine(text.format(seal=shorten_seal(seal)), False)


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
