"""Toasts tell what happened away from the eye, one after the other, and cover no button and nothing to be read."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pygame
import pytest

from game.rules import GAMES
from tests.fakes import make_match_setup
from tests.ui.app_driver import get_main_menu_class, make_settings, open_table, open_test_app
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.graphics import timings
from ui.scenes.dialogs.confirm import ConfirmDialog
from ui.scenes.help.scene import HelpScene
from ui.scenes.house_rules.scene import HouseRulesScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.profiles.scene import ProfilesScene
from ui.scenes.settings.scene import SettingsScene
from ui.widgets.toasts import layout_toast, list_avoid_rects

SHORT_TEXT = "The profile Anna is removed."
LONG_TEXT = "The match of Briscola that was left has been played to its end. Winners: Nonna Pia, Zio Gino"
"""More than twice as long as what is mostly said."""
WINDOW_SIZES = ((960, 540), (1280, 720), (1920, 1080))
PAGE_OPENERS: tuple[Callable[[AppContext], Scene], ...] = (
    MainMenuScene, SettingsScene, HouseRulesScene, NewMatchScene, ProfilesScene, HelpScene,
    lambda context: ConfirmDialog(context, MainMenuScene(context), "Delete this match?", "Delete", lambda: None),
)  # fmt: skip


def list_covered_rects(scene: Scene, words: str) -> list[pygame.Rect]:
    """What a toast with these words would lie on."""
    shown = layout_toast(scene.context, words)
    assert pygame.Rect((0, 0), scene.context.size).contains(shown.rect) and " ".join(shown.lines) == words
    return [avoid_rect for avoid_rect in list_avoid_rects(scene) if avoid_rect.colliderect(shown.rect)]


@pytest.mark.parametrize(
    ("size", "scale"), [*product(WINDOW_SIZES, (1.0,)), (WINDOW_SIZES[0], 0.75), (WINDOW_SIZES[1], 2.0)]
)
def test_toast_on_a_page_covers_nothing(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    with open_test_app(tmp_path, size=size, settings=make_settings(scale=scale)) as app:
        for open_page in PAGE_OPENERS:
            app.context.scenes.replace(open_page(app.context))
            app.advance_frame()
            app.advance_frame()
            for words in (SHORT_TEXT, LONG_TEXT):
                assert not list_covered_rects(app.context.scenes.top, words), (
                    type(app.context.scenes.top).__name__,
                    words,
                )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "scale"), [*((size, 1.0) for size in WINDOW_SIZES), *((size, 2.0) for size in WINDOW_SIZES[1:])]
)
def test_toast_at_a_table_covers_nothing(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    """At twice the size it may lie where only backs are seen, or where a card of a trick comes to lie."""
    with open_test_app(tmp_path, size=size, settings=make_settings(scale=scale, speed=0.0)) as app:
        for game, game_rules in GAMES.items():
            for seats in {game_rules.seat_counts[0], game_rules.proposed_seat_count, game_rules.seat_counts[-1]}:
                scene = open_table(app, make_match_setup("you" + " club" * (seats - 1), game=game))
                for _frame in range(3):
                    app.advance_frame(1.0)
                for words in (SHORT_TEXT, LONG_TEXT):
                    assert not list_covered_rects(scene, words), (game, seats, words)
                    rather = pygame.Rect(layout_toast(app.context, words).rect).collidelistall(
                        scene.toast_soft_avoid_rects
                    )
                    assert not rather or scale > 1, (game, seats, words)


def test_toasts_appear_one_after_the_other_and_are_narrated(tmp_path: Path) -> None:
    with open_test_app(tmp_path) as app:
        narrated: list[str] = []
        app.context.narrate = narrated.append
        app.context.scenes.replace(get_main_menu_class()(app.context))
        app.advance_frame()
        for words in ("One.", "Two."):
            app.context.notify(words)
        assert narrated == ["One.", "Two."]
        app.advance_frame()
        assert app.toasts.is_visible and app.toasts.text == "One." and app.context.notices == ["Two."]
        app.advance_frame(timings.TOAST_SHOWN_S)
        assert app.toasts.text == "Two." and app.toasts.is_visible
        app.advance_frame(timings.TOAST_SHOWN_S)
        assert not app.toasts.is_visible
        app.context.narrate = None


def test_button_below_a_toast_can_be_clicked(tmp_path: Path) -> None:
    with open_test_app(tmp_path) as app:
        app.context.scenes.replace(get_main_menu_class()(app.context))
        app.advance_frame()
        app.context.notify(LONG_TEXT)
        app.advance_frame()
        app.click_button("settings")
        assert isinstance(app.context.scenes.top, SettingsScene)
