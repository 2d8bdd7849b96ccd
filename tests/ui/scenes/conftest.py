"""Fixtures of the tests of scenes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.scenes.main_menu.scene import MainMenuScene


@pytest.fixture
def first_scene() -> Callable[[AppContext], Scene] | None:
    """Return the class of the main menu, below which all scenes lie."""
    return MainMenuScene
