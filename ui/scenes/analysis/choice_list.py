"""All judged choices of a player, one of them in detail."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from game.analysis.model import Finding, MatchAnalysis
from game.analysis.report import (
    describe_judge,
    describe_judgment,
    describe_location,
    describe_option,
    describe_suspicion,
    explain_option,
)
from game.core.cards import DeckStyle
from game.core.messages import N_
from game.core.sanitizer import capitalize_first
from game.rules import GAMES
from game.text.gettext import _
from game.text.narration import make_sentence
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.scenes.page import Page
from ui.widgets.label import TextLabel
from ui.widgets.text_switcher import TextSwitcher
from ui.widgets.virtual_list import VirtualList

ROW_HEIGHT: Final = 40
MAX_ROW_LABEL_WIDTH_RATIO: Final = 0.4
TWO_BOARDS_MIN_WIDTH: Final = 940
"""The width of a page with room for two boards, in design pixels."""
LIST_WIDTH_RATIO: Final = 0.58
LIST_HEIGHT_RATIO: Final = 0.5
"""The share of the list in a page with one column."""
BOARD_GAP: Final = 16
BOARD_PADDING: Final = 12


class ChoiceRow(NamedTuple):
    """A row of the list: a label on the left, then a text in a color."""

    label: str
    text: str
    color: theme.Color


def make_choice_row(finding: Finding, game_id: str, deck: DeckStyle) -> ChoiceRow:
    """Return a choice as a row."""
    label, judgment = describe_location(finding.location), finding.judgment
    if judgment is None:
        return ChoiceRow(label, _("No choice"), theme.MUTED)
    text = describe_option(game_id, judgment.best_option, judgment.chosen_option, deck)
    return ChoiceRow(label, capitalize_first(text), theme.RED_LIGHT if judgment.counted_loss else theme.CREAM)


def describe_finding(finding: Finding, analysis: MatchAnalysis, deck: DeckStyle) -> tuple[str, ...]:
    """Return the judgment of a choice with its reasons, in lines."""
    judgment, where = finding.judgment, describe_location(finding.location)
    if judgment is None:
        lines = [_("{where}. Only one move was possible.").format(where=where)]
    else:
        verdict = make_sentence(describe_judgment(analysis.game_id, judgment, deck))
        options = dict.fromkeys((judgment.chosen_option.action, judgment.best_option.action))
        explanations = [
            explain_option(option, analysis.names, deck) for option in judgment.options if option.action in options
        ]
        lines = [f"{where}. {verdict}", *(make_sentence(text) for text in explanations if text)]
    suspected = describe_suspicion(finding, analysis.names)
    if suspected:
        lines.append(make_sentence(_("Likely partner: {names}").format(names=suspected)))
    return tuple(lines)


class ChoiceListScene(Page):
    """The choices of a seat in the order of play; ``selected_index``: the choice that is shown in detail."""

    max_scale = 1.5

    def __init__(self, context: AppContext, analysis: MatchAnalysis, seat: int, selected_index: int) -> None:
        super().__init__(context)
        self.title = N_("All choices")
        self.selected_index = selected_index
        self._analysis = analysis
        self._findings = analysis.get_findings(seat)
        self._rows: list[ChoiceRow] = []
        self._list: VirtualList | None = None
        self._details: TextSwitcher | None = None

    @property
    def deck(self) -> DeckStyle:
        return self.context.get_deck(GAMES[self._analysis.game_id].deck)

    @property
    def narration(self) -> tuple[str, ...]:
        return _(self.title), *self._describe(self.selected_index)

    def _describe(self, index: int) -> tuple[str, ...]:
        return describe_finding(self._findings[index], self._analysis, self.deck)

    def compose(self) -> None:
        px, body = self.context.px, self.body
        game = self._analysis.game_id
        self._rows = [make_choice_row(finding, game, self.deck) for finding in self._findings]
        gap = px(BOARD_GAP)
        if body.width < px(TWO_BOARDS_MIN_WIDTH):
            list_board = pygame.Rect(body.topleft, (body.width, round(body.height * LIST_HEIGHT_RATIO)))
            details_board = pygame.Rect(body.left, list_board.bottom + gap, body.width, 0)
        else:
            list_board = pygame.Rect(body.topleft, (round(body.width * LIST_WIDTH_RATIO), body.height))
            details_board = pygame.Rect(list_board.right + gap, body.top, body.right - list_board.right - gap, 0)
        details_board.height = body.bottom - details_board.top
        self.add_board(list_board)
        self.add_board(details_board)
        self._list = VirtualList(
            list_board.inflate(-2 * px(BOARD_PADDING), -2 * px(BOARD_PADDING)),
            self.context.place,
            row_height=ROW_HEIGHT,
            row_count=len(self._rows),
            describe_row=lambda index: f"{self._rows[index].label}: {self._rows[index].text}",
            paint_row=self._paint_row,
            selected_index=self.selected_index,
        )
        self._list.select(self.selected_index)
        self.bind_value("choices", self._list, self._select, _("Choices"))
        self._add_details(details_board)
        self.add_footer_button("back", _("Back"), self.on_escape)

    def _add_details(self, board: pygame.Rect) -> None:
        px, area = self.context.px, self.begin_scroll_area("details", board)
        self._details = TextSwitcher(
            [self._describe(index) for index in range(len(self._findings))],
            self.selected_index,
            (0, 0),
            area.width,
            area.place,
        )
        note = TextLabel(
            describe_judge(),
            (0, int(self._details.rect.height) + px(16)),
            area.width,
            area.place,
            size=16,
            color=theme.MUTED,
        )
        self.end_scroll_area("details", int(self._details.rect.height) + px(16) + int(note.rect.height))

    def _paint_row(self, index: int, canvas: Canvas) -> None:
        px, row = self.context.px, self._rows[index]
        size, padding = px(theme.BODY_TEXT_SIZE), px(12)
        widths = [theme.load_font("sans", size).size(each.label)[0] for each in self._rows]
        label_width = min(max(widths), round(canvas.width * MAX_ROW_LABEL_WIDTH_RATIO))
        label = theme.render_fitted_text(row.label, "sans", size, theme.MUTED, label_width)
        canvas.blit(label, label.get_rect(midleft=(padding, canvas.height // 2)))
        left = padding + label_width + px(16)
        text = theme.render_fitted_text(row.text, "sans", size, row.color, canvas.width - left - padding)
        canvas.blit(text, text.get_rect(midleft=(left, canvas.height // 2)))

    def _select(self, index: int) -> None:
        self.selected_index = index
        if self._details is not None:
            self._details.show_passage(index)
        if self.context.narrate is not None:
            for line in self._describe(index):
                self.context.narrate(line)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self._list is not None:
            self._list.draw(canvas)
