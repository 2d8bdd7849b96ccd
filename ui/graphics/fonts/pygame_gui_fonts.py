"""The widgets' own texts pass through the program's faces too."""

from __future__ import annotations

from pygame_gui.core import gui_font_pygame

from ui.graphics.fonts import system_fonts
from ui.graphics.fonts.font import FallbackFont


def install_fallback_fonts() -> None:
    """Before the first widget: pygame-gui draws with `FallbackFont`, and the system's fonts are looked for
    meanwhile."""
    gui_font_pygame.Font = FallbackFont  # type: ignore[attr-defined, assignment]
    system_fonts.start_font_search()
