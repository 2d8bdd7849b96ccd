"""pygame-gui's manager and its font with the colors and the fonts of the program."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import pygame
import pygame_gui
from pygame_gui.core import UIAppearanceTheme
from pygame_gui.core.interfaces.gui_font_interface import IGUIFontInterface
from pygame_gui.core.resource_loaders import BlockingThreadedResourceLoader

from ui.graphics.canvas import PictureCache
from ui.graphics.fonts.font import FallbackFont
from ui.graphics.theme import Theme, load_font
from ui.graphics.viewport import Viewport

LOCALE: Final = "en"
"""The language of pygame-gui, which shows no text of its own."""


class GuiTheme(UIAppearanceTheme):
    """A theme of pygame-gui whose widgets use `GuiFont`."""

    def __init__(self, theme: Theme, ui_scale: float) -> None:
        super().__init__(BlockingThreadedResourceLoader(), LOCALE)
        self.load_theme(theme.make_gui_theme(ui_scale))

    def build_all_combined_ids(
        self,
        element_base_ids: list[str | None] | None,
        element_ids: list[str] | None,
        class_ids: list[str | None] | None,
        object_ids: list[str | None] | None,
    ) -> list[str]:
        """Return the ids of a widget itself: no style of the theme depends on the containers around it."""
        own_ids = (ids[-1] for ids in (object_ids, element_ids) if ids)
        return [own_id for own_id in own_ids if own_id is not None]

    def get_font(self, combined_element_ids: list[str]) -> GuiFont:
        """Return the font of a widget."""
        size = self.get_font_info(combined_element_ids)["size"]
        return GuiFont(load_font("sans", size), size)


@lru_cache(maxsize=8)
def make_gui_theme(theme: Theme, ui_scale: float) -> GuiTheme:
    """Return the colors and fonts of widgets at ``ui_scale`` pixels per design pixel; all managers share it.

    Reading one takes longer than the frame in which a person tries another color or scale.
    """
    return GuiTheme(theme, ui_scale)


class GuiManager(pygame_gui.UIManager):
    """The manager of all widgets; these take their colors from ``theme`` and keep their images in ``pictures``.

    ``ui_scale``: of the text of buttons and fields, in pixels per design pixel; ``viewport``: how the picture with the
    widgets is shown in the window.
    """

    def __init__(self, viewport: Viewport, theme: Theme, ui_scale: float) -> None:
        self.theme, self.ui_scale = theme, ui_scale
        self.viewport = viewport
        self.pictures = PictureCache()
        super().__init__(viewport.picture_size, enable_live_theme_updates=False, starting_language=LOCALE)

    def get_mouse_position(self) -> tuple[int, int]:
        """Return the place of the mouse pointer in the picture, now."""
        return self.viewport.map_to_picture(pygame.mouse.get_pos())

    def _update_mouse_position(self) -> None:
        self.mouse_position = self.get_mouse_position()

    def create_new_theme(self, _theme_path: Any = None) -> GuiTheme:
        """Return the theme of the widgets that are made from now on."""
        return make_gui_theme(self.theme, self.ui_scale)

    def clear_and_reset(self) -> None:
        """Remove all widgets."""
        super().clear_and_reset()  # type: ignore[no-untyped-call]

    def apply_theme(self, theme: Theme, ui_scale: float) -> None:
        """Use other colors and another scale for the widgets that are made from now on."""
        self.theme, self.ui_scale = theme, ui_scale
        self.set_ui_theme(self.create_new_theme())


class GuiFont(IGUIFontInterface):
    """A font that draws text in any script for the widgets of pygame-gui."""

    underline = False
    underline_adjustment = 0.0

    def __init__(self, font: FallbackFont, point_size: int) -> None:
        self._font = font
        self._point_size = point_size

    def size(self, text: str) -> tuple[int, int]:
        return self.get_rect(text).size

    def get_point_size(self) -> int:
        return self._point_size

    def get_rect(self, text: str) -> pygame.Rect:
        """Return the rectangle of a text; its top is the ascent of the font, as for pygame-gui's own fonts."""
        if not text:
            return pygame.Rect(0, 0, 0, 0)
        width, height = self._font.size(text)
        return pygame.Rect(0, self._font.get_ascent(), max(1, width), height)

    def get_metrics(self, text: str) -> list[Any]:
        return self._font.metrics(text)

    def render_premul(self, text: str, text_color: pygame.Color) -> pygame.Surface:
        image = self._font.render(text, True, text_color).convert_alpha()
        return image.premul_alpha() if all(image.get_size()) else image

    def render_premul_to(
        self, text: str, text_colour: pygame.Color, surf_size: tuple[int, int], surf_position: tuple[int, int]
    ) -> pygame.Surface:
        """Return an image of ``surf_size`` with the baseline of the text at ``surf_position``.

        Its colors are multiplied by alpha, as pygame-gui needs.
        """
        surface = pygame.Surface(surf_size, flags=pygame.SRCALPHA, depth=32)
        position = surf_position[0], surf_position[1] - self._font.get_ascent()
        surface.blit(self.render_premul(text, text_colour), position, special_flags=pygame.BLEND_PREMULTIPLIED)
        return surface

    def get_padding_height(self) -> int:
        """Return the number of pixels below the baseline."""
        return 1 - self._font.get_descent()

    def get_direction(self) -> int:
        return pygame.DIRECTION_LTR
