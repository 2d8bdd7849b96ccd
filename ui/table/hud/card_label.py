"""Face-up cards on the screen, and the place of the label with a card's name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import pygame

from game.core.cards import HIDDEN_CARD, Card
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import make_rounded_rect
from ui.table.layout.pose import CardPose, compute_corners, contains_point
from ui.table.layout.seats import TableLayout


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


def compute_bounds(pose: CardPose) -> pygame.Rect:
    """Return the smallest upright rectangle around a picture."""
    xs, ys = zip(*compute_corners(pose), strict=True)
    left, top = round(min(xs)), round(min(ys))
    return pygame.Rect(left, top, round(max(xs)) - left, round(max(ys)) - top)


def draw_card_label(
    canvas: Canvas,
    table_theme: theme.Theme,
    layout: TableLayout,
    text: str,
    card_rect: pygame.Rect,
    occupied_rects: Iterable[pygame.Rect],
) -> None:
    """Draw the name of a card beside it, clear of ``occupied_rects`` if possible.

    ``card_rect``: the rectangle around the card, in pixels.
    """
    px = layout.px
    text_image = theme.render_fitted_text(
        text, "bold", px(theme.SMALL_TEXT_SIZE), theme.CREAM, layout.window_size[0] // 2
    )
    label_rect = place_card_label(text_image.get_size(), card_rect, layout, tuple(occupied_rects))
    canvas.blit(
        make_rounded_rect(
            label_rect.size, label_rect.height // 2, table_theme.panel_color, 250, theme.GOLD, max(1, px(1))
        ),
        label_rect,
    )
    canvas.blit(text_image, text_image.get_rect(center=label_rect.center))


def place_card_label(
    text_size: tuple[int, int], card_rect: pygame.Rect, layout: TableLayout, occupied_rects: tuple[pygame.Rect, ...]
) -> pygame.Rect:
    """Return the place of a label, clear of ``occupied_rects`` if possible.

    It is below the card, above it or beside it; if all of these are occupied, on the card's lower edge. ``text_size``:
    pixels.
    """
    px = layout.px
    window_rect, gap = pygame.Rect((0, 0), layout.window_size), px(4)
    rect = pygame.Rect(0, 0, text_size[0] + px(22), text_size[1] + px(8))
    candidates = []
    for anchor, point in (
        ("midtop", (card_rect.centerx, card_rect.bottom + gap)),
        ("midbottom", (card_rect.centerx, card_rect.top - gap)),
        ("midleft", (card_rect.right + gap, card_rect.centery)),
        ("midright", (card_rect.left - gap, card_rect.centery)),
    ):
        candidate = rect.copy()
        setattr(candidate, anchor, point)
        candidates.append(candidate)
    free_rects = (
        free_rect
        for free_rect in candidates
        if window_rect.contains(free_rect) and free_rect.collidelist(occupied_rects) < 0
    )
    rect.midbottom = (card_rect.centerx, min(card_rect.bottom, window_rect.bottom) - gap)
    return next(free_rects, rect.clamp(window_rect))
