"""The window is drawn at any size, and its placement is stored."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.storage.json_documents import JsonDocument
from tests.fakes import make_folders, make_match_setup
from tests.ui.app_driver import get_main_menu_class, open_table, open_test_app
from ui.app.app import save_placement
from ui.app.placement import NO_FRAME
from ui.app.settings import Settings, WindowPlacement
from ui.app.window import list_screens, measure_frame
from ui.scenes.history.scene import HistoryScene
from ui.scenes.settings.scene import SettingsScene

STORED_PLACEMENT = WindowPlacement(size=(1500, 900), place=(300, 80))


def test_only_the_placement_is_stored(tmp_path: Path) -> None:
    folders = make_folders(tmp_path)
    folders.prepare()
    document = JsonDocument(folders.config / "settings.json", Settings, Settings())
    document.update(lambda _default: Settings(name="Anna", speed=2.0))
    save_placement(folders, STORED_PLACEMENT)
    settings, notice = document.read()
    assert notice is None and settings == Settings(name="Anna", speed=2.0, window=STORED_PLACEMENT)


@pytest.mark.parametrize(
    ("size", "full_screen"), [((480, 300), False), ((636, 760), True), ((1276, 470), False), ((300, 1000), True)]
)
def test_window_of_any_size_is_drawn_and_keeps_it(tmp_path: Path, size: tuple[int, int], full_screen: bool) -> None:
    with open_test_app(tmp_path, settings=Settings(sound=False, full_screen=full_screen)) as app:
        app.context.scenes.push(get_main_menu_class()(app.context))
        app.resize(size)
        app.advance_frame()
        shown = pygame.display.get_surface()
        assert shown is not None and shown.get_size() == size
        expected = pygame.transform.smoothscale(app.surface, size)
        assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(expected, "RGB")
        for scene in (SettingsScene(app.context), HistoryScene(app.context, lambda: None)):
            app.show_over(scene)
        open_table(app, make_match_setup("you club club club club", game="chiamata"))
        app.advance_frame()
        assert shown.get_size() == size


@pytest.mark.parametrize("size", [(636, 760), (1276, 470)])
def test_mouse_reaches_what_is_under_it(tmp_path: Path, size: tuple[int, int]) -> None:
    with open_test_app(tmp_path) as app:
        app.context.scenes.push(get_main_menu_class()(app.context))
        app.resize(size)
        app.advance_frame()
        button = app.get_button("settings")
        point = app.window.viewport.map_to_window(pygame.Rect(button.get_abs_rect())).center
        pygame.mouse.set_pos(point)
        app.post_event(pygame.MOUSEMOTION, pos=point, rel=(1, 1), buttons=(0, 0, 0), touch=False)
        app.advance_frame()
        assert button.hovered
        app.post_event(pygame.MOUSEBUTTONDOWN, pos=point, button=1, touch=False)
        app.post_event(pygame.MOUSEBUTTONUP, pos=point, button=1, touch=False)
        app.advance_frame()
        app.expect_scene(SettingsScene)


def test_picture_is_laid_out_anew_only_if_its_size_changes(tmp_path: Path) -> None:
    with open_test_app(tmp_path) as app:
        app.context.scenes.push(get_main_menu_class()(app.context))
        app.resize((480, 270))
        button = app.get_button("settings")
        app.resize((640, 360))
        assert app.context.size == (960, 540) and app.get_button("settings") is button
        app.resize((1280, 720))
        assert app.context.size == (1280, 720) and app.get_button("settings") is not button


def test_screens_are_not_known_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.display.init()
    assert [screen.size for screen in list_screens()] == pygame.display.get_desktop_sizes()
    monkeypatch.setattr("ui.app.window._load_sdl", fail_to_load)
    assert list_screens() == () and measure_frame(1) == NO_FRAME


def fail_to_load() -> None:
    raise OSError("no such library")
