"""Settings: each takes effect as it is changed, and is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from tests.ui.stage import AppByHand, opened
from ui.app import load_settings
from ui.scenes.settings import SettingsScene
from ui.settings import PACES, SCALES, SPEEDS, Settings


@pytest.fixture
def app(tmp_path: Path) -> Iterator[AppByHand]:
    with opened(tmp_path, settings=Settings(name="Anna")) as app:
        app.stage.push(SettingsScene(app.stage))
        app.step()
        yield app


def press_on(app: AppByHand, name: str, *keys: int) -> None:
    focus = app.stage.scene.focus
    widget = focus.named(name)
    assert widget is not None
    focus.go(widget)
    for key in keys:
        app.key(key)
    app.step()


def kept(app: AppByHand) -> Settings:
    """What the next start of the program will read."""
    settings, damage = load_settings(app.stage.folders)
    assert damage == ""
    return settings


@pytest.mark.parametrize("name, key, value", [
    ("speed", pygame.K_RIGHT, 2.0),
    ("speed", pygame.K_HOME, 0.0),
    ("pace", pygame.K_RIGHT, 2.0),
    ("sound", pygame.K_SPACE, False),
    ("volume", pygame.K_LEFT, 60),
    ("table_talk", pygame.K_SPACE, False),
    ("full_screen", pygame.K_RETURN, True),
    ("scale", pygame.K_RIGHT, 1.25),
    ("scale", pygame.K_END, SCALES[-1]),
])  # fmt: skip
def test_a_setting_changed_by_keys_holds_at_once_and_is_kept(app: AppByHand, name: str, key: int, value: Any) -> None:
    press_on(app, name, key)
    assert getattr(app.stage.settings, name) == value
    assert kept(app) == app.stage.settings


def test_the_widgets_show_the_settings(app: AppByHand) -> None:
    for name in ("speed", "deck", "full_screen", "scale", "sound", "volume"):
        widget: Any = app.stage.scene.focus.named(name)
        assert widget.value == getattr(app.stage.settings, name)


def test_every_speed_has_a_word() -> None:
    from ui.scenes.settings import PACE_WORDS, SPEED_WORDS

    assert set(SPEED_WORDS) == set(SPEEDS) and set(PACE_WORDS) == set(PACES)


def test_the_name_is_kept_but_never_an_empty_one(app: AppByHand) -> None:
    press_on(app, "name")
    app.post(pygame.TEXTINPUT, text="Zoe")
    app.step()
    assert app.stage.settings.name == "Zoe"
    for _letter in "Zoe":
        app.key(pygame.K_BACKSPACE)
    app.step()
    assert app.stage.settings.name == "Z"
    assert kept(app).name == "Z"


def test_a_larger_scale_makes_larger_widgets_and_keeps_the_place(app: AppByHand) -> None:
    focus = app.stage.scene.focus
    before = app.button("Back").rect.height
    press_on(app, "scale", pygame.K_END)
    assert app.button("Back").rect.height == 2 * before
    assert focus.widget is focus.named("scale")


@pytest.mark.parametrize("way", ["Esc", "Back"])
def test_back_returns_to_what_was_below(app: AppByHand, way: str) -> None:
    app.stage.push(SettingsScene(app.stage))
    if way == "Esc":
        app.key(pygame.K_ESCAPE)
    else:
        app.press("Back")
        app.step()
    assert len(app.stage.scenes) == 1
