"""The celebration of a match that is won: rays on the table, suits that come to rest, and confetti that falls past."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, hypot, pi, sin
from random import Random
from typing import Final, NamedTuple

import pygame

from game.core.cards import DeckStyle
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import render_table_background
from ui.graphics.theme import Theme

CELEBRATION_S: Final = 1.8
"""The time in which the pieces fall, in seconds."""
RAY_COUNT: Final = 16
RAY_LIGHTNESS: Final = 0.14
"""How far a ray is from the color of the table to gold, 0 to 1."""
CONFETTI_COUNT: Final = 64
CONFETTI_COLORS: Final = (theme.GOLD, theme.CREAM, theme.RED, theme.OWN_SIDE_COLOR, theme.OTHER_SIDE_COLOR)
SUIT_PLACES: Final = (
    (0.215, 0.23, 88), (0.125, 0.47, 76), (0.16, 0.76, 64), (0.33, 0.13, 60),
    (0.79, 0.22, 84), (0.885, 0.47, 80), (0.845, 0.76, 64), (0.67, 0.12, 56),
)  # fmt: skip
"""The resting places of the suits as shares of the window, and their sizes in design pixels."""
FREE_MIDDLE: Final = (0.27, 0.73)
"""The share of the width that stays free of confetti, for the texts."""
TEXT_MARGIN: Final = 44
"""The space around texts in which nothing is shown, in design pixels."""
CONFETTI_HEIGHT: Final = 1.1
"""From where to where confetti falls, above and below the window, as a share of its height."""
SEED: Final = 4


class Piece(NamedTuple):
    """A falling suit or piece of paper: the place where it ends in shares of the window, size in design pixels, delay.

    ``height``: from which it falls, above the window; ``suit``, ``color``: a paper has no suit, a suit no color. A suit
    comes to rest in the window, a paper falls below it.
    """

    x: float
    y: float
    size: float
    delay: float
    height: float
    suit: str = ""
    color: theme.Color = theme.GOLD
    angle: float = 0.0


def _make_papers() -> Iterator[Piece]:
    rng = Random(SEED)
    for index in range(CONFETTI_COUNT):
        side = rng.uniform(0.02, FREE_MIDDLE[0])
        x, size, height = side if index % 2 else 1 - side, rng.uniform(8, 16), rng.uniform(0.1, CONFETTI_HEIGHT)
        color, delay, angle = rng.choice(CONFETTI_COLORS), rng.uniform(0.0, 0.45), rng.uniform(0, pi)
        yield Piece(x, CONFETTI_HEIGHT, size, delay, height, color=color, angle=angle)


def _make_suits() -> Iterator[Piece]:
    for index, place in enumerate(SUIT_PLACES):
        yield Piece(*place, 0.06 * index, 0.15, "dchs"[index % 4])


PIECES: Final = (*_make_papers(), *_make_suits())


def draw_celebration(
    canvas: Canvas,
    context: AppContext,
    deck: DeckStyle,
    motion: float,
    rays_center: tuple[int, int],
    text_rects: Sequence[pygame.Rect],
) -> None:
    """Draw rays around ``rays_center`` and the pieces where they are now, without those that end or are on texts.

    With high contrast there is only the table. ``motion``: how far all is, 0 to 1; ``text_rects``: in pixels.
    """
    if context.theme.is_high_contrast:
        canvas.blit(render_table_background(context.size, context.theme), (0, 0))
        return
    canvas.blit(get_rays(context.size, context.theme, rays_center), (0, 0))
    width, height = context.size
    margin = round(TEXT_MARGIN * context.window_scale)
    taken_rects = [rect.inflate(2 * margin, 2 * margin) for rect in text_rects]

    for piece in PIECES:
        fall = _compute_fall(piece, motion)
        end = pygame.Vector2(piece.x * width, piece.y * height)
        center = pygame.Vector2(end.x, end.y * fall - piece.height * (1 - fall) * height)
        if any(rect.collidepoint(point) for rect in taken_rects for point in (end, center)):
            continue
        if piece.suit:
            size = round(piece.size * context.window_scale)
            icon = context.scene_card_images.get_icon(f"{deck}_{piece.suit}", size)
            canvas.blit(icon, icon.get_rect(center=(round(center.x), round(center.y))))
        else:
            canvas.draw_polygon(piece.color, _compute_corners(piece, center, fall, context.window_scale))


def _compute_fall(piece: Piece, motion: float) -> float:
    """Return how far a piece has fallen, 0 to 1; a suit slows down before it rests."""
    share = min(1.0, max(0.0, (motion - piece.delay) / (1 - piece.delay)))
    return 1 - (1 - share) ** 3 if piece.suit else share


def _compute_corners(piece: Piece, center: pygame.Vector2, fall: float, scale: float) -> list[tuple[int, int]]:
    """Return the corners of a piece of paper, which turns while it falls."""
    half_width, half_height = piece.size * scale / 2, piece.size * scale / 3
    angle = piece.angle + (1 - fall) * 6
    corners = (
        center + pygame.Vector2(x * half_width, y * half_height).rotate_rad(angle)
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )
    return [(round(corner.x), round(corner.y)) for corner in corners]


@lru_cache(maxsize=1)
def get_rays(size: tuple[int, int], table_theme: Theme, center: tuple[int, int]) -> pygame.Surface:
    """Return the table with rays around ``center``, in pixels; the rim stays free."""
    surface = render_table_background(size, table_theme).copy()
    rim = max(6, round(min(size) * 0.014))
    reach = hypot(*size)
    rays = pygame.Surface(size, pygame.SRCALPHA)
    color = pygame.Color(theme.GOLD)
    color.a = round(255 * RAY_LIGHTNESS)
    for index in range(RAY_COUNT):
        start, end = ((2 * pi * (index + shift) / RAY_COUNT) for shift in (-0.25, 0.25))
        points = [center, *((center[0] + cos(turn) * reach, center[1] + sin(turn) * reach) for turn in (start, end))]
        pygame.draw.polygon(rays, color, points)
    inner = pygame.Rect((0, 0), size).inflate(-2 * rim, -2 * rim)
    surface.blit(rays, inner, inner)
    return surface
