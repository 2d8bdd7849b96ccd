"""pygame-gui's manager with the colors of the program's own widgets."""

from __future__ import annotations

import pygame_gui

from ui.graphics.theme import Theme


class GuiManager(pygame_gui.UIManager):
    """The manager of all widgets; these take their colors from ``theme``."""

    def __init__(self, window_size: tuple[int, int], theme: Theme, ui_scale: float) -> None:
        self.theme = theme
        super().__init__(
            window_size, theme.make_gui_theme(ui_scale), enable_live_theme_updates=False, starting_language="en"
        )

    def clear_and_reset(self) -> None:
        """Remove every widget."""
        super().clear_and_reset()  # type: ignore[no-untyped-call]

    def apply_theme(self, theme: Theme, ui_scale: float) -> None:
        """Give the widgets that are made from now on other colors and another scale."""
        self.theme = theme
        self.set_ui_theme(self.create_new_theme(theme.make_gui_theme(ui_scale)))
