"""Marks that repeat the meaning of a color by a shape.

They show the player on turn, partners, the winning card and illegal cards. Backgrounds of cards are here too: the glow
of the winning card, and the rims of cards in a high-contrast theme.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

import pygame

from ui.graphics import theme
from ui.graphics.shapes import CORNER_SUPERSAMPLING, make_rounded_rect
from ui.table.layout.pose import CARD_ASPECT_RATIO, CardPose, compute_corners
from ui.table.overlays.content_layout import make_tick_or_cross

GLOW_WIDTH_RATIO = 0.055
"""The width of the glow around the winning card, in card widths."""
RIM_WIDTH_RATIO = 0.02
"""The width of each of the two rims, light and dark, in card widths."""
SIDE_BADGE_CORNERS = (3, 4, 5, 6)
"""The number of corners in the badge of each side."""


@lru_cache(maxsize=128)
def _make_card_background(width: int, angle: float, margin: int, color: theme.Color) -> pygame.Surface:
    """Return a background that is ``margin`` pixels larger than a card on each side."""
    size = (width + 2 * margin, round(width * CARD_ASPECT_RATIO) + 2 * margin)
    padded_image = pygame.Surface((size[0] + 4, size[1] + 4), pygame.SRCALPHA)
    padded_image.fill((*pygame.Color(color)[:3], 0))
    padded_image.blit(make_rounded_rect(size, round(width * 0.06) + margin, color), (2, 2))
    return pygame.transform.rotozoom(padded_image, angle, 1.0)


def make_card_backgrounds(
    pose: CardPose, table_theme: theme.Theme, *, is_winning: bool
) -> list[tuple[pygame.Surface, pygame.Rect]]:
    """Return the images below a card: its glow if it wins, its rims in high contrast.

    The result is empty while the card turns over.
    """
    width = round(pose.width * pose.openness)
    glow_width, rim_width = max(3, round(pose.width * GLOW_WIDTH_RATIO)), max(1, round(pose.width * RIM_WIDTH_RATIO))
    layers = [(glow_width, theme.GOLD)] if is_winning else []
    if table_theme.is_high_contrast:
        outer_edge = (glow_width + rim_width if is_winning else 2 * rim_width, table_theme.panel_color)
        layers = [outer_edge, *layers] if is_winning else [outer_edge, (rim_width, theme.CREAM)]
    if width != round(pose.width):  # the card is turning over
        return []
    images = [_make_card_background(width, round(pose.angle * 2) / 2, *layer) for layer in layers]
    return [(image, image.get_rect(center=(round(pose.x), round(pose.y)))) for image in images]


def make_card_badges(
    pose: CardPose, table_theme: theme.Theme, *, is_winning: bool, is_refused: bool
) -> list[tuple[pygame.Surface, pygame.Rect]]:
    """Return the images above a card in high contrast.

    They are a star if the card wins, a cross if it is illegal.
    """
    if not table_theme.is_high_contrast or not (is_winning or is_refused):
        return []
    size = max(12, round(pose.width * 0.24))
    x_share, y_share = (0.5, 0.0) if is_winning else (0.17, 0.42)
    (left, top), right, _low, below = compute_corners(pose)
    x = left + (right[0] - left) * x_share + (below[0] - left) * y_share
    y = top + (right[1] - top) * x_share + (below[1] - top) * y_share
    image = (make_star_badge if is_winning else make_cross_badge)(size, table_theme.panel_color)
    return [(image, image.get_rect(center=(round(x), round(y))))]


@lru_cache(maxsize=16)
def make_star_badge(size: int, background_color: theme.Color) -> pygame.Surface:
    """Return a golden star on a round background, ``size`` pixels across."""
    tips = [(0.44 if index % 2 == 0 else 0.18, pi * index / 5) for index in range(10)]
    return _make_badge(
        size, background_color, theme.GOLD, [(radius * sin(angle), -radius * cos(angle)) for radius, angle in tips]
    )


@lru_cache(maxsize=16)
def make_cross_badge(size: int, background_color: theme.Color) -> pygame.Surface:
    """Return a red cross on a round background, ``size`` pixels across."""
    badge = _make_badge(size, background_color, background_color, [])
    cross_image = make_tick_or_cross(round(size * 0.66), False)
    badge.blit(cross_image, cross_image.get_rect(center=badge.get_rect().center))
    return badge


@lru_cache(maxsize=16)
def make_side_badge(side_index: int, size: int) -> pygame.Surface:
    """Return the badge of a side, ``size`` pixels across, with a shape of its own."""
    corner_count = SIDE_BADGE_CORNERS[side_index % len(SIDE_BADGE_CORNERS)]
    points = [
        (0.32 * sin(2 * pi * index / corner_count), -0.32 * cos(2 * pi * index / corner_count))
        for index in range(corner_count)
    ]
    return _make_badge(size, theme.CREAM, theme.INK, points)


@lru_cache(maxsize=16)
def make_turn_arrow(size: int) -> pygame.Surface:
    """Return a golden arrow that points down, ``size`` pixels across."""
    large_image = pygame.Surface((size * CORNER_SUPERSAMPLING, size * CORNER_SUPERSAMPLING), pygame.SRCALPHA)
    large_image.fill((*pygame.Color(theme.GOLD)[:3], 0))
    large_size = size * CORNER_SUPERSAMPLING
    pygame.draw.polygon(
        large_image,
        theme.GOLD,
        [(0, large_size * 0.1), (large_size, large_size * 0.1), (large_size / 2, large_size * 0.9)],
    )
    return pygame.transform.smoothscale(large_image, (size, size))


def _make_badge(
    size: int, background_color: theme.Color, color: theme.Color, points: list[tuple[float, float]]
) -> pygame.Surface:
    """Return a shape on a round background with an outline.

    ``points``: the corners of the shape, relative to the center, in units of ``size``.
    """
    large_image = pygame.Surface((size * CORNER_SUPERSAMPLING, size * CORNER_SUPERSAMPLING), pygame.SRCALPHA)
    half_size = size * CORNER_SUPERSAMPLING / 2
    line_color = theme.INK if background_color == theme.CREAM else theme.CREAM
    large_image.fill((*pygame.Color(line_color)[:3], 0))
    pygame.draw.circle(large_image, line_color, (half_size, half_size), half_size)
    pygame.draw.circle(large_image, background_color, (half_size, half_size), half_size * 0.9)
    if points:
        pygame.draw.polygon(
            large_image,
            color,
            [
                (half_size + x * size * CORNER_SUPERSAMPLING, half_size + y * size * CORNER_SUPERSAMPLING)
                for x, y in points
            ],
        )
    return pygame.transform.smoothscale(large_image, (size, size))
