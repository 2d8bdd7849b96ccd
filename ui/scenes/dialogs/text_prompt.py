"""The prompt for a line of text, such as a name or a path."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Final

import pygame
import pygame_gui

from game.storage.files import StorageError
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.graphics import theme
from ui.scenes.dialogs.box import DialogBox
from ui.widgets.fields import Action, Input
from ui.widgets.nodes import Line, Node

MAX_PATH_CHARACTERS: Final = 400


class TextPrompt(DialogBox):
    """A prompt for a line of text over ``scene_below``.

    ``on_text`` gets the line, and returns a future. When it is done, the prompt closes and ``on_done`` gets the result;
    a StorageError is shown instead. ``yes_label``: the text of the button, which Enter presses.
    """

    panel_width = 760
    first_focus_id = "line"

    def __init__(
        self,
        context: AppContext,
        scene_below: Scene,
        question: str,
        text: str,
        yes_label: str,
        on_text: Callable[[str], Future[Any]],
        on_done: Callable[[Any], None],
        *,
        max_length: int = MAX_PATH_CHARACTERS,
    ) -> None:
        super().__init__(context, scene_below, question)
        self.text = text
        self._yes_label, self._max_length = yes_label, max_length
        self._on_text, self._on_done = on_text, on_done
        self._error_text = ""

    @property
    def narration(self) -> tuple[str, ...]:
        return (*super().narration, *filter(None, (self._error_text,)))

    def list_contents(self) -> Sequence[Node]:
        line = Input(self.text, self._set_text, self._max_length, id="line", label=self.question)
        return line, Line(self._error_text, id="error", color=theme.RED_LIGHT)

    def list_answers(self) -> Sequence[Node]:
        return (
            Action("cancel", _("Cancel"), self.on_escape, style="#menu", grow=1),
            Action("confirm", self._yes_label, self._confirm, style="#primary", grow=1),
        )

    def compose(self) -> None:
        is_new = not self.focus.focused_id
        super().compose()
        if is_new:
            self.focus.is_ring_shown = False  # so that Enter ends the line

    def _set_text(self, text: str) -> None:
        self.text = text
        self.show_error("")

    def show_error(self, text: str) -> None:
        """Show an error; an empty text removes it."""
        self._error_text = text
        self.find("error").set_text(text)
        self.narrate_change()

    def _confirm(self) -> None:
        if self.text.strip():
            self.start_work(lambda: self._on_text(self.text.strip()))

    def start_work(self, make_future: Callable[[], Future[Any]]) -> None:
        """Start work unless other work is running; the prompt closes when it is done."""
        if not self.context.tasks.has_pending(self):
            self.context.tasks.submit(make_future(), self._finish_work, self._report_failed_work, owner=self)

    def _finish_work(self, result: Any) -> None:
        self.context.scenes.pop()
        self._on_done(result)

    def _report_failed_work(self, error: BaseException) -> None:
        if isinstance(error, StorageError):
            self.show_error(str(error))
        else:
            self.context.report(error)

    def handle_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED:
            self.text = event.text
            self._confirm()
        else:
            super().handle_event(event)
