"""The prompt for a line of text, such as a name or a path."""

from __future__ import annotations

from collections.abc import Callable
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
from ui.widgets.controls import CONTROL_HEIGHT
from ui.widgets.label import LineLabel
from ui.widgets.text_input import TextInput

MAX_PATH_CHARACTERS: Final = 400
ERROR_LINE_HEIGHT: Final = theme.BODY_TEXT_SIZE * 3 // 2
"""The height of the line with an error, in design pixels."""


class TextPrompt(DialogBox):
    """A prompt for a line of text over ``scene_below``.

    ``on_text`` gets the line, and returns a future. When it is done, the prompt closes and ``on_done`` gets the result;
    a StorageError is shown instead. ``yes_label``: the text of the button, which Enter presses.
    """

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
        self._error_line: LineLabel | None = None

    @property
    def narration(self) -> tuple[str, ...]:
        return (*super().narration, *filter(None, (self._error_text,)))

    def compose(self) -> None:
        px = self.context.px
        top = self.layout_box(760, 12 + CONTROL_HEIGHT + 8 + ERROR_LINE_HEIGHT + 8) + px(12)
        left, inner_width = self.inner_rect.left, self.inner_rect.width
        entry = TextInput(
            self.text,
            pygame.Rect(left, top, inner_width, px(CONTROL_HEIGHT)),
            self.context.place,
            max_length=self._max_length,
        )
        self.bind_text("line", entry, self._set_text, self.question)
        error_rect = pygame.Rect(left, top + px(CONTROL_HEIGHT + 8), inner_width, px(ERROR_LINE_HEIGHT))
        self._error_line = LineLabel(
            self._error_text, error_rect, self.context.place, size=theme.BODY_TEXT_SIZE, color=theme.RED_LIGHT
        )
        buttons = ((1, "confirm", self._yes_label, self._confirm), (0, "cancel", _("Cancel"), self.on_escape))
        for index, widget_id, text, on_press in buttons:
            self.add_button(
                widget_id, text, self.get_button_rect(index), on_press, style="#primary" if index else "#menu"
            )
        if not self.focus.focused_id:
            self.focus.focus_widget(entry)
            self.focus.is_ring_shown = False  # so that Enter ends the line

    def _set_text(self, text: str) -> None:
        self.text = text
        self.show_error("")

    def show_error(self, text: str) -> None:
        """Show an error; an empty text removes it."""
        self._error_text = text
        if self._error_line is not None:
            self._error_line.set_text(text)
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
