"""A line to type into that takes only text that passes the gate (`game.core.sanitizer`)."""

from __future__ import annotations

from typing import Any

import pygame
from pygame_gui.core.utility import clipboard_paste
from pygame_gui.elements import UITextEntryLine

from game.core.sanitizer import iter_letters, sanitize_typed_text
from ui.graphics import theme
from ui.graphics.shapes import round_corners
from ui.widgets.base import Container


class TextInput(UITextEntryLine):
    """One line of at most ``max_length`` signs. What cannot be seen is not taken, be it typed, pasted or set.

    ``sends_on_enter``: Enter is the end of the line and sends it (UI_TEXT_ENTRY_FINISHED); else Enter goes to the next
    widget. ``hint``: what is meant to be typed, shown while the line is empty, also while it has the focus.
    """

    def __init__(
        self, text: str, rect: pygame.Rect, manager: Any, *, max_length: int, container: Container | None = None,
        sends_on_enter: bool = False, placeholder: str = "",
    ) -> None:  # fmt: skip
        self.theme: theme.Theme = manager.theme
        self.sends_on_enter, self.hint = sends_on_enter, placeholder
        super().__init__(rect, manager, container=container)
        self.set_text_length_limit(max_length)
        if text:  # a first text would be taken for a key of pygame-gui's own translations
            self.set_text(text)
            self._move_cursor(0)
            self.cursor_has_moved_recently = False  # it would be painted anew for a cursor that nobody sees

    def set_text(self, text: str | None) -> None:
        """Show another text, as much of it as there is room for."""
        super().set_text(None if text is None else _truncate(sanitize_typed_text(text), self.length_limit))

    def _set_image(self, new_image: pygame.Surface | None) -> None:
        if new_image is not None:
            radius, border_width = self.shape_corner_radius[0], self.border_width["top"]
            new_image = round_corners(
                new_image, radius, self.theme.disabled_button_color, self.theme.panel_line_color, border_width
            )
            if self.hint and not self.text:
                self._draw_hint(new_image)
        super()._set_image(new_image)

    def _draw_hint(self, picture: pygame.Surface) -> None:
        """pygame-gui hides its own placeholder from a line with the focus."""
        side = self.padding[0] + self.border_width["left"] + self.shadow_width
        size = self.font.get_point_size() if self.font is not None else theme.BODY_TEXT_SIZE
        words = theme.render_fitted_text(self.hint, "sans", size, theme.MUTED, picture.get_width() - 2 * side)
        picture.blit(words.premul_alpha(), words.get_rect(midleft=(side, picture.get_height() // 2)),
                     special_flags=pygame.BLEND_PREMULTIPLIED)  # fmt: skip

    def _process_entered_character(self, character: str) -> bool:
        allowed = sanitize_typed_text(character)
        return bool(allowed) and bool(super()._process_entered_character(allowed))

    def _do_paste(self) -> None:
        """What is on the clipboard takes the place of what is selected, as far as there is room."""
        start, end = sorted(self.select_range)
        if start == end:
            start = end = self.edit_position
        before, after = self.text[:start], self.text[end:]
        free_length = None if self.length_limit is None else self.length_limit - len(before) - len(after)
        pasted = _truncate(sanitize_typed_text(clipboard_paste() or ""), free_length)
        if pasted:
            self.select_range = [0, 0]
            self.set_text(before + pasted + after)
            self._move_cursor(len(before + pasted))

    def _move_cursor(self, position: int) -> None:
        """Put the cursor there."""
        self.edit_position = min(position, len(self.text))
        self.cursor_has_moved_recently = True
        if self.drawable_shape is not None and self.drawable_shape.text_box_layout is not None:
            self.drawable_shape.text_box_layout.set_cursor_position(self.edit_position)
            self.drawable_shape.apply_active_text_changes()


def _truncate(text: str, max_length: int | None) -> str:
    """The beginning of a text, at most ``max_length`` signs of it, cut between two letters."""
    if max_length is None or len(text) <= max_length:
        return text
    result = ""
    for letter in iter_letters(text):
        if len(result) + len(letter) > max_length:
            break
        result += letter
    return result
