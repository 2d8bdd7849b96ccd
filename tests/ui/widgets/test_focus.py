"""Tab order and focus ring, Enter and Space, arrows: everything by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame
import pytest

from tests.rows import check_rows
from tests.ui.app_driver import AppDriver
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.scenes.dialogs.box import DialogBox
from ui.scenes.page import Page
from ui.widgets.base import set_enabled
from ui.widgets.controls import Slider, Stepper, Switch
from ui.widgets.fields import Action, Input, Widget, make_choice
from ui.widgets.layout import Column, Row
from ui.widgets.nodes import Node, Scroll, Space

Rect = pygame.Rect


class SampleWidgetsPage(Page):
    """A page with a widget of each kind in a small scroll area, and a button beside it."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.heard: list[Any] = []

    def compose(self) -> None:
        words = {1: "one", 2: "two", 3: "three"}
        nodes = [
            Widget(Switch, (False,)),
            Widget(Stepper, (30, (0, 120), (0, 30, 60))),
            Widget(Slider, (70,)),
            make_choice(words, 2),
            make_choice(words, 2, width=140),
        ]
        for number, node in enumerate(nodes):
            node.id, node.label, node.on_change = f"sample-{number}", f"Sample {number}", self.heard.append
        entry = Input("", self.heard.append, 20, id="entry", label="Entry", width=200)
        rows = (Row(node, Space(grow=1)) for node in (*nodes, entry))
        Scroll("samples", Column(*rows, gap=110)).make(self.frame, Rect(100, 100, 700, 260))
        Action("done", "Done", lambda: self.heard.append("done")).make(self.frame, Rect(900, 600, 120, 50))


@pytest.fixture
def first_scene() -> Callable[[AppContext], Scene]:
    return SampleWidgetsPage


def collect_values(app: AppDriver) -> list[Any]:
    app.advance_frame()
    return app.expect_scene(SampleWidgetsPage).heard


def press_tab(app: AppDriver, number: int) -> Any:
    for _widget in range(number + 1):
        app.press_key(pygame.K_TAB)
    return app.context.scenes.top.focus.focused_widget


def test_focus_ring_appears_only_after_a_key_moved_it(app: AppDriver) -> None:
    focus = app.context.scenes.top.focus
    assert focus.focused_widget is None
    app.press_key(pygame.K_TAB)
    assert focus.focused_widget is focus.widgets[0]
    app.click(focus.widgets[0].get_abs_rect().center)
    assert focus.focused_widget is None


def test_tab_goes_both_ways_and_skips_disabled_widgets(app: AppDriver) -> None:
    focus = app.context.scenes.top.focus
    app.press_key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert focus.focused_index == 6, "it begins at the end"
    focus.widgets[1].disable()
    seen = []
    for _widget in focus.widgets:
        app.press_key(pygame.K_TAB)
        seen.append(focus.focused_index)
    assert seen == [0, 2, 3, 4, 5, 6, 0]
    app.press_key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert focus.focused_index == 6


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_SPACE, pygame.K_KP_ENTER])
def test_enter_and_space_press_a_button(app: AppDriver, key: int) -> None:
    press_tab(app, 6)
    app.press_key(key)
    app.advance_frame()
    assert collect_values(app) == ["done"]


@check_rows("number, keys, values", [
    (0, (pygame.K_SPACE, pygame.K_RETURN), [True, False]),
    (0, (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT), [True, False]),
    (1, (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT), [60, 30]),
    (2, (pygame.K_LEFT, pygame.K_END, pygame.K_HOME), [60, 100, 0]),
    (3, (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_HOME), [3, 1]),
    (4, (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_END), [3, 1, 3]),
])  # fmt: skip
def test_keys_change_each_kind_of_widget(app: AppDriver, number: int, keys: tuple[int, ...], values: list[int]) -> None:
    app.show_over(SampleWidgetsPage(app.context))
    press_tab(app, number)
    for key in keys:
        app.press_key(key)
    assert collect_values(app) == values


def test_stepper_takes_typed_digits_within_its_range(app: AppDriver) -> None:
    stepper = press_tab(app, 1)
    for digit in "904":
        app.press_key(getattr(pygame, f"K_{digit}"), unicode=digit)
    assert collect_values(app) == [9, 90, 4]
    app.press_key(pygame.K_BACKSPACE)
    assert stepper.value == 4


def test_focused_widget_is_scrolled_into_view(app: AppDriver) -> None:
    scene = app.expect_scene(SampleWidgetsPage)
    for _widget in scene.focus.widgets[:-1]:
        app.press_key(pygame.K_TAB)
        widget = scene.focus.focused_widget
        assert widget is not None and scene.scroll_areas["samples"].viewport.contains(widget.get_abs_rect())


def test_typed_text_goes_to_the_focused_input(app: AppDriver) -> None:
    press_tab(app, 5)
    app.post_event(pygame.TEXTINPUT, text="Ada")
    app.advance_frame()
    assert collect_values(app)[-1] == "Ada"
    app.press_key(pygame.K_TAB)
    app.post_event(pygame.TEXTINPUT, text="x")
    assert collect_values(app)[-1] == "Ada"


