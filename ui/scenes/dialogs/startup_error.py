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
from ui.services.error_log import StopReport
from ui.widgets.fields import Action
from ui.widgets.layout import Column, Panel, Row, Sized
from ui.widgets.nodes import Node, Space, Text

PANEL_WIDTH: Final = 860
"""The largest width of the text with its panel, in design pixels."""


class StartupErrorScene(Page):
    """The page of an error at the start of the program.

    Its buttons and Esc close the page; `is_retry_wanted` is then whether to try again, `is_unsaved_play_wanted` whether
    without saving, and `is_match_wanted` whether with the match that was open. The last two are offered if
    `can_play_unsaved` and `can_continue_match` are set.
    """

    max_scale = 1.5

    title = N_("Tavolo Verde can't start")
    again_words = N_("Try again")
    is_about_storage = True
    """Whether the program can start without its folders."""
    details = ""
    """A line for a report, below the others and smaller."""

    def __init__(self, context: AppContext, error_text: str) -> None:
        super().__init__(context)
        self.error_text = error_text
        self.can_play_unsaved = self.can_continue_match = False
        self.is_retry_wanted = self.is_unsaved_play_wanted = self.is_match_wanted = False

    def get_advice(self) -> str:
        """Return the advice for the person."""
        advice = _(
            "Check that you can write to this folder and that the disk has free space, then try again. To use "
            "another folder, set the environment variable {variable}."
        ).format(variable=HOME_VARIABLE)
        if not self.can_play_unsaved:
            return advice
        return f"{advice}\n" + _("If you play without saving, your matches will be lost when you quit.")

    def describe(self) -> Node:
        texts = Column(
            Text(self.error_text, size=theme.LARGE_TEXT_SIZE, color=theme.RED_LIGHT),
            Text(self.get_advice(), size=theme.LARGE_TEXT_SIZE),
            Text(self.details, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED) if self.details else None,
            gap=theme.SECTION_GAP,
        )
        panel = Sized(Panel(texts, padding=theme.LARGE_MARGIN), width=PANEL_WIDTH)
        return Row(Space(grow=1), panel, Space(grow=1), align="top")

    def list_footer(self) -> Sequence[Node]:
        play = Action("play-unsaved", _("Play without saving"), self._play_unsaved, style="#menu")
        again = Action("try-again", _(self.again_words), self._retry, min_width=FOOTER_BUTTON_WIDTH)
        again.style = "#menu" if self.can_continue_match else "#primary"
        go_on = Action("continue-match", _("Continue your match"), self._continue_match, style="#primary")
        return (
            Action("quit", _("Quit"), self.on_escape, style="#menu", min_width=FOOTER_BUTTON_WIDTH),
            Space(grow=1),
            *((play, Space(grow=1)) if self.can_play_unsaved else ()),
            again,
            *((go_on,) if self.can_continue_match else ()),
        )

    def compose(self) -> None:
        super().compose()
        if not self.focus.focused_id:
            self.focus.focus_widget(self.find("continue-match" if self.can_continue_match else "try-again"))

    def _retry(self) -> None:
        self.is_retry_wanted = True
        self.on_escape()

    def _continue_match(self) -> None:
        self.is_match_wanted = True
        self._retry()

    def _play_unsaved(self) -> None:
        self.is_unsaved_play_wanted = True
        self._retry()


class StoppedProgramScene(StartupErrorScene):
    """The page after an unexpected error. ``report``: what to tell the person."""

    title = N_("Tavolo Verde has stopped")
    again_words = N_("Restart")
    is_about_storage = False

    def __init__(self, context: AppContext, report: StopReport) -> None:
        super().__init__(context, report.fault)
        self._report, self.details = report, report.details

    def get_advice(self) -> str:
        return self._report.safety
