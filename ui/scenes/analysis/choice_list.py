"""All judged choices of a player, one of them in detail."""

from __future__ import annotations

from typing import Final

from game.analysis.model import Finding, MatchAnalysis
from game.analysis.report import (
    describe_judge,
    describe_judgment,
    describe_location,
    describe_option,
    describe_suspicion,
    explain_judgment,
)
from game.core.cards import DeckStyle
from game.core.messages import N_
from game.core.sanitizer import capitalize_first
from game.rules import GAMES
from game.text.gettext import _
from game.text.narration import make_sentence
from ui.app.context import AppContext
from ui.graphics import theme
from ui.scenes.page import Page
from ui.table.overlays.base import pad_scroll
from ui.widgets.fields import RowList
from ui.widgets.layout import Alternatives, Column, Padded, Panel, Rest, Row, Sized
from ui.widgets.nodes import Line, Node, Scroll, Section, Space, Text

ROW_HEIGHT: Final = 40
LABEL_WIDTH: Final = 132
"""The height of a row and the width of its label, in design pixels."""
TWO_BOARDS_MIN_WIDTH: Final = 940
"""The width of a page with room for two boards, in design pixels."""


def describe_finding(finding: Finding, analysis: MatchAnalysis, deck: DeckStyle) -> tuple[str, ...]:
    """Return the judgment of a choice with its reasons, in lines."""
    judgment, where = finding.judgment, describe_location(finding.location)
    if judgment is None:
        lines = [_("{where}. Only one move was possible.").format(where=where)]
    else:
        verdict = describe_judgment(analysis.game_id, judgment, deck)
        lines = [f"{where}. {verdict}", *explain_judgment(judgment, analysis.names, deck)]
    suspected = describe_suspicion(finding, analysis.names)
    if suspected:
        lines.append(make_sentence(_("Likely partner: {names}").format(names=suspected)))
    return tuple(lines)


class ChoiceListScene(Page):
    """The choices of a seat in the order of play; ``selected_index``: the choice that is shown in detail."""

    title = N_("All choices")
    max_scale = 1.5

    def __init__(self, context: AppContext, analysis: MatchAnalysis, seat: int, selected_index: int) -> None:
        super().__init__(context)
        self.selected_index = selected_index
        self._analysis = analysis
        self._findings = analysis.get_findings(seat)

    @property
    def deck(self) -> DeckStyle:
        return self.context.get_deck(GAMES[self._analysis.game_id].deck)

    @property
    def narration(self) -> tuple[str, ...]:
        return _(self.title), *self._describe(self.selected_index)

    def _describe(self, index: int) -> tuple[str, ...]:
        return describe_finding(self._findings[index], self._analysis, self.deck)

    def compose(self) -> None:
        super().compose()
        self.find("choices").select(self.selected_index)

    def describe(self) -> Node:
        options = {
            "row_height": ROW_HEIGHT,
            "row_count": len(self._findings),
            "narrate_row": lambda index: ": ".join(self._list_row_texts(self._findings[index])),
            "describe_row": self._describe_row,
            "selected_index": self.selected_index,
        }
        rows = RowList(id="choices", label=_("Choices"), on_change=self._select, options=options)
        choices = Panel(rows, padding=theme.SMALL_MARGIN, grow=58)
        details = Panel(Section("details", self._describe_details, grow=1), padding=0, grow=42)
        wide = Rest(Row(choices, details, gap=theme.LARGE_GAP), TWO_BOARDS_MIN_WIDTH)
        return Alternatives(wide, Column(choices, details, gap=theme.LARGE_GAP))

    def _describe_details(self) -> Node:
        where, *reasons = self._describe(self.selected_index)
        small = theme.SMALL_TEXT_SIZE
        lines = (Text(where), Text("\n".join(reasons), size=small, color=theme.MUTED))
        note = Text(describe_judge(), size=small, color=theme.MUTED)
        return pad_scroll(Scroll("details", Column(*lines, Space(theme.LARGE_GAP), note)))

    def _list_row_texts(self, finding: Finding) -> tuple[str, str]:
        """Return where a choice was made, and the choice."""
        where, judgment = describe_location(finding.location), finding.judgment
        if judgment is None:
            return where, _("Only move")
        game, best = self._analysis.game_id, judgment.best_option
        return where, capitalize_first(describe_option(game, best, judgment.chosen_option, self.deck))

    def _describe_row(self, index: int) -> Node:
        judgment = self._findings[index].judgment
        where, text = self._list_row_texts(self._findings[index])
        color = theme.MUTED if judgment is None else theme.RED_LIGHT if judgment.counted_loss else theme.CREAM
        label = Sized(Line(where, color=theme.MUTED), width=LABEL_WIDTH)
        return Padded(Row(label, Line(text, color=color, grow=1), gap=theme.LARGE_GAP), padding=theme.GAP, top=0)

    def _select(self, index: int) -> None:
        self.selected_index = index
        self.recompose("details")
        self.context.speak(*self._describe(index))
