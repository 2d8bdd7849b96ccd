"""Input methods of the system, which compose Chinese, Japanese, Korean and other words from several keys.

The text field shows what is composed, the system proposes words beside it, and keys belong to the composition. Text
input stays enabled without a field too: digits on some keyboards (`pygame.KEYDOWN.unicode`) and letters typed right
after a click into a field need it.
"""

from __future__ import annotations

import pygame

from ui.graphics.gui_manager import GuiManager
from ui.widgets.text_input import find_text_input


class InputMethod:
    """The connection between the text field with the focus and the input method of the system."""

    def __init__(self, manager: GuiManager) -> None:
        self._manager = manager
        self._entry_rect: pygame.Rect | None = None

    def update(self) -> None:
        """Tell the system where text is entered, if that has changed; called once per frame."""
        field = find_text_input(self._manager)
        entry_rect = None if field is None else self._manager.viewport.map_to_window(field.entry_rect)
        if entry_rect is not None and entry_rect != self._entry_rect:
            pygame.key.set_text_input_rect(entry_rect)
        self._entry_rect = entry_rect

    def handle_event(self, event: pygame.event.Event) -> bool:
        """Return whether an event is a key of a word that is being composed, which nothing else may use.

        A window that loses the focus ends the composition.
        """
        field = find_text_input(self._manager)
        if field is None or not field.composition:
            return False
        if event.type == pygame.WINDOWFOCUSLOST:
            field.set_composition("")
        return event.type == pygame.KEYDOWN
