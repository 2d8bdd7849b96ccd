"""SceneStack: scenes are built and closed in order, and get no result once they are closed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

import pytest

from tests.ui.app_driver import AppDriver
from ui.app.context import AppContext
from ui.app.scene import Scene


def fail_if_called(*_args: object) -> None:
    raise AssertionError("this callback must not be called")


class LoggedScene(Scene):
    """Writes into ``log`` when it is built and closed."""

    def __init__(self, context: AppContext, name: str, log: list[str]) -> None:
        super().__init__(context)
        self.name, self.log = name, log

    def build(self) -> None:
        self.log.append(f"{self.name} built")

    def on_exit(self) -> None:
        self.log.append(f"{self.name} closed")


class FaultyScene(LoggedScene):
    def on_exit(self) -> None:
        super().on_exit()
        raise ZeroDivisionError(self.name)


@pytest.fixture
def log() -> list[str]:
    return []


@pytest.fixture
def first_scene(log: list[str]) -> Callable[[AppContext], Scene]:
    return lambda context: LoggedScene(context, "menu", log)


def test_scene_below_is_built_anew_when_the_top_one_closes(app: AppDriver, log: list[str]) -> None:
    scenes = app.context.scenes
    menu, page = scenes.top, LoggedScene(app.context, "page", log)
    scenes.push(page)
    assert scenes.top is page and scenes.covered == (menu,) and list(reversed(scenes)) == [page, menu]
    scenes.pop()
    assert scenes.top is menu and len(scenes) == 1
    assert log == ["menu built", "page built", "page closed", "menu built"]


def test_replacing_closes_all_scenes_from_the_top(app: AppDriver, log: list[str]) -> None:
    app.context.scenes.push(LoggedScene(app.context, "page", log))
    log.clear()
    app.context.scenes.replace(LoggedScene(app.context, "table", log))
    assert log == ["page closed", "menu closed", "table built"] and len(app.context.scenes) == 1


def test_scene_that_fails_to_close_keeps_no_other_open(app: AppDriver, log: list[str]) -> None:
    app.context.scenes.push(FaultyScene(app.context, "page", log))
    log.clear()
    with pytest.raises(ZeroDivisionError):
        app.context.scenes.close_all()
    assert log == ["page closed", "menu closed"] and not app.context.scenes


def test_program_ends_with_its_last_scene(app: AppDriver) -> None:
    assert app.context.is_running
    app.context.scenes.pop()
    assert not app.context.is_running


def test_covered_scene_gets_its_results_once_it_is_shown_again(app: AppDriver, log: list[str]) -> None:
    done, results = Future[int](), list[int]()
    done.set_result(1)
    menu = app.context.scenes.top
    app.context.scenes.push(LoggedScene(app.context, "page", log))
    app.context.tasks.submit(done, results.append, owner=menu)
    app.advance_frame()
    assert not results and not menu.is_busy
    app.context.scenes.pop()
    assert menu.is_busy
    app.advance_frame()
    assert results == [1] and not menu.is_busy


@pytest.mark.parametrize("is_asked_while_open", [True, False])
def test_closed_scene_gets_no_result(app: AppDriver, log: list[str], is_asked_while_open: bool) -> None:
    done, page = Future[int](), LoggedScene(app.context, "page", log)
    app.context.scenes.push(page)
    if is_asked_while_open:
        app.context.tasks.submit(done, fail_if_called, owner=page)
    app.context.scenes.pop()
    done.set_result(1)
    if not is_asked_while_open:
        app.context.tasks.submit(done, fail_if_called, owner=page)
    app.advance_frame()
    assert not app.context.tasks.is_busy
