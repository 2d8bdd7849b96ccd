"""The panel of a phase with a few choices: a question with answers as buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.core.actions import Action, Pass
from game.core.cards import Card
from ui.input.key_map import PASS_TURN
from ui.table.question_panel import (
    BUTTON_GAP,
    BUTTON_ROW,
    PANEL_PADDING,
    PANEL_WIDTH,
    WIDE_PANEL_WIDTH,
    PanelRow,
    QuestionPanel,
)

if TYPE_CHECKING:
    from ui.table.scene import TableScene


class ChoiceOption(NamedTuple):
    """A choice as a button: its widget id, its action and its text."""

    widget_id: str
    action: Action
    text: str


class ChoiceQuestion(NamedTuple):
    """A question and its answers.

    ``hint``: a short explanation; ``options``: also those that are illegal now, so that their reason can be shown; the
    last is the usual one; ``make_card_action``: returns the answer that a click on a card of the hand gives, None if a
    click gives none.
    """

    title: str
    hint: str
    options: tuple[ChoiceOption, ...]
    make_card_action: Callable[[Card], Action] | None = None


class ChoicePanel(QuestionPanel):
    """A question over the middle of the table. The last answer is the primary one."""

    def __init__(self, table: TableScene, question: ChoiceQuestion) -> None:
        super().__init__(table)
        self.question = question

    @property
    def question_text(self) -> str:
        return self.question.title

    @property
    def hint_text(self) -> str:
        return self.question.hint

    @property
    def width(self) -> float:
        widths = [self.measure_button(option.text) for option in self.question.options]
        needed_width = sum(widths) + BUTTON_GAP * (len(widths) - 1) + 2 * PANEL_PADDING
        return PANEL_WIDTH if needed_width <= PANEL_WIDTH and len(widths) < 3 else WIDE_PANEL_WIDTH

    @property
    def rows(self) -> Sequence[PanelRow]:
        return [BUTTON_ROW for _row in self._button_rows]

    @property
    def _row_width(self) -> float:
        """The width of a row of buttons in design pixels."""
        layout = self.table.layout
        return min(self.width, layout.free_rect.width / layout.ui_scale) - 2 * PANEL_PADDING

    def _measure_widths(self, options: Sequence[ChoiceOption]) -> list[float]:
        """Return the widths of buttons in a row in design pixels; the last gets the rest of the row."""
        widths = [self.measure_button(option.text) for option in options]
        rest = self._row_width - BUTTON_GAP * (len(widths) - 1) - sum(widths[:-1])
        return [*widths[:-1], max(rest, widths[-1])]

    @property
    def _button_rows(self) -> tuple[tuple[ChoiceOption, ...], ...]:
        """The answers in a row, or the primary one in a row below the others if they are too wide."""
        options = self.question.options
        width = sum(self._measure_widths(options)) + BUTTON_GAP * (len(options) - 1)
        is_too_wide = width > self._row_width + 1 and len(options) > 1
        return (options[:-1], options[-1:]) if is_too_wide else (options,)

    def build(self) -> None:
        self.actions_by_button = {}
        for options, row in zip(self._button_rows, self.arrangement.row_rects, strict=True):
            for option, rect in zip(options, self.split_row(row, self._measure_widths(options)), strict=True):
                is_usual = option is self.question.options[-1]
                style = "#primary" if is_usual else "#menu"
                self.add_action_button(option.widget_id, option.action, option.text, rect, style)

    def get_key_action(self, key: int) -> Action | None:
        passes = (option.action for option in self.question.options if isinstance(option.action, Pass))
        action = next(passes, None) if key in self.table.context.key_map.keys(PASS_TURN) else None
        return action if action in self.table.observation.legal_actions else None

    def get_card_action(self, card: Card) -> Action | None:
        return self.question.make_card_action(card) if self.question.make_card_action is not None else None
