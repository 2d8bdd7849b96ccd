"""The panel of a phase in which the viewer chooses a number: a stepper, and buttons that name the actions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame
from pygame_gui.elements import UIButton

from game.core.actions import Action
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.question_panel import (
    PANEL_WIDTH,
    WIDE_PANEL_WIDTH,
    Answer,
    ChoiceOption,
    PanelRow,
    PanelSize,
    QuestionPanel,
    make_button_row,
)
from ui.widgets.base import set_enabled
from ui.widgets.button import Button
from ui.widgets.layout import Column
from ui.widgets.nodes import Frame, Line, Node, Painted, Space

if TYPE_CHECKING:
    from ui.table.scene import TableScene

STEPPER_HEIGHTS: Final = (58, 44)
UNIT_HEIGHTS: Final = (52, 26)
"""The usual and the least height of a row, in design pixels."""
SMALL_ROW_HEIGHT: Final = 44
STEP_BUTTON_SIZE: Final = 56
"""The usual height of a row of small buttons, and the size of a button of the stepper, in design pixels."""
NUMBER_TEXT_SIZE: Final = 72
NUMBER_WIDTH: Final = 152
MIN_ROW_RATIO: Final = 0.85
"""The least width of buttons in a row, as a share of the width that their texts need at full size."""
STEPS: Final = {"subtract-1": -1, "add-1": 1}
"""The buttons of the stepper by widget id, with the change of the number."""


class NumberPanel(QuestionPanel):
    """A number between − and +, with buttons for its actions.

    Subclasses say which numbers there are, and what the actions of the number and the others are. `number` is the
    number shown, at first the least.
    """

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        self.number = self.numbers[0]
        self._step_by_button: dict[UIButton, int] = {}

    # -- for subclasses

    @property
    def numbers(self) -> range:
        """The legal numbers, in order."""
        raise NotImplementedError

    @property
    def unit_text(self) -> str:
        """The words below the number."""
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
    def width(self) -> float:
        if self._is_single_row:
            return max(PANEL_WIDTH, self._single_row_width)
        return PANEL_WIDTH if len(self.list_other_options()) < 2 else WIDE_PANEL_WIDTH

    @property
    def _options(self) -> tuple[ChoiceOption, ...]:
        """All actions in the order of their buttons, the usual one of the number last."""
        return (*self.list_other_options(), *self.list_number_options(self.number))

    @property
    def _single_row_width(self) -> float:
        """The width of a panel with all buttons in a row, in design pixels."""
        frame, answers = self.make_frame(), [Answer(self, option) for option in self._options]
        width = make_button_row(PanelSize(), *answers).measure_width(frame, sys.maxsize)
        return width / frame.place.scale + 2 * theme.MARGIN

    @property
    def _is_single_row(self) -> bool:
        """Whether all buttons fit in a row; else the unusual actions of the number have a row of their own."""
        layout = self.table.layout
        return self._single_row_width * MIN_ROW_RATIO <= layout.free_rect.width / layout.ui_scale

    def list_rows(self, size: PanelSize) -> Sequence[Node]:
        *extra_options, usual_option = self.list_number_options(self.number)
        usual = Answer(self, usual_option, "#primary", grow=1)
        others = [Answer(self, option, grow=1) for option in self.list_other_options()]
        rows: list[Node] = [self._make_stepper(size)]
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

    def _make_stepper(self, size: PanelSize) -> Node:
        minus, plus = (
            StepButton(self, widget_id, step, symbol)
            for (widget_id, step), symbol in zip(STEPS.items(), ("minus", "plus"), strict=True)
        )
        number = NumberText(self.format_number(self.number))
        stepper = PanelRow(
            size, *STEPPER_HEIGHTS, Space(grow=1), minus, number, plus, Space(grow=1), gap=theme.SMALL_GAP
        )
        unit = PanelRow(size, *UNIT_HEIGHTS, Line(self.unit_text, color=theme.MUTED, align="centre", grow=1))
        parts = (stepper, unit) if size.has_notes else (stepper,)
        return Column(*parts, grow=sum(part.grow for part in parts))

    def build(self) -> None:
        self._step_by_button = {}
        self.number = min(max(self.number, self.numbers[0]), self.numbers[-1])
        super().build()

    def add_step_button(self, widget_id: str, step: int, symbol: str, rect: pygame.Rect) -> None:
        """Add a button that changes the number."""
        button = Button(rect, "", self.table.context.place, object_id="#menu", symbol=symbol)
        label, on_press = f"{step:+d}".replace("-", "−"), partial(self._step, step)
        self.table.focus.add(button, widget_id, label=label, handler=on_press)
        set_enabled(button, is_enabled=self.number + step in self.numbers)
        self._step_by_button[button] = step

    def recommend(self, action: Action | None) -> None:
        number = None if action is None else self.find_number(action)
        if number is not None:
            self.number = number
        super().recommend(action)

    def find_button(self, action: Action) -> UIButton | None:
        button, number = super().find_button(action), self.find_number(action)
        if button is not None or number is None:
            return button
        return next(
            (button for button, step in self._step_by_button.items() if (number - self.number) * step > 0), None
        )

    def describe_action(self, action: Action) -> str:
        number = self.find_number(action)
        options = (*self.list_other_options(), *(() if number is None else self.list_number_options(number)))
        return next((option.text for option in options if option.action == action), action.text_without_seat)

    def _step(self, step: int) -> None:
        self.number += step
        self.table.recompose_choices()


@dataclass
class StepButton(Node):
    """A square button that changes the number."""

    panel: NumberPanel
    widget_id: str
    step: int
    symbol: str

    def measure_width(self, frame: Frame, room: int) -> int:
        return frame.px(STEP_BUTTON_SIZE)

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        square = pygame.Rect(0, 0, min(rect.size), min(rect.size))
        square.center = rect.center
        self.panel.add_step_button(self.widget_id, self.step, self.symbol, square)


@dataclass
class NumberText(Painted):
    """The number, as high as its row."""

    text: str

    def measure_width(self, frame: Frame, room: int) -> int:
        return frame.px(NUMBER_WIDTH)

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        """Make nothing, since the table paints it."""

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        size = min(frame.px(NUMBER_TEXT_SIZE), round(rect.height * NUMBER_TEXT_SIZE / STEPPER_HEIGHTS[0]))
        image = theme.render_fitted_text(self.text, "serif", size, theme.CREAM, rect.width, 0.5)
        canvas.blit(image, image.get_rect(center=rect.center))
