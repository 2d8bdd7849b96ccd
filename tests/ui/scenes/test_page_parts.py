"""A part of a page is composed anew alone: all other widgets stay the same objects, with what is done on them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import pygame
import pytest

from tests.rows import check_rows
from tests.ui.app_driver import AppDriver
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.scenes.page import Page
from ui.widgets.controls import Switch
from ui.widgets.fields import Action, Input, Widget
from ui.widgets.layout import Column, Panel, Row, Sized
from ui.widgets.nodes import Node, Scroll, Section
from ui.widgets.scroll_area import ScrollBar

Rect = pygame.Rect


class ResultsPage(Page):
    """A line to search with; rows of results in a scroll area, with rows above and below; a list beside it."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.results = ["one", "two", "three"]
        self.pressed: list[str] = []
        self.query = ""

    def compose(self) -> None:
        entry = Input(self.query, self.search, 30, id="search", label="Search")
        entry.make(self.frame, Rect(20, 20, 300, 40))
        Section("list", self._make_list, grow=1).make(self.frame, Rect(600, 20, 400, 400))
        Section("all rows", self._make_rows, grow=1).make(self.frame, Rect(20, 300, 500, 300))
        Action("back", "Back", lambda: self.pressed.append("back")).make(self.frame, Rect(900, 620, 200, 50))

    def _make_rows(self) -> Node:
        results = Section("results", self._list_results)
        return Scroll("rows", Column(self._make_row("above"), results, self._make_row("below")))

    def _make_list(self) -> Node:
        rows = Scroll("list", Column(*(self._make_row(f"list-{result}") for result in self.results)))
        return Panel(rows, padding=20, top=2) if self.results else rows

    def _list_results(self) -> Node:
        return Column(*(self._make_row(f"row-{result}") for result in self.results))

    def _make_row(self, name: str) -> Node:
        switch = Widget(Switch, (False,), id=f"switch-{name}", label=name, on_change=lambda _value: None)
        return Sized(Row(switch, Action(name, name, lambda: self.pressed.append(name)), align="top"), height=60)

    def search(self, query: str) -> None:
        self.query = query
        self.set_results(["four", "five"])

    def set_results(self, results: list[str]) -> None:
        self.results = results
        self.recompose("list")
        self.recompose("results")


@pytest.fixture
def first_scene() -> Callable[[AppContext], Scene]:
    return ResultsPage


def get_page(app: AppDriver) -> ResultsPage:
    return app.expect_scene(ResultsPage)


def list_ids(results: list[str]) -> list[str]:
    def make_pair(widget_id: str) -> list[str]:
        return [f"switch-{widget_id}", widget_id]

    rows = [*(f"list-{result}" for result in results), "above", *(f"row-{result}" for result in results), "below"]
    return ["search", *chain.from_iterable(map(make_pair, rows)), "back"]


@check_rows("results", [["one", "two", "three", "four", "five"], ["two"], []])
def test_rows_below_a_part_move_with_its_height(app: AppDriver, results: list[str]) -> None:
    def get_top(widget_id: str) -> int:
        return int(app.get_widget(widget_id).get_relative_rect().top)

    page = get_page(app)
    page.set_results(["one", "two"])
    step = get_top("row-two") - get_top("row-one")
    for shown in (results, ["one"], results):
        page.set_results(shown)
        page.recompose("results")
        scroll, top = page.scroll_areas["rows"], get_top("above")
        assert [get_top(f"row-{result}") for result in shown] == [top + step * (n + 1) for n in range(len(shown))]
        assert get_top("below") == top + step * (len(shown) + 1)
        assert scroll.height == max(step * (len(shown) + 2) + 2 * scroll.padding, scroll.viewport.height)


def test_typing_goes_on_in_the_same_line_while_results_arrive(app: AppDriver) -> None:
    entry = app.get_widget("search")
    app.click(entry.get_abs_rect().center)
    app.type_text("abd")
    app.press_key(pygame.K_LEFT)
    get_page(app).set_results(["other", "results"])
    app.post_event(pygame.TEXTINPUT, text="c")
    app.advance_frame()
    assert app.get_widget("search") is entry and entry.is_focused
    assert (entry.get_text(), entry.edit_position, get_page(app).query) == ("abcd", 3, "abcd")


