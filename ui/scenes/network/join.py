"""Join a table over the network: its invitation, and who comes."""

from __future__ import annotations

from typing import Final

import pygame
from pygame_gui.core.utility import clipboard_paste

from game.core.messages import N_, InputError
from game.core.sanitizer import capitalize_first
from game.network.invitation import MAX_INVITATION_CHARACTERS, Invitation, decode_invitation
from game.text.errors import describe_error
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.scenes.network.connect import ConnectDialog
from ui.scenes.network.person_form import ErrorField, PersonForm
from ui.scenes.option_card import draw_option_picture
from ui.scenes.page import Page
from ui.widgets.form_layout import FormLayout

NAME_CODES: Final = ("name_taken", "name_reserved", "name_invalid", "name_punctuation")
"""The refusals of the name; all others are shown at the invitation."""
BOARD_PADDING: Final = 16
PANEL_WIDTH: Final = 840
FORM_HEIGHT: Final = 256
PICTURE_GAP: Final = 24
MIN_PICTURE_HEIGHT: Final = 140
"""About the height of the form, its distance to the picture above it, and the least height of that picture."""
FIELD_WIDTH_RATIO: Final = 0.75
"""The width of the panel in design pixels, and that of field and button in it."""


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
        self._picture_rect: pygame.Rect | None = None

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._joins_at_once

    def update(self, seconds: float) -> None:
        if self._joins_at_once:
            self._joins_at_once = False
            self.join()

    def compose(self) -> None:
        px, body = self.context.px, self.body
        body.width = min(body.width, px(PANEL_WIDTH))
        body.centerx = self.body.centerx
        picture_height = body.height - px(FORM_HEIGHT + PICTURE_GAP)
        self._picture_rect = None
        if picture_height >= px(MIN_PICTURE_HEIGHT):
            self._picture_rect = body.move_to(height=picture_height)
            body = pygame.Rect(0, 0, body.width, px(FORM_HEIGHT)).move_to(bottomleft=body.bottomleft)
        column = FormLayout(self.begin_scroll_area("form", body))
        column.add_gap(BOARD_PADDING)
        field_width = round(column.width * FIELD_WIDTH_RATIO)
        self.invitation.add_row(
            self, column, "invitation", _("Invitation"), lambda: None, ("paste", _("Paste"), "import", self._paste),
            width=field_width,
        )  # fmt: skip
        self.person.add_row(self, column, width=field_width)
        column.add_text(
            _(
                "The host sends you the invitation. Their computer deals the cards and knows them all, so join people "
                "you trust."
            ),
            size=theme.SMALL_TEXT_SIZE, color=theme.MUTED,
        )  # fmt: skip
        column.add_gap(BOARD_PADDING)
        self.end_scroll_area("form", column.next_y)
        self.add_board(
            pygame.Rect(body.left, body.top, body.width, min(body.height, column.next_y + px(BOARD_PADDING)))
        )
        self.add_footer_button("back", _("Back"), self.on_escape)
        self.add_footer_button("join", _("Join"), self.join, is_right=True, symbol="play")

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self._picture_rect is not None:
            draw_option_picture(canvas, self.context, "people", self._picture_rect)

    def _paste(self, _button: pygame.Rect) -> None:
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
