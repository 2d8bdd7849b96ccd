"""Nothing that is done in a scene makes all of its widgets anew: only another size, scale, theme or language does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from unittest.mock import patch

import msgspec
import pytest

from game.text import gettext
from tests.lanes import choose_sample, long_test
from tests.ui.app_driver import AppDriver
from tests.ui.random_input import RandomInput
from tests.ui.scene_registry.scenes import open_scene_app, show_views
from ui.app.scene import Scene
from ui.app.scene_stack import SceneStack
from ui.scenes.main_menu.scene import MainMenuScene

EVENT_COUNT = 30
MAX_SCENES_OVER = 2
"""The monkey starts again when it has opened more scenes over the one that is tried."""


class RebuildCounter:
    """Notes each scene whose widgets were made anew though it was shown and looks no different."""

    def __init__(self, app: AppDriver) -> None:
        self.app = app
        self.needless_rebuilds: list[str] = []
        self._last_look: tuple[Any, ...] = ()

    def count(self) -> None:
        context = self.app.context
        look = (context.scenes.top, context.size, context.ui_scale, context.theme, gettext.get_language())
        if look == self._last_look:
            self.needless_rebuilds.append(type(context.scenes.top).__name__)
        self._last_look = look


@contextmanager
def count_rebuilds(app: AppDriver) -> Iterator[RebuildCounter]:
    """Return a context manager that gives its block a counter of the rebuilds in it."""
    counter, original = RebuildCounter(app), SceneStack.rebuild

    def rebuild(scenes: SceneStack) -> None:
        counter.count()
        original(scenes)

    with patch.object(SceneStack, "rebuild", rebuild):
        yield counter


VIEWS: Final = (
    ("new-match", "new-match"), ("settings", "our-rules"), ("settings", "people"),
    ("lesson-briscola", "lesson-briscola"),
    ("replay-briscola", "replay-briscola"), ("analysis-muscio", "analysis-muscio"),
    ("trainer-briscola", "trainer-briscola-trick"), ("chiamata-play", "chiamata-play"), ("fairness", "fairness-pause"),
    ("looking-back", "look-back-briscola-4"),
)  # fmt: skip
"""The scenes that are tried, with their views in which the monkey starts."""


@long_test
@pytest.mark.parametrize(("name", "view"), choose_sample(VIEWS, 4))
def test_monkey_in_a_scene_rebuilds_nothing(name: str, view: str) -> None:
    event_count = 0
    while event_count < EVENT_COUNT:  # it starts again when it has left the scene
        with open_scene_app() as app:
            assert view in show_views(name, app)
            scenes, monkey = list(app.context.scenes), RandomInput(app, seed=event_count)
            with count_rebuilds(app) as counter:
                while event_count < EVENT_COUNT and is_near(app, scenes):
                    monkey.rng.choices((monkey.press_key, monkey.click, monkey.wheel), (3, 6, 1))[0]()
                    app.advance_frame()
                    app.context.has_quit = False
                    event_count += 1
            assert counter.needless_rebuilds == []


def is_near(app: AppDriver, scenes: list[Scene]) -> bool:
    """Return whether the top one of ``scenes`` is still there, and not far below."""
    return scenes[-1] in app.context.scenes and len(app.context.scenes) <= len(scenes) + MAX_SCENES_OVER


def test_each_new_look_rebuilds_once() -> None:
    with open_scene_app() as app:
        app.context.scenes.push(MainMenuScene(app.context))
        app.context.router.open_settings("general")
        with count_rebuilds(app) as counter:
            for changes in ({"felt": "blue"}, {"scale": 1.25}, {"language": "it"}, {"sound": True}, {"deck": "french"}):
                app.context.apply_settings(msgspec.structs.replace(app.context.settings, **changes))
                app.advance_frame()
            app.resize((1600, 900))
        assert counter.needless_rebuilds == []
