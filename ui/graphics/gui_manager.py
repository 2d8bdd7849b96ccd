"""pygame-gui's manager with the colors and the fonts of the program."""

from __future__ import annotations

from typing import Any

import pygame
import pygame_gui
from pygame_gui.core import UIAppearanceTheme

from ui.graphics.canvas import PictureCache
from ui.graphics.fonts.gui_font import GuiFont
from ui.graphics.theme import Theme, load_font
from ui.graphics.viewport import Viewport


class GuiTheme(UIAppearanceTheme):
    """A theme of pygame-gui whose widgets use `GuiFont`."""

    def __init__(self, resource_loader: Any, locale: str) -> None:
        self._fonts: dict[int, GuiFont] = {}
        super().__init__(resource_loader, locale)

    def get_font(self, combined_element_ids: list[str]) -> GuiFont:
        """Return the font of a widget; widgets with the same text size share it."""
        size = self.get_font_info(combined_element_ids)["size"]
        if size not in self._fonts:
            self._fonts[size] = GuiFont(load_font("sans", size), size)
        return self._fonts[size]


class GuiManager(pygame_gui.UIManager):
    """The manager of all widgets; these take their colors from ``theme`` and keep their images in ``pictures``.

    ``viewport``: how the picture with the widgets is shown in the window.
    """

    def __init__(self, viewport: Viewport, theme: Theme, ui_scale: float) -> None:
        self.theme = theme
        self.viewport = viewport
        self.pictures = PictureCache()
        super().__init__(
            viewport.picture_size,
            theme.make_gui_theme(ui_scale),
            enable_live_theme_updates=False,
            starting_language="en",
        )

    def get_mouse_position(self) -> tuple[int, int]:
        """Return the place of the mouse pointer in the picture, now."""
        return self.viewport.map_to_picture(pygame.mouse.get_pos())

    def _update_mouse_position(self) -> None:
        self.mouse_position = self.get_mouse_position()

    def create_new_theme(self, theme_path: Any = None) -> GuiTheme:
        """Return a theme with the values of ``theme_path``: a path, a dictionary, or None for the defaults."""
        gui_theme = GuiTheme(self.resource_loader, self._locale)
        if theme_path is not None:
            gui_theme.load_theme(theme_path)
        return gui_theme

    def clear_and_reset(self) -> None:
        """Remove all widgets."""
        super().clear_and_reset()  # type: ignore[no-untyped-call]

    def apply_theme(self, theme: Theme, ui_scale: float) -> None:
        """Use other colors and another scale for the widgets that are made from now on."""
        self.theme = theme
        self.set_ui_theme(self.create_new_theme(theme.make_gui_theme(ui_scale)))
