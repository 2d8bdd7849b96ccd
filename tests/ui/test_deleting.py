"""Deleting a match under a turn clock: what fails is said, and the match stays in the list."""

from __future__ import annotations

from typing import Any

import pytest

from game.store.files import StorageError
from game.store.journal import Journal
from tests.ui.stage import AppByHand
from tests.ui.table.persons_turn import begin, pause
from ui.scenes.history import History
from ui.scenes.menu import Menu
from ui.table.scene import TableScene

TURN = 30


@pytest.fixture
def app(app: AppByHand) -> AppByHand:
    """The menu, after a match under a clock was left."""
    begin(app, "you club", turn_seconds=TURN, deals_to_win=1)
    app.stage.doors.menu()
    app.steps(lambda: "continue" in app.ids)
    return app


def history(app: AppByHand) -> History:
    app.press("history")
    app.steps(lambda: not app.stage.scene.busy)
    return app.shows(History)


def failing(app: AppByHand, words: str) -> Any:
    """A method of the storage that fails with these words."""

    def fail() -> None:
        raise StorageError(words)

    return lambda _match_id: app.storage.run(fail)


def delete(app: AppByHand) -> None:
    """Say yes to the deletion that was asked for."""
    app.press("confirm")
    app.steps(lambda: not app.stage.doors.finishing())
    app.step()


def notices(app: AppByHand) -> tuple[str, ...]:
    return (app.toasts.words, *app.stage.notices)


@pytest.mark.slow
def test_deletion_of_match_in_another_window_is_refused_aloud(app: AppByHand) -> None:
    scene = history(app)
    app.press("delete")
    other = Journal(app.stage.folders, app.clock)
    try:
        assert other.claim(1)
        delete(app)
        assert "This match is open in another window." in notices(app)
        assert [row.entry.id for row in scene.rows] == [1]
    finally:
        other.close()


@pytest.mark.parametrize("step", ["claim", "load", "delete"])
def test_failed_deletion_is_said_and_match_stays_listed(
    app: AppByHand, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    scene = history(app)
    app.press("delete")
    monkeypatch.setattr(app.storage, step, failing(app, "The disk reports an error."))
    delete(app)
    assert "The disk reports an error." in notices(app)
    assert "The match is deleted." not in notices(app)
    assert [row.entry.id for row in scene.rows] == [1]


def test_match_whose_end_cannot_be_saved_says_so_once(app: AppByHand) -> None:
    history(app)
    app.press("delete")
    app.press("confirm")
    app.steps(lambda: app.storage.journal().load(1).record.deals[-1].actions != ())
    app.storage.fault = "The disk is full."
    for _frame in range(20):
        app.step()
    assert [app.toasts.words, *app.stage.notices].count("The disk is full.") == 1
    app.storage.fault = ""
    app.steps(lambda: not app.stage.doors.finishing())
    assert not app.storage.journal().unfinished()


@pytest.mark.slow
def test_match_that_is_already_being_finished_can_be_deleted(app: AppByHand) -> None:
    app.press("continue")
    app.steps(lambda: isinstance(app.stage.scene, TableScene))
    app.steps(lambda: app.table.table.your_turn)
    app.mind.thinking = True
    pause(app)
    app.press("leave")
    app.press("confirm")
    app.steps(lambda: isinstance(app.stage.scene, Menu))
    called: list[int] = []
    (saved,) = app.storage.journal().unfinished()
    app.stage.doors.delete(saved, lambda: called.append(saved.id))
    app.mind.thinking = False
    app.steps(lambda: not app.stage.doors.finishing())
    assert called == [1] and not app.storage.journal().archive.entries()
