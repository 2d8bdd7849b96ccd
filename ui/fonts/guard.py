"""The widgets' own texts pass through the program's faces too."""

from __future__ import annotations

from pygame_gui.core import gui_font_pygame

from ui.fonts import others
from ui.fonts.face import Face


def prepare() -> None:
    """Before the first widget: pygame-gui draws with `Face`, and the system's fonts are looked for meanwhile."""
    gui_font_pygame.Font = Face  # type: ignore[attr-defined, assignment]
    others.look()
