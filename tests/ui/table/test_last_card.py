"""The last card of a hand plays itself where the person wants that, as if he had clicked on it."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.engine.actions import Play
from tests.ui.stage import AppByHand, record_at, settings
from tests.ui.table.test_table_scene import own, played, wait_for_turn, your_turn
from ui.table.forced import last_card
from ui.table.scene import TableScene

pytestmark = pytest.mark.slow


def with_one_card(app: AppByHand, **options: Any) -> TableScene:
    """The person is on turn and holds one card."""
    scene = your_turn(app, **options)
    while len(scene.hand) > 1:
        assert last_card(scene.view) is None
        app.key(pygame.K_1)
        wait_for_turn(app)
    return scene


def test_the_last_card_waits_for_the_person_unless_he_wants_it_played(app: AppByHand) -> None:
    scene = with_one_card(app)
    before = played(scene)
    for _frame in range(300):
        app.step()
    assert played(scene) == before
    assert not scene.busy


def test_the_last_card_falls_after_the_usual_pause_and_is_saved_as_the_persons_play(app: AppByHand) -> None:
    scene = with_one_card(app, turn_seconds=30)
    (card,) = scene.hand
    before = played(scene)
    app.stage.apply(settings(plays_last=True))
    app.step()
    assert scene.busy and scene.table.pace > 0
    for _frame in range(int(scene.table.pace * 60) - 2):
        app.step()
        assert played(scene) == before
    app.steps(lambda: len(played(scene)) > len(before), most=10)
    assert played(scene) == [*before, card]
    match_id = scene.table.match_id
    assert match_id is not None
    kept = app.storage.journal().load(match_id).record.deals[-1].actions
    assert Play(0, card) in kept
    assert "Timeout" not in {type(one).__name__ for one in kept}
    assert scene.table.barred == ()


def test_nothing_is_played_while_something_lies_over_the_table(app: AppByHand) -> None:
    scene = with_one_card(app)
    before = played(scene)
    app.key(pygame.K_ESCAPE)
    app.stage.apply(settings(plays_last=True))
    for _frame in range(200):
        app.step()
    assert played(scene) == before


def test_of_two_at_one_screen_nobodys_last_card_falls_before_he_has_taken_it(app: AppByHand) -> None:
    scene = your_turn(app, "you you")
    app.stage.apply(settings(plays_last=True, speed=0.0))
    while len(scene.hand) > 1:
        app.key(pygame.K_1)
        wait_for_turn(app)
    for _frame in range(5):
        app.step()
    assert scene.table.cover is not None and not own(scene)
    open_actions = len(record_at(scene).deals[-1].actions)
    for _frame in range(60):
        app.step()
    assert len(record_at(scene).deals[-1].actions) == open_actions
