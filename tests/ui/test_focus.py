"""design.md: Tab order and focus ring, Enter and Space, arrows, everything by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame_gui.elements import UITextEntryLine

from tests.ui.stage import AppByHand, opened
from ui.page import Page
from ui.scene import Scene, Stage
from ui.widgets.choice import Choice, row_width
from ui.widgets.controls import Slider, Stepper, Switch
from ui.widgets.entry import Entry

Rect = pygame.Rect


class Samples(Page):
    """One widget of each kind in a scroll area lower than they need, and a button beside it."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.heard: list[Any] = []

    def compose(self) -> None:
        manager, unit = self.stage.manager, self.stage.unit
        area = self.scroll("samples", Rect(100, 100, 700, 260))
        words = ("one", "two", "three")
        made: list[Any] = [
            Switch(False, Rect(0, 0, 60, 30), manager, unit, area.inside),
            Stepper(30, (0, 120), (0, 30, 60), Rect(0, 150, 160, 36), manager, unit, area.inside),
            Slider(70, Rect(0, 300, 280, 36), manager, unit, area.inside),
            Choice((1, 2, 3), words, 2, Rect(0, 450, row_width(words, unit), 36), manager, unit, area.inside),
            Choice((1, 2, 3), words, 2, Rect(0, 600, 140, 36), manager, unit, area.inside),
        ]
        for number, widget in enumerate(made):
            self.on_value(f"sample-{number}", widget, self.heard.append, f"Sample {number}", area)
        entry = UITextEntryLine(Rect(0, 750, 200, 36), manager, container=area.inside)
        self.on_text("entry", entry, self.heard.append, "Entry", area)
        self.end_scroll("samples", 800)
        self.button("done", "Done", Rect(900, 600, 120, 50), lambda: self.heard.append("done"))


@pytest.fixture
def first_scene() -> Callable[[Stage], Scene]:
    return Samples


def heard(app: AppByHand) -> list[Any]:
    scene = app.stage.scene
    assert isinstance(scene, Samples)
    return scene.heard


def tab_to(app: AppByHand, number: int) -> Any:
    for _widget in range(number + 1):
        app.key(pygame.K_TAB)
    return app.stage.scene.focus.widget


def test_the_ring_shows_only_once_a_key_has_moved_it(app: AppByHand) -> None:
    focus = app.stage.scene.focus
    assert focus.widget is None
    app.key(pygame.K_TAB)
    assert focus.widget is focus.widgets[0]
    app.click(focus.widgets[0].get_abs_rect().center)
    assert focus.widget is None


def test_tab_goes_round_both_ways_and_leaves_out_what_is_disabled(app: AppByHand) -> None:
    focus = app.stage.scene.focus
    focus.widgets[1].disable()
    seen = []
    for _widget in focus.widgets:
        app.key(pygame.K_TAB)
        seen.append(focus.at)
    assert seen == [0, 2, 3, 4, 5, 6, 0]
    app.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert focus.at == 6


def test_the_first_back_tab_goes_to_the_last(app: AppByHand) -> None:
    app.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert app.stage.scene.focus.at == 6


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_SPACE, pygame.K_KP_ENTER])
def test_enter_and_space_press_a_button(app: AppByHand, key: int) -> None:
    tab_to(app, 6)
    app.key(key)
    app.step()
    assert heard(app) == ["done"]


@pytest.mark.parametrize("keys, values", [
    ((pygame.K_SPACE, pygame.K_RETURN), [True, False]),
    ((pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT), [True, False]),
])  # fmt: skip
def test_keys_turn_a_switch(app: AppByHand, keys: tuple[int, ...], values: list[bool]) -> None:
    _press_all(app, 0, keys)
    assert heard(app) == values


@pytest.mark.parametrize("number, keys, values", [
    (1, (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT), [60, 30]),
    (2, (pygame.K_LEFT, pygame.K_END, pygame.K_HOME), [60, 100, 0]),
    (3, (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_HOME), [3, 1]),
    (4, (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_END), [3, 1, 3]),
])  # fmt: skip
def test_arrows_move_steppers_sliders_and_choices(
    app: AppByHand, number: int, keys: tuple[int, ...], values: list[int]
) -> None:
    _press_all(app, number, keys)
    assert heard(app) == values


def _press_all(app: AppByHand, number: int, keys: tuple[int, ...]) -> None:
    tab_to(app, number)
    for key in keys:
        app.key(key)
    app.step()


def test_a_stepper_takes_typed_digits_within_its_bounds(app: AppByHand) -> None:
    stepper = tab_to(app, 1)
    for digit in "904":
        app.key(getattr(pygame, f"K_{digit}"), unicode=digit)
    assert heard(app) == [9, 90, 4]
    app.key(pygame.K_BACKSPACE)
    assert stepper.value == 4


