"""The strip in the settings: it shows what is chosen, whole, at every size, and no frame waits for it."""

from __future__ import annotations

import threading
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest

from tests.ui.stage import AppByHand, opened, settings
from ui import art
from ui.backdrop import backdrop
from ui.scenes.previews import Previews
from ui.scenes.settings import SettingsScene
from ui.settings import BACKS, DECKS, FELTS, FRENCH_DECKS

pytestmark = pytest.mark.slow

SIZES = [(960, 540), (1280, 720), (1920, 1080), (2560, 1080), (3840, 2160), (960, 2160)]
SCALES = [0.75, 1.0, 1.5, 2.0]
CHOICES = {"deck": DECKS, "french_deck": FRENCH_DECKS, "back": BACKS, "felt": FELTS}


def scrolled(app: AppByHand) -> SettingsScene:
    """The settings, scrolled to the strip: it has its cards drawn once it is seen."""
    scene = app.stage.scene
    assert isinstance(scene, SettingsScene) and scene.previews is not None
    scene.scrolls["settings"].reveal(scene.previews)
    app.step()
    return scene


def strip(app: AppByHand) -> Previews:
    """The strip of the settings, once all its cards are there."""
    scene = scrolled(app)
    app.steps(lambda: not scene.busy, most=100_000)
    assert scene.previews is not None
    return scene.previews


def picture(shown: Previews) -> pygame.Surface:
    """What the strip looks like."""
    surface = pygame.Surface(shown.rect.size)
    shown.paint(surface)
    return surface


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES)
def test_no_card_is_cut_off_or_lies_over_another_group(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    with opened(tmp_path, size=size, settings=settings(scale=scale)) as app:
        app.stage.push(SettingsScene(app.stage))
        shown = strip(app)
        ground, places = pygame.Rect((0, 0), shown.rect.size), shown.fans()
        assert all(ground.contains(place) for place in places)
        assert not any(one.colliderect(other) for one, other in combinations(places, 2))
        assert shown.card_width >= 40 * min(1.0, app.stage.unit)
        difference = picture(shown)
        difference.blit(backdrop(ground.size, "green"), (0, 0), special_flags=pygame.BLEND_RGB_SUB)
        for place in places:
            assert difference.subsurface(place).get_bounding_rect().size != (0, 0)
            difference.fill("black", place)
        assert pygame.mask.from_threshold(difference, "black", (1, 1, 1, 255)).count() == ground.width * ground.height


@pytest.mark.slow
@pytest.mark.parametrize("name", CHOICES)
def test_the_strip_shows_what_is_chosen(tmp_path: Path, name: str) -> None:
    with opened(tmp_path) as app:
        app.stage.push(SettingsScene(app.stage))
        seen: dict[Any, bytes] = {}
        for value in (*CHOICES[name], CHOICES[name][0]):
            app.stage.apply(settings(**{name: value}))
            app.step()
            looks = picture(strip(app)).get_buffer().raw
            assert seen.setdefault(value, looks) == looks
        assert len(set(seen.values())) == len(CHOICES[name])


def test_no_frame_draws_a_card_of_the_strip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All are drawn beside the loop, and the strip comes to show them by itself."""
    drawn_on: list[threading.Thread] = []
    draw = art.rasterise

    def watched(path: Path, width: int) -> pygame.Surface:
        drawn_on.append(threading.current_thread())
        return draw(path, width)

    monkeypatch.setattr(art, "rasterise", watched)
    with opened(tmp_path) as app:
        app.stage.push(SettingsScene(app.stage))
        for back in BACKS:
            app.stage.apply(settings(back=back))
            app.step()
            assert strip(app).complete
    assert drawn_on
    assert threading.main_thread() not in drawn_on


@pytest.mark.slow
def test_nothing_is_drawn_any_more_when_the_page_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is left while the first cards are being drawn, which go on only when it waits for them."""
    drawn: list[Path] = []
    draw, wait, waits = art.rasterise, art.Art.wait, threading.Event()

    def slow(path: Path, width: int) -> pygame.Surface:
        waits.wait(20)
        drawn.append(path)
        return draw(path, width)

    def waited(self: art.Art) -> bool:
        waits.set()
        return wait(self)

    with opened(tmp_path) as app:
        app.stage.push(SettingsScene(app.stage))
        strip(app)
        monkeypatch.setattr(art, "rasterise", slow)
        monkeypatch.setattr(art.Art, "wait", waited)
        scene = SettingsScene(app.stage)
        app.stage.push(scene)
        assert scrolled(app).busy
        app.key(pygame.K_ESCAPE)
        assert not any(one.busy for one in scene.samples.arts.values())
        assert 0 < len(drawn) < 8