def test_focus_survives_a_rebuild_by_id(app: AppDriver) -> None:
    press_tab(app, 3)
    app.resize((1600, 900))
    widget = app.context.scenes.top.focus.focused_widget
    assert widget is app.context.scenes.top.focus.widgets[3]
    app.press_key(pygame.K_RIGHT)
    assert collect_values(app) == [3]


def test_second_widget_with_the_same_id_is_refused(app: AppDriver) -> None:
    focus = app.context.scenes.top.focus
    with pytest.raises(ValueError, match="done"):
        focus.add(app.get_widget("entry"), "done")
    with pytest.raises(ValueError, match="without an id"):
        focus.add(app.get_widget("entry"), "")


def test_widget_id_is_not_narrated(app: AppDriver) -> None:
    focus = app.context.scenes.top.focus
    for widget_id, words in (("done", "Done"), ("sample-0", "Sample 0: off"), ("entry", "Entry: empty")):
        focus.focus_widget(app.get_widget(widget_id))
        assert focus.description is not None and (focus.description.widget_id, focus.description.text) == (
            widget_id,
            words,
        )


def test_wheel_and_paging_keys_scroll(app: AppDriver) -> None:
    scene = app.expect_scene(SampleWidgetsPage)
    scroll = scene.scroll_areas["samples"]
    app.press_key(pygame.K_PAGEDOWN)
    assert scroll.offset > 0
    app.press_key(pygame.K_PAGEUP)
    assert scroll.offset == 0
    pygame.mouse.set_pos(scroll.viewport.center)
    scroll.handle_event(pygame.event.Event(pygame.MOUSEWHEEL, y=-100, x=0))
    assert scroll.offset in (0, scroll.max_offset)


def test_click_on_each_part_of_a_widget_works(app: AppDriver) -> None:
    scene = app.expect_scene(SampleWidgetsPage)
    widgets: list[Any] = scene.focus.widgets
    for number, value in ((0, True), (1, 60), (3, 3), (4, 3)):
        scene.scroll_areas["samples"].reveal(widgets[number])
        rect = widgets[number].get_abs_rect()
        app.click((rect.right - 10 if number else rect.centerx, rect.centery))
        assert collect_values(app)[-1] == value


# -- the default button


class DefaultButtonPage(SampleWidgetsPage):
    """A page with a text field, a plain button and a default button."""

    def compose(self) -> None:
        Input("", lambda _text: None, 20, id="entry", label="Entry").make(self.frame, Rect(100, 100, 300, 40))
        for number, (name, style) in enumerate((("plain", "#menu"), ("golden", "#primary"))):
            button = Action(name, name, partial(self.heard.append, name), style=style)
            button.make(self.frame, Rect(100, 300 + 100 * number, 200, 50))


@pytest.fixture
def default_button_app(app: AppDriver) -> AppDriver:
    app.show_over(DefaultButtonPage(app.context))
    return app


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_KP_ENTER])
def test_enter_presses_the_default_button_until_another_is_focused(default_button_app: AppDriver, key: int) -> None:
    default_button_app.press_key(key)
    assert collect_values(default_button_app) == ["golden"]
    default_button_app.press_on("plain", key)
    assert collect_values(default_button_app) == ["golden", "plain"]


def test_enter_in_a_clicked_input_presses_nothing(default_button_app: AppDriver) -> None:
    default_button_app.click((200, 120))
    default_button_app.press_key(pygame.K_RETURN)
    assert collect_values(default_button_app) == []


class TwoFieldsDialog(DialogBox):
    """A dialog with two text fields."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context, context.scenes.top, "?")
        self.heard: list[str] = []

    def list_contents(self) -> Sequence[Node]:
        return [Input("", lambda _text: None, 20, id=name, label=name) for name in ("first", "second")]

    def list_answers(self) -> Sequence[Node]:
        styles = {"cancel": "#menu", "done": "#primary"}
        return [Action(name, name, partial(self.heard.append, name), style=style) for name, style in styles.items()]


@pytest.mark.parametrize("is_clicked", [False, True])
def test_enter_in_a_dialog_goes_to_the_next_field_and_confirms_after_the_last(app: AppDriver, is_clicked: bool) -> None:
    dialog = TwoFieldsDialog(app.context)
    app.show_over(dialog)
    if is_clicked:
        app.click(app.get_widget("first").get_abs_rect().center)
    else:
        dialog.focus.focus_widget(app.get_widget("first"))
    app.press_key(pygame.K_RETURN)
    assert (dialog.focus.focused_id, dialog.heard) == ("second", [])
    app.press_key(pygame.K_RETURN)
    app.advance_frame()
    assert dialog.heard == ["done"]


def test_disabled_default_button_is_not_pressed(default_button_app: AppDriver) -> None:
    set_enabled(default_button_app.get_button("golden"), is_enabled=False)
    default_button_app.press_key(pygame.K_RETURN)
    assert collect_values(default_button_app) == []
