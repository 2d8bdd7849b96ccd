"""The rows of a form in which a person says under which name they come to a table."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

import msgspec

from game.core.sanitizer import has_sentence_marks, sanitize_line
from game.network.host_launcher import LaunchedWays
from game.network.refusals import describe_refusal
from game.session.avatars import get_avatar
from game.text.gettext import _
from game.text.player_names import get_person_key, is_computer_name, is_default_person_name
from ui.app.context import AppContext
from ui.app.settings import MAX_NAME_CHARACTERS
from ui.graphics import theme
from ui.scenes.page import Page
from ui.widgets.fields import Action, Field, Input
from ui.widgets.layout import Column, Row, Sized
from ui.widgets.nodes import Align, Node, Section, Space, Text
from ui.widgets.popup_menu import MenuEntry
from ui.widgets.text_input import TextInput

FIELD_WIDTH: Final = 480
"""The width of a field with the button beside it, in design pixels; all fields of a form begin and end alike."""


class GuestName(NamedTuple):
    """The person who comes to a table, as the others see them; see `game.network.guest_client.Person`."""

    name: str
    color: str
    avatar_number: int


class ErrorField:
    """A text field with a button beside it, and below it a line that says what is wrong with its text.

    The line has its place before there is anything to say. ``width``: with the button, in design pixels.
    """

    width: float = FIELD_WIDTH

    def __init__(self, max_length: int) -> None:
        self.text = ""
        self.error = ""
        self._max_length = max_length
        self._page: Page | None = None
        self._id = ""

    def describe(
        self, page: Page, widget_id: str, label: str, button: Action | None = None, *, hint: str = "",
        explanation: str = "",
    ) -> Node:  # fmt: skip
        """Return the field for a page, with its label, and with a button beside it or None.

        ``hint``: in the place of errors until there is one; ``explanation``: of a mark behind the label, or "".
        """
        row = self._describe_row(page, widget_id, label, button)
        field = Field(label, Sized(row, width=self.width), explanation=explanation)
        below: Node = Space(theme.SMALL_TEXT_SIZE * theme.LINE_HEIGHT_RATIO)
        if hint:
            below = Text(hint, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, align="right")
        return Column(field, self._describe_error("right", below))

    def describe_wide(self, page: Page, widget_id: str, label: str, placeholder: str, *buttons: Action) -> Node:
        """Return the field for a page as wide as its room, with a placeholder in it and buttons beside it."""
        row = self._describe_row(page, widget_id, label, *buttons, placeholder=placeholder)
        return Column(row, self._describe_error("left", Space()))

    def _describe_row(
        self, page: Page, widget_id: str, label: str, *buttons: Action | None, placeholder: str = ""
    ) -> Node:
        self._page, self._id = page, widget_id
        field = Input(self.text, self._take_text, self._max_length, id=widget_id, label=label, grow=1)
        field.is_invalid, field.options = bool(self.error), {"placeholder": placeholder}
        return Row(field, *buttons, gap=theme.GAP)

    def _describe_error(self, align: Align, other: Node) -> Node:
        """Return the error, or another node while there is none."""

        def describe() -> Node:
            error = Text(self.error, size=theme.SMALL_TEXT_SIZE, color=theme.RED_LIGHT, align=align)
            return error if self.error else other

        return Section(f"{self._id}-error", describe)

    def _take_text(self, text: str) -> None:
        self.text = text
        self.set_error("")

    def set_text(self, text: str) -> None:
        """Show another text."""
        self.text = text
        if self._input is not None:
            self._input.set_text(text)

    def set_error(self, error: str) -> None:
        """Show and narrate what is wrong, and let the person mend it in the field; "" if nothing is."""
        is_changed, self.error = error != self.error, error
        page = self._page
        if page is None:
            return
        if error:
            page.context.speak(error)
        if is_changed:
            page.recompose(f"{self._id}-error")
        if self._input is not None:
            self._input.set_invalid(is_invalid=bool(error))
            if error:
                page.focus.focus_widget(self._input)

    @property
    def _input(self) -> TextInput | None:
        """The field while it is shown."""
        widget = None if self._page is None else self._page.find(self._id)
        return widget if isinstance(widget, TextInput) else None


class PersonForm:
    """The field of the own name, with a menu of this computer's people; at first the name of the settings."""

    def __init__(self, context: AppContext) -> None:
        self.field = ErrorField(MAX_NAME_CHARACTERS)
        self.field.text = context.settings.name or context.own_profile.name
        self._context = context

    def describe(self, page: Page) -> Node:
        """Return the field for a page."""
        names = [profile.name for profile in self._context.profiles if profile.name]

        def choose(name: str) -> None:
            self.field.set_text(name)
            self.field.set_error("")

        def open_menu() -> None:
            entries = [
                MenuEntry(f"person-{number}", name, partial(choose, name), "people")
                for number, name in enumerate(names, 1)
            ]
            page.open_menu("people", entries)

        button = Action("people", "", open_menu, symbol="people", label=_("Your name")) if len(names) > 1 else None
        hint = "" if self._context.settings.name else _("Your profile will use this name.")
        return self.field.describe(page, "name", _("Your name"), button, hint=hint)

    def read(self) -> GuestName | None:
        """Return the person, or None after showing what is wrong with the name.

        A person without a name has this one from now on, in other matches too.
        """
        name = sanitize_line(self.field.text, MAX_NAME_CHARACTERS)
        if not name or is_default_person_name(name):
            self.field.set_error(_("Enter your name so the others know who you are."))
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


def list_launched_ways(context: AppContext) -> LaunchedWays:
    """Return the ways of the settings; none where the window sends nothing by itself."""
    settings = context.settings
    if context.environment.make_search is None:
        return LaunchedWays()
    address, _blank, word = settings.relay.partition(" ")
    return LaunchedWays(settings.nearby, settings.router, address, word)
