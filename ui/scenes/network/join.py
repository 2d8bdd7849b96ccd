"""Join a table over the network: its invitation, and who comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pygame_gui.core.utility import clipboard_paste

from game.core.messages import N_, InputError
from game.core.sanitizer import capitalize_first
from game.network.invitation import MAX_INVITATION_CHARACTERS, Invitation, decode_invitation
from game.text.errors import describe_error
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.graphics import theme
from ui.scenes.network.connect import ConnectDialog
from ui.scenes.network.person_form import ErrorField, PersonForm
from ui.scenes.page import Page
from ui.widgets.fields import Action
from ui.widgets.layout import Alternatives, Column, Panel, Row, Sized
from ui.widgets.nodes import Node, Scroll, Space, Text

NAME_CODES: Final = ("name_taken", "name_reserved", "name_invalid", "name_punctuation")
"""The refusals of the name; all others are shown at the invitation."""
PANEL_WIDTH: Final = 840
"""The width of the panel, in design pixels."""


class JoinTableScene(Page):
    """The page of an invitation. It joins at once if it is made with an invitation, and the person has a name.

    ``owner_key``: of the owner of the table, if it is the person at this screen. ``name``: "" for that of the settings.
    """

    title = N_("Join a table")

    def __init__(self, context: AppContext, invitation: str = "", owner_key: str = "", name: str = "") -> None:
        super().__init__(context)
        self.invitation = ErrorField(MAX_INVITATION_CHARACTERS)
        self.invitation.text = invitation
        self.person = PersonForm(context)
        self.person.field.text = name or self.person.field.text
        self._owner_key = owner_key
        self._joins_at_once = bool(invitation and self.person.field.text)

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._joins_at_once

    def update(self, seconds: float) -> None:
        if self._joins_at_once:
            self._joins_at_once = False
            self.join()

    @property
    def help_topic(self) -> HelpTopic:
        return HelpTopic("fairness", section="network")

    def describe(self) -> Node:
        paste = Action("paste", _("Paste"), self._paste, symbol="import")
        note = _(
            "The host sends you the invitation. Their computer deals the cards and knows them all, so join people "
            "you trust."
        )
        rows = Column(
            self.invitation.describe(self, "invitation", _("Invitation"), paste),
            self.person.describe(self),
            Text(note, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED),
            gap=theme.LARGE_GAP,
        )
        form = Panel(Scroll("form", rows, padding=theme.MARGIN), top=2)
        centered = Column(Space(grow=1), form, Space(grow=2))
        return Row(Space(grow=1), Sized(Alternatives(centered, form), width=PANEL_WIDTH), Space(grow=1))

    def list_footer(self) -> Sequence[Node]:
        return (self.make_back(), Space(grow=1), Action("join", _("Join"), self.join, style="#primary", symbol="play"))

    def _paste(self) -> None:
        self.invitation.set_text("".join((clipboard_paste() or "").split()))
        self.invitation.set_error("")

    def join(self) -> None:
        """Connect to the table, or show what is wrong with the invitation or the name."""
        person, invitation = self.person.read(), self._read_invitation()
        if person is not None and invitation is not None:
            self.context.scenes.push(
                ConnectDialog(
                    self.context, self, person, on_failed=self._show_failure, invitation=invitation,
                    owner_key=self._owner_key,
                )
            )  # fmt: skip

    def _read_invitation(self) -> Invitation | None:
        """Return the invitation, or None after showing what is wrong with it."""
        if not self.invitation.text:
            self.invitation.set_error(_("Paste the invitation of the table."))
            return None
        try:
            return decode_invitation(self.invitation.text)
        except InputError as error:
            self.invitation.set_error(capitalize_first(f"{describe_error(error).rstrip('.')}."))
            return None

    def _show_failure(self, code: str, text: str) -> None:
        """Show why the table has refused, at the field to which it belongs."""
        field = self.person.field if code in NAME_CODES else self.invitation
        field.set_error(text)
