"""Nothing that is done in a scene makes all of its widgets anew: only another size, scale, theme or language does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from game.text import gettext
from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.fake_analysis import use_fake_analysis
from tests.ui.match_driver import run_settling_frames
from tests.ui.random_input import RandomInput
from tests.ui.scene_openers import PAGE_OPENERS
from tests.ui.scene_registry.examples import fill_history
from ui.app.match_launcher import start_match
from ui.app.scene_stack import SceneStack
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.overlays.log import LogOverlay
from ui.table.overlays.pause import PauseOverlay
from ui.table.overlays.shuffle_proof import ShuffleProofOverlay

EVENT_COUNT = 30
MAX_SCENES_OVER = 2
"""The monkey is led back when it has opened more scenes over the one that is tried."""


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


@pytest.fixture
def counter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RebuildCounter]:
    monkeypatch.chdir(tmp_path)  # the monkey exports to files of any name
    original = SceneStack.rebuild

    with open_test_app(tmp_path, settings=make_settings(speed=0.0)) as app:
        counter, app.skips_painting = RebuildCounter(app), True

        def rebuild(scenes: SceneStack) -> None:
            counter.count()
            original(scenes)

        with patch.object(SceneStack, "rebuild", rebuild):
            fill_history(app, 4, unfinished_count=1)
            use_fake_analysis(app)
            app.context.scenes.push(MainMenuScene(app.context))
            run_settling_frames(app)
            yield counter


def open_overlay(app: AppDriver, kind: str) -> None:
    start_match(app.context, make_match_setup("you club"))
    run_settling_frames(app)
    table = app.table_scene
    course = table.session.course
    assert course is not None
    overlays: Mapping[str, Callable[[], Any]] = {
        "pause": lambda: PauseOverlay(app.context, table, course),
        "log": lambda: LogOverlay(app.context, table),
        "proof": lambda: ShuffleProofOverlay(app.context, table, course),
    }
    app.context.scenes.push(overlays[kind]())


SCENE_OPENERS: Mapping[str, Callable[[AppDriver], None]] = {
    **PAGE_OPENERS,
    "table": lambda app: start_match(app.context, make_match_setup("you club")),
    "table of five": lambda app: start_match(app.context, make_match_setup("you you club club club", game="chiamata")),
    "pause": partial(open_overlay, kind="pause"),
    "log": partial(open_overlay, kind="log"),
    "proof": partial(open_overlay, kind="proof"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENE_OPENERS)
def test_monkey_in_a_scene_rebuilds_nothing(counter: RebuildCounter, name: str) -> None:
    app = counter.app
    SCENE_OPENERS[name](app)
    run_settling_frames(app)
    scenes = list(app.context.scenes)
    monkey = RandomInput(app, seed=5)
    for _event in range(EVENT_COUNT):
        monkey.rng.choices((monkey.press_key, monkey.click, monkey.wheel), (3, 6, 1))[0]()
        app.advance_frame()
        app.context.has_quit = False
        if scenes[-1] not in app.context.scenes or len(app.context.scenes) > len(scenes) + MAX_SCENES_OVER:
            app.context.scenes.replace(MainMenuScene(app.context))
            SCENE_OPENERS[name](app)
            run_settling_frames(app)
            scenes = list(app.context.scenes)
    assert counter.needless_rebuilds == []


def test_each_new_look_rebuilds_once(counter: RebuildCounter) -> None:
    app = counter.app
    app.context.router.open_settings()
    for changes in ({"felt": "blue"}, {"scale": 1.25}, {"language": "it"}, {"sound": True}, {"deck": "french"}):
        app.context.apply_settings(msgspec.structs.replace(app.context.settings, **changes))
        app.advance_frame()
    app.resize((1600, 900))
    assert counter.needless_rebuilds == []
