"""The panel of a phase with a few choices: a question with answers as buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import pygame

from game.core.actions import Action, Pass
from game.core.cards import Card
from ui.graphics.canvas import Canvas
from ui.input.key_map import PASS_TURN
from ui.table.action_panel import ActionPanel
from ui.table.context import TableContext

MAX_BUTTONS_PER_ROW: Final = 14
NUMBER_BUTTON_STEP: Final = 43
MIN_NUMBER_BUTTON_STEP: Final = 34
TEXT_BUTTON_STEP: Final = 214
"""Design pixels from one button to the next.

With numbers; at least, with numbers in a single row; with words.
"""


class ChoiceOption(NamedTuple):
    """A choice as a button: its widget id, its action and its text.

    ``is_default``: the button is highlighted; ``digit``: the digit key that chooses it, None if there is none.
    """

    widget_id: str
    action: Action
    text: str
    is_default: bool = False
    digit: int | None = None


class ChoiceQuestion(NamedTuple):
    """A question and its answers.

    ``options``: also those that are illegal now, so that their reason can be shown; ``has_number_answers``: the answers
    are numbers; ``make_card_action``: returns the answer that a click on a card of the hand gives, None if a click
    gives none.
    """

    title: str
    options: tuple[ChoiceOption, ...]
    has_number_answers: bool = False
    make_card_action: Callable[[Card], Action] | None = None


class ChoicePanel(ActionPanel):
    """A question above the viewer's hand."""

    def __init__(self, table: TableContext, question: ChoiceQuestion) -> None:
        super().__init__(table)
        self.question = question

    @property
    def _available_width(self) -> int:
        """The width that the buttons can take, in pixels."""
        return self.table.layout.free_rect.width - self.table.layout.px(28)

    @property
    def _button_step(self) -> int:
        """Pixels from one button to the next."""
        layout, count = self.table.layout, len(self.question.options)
        if not self.question.has_number_answers:
            return min(layout.px(TEXT_BUTTON_STEP), self._available_width)
        one_row_step = self._available_width // count
        return (
            min(layout.px(NUMBER_BUTTON_STEP), one_row_step)
            if one_row_step >= layout.px(MIN_NUMBER_BUTTON_STEP)
            else layout.px(NUMBER_BUTTON_STEP)
        )

    @property
    def _grid_size(self) -> tuple[int, int]:
        """The numbers of rows and columns of buttons.

        The panel has as many columns as fit, and rows of nearly equal length.
        """
        count = len(self.question.options)
        max_columns = max(1, min(MAX_BUTTONS_PER_ROW, self._available_width // self._button_step))
        rows = -(-count // max_columns)
        return rows, -(-count // rows)

    @property
    def rect(self) -> pygame.Rect:
        """The place of the panel, in pixels."""
        rows, columns = self._grid_size
        panel_width = self._button_step * columns / self.table.layout.ui_scale + (
            40 if self.question.has_number_answers else 28
        )
        return self.compute_panel_rect(max(panel_width, 470), 48 + 52 * rows)

    @property
    def question_text(self) -> str:
        return self.question.title

    def build(self) -> None:
        px, rect = self.table.layout.px, self.rect
        self.actions_by_button = {}
        step, columns = self._button_step, self._grid_size[1]
        left = rect.centerx - step * columns // 2
        for index, option in enumerate(self.question.options):
            row, column = divmod(index, columns)
            button_rect = pygame.Rect(left + column * step, rect.y + px(43 + 52 * row), step - px(6), px(46))
            self.add_action_button(
                option.widget_id, option.action, option.text, button_rect, "#primary" if option.is_default else "#menu"
            )

    def get_key_action(self, key: int) -> Action | None:
        digit, is_pass_key = key - pygame.K_0, key in self.table.context.key_map.keys(PASS_TURN)
        actions = (
            option.action
            for option in self.question.options
            if option.digit == digit or (is_pass_key and isinstance(option.action, Pass))
        )
        action = next(actions, None)
        return action if action in self.table.observation.legal_actions else None

    def get_card_action(self, card: Card) -> Action | None:
        return self.question.make_card_action(card) if self.question.make_card_action is not None else None

    def draw(self, canvas: Canvas) -> None:
        self.draw_panel_background(canvas, self.rect, self.question_text, 6)
