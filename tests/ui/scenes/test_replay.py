"""The replay in the window, with open hands or not; play from a replay never changes it."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.match.archived_match import ArchivedMatch
from game.match.replay import Replay
from game.match.setup import PERSON_KIND
from game.rules import GAMES
from game.shuffling.deal_codes import decode_deal
from game.shuffling.shuffle import HashRandom, shuffle_pack
from game.storage.files import StorageError
from tests.helpers import make_match, make_record, play_random_actions
from tests.joint_records import make_revealed_record
from tests.lanes import choose_sample, long_test
from tests.rows import check_rows
from tests.same_deals import play_match, replay_with_packs
from tests.same_deals import store_match as store_played_match
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import run_settling_frames
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.replay.cursor import ReplayCursor
from ui.scenes.replay.scene import ReplayScene, make_replay_of_file
from ui.table.layout.cards import compute_card_poses
from ui.widgets.playback import PlaybackControls

MAX_STEPS_CHECKED = 14
"""The number of cards of a deal that are checked one by one."""
for_each_game = pytest.mark.parametrize("game", GAMES)


def store_match(app: AppDriver, game: str = "briscola", deals: int = 2, *, is_finished: bool = True) -> int:
    match = make_match(game, seats=GAMES[game].proposed_seat_count)
    record = make_record(match, list(play_random_actions(match, "replay", deal_count=deals)))
    record = record if is_finished else record.without_last_action()
    journal = app.storage.get_repository()
    number = journal.create_match(record, (PERSON_KIND, *["club"] * (len(record.names) - 1)), 1, {})
    journal.release_match(number)
    return number


def open_replay(app: AppDriver, game: str = "briscola") -> ReplayCursor:
    app.context.router.open_replay(store_match(app, game))
    run_settling_frames(app)
    app.wait_for_card_images()
    scene = app.context.scenes.top
    assert isinstance(scene, ReplayScene) and scene.cursor is not None
    return scene.cursor


def run_until_idle(app: AppDriver) -> None:
    app.advance_until(lambda: not app.context.scenes.top.is_busy)


def get_card_poses(app: AppDriver, passage: ReplayCursor) -> Any:
    scene: Any = app.context.scenes.top
    return passage.make_view_model(passage.compute_layout(scene.table_size)).card_poses


@long_test
@pytest.mark.parametrize("game", choose_sample([*GAMES], 2, 1))
def test_every_step_shows_its_layout(app: AppDriver, game: str) -> None:
    passage = open_replay(app, game)
    scene: Any = app.context.scenes.top
    for moment in range(1, min(passage.last_moment, MAX_STEPS_CHECKED) + 1):
        app.press_key(pygame.K_RIGHT)
        assert passage.moment == moment
        if passage.playback.current_step is not None:
            app.press_key(pygame.K_RIGHT)  # skip the animation
        assert passage.moment == moment
        place = passage.compute_layout(scene.table_size)
        assert get_card_poses(app, passage) == compute_card_poses(passage.observation.board, place)
        assert app.get_widget("moment").value == passage.moment


def open_deal(app: AppDriver, game: str, seats: int, seed: str) -> ReplayCursor:
    """Open the replay of one deal of random actions."""
    match = make_match(game, seats=seats)
    return show_replay(app, Replay(make_record(match, list(play_random_actions(match, seed))), ("club",) * seats))


TARGETS_BY_KEY = {
    pygame.K_LEFT: (0, *range(14)),
    pygame.K_RIGHT: (*range(1, 15), 14),
    pygame.K_PAGEUP: (0, *[0] * 6, 6, 6, 8, 8, 10, 10, 12, 12),
    pygame.K_PAGEDOWN: (*[6] * 6, 8, 8, 10, 10, 12, 12, 14, 14, 14),
    pygame.K_HOME: (0,) * 15,
    pygame.K_END: (14,) * 15,
    pygame.K_UP: (0,) * 15,
}
"""The moment to which each key leads from the moments 0 to 14 of a deal whose tricks end at 6, 8, 10, 12 and 14."""


@check_rows("key", TARGETS_BY_KEY)
def test_key_leads_from_every_moment_to_its_target(app: AppDriver, key: int) -> None:
    cursor = open_deal(app, "muscio", 3, "jump1")
    assert cursor.replay.list_trick_end_moments(0) == (6, 8, 10, 12, 14) and cursor.last_moment == 14
    targets = []
    for moment in range(15):
        cursor.jump_to(moment)
        app.press_key(key)
        targets.append(cursor.moment)
    assert tuple(targets) == TARGETS_BY_KEY[key]


def test_deal_without_tricks_has_its_start_and_its_end(app: AppDriver) -> None:
    cursor = open_deal(app, "muscio", 3, "jump0")
    assert cursor.replay.list_trick_end_moments(0) == () and cursor.last_moment == 5
    for moment in range(6):
        for direction, target in ((-1, 0), (1, 5)):
            cursor.jump_to(moment)
            cursor.jump_to_trick(direction)
            assert cursor.moment == target


def test_buttons_of_the_replay_go_where_their_words_say(app: AppDriver) -> None:
    cursor = open_deal(app, "muscio", 3, "jump1")
    (controls,) = (
        widget for widget in app.context.ui_manager.get_sprite_group().sprites() if isinstance(widget, PlaybackControls)
    )
    left_top, targets = controls.get_abs_rect().topleft, dict[int, int]()
    for part, rect in controls.part_rects.items():
        cursor.jump_to(8)
        app.click(rect.move(left_top).center)
        targets[part] = cursor.moment
    assert targets == dict(enumerate([0, 6, 7, 8, 9, 10, 14])) and not cursor.is_playing


def test_jump_beyond_the_match_ends_at_its_last_deal_and_moment(app: AppDriver) -> None:
    cursor = open_replay(app)
    assert cursor.replay.deal_count == 2
    for moment, deal, position in (
        (-1, -1, (0, 0)), (999, 1, (1, cursor.replay.last_moment(1))), (3, 7, (1, 3)), (2, None, (1, 2)),
    ):  # fmt: skip
        cursor.jump_to(moment, deal)
        assert (cursor.deal, cursor.moment) == position
    for key, deal in ((pygame.K_UP, 0), (pygame.K_DOWN, 1), (pygame.K_DOWN, 1), (pygame.K_UP, 0)):
        app.press_key(key)
        assert (cursor.deal, cursor.moment) == (deal, 0) or key == pygame.K_DOWN == deal
    app.press_key(pygame.K_END)
    app.press_key(pygame.K_RIGHT)
    assert (cursor.deal, cursor.moment) == (1, 0), "the last step of a deal leads to the next"


@pytest.mark.slow
@check_rows("key", [pygame.K_SPACE, pygame.K_p])
def test_playback_stops_at_the_end_of_the_deal_or_on_a_key(app: AppDriver, key: int) -> None:
    passage = open_replay(app)
    passage.jump_to(passage.last_moment - 6)
    app.press_key(key)
    app.advance_until(lambda: passage.moment == passage.last_moment - 4, seconds=0.2)
    app.press_key(key)
    run_until_idle(app)
    moment = passage.moment
    for _frame in range(20):
        app.advance_frame(0.2)
    assert passage.moment == moment < passage.last_moment
    app.press_key(key)
    app.advance_until(lambda: not app.context.scenes.top.is_busy, seconds=1.0)
    assert passage.moment == passage.last_moment


# -- play from a replay


def test_side_line_is_free_for_other_windows_when_its_dialog_is_left_before_it_opens(app: AppDriver) -> None:
    open_replay(app)
    app.click_button("play-again")
    app.storage.is_paused = True
    app.click_button("play-on")
    app.press_key(pygame.K_ESCAPE)
    app.storage.finish_writes()
    run_settling_frames(app)
    assert isinstance(app.context.scenes.top, ReplayScene) and app.can_other_window_claim(2)


def test_level_of_the_match_is_proposed_and_the_code_of_the_deal_copied(app: AppDriver) -> None:
    open_replay(app)
    app.click_button("play-again")
    assert "same-deal" in app.widget_ids and "copy-code" not in app.widget_ids, "no code describes this deal"
    record = make_revealed_record("briscola")
    for kinds, level in (((PERSON_KIND,) * 2 + ("beginner",), "beginner"), ((PERSON_KIND, "club", "club"), None)):
        cursor = show_replay(app, Replay(record, kinds))
        cursor.jump_to(0, 1)
        app.click_button("play-again")
        assert (app.get_widget("level").value if "level" in app.widget_ids else None) == level
    with patch("ui.scenes.replay.play_again_dialog.clipboard_copy") as copy:
        app.click_button("copy-code")
    (code,) = copy.call_args.args
    pack = make_match("briscola", seats=3).pack
    assert shuffle_pack(pack, HashRandom(decode_deal(code).key)) == record.deals[1].pack


def show_replay(app: AppDriver, replay: Replay) -> ReplayCursor:
    """Show a replay that needs no storage."""
    loading: Future[Replay] = Future()
    loading.set_result(replay)
    scene = app.show_over(ReplayScene(app.context, loading))
    assert scene.cursor is not None
    return scene.cursor


# -- the same cards


def test_computer_comparison_stops_when_the_page_is_left(app: AppDriver) -> None:
    app.context.router.open_comparison(store_match(app))
    run_settling_frames(app)
    app.player_worker.is_paused = True
    app.click_button("let-computer-play")
    app.advance_frame()
    assert app.player_worker.open_tasks
    app.press_key(pygame.K_ESCAPE)
    app.advance_frame()
    assert not app.player_worker.open_tasks and isinstance(app.context.scenes.top, MainMenuScene)


def test_cards_of_a_running_match_are_not_shown_from_a_file(app: AppDriver) -> None:
    record = play_match("briscola", 2)
    archived = ArchivedMatch(record, (PERSON_KIND, "club"), 0.0)
    assert make_replay_of_file(app.storage, archived).deal_count == 2
    store_played_match(app.storage.get_repository(), replay_with_packs(record, 3, actions=2), over=False)
    with pytest.raises(StorageError, match="still in progress here"):
        make_replay_of_file(app.storage, archived)
    app.storage.close()
    assert make_replay_of_file(app.storage, archived).deal_count == 2
