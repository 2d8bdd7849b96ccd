"""Signs that say by their shape what a colour says too: who is on turn, partners, the winning card, cards refused now.

What lies under a card and looks out all round is here as well: the light of the winning card, and the rims that tell
cards apart on a strong cloth.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

import pygame

from ui import theme
from ui.backdrop import FINE, rounded
from ui.table.pose import RATIO, Pose, corners
from ui.table.sheet import mark

LIGHT = 0.055
"""How far the light of the winning card looks out, in widths of the card."""
RIM = 0.02
"""How wide each of the two rims is, the light one and the dark one around it."""
SIDES = (3, 4, 5, 6)
"""The corners of the sign of each side in turn."""


@lru_cache(maxsize=128)
def _around(width: int, angle: float, out: int, colour: theme.Colour) -> pygame.Surface:
    """A ground ``out`` pixels larger, all round, than a card."""
    size = (width + 2 * out, round(width * RATIO) + 2 * out)
    padded = pygame.Surface((size[0] + 4, size[1] + 4), pygame.SRCALPHA)
    padded.fill((*pygame.Color(colour)[:3], 0))
    padded.blit(rounded(size, round(width * 0.06) + out, colour), (2, 2))
    return pygame.transform.rotozoom(padded, angle, 1.0)


def grounds(pose: Pose, *, wins: bool) -> list[tuple[pygame.Surface, pygame.Rect]]:
    """What lies under a card, to be blitted before it: its light if it ``wins``, its rims on a strong cloth."""
    width = round(pose.width * pose.open)
    light, rim = max(3, round(pose.width * LIGHT)), max(1, round(pose.width * RIM))
    layers = [(light, theme.GOLD)] if wins else []
    if theme.STRONG:
        edge = (light + rim if wins else 2 * rim, theme.PANEL)
        layers = [edge, *layers] if wins else [edge, (rim, theme.CREAM)]
    if width != round(pose.width):  # it is turning over
        return []
    pictures = [_around(width, round(pose.angle * 2) / 2, *layer) for layer in layers]
    return [(one, one.get_rect(center=(round(pose.x), round(pose.y)))) for one in pictures]


def on_card(pose: Pose, *, wins: bool, refused: bool) -> list[tuple[pygame.Surface, pygame.Rect]]:
    """What lies over a card on a strong cloth: a star where it ``wins``, a cross where it is ``refused``."""
    if not theme.STRONG or not (wins or refused):
        return []
    size = max(12, round(pose.width * 0.24))
    across, down = (0.5, 0.0) if wins else (0.17, 0.42)
    (left, top), right, _low, below = corners(pose)
    x = left + (right[0] - left) * across + (below[0] - left) * down
    y = top + (right[1] - top) * across + (below[1] - top) * down
    picture = star(size) if wins else cross(size)
    return [(picture, picture.get_rect(center=(round(x), round(y))))]


@lru_cache(maxsize=16)
def star(size: int) -> pygame.Surface:
    """A golden star on a dark ground, ``size`` pixels across."""
    tips = [(0.44 if at % 2 == 0 else 0.18, pi * at / 5) for at in range(10)]
    return _badge(size, theme.PANEL, theme.GOLD, [(reach * sin(turn), -reach * cos(turn)) for reach, turn in tips])


@lru_cache(maxsize=16)
def cross(size: int) -> pygame.Surface:
    """A red cross on a dark ground, ``size`` pixels across."""
    badge = _badge(size, theme.PANEL, theme.PANEL, [])
    inner = mark(round(size * 0.66), False)
    badge.blit(inner, inner.get_rect(center=badge.get_rect().center))
    return badge


@lru_cache(maxsize=16)
def side_sign(side: int, size: int) -> pygame.Surface:
    """The sign that partners have in common, ``size`` pixels across: a shape with more corners for each side."""
    corners = SIDES[side % len(SIDES)]
    points = [(0.32 * sin(2 * pi * at / corners), -0.32 * cos(2 * pi * at / corners)) for at in range(corners)]
    return _badge(size, theme.CREAM, theme.INK, points)


@lru_cache(maxsize=16)
def turn_sign(size: int) -> pygame.Surface:
    """A golden arrow that points down, ``size`` pixels across."""
    large = pygame.Surface((size * FINE, size * FINE), pygame.SRCALPHA)
    large.fill((*pygame.Color(theme.GOLD)[:3], 0))
    wide = size * FINE
    pygame.draw.polygon(large, theme.GOLD, [(0, wide * 0.1), (wide, wide * 0.1), (wide / 2, wide * 0.9)])
    return pygame.transform.smoothscale(large, (size, size))


def _badge(size: int, ground: theme.Colour, colour: theme.Colour, shape: list[tuple[float, float]]) -> pygame.Surface:
    """A shape on a round ground with a line around it; its points are given from the middle, in sizes."""
    large = pygame.Surface((size * FINE, size * FINE), pygame.SRCALPHA)
    half = size * FINE / 2
    line = theme.INK if ground == theme.CREAM else theme.CREAM
    large.fill((*pygame.Color(line)[:3], 0))
    pygame.draw.circle(large, line, (half, half), half)
    pygame.draw.circle(large, ground, (half, half), half * 0.9)
    if shape:
        pygame.draw.polygon(large, colour, [(half + x * size * FINE, half + y * size * FINE) for x, y in shape])
    return pygame.transform.smoothscale(large, (size, size))
