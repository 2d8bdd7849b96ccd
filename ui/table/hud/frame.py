"""The surroundings of the described parts of the table, and the ground of their words."""

from __future__ import annotations

from typing import Final

from ui.app.context import AppContext
from ui.graphics import theme
from ui.table.layout.seats import TableLayout
from ui.widgets.layout import Framed, Sized
from ui.widgets.nodes import ROUND, Frame, Node, make_paint_frame

HUD_ALPHA: Final = 232
"""The opacity of the grounds of plates and panels, 0 to 255."""
LABEL_ALPHA: Final = 240
"""That of the grounds of labels."""
TIGHT_LINE_RATIO: Final = 1.14
"""The distance of lines where there is little room, in text sizes."""


def make_table_frame(context: AppContext, layout: TableLayout) -> Frame:
    """Return the frame of what is painted on the table, which may have a scale of its own."""
    return make_paint_frame(context.place._replace(scale=layout.ui_scale))


def describe_label(
    node: Node, height: float, padding: float, *, color: theme.Color | None = None, alpha: int = LABEL_ALPHA
) -> Node:
    """Return a node on a ground with round ends."""
    ground = Framed(node, padding=padding, top=0, fill_color=color, alpha=alpha, line_width=0, radius=ROUND)
    return Sized(ground, height=height)
