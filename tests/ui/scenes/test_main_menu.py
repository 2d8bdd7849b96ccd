"""The main menu: continue a saved match, start one, and open the other scenes."""

from __future__ import annotations

import os
import sqlite3
from concurrent.futures import Future
from contextlib import closing
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.cards import HIDDEN_CARD
from game.match.match import Match
from game.match.setup import MatchSetup
from game.rules import GAMES
from game.shuffling.daily_deal import DailyResult, DailyResults
from game.storage.match_rows import SavedMatch
from game.storage.matches import FILE_NAME
from game.text.formatting import format_number
from game.text.gettext import use_language
from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.match_driver import find_match, resume_at, run_settling_frames
from tests.ui.text_recorder import find_overlapping_texts, record_texts
from ui.games import get_presentation
from ui.scenes.daily.scene import DailyDealScene
from ui.scenes.help.scene import HelpScene
from ui.scenes.history.scene import HistoryScene
from ui.scenes.lessons.menu import LessonsMenuScene
from ui.scenes.main_menu.continue_card import ContinueCard, format_saved_time
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.last_choices import start_match
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.settings.scene import SettingsScene
from ui.widgets.button import Button

ENTRIES = ["new-match", "learn", "daily-deal", "history", "settings", "help", "quit"]


def save_released_match(app: AppDriver, kinds: str = "you club") -> int:
    """Save a match that was left and that no window has claimed. Return its id."""
    seats = make_match_setup(kinds)
    number = app.storage.get_repository().create_match(
        seats.create_record(0), tuple(player.kind for player in seats.players), 1, {}
    )
    app.storage.get_repository().release_match(number)
    return number


def damage_match(app: AppDriver, number: int) -> None:
    execute_in_database(app, f"UPDATE matches SET header = 'x' WHERE id = {number}")


def execute_in_database(app: AppDriver, sql: str) -> None:
    """Change the database without the program."""
    with closing(sqlite3.connect(app.context.folders.data / FILE_NAME)) as database, database:
        database.execute(sql)


def open_main_menu(app: AppDriver) -> MainMenuScene:
    menu = MainMenuScene(app.context)
    app.context.scenes.push(menu)
    app.advance_frame()
    return menu


def test_main_menu_without_saved_match_offers_no_continue(app: AppDriver) -> None:
    open_main_menu(app)
    assert app.widget_ids == [*(f"start-{game}" for game in GAMES), *ENTRIES]


def get_default_button_text(app: AppDriver) -> str | None:
    focus = app.context.scenes.top.focus
    return focus.get_widget_id(focus.default_button) if focus.default_button is not None else None


def test_lessons_are_offered_once_to_a_new_person(app: AppDriver) -> None:
    open_main_menu(app)
    assert get_default_button_text(app) == "learn" and app.get_button_text("learn") == "Learn to play"
    app.click_button("settings")
    app.press_key(pygame.K_ESCAPE)
    assert get_default_button_text(app) == "new-match"
    open_main_menu(app)
    assert get_default_button_text(app) == "new-match"
    assert app.get_button_text("learn") == "Learn"


def test_lessons_are_not_offered_to_a_person_who_played_before(app: AppDriver) -> None:
    app.context.settings = make_settings(name="Anna")
    number = save_released_match(app)
    app.storage.get_repository().abandon_match(number)
    open_main_menu(app)
    assert get_default_button_text(app) == "new-match"


def test_saved_match_is_offered_before_the_lessons(app: AppDriver) -> None:
    save_released_match(app)
    open_main_menu(app)
    assert get_default_button_text(app) == "continue"


