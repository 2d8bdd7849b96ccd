"""A text field that accepts only visible characters (`game.core.sanitizer`)."""

from __future__ import annotations

import pygame
import pygame_gui
from pygame_gui import UI_TEXT_ENTRY_CHANGED
from pygame_gui.core.utility import clipboard_paste
from pygame_gui.elements import UITextEntryLine

from game.core.sanitizer import iter_letters, sanitize_typed_text
from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.shapes import round_corners
from ui.graphics.symbols import render_symbol
from ui.widgets.base import Place


class TextInput(UITextEntryLine):
    """A text field for at most ``max_length`` visible characters, whether they are typed, pasted or set.

    ``sends_on_enter``: whether Enter posts UI_TEXT_ENTRY_FINISHED; otherwise the focus goes on, as `Focus` says.
    ``placeholder``: shown while the field is empty, also while it has the focus. ``symbol``: a symbol of
    ``assets/symbols`` before the text. ``composition`` is the word that an input method composes at the cursor; it is
    shown, and not yet part of the text.
    """

    def __init__(
        self,
        text: str,
        rect: pygame.Rect,
        place: Place,
        *,
        max_length: int,
        sends_on_enter: bool = False,
        placeholder: str = "",
        symbol: str = "",
    ) -> None:
        self.theme = place.manager.theme
        self.sends_on_enter, self.hint = sends_on_enter, placeholder
        self.symbol, self.is_invalid = symbol, False
        self.composition = ""
        super().__init__(rect, place.manager, container=place.container, object_id="#search" if symbol else None)
        self.set_text_length_limit(max_length)
        self.set_text(text)  # pygame-gui would look up an initial text in its own translations
        self.edit_position = 0
        self.rebuild()

    @property
    def value_text(self) -> str:
        """The text in words, for a person who does not see it."""
        return self.get_text() or _("empty")

    @property
    def key_help(self) -> str:
        """The help that typing replaces the text if all of it is selected, and else adds to it."""
        if sorted(self.select_range) == [0, len(self.get_text())]:
            return _("Text field: typing replaces the text")
        return _("Text field: typing adds to the text")

    def set_invalid(self, *, is_invalid: bool) -> None:
        """Mark the text as wrong, with a border in coral, or as right."""
        if is_invalid != self.is_invalid:
            self.is_invalid = is_invalid
            self.redraw()  # type: ignore[no-untyped-call]
            self.on_fresh_drawable_shape_ready()

    def validate_text_string(self, text_to_validate: str | None) -> bool:
        """Return whether all characters are visible."""
        return text_to_validate is not None and sanitize_typed_text(text_to_validate) == text_to_validate

    def set_text(self, text: str | None) -> None:
        """Show another text, without invisible characters and cut to the maximum length."""
        super().set_text(None if text is None else _truncate(sanitize_typed_text(text), self.length_limit))

    def process_event(self, event: pygame.event.Event) -> bool:
        """Handle an event as pygame-gui does, but drop only the invisible characters of typed or pasted text.

        Return whether the event was used.
        """
        if self.is_focused and self.is_enabled:
            if _is_paste(event):
                self._paste(clipboard_paste() or "")
                return True
            if event.type == pygame.TEXTEDITING:
                self.set_composition(event.text)
                return True
            if event.type == pygame.TEXTINPUT:
                self.set_composition("")
                event = pygame.event.Event(pygame.TEXTINPUT, text=sanitize_typed_text(event.text))
        return super().process_event(event)

    def unfocus(self) -> None:
        """End the composition and the editing; called when the field loses the focus."""
        self.composition = ""
        super().unfocus()  # type: ignore[no-untyped-call]

    def set_composition(self, text: str) -> None:
        """Show the word that an input method composes; "" if it ended."""
        composition = sanitize_typed_text(text)
        if composition != self.composition:
            self.composition = composition
            self.redraw()  # type: ignore[no-untyped-call]
            self.on_fresh_drawable_shape_ready()

    @property
    def entry_rect(self) -> pygame.Rect:
        """The place of the cursor, or of the word that is composed there, in the picture."""
        rect, place = self.get_abs_rect(), self._entry_place
        return pygame.Rect(rect.left + place.left, rect.top, place.width, rect.height)

    @property
    def _entry_place(self) -> pygame.Rect:
        """The place of `entry_rect` in the field; a word too long for the space at the cursor begins before it."""
        font, layout = self.font, None if self.drawable_shape is None else self.drawable_shape.text_box_layout
        if font is None or layout is None:
            return pygame.Rect(0, 0, 1, self.rect.height)
        side = self._text_side
        x = side + font.size(self.text[: self.edit_position])[0] - layout.x_scroll_offset
        width = max(1, font.size(self.composition)[0])
        return pygame.Rect(max(side, min(x, self.rect.width - side - width)), 0, width, self.rect.height)

    def _paste(self, text: str) -> None:
        """Replace the selection with ``text``, cut to the free length."""
        start, end = sorted(self.select_range)
        if start == end:
            start = end = self.edit_position
        before, after = self.text[:start], self.text[end:]
        free_length = None if self.length_limit is None else self.length_limit - len(before) - len(after)
        pasted = _truncate(sanitize_typed_text(text), free_length)
        if pasted:
            self.select_range = [0, 0]
            self.set_text(before + pasted + after)
            self._move_cursor(len(before + pasted))
            self.cursor_has_moved_recently = True
            pygame.event.post(pygame.event.Event(UI_TEXT_ENTRY_CHANGED, ui_element=self, text=self.text))

    def _move_cursor(self, position: int) -> None:
        self.edit_position = position
        self.redraw()  # type: ignore[no-untyped-call]

    def rebuild(self) -> None:
        if self.length_limit is not None:  # the constructor of pygame-gui does not know the text yet
            super().rebuild()  # type: ignore[no-untyped-call]
            self.on_fresh_drawable_shape_ready()

    def on_fresh_drawable_shape_ready(self) -> None:
        """Show the field with round corners, and with its placeholder if it is empty."""
        if self.drawable_shape is None:
            return
        surface, line_width = self.drawable_shape.get_fresh_surface(), self.border_width["top"]
        line_color = self.theme.panel_line_color
        if self.is_invalid:
            surface, line_width, line_color = surface.copy(), 2 * line_width, theme.RED_LIGHT
            pygame.draw.rect(surface, line_color, surface.get_rect(), line_width)
        image = round_corners(
            surface, self.shape_corner_radius[0], self.theme.disabled_button_color, line_color, line_width
        )
        if self.hint and not self.text and not self.composition:
            self._draw_hint(image)
        if self.composition:
            self._draw_composition(image)
        if self.symbol:
            size = self._text_size * 5 // 4
            symbol_image = render_symbol(self.symbol, size, theme.MUTED).premul_alpha()
            place = symbol_image.get_rect(midright=(self.padding[0] - size // 3, image.get_height() // 2))
            image.blit(symbol_image, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        self._set_image(image)

    @property
    def _text_size(self) -> int:
        return self.font.get_point_size() if self.font is not None else theme.BODY_TEXT_SIZE

    @property
    def _text_side(self) -> int:
        """The distance of the text from the left edge, in pixels."""
        side: int = self.padding[0] + self.border_width["left"] + self.shadow_width
        return side

    def _draw_composition(self, image: pygame.Surface) -> None:
        """Draw the word that is composed at the cursor, underlined, over the text behind the cursor."""
        place = self._entry_place
        word = theme.render_text(self.composition, "sans", self._text_size, theme.CREAM)
        word_rect = word.get_rect(midleft=(place.left, image.get_height() // 2))
        image.fill(self.theme.disabled_button_color, word_rect)
        image.blit(word.premul_alpha(), word_rect, special_flags=pygame.BLEND_PREMULTIPLIED)
        pygame.draw.line(image, theme.GOLD, word_rect.bottomleft, word_rect.bottomright, max(1, self._text_size // 12))

    def _draw_hint(self, image: pygame.Surface) -> None:
        """Draw the placeholder, which pygame-gui hides while the field has the focus."""
        side = self._text_side
        hint_image = theme.render_fitted_text(
            self.hint, "sans", self._text_size, theme.MUTED, image.get_width() - 2 * side
        )
        image.blit(hint_image.premul_alpha(), hint_image.get_rect(midleft=(side, image.get_height() // 2)),
                   special_flags=pygame.BLEND_PREMULTIPLIED)  # fmt: skip


def find_text_input(manager: pygame_gui.UIManager) -> TextInput | None:
    """Return the text field that has the focus, or None."""
    return next((widget for widget in manager.get_focus_set() or () if isinstance(widget, TextInput)), None)


def _is_paste(event: pygame.event.Event) -> bool:
    """Return whether an event is Ctrl+V; macOS may send its letter alone."""
    if event.type == pygame.TEXTINPUT:
        return event.text == "v" and bool(pygame.key.get_mods() & (pygame.KMOD_CTRL | pygame.KMOD_META))
    return (
        event.type == pygame.KEYDOWN
        and event.key == pygame.K_v
        and bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        and not event.mod & pygame.KMOD_ALT
    )


def _truncate(text: str, max_length: int | None) -> str:
    """Return the beginning of a text, at most ``max_length`` characters long, cut between two letters."""
    if max_length is None or len(text) <= max_length:
        return text
    result = ""
    for letter in iter_letters(text):
        if len(result) + len(letter) > max_length:
            break
        result += letter
    return result
