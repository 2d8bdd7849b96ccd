"""The table: sprites equal the layout when nothing moves, and hands are visible only to their player."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from game.core.cards import HIDDEN_CARD
from game.core.events import CardPlayed, TrickTaken
from tests.fakes import make_match_setup
from tests.lanes import choose_sample, long_test
from tests.ui.app_driver import AppDriver, make_settings, open_table
from tests.ui.table_driver import (
    act_at_random,
    advance_to_turn,
    drag,
    get_card_center,
    is_result_shown,
    list_played_cards,
    start_match_at_turn,
)
from ui.table.animation.motion import make_step_animation
from ui.table.layout.cards import compute_card_poses
from ui.table.layout.pose import CardPose
from ui.table.overlays.pause import PauseOverlay
from ui.table.scene import TableScene
from ui.table.state import TableState

WINDOW_SIZES = ((960, 540), (1280, 720), (1920, 1080), (1024, 768), (3840, 2160))


def is_inside_window(pose: CardPose, size: tuple[int, int]) -> bool:
    return -1 <= pose.x <= size[0] + 1 and -1 <= pose.y <= size[1] + 1


def check_frame(scene: TableScene) -> None:
    """Check the properties of every frame."""
    sprites = scene.card_poses
    faces = [pose.card for pose in sprites.values() if pose.card is not HIDDEN_CARD]
    assert len(faces) == len(set(faces)), "a card is drawn twice"
    assert all(is_inside_window(pose, scene.context.size) for pose in sprites.values())
    if not scene.playback.pending_steps and scene.hand_interaction.is_idle:
        assert sprites == compute_card_poses(scene.session.observation.board, scene.layout)
        assert scene.observation == scene.session.observation


@long_test
@pytest.mark.parametrize(
    "kinds", choose_sample(["you you club novice", "you club", "club club club", "you " * 5, "club " * 6], 3)
)
def test_card_poses_match_the_layout_after_every_animation_skip_and_resize(app: AppDriver, kinds: str) -> None:
    app.skips_painting = True
    scene, rng = open_table(app, make_match_setup(kinds)), Random(kinds)
    skipped = resized = 0
    while not is_result_shown(app):
        act_at_random(scene, rng)
        app.advance_frame(rng.choice([1 / 60, 0.1]))
        if scene.playback.pending_steps and rng.random() < 0.05:
            step, elapsed = scene.playback.current_step, scene.playback.elapsed_seconds
            app.resize(rng.choice(WINDOW_SIZES))
            assert scene.playback.current_step is not step or elapsed <= scene.playback.elapsed_seconds < elapsed + 0.1
            resized += 1
        elif scene.playback.pending_steps and rng.random() < 0.2:
            scene.skip_animations()
            assert not scene.playback.pending_steps
            skipped += 1
        check_frame(scene)
    assert skipped > 5 and resized > 3


@pytest.mark.slow
@pytest.mark.parametrize("speed", [0.5, 2.0])
def test_speed_setting_scales_every_animation(app: AppDriver, speed: float) -> None:
    app.context.apply_settings(make_settings(speed=speed))
    scene = open_table(app, make_match_setup("club club"))
    app.advance_until(lambda: isinstance(scene.playback.current_step and scene.playback.current_step.event, TrickTaken))
    frames = 0
    taken = scene.playback.current_step
    assert taken is not None
    length = make_step_animation(scene, taken).duration
    while scene.playback.current_step is taken:
        app.advance_frame()
        frames += 1
    assert frames / 60 == pytest.approx(length / speed, abs=0.1)


def test_any_click_and_any_key_skips_animations(app: AppDriver) -> None:
    scene = open_table(app, make_match_setup("you club"))
    app.advance_until(lambda: bool(scene.playback.pending_steps))
    first = scene.playback.current_step
    app.press_key(pygame.K_x)
    assert first not in scene.playback.pending_steps
    app.advance_until(lambda: bool(scene.playback.pending_steps))
    second = scene.playback.current_step
    app.click((640, 300))
    assert second not in scene.playback.pending_steps


@pytest.mark.parametrize(
    ("keys", "index"),
    [
        ([pygame.K_1], 0),
        ([pygame.K_2], 1),
        ([pygame.K_3], 2),
        ([pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RETURN], 1),
        ([pygame.K_TAB, pygame.K_RIGHT, pygame.K_RETURN], 0),  # the last choice counts
        ([pygame.K_RETURN, pygame.K_SPACE], None),  # without a choice
    ],
    ids=str,
)
def test_card_is_played_by_keys(app: AppDriver, keys: list[int], index: int | None) -> None:
    scene = start_match_at_turn(app)
    hand = scene.hand
    for key in keys:
        app.press_key(key)
        assert scene.focus.is_ring_shown == (key == pygame.K_TAB)
    assert list_played_cards(scene) == ([] if index is None else [hand[index]])


def test_tab_leads_to_a_button_which_escape_leaves_before_it_pauses(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    app.press_key(pygame.K_RIGHT)
    app.press_key(pygame.K_TAB)
    app.press_key(pygame.K_ESCAPE)
    assert app.context.scenes.top is scene and not scene.focus.is_ring_shown
    for expected_scene in (PauseOverlay, TableScene):
        app.press_key(pygame.K_ESCAPE)
        app.expect_scene(expected_scene)
    app.press_key(pygame.K_TAB)
    app.press_key(pygame.K_RETURN)
    assert not list_played_cards(scene) and app.context.scenes.top is not scene, "the first button opens the score"


def test_click_on_a_card_plays_it_and_a_dragged_one_flies_from_where_it_was_dropped(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    card, clicked_card = scene.hand[:2]
    start = x, y = get_card_center(scene, card)
    drag(app, start, (x + 40, y + 10))
    assert list_played_cards(scene) == [], "it was not dragged onto the table"
    drag(app, start, (500, 300))
    seen = list[tuple[float, float]]()
    while not seen or scene.playback.pending_steps or scene.session.is_saving:
        if card.name in scene.card_poses:
            seen.append((scene.card_poses[card.name].x, scene.card_poses[card.name].y))
        if scene.playback.current_step is not None and not isinstance(scene.playback.current_step.event, CardPlayed):
            break
        app.advance_frame()
    assert seen[0] == pytest.approx((500, 300), abs=12)
    assert max(point[1] for point in seen) < scene.layout.hand_rect.top, "it never goes back to the hand"
    advance_to_turn(app)
    app.click(get_card_center(scene, clicked_card))
    assert list_played_cards(scene) == [card, clicked_card]


def test_table_does_not_turn_before_the_card_has_landed(app: AppDriver) -> None:
    scene = start_match_at_turn(app, "you you")
    bottom = scene.layout.bottom_seat
    app.press_key(pygame.K_1)
    app.advance_until(lambda: isinstance(scene.playback.current_step and scene.playback.current_step.event, CardPlayed))
    assert scene.layout.bottom_seat == bottom
    assert scene.session.observation.seat == bottom


def test_failed_computer_player_is_told_and_retried_with_a_key(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    app.player_worker.fault = "the process died"
    app.press_key(pygame.K_1)
    app.advance_until(lambda: scene.state is TableState.ERROR)
    assert scene.session.error == "The computer player can't make its move. The match is saved."
    assert scene.narrator.turn_lines == (
        scene.session.error, "Press any key to try again. If that doesn't help, restart the program."
    )  # fmt: skip
    app.press_key(pygame.K_ESCAPE)
    app.expect_scene(PauseOverlay)
    assert "export" not in app.widget_ids and "to-menu" in app.widget_ids
    app.press_key(pygame.K_ESCAPE)
    app.player_worker.fault = ""
    app.press_key(pygame.K_SPACE)
    app.advance_until(lambda: scene.session.is_your_turn)
    assert not scene.session.error
