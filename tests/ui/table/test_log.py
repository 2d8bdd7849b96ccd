"""The log: this deal as text, the newest last, without anything that the person may not know."""

from __future__ import annotations

import pygame
import pytest

from game.text.card_names import format_card_name
from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, get_match, make_settings, open_table
from ui.app.settings import Settings
from ui.graphics.canvas import record_commands
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.overlays.content_layout import TextBlock
from ui.table.overlays.log import LogOverlay
from ui.table.scene import TableScene


@pytest.fixture
def app_settings() -> Settings:
    return make_settings(speed=0.0)


def open_log(app: AppDriver) -> LogOverlay:
    app.press_key(pygame.K_g)
    scene = app.context.scenes.top
    assert isinstance(scene, LogOverlay)
    return scene


def play_turns(app: AppDriver, turns: int) -> TableScene:
    scene = app.table_scene
    for _turn in range(turns):
        app.advance_until(lambda: scene.session.is_your_turn and not scene.pending_steps, 1.0)
        app.press_key(pygame.K_1)
    app.advance_until(lambda: scene.session.is_your_turn and not scene.pending_steps, 1.0)
    return scene


def test_only_visible_lines_of_a_long_text_are_painted(app: AppDriver) -> None:
    app.context.scenes.push(MainMenuScene(app.context))
    block = TextBlock(app.context, [f"Line {number}" for number in range(400)])
    height = block.compute_height(600)
    commands = record_commands((600, height // 100), lambda canvas: block.paint(canvas, pygame.Rect(0, 0, 600, height)))
    assert 4 <= len(commands) <= 5


@pytest.mark.slow
def test_log_shows_the_deal_from_dealing_to_the_last_card(app: AppDriver) -> None:
    open_table(app, make_match_setup("you random"))
    scene = play_turns(app, 12)
    log = open_log(app)
    assert "; your cards: " in log.lines[0]
    assert not any(" is sealed: " in line for line in log.lines), "the seal is in the proof of the shuffle"
    assert len(log.lines) == len(scene.session.events) - 1
    assert sum(" plays " in line or line.startswith("You play ") for line in log.lines) >= 24
    scroll = log.scroll_areas["log"]
    assert scroll.offset == scroll.max_offset > 0
    app.press_key(pygame.K_HOME)
    assert scroll.offset == 0
    app.press_key(pygame.K_END)
    app.press_key(pygame.K_UP)
    assert 0 < scroll.offset < scroll.max_offset
    app.press_key(pygame.K_g)
    assert app.context.scenes.top is scene


@pytest.mark.slow
def test_log_shows_only_public_events_before_hand_over_is_confirmed(app: AppDriver) -> None:
    open_table(app, make_match_setup("you you"))
    scene = app.table_scene
    for _turn in range(7):
        app.advance_to_other_person()
        app.press_key(pygame.K_g)
        assert app.context.scenes.top is scene
        log = LogOverlay(app.context, scene)
        assert not [
            name for hand in list_hand_card_names(scene) for name in hand if any(name in line for line in log.lines)
        ]
        app.press_key(pygame.K_RETURN)
        app.advance_until(lambda: scene.session.is_your_turn and not scene.pending_steps, 1.0)
        viewer = scene.session.observation.seat
        assert viewer is not None
        lines = open_log(app).lines
        assert not [name for name in list_hand_card_names(scene)[1 - viewer] if any(name in line for line in lines)]
        assert f"{scene.session.info.names[viewer]} gets" in lines[0]
        app.press_key(pygame.K_g)
        app.press_key(pygame.K_1)


def list_hand_card_names(scene: TableScene) -> list[list[str]]:
    """Return the names of the cards in each hand, without those dealt or shown to all."""
    phase = get_match(scene).phase
    assert phase is not None
    board = phase.board()
    return [[format_card_name(card) for card in hand if card is not board.turned_card] for hand in board.hands]
