"""Panels below the result of a match: the costliest choice, which can be made again, and a level that suits better."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from game.analysis.model import RetryTask
from game.analysis.report import describe_cost, describe_location
from game.core.sanitizer import capitalize_first
from game.statistics.level_suggestions import LevelSuggestion, find_new_suggestion
from game.text.formatting import format_number
from game.text.gettext import _
from game.text.messages import format_action
from game.text.player_names import format_player_kind
from ui.graphics import theme
from ui.table.screen_seats import get_your_seat
from ui.widgets.described import Box
from ui.widgets.fields import Action
from ui.widgets.layout import Alternatives, Column, Layers, Padded, Row, Sized
from ui.widgets.nodes import Node, Space, Text

if TYPE_CHECKING:
    from ui.table.result.overlay import ResultOverlay

PANEL_WIDTH: Final = 512
PANEL_HEIGHT: Final = 104
"""In design pixels; a panel has its size before there is anything to say."""


class NextSteps:
    """The things that a person can do after a match, besides playing again.

    Both are looked for in the background. ``has_news`` says that something was found that is not described yet.
    """

    def __init__(self, overlay: ResultOverlay) -> None:
        self._overlay, table, context = overlay, overlay.table, overlay.context
        self.has_news = False
        self.suggestion: LevelSuggestion | None = None
        seat, match_id = get_your_seat(table.session), table.match_id
        is_mine = seat is not None and match_id is not None and table.network is None
        self._job = context.router.analyze(match_id) if is_mine and match_id is not None else None
        self._seat, self._is_analysis_told = seat, False
        people = [player for player in table.session.info.players if player.is_person]
        if is_mine and len(people) == 1 and not table.session.status.is_assisted:
            finding = partial(
                find_new_suggestion, profile_id=context.own_profile.id, game_id=table.session.info.game.id
            )
            context.tasks.submit(context.storage.submit_to_archive(finding), self._set_suggestion, owner=overlay)

    def _set_suggestion(self, suggestion: LevelSuggestion | None) -> None:
        self.suggestion, self.has_news = suggestion, suggestion is not None

    def update(self) -> None:
        """Notice that the analysis is done."""
        if self._job is not None and not self._is_analysis_told and not self._job.is_busy:
            self.has_news = self._is_analysis_told = True

    @property
    def mistakes(self) -> tuple[RetryTask, ...]:
        """The costliest choices of the person as far as they are clear mistakes, the costliest first."""
        analysis = self._job.result if self._job is not None else None
        if analysis is None or self._seat is None:
            return ()
        tasks = analysis.get_retry_tasks(self._seat)
        return tuple(task for task in tasks if task.finding.judgment and task.finding.judgment.is_clear_mistake)

    def describe(self) -> Node | None:
        """Return the panels side by side, None if there can be none."""
        self.has_news = False
        panels = [panel for panel in (self._describe_mistake(), self._describe_suggestion()) if panel is not None]
        sized = [Sized(panel, width=PANEL_WIDTH, height=PANEL_HEIGHT) for panel in panels]
        beside = Row(Space(grow=1), *sized, Space(grow=1), gap=theme.LARGE_GAP)
        return Alternatives(beside, Column(*panels, gap=theme.GAP)) if panels else None

    def _describe_mistake(self) -> Node | None:
        if self._job is None or self._job.error:
            return None
        if not self.mistakes:
            is_done = self._job.result is not None
            text = _("No clear mistake of yours in this match.") if is_done else _("Looking back at this match…")
            return self._make_panel(Text(text, color=theme.MUTED))
        task = self.mistakes[0]
        judgment, game_id = task.finding.judgment, self._overlay.table.session.info.game.id
        assert judgment is not None, "a mistake was judged"
        choice = capitalize_first(format_action(judgment.chosen_action, self._overlay.deck))
        cost = describe_cost(game_id, judgment.best_option, judgment.chosen_option)
        place = Text(describe_location(task.finding.location), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        retry = Action("try-again", _("Try again"), self._retry, style="#menu", symbol="retry")
        return self._make_panel(place, Text(f"{choice}: {cost}", face="bold"), action=retry)

    def _retry(self) -> None:
        table = self._overlay.table
        self._overlay.context.router.open_choice_retry(self.mistakes, table.session.info.names, 0, table.match_id or 0)

    def _describe_suggestion(self) -> Node | None:
        if self.suggestion is None:
            return None
        level, before = (format_player_kind(kind) for kind in (self.suggestion.level, self.suggestion.played_level))
        text = _("You won {won} of your last {count} matches at {level}.")
        won = format_number(round(self.suggestion.won))
        told = Text(text.format(won=won, count=self.suggestion.played, level=before), size=theme.SMALL_TEXT_SIZE)
        told.color = theme.MUTED
        question = _("Ready for {level}?") if self.suggestion.is_harder else _("An easier table?")
        play = Action("suggested-level", _("Play at {level}").format(level=level), self._play, style="#menu")
        return self._make_panel(told, Text(question.format(level=level), face="bold"), action=play)

    def _play(self) -> None:
        if self.suggestion is not None:
            self._overlay.play_at_level(self.suggestion.level)

    def _make_panel(self, *lines: Node, action: Action | None = None) -> Node:
        """Return a panel with lines below one another, and a button beside them."""
        texts = Column(Space(grow=1), *lines, Space(grow=1), gap=theme.TINY_GAP, grow=1)
        row = Row(texts, action, gap=theme.SECTION_GAP, align="middle")
        ground = Box(fill_color=self._overlay.context.theme.panel_color)
        return Layers(ground, Padded(row, padding=theme.SECTION_GAP, top=theme.GAP))
