"""pygame-gui's manager with the colors and the fonts of the program."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import pygame
import pygame_gui
from pygame_gui.core import UIAppearanceTheme
from pygame_gui.core.resource_loaders import BlockingThreadedResourceLoader

from ui.graphics.canvas import PictureCache
from ui.graphics.fonts.gui_font import GuiFont
from ui.graphics.theme import Theme, load_font
from ui.graphics.viewport import Viewport

LOCALE: Final = "en"
"""The language of pygame-gui, which shows no text of its own."""


class GuiTheme(UIAppearanceTheme):
    """A theme of pygame-gui whose widgets use `GuiFont`."""

    def __init__(self, theme: Theme, ui_scale: float) -> None:
        self._fonts: dict[int, GuiFont] = {}
        super().__init__(BlockingThreadedResourceLoader(), LOCALE)
        self.load_theme(theme.make_gui_theme(ui_scale))

    def get_font(self, combined_element_ids: list[str]) -> GuiFont:
        """Return the font of a widget; widgets with the same text size share it."""
        size = self.get_font_info(combined_element_ids)["size"]
        if size not in self._fonts:
            self._fonts[size] = GuiFont(load_font("sans", size), size)
        return self._fonts[size]


@lru_cache(maxsize=8)
def make_gui_theme(theme: Theme, ui_scale: float) -> GuiTheme:
    """Return the colors and fonts of widgets at ``ui_scale`` pixels per design pixel; all managers share it.

    Reading one takes longer than the frame in which a person tries another color or scale.
    """
    return GuiTheme(theme, ui_scale)


class GuiManager(pygame_gui.UIManager):
    """The manager of all widgets; these take their colors from ``theme`` and keep their images in ``pictures``.

    ``viewport``: how the picture with the widgets is shown in the window.
    """

    def __init__(self, viewport: Viewport, theme: Theme, ui_scale: float) -> None:
        self.theme, self._ui_scale = theme, ui_scale
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
        return make_gui_theme(self.theme, self._ui_scale)

    def clear_and_reset(self) -> None:
        """Remove all widgets."""
        super().clear_and_reset()  # type: ignore[no-untyped-call]

    def apply_theme(self, theme: Theme, ui_scale: float) -> None:
        """Use other colors and another scale for the widgets that are made from now on."""
        self.theme, self._ui_scale = theme, ui_scale
        self.set_ui_theme(self.create_new_theme())
