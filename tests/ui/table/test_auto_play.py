"""The last card of a hand is played automatically if the person wants that, as if they had clicked it."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.core.actions import Play
from tests.session_driver import get_awaited_seat
from tests.ui.app_driver import AppDriver, get_record, get_session, make_settings
from tests.ui.table_driver import advance_to_turn, list_own_cards, list_played_cards, start_match_at_turn
from ui.table.hand.interaction import find_forced_last_card
from ui.table.scene import TableScene

pytestmark = pytest.mark.slow


def resume_with_one_card(app: AppDriver, **options: Any) -> TableScene:
    """Return a table with the person on turn and a single card in hand."""
    scene = start_match_at_turn(app, **options)
    while len(scene.hand) > 1:
        assert find_forced_last_card(scene.observation) is None
        app.press_key(pygame.K_1)
        advance_to_turn(app)
    return scene


def test_last_card_is_auto_played_after_a_pause_and_stored(app: AppDriver) -> None:
    scene = resume_with_one_card(app, turn_seconds=30)
    (card,) = scene.hand
    before = list_played_cards(scene)
    app.context.apply_settings(make_settings(plays_last=True))
    app.advance_frame()
    assert scene.is_busy and scene.min_thinking_s > 0
    for _frame in range(int(scene.min_thinking_s * 60) - 2):
        app.advance_frame()
        assert list_played_cards(scene) == before
    app.advance_until(lambda: len(list_played_cards(scene)) > len(before), max_frames=10)
    assert list_played_cards(scene) == [*before, card]
    match_id = get_session(scene).status.match_id
    assert match_id is not None
    actions = app.storage.get_repository().load_match(match_id).record.deals[-1].actions
    assert Play(0, card) in actions
    assert "Timeout" not in {type(action).__name__ for action in actions}
    assert get_session(scene).status.penalty_reasons == ()


@pytest.mark.parametrize("is_under_pause", [False, True])
def test_last_card_waits_for_the_person_and_under_another_scene(app: AppDriver, is_under_pause: bool) -> None:
    scene = resume_with_one_card(app)
    before = list_played_cards(scene)
    if is_under_pause:
        app.press_key(pygame.K_ESCAPE)
        app.context.apply_settings(make_settings(plays_last=True))
    with app.skip_painting():
        for _frame in range(300):
            app.advance_frame()
    assert list_played_cards(scene) == before and not scene.is_busy


def test_last_card_is_not_auto_played_before_hand_over_is_confirmed(app: AppDriver) -> None:
    scene = start_match_at_turn(app, "you you")
    app.context.apply_settings(make_settings(plays_last=True, speed=0.0))
    while len(scene.hand) > 1:
        app.press_key(pygame.K_1)
        advance_to_turn(app)
    for _frame in range(5):
        app.advance_frame()
    assert get_awaited_seat(scene.session) is not None and not list_own_cards(scene)
    open_actions = len(get_record(scene).deals[-1].actions)
    for _frame in range(60):
        app.advance_frame()
    assert len(get_record(scene).deals[-1].actions) == open_actions
