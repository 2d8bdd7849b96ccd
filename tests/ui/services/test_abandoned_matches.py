"""Deletion of a match with a turn clock: a failure is reported, and the match stays in the list."""

from __future__ import annotations

import pytest

from game.storage.files import StorageError
from game.storage.matches import MatchRepository
from tests.ui.app_driver import AppDriver
from tests.ui.table_driver import open_pause, start_match_at_turn
from ui.scenes.history.scene import HistoryScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.scene import TableScene

TURN_LIMIT_S = 30


@pytest.fixture
def app(app: AppDriver) -> AppDriver:
    """Yield the menu after a match with a turn clock was left."""
    start_match_at_turn(app, "you club", turn_seconds=TURN_LIMIT_S, deals_to_win=1)
    app.context.router.open_main_menu()
    app.advance_until(lambda: "continue" in app.widget_ids)
    return app


def open_history(app: AppDriver) -> HistoryScene:
    app.click_button("history")
    app.advance_until(lambda: not app.context.scenes.top.is_busy)
    return app.expect_scene(HistoryScene)


def fail(*_values: object) -> None:
    """Fail as a method of the repository."""
    raise StorageError("The disk reported an error.")


def confirm_deletion(app: AppDriver) -> None:
    app.click_button("confirm")
    app.advance_until(lambda: not app.context.router.left_matches.is_busy)
    app.advance_frame()


def list_toasts(app: AppDriver) -> tuple[str, ...]:
    return (app.toast_text, *app.context.notices)


@pytest.mark.slow
def test_deleting_match_open_elsewhere_is_refused(app: AppDriver) -> None:
    scene = open_history(app)
    app.click_menu_entry("match-menu", "delete")
    other_reader = MatchRepository(app.context.folders, app.clock)
    try:
        assert other_reader.claim_match(1)
        confirm_deletion(app)
        assert "This match is open in another window." in list_toasts(app)
        assert [row.entry.id for row in scene.rows] == [1]
    finally:
        other_reader.close()


@pytest.mark.parametrize("step", ["open_match", "delete_match"])
def test_failed_deletion_is_reported_and_match_stays_listed(
    app: AppDriver, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    scene = open_history(app)
    app.click_menu_entry("match-menu", "delete")
    monkeypatch.setattr(MatchRepository, step, fail)
    confirm_deletion(app)
    assert "The disk reported an error." in list_toasts(app)
    assert "Match deleted." not in list_toasts(app)
    assert [row.entry.id for row in scene.rows] == [1]


def test_match_whose_ending_cannot_be_saved_is_reported_once(app: AppDriver) -> None:
    open_history(app)
    app.click_menu_entry("match-menu", "delete")
    app.click_button("confirm")
    app.advance_until(lambda: app.storage.get_repository().load_match(1).record.deals[-1].actions != ())
    app.storage.failure_message = "The disk is full."
    for _frame in range(20):
        app.advance_frame()
    assert [app.toast_text, *app.context.notices].count("The disk is full.") == 1
    app.storage.failure_message = ""
    app.advance_until(lambda: not app.context.router.left_matches.is_busy)
    assert not app.storage.get_repository().archive.list_unfinished_matches()


def test_match_whose_computer_players_fail_is_played_on_later(app: AppDriver) -> None:
    open_history(app)
    app.background_worker.fault = "the process died"
    app.click_menu_entry("match-menu", "delete")
    app.click_button("confirm")
    app.advance_until(lambda: bool(app.background_worker.tasks))
    for _frame in range(60):
        app.advance_frame()
    text = "The computer player can't make its move. The match is saved."
    assert [app.toast_text, *app.context.notices].count(text) == 1
    assert len(app.background_worker.tasks) == 1, "it is not asked in every frame"
    app.background_worker.fault = ""
    app.advance_until(lambda: not app.context.router.left_matches.is_busy, max_frames=3000)
    assert not app.storage.get_repository().archive.list_unfinished_matches()


@pytest.mark.slow
def test_match_being_finished_can_be_deleted(app: AppDriver) -> None:
    app.click_button("continue")
    app.advance_until(lambda: isinstance(app.context.scenes.top, TableScene))
    app.advance_until(lambda: app.table_scene.session.is_your_turn)
    app.player_worker.is_paused = True
    open_pause(app)
    app.click_button("leave")
    app.click_button("confirm")
    app.advance_until(lambda: isinstance(app.context.scenes.top, MainMenuScene))
    called: list[int] = []
    (saved,) = app.storage.get_repository().archive.list_unfinished_matches()
    app.context.router.left_matches.finish_and_delete_match(saved.id, lambda: called.append(saved.id))
    app.player_worker.is_paused = False
    app.advance_until(lambda: not app.context.router.left_matches.is_busy)
    assert called == [1] and not app.storage.get_repository().archive.list_entries()
