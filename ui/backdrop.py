"""The felt and the wooden rim that every scene lies on: drawn once for a window size."""

from __future__ import annotations

from functools import lru_cache

import pygame

from ui import theme


@lru_cache(maxsize=3)
def backdrop(size: tuple[int, int], felt: str = "green") -> pygame.Surface:
    """Felt, lighter in the middle, with a wooden rim; ``felt`` is one of `theme.FELTS`."""
    wide, high = size
    small = pygame.Surface((64, 36))
    edge, middle = (pygame.Color(colour) for colour in theme.FELTS[felt])
    for x in range(64):
        for y in range(36):
            away = min(1.0, (((x - 31.5) / 38) ** 2 + ((y - 15) / 25) ** 2) ** 0.5)
            small.set_at((x, y), middle.lerp(edge, away**1.4))
    surface = pygame.transform.smoothscale(small, size).convert()
    rim = max(6, round(min(size) * 0.014))
    wood, dark, light = (pygame.Color(name) for name in (theme.WOOD, theme.WOOD_DARK, theme.WOOD_LIGHT))
    for inset in range(rim):
        share = inset / rim
        colour = light.lerp(wood, share * 2) if share < 0.5 else wood.lerp(dark, share * 2 - 1)
        pygame.draw.rect(surface, colour, (inset, inset, wide - 2 * inset, high - 2 * inset), 1)
    shade = pygame.Surface(size, pygame.SRCALPHA)
    for inset in range(rim, 2 * rim):
        strength = round(70 * (1 - (inset - rim) / rim))
        pygame.draw.rect(shade, (0, 0, 0, strength), (inset, inset, wide - 2 * inset, high - 2 * inset), 1)
    surface.blit(shade, (0, 0))
    return surface


def veil(size: tuple[int, int], strength: int = 150) -> pygame.Surface:
    """A dark veil to lay over a scene behind a panel; ``strength`` 0 to 255."""
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.fill((8, 20, 14, strength))
    return surface


def panel(
    surface: pygame.Surface, rect: pygame.Rect, line: theme.Colour = theme.PANEL_LINE, strength: int = 225
) -> None:
    """A dark ground for text, with a thin line around it."""
    ground = pygame.Surface(rect.size, pygame.SRCALPHA)
    ground.fill((*pygame.Color(theme.PANEL)[:3], strength))
    surface.blit(ground, rect)
    pygame.draw.rect(surface, line, rect, max(1, rect.height // 40 if rect.height < 90 else 2))
