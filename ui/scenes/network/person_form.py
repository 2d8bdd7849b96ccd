"""The rows of a form in which a person says under which name they come to a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

import msgspec
import pygame

from game.core.sanitizer import has_sentence_marks, sanitize_line
from game.network.refusals import describe_refusal
from game.text.gettext import _
from game.text.player_names import get_person_key, is_computer_name, is_default_person_name
from ui.app.context import AppContext
from ui.app.settings import MAX_NAME_CHARACTERS
from ui.graphics import theme
from ui.graphics.avatars import get_avatar
from ui.graphics.canvas import Canvas
from ui.graphics.theme import LINE_HEIGHT_RATIO
from ui.scenes.page import Page
from ui.widgets.base import CustomWidget, Place
from ui.widgets.controls import CONTROL_HEIGHT
from ui.widgets.form_layout import FormLayout
from ui.widgets.popup_menu import MenuEntry
from ui.widgets.scroll_area import ScrollArea
from ui.widgets.text_input import TextInput

FIELD_WIDTH: Final = 360
BUTTON_GAP: Final = 12
ONE_LINE_MIN_WIDTH: Final = 760
"""Design pixels of width from which every error fits one line."""


class GuestName(NamedTuple):
    """The person who comes to a table, as the others see them; see `game.network.guest_client.Person`."""

    name: str
    color: str
    avatar_number: int


class ErrorText(CustomWidget):
    """A line that says what is wrong, in coral; it is wrapped if it does not fit."""

    def __init__(self, text: str, rect: pygame.Rect, place: Place) -> None:
        self.text = text
        super().__init__(rect, place)

    def set_text(self, text: str) -> None:
        """Show another text; "" for nothing."""
        if text != self.text:
            self.text = text
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        size = self.px(theme.SMALL_TEXT_SIZE)
        for index, line in enumerate(theme.wrap_text(self.text, "sans", size, canvas.width)):
            image = theme.render_fitted_text(line, "sans", size, theme.RED_LIGHT, canvas.width)
            canvas.blit(image, image.get_rect(topright=(canvas.width, index * round(size * LINE_HEIGHT_RATIO))))


ERROR_GAP: Final = 12
"""The gap between the line of an error and the next row, in design pixels."""


class ErrorField:
    """A text field with a button beside it, and below it a line that says what is wrong with its text."""

    def __init__(self, max_length: int) -> None:
        self.text = ""
        self.error = ""
        self._max_length = max_length
        self._context: AppContext | None = None
        self._scroll_area: ScrollArea | None = None
        self._input: TextInput | None = None
        self._line: ErrorText | None = None

    def add_row(
        self, page: Page, column: FormLayout, widget_id: str, label: str, on_change: Callable[[], object],
        button: tuple[str, str, str, Callable[[pygame.Rect], object]] | None = None, *, width: int = 0,
    ) -> None:  # fmt: skip
        """Add the field to a column.

        ``button``: id, text, symbol and function, which gets the place of the button; ``width``: of field and button in
        pixels, 0 for the usual field beside its button.
        """
        context = self._context = page.context
        px = context.px
        text_width = theme.load_font(theme.BUTTON_FACE, px(theme.BODY_TEXT_SIZE)).size(button[1])[0] if button else 0
        button_width = (px(CONTROL_HEIGHT) if not text_width else text_width + px(62)) if button else 0
        space = button_width + px(BUTTON_GAP) if button else 0

        def make_field(rect: pygame.Rect) -> TextInput:
            rect = pygame.Rect(rect.left, rect.top, rect.width - space, rect.height)
            return TextInput(self.text, rect, column.scroll_area.place, max_length=self._max_length)

        def set_text(text: str) -> None:
            self.text = text
            self.set_error("")
            on_change()

        _label, field = column.add_row(label, "", width or px(FIELD_WIDTH) + space, make_field)
        self._input, self._scroll_area = field, column.scroll_area
        page.bind_text(widget_id, field, set_text, label, column.scroll_area)
        if button is not None:
            button_id, button_text, symbol, on_press = button
            rect = field.get_relative_rect()
            place = pygame.Rect(rect.right + px(BUTTON_GAP), rect.top, button_width, rect.height)
            widget = page.add_button(
                button_id, button_text, place, lambda: on_press(pygame.Rect(widget.get_abs_rect())), style="#small",
                symbol=symbol, label=label if not button_text else "", scroll_area=column.scroll_area,
            )  # fmt: skip
        line_count = 1 if column.width >= px(ONE_LINE_MIN_WIDTH) else 2
        height = line_count * round(px(theme.SMALL_TEXT_SIZE) * LINE_HEIGHT_RATIO)
        line_rect = pygame.Rect(0, column.next_y - px(column.row_gap) + px(2), column.width, height)
        self._line = ErrorText(self.error, line_rect, column.scroll_area.place)
        field.set_invalid(is_invalid=bool(self.error))
        column.next_y = line_rect.bottom + px(ERROR_GAP)

    def set_text(self, text: str) -> None:
        """Show another text."""
        self.text = text
        if self._is_shown and self._input is not None:
            self._input.set_text(text)

    def set_error(self, error: str) -> None:
        """Show and narrate what is wrong, and scroll to the field; "" if nothing is."""
        self.error = error
        if error and self._context is not None and self._context.narrate is not None:
            self._context.narrate(error)
        if self._is_shown and self._input is not None and self._line is not None:
            self._line.set_text(error)
            self._input.set_invalid(is_invalid=bool(error))
            if error and self._scroll_area is not None:
                self._scroll_area.reveal(self._input)

    @property
    def _is_shown(self) -> bool:
        return self._input is not None and bool(self._input.alive())  # type: ignore[no-untyped-call]


class PersonForm:
    """The field of the own name, with a menu of this computer's people; at first the name of the settings."""

    def __init__(self, context: AppContext) -> None:
        self.field = ErrorField(MAX_NAME_CHARACTERS)
        self.field.text = context.settings.name
        self._context = context

    def add_row(self, page: Page, column: FormLayout, *, width: int = 0) -> None:
        """Add the field to a column of a page; ``width``: as for `ErrorField.add_row`."""
        names = [profile.name for profile in self._context.profiles if profile.name]

        def choose(name: str) -> None:
            self.field.set_text(name)
            self.field.set_error("")

        def open_menu(_anchor: pygame.Rect) -> None:
            entries = [
                MenuEntry(f"person-{number}", name, partial(choose, name), "people")
                for number, name in enumerate(names, 1)
            ]
            page.open_menu("people", entries)

        button = ("people", "", "people", open_menu) if len(names) > 1 else None
        self.field.add_row(page, column, "name", _("Your name"), lambda: None, button, width=width)

    def read(self) -> GuestName | None:
        """Return the person, or None after showing what is wrong with the name.

        A person without a name has this one from now on, in other matches too.
        """
        name = sanitize_line(self.field.text, MAX_NAME_CHARACTERS)
        if not name or is_default_person_name(name):
            self.field.set_error(_("Enter your name, so that the others know you."))
            return None
        if has_sentence_marks(name):
            self.field.set_error(describe_refusal("name_punctuation"))
            return None
        if is_computer_name(name):
            self.field.set_error(describe_refusal("name_reserved"))
            return None
        context = self._context
        if not context.settings.name:
            context.apply_settings(msgspec.structs.replace(context.settings, name=name, profile=""))
            context.reload_profiles()
        return make_guest_name(context, name)


def make_guest_name(context: AppContext, name: str) -> GuestName:
    """Return the person called ``name``, with the avatar of their profile.

    A name that no profile has is another name of the person of the settings.
    """
    avatar = context.avatars.get(get_person_key(name)) or get_avatar(context.avatars, context.own_profile.name)
    return GuestName(name, avatar.color, avatar.portrait_number)
