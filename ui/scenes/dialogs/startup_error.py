"""Pages for errors that prevent or stop the program, with advice and a retry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.messages import N_
from game.text.file_errors import HOME_VARIABLE
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.scenes.page import FOOTER_BUTTON_WIDTH, Page
from ui.widgets.fields import Action
from ui.widgets.layout import Column, Panel, Row, Sized
from ui.widgets.nodes import Node, Space, Text

PANEL_WIDTH: Final = 860
"""The largest width of the text with its panel, in design pixels."""


class StartupErrorScene(Page):
    """The page of an error at the start of the program.

    Its buttons and Esc close the page; `is_retry_wanted` is then whether to try again, and `is_unsaved_play_wanted`
    whether without saving, which is offered if `can_play_unsaved` is set.
    """

    max_scale = 1.5

    title = N_("Tavolo Verde can't start")
    again_words = N_("Try again")
    is_about_storage = True
    """Whether the program can start without its folders."""

    def __init__(self, context: AppContext, error_text: str) -> None:
        super().__init__(context)
        self.error_text = error_text
        self.can_play_unsaved = False
        self.is_retry_wanted = self.is_unsaved_play_wanted = False

    def get_advice(self) -> str:
        """Return the advice for the person."""
        advice = _(
            "Check that you can write to this folder and that the disk has free space, then try again. To use "
            "another folder, set the environment variable {variable}."
        ).format(variable=HOME_VARIABLE)
        if not self.can_play_unsaved:
            return advice
        return f"{advice}\n" + _("If you play without saving, your matches are lost when you quit.")

    def describe(self) -> Node:
        texts = Column(
            Text(self.error_text, size=theme.LARGE_TEXT_SIZE, color=theme.RED_LIGHT),
            Text(self.get_advice(), size=theme.LARGE_TEXT_SIZE),
            gap=theme.SECTION_GAP,
        )
        panel = Sized(Panel(texts, padding=theme.LARGE_MARGIN), width=PANEL_WIDTH)
        return Row(Space(grow=1), panel, Space(grow=1), align="top")

    def list_footer(self) -> Sequence[Node]:
        play = Action("play-unsaved", _("Play without saving"), self._play_unsaved, style="#menu")
        return (
            Action("quit", _("Quit"), self.on_escape, style="#menu", min_width=FOOTER_BUTTON_WIDTH),
            Space(grow=1),
            *((play, Space(grow=1)) if self.can_play_unsaved else ()),
            Action("try-again", _(self.again_words), self._retry, style="#primary", min_width=FOOTER_BUTTON_WIDTH),
        )

    def compose(self) -> None:
        super().compose()
        if not self.focus.focused_id:
            self.focus.focus_widget(self.find("try-again"))

    def _retry(self) -> None:
        self.is_retry_wanted = True
        self.on_escape()

    def _play_unsaved(self) -> None:
        self.is_unsaved_play_wanted = True
        self._retry()


class StoppedProgramScene(StartupErrorScene):
    """The page after an unexpected error.

    ``advice``: where the log is, and that matches are safe.
    """

    title = N_("Tavolo Verde has stopped")
    again_words = N_("Restart")
    is_about_storage = False

    def __init__(self, context: AppContext, fault: str, advice: str) -> None:
        super().__init__(context, fault)
        self._advice = advice

    def get_advice(self) -> str:
        return self._advice