@check_rows("widget_id", ["back", "above", "list-two"])
def test_held_button_fires_after_the_list_was_composed_anew(app: AppDriver, widget_id: str) -> None:
    page = get_page(app)
    page.pressed.clear()
    where = app.get_widget(widget_id).get_abs_rect().center
    app.post_event(pygame.MOUSEBUTTONDOWN, pos=where, button=1, touch=False)
    page.set_results(["one", "two"])
    app.advance_frame()
    app.post_event(pygame.MOUSEBUTTONUP, pos=where, button=1, touch=False)
    app.advance_frame()
    assert page.pressed == [widget_id]


@check_rows("widget_id", ["back", "switch-above", "list-two", "switch-row-two"])
def test_focus_stays_on_its_id_or_goes_to_the_next_one(app: AppDriver, widget_id: str) -> None:
    focus = app.context.scenes.top.focus
    focus.focus_widget(app.get_widget(widget_id))
    get_page(app).set_results(["zero", "one", "two", "three"])
    assert focus.description is not None and focus.description.widget_id == widget_id
    assert focus.focused_widget is app.get_widget(widget_id) and focus.focused_widget.alive()
    get_page(app).set_results(["zero", "one", "three"])
    assert focus.focused_widget is app.get_widget(widget_id.replace("two", "three"))
    get_page(app).set_results(["one", "two"])


def test_scroll_offset_stays(app: AppDriver) -> None:
    page = get_page(app)
    results = [f"result-{number}" for number in range(20)]
    page.set_results(results)
    for area in page.scroll_areas.values():
        area.move_to(120)
    page.set_results(results[:-1])
    assert [area.offset for area in page.scroll_areas.values()] == [120, 120]
    page.set_results(["one"])
    assert [area.offset for area in page.scroll_areas.values()] == [
        area.max_offset for area in page.scroll_areas.values()
    ]


def test_scroll_bar_that_is_dragged_stays_held(app: AppDriver) -> None:
    page = get_page(app)
    page.set_results([f"result-{number}" for number in range(20)])
    bars = [widget.get_abs_rect() for widget in app.list_widgets() if isinstance(widget, ScrollBar)]
    bar = next(bar for bar in bars if bar.left > 600)
    app.post_event(pygame.MOUSEBUTTONDOWN, pos=(bar.centerx, bar.top + 4), button=1, touch=False)
    page.set_results([f"result-{number}" for number in range(22)])
    app.post_event(pygame.MOUSEMOTION, pos=(bar.centerx, bar.bottom), rel=(0, 9), buttons=(1, 0, 0), touch=False)
    assert page.scroll_areas["list"].offset == page.scroll_areas["list"].max_offset > 0
    app.post_event(pygame.MOUSEBUTTONUP, pos=(bar.centerx, bar.bottom), button=1, touch=False)
    app.post_event(pygame.MOUSEMOTION, pos=(bar.centerx, bar.top), rel=(0, 9), buttons=(0, 0, 0), touch=False)
    assert page.scroll_areas["list"].offset == page.scroll_areas["list"].max_offset


@pytest.mark.parametrize("results", [["one", "two", "three", "four", "five"], ["two"], [], ["six", "seven"]], ids=str)
def test_widgets_of_a_part_keep_their_place_and_the_others_stay(app: AppDriver, results: list[str]) -> None:
    page = get_page(app)
    assert app.widget_ids == list_ids(["one", "two", "three"]) and page.boards == (Rect(600, 20, 400, 400),)
    before = {widget_id: app.get_widget(widget_id) for widget_id in ("search", "back")}
    page.set_results(results)
    assert app.widget_ids == list_ids(results) and bool(page.boards) == bool(results)
    assert {widget_id: app.get_widget(widget_id) for widget_id in before} == before
    widgets = app.list_widgets()
    page.set_results(results)
    assert len(app.list_widgets()) == len(set(app.list_widgets())) == len(widgets)
    app.show_over(ResultsPage(app.context))
    page.set_results(results)
    assert app.widget_ids == list_ids(["one", "two", "three"]), "the page is covered"
    app.context.scenes.pop()
    app.advance_frame()
    assert app.widget_ids == list_ids(results)
