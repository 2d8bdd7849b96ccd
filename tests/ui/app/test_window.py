"""The window opens again as it was left, but never outside the screen."""

from __future__ import annotations

import gc
from pathlib import Path
from unittest.mock import patch

import msgspec
import pygame
import pytest

from game.storage.json_documents import JsonDocument
from tests.fakes import make_folders, make_match_setup
from tests.ui.app_driver import get_main_menu_class, open_table, open_test_app
from ui.app.app import save_placement
from ui.app.settings import MIN_WINDOW_SIZE, Settings, WindowPlacement
from ui.app.window import DEFAULT_WINDOW_SIZE, capture_placement, fit_placement, restore_placement
from ui.scenes.history.scene import HistoryScene
from ui.scenes.settings.scene import SettingsScene

LARGE_SCREEN, SMALL_SCREEN = (1920, 1080), (1366, 768)
STORED_PLACEMENT = WindowPlacement(size=(1500, 900), place=(300, 80), screens=(LARGE_SCREEN,))


def test_window_reopens_as_it_was_left() -> None:
    assert fit_placement(STORED_PLACEMENT, (LARGE_SCREEN,)) == STORED_PLACEMENT


def test_placement_on_other_screens_is_forgotten() -> None:
    assert fit_placement(STORED_PLACEMENT, (LARGE_SCREEN, SMALL_SCREEN)).place is None


def test_window_is_no_larger_than_the_screen() -> None:
    shown = fit_placement(STORED_PLACEMENT, (SMALL_SCREEN,))
    assert shown.size == SMALL_SCREEN and shown.place is None


@pytest.mark.parametrize("screen", [(800, 600), SMALL_SCREEN, LARGE_SCREEN, (3840, 2160), (1080, 1920)])
def test_first_window_fits_the_screen(screen: tuple[int, int]) -> None:
    size = fit_placement(None, (screen,)).size
    for length, screen_length, min_length in zip(size, screen, MIN_WINDOW_SIZE, strict=True):
        assert length <= max(screen_length * 0.86, min_length)


def test_window_size_without_screen_is_the_default() -> None:
    assert restore_placement(None).size == DEFAULT_WINDOW_SIZE


def test_full_screen_window_keeps_its_previous_size() -> None:
    with patch("pygame.display.get_desktop_sizes", return_value=[LARGE_SCREEN]):
        assert capture_placement(STORED_PLACEMENT, is_maximized=True) == msgspec.structs.replace(
            STORED_PLACEMENT, maximised=True
        )


def test_only_the_placement_is_stored(tmp_path: Path) -> None:
    folders = make_folders(tmp_path)
    folders.prepare()
    document = JsonDocument(folders.config / "settings.json", Settings, Settings())
    document.update(lambda _default: Settings(name="Anna", speed=2.0))
    save_placement(folders, STORED_PLACEMENT)
    settings, notice = document.read()
    assert notice is None and settings == Settings(name="Anna", speed=2.0, window=STORED_PLACEMENT)


@pytest.mark.slow
def test_long_lived_objects_are_excluded_from_garbage_collection(tmp_path: Path) -> None:
    with open_test_app(tmp_path) as app, patch("ui.app.app.App.close"):
        before = gc.get_freeze_count()
        try:
            app.run(get_main_menu_class(), should_stop=lambda: True)
            assert gc.get_freeze_count() > before + 10_000
        finally:
            gc.unfreeze()


@pytest.mark.parametrize("size", [(800, 600), (640, 400)])
def test_small_full_screen_stays_full_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    with open_test_app(tmp_path, settings=Settings(sound=False, full_screen=True)) as app:
        app.context.scenes.push(get_main_menu_class()(app.context))
        app.advance_frame()
        left = AssertionError("the window left full screen")
        # The video driver of the tests has only one screen size, so the surface replaces a smaller screen.
        with (
            patch("pygame.display.get_surface", return_value=pygame.Surface(size)),
            patch("pygame.display.set_mode", side_effect=left),
        ):
            app.post_event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
        assert app.context.size == size
        for scene in (SettingsScene(app.context), HistoryScene(app.context, lambda: None)):
            app.show_over(scene)
        open_table(app, make_match_setup("you club club club club", game="chiamata"))
        app.advance_frame()


def test_too_small_window_is_enlarged(tmp_path: Path) -> None:
    with open_test_app(tmp_path) as app:
        app.context.scenes.push(get_main_menu_class()(app.context))
        app.resize((640, 400))
        assert app.context.size == MIN_WINDOW_SIZE