def test_every_widget_reached_in_a_scroll_area_is_in_sight(app: AppByHand) -> None:
    scene = app.stage.scene
    assert isinstance(scene, Samples)
    for _widget in scene.focus.widgets[:-1]:
        app.key(pygame.K_TAB)
        widget = scene.focus.widget
        assert widget is not None and scene.scrolls["samples"].window.contains(widget.get_abs_rect())


def test_typing_goes_to_the_line_of_text_under_the_ring(app: AppByHand) -> None:
    tab_to(app, 5)
    app.post(pygame.TEXTINPUT, text="Ada")
    app.step()
    assert heard(app)[-1] == "Ada"
    app.key(pygame.K_TAB)
    app.post(pygame.TEXTINPUT, text="x")
    assert heard(app)[-1] == "Ada"


def test_the_place_survives_a_rebuild_by_id(app: AppByHand) -> None:
    tab_to(app, 3)
    app.resize((1600, 900))
    widget = app.stage.scene.focus.widget
    assert widget is app.stage.scene.focus.widgets[3]
    app.key(pygame.K_RIGHT)
    assert heard(app) == [3]


def test_second_widget_of_the_same_id_is_refused(app: AppByHand) -> None:
    focus = app.stage.scene.focus
    with pytest.raises(ValueError, match="done"):
        focus.add(app.widget("entry"), "done")
    with pytest.raises(ValueError, match="without an id"):
        focus.add(app.widget("entry"), "")


def test_id_is_not_what_is_read_out(app: AppByHand) -> None:
    focus = app.stage.scene.focus
    for widget_id, words in (("done", "Done"), ("sample-0", "Sample 0: off"), ("entry", "Entry: empty")):
        focus.go(app.widget(widget_id))
        assert focus.stop is not None and (focus.stop.widget_id, focus.stop.words) == (widget_id, words)


def test_wheel_and_paging_keys_scroll(app: AppByHand) -> None:
    scene = app.stage.scene
    assert isinstance(scene, Samples)
    scroll = scene.scrolls["samples"]
    app.key(pygame.K_PAGEDOWN)
    assert scroll.offset > 0
    app.key(pygame.K_PAGEUP)
    assert scroll.offset == 0
    pygame.mouse.set_pos(scroll.window.center)
    scroll.handle(pygame.event.Event(pygame.MOUSEWHEEL, y=-100, x=0))
    assert scroll.offset in (0, scroll.most)


def test_a_click_on_each_part_does_what_it_shows(app: AppByHand) -> None:
    scene = app.stage.scene
    assert isinstance(scene, Samples)
    widgets: list[Any] = scene.focus.widgets
    for number, inside, value in ((0, _middle, True), (1, _right, 60), (3, _right, 3), (4, _right, 3)):
        scene.scrolls["samples"].reveal(widgets[number])
        app.click(inside(widgets[number].get_abs_rect()))
        app.step()
        assert heard(app)[-1] == value


def _middle(rect: pygame.Rect) -> tuple[int, int]:
    return rect.centerx, rect.centery


def _right(rect: pygame.Rect) -> tuple[int, int]:
    return rect.right - 10, rect.centery


# -- the golden button


class Golden(Page):
    """A line to type into, a plain button and a golden one."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.pressed: list[str] = []

    def compose(self) -> None:
        entry = Entry("", Rect(100, 100, 300, 40), self.stage.manager, most=20)
        self.on_text("entry", entry, lambda _text: None, "Entry")
        self.button("plain", "Plain", Rect(100, 300, 200, 50), lambda: self.pressed.append("plain"))
        rect = Rect(100, 400, 200, 50)
        self.button("golden", "Golden", rect, lambda: self.pressed.append("golden"), style="#primary")


@pytest.fixture
def golden(tmp_path: Path) -> Iterator[AppByHand]:
    with opened(tmp_path) as app:
        app.stage.push(Golden(app.stage))
        app.step()
        yield app


def pressed(app: AppByHand) -> list[str]:
    app.step()
    scene = app.stage.scene
    assert isinstance(scene, Golden)
    return scene.pressed


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_KP_ENTER])
def test_enter_means_the_golden_button_until_something_else_is_chosen(golden: AppByHand, key: int) -> None:
    golden.key(key)
    assert pressed(golden) == ["golden"]
    golden.stage.scene.focus.go(golden.button("plain"))
    golden.key(key)
    assert pressed(golden) == ["golden", "plain"]


def test_enter_in_a_line_that_was_clicked_presses_nothing(golden: AppByHand) -> None:
    golden.click((200, 120))
    golden.key(pygame.K_RETURN)
    assert pressed(golden) == []


def test_a_disabled_golden_button_is_not_meant(golden: AppByHand) -> None:
    golden.button("golden").disable()
    golden.key(pygame.K_RETURN)
    assert pressed(golden) == []
