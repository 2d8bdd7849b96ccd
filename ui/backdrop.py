"""The felt and the wooden rim that every scene lies on, and the grounds that stand on them: drawn once, kept."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import Final, TypeAlias

import pygame

from ui import theme

FINE: Final = 4
"""So many times larger are corners drawn, to be scaled down smoothly."""
BAND: Final = 64
"""Large grounds are made of bands so many pixels high."""
Oval: TypeAlias = tuple[int, ...]
"""Left, top, width and height."""
Ends: TypeAlias = tuple[bool, bool]
"""Something about the left end and about the right one."""
DEPTH: Final = 32
"""Bits of a pixel; a surface whose depth is given does not take it from the display."""
TOPS: Final = 2
"""How many table tops are kept."""
_tops: dict[tuple[tuple[int, int], str, Oval], pygame.Surface] = {}
_painted_ahead: dict[tuple[tuple[int, int], str, Oval], pygame.Surface] = {}
"""At most one table top that waits for the main thread to convert it."""


@lru_cache(maxsize=3)
def backdrop(size: tuple[int, int], felt: str = "green") -> pygame.Surface:
    """Felt, lighter in the middle, with a wooden rim; ``felt`` is one of `theme.CLOTHS`."""
    return _paint_backdrop(size, felt).convert()


def _paint_backdrop(size: tuple[int, int], felt: str) -> pygame.Surface:
    """Paint `backdrop` without a look at the display."""
    wide, high = size
    small = pygame.Surface((64, 36), 0, DEPTH)
    edge, middle = (pygame.Color(colour) for colour in theme.CLOTHS[felt][:2])
    for x in range(64):
        for y in range(36):
            away = min(1.0, (((x - 31.5) / 38) ** 2 + ((y - 15) / 25) ** 2) ** 0.5)
            small.set_at((x, y), middle.lerp(edge, away**1.4))
    surface = pygame.transform.smoothscale(small, size)
    rim = max(6, round(min(size) * 0.014))
    if theme.CLOTHS[felt].strong:
        pygame.draw.rect(surface, theme.CREAM, surface.get_rect(), rim // 2)
        return surface
    wood, dark, light = (pygame.Color(name) for name in (theme.WOOD, theme.WOOD_DARK, theme.WOOD_LIGHT))
    for inset in range(rim):
        share = inset / rim
        colour = light.lerp(wood, share * 2) if share < 0.5 else wood.lerp(dark, share * 2 - 1)
        pygame.draw.rect(surface, colour, (inset, inset, wide - 2 * inset, high - 2 * inset), 1)
    shade = pygame.Surface(size, pygame.SRCALPHA, DEPTH)
    for inset in range(rim, 2 * rim):
        strength = round(70 * (1 - (inset - rim) / rim))
        pygame.draw.rect(shade, (0, 0, 0, strength), (inset, inset, wide - 2 * inset, high - 2 * inset), 1)
    surface.blit(shade, (0, 0))
    return surface


def table_top(size: tuple[int, int], felt: str, oval: Oval) -> pygame.Surface:
    """The backdrop with an inlaid oval: ``oval`` is its left, top, width, height."""
    look = size, felt, oval
    if look not in _tops:
        painted = _painted_ahead.pop(look, None)
        if painted is None:
            painted = _with_inlay(backdrop(size, felt).copy(), felt, oval)
        while len(_tops) >= TOPS:
            del _tops[next(iter(_tops))]
        _tops[look] = painted.convert()
    return _tops[look]


def paint_table_top(size: tuple[int, int], felt: str, oval: Oval) -> None:
    """Paint the picture that `table_top` gives later. Any thread may call it: it does not look at the display."""
    look = size, felt, oval
    if look not in _tops:
        painted = _with_inlay(_paint_backdrop(size, felt), felt, oval)
        _painted_ahead.clear()
        _painted_ahead[look] = painted


def _with_inlay(surface: pygame.Surface, felt: str, oval: Oval) -> pygame.Surface:
    """Draw the oval of `table_top` on a backdrop, and return that."""
    size = surface.get_size()
    cloth = theme.CLOTHS[felt]
    light = pygame.Color(cloth.middle).lerp(pygame.Color(theme.CREAM), 0.8 if cloth.strong else 0.3)
    left, top, wide, high = oval
    thick = max(1, round(size[1] / 400))
    inlay = [(step / 2, light) for step in range(2 * thick)]
    inlay.append((thick + size[1] / 110, pygame.Color(cloth.middle).lerp(pygame.Color(theme.CREAM), 0.12)))
    for grow, colour in inlay:
        across, down = wide / 2 + grow, high / 2 + grow
        turns = (2 * pi * at / 180 for at in range(180))
        points = [(left + wide / 2 + across * cos(turn), top + high / 2 + down * sin(turn)) for turn in turns]
        pygame.draw.aalines(surface, colour, True, points)
    return surface


def veil(surface: pygame.Surface, strength: int = 150) -> None:
    """Lay a dark veil over all that is painted, behind a panel; ``strength`` 0 to 255."""
    _stretched(surface, _strip(surface.get_width(), strength), surface.get_rect())


@lru_cache(maxsize=8)
def _strip(width: int, strength: int) -> pygame.Surface:
    strip = pygame.Surface((width, 3 * BAND), pygame.SRCALPHA)
    strip.fill((*pygame.Color(theme.VEIL)[:3], strength))
    return strip


def panel(surface: pygame.Surface, rect: pygame.Rect, line: theme.Colour | None = None, strength: int = 228) -> None:
    """A dark ground for text with round corners, and a thin line around it."""
    round_off = max(4, min(rect.height // 3, rect.width // 3, round(surface.get_height() * 0.014)))
    thick = theme.outline(surface.get_height() / 540)
    size = rect.width, min(rect.height, 3 * BAND)
    _stretched(surface, rounded(size, round_off, theme.PANEL, strength, line or theme.PANEL_LINE, thick), rect)


def _stretched(surface: pygame.Surface, picture: pygame.Surface, rect: pygame.Rect) -> None:
    """Fill ``rect`` with a picture as wide: its first and its last rows, and the band in its middle again and again.

    A picture as large as a large window takes longer to be made than a frame may.
    """
    wide, high = picture.get_size()
    if high == rect.height:
        surface.blit(picture, rect)
        return
    for top in range(rect.top, rect.bottom - BAND, BAND):
        row = pygame.Rect(0, 0 if top == rect.top else BAND, wide, min(BAND, rect.bottom - BAND - top))
        surface.blit(picture, (rect.left, top), row)
    surface.blit(picture, (rect.left, rect.bottom - BAND), (0, high - BAND, wide, BAND))


def pill(surface: pygame.Surface, rect: pygame.Rect, colour: theme.Colour) -> None:
    """A ground with round ends."""
    surface.blit(rounded(rect.size, rect.height // 2, colour, 255), rect)


@lru_cache(maxsize=160)
def rounded(
    size: tuple[int, int], radius: int, colour: theme.Colour, strength: int = 255,
    line: theme.Colour | None = None, thick: int = 0, ends: Ends = (True, True),
) -> pygame.Surface:  # fmt: skip
    """A rectangle with smooth round corners of ``radius`` pixels, maybe with a line of so many pixels around it.

    ``ends``: whether the left and the right ones are round; the others are square.
    """
    wide, high = size
    radius = max(0, min(radius, wide // 2, high // 2))
    surface = pygame.Surface(size, pygame.SRCALPHA)
    ground = (*pygame.Color(colour)[:3], strength)
    surface.fill(ground)
    if line is not None and thick:
        pygame.draw.rect(surface, line, surface.get_rect(), thick)
    if radius:
        _cut(surface, _corner(radius, colour, strength, line, thick), ends)
    return surface


def with_corners(
    picture: pygame.Surface, radius: int, ground: theme.Colour, line: theme.Colour, thick: int
) -> pygame.Surface:
    """A copy of a framed picture with premultiplied alpha, its corners round: its ground and its line seen there."""
    picture = picture.copy()
    radius = min(radius, picture.get_width() // 2, picture.get_height() // 2)
    if radius > 0:
        _cut(picture, _corner(radius, ground, 255, line, thick).premul_alpha())
    return picture


def _cut(surface: pygame.Surface, corner: pygame.Surface, ends: Ends = (True, True)) -> None:
    """Put a picture of the upper left corner in the place of the two at each of the ``ends``."""
    radius, (wide, high) = corner.get_width(), surface.get_size()
    for right in (one for one in (False, True) if ends[one]):
        for low in (False, True):
            where = (wide - radius if right else 0, high - radius if low else 0)
            surface.fill((0, 0, 0, 0), (where, (radius, radius)))
            surface.blit(pygame.transform.flip(corner, right, low), where, special_flags=pygame.BLEND_RGBA_MAX)


@lru_cache(maxsize=160)
def _corner(radius: int, colour: theme.Colour, strength: int, line: theme.Colour | None, thick: int) -> pygame.Surface:
    """The upper left corner of `rounded`."""
    large = radius * FINE
    surface = pygame.Surface((large, large), pygame.SRCALPHA)
    edge = line if line is not None and thick else colour
    surface.fill((*pygame.Color(edge)[:3], 0))
    full = 255 if line is not None and thick else strength
    pygame.draw.circle(surface, (*pygame.Color(edge)[:3], full), (large, large), large)
    if line is not None and thick:
        pygame.draw.circle(surface, (*pygame.Color(colour)[:3], strength), (large, large), large - thick * FINE)
    return pygame.transform.smoothscale(surface, (radius, radius))
