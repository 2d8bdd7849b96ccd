"""The replay in the window, with open hands or not; play from a replay never changes it."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any
from unittest.mock import patch

import msgspec
import pygame
import pytest

from game.core.cards import HIDDEN_CARD
from game.match.record import encode_record
from game.match.replay import Replay
from game.match.setup import PERSON_KIND
from game.rules import GAMES
from game.session.match_info import list_human_seats
from game.shuffling.deal_codes import decode_deal
from game.shuffling.shuffle import HashRandom, shuffle_pack
from game.statistics.played_matches import is_counted
from game.storage.files import StorageError
from game.text.gettext import LANGUAGE_NAMES, pgettext, use_language
from tests.helpers import make_match, make_record, play_random_actions
from tests.joint_records import make_revealed_record
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import run_settling_frames
from tests.ui.text_recorder import record_texts
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.replay.cursor import ReplayCursor
from ui.scenes.replay.play_again_dialog import PlayAgainDialog
from ui.scenes.replay.scene import ReplayScene
from ui.table.layout.cards import compute_card_poses
from ui.table.layout.hand_order import sort_for_display
from ui.table.scene import TableScene
from ui.widgets.playback import PlaybackControls

MAX_STEPS_CHECKED = 14
"""The number of cards of a deal that are checked one by one."""
for_each_game = pytest.mark.parametrize("game", GAMES)


def store_match(app: AppDriver, game: str = "briscola", deals: int = 2) -> int:
    match = make_match(game, seats=GAMES[game].proposed_seat_count)
    record = make_record(match, list(play_random_actions(match, "replay", deal_count=deals)))
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


@pytest.mark.slow
@for_each_game
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


@pytest.mark.slow
def test_hand_as_dealt_is_navigated_in_its_order(app: AppDriver) -> None:
    app.context.apply_settings(msgspec.structs.replace(app.context.settings, hand_order="dealt"))
    passage = open_replay(app, "chiamata")
    scene: Any = app.context.scenes.top
    hand, order = passage.observation.board.hands[passage.seat], passage.compute_layout(scene.table_size).card_order
    assert sort_for_display(hand, order) == tuple(sorted(hand, key=passage.replay.get_deal(0).pack.index)) != hand


@pytest.mark.slow
def test_line_about_unnamed_person_has_correct_grammar(app: AppDriver) -> None:
    """Check sentences about "You", which need another form of the verb."""
    passage = open_replay(app)
    you, lines = passage.replay.addressed_seat, set[str]()
    assert you is not None
    for deal in range(passage.replay.deal_count):
        passage.jump_to(0, deal)
        for moment in range(passage.last_moment + 1):
            passage.jump_to(moment)
            lines.add(passage.caption)
    assert {"You are the dealer", *lines} == lines and any(line.startswith("You play ") for line in lines)
    assert not [line for line in lines if line.startswith(passage.replay.names[you])]


@pytest.mark.slow
def test_keys_move_by_card_trick_and_deal(app: AppDriver) -> None:
    passage = open_replay(app)
    tricks = passage.replay.list_trick_end_moments(0)
    for key, moment in (
        (pygame.K_PAGEDOWN, tricks[0]),
        (pygame.K_PAGEDOWN, tricks[1]),
        (pygame.K_PAGEUP, tricks[0]),
        (pygame.K_END, passage.last_moment),
        (pygame.K_LEFT, passage.last_moment - 1),
        (pygame.K_HOME, 0),
        (pygame.K_LEFT, 0),
    ):
        app.press_key(key)
        assert passage.moment == moment
    app.press_key(pygame.K_DOWN)
    assert (passage.deal, passage.moment) == (1, 0)
    app.press_key(pygame.K_DOWN)
    assert passage.deal == passage.replay.deal_count - 1
    app.press_key(pygame.K_UP)
    assert passage.deal == 0


def open_deal(app: AppDriver, game: str, seats: int, seed: str) -> ReplayCursor:
    """Open the replay of one deal of random actions."""
    match = make_match(game, seats=seats)
    loading: Future[Replay] = Future()
    loading.set_result(Replay(make_record(match, list(play_random_actions(match, seed))), ("club",) * seats))
    app.context.scenes.push(ReplayScene(app.context, loading))
    app.advance_until(lambda: app.expect_scene(ReplayScene).cursor is not None)
    cursor = app.expect_scene(ReplayScene).cursor
    assert cursor is not None
    return cursor


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


@pytest.mark.parametrize("key", TARGETS_BY_KEY, ids=pygame.key.name)
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
    left_top, targets = controls.get_abs_rect().topleft, []
    for rect in controls.list_button_rects():
        cursor.jump_to(8)
        app.click(rect.move(left_top).center)
        targets.append(cursor.moment)
    assert targets == [0, 6, 7, 8, 9, 10, 14] and not cursor.is_playing


def test_jump_beyond_the_match_ends_at_its_last_deal_and_moment(app: AppDriver) -> None:
    cursor = open_replay(app)
    assert cursor.replay.deal_count == 2
    for moment, deal, position in (
        (-1, -1, (0, 0)),
        (999, 1, (1, cursor.replay.last_moment(1))),
        (3, 7, (1, 3)),
        (2, None, (1, 2)),
    ):
        cursor.jump_to(moment, deal)
        assert (cursor.deal, cursor.moment) == position


@pytest.mark.slow
def test_last_step_of_a_deal_leads_to_the_next(app: AppDriver) -> None:
    passage = open_replay(app)
    app.press_key(pygame.K_END)
    app.press_key(pygame.K_RIGHT)
    assert (passage.deal, passage.moment) == (1, 0)


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_each_playback_button_has_a_word_that_fits(app: AppDriver, language: str) -> None:
    with use_language(language):
        open_replay(app)
        with record_texts() as recorder:
            app.context.scenes.rebuild()
            run_settling_frames(app)
            app.press_key(pygame.K_p)
            app.advance_frame()
        words = {pgettext("replay", word) for word in ("Start", "Trick", "Move", "Play", "Pause", "End")}
        assert words <= {text for _image, text in recorder.pictures.values()} and not recorder.cut_texts


@pytest.mark.slow
@pytest.mark.parametrize("key", [pygame.K_SPACE, pygame.K_p])
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


@pytest.mark.slow
def test_timeline_is_dragged_to_any_moment(app: AppDriver) -> None:
    passage = open_replay(app)
    line = app.get_widget("moment")
    rect = pygame.Rect(line.get_abs_rect())
    app.click((rect.x + line.compute_x(passage.last_moment // 2), rect.centery))
    assert passage.moment == passage.last_moment // 2


@pytest.mark.slow
@for_each_game
def test_other_hands_are_hidden_until_opened(app: AppDriver, game: str) -> None:
    passage = open_replay(app, game)

    def count_backs() -> int:
        hands = passage.observation.board.hands
        return sum(card is HIDDEN_CARD for hand in hands for card in hand)

    other_cards = sum(len(hand) for seat, hand in enumerate(passage.observation.board.hands) if seat != passage.seat)
    assert count_backs() == other_cards > 0
    app.press_key(pygame.K_o)
    assert count_backs() == 0
    app.click_button("hands")
    assert count_backs() == other_cards


@pytest.mark.slow
def test_every_seat_can_be_shown(app: AppDriver) -> None:
    passage = open_replay(app, "chiamata")
    scene: Any = app.context.scenes.top
    for seat in (3, 1):
        scene.show_hands_of(seat, open_=False)
        app.advance_frame()
        assert HIDDEN_CARD not in passage.observation.board.hands[seat]
        assert all(
            HIDDEN_CARD in hand for hand_seat, hand in enumerate(passage.observation.board.hands) if hand_seat != seat
        )


@pytest.mark.slow
def test_unfinished_match_shows_only_finished_deals(app: AppDriver) -> None:
    match = make_match("briscola", seats=2)
    record = make_record(match, list(play_random_actions(match, 1, deal_count=1)))
    open_ = record.with_deal(record.replay().dealer, record.deals[0].pack[::-1])
    journal = app.storage.get_repository()
    number = journal.create_match(open_, (PERSON_KIND, "club"), 1, {})
    app.context.router.open_replay(number)
    run_settling_frames(app)
    scene: Any = app.context.scenes.top
    assert scene.cursor.replay.deal_count == 1


def test_match_without_finished_deal_is_reported(app: AppDriver) -> None:
    match = make_match("briscola", seats=2)
    record = make_record(match, list(play_random_actions(match, 1, deal_count=1))).without_last_action()
    number = app.storage.get_repository().create_match(record, (PERSON_KIND, "club"), 1, {})
    app.context.router.open_replay(number)
    run_settling_frames(app)
    assert isinstance(app.context.scenes.top, MainMenuScene) and "No deal of this match is finished" in app.toast_text


def test_missing_match_is_reported(app: AppDriver) -> None:
    asked = Future[Replay]()
    asked.set_exception(StorageError("This match was deleted in another window."))
    app.context.scenes.push(ReplayScene(app.context, asked))
    run_settling_frames(app)
    assert isinstance(app.context.scenes.top, MainMenuScene) and "deleted" in app.toast_text


def test_menu_below_the_replay_of_a_file_needs_no_frames(app: AppDriver) -> None:
    app.context.scenes.push(MainMenuScene(app.context))
    app.context.scenes.push(ReplayScene(app.context, Future()))
    app.advance_frame()
    assert not any(scene.is_busy for scene in app.context.scenes.covered)


# -- play from a replay


@pytest.mark.slow
@for_each_game
def test_play_on_from_here_starts_a_match_excluded_from_statistics(app: AppDriver, game: str) -> None:
    passage = open_replay(app, game)
    before = encode_record(app.storage.load_record(1))
    passage.jump_to(2)
    new_session = passage.observation.board
    app.click_button("play-again")
    app.expect_scene(PlayAgainDialog)
    app.click_button("play-on")
    app.advance_until(lambda: isinstance(app.context.scenes.top, TableScene), max_frames=300)
    table = app.table_scene.session
    assert encode_record(app.storage.load_record(1)) == before
    saved = app.storage.get_repository().load_match(2)
    assert saved.notes == {"side_line": True}
    assert saved.player_kinds.count(PERSON_KIND) == 1
    assert table.observation.board.hands[0] == new_session.hands[0]
    entry = next(listed for listed in app.storage.get_repository().archive.list_entries() if listed.id == 2)
    assert not is_counted(entry)


def test_side_line_is_free_for_other_windows_when_its_dialog_is_left_before_it_opens(app: AppDriver) -> None:
    open_replay(app)
    app.click_button("play-again")
    app.storage.is_paused = True
    app.click_button("play-on")
    app.press_key(pygame.K_ESCAPE)
    app.storage.finish_writes()
    run_settling_frames(app)
    assert isinstance(app.context.scenes.top, ReplayScene) and app.can_other_window_claim(2)


@pytest.mark.slow
def test_same_deal_is_played_from_another_seat(app: AppDriver) -> None:
    passage = open_replay(app, "chiamata")
    pack = passage.replay.get_deal(0).pack
    app.click_button("play-again")
    again = app.expect_scene(PlayAgainDialog)
    again.set_seat(2)
    app.click_button("same-deal")
    app.advance_until(lambda: isinstance(app.context.scenes.top, TableScene), max_frames=300)
    assert app.storage.load_record(2).deals[0].pack == pack
    assert list_human_seats(app.table_scene.session.info, app.table_scene.session.observation) == (2,)
    assert app.table_scene.session.info.names[2] == "Anna"


def test_code_of_the_shown_deal_is_copied(app: AppDriver) -> None:
    record = make_revealed_record("briscola")
    loading: Future[Replay] = Future()
    loading.set_result(Replay(record, (PERSON_KIND, "club", "club")))
    app.context.scenes.push(ReplayScene(app.context, loading))
    for _frame in range(2):
        app.advance_frame()
    scene = app.context.scenes.top
    assert isinstance(scene, ReplayScene) and scene.cursor is not None
    scene.cursor.jump_to(0, 1)
    app.click_button("play-again")
    with patch("ui.scenes.replay.play_again_dialog.clipboard_copy") as copy:
        app.click_button("copy-code")
    (code,) = copy.call_args.args
    pack = make_match("briscola", seats=3).pack
    assert shuffle_pack(pack, HashRandom(decode_deal(code).key)) == record.deals[1].pack


def test_deal_that_no_code_describes_offers_none(app: AppDriver) -> None:
    open_replay(app)
    app.click_button("play-again")
    assert "same-deal" in app.widget_ids and "copy-code" not in app.widget_ids


@pytest.mark.slow
def test_shown_moment_is_narrated(app: AppDriver) -> None:
    narrated: list[str] = []
    app.context.narrate = narrated.append
    open_replay(app)
    assert any("Deal 1 of" in line for line in app.context.scenes.top.narration)
    app.press_key(pygame.K_RIGHT)
    assert any("plays" in line for line in narrated)
