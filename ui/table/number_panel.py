"""The panel of a phase in which the viewer chooses a number: a stepper or a row, and buttons that name the actions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.core.actions import Action
from game.text.games.question import ChoiceOption
from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.question_panel import (
    DIGIT_KEYS,
    PANEL_WIDTH,
    WIDE_PANEL_WIDTH,
    Answer,
    PanelRow,
    PanelSize,
    QuestionPanel,
    make_button_row,
)
from ui.widgets import fields
from ui.widgets.button import Button
from ui.widgets.layout import Column
from ui.widgets.nodes import Frame, Line, Node, Painter, Space

if TYPE_CHECKING:
    from ui.table.scene import TableScene

STEPPER_HEIGHTS: Final = (58, 44)
UNIT_HEIGHTS: Final = (52, 26)
"""The usual and the least height of a row, in design pixels."""
SMALL_ROW_HEIGHT: Final = 44
"""The usual height of a row of small buttons, in design pixels."""
NUMBER_TEXT_SIZE: Final = 72
NUMBER_WIDTH: Final = 152
"""The usual size of the number, and its width, in design pixels."""
NUMBER_BUTTON_WIDTH: Final = 44
MAX_LISTED_NUMBERS: Final = 20
"""The width of the button of a number in design pixels, and the most numbers with a button each."""
MIN_ROW_RATIO: Final = 0.85
"""The least width of buttons in a row, as a share of the width that their texts need at full size."""
STEPS: Final = {"subtract-1": (-1, "minus"), "add-1": (1, "plus")}
"""The change of the number and the symbol of each button of the stepper, by widget id."""


def ignore_press() -> None:
    """Do nothing: the button cannot be pressed."""


class NumberPanel(QuestionPanel):
    """A number between − and +, or one of a row of a few numbers, with buttons for its actions.

    Subclasses say which numbers there are, and what the actions of the number and the others are. `number` is the
    number chosen: at first the least of a stepper, and none of a row, unless it is the only one.
    """

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        has_choice = self._is_listed and len(self.numbers) > 1
        self.number: int | None = None if has_choice else self.numbers[0]

    def list_hidden_choices(self) -> Sequence[tuple[str, Action]]:
        if self.number is not None:
            return ()
        return [(option.text, option.action) for number in self.numbers for option in self.list_number_options(number)]

    # -- for subclasses

    @property
    def numbers(self) -> range:
        """The legal numbers, in order."""
        raise NotImplementedError

    @property
    def unit_text(self) -> str:
        """The words below the number that is chosen."""
        raise NotImplementedError

    def format_number(self, number: int) -> str:
        """Return how a number is shown."""
        return str(number)

    def list_number_options(self, number: int) -> Sequence[ChoiceOption]:
        """Return the actions of a number, the usual one last."""
        raise NotImplementedError

    def list_other_options(self) -> Sequence[ChoiceOption]:
        """Return the actions that do not depend on the number."""
        return ()

    def find_number(self, action: Action) -> int | None:
        """Return the number of an action, None if it has none."""
        raise NotImplementedError

    # -- the panel

    @property
    def _is_listed(self) -> bool:
        """Whether there are so few numbers that each has a button."""
        return len(self.numbers) <= MAX_LISTED_NUMBERS

    @property
    def _list_width(self) -> float:
        """The width of a panel with all numbers in a row, in design pixels; 0 with a stepper."""
        count = len(self.numbers)
        return count * (NUMBER_BUTTON_WIDTH + theme.TINY_GAP) + 2 * theme.MARGIN if self._is_listed else 0

    @property
    def width(self) -> float:
        if self._is_single_row:
            return max(PANEL_WIDTH, self._single_row_width, self._list_width)
        if self._is_listed:
            return max(PANEL_WIDTH, self._list_width)
        return PANEL_WIDTH if len(self.list_other_options()) < 2 else WIDE_PANEL_WIDTH

    @property
    def _single_row_width(self) -> float:
        """The width of a panel with all buttons in a row, in design pixels."""
        options = *self.list_other_options(), *self.list_number_options(self.number or self.numbers[-1])
        frame, answers = self.make_frame(), [Answer(self, option) for option in options]
        width = make_button_row(PanelSize(), *answers).measure_width(frame, sys.maxsize)
        return width / frame.place.scale + 2 * theme.MARGIN

    @property
    def _is_single_row(self) -> bool:
        """Whether all buttons fit in a row; else the unusual actions of the number have a row of their own."""
        layout = self.table.layout
        return self._single_row_width * MIN_ROW_RATIO <= layout.free_rect.width / layout.ui_scale

    def list_rows(self, size: PanelSize) -> Sequence[Node]:
        if self.number is None:
            none = fields.Action(
                "no-number", _("Choose a number"), ignore_press, style="#primary", is_enabled=False, grow=2
            )
            asked = [Answer(self, option, grow=1) for option in self.list_other_options()]
            return self._make_number_choice(size), make_button_row(size, *asked, none)
        *extra_options, usual_option = self.list_number_options(self.number)
        usual = Answer(self, usual_option, "#primary", grow=1)
        others = [Answer(self, option, grow=1) for option in self.list_other_options()]
        rows: list[Node] = [self._make_number_choice(size)]
        if self._is_single_row:
            answers = [*others, *(Answer(self, option) for option in extra_options), usual]
            for answer in answers:
                answer.grow = answer.measure_width(self.make_frame(), sys.maxsize)
            return (*rows, make_button_row(size, *answers))
        if extra_options:
            extra = [Answer(self, option, "#small", grow=1) for option in extra_options]
            rows.append(PanelRow(size, SMALL_ROW_HEIGHT, theme.CONTROL_HEIGHT, *extra))
        usual.grow = 2
        return (*rows, make_button_row(size, *others, usual))

    def _make_number_choice(self, size: PanelSize) -> Node:
        """Return the row of numbers or the stepper, with the words about the number below it."""
        parts = self._make_number_rows(size) if self._is_listed else [self._make_stepper(size)]
        if size.has_notes or self._is_listed:
            unit = Line("" if self.number is None else self.unit_text, color=theme.MUTED, align="centre", grow=1)
            parts.append(PanelRow(size, *UNIT_HEIGHTS, unit))
        return Column(*parts, gap=theme.TINY_GAP if self._is_listed else 0, grow=sum(part.grow for part in parts))

    def _make_number_rows(self, size: PanelSize) -> list[PanelRow]:
        """Return a button for each number, in two rows where the table is too narrow for one."""
        layout = self.table.layout
        has_room = layout.px(self._list_width * MIN_ROW_RATIO) <= layout.free_rect.width
        columns = len(self.numbers) if has_room else -(-len(self.numbers) // 2)
        buttons = [self._make_number_button(number) for number in self.numbers]
        rows = [buttons[first : first + columns] for first in range(0, len(buttons), columns)]
        return [
            PanelRow(
                size,
                theme.BUTTON_HEIGHT,
                theme.CONTROL_HEIGHT,
                *row,
                *(Space(grow=1) for _missing in range(columns - len(row))),
                gap=theme.TINY_GAP,
            )
            for row in rows
        ]

    def _make_number_button(self, number: int) -> Node:
        style = "#primary_row" if number == self.number else "#small"
        choose = partial(self._choose, number)
        return fields.Action(f"number-{number}", self.format_number(number), choose, style=style, grow=1)

    def _make_stepper(self, size: PanelSize) -> PanelRow:
        minus, plus = (self._make_step_button(widget_id) for widget_id in STEPS)
        return PanelRow(
            size,
            *STEPPER_HEIGHTS,
            Space(grow=1),
            minus,
            Painter(self._paint_number, width=NUMBER_WIDTH, height=NUMBER_TEXT_SIZE),
            plus,
            Space(grow=1),
            gap=theme.SMALL_GAP,
            align="middle",
        )

    def _paint_number(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        """Paint the number as high as its row."""
        size = min(frame.px(NUMBER_TEXT_SIZE), round(rect.height * NUMBER_TEXT_SIZE / STEPPER_HEIGHTS[0]))
        text = self.format_number(self.number or 0)
        image = theme.render_fitted_text(text, "serif", size, theme.CREAM, rect.width, 0.5)
        canvas.blit(image, image.get_rect(center=rect.center))

    def _make_step_button(self, widget_id: str) -> Node:
        """Return a square button that changes the number."""
        step, symbol = STEPS[widget_id]
        number = (self.number or 0) + step
        return fields.Action(
            widget_id,
            "",
            partial(self._choose, number),
            style="#menu",
            symbol=symbol,
            label=f"{step:+d}".replace("-", "−"),
            height=theme.BUTTON_HEIGHT,
            is_enabled=number in self.numbers,
        )

    def build(self) -> None:
        if self.number is not None:
            self.number = min(max(self.number, self.numbers[0]), self.numbers[-1])
        super().build()

    def recommend(self, action: Action | None) -> None:
        number = None if action is None else self.find_number(action)
        if number is not None:
            self.number = number
        super().recommend(action)

    def find_button(self, action: Action) -> Button | None:
        button, number = super().find_button(action), self.find_number(action)
        if button is not None or number is None or number == self.number:
            return button
        step_id = "add-1" if number > (self.number or 0) else "subtract-1"
        number_button = self.table.focus.find(f"number-{number}" if self._is_listed else step_id)
        return number_button if isinstance(number_button, Button) else None

    def describe_action(self, action: Action) -> str:
        number = self.find_number(action)
        options = (*self.list_other_options(), *(() if number is None else self.list_number_options(number)))
        return next((option.text for option in options if option.action == action), action.text_without_seat)

    def type_digit(self, key: int) -> bool:
        if key not in DIGIT_KEYS:
            return False
        typed = self.type_figure(key)
        number = next((number for number in self.numbers if str(number).startswith(typed)), None)
        if number is None:
            text = _("Type a number from {low} to {high}.").format(low=self.numbers[0], high=self.numbers[-1])
        else:
            self._choose(number)
            self.typed_digits, self.table.hand_interaction.selected_index = typed, -1
            text = _("{typed}: type the next digit, or press Enter for {number}.").format(typed=typed, number=number)
        self.table.show_message(text)
        return True

    def _choose(self, number: int) -> None:
        self.number, self.typed_digits = number, ""
        self.table.recompose_choices()
