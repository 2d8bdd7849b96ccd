"""The layout of nodes in rows, columns and grids, and their widgets."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from pygame import Rect

from tests.ui.app_driver import AppDriver
from ui.graphics.canvas import Canvas
from ui.scenes.page import Page
from ui.widgets.controls import Switch
from ui.widgets.fields import Action, Field, Widget
from ui.widgets.layout import Alternatives, Column, Frame, Grid, Node, Padded, Painted, Row, Sized, Space


class Box(Painted):
    """A node of a fixed size that notes where it is placed."""

    def __init__(self, width: int, height: int, grow: float = 0) -> None:
        self.width, self.height, self.grow = width, height, grow
        self.rect = Rect(0, 0, 0, 0)

    def measure_width(self, frame: Frame, room: int) -> int:
        return frame.px(self.width)

    def measure_height(self, frame: Frame, width: int) -> int:
        return frame.px(self.height)

    def make(self, frame: Frame, rect: Rect) -> None:
        self.rect = rect

    def paint(self, frame: Frame, canvas: Canvas, rect: Rect) -> None:
        self.rect = rect


class NodePage(Page):
    """A page with the node that a function returns."""

    def __init__(self, app: AppDriver, describe: Callable[[], Node], rect: Rect) -> None:
        super().__init__(app.context)
        self._describe, self._rect = describe, rect

    def compose(self) -> None:
        self._describe().make(self.frame, self._rect)


def show(app: AppDriver, describe: Callable[[], Node], rect: Rect) -> NodePage:
    page = NodePage(app, describe, rect)
    app.context.scenes.push(page)
    app.advance_frame()
    return page


def test_growing_nodes_share_what_the_others_and_the_gaps_leave(app: AppDriver) -> None:
    fixed, small, large = Box(40, 20), Box(0, 30, grow=1), Box(0, 10, grow=2)
    show(app, lambda: Row(fixed, small, large, gap=5), Rect(100, 100, 350, 50))
    assert (fixed.rect, small.rect, large.rect) == (
        Rect(100, 100, 40, 50), Rect(145, 100, 100, 50), Rect(250, 100, 200, 50),
    )  # fmt: skip


def test_nodes_of_a_row_can_keep_their_heights_in_its_middle(app: AppDriver) -> None:
    low, high = Box(40, 20), Box(40, 50)
    show(app, lambda: Row(low, high, align="middle"), Rect(0, 0, 200, 60))
    assert (low.rect, high.rect) == (Rect(0, 20, 40, 20), Rect(40, 5, 40, 50))


@pytest.mark.parametrize(("width", "columns"), [(500, 5), (400, 3), (250, 2), (90, 1)])
def test_grid_has_about_as_many_nodes_in_each_row(app: AppDriver, width: int, columns: int) -> None:
    boxes = [Box(0, 30) for _number in range(5)]
    show(app, lambda: Grid(boxes, min_width=90, gap=10), Rect(0, 0, width, 400))
    assert [box.rect.top for box in boxes].count(0) == columns
    assert boxes[columns - 1].rect.right == width


def test_first_alternative_that_is_not_too_wide_is_made(app: AppDriver) -> None:
    wide, narrow = Box(300, 10), Box(100, 20)
    show(
        app,
        lambda: Column(Alternatives(Padded(wide, padding=10), narrow), Sized(Space(), height=5)),
        Rect(0, 0, 310, 99),
    )
    assert (wide.rect.width, narrow.rect) == (0, Rect(0, 0, 310, 20))


def test_widgets_are_reached_in_the_order_of_their_description_and_call_their_handlers(app: AppDriver) -> None:
    heard: list[object] = []
    page = show(
        app,
        lambda: Column(
            Field("Sound", Widget(Switch, (False,), id="sound", on_change=heard.append)),
            Row(Space(grow=1), Action("back", "Back", lambda: heard.append("back"))),
        ),
        Rect(100, 100, 500, 200),
    )
    assert page.focus.ids == ("sound", "back")
    app.press_key(pygame.K_TAB)
    description = page.focus.description
    assert description is not None and description.text == "Sound: off"
    app.press_key(pygame.K_SPACE)
    app.click_widget("back")
    assert heard == [True, "back"]
