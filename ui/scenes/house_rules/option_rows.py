"""Rows of a page that change options: a label, a mark with the explanation behind it, and a control on the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import pygame

from game.core.options import OptionSpec
from game.text.gettext import _
from ui.graphics import theme
from ui.scenes.page import Page, to_widget_id
from ui.widgets.base import CustomWidget
from ui.widgets.controls import STEPPER_WIDTH, SWITCH_WIDTH, Stepper, Switch
from ui.widgets.form_layout import FormLayout
from ui.widgets.info_mark import MARK_SIZE, InfoMark
from ui.widgets.label import TextLabel
from ui.widgets.segmented import SegmentedControl, compute_cycle_width, compute_row_width

MARK_GAP: Final = 6
"""Design pixels between a label and its mark, and between the mark and the control."""
MAX_ROW_RATIO: Final = 0.62
"""The largest share of a column that a row of buttons takes unless its label fits beside it."""
SECTION_GAP: Final = 16
HEADING_GAP: Final = 10
"""In design pixels: above and below the heading of a section."""


def add_section_heading(column: FormLayout, text: str) -> None:
    """Add the heading of a section."""
    column.add_text(text, face="serif", size=theme.SECTION_TEXT_SIZE)
    column.add_gap(HEADING_GAP)


def add_option_row(
    page: Page, column: FormLayout, spec: OptionSpec, value: Any, on_change: Callable[[Any], None]
) -> TextLabel:
    """Add the row of an option and return its label."""
    label, widget_id, help_text = _(spec.label), to_widget_id(spec.name), _(spec.help)
    if spec.values and not spec.is_switch:
        values = spec.shown_values
        labels = [_(spec.value_labels.get(option_value, str(option_value))) for option_value in values]
        return add_choice_row(page, column, widget_id, label, help_text, values, labels, value, on_change)

    def make_widget(rect: pygame.Rect) -> CustomWidget:
        if spec.is_switch:
            return Switch(value, rect, column.scroll_area.place)
        bounds = (spec.min_value, spec.max_value)
        labels = {number: _(name) for number, name in spec.value_labels.items()}
        return Stepper(value, bounds, spec.proposed_values, rect, column.scroll_area.place, labels)

    width = column.px(SWITCH_WIDTH if spec.is_switch else STEPPER_WIDTH)
    return _add_value_row(page, column, widget_id, label, help_text, width, make_widget, on_change)


def add_choice_row(
    page: Page, column: FormLayout, widget_id: str, label: str, help_text: str, values: Sequence[Any],
    labels: Sequence[str], value: Any, on_change: Callable[[Any], None],
) -> TextLabel:  # fmt: skip
    """Add a row with a choice among ``values`` with their ``labels``, and return the label of the row."""
    ui_scale = page.context.ui_scale
    width = compute_row_width(labels, ui_scale)
    label_width = theme.load_font("sans", column.px(theme.BODY_TEXT_SIZE)).size(label)[0] + _get_mark_space(
        column, help_text
    )
    if width > max(column.width * MAX_ROW_RATIO, column.width - label_width - column.px(20)):
        width = min(compute_cycle_width(labels, ui_scale), column.width)

    def make_widget(rect: pygame.Rect) -> CustomWidget:
        return SegmentedControl(values, labels, value, rect, column.scroll_area.place)

    return _add_value_row(page, column, widget_id, label, help_text, width, make_widget, on_change)


def _add_value_row(
    page: Page, column: FormLayout, widget_id: str, label: str, help_text: str, width: int,
    make_widget: Callable[[pygame.Rect], CustomWidget], on_change: Callable[[Any], None],
) -> TextLabel:  # fmt: skip
    def bind(widget: CustomWidget) -> None:
        page.bind_value(widget_id, widget, on_change, label, column.scroll_area)

    return add_explained_row(page, column, widget_id, label, help_text, width, make_widget, bind)


def add_explained_row(
    page: Page, column: FormLayout, widget_id: str, label: str, help_text: str, width: int,
    make_widget: Callable[[pygame.Rect], Any], bind: Callable[[Any], None],
) -> TextLabel:  # fmt: skip
    """Add a row and return its label; the mark with ``help_text`` follows the control in the tab order.

    ``help_text``: "" for no mark; ``width``: of the control, in pixels; ``bind``: adds the control to the page.
    """
    mark_space = _get_mark_space(column, help_text)

    def make_control(rect: pygame.Rect) -> Any:
        left = rect.right - width if rect.left else 0
        return make_widget(pygame.Rect(left, rect.top, width, rect.height))

    label_widget, control = column.add_row(label, "", min(width + mark_space, column.width), make_control)
    bind(control)
    if help_text:
        _add_info_mark(page, column, widget_id, label_widget, label, help_text)
    return label_widget


def _get_mark_space(column: FormLayout, help_text: str) -> int:
    return column.px(MARK_SIZE + 2 * MARK_GAP) if help_text else 0


def _add_info_mark(
    page: Page, column: FormLayout, widget_id: str, label_widget: TextLabel, label: str, help_text: str
) -> None:
    """Add the mark behind the first line of a label."""
    px = column.px
    measure = theme.load_font("sans", px(theme.BODY_TEXT_SIZE)).size
    label_width = max(measure(line)[0] for line in label_widget.lines) + px(2)
    label_width = min(label_width, column.width - px(MARK_SIZE + 8))
    label_widget.set_dimensions((label_width, label_widget.rect.height))
    label_rect = label_widget.get_relative_rect()
    mark_rect = pygame.Rect(0, 0, px(MARK_SIZE), px(MARK_SIZE))
    mark_rect.midleft = label_rect.right + px(MARK_GAP), label_rect.top + label_widget.line_height // 2
    mark = InfoMark(help_text, mark_rect, column.scroll_area.place)
    page.focus.add(mark, f"info-{widget_id}", column.scroll_area, label)
