"""The main menu: continue a saved match, start one, and open the other scenes."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pygame
import pytest

from game.core.cards import HIDDEN_CARD
from game.lessons import LESSONS
from game.lessons.progress import LessonProgress, store_lesson_progress
from game.match.setup import MatchSetup
from game.medals.finder import EarnedMedal, open_medals
from game.medals.medals import MEDALS
from game.storage.matches import FILE_NAME
from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, make_settings
from tests.ui.match_driver import run_settling_frames
from tests.ui.text_recorder import list_all_texts
from ui.scenes.history.scene import HistoryScene
from ui.scenes.main_menu.continue_card import format_saved_time
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.medals.scene import MedalsScene
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.last_choices import start_match


def save_released_match(app: AppDriver, kinds: str = "you club") -> int:
    """Save a match that was left and that no window has claimed. Return its id."""
    seats = make_match_setup(kinds)
    number = app.storage.get_repository().create_match(
        seats.create_record(0), tuple(player.kind for player in seats.players), 1, {}
    )
    app.storage.get_repository().release_match(number)
    return number


def execute_in_database(app: AppDriver, sql: str) -> None:
    """Change the database without the program."""
    with closing(sqlite3.connect(app.context.folders.data / FILE_NAME)) as database, database:
        database.execute(sql)


@pytest.fixture
def first_scene() -> None:
    """Return no scene: each test opens the menu when it has stored its matches."""


def open_main_menu(app: AppDriver) -> MainMenuScene:
    return app.show_over(MainMenuScene(app.context))


def open_settled_menu(app: AppDriver) -> None:
    """Open the menu, and wait until it has read what is stored."""
    menu = open_main_menu(app)
    app.advance_until(lambda: not menu.is_busy)


def get_default_button_id(app: AppDriver) -> str | None:
    focus = app.context.scenes.top.focus
    return focus.get_widget_id(focus.default_button) if focus.default_button is not None else None


def test_lessons_are_not_offered_to_a_person_who_played_before(app: AppDriver) -> None:
    app.context.settings = make_settings(name="Anna")
    number = save_released_match(app)
    app.storage.get_repository().give_up_match(number)
    open_main_menu(app)
    assert get_default_button_id(app) == "new-match"


def test_somebody_new_is_offered_the_first_lesson_until_they_have_begun_one(app: AppDriver) -> None:
    open_settled_menu(app)
    app.click_button("settings")
    app.press_key(pygame.K_ESCAPE)
    open_settled_menu(app)
    assert get_default_button_id(app) == "start-lesson"
    own_id = app.context.own_profile.id
    store_lesson_progress(app.context.folders, LessonProgress(profile=own_id, game=next(iter(LESSONS))))
    open_settled_menu(app)
    assert "start-lesson" not in app.widget_ids and get_default_button_id(app) == "new-match"


def test_next_lesson_is_offered_beside_the_match_that_waits_until_all_are_done(app: AppDriver) -> None:
    save_released_match(app)
    own_id = app.context.own_profile.id
    for number, lesson in enumerate(LESSONS):
        open_settled_menu(app)
        assert ("next-lesson" in app.widget_ids) == (number > 0)
        if number == 1:
            begun = LessonProgress(profile=own_id, game=lesson, answers=("",))
            store_lesson_progress(app.context.folders, begun)
            open_settled_menu(app)
            assert app.get_button_text("next-lesson").startswith("Continue lesson: Briscola chiamata, step 2 of ")
        store_lesson_progress(app.context.folders, LessonProgress(profile=own_id, game=lesson, done=True))
    open_main_menu(app)
    assert "next-lesson" not in app.widget_ids


def test_profile_line_counts_the_medals_of_its_person_only(app: AppDriver) -> None:
    app.resize((1920, 1080))
    ids = (app.context.own_profile.id, "somebody else")
    found = [
        EarnedMedal(profile=ids[number > 0], medal=medal, date="2026-11-30") for number, medal in enumerate(MEDALS)
    ]
    open_settled_menu(app)
    before = app.get_widget("profile").value_text
    open_medals(app.context.folders).update(lambda medals: medals.with_medals(found))
    open_settled_menu(app)
    assert before != app.get_widget("profile").value_text == "1 medal"
    app.click_widget("profile")
    app.expect_scene(MedalsScene)


def test_match_is_not_opened_after_another_choice(app: AppDriver) -> None:
    match_id = save_released_match(app)
    menu = open_main_menu(app)
    app.storage.is_paused = True
    app.click_button("continue")
    app.click_button("settings")
    app.storage.finish_writes()
    app.advance_frame()
    app.press_key(pygame.K_ESCAPE)
    run_settling_frames(app)
    assert app.context.scenes.top is menu and app.can_other_window_claim(match_id)


def test_main_menu_never_waits_for_the_storage(app: AppDriver) -> None:
    save_released_match(app)
    app.storage.is_paused = True
    menu = open_main_menu(app)
    assert menu.is_busy and "continue" not in app.widget_ids
    app.storage.run_waiting_calls()
    app.advance_frame()
    app.wait_for_card_images()
    app.advance_frame()
    assert not menu.is_busy and app.widget_ids[0] == "continue"


def test_match_open_elsewhere_is_not_opened(app: AppDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    save_released_match(app)
    open_main_menu(app)
    monkeypatch.setattr(app.storage.get_repository(), "claim_match", lambda number: False)
    app.click_button("continue")
    run_settling_frames(app)
    app.expect_scene(MainMenuScene)
    assert app.toast_text == "This match is open in another window."


def test_unreadable_match_shows_its_reason(app: AppDriver) -> None:
    number = save_released_match(app)
    open_main_menu(app)
    execute_in_database(app, f"UPDATE matches SET header = 'x' WHERE id = {number}")
    app.click_button("continue")
    run_settling_frames(app)
    app.expect_scene(MainMenuScene)
    assert "damaged" in app.toast_text


def open_history(app: AppDriver) -> HistoryScene:
    open_main_menu(app)
    app.click_button("history")
    app.advance_until(lambda: not app.context.scenes.top.is_busy)
    return app.expect_scene(HistoryScene)


def test_damaged_match_is_listed_and_can_only_be_deleted(app: AppDriver) -> None:
    execute_in_database(app, f"UPDATE matches SET header = 'x' WHERE id = {save_released_match(app)}")
    scene = open_history(app)
    assert len(scene.rows) == 1
    assert not {"continue", "replay", "analyze"} & set(app.widget_ids)
    app.click_button("match-menu")
    assert "delete" in app.widget_ids
    assert not {"replay", "same-cards", "copy-code", "export"} & set(app.widget_ids)


def test_menu_is_right_when_the_history_is_left_before_a_match_is_deleted(app: AppDriver) -> None:
    remaining, _gone = save_released_match(app), save_released_match(app, "you you")
    open_history(app)
    app.click_menu_entry("match-menu", "delete")
    app.storage.is_paused = True
    app.click_button("confirm")
    app.press_key(pygame.K_ESCAPE)
    app.storage.finish_writes()
    run_settling_frames(app)
    assert [match.id for match in app.expect_scene(MainMenuScene).saved_matches] == [remaining]


def test_tile_starts_a_match_as_it_was_last_played(app: AppDriver) -> None:
    started: list[MatchSetup] = []
    app.replace_routes(start_match=started.append)
    form = forms.with_rule(forms.with_seats(forms.make_default_form("Anna"), 4), "deals_to_win", 5)
    start_match(app.context, form, pytest.fail)
    open_main_menu(app)
    app.advance_until(lambda: not app.context.scenes.top.is_busy)
    assert app.get_widget("start-briscola").value_text.endswith("4 players, in pairs, Beginner")
    app.click_widget("start-briscola")
    app.advance_until(lambda: len(started) == 2)
    assert started[0] == started[1] == forms.make_match_setup(form)


@pytest.mark.parametrize(
    ("kinds", "line"),
    [(("you",), "2 players, Beginner"), (("club", "beginner"), "different levels"), (("club", "club"), "Strong")],
)
def test_tile_keeps_its_form_whoever_played_last(app: AppDriver, kinds: tuple[str, ...], line: str) -> None:
    app.replace_routes(start_match=lambda _setup: None)
    form = forms.with_seats(forms.make_default_form("Anna"), len(kinds) + 1)
    for seat, kind in enumerate(kinds, 1):
        form = forms.with_kind(form, seat, kind)
    start_match(app.context, form, pytest.fail)
    open_settled_menu(app)
    tile, other = (app.get_widget(f"start-{game}") for game in ("briscola", "muscio"))
    assert tile.value_text.endswith(line) and tile.card_width == other.card_width


def test_history_counts_all_matches_that_wait_unless_the_card_shows_the_only_one(app: AppDriver) -> None:
    for text in ("History", "2 to finish", "3 to finish"):
        save_released_match(app)
        open_settled_menu(app)
        assert any(text in shown for shown in list_all_texts(app)) and "1 to finish" not in list_all_texts(app)


def test_saved_match_shows_the_hand_of_its_only_person_and_of_nobody_else(app: AppDriver) -> None:
    for kinds, seat in (("you club", 0), ("club you", 1), ("you you", None), ("club club", None)):
        number = save_released_match(app, kinds)
        matches = app.storage.get_repository().archive.list_unfinished_matches()
        (match,) = [match for match in matches if match.id == number]
        assert match.observation is not None and match.observation.seat == seat
        assert all(
            card is HIDDEN_CARD
            for owner, hand in enumerate(match.observation.board.hands)
            for card in hand
            if owner != seat
        )


@pytest.mark.parametrize(
    ("seconds_ago", "words"), [(60, "Saved today, "), (86_400, "Saved yesterday, "), (9e6, "Saved on ")]
)
def test_time_of_saving_is_in_words(seconds_ago: float, words: str) -> None:
    noon = 1_790_000_000 // 86_400 * 86_400 + 43_200
    assert format_saved_time(noon - seconds_ago, noon).startswith(words)