def test_continue_resumes_the_latest_match(app: AppDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    resumed: list[SavedMatch] = []
    app.replace_routes(open_match=lambda opening, owner: app.context.tasks.submit(opening, resumed.append, owner=owner))
    save_released_match(app)
    latest = save_released_match(app, "you club club")
    open_main_menu(app)
    assert (
        app.widget_ids == ["continue", *(f"start-{game}" for game in GAMES), *ENTRIES]
        and app.get_button_text("learn") == "Learn"
    )
    app.click_button("continue")
    run_settling_frames(app)
    assert [match_id.id for match_id in resumed] == [latest]
    app.wait_for_card_images()
    app.advance_frame()
    assert not app.context.scenes.top.is_busy


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
    damage_match(app, number)
    app.click_button("continue")
    run_settling_frames(app)
    app.expect_scene(MainMenuScene)
    assert "damaged" in app.toast_text


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be deleted there")
def test_moved_file_of_matches_is_reported_when_a_match_is_opened(app: AppDriver) -> None:
    save_released_match(app)
    open_main_menu(app)
    for file in app.context.folders.data.glob("matches.db*"):
        file.unlink()
    app.click_button("continue")
    run_settling_frames(app)
    app.expect_scene(MainMenuScene)
    assert "was moved or deleted" in app.toast_text


def test_main_menu_with_failed_storage_shows_one_line(app: AppDriver) -> None:
    app.storage.failure_message = "Could not read the saved matches: the disk reports an error."
    open_main_menu(app)
    app.advance_frame()
    assert "continue" not in app.widget_ids
    assert app.toast_text == app.storage.failure_message


@pytest.mark.parametrize("entry, scene", [
    ("new-match", NewMatchScene), ("settings", SettingsScene), ("help", HelpScene), ("history", HistoryScene),
    ("daily-deal", DailyDealScene), ("learn", LessonsMenuScene),
])  # fmt: skip
def test_each_entry_opens_its_scene_and_escape_returns(app: AppDriver, entry: str, scene: type) -> None:
    save_released_match(app)
    menu = open_main_menu(app)
    for _entry in range(app.widget_ids.index(entry) + 1):
        app.press_key(pygame.K_DOWN)
    app.press_key(pygame.K_RETURN)
    app.advance_frame()
    app.expect_scene(scene)
    app.press_key(pygame.K_ESCAPE)
    assert app.context.scenes.top is menu
    app.press_key(pygame.K_ESCAPE)
    assert app.context.scenes.top is menu


def test_quit_ends_the_program(app: AppDriver) -> None:
    open_main_menu(app)
    app.click_button("quit")
    app.advance_frame()
    assert not app.context.is_running


def open_history(app: AppDriver) -> HistoryScene:
    open_main_menu(app)
    app.click_button("history")
    app.advance_until(lambda: not app.context.scenes.top.is_busy)
    return app.expect_scene(HistoryScene)


def test_damaged_match_is_listed_and_can_only_be_deleted(app: AppDriver) -> None:
    damage_match(app, save_released_match(app))
    scene = open_history(app)
    assert len(scene.rows) == 1
    assert not {"continue", "replay", "analyze"} & set(app.widget_ids)
    app.click_button("match-menu")
    assert "delete" in app.widget_ids
    assert not {"replay", "same-cards", "copy-code", "export"} & set(app.widget_ids)


def test_match_deleted_in_history_disappears_from_the_menu(app: AppDriver) -> None:
    gone, remaining = save_released_match(app), save_released_match(app, "you you")
    scene = open_history(app)
    app.get_widget("matches").select([row.entry.id for row in scene.rows].index(gone))
    app.click_menu_entry("match-menu", "delete")
    app.click_button("confirm")
    app.advance_until(lambda: not app.context.scenes.top.is_busy)
    assert [row.entry.id for row in scene.rows] == [remaining]
    app.press_key(pygame.K_ESCAPE)
    app.advance_until(lambda: not app.context.scenes.top.is_busy)
    menu = app.context.scenes.top
    assert isinstance(menu, MainMenuScene) and [summary.id for summary in menu.saved_matches] == [remaining]


def test_menu_is_right_when_the_history_is_left_before_a_match_is_deleted(app: AppDriver) -> None:
    save_released_match(app)
    open_history(app)
    app.click_menu_entry("match-menu", "delete")
    app.storage.is_paused = True
    app.click_button("confirm")
    app.press_key(pygame.K_ESCAPE)
    app.storage.finish_writes()
    run_settling_frames(app)
    menu = app.expect_scene(MainMenuScene)
    assert menu.saved_matches == () and "continue" not in app.widget_ids


def test_continue_is_offered_before_the_full_check_of_the_file(app: AppDriver) -> None:
    save_released_match(app)
    narrated = app.storage.get_repository().list_unfinished_matches()
    app.storage.opening, app.storage.preview, app.storage.is_paused = Future(), Future(), True
    open_main_menu(app)
    assert "continue" not in app.widget_ids
    app.storage.preview.set_result(narrated)
    app.advance_frame()
    assert "continue" in app.widget_ids
    app.storage.get_repository().delete_match(narrated[0].id)
    app.storage.run_waiting_calls()
    app.advance_frame()
    assert "continue" not in app.widget_ids


def test_tile_starts_a_match_as_it_was_last_played(app: AppDriver) -> None:
    started: list[MatchSetup] = []
    app.replace_routes(start_match=started.append)
    form = forms.with_rule(forms.with_seats(forms.make_default_form("Anna"), 4), "deals_to_win", 5)
    start_match(app.context, form, pytest.fail)
    open_main_menu(app)
    app.advance_until(lambda: not app.context.scenes.top.is_busy)
    assert app.get_widget("start-briscola").value_text == "4 players · level: Strong"
    app.click_widget("start-briscola")
    app.advance_until(lambda: len(started) == 2)
    assert started[0] == started[1] == forms.make_match_setup(form)


@pytest.mark.parametrize("game", GAMES)
def test_tile_of_a_game_never_played_starts_the_default_match(app: AppDriver, game: str) -> None:
    started: list[MatchSetup] = []
    app.replace_routes(start_match=started.append)
    open_main_menu(app)
    app.press_on(f"start-{game}", pygame.K_RETURN)
    app.advance_until(lambda: bool(started))
    assert (started[0].game_id, len(started[0].players)) == (game, GAMES[game].proposed_seat_count)
    assert [player.is_person for player in started[0].players] == [True] + [False] * (len(started[0].players) - 1)


def test_saved_match_shows_the_hand_of_its_only_person_and_of_nobody_else(app: AppDriver) -> None:
    for kinds, seat in (("you club", 0), ("club you", 1), ("you you", None), ("club club", None)):
        number = save_released_match(app, kinds)
        (match,) = [match for match in app.storage.get_repository().list_unfinished_matches() if match.id == number]
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


def test_streak_counts_days_in_a_row() -> None:
    results = DailyResults(
        tuple(
            DailyResult(date=date, game="briscola", match=1, profile=profile, state=state)
            for date, profile, state in (
                ("2026-11-20", "a", "scored"), ("2026-11-22", "a", "scored"), ("2026-11-23", "a", "scored"),
                ("2026-11-24", "a", "begun"), ("2026-11-24", "b", "scored"),
            )
        )
    )  # fmt: skip
    assert results.count_streak("2026-11-23", "a") == results.count_streak("2026-11-24", "a") == 2
    assert results.count_streak("2026-11-25", "a") == 0 and results.count_streak("2026-11-25", "b") == 1


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_entry_text_keeps_inside_its_border_at_double_scale(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    with (
        use_language(language),
        open_test_app(tmp_path, size=size, settings=make_settings(scale=2.0, language=language)) as app,
    ):
        save_released_match(app)
        open_main_menu(app)
        app.advance_frame()
        app.repaint()
        for widget in app.list_widgets():
            if isinstance(widget, Button):
                inner = pygame.Rect(widget.rect).inflate(-2 * app.context.px(14), -2 * app.context.px(3))
                for y in (inner.top, inner.bottom - 1):
                    row = app.surface.subsurface((inner.left, y, inner.width, 1))
                    assert len({tuple(row.get_at((x, 0))) for x in range(row.get_width())}) == 1, widget.text


def is_between_deals(match: Match) -> bool:
    return match.phase is not None and match.phase.result is not None and not match.is_over


CARD_CASES = [
    ("briscola", 2),
    ("briscola", 4),
    ("chiamata", 5),
    ("spades", 2),
    ("spades", 4),
    ("muscio", 3),
    ("muscio", 6),
]


@pytest.mark.parametrize("language", ["en", "it", "fr"])
@pytest.mark.parametrize(("game", "seats"), [*CARD_CASES, ("partners", 4)])
def test_card_shows_last_result_and_standing_between_two_deals(
    tmp_path: Path, game: str, seats: int, language: Any
) -> None:
    preset = {"preset": "partners"} if game == "partners" else {}
    game_id = "spades" if game == "partners" else game
    record = find_match(game_id, seats, is_between_deals, deals=2, **preset)
    for size, scale in (((1280, 720), 1.0), ((960, 540), 1.0), ((1920, 1080), 1.5)):
        settings = make_settings(speed=0.0, name="Anna", language=language, scale=scale)
        with use_language(language), open_test_app(tmp_path, size=size, settings=settings) as app:
            open_main_menu(app)
            resume_at(app, record)
            app.context.scenes.replace(MainMenuScene(app.context))
            run_settling_frames(app)
            menu = app.expect_scene(MainMenuScene)
            (card,) = (widget for widget in app.list_widgets() if isinstance(widget, ContinueCard))
            with record_texts() as recorder:
                texts = recorder.list_painted_texts(card.rect.size, card.paint)
            observation = card.match.observation
            assert observation is not None and observation.result is not None and menu.continue_text
            names = tuple(map(str, card.names))
            headline = get_presentation(game_id).format_headline(observation, names, observation.seat)
            shown = [text.text for text in texts]
            assert any(headline in text for text in shown)
            assert bool(card.cards) == bool(card.result_texts) == (scale == 1.0)
            assert HIDDEN_CARD not in [drawn for drawn, _width in card.cards]
            assert not find_overlapping_texts(texts)
            totals = card.match.totals
            assert any(format_number(totals[0]) in text.replace("+", "") for text in shown)


@pytest.mark.parametrize(("game", "seats"), CARD_CASES)
@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
def test_figures_and_names_on_the_card_have_space_between_them(
    tmp_path: Path, game: str, seats: int, size: tuple[int, int]
) -> None:
    with open_test_app(tmp_path, size=size, settings=make_settings(speed=0.0, name="Anna")) as app:
        open_main_menu(app)
        resume_at(app, find_match(game, seats, is_between_deals, deals=2))
        app.context.scenes.replace(MainMenuScene(app.context))
        run_settling_frames(app)
        (card,) = (widget for widget in app.list_widgets() if isinstance(widget, ContinueCard))
        with record_texts() as recorder:
            card.repaint()
            texts = recorder.list_painted_texts(card.rect.size, card.paint)
        for text, other in combinations(texts, 2):
            overlap = min(text.area.bottom, other.area.bottom) - max(text.area.top, other.area.top)
            is_same_row = overlap > min(text.area.height, other.area.height) / 2
            if is_same_row:
                gap = max(text.area.left, other.area.left) - min(text.area.right, other.area.right)
                assert gap >= app.context.px(10), (text.text, other.text)
