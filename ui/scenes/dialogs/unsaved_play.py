"""The dialog that offers to play without saving, if the file of saved matches cannot be opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.storage.files import StorageNotice
from game.text.errors import describe_error
from game.text.gettext import _
from ui.app.context import AppContext
from ui.scenes.dialogs.box import DialogBox
from ui.widgets.fields import Action
from ui.widgets.nodes import Node


def offer_unsaved_play(context: AppContext, on_open: Callable[[], object], on_back: Callable[[], None]) -> bool:
    """Open the dialog if the file of saved matches could not be opened; return whether that is so.

    ``on_open``: called once matches can be stored, in the file or in memory; ``on_back``: called if the person goes
    back.
    """
    if not context.has_storage_failed:
        return False
    context.scenes.push(UnsavedPlayDialog(context, on_open, on_back))
    return True


class UnsavedPlayDialog(DialogBox):
    """The reason why the file cannot be opened, over the top scene, and three ways: back, again, without saving."""

    max_scale = 1.25
    panel_width = 900
    first_focus_id = "try-again"

    def __init__(self, context: AppContext, on_open: Callable[[], object], on_back: Callable[[], None]) -> None:
        super().__init__(context, context.scenes.top, _make_question(context))
        self._on_open = on_open
        self._on_back = on_back

    def list_answers(self) -> Sequence[Node]:
        return (
            Action("back", _("Back"), self.on_escape, style="#menu", grow=1),
            Action("try-again", _("Try again"), partial(self._open_again, has_file=True), style="#primary", grow=1),
            Action(
                "play-unsaved",
                _("Play without saving"),
                partial(self._open_again, has_file=False),
                style="#menu",
                grow=1,
            ),
        )

    def _open_again(self, *, has_file: bool) -> None:
        self.context.tasks.cancel(self)
        opening = self.context.storage.open_again(has_file=has_file)
        self.context.tasks.submit(opening, self._continue, self._show_error, owner=self)

    def _continue(self, notices: tuple[StorageNotice, ...]) -> None:
        self.context.finish_opening_storage(notices)
        self.context.scenes.pop()
        self._on_open()

    def _show_error(self, error: BaseException) -> None:
        self.question = _make_question(self.context)
        self.recompose("panel")

    def on_escape(self) -> None:
        self.context.scenes.pop()
        self._on_back()


def _make_question(context: AppContext) -> str:
    error = context.storage.opening.exception()
    fault = "" if error is None else describe_error(error)
    return f"{fault}\n" + _("If you play without saving, your matches will be lost when you quit.")
