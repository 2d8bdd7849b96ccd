"""The table: sprites equal the layout when nothing moves, and hands are visible only to their player."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pygame
import pytest

from game.core.actions import Play
from game.core.cards import HIDDEN_CARD
from game.core.events import CardPlayed, TrickTaken
from game.rules.briscola.actions import Sign
from tests.fakes import make_match_setup
from tests.ui.app_driver import (
    AppDriver,
    get_record,
    make_settings,
    open_table,
    open_test_app,
)
from tests.ui.table_driver import (
    act_at_random,
    advance_to_turn,
    drag,
    get_card_center,
    is_result_shown,
    list_played_cards,
    start_match_at_turn,
)
from ui.graphics.card_images import CardImageCache
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
    if not scene.pending_steps and scene.hand_interaction.is_idle:
        assert sprites == compute_card_poses(scene.session.observation.board, scene.layout)
        assert scene.observation == scene.session.observation


@pytest.mark.slow
@pytest.mark.parametrize("kinds", ["you club", "club club club", "you you club novice", "you " * 5, "club " * 6])
def test_card_poses_match_the_layout_after_every_animation(app: AppDriver, kinds: str) -> None:
    app.skips_painting = True
    scene, rng = open_table(app, make_match_setup(kinds)), Random(kinds)
    while not is_result_shown(app):
        act_at_random(scene, rng)
        app.advance_frame(rng.choice([1 / 60, 1 / 60, 0.1, 0.4]))
        check_frame(scene)


@pytest.mark.slow
@pytest.mark.parametrize("kinds", ["you club", "you you club novice", "club " * 6])
def test_card_poses_match_the_layout_after_every_skip_and_resize(app: AppDriver, kinds: str) -> None:
    app.skips_painting = True
    scene, rng = open_table(app, make_match_setup(kinds)), Random(kinds)
    skipped = resized = 0
    while not is_result_shown(app):
        act_at_random(scene, rng)
        app.advance_frame(rng.choice([1 / 60, 0.1]))
        if scene.pending_steps and rng.random() < 0.05:
            app.resize(rng.choice(WINDOW_SIZES))
            resized += 1
        elif scene.pending_steps and rng.random() < 0.2:
            scene.skip_animations()
            assert not scene.pending_steps
            skipped += 1
        check_frame(scene)
    assert skipped > 5 and resized > 3


@pytest.mark.slow
def test_resizing_during_an_animation_keeps_its_time(app: AppDriver) -> None:
    scene = open_table(app, make_match_setup("club club"))
    app.advance_until(lambda: isinstance(scene.current_step and scene.current_step.event, CardPlayed))
    app.advance_frame(0.1)
    before, elapsed = scene.current_step, scene.playback.elapsed_seconds
    app.resize((1920, 1080))
    assert scene.current_step is before
    assert elapsed <= scene.playback.elapsed_seconds < elapsed + 0.1
    check_frame(scene)


@pytest.mark.slow
def test_animations_take_no_time_at_speed_0(app: AppDriver) -> None:
    app.context.apply_settings(make_settings(speed=0.0))
    scene = open_table(app, make_match_setup("club club"))
    for _frame in range(200):
        app.advance_frame()
        check_frame(scene)
        assert not scene.pending_steps
    assert is_result_shown(app)


@pytest.mark.slow
@pytest.mark.parametrize("speed", [0.5, 2.0])
def test_speed_setting_scales_every_animation(app: AppDriver, speed: float) -> None:
    app.context.apply_settings(make_settings(speed=speed))
    scene = open_table(app, make_match_setup("club club"))
    app.advance_until(lambda: isinstance(scene.current_step and scene.current_step.event, TrickTaken))
    frames = 0
    taken = scene.current_step
    assert taken is not None
    length = scene.animator.make_animation(taken).duration
    while scene.current_step is taken:
        app.advance_frame()
        frames += 1
    assert frames / 60 == pytest.approx(length / speed, abs=0.1)


def test_any_click_and_any_key_skips_animations(app: AppDriver) -> None:
    scene = open_table(app, make_match_setup("you club"))
    app.advance_until(lambda: bool(scene.pending_steps))
    first = scene.current_step
    app.press_key(pygame.K_x)
    assert first not in scene.pending_steps
    app.advance_until(lambda: bool(scene.pending_steps))
    second = scene.current_step
    app.click((640, 300))
    assert second not in scene.pending_steps


def test_click_on_a_card_plays_it(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    card = scene.hand[1]
    app.click(get_card_center(scene, card))
    assert list_played_cards(scene) == [card]


def test_dragging_a_card_onto_the_table_plays_it(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    card = scene.hand[0]
    x, y = (round(value) for value in get_card_center(scene, card))
    drag(app, (x, y), (x + 40, y + 10))
    assert list_played_cards(scene) == []
    drag(app, (x, y), (640, 300))
    assert list_played_cards(scene) == [card]


def test_dragged_card_flies_from_where_it_was_dropped(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    card = scene.hand[0]
    x, y = (round(value) for value in get_card_center(scene, card))
    drag(app, (x, y), (500, 300))
    seen = list[tuple[float, float]]()
    while not seen or scene.pending_steps or scene.session.is_saving:
        if card.name in scene.card_poses:
            seen.append((scene.card_poses[card.name].x, scene.card_poses[card.name].y))
        if scene.current_step is not None and not isinstance(scene.current_step.event, CardPlayed):
            break
        app.advance_frame()
    assert seen[0] == pytest.approx((500, 300), abs=12)
    assert max(point[1] for point in seen) < scene.layout.hand_rect.top, "it never goes back to the hand"


@pytest.mark.parametrize("position", [0, 1, 2])
def test_digit_plays_card_at_that_position(app: AppDriver, position: int) -> None:
    scene = start_match_at_turn(app)
    card = scene.hand[position]
    app.press_key(pygame.K_1 + position)
    assert list_played_cards(scene) == [card]


def test_table_does_not_turn_before_the_card_has_landed(app: AppDriver) -> None:
    scene = start_match_at_turn(app, "you you")
    bottom = scene.layout.bottom_seat
    app.press_key(pygame.K_1)
    app.advance_until(lambda: isinstance(scene.current_step and scene.current_step.event, CardPlayed))
    assert scene.layout.bottom_seat == bottom
    assert scene.session.observation.seat == bottom


def test_arrows_choose_a_card_and_enter_plays_it(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    card = scene.hand[1]
    app.press_key(pygame.K_RIGHT)
    app.press_key(pygame.K_RIGHT)
    app.press_key(pygame.K_RETURN)
    assert list_played_cards(scene) == [card]


def test_enter_plays_the_last_choice(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    card = scene.hand[0]
    app.press_key(pygame.K_TAB)
    assert scene.focus.is_ring_shown
    app.press_key(pygame.K_RIGHT)
    assert not scene.focus.is_ring_shown, "the arrows chose a card since"
    app.press_key(pygame.K_RETURN)
    assert list_played_cards(scene) == [card]


def test_tab_after_an_arrow_focuses_a_button_again(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    app.press_key(pygame.K_RIGHT)
    app.press_key(pygame.K_TAB)
    app.press_key(pygame.K_RETURN)
    assert not list_played_cards(scene) and not isinstance(app.context.scenes.top, TableScene), (
        "the first button opens the score"
    )


def test_escape_leaves_a_button_before_it_pauses(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    app.press_key(pygame.K_TAB)
    app.press_key(pygame.K_ESCAPE)
    assert app.context.scenes.top is scene and not scene.focus.is_ring_shown
    app.press_key(pygame.K_ESCAPE)
    assert isinstance(app.context.scenes.top, PauseOverlay)


def get_focused_button_text(scene: TableScene) -> str:
    """Return the text of the focused button."""
    return str(getattr(scene.focus.focused_widget, "text", ""))


@pytest.mark.slow
@pytest.mark.parametrize("kinds", ["you club", "you club club club club"])
def test_tab_order_follows_reading_order(app: AppDriver, kinds: str) -> None:
    scene = start_match_at_turn(app, kinds)
    corner = [(widget.get_abs_rect().y, widget.get_abs_rect().x) for widget in scene.focus.widgets[:3]]
    assert corner == sorted(corner)
    app.press_key(pygame.K_TAB)
    ringed = get_focused_button_text(scene)
    app.context.scenes.rebuild()
    assert ringed and get_focused_button_text(scene) == ringed


def test_enter_without_a_choice_plays_no_card(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    app.press_key(pygame.K_RETURN)
    app.press_key(pygame.K_SPACE)
    assert not list_played_cards(scene)


def test_escape_pauses_and_resumes(app: AppDriver) -> None:
    start_match_at_turn(app)
    app.press_key(pygame.K_ESCAPE)
    assert isinstance(app.context.scenes.top, PauseOverlay)
    app.press_key(pygame.K_ESCAPE)
    assert isinstance(app.context.scenes.top, TableScene)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kinds"), [
    ("briscola", "you you club club"), ("chiamata", "you club you club club"), ("spades", "you club club club"),
])  # fmt: skip
def test_scene_is_not_rebuilt_while_a_deal_is_played(app: AppDriver, game: str, kinds: str) -> None:
    app.skips_painting = True
    scene, rng = open_table(app, make_match_setup(kinds, game=game)), Random(game)
    app.advance_frame()
    menu_button = app.get_button("menu")
    while not is_result_shown(app):
        assert menu_button is not None and scene.focus.find("menu") is menu_button and menu_button.alive()
        act_at_random(scene, rng)
        app.advance_frame(0.5)


@pytest.mark.slow
def test_playing_out_of_turn_shows_the_reason(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    app.player_worker.is_paused = True
    app.press_key(pygame.K_1)
    app.advance_until(lambda: bool(app.player_worker.open_tasks) and not scene.pending_steps)
    app.press_key(pygame.K_1)
    assert scene.message and scene.message_seconds_left > 0
    assert len(list_played_cards(scene)) == 1


@pytest.mark.slow
def test_sign_is_one_click_away_once_offered(app: AppDriver) -> None:
    scene = start_match_at_turn(app, "you club club club")
    while not any(isinstance(action, Sign) for action in scene.observation.legal_actions):
        scene.act(next(choice for choice in scene.observation.legal_actions if isinstance(choice, Play)))
        advance_to_turn(app)
    app.click_button("signs")
    app.click_button(next(choice for choice in app.widget_ids if choice.startswith("sign-")))
    assert any(isinstance(choice, Sign) for choice in get_record(scene).deals[-1].actions)


def test_failed_save_is_reported_and_retried_with_a_key(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    card = scene.hand[0]
    app.storage.failure_message = "The disk is full."
    app.press_key(pygame.K_1)
    app.advance_frame()
    assert "The disk is full." in scene.session.error
    assert card in scene.observation.board.hands[0]
    app.storage.failure_message = ""
    app.press_key(pygame.K_SPACE)
    app.advance_frame()
    assert scene.session.error == ""
    assert list_played_cards(scene) == [card]


def test_failed_computer_player_is_told_and_retried_with_a_key(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    app.player_worker.fault = "the process died"
    app.press_key(pygame.K_1)
    app.advance_until(lambda: scene.state is TableState.ERROR)
    assert scene.session.error == "The computer player cannot make its move. The match is saved."
    assert scene.narrator.turn_lines == (
        scene.session.error, "Press any key to try again. If that does not help, restart the program."
    )  # fmt: skip
    app.press_key(pygame.K_ESCAPE)
    app.expect_scene(PauseOverlay)
    assert "export" not in app.widget_ids and "to-menu" in app.widget_ids
    app.press_key(pygame.K_ESCAPE)
    app.player_worker.fault = ""
    app.press_key(pygame.K_SPACE)
    app.advance_until(lambda: scene.session.is_your_turn)
    assert not scene.session.error


@pytest.mark.slow
def test_same_seed_and_clock_give_the_same_pictures(tmp_path: Path) -> None:
    shots = []
    for name in ("one", "two"):
        with open_test_app(tmp_path / name, seed=5, card_images=CardImageCache()) as app:
            open_table(app, make_match_setup("club novice club"))
            for _frame in range(150):
                app.advance_frame()
                app.wait_for_card_images()
            shots.append(pygame.image.tobytes(app.surface, "RGB"))
    assert shots[0] == shots[1]
