"""Fixtures of the program's window; a module can override those that it needs different."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.fakes import FakeTextLog
from tests.ui.app_driver import SILENT_SETTINGS, AppDriver, open_test_app
from tests.ui.plain_cards import draw_plain_card
from ui.app.context import AppContext
from ui.app.narrator import Narrator
from ui.app.scene import Scene
from ui.app.settings import Settings
from ui.graphics import card_images


@pytest.fixture(autouse=True)
def card_drawer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw plain cards, because rasterizing is a third of the cost of a scene; a module can override this."""
    monkeypatch.setattr(card_images, "rasterise", draw_plain_card)


@pytest.fixture
def app_settings() -> Settings:
    return SILENT_SETTINGS


@pytest.fixture
def app_size() -> tuple[int, int]:
    return (1280, 720)


@pytest.fixture
def first_scene() -> Callable[[AppContext], Scene] | None:
    """Return the function that makes the first scene of `app`; None for no scene."""
    return None


@pytest.fixture
def app(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, app_settings: Settings, app_size: tuple[int, int],
    first_scene: Callable[[AppContext], Scene] | None,
) -> Iterator[AppDriver]:  # fmt: skip
    """Yield the program with its window open and its folders below ``tmp_path``."""
    monkeypatch.setenv("TAVOLOVERDE_HOME", str(tmp_path))
    with open_test_app(tmp_path, size=app_size, settings=app_settings) as app:
        if first_scene is not None:
            app.context.scenes.push(first_scene(app.context))
            app.advance_frame()
        yield app


@pytest.fixture
def narration_log(app: AppDriver) -> FakeTextLog:
    """Return the text log to which ``app`` is narrated."""
    text_log = FakeTextLog()
    app.context.services.append(Narrator(app.context, text_log))
    return text_log
