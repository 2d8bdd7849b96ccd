"""The start of a match in the window: who is blocked and how long, and errors of the disk."""

from __future__ import annotations

from game.match.table_discipline import ActivePenalty
from tests.fakes import add_profile, block_person, make_match_setup
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import run_settling_frames
from tests.ui.table_driver import request_match
from ui.scenes.dialogs.block_check import BlockCheckScene, describe_active_penalty
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.scene import TableScene


@check_rows(
    ("seconds", "expected"), [(0.2, "1 more minute,"), (60, "1 more minute,"), (60.5, "2 more"), (3600, "60 more")]
)
def test_remaining_minutes_are_never_rounded_down(seconds: float, expected: str) -> None:
    assert expected in describe_active_penalty(ActivePenalty("Anna", seconds), 0.0)[0]


def test_storage_error_is_one_line_with_a_way_back(app: AppDriver) -> None:
    app.storage.failure_message = "The disk is full."
    request_match(app, "you club")
    scene = app.context.scenes.top
    assert isinstance(scene, BlockCheckScene) and scene.lines == ["The disk is full."]
    app.storage.failure_message = ""
    app.click_button("back")
    app.expect_scene(MainMenuScene)


def test_window_does_not_wait_for_the_disk(app: AppDriver) -> None:
    app.context.scenes.push(MainMenuScene(app.context))
    app.advance_frame()
    app.storage.is_paused = True
    app.context.router.start_match(make_match_setup("you club"))
    run_settling_frames(app)
    assert isinstance(app.context.scenes.top, BlockCheckScene) and app.context.scenes.top.is_busy
    app.storage.finish_writes()
    app.advance_until(lambda: isinstance(app.context.scenes.top, TableScene))


def test_computer_player_with_name_of_blocked_person_can_play(app: AppDriver) -> None:
    for name, seconds in (("Bruno", 3600), ("Anna", 60)):
        add_profile(app.storage.get_repository(), name)
        block_person(app.storage.get_repository(), name, seconds)
    app.clock.advance(60)  # the penalty of Anna has ended
    request_match(app, "you club")
    app.expect_scene(TableScene)
