"""A line to type into that takes only text that passes the gate (`game.text`)."""

from __future__ import annotations

from typing import Any

import pygame
from pygame_gui.core.utility import clipboard_paste
from pygame_gui.elements import UITextEntryLine

from game.text import letters, typed
from ui import theme
from ui.backdrop import with_corners
from ui.widgets.drawn import Container


class Entry(UITextEntryLine):
    """One line of at most ``most`` signs. What cannot be seen is not taken, be it typed, pasted or set.

    ``sends``: Enter is the end of the line and sends it (UI_TEXT_ENTRY_FINISHED); else Enter goes to the next widget.
    ``hint``: what is meant to be typed, shown while the line is empty, also while it has the focus.
    """

    def __init__(
        self, text: str, rect: pygame.Rect, manager: Any, *, most: int, container: Container | None = None,
        sends: bool = False, hint: str = "",
    ) -> None:  # fmt: skip
        self.sends, self.hint = sends, hint
        super().__init__(rect, manager, container=container)
        self.set_text_length_limit(most)
        if text:  # a first text would be taken for a key of pygame-gui's own translations
            self.set_text(text)
            self._move_to(0)
            self.cursor_has_moved_recently = False  # it would be painted anew for a cursor that nobody sees

    def set_text(self, text: str | None) -> None:
        """Show another text, as much of it as there is room for."""
        super().set_text(None if text is None else _first(typed(text), self.length_limit))

    def _set_image(self, new_image: pygame.Surface | None) -> None:
        if new_image is not None:
            radius, thick = self.shape_corner_radius[0], self.border_width["top"]
            new_image = with_corners(new_image, radius, theme.BUTTON_OFF, theme.PANEL_LINE, thick)
            if self.hint and not self.text:
                self._draw_hint(new_image)
        super()._set_image(new_image)

    def _draw_hint(self, picture: pygame.Surface) -> None:
        """pygame-gui hides its own placeholder from a line with the focus."""
        side = self.padding[0] + self.border_width["left"] + self.shadow_width
        size = self.font.get_point_size() if self.font is not None else theme.BODY
        words = theme.fitted(self.hint, "sans", size, theme.MUTED, picture.get_width() - 2 * side)
        picture.blit(words.premul_alpha(), words.get_rect(midleft=(side, picture.get_height() // 2)),
                     special_flags=pygame.BLEND_PREMULTIPLIED)  # fmt: skip

    def _process_entered_character(self, character: str) -> bool:
        kept = typed(character)
        return bool(kept) and bool(super()._process_entered_character(kept))

    def _do_paste(self) -> None:
        """What is on the clipboard takes the place of what is selected, as far as there is room."""
        low, high = sorted(self.select_range)
        if low == high:
            low = high = self.edit_position
        before, after = self.text[:low], self.text[high:]
        room = None if self.length_limit is None else self.length_limit - len(before) - len(after)
        pasted = _first(typed(clipboard_paste() or ""), room)
        if pasted:
            self.select_range = [0, 0]
            self.set_text(before + pasted + after)
            self._move_to(len(before + pasted))

    def _move_to(self, position: int) -> None:
        """Put the cursor there."""
        self.edit_position = min(position, len(self.text))
        self.cursor_has_moved_recently = True
        if self.drawable_shape is not None and self.drawable_shape.text_box_layout is not None:
            self.drawable_shape.text_box_layout.set_cursor_position(self.edit_position)
            self.drawable_shape.apply_active_text_changes()


def _first(text: str, most: int | None) -> str:
    """The beginning of a text, at most ``most`` signs of it, cut between two letters."""
    if most is None or len(text) <= most:
        return text
    kept = ""
    for letter in letters(text):
        if len(kept) + len(letter) > most:
            break
        kept += letter
    return kept
