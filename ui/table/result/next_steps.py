"""Panels below the result of a match: the costliest choice, which can be made again, and a level that suits better."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from game.statistics.level_suggestions import LevelSuggestion, find_new_suggestion
from game.text.formatting import format_number
from game.text.gettext import _
from game.text.player_names import format_player_kind
from ui.graphics import theme
from ui.table.result.costliest_choice import CostliestChoice, make_panel
from ui.table.screen_seats import get_your_seat
from ui.widgets.fields import Action
from ui.widgets.layout import Alternatives, Column, Row, Sized
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
        self.suggestion: LevelSuggestion | None = None
        self._is_suggestion_new = False
        self._costliest_choice = CostliestChoice(overlay)
        is_mine = get_your_seat(table.session) is not None and table.match_id is not None and table.network is None
        people = [player for player in table.session.info.players if player.is_person]
        if is_mine and len(people) == 1 and not table.session.status.is_assisted:
            finding = partial(
                find_new_suggestion, profile_id=context.own_profile.id, game_id=table.session.info.game.id
            )
            context.tasks.submit(context.storage.submit_to_archive(finding), self._set_suggestion, owner=overlay)

    def _set_suggestion(self, suggestion: LevelSuggestion | None) -> None:
        self.suggestion, self._is_suggestion_new = suggestion, suggestion is not None
        if suggestion is not None:
            self._overlay.table.narrate(self._format_question(suggestion))

    @property
    def has_news(self) -> bool:
        return self._is_suggestion_new or self._costliest_choice.has_news

    def update(self, seconds: float) -> None:
        """Notice that the analysis is done."""
        self._costliest_choice.update(seconds)

    def describe(self) -> Node | None:
        """Return the panels side by side, None if there can be none."""
        self._is_suggestion_new = False
        panels = [node for node in (self._costliest_choice.describe(), self._describe_suggestion()) if node is not None]
        sized = [Sized(panel, width=PANEL_WIDTH, height=PANEL_HEIGHT) for panel in panels]
        beside = Row(Space(grow=1), *sized, Space(grow=1), gap=theme.LARGE_GAP)
        return Alternatives(beside, Column(*panels, gap=theme.GAP)) if panels else None

    def _describe_suggestion(self) -> Node | None:
        if self.suggestion is None:
            return None
        level, before = (format_player_kind(kind) for kind in (self.suggestion.level, self.suggestion.played_level))
        text = _("You won {won} of your last {count} matches at {level}.")
        won = format_number(round(self.suggestion.won))
        told = Text(text.format(won=won, count=self.suggestion.played, level=before), size=theme.SMALL_TEXT_SIZE)
        told.color = theme.MUTED
        play = Action("suggested-level", _("Play at {level}").format(level=level), self._play, style="#menu")
        return make_panel(self._overlay, told, Text(self._format_question(self.suggestion), face="bold"), action=play)

    def _format_question(self, suggestion: LevelSuggestion) -> str:
        question = _("Ready for {level}?") if suggestion.is_harder else _("An easier table?")
        return question.format(level=format_player_kind(suggestion.level))

    def _play(self) -> None:
        if self.suggestion is not None:
            self._overlay.play_at_level(self.suggestion.level)
