"""Face-up cards on the screen, and the place of the label with a card's name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

import pygame

from game.core.cards import HIDDEN_CARD, Card
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.hud.frame import make_table_frame
from ui.table.layout.pose import CardPose, compute_bounds, contains_point
from ui.table.layout.seats import TableLayout
from ui.widgets.layout import Column, Framed
from ui.widgets.nodes import ROUND, Line, Text

MAX_REFUSAL_LINES: Final = 2
"""The most lines for the reason why a card may not be played."""


class VisibleCard(NamedTuple):
    """A face-up card, and the rectangle around it in pixels."""

    card: Card
    rect: pygame.Rect


def find_visible_card(card_poses: Mapping[str, CardPose], point: tuple[int, int]) -> VisibleCard | None:
    """Return the card at a point, if the uppermost picture there is face up."""
    poses = [pose for pose in card_poses.values() if contains_point(pose, point)]
    return get_visible_card(max(poses, key=lambda pose: pose.z)) if poses else None


def get_visible_card(pose: CardPose) -> VisibleCard | None:
    """Return the card of a picture; None if it is face down."""
    return None if pose.card is HIDDEN_CARD else VisibleCard(pose.card, compute_bounds(pose))


def draw_card_label(
    canvas: Canvas,
    context: AppContext,
    layout: TableLayout,
    name: str,
    refusal: str,
    card_rect: pygame.Rect,
    occupied_rects: Iterable[pygame.Rect],
) -> None:
    """Draw the name of a card beside it, clear of ``occupied_rects`` if possible.

    ``refusal``: why it may not be played, "" if it may; ``card_rect``: the rectangle around the card, in pixels.
    """
    frame, line = make_table_frame(context, layout), Line(name, face="bold", size=theme.SMALL_TEXT_SIZE, align="centre")
    reason = Text(refusal, size=theme.SMALL_TEXT_SIZE, align="centre", max_lines=MAX_REFUSAL_LINES) if refusal else None
    label = Framed(
        Column(line, reason),
        padding=theme.SMALL_MARGIN,
        top=2,
        line_color=theme.GOLD,
        line_width=1,
        alpha=250,
        radius=theme.GAP if refusal else ROUND,
    )
    size = label.measure_width(frame, canvas.width // 2), label.measure_height(frame, canvas.width // 2)
    label.paint(frame, canvas, place_card_label(size, card_rect, layout, tuple(occupied_rects)))


def place_card_label(
    size: tuple[int, int], card_rect: pygame.Rect, layout: TableLayout, occupied_rects: tuple[pygame.Rect, ...]
) -> pygame.Rect:
    """Return the place of a label, clear of ``occupied_rects`` if possible.

    It is below the card, above it or beside it; if all of these are occupied, on the card's lower edge. ``size``: of
    the label, in pixels.
    """
    window_rect, gap = pygame.Rect((0, 0), layout.window_size), layout.px(theme.TINY_GAP)
    around, rect = card_rect.inflate(2 * gap, 2 * gap), pygame.Rect((0, 0), size)
    for anchor, side in (
        ("midtop", "midbottom"),
        ("midbottom", "midtop"),
        ("midleft", "midright"),
        ("midright", "midleft"),
    ):
        setattr(rect, anchor, getattr(around, side))
        if window_rect.contains(rect) and rect.collidelist(occupied_rects) < 0:
            return rect
    rect.midbottom = (card_rect.centerx, min(card_rect.bottom, window_rect.bottom) - gap)
    return rect.clamp(window_rect)
