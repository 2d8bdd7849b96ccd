"""Toasts tell what happened away from the eye, one after the other, and cover no button and nothing to be read."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pygame
import pytest

from game.rules import GAMES
from tests.fakes import seating
from tests.ui.stage import at_table, menu, opened, settings
from ui import timings
from ui.notice import clear_of, toast
from ui.scene import Scene, Stage
from ui.scenes.ask import Ask
from ui.scenes.help import Help
from ui.scenes.house_rules import HouseRules
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.scenes.people import People
from ui.scenes.settings import SettingsScene

SHORT = "The profile Anna is removed."
LONG = "The match of Briscola that was left has been played to its end. Winners: Nonna Pia, Zio Gino"
"""More than twice as long as what is mostly said."""
SIZES = ((960, 540), (1280, 720), (1920, 1080))
PAGES: tuple[Callable[[Stage], Scene], ...] = (
    Menu, SettingsScene, HouseRules, NewMatch, People, Help,
    lambda stage: Ask(stage, Menu(stage), "Delete this match?", "Delete", lambda: None),
)  # fmt: skip


def covered(scene: Scene, words: str) -> list[pygame.Rect]:
    """What a toast with these words would lie on."""
    shown = toast(scene.stage, words)
    assert pygame.Rect((0, 0), scene.stage.size).contains(shown.rect) and " ".join(shown.lines) == words
    return [one for one in clear_of(scene) if one.colliderect(shown.rect)]


@pytest.mark.parametrize(("size", "scale"), [*product(SIZES, (1.0,)), (SIZES[0], 0.75), (SIZES[1], 2.0)])
def test_on_a_page_a_toast_covers_nothing(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    with opened(tmp_path, size=size, settings=settings(scale=scale)) as app:
        for made in PAGES:
            app.stage.go(made(app.stage))
            app.step()
            app.step()
            for words in (SHORT, LONG):
                assert not covered(app.stage.scene, words), (type(app.stage.scene).__name__, words)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "scale"), [*((size, 1.0) for size in SIZES), *((size, 2.0) for size in SIZES[1:])])
def test_at_a_table_a_toast_covers_nothing(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    """At twice the size it may lie where only backs are seen, or where a card of a trick comes to lie."""
    with opened(tmp_path, size=size, settings=settings(scale=scale, speed=0.0)) as app:
        for game, one in GAMES.items():
            for seats in {one.seats[0], one.proposed_seats, one.seats[-1]}:
                scene = at_table(app, seating("you" + " club" * (seats - 1), game=game))
                for _frame in range(3):
                    app.step(1.0)
                for words in (SHORT, LONG):
                    assert not covered(scene, words), (game, seats, words)
                    rather = pygame.Rect(toast(app.stage, words).rect).collidelistall(scene.rather_free)
                    assert not rather or scale > 1, (game, seats, words)


def test_toasts_come_one_after_the_other_and_are_told(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        told: list[str] = []
        app.stage.narrate = told.append
        app.stage.go(menu()(app.stage))
        app.step()
        for words in ("One.", "Two."):
            app.stage.notify(words)
        assert told == ["One.", "Two."]
        app.step()
        assert app.toasts.shown and app.toasts.words == "One." and app.stage.notices == ["Two."]
        app.step(timings.TOAST_SHOWN)
        assert app.toasts.words == "Two." and app.toasts.shown
        app.step(timings.TOAST_SHOWN)
        assert not app.toasts.shown
        app.stage.narrate = None


def test_a_button_under_the_toasts_ground_can_be_clicked(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        app.stage.go(menu()(app.stage))
        app.step()
        app.stage.notify(LONG)
        app.step()
        app.press("settings")
        assert isinstance(app.stage.scene, SettingsScene)
