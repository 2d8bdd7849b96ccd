"""The changes and the words of a page while a widget of each kind is hovered, focused and moved by keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pygame

from tests.fakes import FakeTextLog
from tests.ui.app_driver import AppDriver
from tests.ui.scene_transcript import NARRATION_MARK, SceneRecorder
from ui.app.narrator import Narrator
from ui.scenes.page import Page
from ui.widgets.button import Button

MOVING_KEYS: Final = (pygame.K_RIGHT, pygame.K_LEFT, pygame.K_DOWN, pygame.K_UP)


def describe_interactions(app: AppDriver, recorder: SceneRecorder) -> Iterator[tuple[str, str]]:
    """Yield what changes while a widget is hovered, and what is heard while keys move the value of one.

    Of each kind of widgets the first is tried; its name comes first.
    """
    scene, kinds = app.context.scenes.top, set[Any]()
    for widget_id, widget in [*zip(scene.focus.ids, scene.focus.widgets, strict=True)]:
        if widget not in scene.focus.widgets:  # it went when another was moved
            continue
        kind: tuple[object, ...] = type(widget), bool(widget.is_enabled)
        if isinstance(widget, Button):
            kind += widget.style, widget.ui_container is app.context.ui_manager.get_root_container()
        rect = pygame.Rect(widget.get_abs_rect())
        if kind in kinds or not widget.visible or not pygame.Rect((0, 0), app.context.size).contains(rect):
            continue
        kinds.add(kind)
        app.move_mouse((0, 0))
        app.advance_frame()
        before = recorder.describe_view(app)
        app.move_mouse(rect.center)
        app.advance_frame()
        change = describe_change(before, recorder.describe_view(app))
        if change:
            yield f"{widget_id} hovered", change
        app.move_mouse((0, 0))
        if isinstance(scene, Page) and not isinstance(widget, Button) and widget in scene.focus.widgets:
            yield f"{widget_id} moved", describe_moves(app, widget)


def describe_moves(app: AppDriver, widget: Any) -> str:
    """Give a widget the focus, press each of the moving keys, and return what is narrated."""
    log = FakeTextLog()
    narrator = Narrator(app.context, log)
    narrator.update()
    log.take_lines()
    app.context.scenes.top.focus.focus_widget(widget)
    for key in MOVING_KEYS:
        app.press_key(key)
        app.advance_frame()
        narrator.update()
    app.context.narrate = None
    return "".join(f"{NARRATION_MARK}{line}\n" for line in log.take_lines())


def describe_change(before: str, after: str) -> str:
    """Return the lines that only one of two views has."""
    old_lines, new_lines = before.splitlines(), after.splitlines()
    gone = [f"- {line}" for line in old_lines if line not in new_lines]
    new = [f"+ {line}" for line in new_lines if line not in old_lines]
    return "".join(f"{line}\n" for line in [*gone, *new])
