"""The window comes back as it was left, and never where it cannot be seen."""

from __future__ import annotations

import gc
from pathlib import Path
from unittest.mock import patch

import msgspec
import pygame
import pytest

from game.store.jsonfile import load_json, save_json
from tests.fakes import folders_in, seating
from tests.ui.stage import at_table, menu, opened
from ui.app import save_placement
from ui.scenes.history import History
from ui.scenes.settings import SettingsScene
from ui.settings import SMALLEST_WINDOW, Placement, Settings
from ui.window import FIRST, fitted, fitting, noted

LARGE, SMALL = (1920, 1080), (1366, 768)
LEFT = Placement(size=(1500, 900), place=(300, 80), screens=(LARGE,))


def test_as_it_was_left() -> None:
    assert fitted(LEFT, (LARGE,)) == LEFT


def test_a_place_on_other_screens_is_forgotten() -> None:
    assert fitted(LEFT, (LARGE, SMALL)).place is None


def test_no_larger_than_the_screen() -> None:
    shown = fitted(LEFT, (SMALL,))
    assert shown.size == SMALL and shown.place is None


@pytest.mark.parametrize("screen", [(800, 600), SMALL, LARGE, (3840, 2160), (1080, 1920)])
def test_the_first_window_fits_the_screen(screen: tuple[int, int]) -> None:
    size = fitted(None, (screen,)).size
    for one, most, least in zip(size, screen, SMALLEST_WINDOW, strict=True):
        assert one <= max(most * 0.86, least)


def test_without_a_screen_the_size_is_the_usual_one() -> None:
    assert fitting(None).size == FIRST


def test_a_window_that_fills_the_screen_keeps_its_size_from_before() -> None:
    with patch("pygame.display.get_desktop_sizes", return_value=[LARGE]):
        assert noted(LEFT, maximised=True) == msgspec.structs.replace(LEFT, maximised=True)


def test_only_the_place_is_kept(tmp_path: Path) -> None:
    folders = folders_in(tmp_path)
    folders.prepare()
    save_json(folders.config / "settings.json", Settings(name="Anna", speed=2.0))
    save_placement(folders, LEFT)
    settings, notice = load_json(folders.config / "settings.json", Settings, Settings())
    assert notice is None and settings == Settings(name="Anna", speed=2.0, window=LEFT)


@pytest.mark.slow
def test_what_the_program_is_made_of_costs_no_frame_a_look_for_garbage(tmp_path: Path) -> None:
    with opened(tmp_path) as app, patch("ui.app.App.close"):
        before = gc.get_freeze_count()
        try:
            app.run(menu(), until=lambda: True)
            assert gc.get_freeze_count() > before + 10_000
        finally:
            gc.unfreeze()


@pytest.mark.parametrize("size", [(800, 600), (640, 400)])
def test_small_full_screen_stays_full_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    with opened(tmp_path, settings=Settings(sound=False, full_screen=True)) as app:
        app.stage.push(menu()(app.stage))
        app.step()
        left = AssertionError("the window left full screen")
        # The driver of the tests has one size of screen only, so the surface stands in for a smaller one.
        with (
            patch("pygame.display.get_surface", return_value=pygame.Surface(size)),
            patch("pygame.display.set_mode", side_effect=left),
        ):
            app.post(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
        assert app.stage.size == size
        for scene in (SettingsScene(app.stage), History(app.stage, lambda: None)):
            app.over(scene)
        at_table(app, seating("you club club club club", game="chiamata"))
        app.step()


def test_small_window_is_made_as_large_as_it_must_be(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        app.stage.push(menu()(app.stage))
        app.resize((640, 400))
        assert app.stage.size == SMALLEST_WINDOW
