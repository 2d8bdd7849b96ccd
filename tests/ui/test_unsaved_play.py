"""Play without saving, where the file of matches cannot be opened: offered, marked, and lost only after a question."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.lessons.progress import LessonProgress, open_lesson_progress
from game.match.archived_match import ArchivedMatch
from game.storage.matches import FILE_NAME
from game.text.gettext import use_language
from tests.fakes import make_folders, make_match_setup
from tests.file_locks import missing_locks
from tests.stored_matches import play_record
from tests.ui.app_driver import AppDriver, get_session, make_settings, open_test_app
from tests.ui.match_driver import play_until, run_settling_frames
from tests.ui.table_driver import advance_to_turn, open_pause
from tests.ui.text_recorder import record_texts
from ui.app.match_launcher import make_join_check
from ui.app.settings import Language
from ui.scenes.dialogs.box import ConfirmDialog
from ui.scenes.dialogs.unsaved_play import UnsavedPlayDialog
from ui.scenes.lessons.scene import LessonScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.replay.scene import ReplayScene, make_replay_of_file
from ui.services.error_log import UNSAVED_NOTE, describe_stop
from ui.table.hud.status_text import format_title
from ui.table.result.overlay import ResultOverlay
from ui.table.scene import TableScene

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="flock is missing")


@pytest.fixture
def unlocked_app(tmp_path: Path) -> Iterator[AppDriver]:
    """Return the program at its main menu, with folders in which files cannot be locked."""
    with missing_locks(), open_test_app(tmp_path) as app:
        app.context.scenes.push(MainMenuScene(app.context))
        run_settling_frames(app)
        yield app


def choose_unsaved_play(app: AppDriver) -> None:
    run_settling_frames(app)
    dialog = app.expect_scene(UnsavedPlayDialog)
    assert "can't be locked" in dialog.question and "TAVOLOVERDE_HOME" in dialog.question
    assert app.widget_ids == ["back", "try-again", "play-unsaved"]
    app.click_button("play-unsaved")
    run_settling_frames(app)


def start_unsaved_match(app: AppDriver, **options: Any) -> None:
    """Start a match without saving it and wait for the turn of the person."""
    app.context.router.start_match(make_match_setup("you club", **options))
    choose_unsaved_play(app)
    advance_to_turn(app)
    assert "not saved" in format_title(app.table_scene)


def play_deal(app: AppDriver) -> None:
    play_until(app, lambda _table: isinstance(app.context.scenes.top, ResultOverlay))


def test_error_names_folder_and_both_ways_out(unlocked_app: AppDriver) -> None:
    (text,) = unlocked_app.toasts.texts
    assert str(unlocked_app.context.folders.data) in text and "TAVOLOVERDE_HOME" in text
    assert "play without saving" in text


def test_whole_match_with_its_rematch_is_played_without_saving(unlocked_app: AppDriver) -> None:
    app = unlocked_app
    start_unsaved_match(app, deals_to_win=2)
    deals = 0
    while not get_session(app.table_scene).observation.is_over:
        play_deal(app)
        deals += 1
        assert "not saved" in app.expect_scene(ResultOverlay).sheet.subtitle
        if not get_session(app.table_scene).observation.is_over:
            app.expect_scene(ResultOverlay).go_on()
            app.advance_frame()
    assert deals > 1 and get_session(app.table_scene).error == ""
    app.expect_scene(ResultOverlay).go_on()
    run_settling_frames(app)
    assert app.expect_scene(TableScene).session.observation.deal_number <= 1
    assert "not saved" in format_title(app.table_scene)
    play_deal(app)
    assert not (app.context.folders.data / FILE_NAME).exists()


@pytest.mark.parametrize(
    "way", [["start-briscola"], ["new-match", "play"], ["daily-deal", "play-briscola"], []], ids=str
)
def test_every_start_of_a_match_offers_unsaved_play(unlocked_app: AppDriver, way: list[str]) -> None:
    app = unlocked_app
    for widget_id in way:
        app.click_widget(widget_id)
        run_settling_frames(app)
    if not way:  # from the command line
        app.context.scenes.replace(make_join_check(app.context, make_match_setup("you club")))
    choose_unsaved_play(app)
    app.expect_scene(TableScene)
    advance_to_turn(app)
    assert get_session(app.table_scene).error == ""


def test_match_that_continues_a_file_offers_unsaved_play(unlocked_app: AppDriver, tmp_path: Path) -> None:
    app = unlocked_app
    archived_match = ArchivedMatch(play_record(45), ("you", "club"), 0.0)
    loading = app.storage.submit(make_replay_of_file, app.storage, archived_match)
    app.show_over(ReplayScene(app.context, loading))
    run_settling_frames(app)
    replay = loading.result()
    continuation = replay.create_same_deal_match(0, 0, "club")
    app.context.router.start_continuation(continuation, {}, app.context.scenes.top)
    choose_unsaved_play(app)
    assert "not saved" in format_title(app.table_scene)


@pytest.mark.parametrize("has_progress_file", [True, False])
def test_lesson_is_played_and_its_progress_saved_if_it_can_be(unlocked_app: AppDriver, has_progress_file: bool) -> None:
    app, progress_file = unlocked_app, open_lesson_progress(unlocked_app.context.folders)
    if not has_progress_file:
        app.storage.open_again(has_file=False)
        progress_file.path.mkdir()
    app.context.router.open_lesson("briscola", LessonProgress(profile="", game="briscola"))
    run_settling_frames(app)
    app.advance_until(lambda: app.expect_scene(LessonScene).is_step_readable)
    lesson = app.expect_scene(LessonScene).lesson
    app.press_key(pygame.K_RETURN)
    app.advance_until(lambda: not lesson.is_showing_events)
    assert (
        app.table_scene.session.error == ""
        and lesson.lesson_state.answers
        and "not saved" not in format_title(app.table_scene)
    )
    assert not has_progress_file or progress_file.read()[0].learnt


@pytest.mark.parametrize(
    ("size", "scale", "language", "mark"),
    [
        ((1280, 720), 1.0, "en", "not saved"),
        ((960, 540), 2.0, "it", "senza salvare"),
        ((960, 540), 1.0, "fr", "non enr"),
    ],
)
def test_table_is_marked_in_every_window(
    tmp_path: Path, size: tuple[int, int], scale: float, language: Language, mark: str
) -> None:
    settings = make_settings(scale=scale)
    with missing_locks(), use_language(language), open_test_app(tmp_path, size=size, settings=settings) as app:
        app.context.scenes.push(MainMenuScene(app.context))
        app.context.router.start_match(make_match_setup("you club"))
        run_settling_frames(app)
        with record_texts() as recorder:
            assert any("TAVOLOVERDE_HOME" in text.text for text in recorder.list_texts(app))
            assert recorder.cut_texts == []
            app.click_button("play-unsaved")
            advance_to_turn(app)
            assert any(mark in text.text.lower() for text in recorder.list_texts(app))


def test_quitting_warns_that_the_matches_are_lost(unlocked_app: AppDriver) -> None:
    app = unlocked_app
    start_unsaved_match(app)
    for _press in range(2):
        app.post_event(pygame.QUIT)
        assert "lost" in app.expect_scene(ConfirmDialog).question and not app.context.has_quit
    app.click_button("cancel")
    app.expect_scene(TableScene)
    open_pause(app)
    assert app.get_button_text("to-menu") == "Main menu"
    app.click_button("to-menu")
    run_settling_frames(app)
    app.expect_scene(MainMenuScene)
    app.click_button("quit")
    app.expect_scene(ConfirmDialog)
    app.get_button("confirm").notify_changed()
    app.advance_frame()
    assert app.context.has_quit


def test_going_back_starts_nothing(unlocked_app: AppDriver) -> None:
    app = unlocked_app
    app.context.router.start_match(make_match_setup("you club"))
    run_settling_frames(app)
    app.click_button("back")
    run_settling_frames(app)
    app.expect_scene(MainMenuScene)
    assert app.storage.has_file and app.context.has_storage_failed


@pytest.mark.parametrize("is_mended", [True, False])
def test_other_reasons_offer_another_try_and_unsaved_play(tmp_path: Path, is_mended: bool) -> None:
    """Put a folder in the place of the file."""
    path = make_folders(tmp_path).data / FILE_NAME
    path.mkdir(parents=True)
    with open_test_app(tmp_path) as app:
        app.context.scenes.push(MainMenuScene(app.context))
        app.context.router.start_match(make_match_setup("you club"))
        run_settling_frames(app)
        app.click_button("try-again")
        run_settling_frames(app)
        assert FILE_NAME in app.expect_scene(UnsavedPlayDialog).question
        if is_mended:
            path.rmdir()
        app.click_button("try-again" if is_mended else "play-unsaved")
        run_settling_frames(app)
        assert ("not saved" in format_title(app.table_scene)) != is_mended


def test_error_that_stops_the_program_promises_no_saved_match() -> None:
    error = ValueError()
    assert "every completed move is saved" in describe_stop(error)[1]
    error.add_note(UNSAVED_NOTE)
    assert "lost" in describe_stop(error)[1] and "is saved" not in describe_stop(error)[1]
