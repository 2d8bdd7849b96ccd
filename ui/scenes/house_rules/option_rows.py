"""Rows of a page that change options: a label, a mark with the explanation behind it, and a control on the right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pygame

from game.core.options import OptionSpec
from game.text.gettext import _
from ui.graphics import theme
from ui.scenes.page import Page, to_widget_id
from ui.widgets.controls import Stepper, Switch
from ui.widgets.fields import Field, Widget, make_choice
from ui.widgets.form_layout import FormLayout
from ui.widgets.info_mark import MARK_SIZE, InfoMark
from ui.widgets.label import TextLabel
from ui.widgets.layout import Node, Text

MARK_GAP: Final = 6
"""Design pixels between a label and its mark, and between the mark and the control."""
MAX_ROW_RATIO: Final = 0.62
"""The largest share of a column that a row of buttons takes unless its label fits beside it."""
SECTION_GAP: Final = 16
HEADING_GAP: Final = 10
"""In design pixels: above and below the heading of a section."""


def describe_heading(text: str) -> Node:
    """Return the heading of a section."""
    return Text(text, face="serif", size=theme.SECTION_TEXT_SIZE)


def describe_option(spec: OptionSpec, value: Any, on_change: Callable[[Any], None]) -> Node:
    """Return the field of an option."""
    widget_id = to_widget_id(spec.name)
    if spec.values and not spec.is_switch:
        labels = {shown: _(spec.value_labels.get(shown, str(shown))) for shown in spec.shown_values}
        control = make_choice(labels, value, id=widget_id, on_change=on_change)
    elif spec.is_switch:
        control = Widget(Switch, (value,), id=widget_id, on_change=on_change)
    else:
        names = {number: _(name) for number, name in spec.value_labels.items()}
        bounds = (spec.min_value, spec.max_value)
        control = Widget(Stepper, (value, bounds, spec.proposed_values), id=widget_id, on_change=on_change)
        control.options = {"labels": names}
    return Field(_(spec.label), control, explanation=_(spec.help), min_height=theme.CONTROL_HEIGHT)


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
