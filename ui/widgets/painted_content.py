"""Contents that are painted in a scroll area, with a fade where they go on."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas, render_image
from ui.widgets.scroll_area import ScrollArea

FADE_HEIGHT: Final = 30
"""The height of the faded edge where contents go on, in design pixels."""


class PaintedContent:
    """A picture ``height`` pixels high in a scroll area, painted again after each scroll by ``paint(canvas, rect)``."""

    def __init__(
        self, paint: Callable[[Canvas, pygame.Rect], None], height: int, scroll: ScrollArea, *, has_fades: bool = True
    ) -> None:
        self._paint, self._has_fades = paint, has_fades
        self._scroll = scroll
        self._height = height
        self._painted_at_offset: tuple[int, pygame.Surface] | None = None

    @property
    def height(self) -> int:
        """The height of the whole picture, in pixels."""
        return self._height

    def invalidate(self) -> None:
        """Schedule the painting of what has changed."""
        self._painted_at_offset = None

    def draw(self, canvas: Canvas) -> None:
        """Draw the visible part."""
        scroll = self._scroll
        if self._painted_at_offset is None or self._painted_at_offset[0] != scroll.offset:
            rect = pygame.Rect(0, scroll.content_top - scroll.viewport.top, scroll.width, self._height)
            image = render_image(scroll.viewport.size, lambda canvas: self._paint(canvas, rect))
            self._painted_at_offset = (scroll.offset, image)
        canvas.blit(self._painted_at_offset[1], scroll.viewport)
        if not self._has_fades:
            return
        fade = _make_fade(scroll.width, round(FADE_HEIGHT * scroll.ui_scale), self._scroll.theme.panel_color)
        if scroll.offset < scroll.max_offset:
            canvas.blit(fade, fade.get_rect(bottomleft=scroll.viewport.bottomleft))
        if scroll.offset > 0:
            canvas.blit(pygame.transform.flip(fade, False, True), scroll.viewport)


@lru_cache(maxsize=16)
def _make_fade(width: int, height: int, ground: theme.Color) -> pygame.Surface:
    """Return the lower edge of contents that go on: a fade with an arrow."""
    picture = pygame.Surface((width, height), pygame.SRCALPHA)
    colour = pygame.Color(ground)
    for y in range(height):
        picture.fill((colour.r, colour.g, colour.b, min(255, 320 * (y + 1) // height)), (0, y, width, 1))
    thick, reach = max(2, height // 14), height // 4
    tip = (width // 2, height - reach)
    for side in (-1, 1):
        pygame.draw.line(picture, theme.GOLD, tip, (tip[0] + side * 2 * reach, tip[1] - reach), thick)
    return picture
