"""The dialog before a person joins a table over the network: who comes, and the digits of a table nearby."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from game.network.invitation import Invitation
from game.network.nearby import KnockAttempt
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.app.scene import Scene
from ui.graphics import theme
from ui.scenes.dialogs.box import DialogBox
from ui.scenes.network.connect import ConnectDialog
from ui.scenes.network.person_form import ErrorField, PersonForm
from ui.widgets.fields import Action, Label
from ui.widgets.nodes import Node, Section, Text

if TYPE_CHECKING:
    from game.network.nearby import NearbyTable

MAX_DIGITS_CHARACTERS: Final = 9
"""The digits may be typed with blanks, as the owner's screen shows them."""
DIGIT_COUNT: Final = 6
DIGIT_CODES: Final = ("wrong_digits", "digits_closed")
"""The refusals of the digits; those of the name begin with ``name_``, and all others have a line of their own."""


class JoinDialog(DialogBox):
    """Joins the table of ``invitation``, or a ``nearby`` one by its digits.

    ``owner_key``: of the owner of the table, if it is the person at this screen. ``name``: "" for that of the settings.
    ``joins_at_once``: whether nothing is asked as long as the person has a name.
    """

    panel_width = 800
    max_scale = 1.5

    def __init__(
        self, context: AppContext, scene_below: Scene, *, invitation: Invitation | None = None,
        nearby: NearbyTable | None = None, owner_key: str = "", name: str = "", joins_at_once: bool = False,
    ) -> None:  # fmt: skip
        title = _("Join a table") if nearby is None else _("Join {table}").format(table=nearby.name)
        super().__init__(context, scene_below, title)
        self.invitation, self._nearby, self._owner_key = invitation, nearby, owner_key
        self.person, self.digits, self.error = PersonForm(context), ErrorField(MAX_DIGITS_CHARACTERS), ""
        self.person.field.text = name or self.person.field.text
        self._joins_at_once = joins_at_once and bool(self.person.field.text)
        self.first_focus_id = "digits" if nearby is not None else "" if self.person.field.text else "name"

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._joins_at_once

    def update(self, seconds: float) -> None:
        if self._joins_at_once:
            self._joins_at_once = False
            self.join()

    @property
    def help_topic(self) -> HelpTopic:
        return HelpTopic("friends")

    @property
    def narration(self) -> tuple[str, ...]:
        return (*super().narration, *filter(None, (self.error,)))

    def list_contents(self) -> Sequence[Node]:
        digits = self.digits.describe(self, "digits", _("Number on the host's screen"))
        explanation = _(
            "The host's computer deals the cards and knows them all. It can't choose them, because yours helps shuffle."
        )
        return (
            *([digits] if self._nearby is not None else []),
            self.person.describe(self),
            Label(_("Play with people you trust"), "trust", explanation),
            Section("error", lambda: Text(self.error, color=theme.RED_LIGHT)),
        )

    def list_answers(self) -> Sequence[Node]:
        return (
            Action("cancel", _("Cancel"), self.on_escape, style="#menu", grow=1),
            Action("join", _("Join"), self.join, style="#primary", symbol="play", grow=1),
        )

    def join(self) -> None:
        """Connect to the table, or show what is wrong with the name or the digits."""
        person, digits = self.person.read(), "".join(filter(str.isdigit, self.digits.text))
        if self._nearby is not None and len(digits) != DIGIT_COUNT:
            self.digits.set_error(_("Enter the six digits shown on the host's screen."))
            return
        if person is not None:
            knock = None if self._nearby is None else KnockAttempt(self._nearby, digits)
            self._set_error("")
            self.context.scenes.push(
                ConnectDialog(
                    self.context, self, person, on_failed=self._show_failure, invitation=self.invitation, knock=knock,
                    owner_key=self._owner_key,
                )
            )  # fmt: skip

    def _show_failure(self, code: str, text: str) -> None:
        """Show why the table has refused, at the field to which it belongs."""
        if code.startswith("name_"):
            self.person.field.set_error(text)
        elif code in DIGIT_CODES and self._nearby is not None:
            self.digits.set_error(text)
        else:
            self._set_error(text)

    def _set_error(self, error: str) -> None:
        if error != self.error:
            self.error = error
            self.recompose("panel")
            self.narrate_change()
