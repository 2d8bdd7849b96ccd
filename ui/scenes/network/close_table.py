"""The question before the owner of a table closes the window: the table can stay open, or end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from game.network.messages import EndTable
from game.text.gettext import _
from ui.app.context import AppContext
from ui.scenes.dialogs.box import DialogBox
from ui.widgets.fields import Action
from ui.widgets.nodes import Node

if TYPE_CHECKING:
    from game.network.guest_client import GuestClient

MAX_END_S: Final = 2.0
"""The time that the host gets to end the table before the window closes."""


class CloseTableDialog(DialogBox):
    """Asks whether the table stays open; then it calls ``on_closed``. Esc closes only the dialog.

    ``warning``: of a penalty for the end of the table; "" without one.
    """

    is_centered = True
    panel_width = 640
    first_focus_id = "keep-open"

    def __init__(
        self, context: AppContext, client: GuestClient, on_closed: Callable[[], object], warning: str = ""
    ) -> None:  # fmt: skip
        question = _("Keep the table open for the others? You can come back to it.")
        if warning:
            question += " " + warning
        super().__init__(context, context.scenes.top, question)
        self._client = client
        self._on_closed = on_closed
        self._seconds_left: float | None = None

    def list_answers(self) -> Sequence[Node]:
        return (
            Action("keep-open", _("Keep open"), self._close, style="#primary", grow=1),
            Action("end-table", _("Close table"), self._end, style="#danger", grow=1),
        )

    @property
    def is_busy(self) -> bool:
        return self._seconds_left is not None

    def may_quit(self) -> bool:
        """Return False: the question has to be answered first."""
        return False

    def _end(self) -> None:
        if self._seconds_left is None:
            self._client.send(EndTable())
            self._seconds_left = MAX_END_S

    def update(self, seconds: float) -> None:
        """Wait until the host has confirmed the end of the table."""
        if self._seconds_left is None:
            return
        self._seconds_left -= seconds
        if self._client.state.value == "ended" or self._seconds_left <= 0:
            self._close()

    def _close(self) -> None:
        self.context.scenes.pop()
        self._on_closed()


def may_close_table(context: AppContext, client: GuestClient, warning: str = "") -> bool:
    """Return whether the window may close at a table; ask its owner first, whose answer closes the window.

    ``warning``: see `CloseTableDialog`.
    """
    welcome = client.welcome
    if welcome is None or not welcome.is_owner or client.state.value == "ended":
        return True
    if not isinstance(context.scenes.top, CloseTableDialog):
        context.scenes.push(CloseTableDialog(context, client, context.router.quit, warning))
    return False
