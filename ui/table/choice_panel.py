"""The panel of a phase with a few choices: a question with answers as buttons."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.core.actions import Action
from game.core.cards import Card
from ui.graphics import theme
from ui.table.question_panel import (
    PANEL_WIDTH,
    WIDE_PANEL_WIDTH,
    Answer,
    PanelSize,
    QuestionPanel,
    make_button_row,
)
from ui.widgets.layout import Alternatives, Column
from ui.widgets.nodes import Node

if TYPE_CHECKING:
    from ui.table.scene import TableScene


class ChoicePanel(QuestionPanel):
    """A question over the middle of the table. The last answer is the primary one.

    ``make_card_action``: returns the answer that a click on a card of the hand gives, None if a click gives none.
    """

    def __init__(self, table: TableScene, make_card_action: Callable[[Card], Action] | None = None) -> None:
        super().__init__(table)
        self._make_card_action = make_card_action

    @property
    def width(self) -> float:
        frame, answers = self.make_frame(), self._make_answers()
        needed_width = make_button_row(PanelSize(), *answers).measure_width(frame, sys.maxsize)
        is_narrow = needed_width <= frame.px(PANEL_WIDTH - 2 * theme.MARGIN) and len(answers) < 3
        return PANEL_WIDTH if is_narrow else WIDE_PANEL_WIDTH

    def _make_answers(self, *, is_stretched: bool = False) -> list[Answer]:
        """Return the buttons; the last one takes the rest of its row, or all share it."""
        *others, last = self.question.options
        answers = [Answer(self, option, grow=float(is_stretched)) for option in others]
        return [*answers, Answer(self, last, "#primary", grow=1)]

    def list_rows(self, size: PanelSize) -> Sequence[Node]:
        row = make_button_row(size, *self._make_answers())
        *others, last = self._make_answers(is_stretched=True)
        if not others:
            return (row,)
        rows = Column(make_button_row(size, *others), make_button_row(size, last), gap=theme.GAP)
        return (Alternatives(row, rows, grow=1),)

    def get_card_action(self, card: Card) -> Action | None:
        return self._make_card_action(card) if self._make_card_action is not None else None
