"""The panel of a phase in which the viewer chooses a number: a stepper, and buttons that name the actions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame
from pygame_gui.elements import UIButton

from game.core.actions import Action
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.choice_panel import ChoiceOption
from ui.table.question_panel import (
    BUTTON_GAP,
    BUTTON_ROW,
    PANEL_PADDING,
    PANEL_WIDTH,
    WIDE_PANEL_WIDTH,
    PanelRow,
    QuestionPanel,
)
from ui.widgets.base import set_enabled
from ui.widgets.button import Button

if TYPE_CHECKING:
    from ui.table.scene import TableScene

STEPPER_ROW: Final = PanelRow(58, 44)
UNIT_ROW: Final = PanelRow(52, 26, is_optional=True)
SMALL_BUTTON_ROW: Final = PanelRow(44, 40)
STEP_BUTTON_SIZE: Final = 56
STEP_BUTTON_OFFSET: Final = 112
"""The size of a button of the stepper, and the distance of its middle from that of the number, in design pixels."""
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
        widths = [self.measure_button(option.text) for option in self._options]
        return sum(widths) + BUTTON_GAP * (len(widths) - 1) + 2 * PANEL_PADDING

    @property
    def _is_single_row(self) -> bool:
        """Whether all buttons fit in a row; else the unusual actions of the number have a row of their own."""
        layout = self.table.layout
        return self._single_row_width * MIN_ROW_RATIO <= layout.free_rect.width / layout.ui_scale

    @property
    def rows(self) -> Sequence[PanelRow]:
        has_extra_row = len(self.list_number_options(self.number)) > 1 and not self._is_single_row
        return (STEPPER_ROW, UNIT_ROW, *((SMALL_BUTTON_ROW,) if has_extra_row else ()), BUTTON_ROW)

    def build(self) -> None:
        self.actions_by_button, self._step_by_button = {}, {}
        self.number = min(max(self.number, self.numbers[0]), self.numbers[-1])
        arrangement = self.arrangement
        self._build_stepper(arrangement.row_rects[0])
        *extra_options, usual_option = self.list_number_options(self.number)
        options = self._options
        weights = [self.measure_button(option.text) for option in options]
        if extra_options and not self._is_single_row:
            places = self.split_row(arrangement.row_rects[2], [1.0] * len(extra_options))
            for option, rect in zip(extra_options, places, strict=True):
                self.add_action_button(option.widget_id, option.action, option.text, rect, "#small")
            options = (*self.list_other_options(), usual_option)
            weights = [1.0] * (len(options) - 1) + [2.0 if options[1:] else 1.0]
        for option, rect in zip(options, self.split_row(arrangement.row_rects[-1], weights), strict=True):
            style = "#primary" if option == usual_option else "#menu"
            self.add_action_button(option.widget_id, option.action, option.text, rect, style)

    def _build_stepper(self, row: pygame.Rect) -> None:
        px = self.table.layout.px
        size = min(px(STEP_BUTTON_SIZE), row.height)
        for (widget_id, step), symbol in zip(STEPS.items(), ("minus", "plus"), strict=True):
            rect = pygame.Rect(0, 0, size, size)
            rect.center = row.centerx + step * px(STEP_BUTTON_OFFSET), row.centery
            button = Button(rect, "", self.table.context.place, object_id="#menu", symbol=symbol)
            self.table.focus.add(
                button, widget_id, label=f"{step:+d}".replace("-", "−"), handler=partial(self._step, step)
            )
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

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        px = self.table.layout.px
        stepper_rect, unit_rect = self.arrangement.row_rects[:2]
        size = min(px(NUMBER_TEXT_SIZE), round(stepper_rect.height * NUMBER_TEXT_SIZE / STEPPER_ROW.height))
        image = theme.render_fitted_text(
            self.format_number(self.number), "serif", size, theme.CREAM, px(NUMBER_WIDTH), 0.5
        )
        canvas.blit(image, image.get_rect(center=stepper_rect.center))
        self.draw_muted_text(canvas, self.unit_text, unit_rect)
