"""The window that most tests of it begin with; a module overrides what it wants to be different."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.fakes import Paper
from tests.ui.stage import SILENT, AppByHand, opened
from ui.narrator import Narrator
from ui.scene import Scene, Stage
from ui.settings import Settings


@pytest.fixture
def app_settings() -> Settings:
    return SILENT


@pytest.fixture
def app_size() -> tuple[int, int]:
    return (1280, 720)


@pytest.fixture
def first_scene() -> Callable[[Stage], Scene] | None:
    """What makes the scene that `app` shows at first; None if it shows none yet."""
    return None


@pytest.fixture
def app(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, app_settings: Settings, app_size: tuple[int, int],
    first_scene: Callable[[Stage], Scene] | None,
) -> Iterator[AppByHand]:  # fmt: skip
    """The program with its window open; its folders are below ``tmp_path``."""
    monkeypatch.setenv("TAVOLOVERDE_HOME", str(tmp_path))
    with opened(tmp_path, size=app_size, settings=app_settings) as app:
        if first_scene is not None:
            app.stage.push(first_scene(app.stage))
            app.step()
        yield app


@pytest.fixture
def paper(app: AppByHand) -> Paper:
    """The transcript that ``app`` is narrated to."""
    paper = Paper()
    app.stage.besides.append(Narrator(app.stage, paper))
    return paper
