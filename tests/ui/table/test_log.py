"""The log: this deal in words, the newest last, and nothing of it that who is at the screen may not know."""

from __future__ import annotations

import pygame
import pytest

from game.engine.events import Dealt, Sealed
from game.names import card_name
from tests.fakes import seating
from tests.ui.stage import AppByHand, at_table, match_at, settings
from ui.matches import resume
from ui.settings import Settings
from ui.table.log import Log
from ui.table.pause import Pause
from ui.table.scene import TableScene


@pytest.fixture
def app_settings() -> Settings:
    return settings(speed=0.0)


def log_of(app: AppByHand) -> Log:
    app.key(pygame.K_g)
    scene = app.stage.scene
    assert isinstance(scene, Log)
    return scene


def play_on(app: AppByHand, turns: int) -> TableScene:
    scene = app.table
    for _turn in range(turns):
        app.steps(lambda: scene.table.your_turn and not scene.beats, 1.0)
        app.key(pygame.K_1)
    app.steps(lambda: scene.table.your_turn and not scene.beats, 1.0)
    return scene


@pytest.mark.slow
def test_it_tells_this_deal_from_the_cards_dealt_to_the_last_card_played(app: AppByHand) -> None:
    at_table(app, seating("you random"))
    scene = play_on(app, 12)
    log = log_of(app)
    assert " is sealed: " in log.lines[0]
    assert "; you get " in log.lines[1]
    assert len(log.lines) == len(scene.table.story)
    assert sum(" plays " in line or line.startswith("You play ") for line in log.lines) >= 24
    scroll = log.scrolls["log"]
    assert scroll.most > 0
    assert scroll.offset == scroll.most


@pytest.mark.slow
def test_the_keys_move_it_and_lead_back(app: AppByHand) -> None:
    at_table(app, seating("you random"))
    scene = play_on(app, 12)
    scroll = log_of(app).scrolls["log"]
    app.key(pygame.K_UP)
    assert 0 < scroll.offset < scroll.most
    app.key(pygame.K_HOME)
    assert scroll.offset == 0
    app.key(pygame.K_END)
    assert scroll.offset == scroll.most
    app.key(pygame.K_g)
    assert app.stage.scene is scene


def test_the_pause_leads_to_it(app: AppByHand) -> None:
    at_table(app, seating("you random"))
    play_on(app, 1)
    app.key(pygame.K_ESCAPE)
    app.press("log")
    assert isinstance(app.stage.scene, Log)
    app.press("back")
    assert isinstance(app.stage.scene, Pause)


@pytest.mark.slow
def test_between_people_it_tells_before_ready_only_what_is_public(app: AppByHand) -> None:
    at_table(app, seating("you you"))
    scene = app.table
    for _turn in range(7):
        app.to_the_other()
        app.key(pygame.K_g)
        assert app.stage.scene is scene
        app.key(pygame.K_ESCAPE)
        app.press("log")
        log = app.stage.scene
        assert isinstance(log, Log)
        assert not [name for hand in hands(scene) for name in hand if any(name in line for line in log.lines)]
        app.press("back")
        app.key(pygame.K_ESCAPE)
        app.key(pygame.K_RETURN)
        app.steps(lambda: scene.table.your_turn and not scene.beats, 1.0)
        viewer = scene.table.viewer
        assert viewer is not None
        lines = log_of(app).lines
        assert not [name for name in hands(scene)[1 - viewer] if any(name in line for line in lines)]
        assert f"{scene.table.names[viewer]} gets" in lines[1]
        app.key(pygame.K_g)
        app.key(pygame.K_1)


def hands(scene: TableScene) -> list[list[str]]:
    """The names of the cards that each seat holds; what was dealt to all or shown to all does not count."""
    phase = match_at(scene).phase
    assert phase is not None
    board = phase.board()
    return [[card_name(card) for card in hand if card is not board.turned] for hand in board.hands]


@pytest.mark.slow
def test_a_match_that_is_gone_on_with_has_the_whole_log_of_its_deal(app: AppByHand) -> None:
    at_table(app, seating("you random"))
    scene = play_on(app, 4)
    before = scene.table.story
    assert [type(event) for event in before[:2]] == [Sealed, Dealt]
    scene.table.close()
    assert app.storage.claim(1).result()
    resume(app.stage, app.storage.load(1).result())
    app.steps(lambda: isinstance(app.stage.scene, TableScene) and app.table is not scene, 0.1)
    assert app.table.table.story == before
