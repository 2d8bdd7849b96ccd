"""Cards of a page that offer a choice: a title, a hint, a score and a button."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ui.graphics import theme
from ui.widgets.fields import Action
from ui.widgets.layout import Column, Panel, Row
from ui.widgets.nodes import Line, Node, Text, make_symbol

FLAME_SIZE: Final = 20


def describe_option_card(
    action: Action, title: str, hint: str, score: str = "", streak: str = "", grow: float = 0
) -> Node:
    """Return the panel with the texts and the button of a choice; ``score`` and ``streak`` may be ""."""
    result = Row(
        Line(score),
        make_symbol("flame", FLAME_SIZE) if streak else None,
        Line(streak, face="bold", color=theme.GOLD) if streak else None,
        gap=theme.SMALL_GAP,
        align="middle",
    )
    texts = Column(
        Text(title, face="serif", size=theme.LARGE_TEXT_SIZE),
        Text(hint, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED),
        result if score else None,
        gap=theme.TINY_GAP,
        grow=1,
    )
    button = replace(action, style="#menu", label=title, height=theme.LARGE_CONTROL_HEIGHT)
    return Panel(Row(texts, button, gap=theme.SECTION_GAP, align="middle"), top=theme.SMALL_MARGIN, grow=grow)
