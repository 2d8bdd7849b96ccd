"""Rows of a page that change options: a label, a mark with the explanation behind it, and a control on the right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.core.options import OptionSpec
from game.text.gettext import _
from ui.graphics import theme
from ui.scenes.page import to_widget_id
from ui.widgets.controls import Stepper, Switch
from ui.widgets.fields import Field, Widget, make_choice
from ui.widgets.nodes import Node, Text


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
