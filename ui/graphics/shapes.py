"""The table background and rounded shapes, drawn once and cached."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, TypeAlias

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.theme import Theme

CORNER_SUPERSAMPLING: Final = 4
"""The factor by which corners are drawn larger and then scaled down, for smooth edges."""
BAND_HEIGHT_PX: Final = 64
"""The height of the bands from which large shapes are composed, in pixels."""
OvalRect: TypeAlias = tuple[int, ...]
"""The left, top, width and height of an oval, in pixels."""
RoundedEnds: TypeAlias = tuple[bool, bool]
"""A pair of booleans, for the left and for the right end of a shape."""
BITS_PER_PIXEL: Final = 32
"""The depth of a surface; a surface with a given depth does not depend on the display."""
SCRIM_ALPHA: Final = 128
"""Opacity of the scrim under all overlays, 0 to 255."""
PANEL_ALPHA: Final = 228
"""Opacity of panels, 0 to 255."""


@lru_cache(maxsize=1)
def render_table_background(size: tuple[int, int], table_theme: Theme) -> pygame.Surface:
    """Return the table, which is lighter in the middle and has a wooden rim."""
    wide, high = size
    surface = _paint_felt(size, table_theme)
    rim = max(6, round(min(size) * 0.014))
    if table_theme.is_high_contrast:
        pygame.draw.rect(surface, theme.CREAM, surface.get_rect(), rim // 2)
        return surface.convert()
    wood, dark, light = (pygame.Color(name) for name in (theme.WOOD, theme.WOOD_DARK, theme.WOOD_LIGHT))
    for inset in range(rim):
        share = inset / rim
        colour = light.lerp(wood, share * 2) if share < 0.5 else wood.lerp(dark, share * 2 - 1)
        pygame.draw.rect(surface, colour, (inset, inset, wide - 2 * inset, high - 2 * inset), 1)
    shade = pygame.Surface(size, pygame.SRCALPHA, BITS_PER_PIXEL)
    for inset in range(rim, 2 * rim):
        strength = round(70 * (1 - (inset - rim) / rim))
        pygame.draw.rect(shade, (0, 0, 0, strength), (inset, inset, wide - 2 * inset, high - 2 * inset), 1)
    surface.blit(shade, (0, 0))
    return surface.convert()


def compute_inlay_rect(size: tuple[int, int], oval: OvalRect) -> pygame.Rect:
    """Return the part of the window with the oval that is inlaid in the table."""
    margin = round(size[1] / 100) + 8
    return pygame.Rect(*oval).inflate(2 * margin, 2 * margin).clip(pygame.Rect((0, 0), size))


@lru_cache(maxsize=1)
def render_table_inlay(size: tuple[int, int], table_theme: Theme, oval: OvalRect) -> pygame.Surface:
    """Return the part of the table around an oval, which is inlaid in it."""
    rect = compute_inlay_rect(size, oval)
    surface = render_table_background(size, table_theme).subsurface(rect).copy()
    light = pygame.Color(table_theme.middle_color).lerp(
        pygame.Color(theme.CREAM), 0.8 if table_theme.is_high_contrast else 0.3
    )
    left, top, wide, high = oval[0] - rect.left, oval[1] - rect.top, *oval[2:]
    thick = max(1, round(size[1] / 400))
    inlay = [(step / 2, light) for step in range(2 * thick)]
    inlay.append((thick + size[1] / 110, pygame.Color(table_theme.middle_color).lerp(pygame.Color(theme.CREAM), 0.12)))
    for grow, colour in inlay:
        across, down = wide / 2 + grow, high / 2 + grow
        turns = (2 * pi * index / 180 for index in range(180))
        points = [(left + wide / 2 + across * cos(turn), top + high / 2 + down * sin(turn)) for turn in turns]
        pygame.draw.aalines(surface, colour, True, points)
    return surface


@lru_cache(maxsize=8)
def render_felt(size: tuple[int, int], table_theme: Theme, radius: int) -> pygame.Surface:
    """Return a piece of the table without its rim, with corners of ``radius`` pixels and a thin border."""
    image = _paint_felt(size, table_theme).convert_alpha()
    radius = min(radius, size[0] // 2, size[1] // 2)
    if radius > 0:
        mask = _make_corner(radius, "#ffffff", 255, None, 0)
        for position, corner in _place_corners(size, mask):
            image.blit(corner, position, special_flags=pygame.BLEND_RGBA_MIN)
    if table_theme.is_high_contrast:
        line_width = table_theme.compute_line_width(1)
        image.blit(make_rounded_rect(size, radius, "#000000", 0, table_theme.panel_line_color, line_width), (0, 0))
    return image


def _paint_felt(size: tuple[int, int], table_theme: Theme) -> pygame.Surface:
    """Return the cloth of the table, which is lighter in the middle, made without reading the display."""
    return pygame.transform.smoothscale(_paint_small_felt(table_theme), size)


@lru_cache(maxsize=8)
def _paint_small_felt(table_theme: Theme) -> pygame.Surface:
    """Return the cloth in a small size, from which all others are scaled."""
    small = pygame.Surface((64, 36), 0, BITS_PER_PIXEL)
    edge, middle = (pygame.Color(colour) for colour in (table_theme.edge_color, table_theme.middle_color))
    for x in range(64):
        for y in range(36):
            away = min(1.0, (((x - 31.5) / 38) ** 2 + ((y - 15) / 25) ** 2) ** 0.5)
            small.set_at((x, y), middle.lerp(edge, away**1.4))
    return small


def draw_scrim(canvas: Canvas) -> None:
    """Paint half darkness over everything painted so far, under a sheet or a question."""
    _blit_stretched(canvas, _make_scrim_strip(canvas.width), canvas.rect)


@lru_cache(maxsize=4)
def _make_scrim_strip(width: int) -> pygame.Surface:
    strip = pygame.Surface((width, 3 * BAND_HEIGHT_PX), pygame.SRCALPHA)
    strip.fill((*pygame.Color(theme.DIM_COLOR)[:3], SCRIM_ALPHA))
    return strip


def compute_panel_line_width(window_height: int, table_theme: Theme) -> int:
    """Return the width of the border of panels, in pixels, for a window of this height in pixels."""
    return table_theme.compute_line_width(window_height / 540)


def draw_panel(
    canvas: Canvas,
    table_theme: Theme,
    rect: pygame.Rect,
    line_color: theme.Color | None = None,
    alpha: int = PANEL_ALPHA,
) -> None:
    """Draw the background of a panel, with round corners and a thin border.

    ``line_color``: of the border, or None for that of the theme. ``alpha``: opacity of the background, 0 to 255.
    """
    radius = max(4, min(rect.height // 3, rect.width // 3, round(canvas.height * 0.014)))
    line_width = compute_panel_line_width(canvas.height, table_theme)
    line_color = line_color or table_theme.panel_line_color
    draw_rounded_rect(canvas, rect, radius, table_theme.panel_color, alpha, line_color, line_width)


def draw_rounded_rect(
    canvas: Canvas,
    rect: pygame.Rect,
    radius: int,
    color: theme.Color,
    alpha: int = 255,
    line_color: theme.Color | None = None,
    line_width: int = 0,
    rounded_ends: RoundedEnds = (True, True),
) -> None:
    """Draw a rectangle as `make_rounded_rect` makes it; a high one is put together from an image of three bands."""
    is_high = rect.height > 3 * BAND_HEIGHT_PX and max(radius, line_width) <= BAND_HEIGHT_PX
    size = rect.width, 3 * BAND_HEIGHT_PX if is_high else rect.height
    image = make_rounded_rect(size, radius, color, alpha, line_color, line_width, rounded_ends)
    _blit_stretched(canvas, image, rect)


def _blit_stretched(canvas: Canvas, image: pygame.Surface, rect: pygame.Rect) -> None:
    """Fill ``rect`` with an image of its width: its top and bottom bands, and its middle band repeated between them.

    Making an image as high as a large window would take longer than a frame.
    """
    width, height = image.get_size()
    if height == rect.height:
        canvas.blit(image, rect)
        return
    for top in range(rect.top, rect.bottom - BAND_HEIGHT_PX, BAND_HEIGHT_PX):
        source_rect = pygame.Rect(
            0, 0 if top == rect.top else BAND_HEIGHT_PX, width, min(BAND_HEIGHT_PX, rect.bottom - BAND_HEIGHT_PX - top)
        )
        canvas.blit(image, (rect.left, top), source_rect)
    canvas.blit(image, (rect.left, rect.bottom - BAND_HEIGHT_PX), (0, height - BAND_HEIGHT_PX, width, BAND_HEIGHT_PX))


@lru_cache(maxsize=64)
def make_rounded_rect(
    size: tuple[int, int], radius: int, color: theme.Color, alpha: int = 255,
    line_color: theme.Color | None = None, line_width: int = 0, rounded_ends: RoundedEnds = (True, True),
) -> pygame.Surface:  # fmt: skip
    """Return a rectangle with smooth round corners of ``radius`` pixels, with a border if ``line_color`` is not None.

    ``rounded_ends``: whether the corners at the left and at the right end are round.
    """
    width, height = size
    radius = max(0, min(radius, width // 2, height // 2))
    surface = pygame.Surface(size, pygame.SRCALPHA)
    fill_color = (*pygame.Color(color)[:3], alpha)
    surface.fill(fill_color)
    if line_color is not None and line_width:
        pygame.draw.rect(surface, line_color, surface.get_rect(), line_width)
    if radius:
        _blit_corners(surface, _make_corner(radius, color, alpha, line_color, line_width), rounded_ends)
    return surface


def round_corners(
    image: pygame.Surface, radius: int, fill_color: theme.Color, line_color: theme.Color, line_width: int
) -> pygame.Surface:
    """Return a copy of a framed image with premultiplied alpha and round corners.

    ``fill_color``, ``line_color`` and ``line_width`` are those of the frame.
    """
    image = image.copy()
    radius = min(radius, image.get_width() // 2, image.get_height() // 2)
    if radius > 0:
        _blit_corners(image, _make_corner(radius, fill_color, 255, line_color, line_width).premul_alpha())
    return image


def _blit_corners(surface: pygame.Surface, corner: pygame.Surface, rounded_ends: RoundedEnds = (True, True)) -> None:
    """Replace the two corners at each of the ``rounded_ends`` by ``corner``, an image of the upper left corner."""
    for position, image in _place_corners(surface.get_size(), corner, rounded_ends):
        surface.fill((0, 0, 0, 0), (position, image.get_size()))
        surface.blit(image, position, special_flags=pygame.BLEND_RGBA_MAX)


def _place_corners(
    size: tuple[int, int], corner: pygame.Surface, rounded_ends: RoundedEnds = (True, True)
) -> Iterator[tuple[tuple[int, int], pygame.Surface]]:
    """Yield the places and images of the corners of a rectangle at its ``rounded_ends``, made from the upper left."""
    right, bottom = size[0] - corner.get_width(), size[1] - corner.get_height()
    for is_right in (is_right_end for is_right_end in (False, True) if rounded_ends[is_right_end]):
        for is_low in (False, True):
            yield (is_right * right, is_low * bottom), pygame.transform.flip(corner, is_right, is_low)


@lru_cache(maxsize=160)
def _make_corner(
    radius: int, color: theme.Color, alpha: int, line_color: theme.Color | None, line_width: int
) -> pygame.Surface:
    """Return the upper left corner of `make_rounded_rect`."""
    large_radius = radius * CORNER_SUPERSAMPLING
    surface = pygame.Surface((large_radius, large_radius), pygame.SRCALPHA)
    edge_color = line_color if line_color is not None and line_width else color
    surface.fill((*pygame.Color(edge_color)[:3], 0))
    edge_alpha = 255 if line_color is not None and line_width else alpha
    pygame.draw.circle(surface, (*pygame.Color(edge_color)[:3], edge_alpha), (large_radius, large_radius), large_radius)
    if line_color is not None and line_width:
        pygame.draw.circle(
            surface,
            (*pygame.Color(color)[:3], alpha),
            (large_radius, large_radius),
            large_radius - line_width * CORNER_SUPERSAMPLING,
        )
    return pygame.transform.smoothscale(surface, (radius, radius))
