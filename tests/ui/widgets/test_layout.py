"""The layout of nodes in rows, columns and grids; `test_page_parts` has their widgets."""

from __future__ import annotations

from typing import Any, cast

from pygame import Rect

from tests.rows import check_rows
from ui.widgets.base import Place
from ui.widgets.layout import Alternatives, Column, Flow, Grid, Row, Sized
from ui.widgets.nodes import Frame, Group, Node, Space

FRAME = Frame(cast(Any, None), Place(cast(Any, None)))


def make_box(width: int, height: int) -> Node:
    return Sized(Space(), width=width, height=height)


def arrange(node: Node, rect: Rect) -> list[Rect]:
    """Return the places of the boxes in a node."""
    if not isinstance(node, Group):
        return [rect]
    return [place for inner, inner_rect in node.arrange(FRAME, rect) for place in arrange(inner, inner_rect)]


@check_rows(("node", "places"), [
    (Row(make_box(40, 20), Space(grow=1), Space(grow=2), gap=5), [(0, 0, 40, 60), (45, 0, 50, 60), (100, 0, 100, 60)]),
    (Row(make_box(40, 20), make_box(40, 50), align="middle"), [(0, 20, 40, 20), (40, 5, 40, 50)]),
    (Column(Space(grow=1), make_box(9, 20), gap=10), [(0, 0, 200, 30), (0, 40, 200, 20)]),
    (Flow(*map(make_box, (90, 90, 90), (20, 30, 20)), gap=10), [(0, 0, 90, 20), (100, 0, 90, 30), (0, 40, 90, 20)]),
    (Grid([make_box(0, 20)] * 3, 60, 10), [(0, 0, 60, 20), (70, 0, 60, 20), (140, 0, 60, 20)]),
    (Grid([make_box(0, 20)] * 4, 60, 10), [(0, 0, 95, 20), (105, 0, 95, 20), (0, 30, 95, 20), (105, 30, 95, 20)]),
    (Alternatives(make_box(300, 10), make_box(100, 80), make_box(100, 20)), [(0, 0, 200, 60)]),
])  # fmt: skip
def test_nodes_are_where_the_description_puts_them(node: Node, places: list[tuple[int, ...]]) -> None:
    assert arrange(node, Rect(0, 0, 200, 60)) == [Rect(place) for place in places]
