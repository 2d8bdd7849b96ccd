"""Fixtures of the program's window; a module can override those that it needs different."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

import pytest

from tests.fakes import FakeTextLog
from tests.ui.app_driver import SILENT_SETTINGS, AppDriver, open_test_app
from ui.app.context import AppContext
from ui.app.narrator import Narrator
from ui.app.scene import Scene
from ui.app.settings import Settings
from ui.graphics import card_images

MAX_DRAWINGS: Final = 2048
"""The number of rasterized cards that a process of the tests keeps."""


@pytest.fixture(scope="session", autouse=True)
def _rasterize_each_card_once() -> Iterator[None]:
    """Keep rasterized cards for all tests, which mostly wait for the same ones."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        for rasterise in (card_images.rasterise, card_images.load_square_image):
            monkeypatch.setattr(card_images, rasterise.__name__, lru_cache(MAX_DRAWINGS)(rasterise))
        yield


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
