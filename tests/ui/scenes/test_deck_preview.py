"""The card preview in the settings shows the chosen deck at every size, and no frame waits for it."""

from __future__ import annotations

import threading
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.text_recorder import record_texts
from ui.app.settings import CARD_BACKS, FRENCH_DECKS, ITALIAN_DECKS, TABLE_THEME_NAMES
from ui.graphics import card_images
from ui.graphics.canvas import paint_picture
from ui.scenes.settings.deck_preview import DeckPreview
from ui.scenes.settings.scene import SettingsScene

pytestmark = pytest.mark.slow

SIZES_AND_SCALES = [
    ((960, 540), 2.0), ((1280, 720), 1.0), ((1920, 1080), 1.5), ((2560, 1080), 0.75), ((960, 2160), 1.5),
]  # fmt: skip
CHOICES_BY_SETTING = {"deck": ITALIAN_DECKS, "french_deck": FRENCH_DECKS, "back": CARD_BACKS, "felt": TABLE_THEME_NAMES}


def get_loaded_preview(app: AppDriver) -> DeckPreview:
    """Return the preview with all its cards."""
    app.advance_frame()
    scene = app.expect_scene(SettingsScene)
    app.advance_until(lambda: not scene.is_busy, max_frames=100_000)
    preview: DeckPreview = scene.find("deck-preview")
    return preview


def take_picture(shown: DeckPreview) -> pygame.Surface:
    surface = pygame.Surface(shown.rect.size)
    paint_picture(surface, shown.paint)
    return surface


@pytest.mark.parametrize(("size", "scale"), SIZES_AND_SCALES)
def test_no_group_of_the_preview_is_cut_off_or_covers_another(
    tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    with open_test_app(tmp_path, size=size, settings=make_settings(scale=scale)) as app:
        app.context.scenes.push(SettingsScene(app.context, "cards"))
        shown = get_loaded_preview(app)
        ground, places = pygame.Rect((0, 0), shown.rect.size), shown.layout[:3]
        assert all(ground.contains(place) for place in places)
        assert not any(group.colliderect(other_group) for group, other_group in combinations(places, 2))
        assert shown.layout.french_width >= 40 * min(1.0, app.context.ui_scale)


@pytest.mark.parametrize("name", CHOICES_BY_SETTING)
def test_preview_shows_the_chosen_value(tmp_path: Path, name: str) -> None:
    with open_test_app(tmp_path) as app:
        app.context.scenes.push(SettingsScene(app.context, "cards"))
        seen: dict[Any, bytes] = {}
        for value in (*CHOICES_BY_SETTING[name], CHOICES_BY_SETTING[name][0]):
            app.context.apply_settings(make_settings(**{name: value}))
            app.advance_frame()
            looks = take_picture(get_loaded_preview(app)).get_buffer().raw
            assert seen.setdefault(value, looks) == looks
        assert len(set(seen.values())) == len(CHOICES_BY_SETTING[name])


def test_preview_drawing_stops_when_the_page_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the page while the first cards are being drawn: nobody waits for these, and no more are drawn."""
    drawn: list[Path] = []
    draw, may_draw = card_images.rasterise, threading.Event()

    def rasterize_slowly(path: Path, width: int) -> pygame.Surface:
        may_draw.wait(20)
        drawn.append(path)
        return draw(path, width)

    with open_test_app(tmp_path) as app:
        app.context.scenes.push(SettingsScene(app.context, "cards"))
        get_loaded_preview(app)
        monkeypatch.setattr(card_images, "rasterise", rasterize_slowly)
        scene = app.show_over(SettingsScene(app.context, "cards"))
        assert scene.is_busy
        app.press_key(pygame.K_ESCAPE)
        assert not drawn
        may_draw.set()
        for images in scene.samples.arts.values():
            images.wait()
        assert 0 < len(drawn) < 8


def test_legend_names_suits_and_explains_only_letters_that_are_shown(tmp_path: Path) -> None:
    with open_test_app(tmp_path, settings=make_settings(corner_indices=True)) as app:
        app.show_over(SettingsScene(app.context, "cards"))
        cases: tuple[tuple[dict[str, Any], bool, bool], ...] = (
            ({}, True, True),
            ({"corner_indices": False}, False, True),
            ({"deck": "trevisane"}, True, True),
            ({"deck": "french"}, False, False),
        )
        for changes, is_explained, has_suits in cases:
            app.context.apply_settings(msgspec.structs.replace(app.context.settings, **changes))
            with record_texts() as recorder:
                app.context.scenes.rebuild()
                app.advance_frame()
                app.repaint()
            texts = {words for _picture, words in recorder.pictures.values()}
            assert any(text.partition(": ")[2].startswith("king") for text in texts) == is_explained, changes
            assert ("coins" in texts) == has_suits
