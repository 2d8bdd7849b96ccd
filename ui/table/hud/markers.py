"""Marks that repeat the meaning of a color by a shape.

They show the player on turn, partners, the winning card and illegal cards. Backgrounds of cards are here too: the glow
of the winning card, and the rims of cards in a high-contrast theme.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import ceil, cos, floor, hypot, pi, radians, sin
from typing import Final, NamedTuple

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import CORNER_SUPERSAMPLING, make_rounded_rect
from ui.graphics.symbols import make_tick_or_cross, render_symbol
from ui.table.layout.pose import CARD_ASPECT_RATIO, CardPose, compute_corners
from ui.table.layout.seats import TableLayout

GLOW_WIDTH_RATIO = 0.055
"""The width of the glow around the winning card, in card widths."""
RIM_WIDTH_RATIO = 0.02
"""The width of each of the two rims, light and dark, in card widths."""
DASH_PERIOD_RATIO: Final = 5.0
"""The distance from a dash to the next, in line widths."""
DASH_SHARE: Final = 0.6
"""The length of a dash, as a share of the distance to the next."""
ARC_DASHES: Final = 7
"""The number of dashes along an arc."""
ARC_SUPERSAMPLING: Final = 2
"""The factor by which arcs are drawn larger and then scaled down, for smooth edges."""


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


class SideMark(NamedTuple):
    """How a public side is told apart: by its color, its symbol and its line."""

    color: theme.Color
    symbol: str
    is_dashed: bool


OWN_SIDE_MARK: Final = SideMark(theme.OWN_SIDE_COLOR, "triangle", False)
OTHER_SIDE_MARK: Final = SideMark(theme.OTHER_SIDE_COLOR, "diamond", True)


def get_side_mark(layout: TableLayout, seat: int) -> SideMark | None:
    """Return the mark of the side of a seat, None where the sides are secret or everybody plays alone."""
    if not layout.sides:
        return None
    return OWN_SIDE_MARK if layout.is_own_side(seat) else OTHER_SIDE_MARK


@lru_cache(maxsize=16)
def make_side_badge(mark: SideMark, size: int, background_color: theme.Color) -> pygame.Surface:
    """Return the badge of a side, ``size`` pixels across."""
    large_size = size * CORNER_SUPERSAMPLING
    large_image = pygame.Surface((large_size, large_size), pygame.SRCALPHA)
    large_image.fill((*pygame.Color(mark.color)[:3], 0))
    center = large_size / 2, large_size / 2
    pygame.draw.circle(large_image, mark.color, center, large_size / 2)
    pygame.draw.circle(large_image, background_color, center, large_size / 2 - max(CORNER_SUPERSAMPLING, size // 4))
    badge = pygame.transform.smoothscale(large_image, (size, size))
    symbol = render_symbol(mark.symbol, round(size * 0.62), mark.color)
    badge.blit(symbol, symbol.get_rect(center=badge.get_rect().center))
    return badge


@lru_cache(maxsize=64)
def make_dashed_rect(
    size: tuple[int, int], radius: int, color: theme.Color, alpha: int, line_color: theme.Color, line_width: int
) -> pygame.Surface:
    """Return a rectangle with round corners and a dashed border, all lengths in pixels."""
    image = make_rounded_rect(size, radius, color, alpha).copy()
    points = _list_outline_points(size, radius, line_width / 2)
    lengths = [hypot(end[0] - start[0], end[1] - start[1]) for start, end in pairwise(points)]
    dash_count = max(8, round(sum(lengths) / (line_width * DASH_PERIOD_RATIO)))
    period, position = sum(lengths) / dash_count, 0.0
    for (start, end), length in zip(pairwise(points), lengths, strict=True):
        if position % period < period * DASH_SHARE:
            pygame.draw.line(image, line_color, start, end, line_width)
        position += length
    return image


def _list_outline_points(size: tuple[int, int], radius: int, inset: float) -> list[tuple[float, float]]:
    """Return points on the outline of a rectangle with round corners, about two pixels apart."""
    (width, height), corner_radius = size, max(1.0, radius - inset)
    points: list[tuple[float, float]] = []
    corners = (
        (width - radius, radius, -pi / 2),
        (width - radius, height - radius, 0.0),
        (radius, height - radius, pi / 2),
        (radius, radius, pi),
    )
    for x, y, start_angle in corners:
        steps = max(4, round(corner_radius))
        arc = [start_angle + step * pi / 2 / steps for step in range(steps + 1)]
        points += [(x + corner_radius * cos(angle), y + corner_radius * sin(angle)) for angle in arc]
    points.append(points[0])
    outline = []
    for start, end in pairwise(points):
        steps = max(1, round(hypot(end[0] - start[0], end[1] - start[1]) / 2))
        outline += [
            (start[0] + (end[0] - start[0]) * step / steps, start[1] + (end[1] - start[1]) * step / steps)
            for step in range(steps)
        ]
    return [*outline, points[0]]


def draw_side_arc(
    canvas: Canvas, ring: pygame.Rect, middle: float, half_length: float, mark: SideMark, line_width: int
) -> None:
    """Draw the part of an oval before a seat in the color and line of its side.

    ``middle`` and ``half_length``: of the part in degrees, counter-clockwise from the right.
    """
    image, (left, top) = _make_side_arc(ring.size, middle, half_length, mark, line_width)
    canvas.blit(image, (ring.left + left, ring.top + top))


@lru_cache(maxsize=32)
def _make_side_arc(
    size: tuple[int, int], middle: float, half_length: float, mark: SideMark, line_width: int
) -> tuple[pygame.Surface, tuple[int, int]]:
    """Return the image of a part of an oval of ``size``, and its place from the corner of the oval."""
    dashes = _list_dashes(middle, half_length) if mark.is_dashed else [(middle - half_length, middle + half_length)]
    outlines = [_list_arc_points(size, start, end, line_width) for start, end in dashes]
    xs, ys = ([point[axis] for outline in outlines for point in outline] for axis in (0, 1))
    left, top = floor(min(xs)) - 1, floor(min(ys)) - 1
    image_size, scale = (ceil(max(xs)) + 1 - left, ceil(max(ys)) + 1 - top), ARC_SUPERSAMPLING
    large_image = pygame.Surface((image_size[0] * scale, image_size[1] * scale), pygame.SRCALPHA)
    for outline in outlines:
        pygame.draw.polygon(large_image, mark.color, [(scale * (x - left), scale * (y - top)) for x, y in outline])
    return pygame.transform.smoothscale(large_image, image_size), (left, top)


def _list_arc_points(size: tuple[int, int], start: float, end: float, line_width: int) -> list[tuple[float, float]]:
    """Return the outline of a line along an oval from one angle to another, in degrees, from the oval's corner."""
    steps = max(2, round((end - start) * 2))
    angles = [radians(start + (end - start) * step / (steps - 1)) for step in range(steps)]
    half_width, half_height = size[0] / 2, size[1] / 2
    return [
        (half_width + (half_width + offset) * cos(angle), half_height - (half_height + offset) * sin(angle))
        for offset, side_angles in ((line_width / 2, angles), (-line_width / 2, angles[::-1]))
        for angle in side_angles
    ]


def _list_dashes(middle: float, half_length: float) -> list[tuple[float, float]]:
    """Return the start and end of each dash of an arc in degrees."""
    step = 2 * half_length / (2 * ARC_DASHES - 1)
    return [
        (middle - half_length + 2 * index * step, middle - half_length + (2 * index + 1) * step)
        for index in range(ARC_DASHES)
    ]


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
