"""The comparison of the same deals in the window, only of deals that were finished here."""

from __future__ import annotations

import pygame
import pytest

from game.match.setup import PERSON_KIND
from game.session.match_info import list_human_seats
from game.statistics.same_deals import compute_deal_scores
from game.storage.archive import REVIEWED_FLAG, ArchivedMatch
from game.storage.files import StorageError
from game.text.formatting import format_change
from tests.helpers import PLAYER_NAMES
from tests.same_deals import import_match, play_match, replay_with_packs, store_match
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import run_settling_frames
from ui.scenes.compare_deals.scene import CompareDealsScene
from ui.scenes.dialogs.confirm import ConfirmDialog
from ui.scenes.history.scene import HistoryScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.replay.scene import ReplayScene, make_replay_of_file
from ui.table.scene import TableScene

OTHER_RECORD = play_match("briscola", 2)


def open_comparison(app: AppDriver, number: int) -> CompareDealsScene:
    app.context.router.open_comparison(number)
    run_settling_frames(app)
    return app.expect_scene(CompareDealsScene)


def open_history(app: AppDriver) -> None:
    app.context.scenes.replace(MainMenuScene(app.context))
    app.context.router.open_history(lambda: None)
    run_settling_frames(app)


def make_comparison_table(scene: CompareDealsScene) -> list[tuple[str, ...]]:
    assert scene.compared is not None
    return scene.table(scene.compared.comparison)


@pytest.mark.slow
def test_match_is_compared_deal_by_deal_with_other_player_and_computer(app: AppDriver) -> None:
    own_record = replay_with_packs(OTHER_RECORD, 4)
    number = store_match(app.storage.get_repository(), own_record)
    import_match(app.storage.get_repository(), OTHER_RECORD)
    scene = open_comparison(app, number)
    own, other_record = ([each[0] for each in compute_deal_scores(record)] for record in (own_record, OTHER_RECORD))
    head, *rows = make_comparison_table(scene)
    assert head == ("", PLAYER_NAMES[0], "Zoë", "difference")
    for deal_index in range(2):
        assert rows[deal_index] == (
            f"Deal {deal_index + 1}",
            format_change(own[deal_index]),
            format_change(other_record[deal_index]),
            format_change(own[deal_index] - other_record[deal_index]),
        )
    assert rows[2][1:] == (
        format_change(sum(own)),
        format_change(sum(other_record)),
        format_change(sum(own) - sum(other_record)),
    )
    app.click_button("let-computer-play")
    app.advance_until(lambda: not scene.is_busy, max_frames=3000)
    assert make_comparison_table(scene)[0][4:] == ("Computer", "difference")
    assert all("–" not in row for row in make_comparison_table(scene))
    scene.set_seat(1)
    assert make_comparison_table(scene)[0][:2] == ("", "Bruno (Strong)")


def test_computer_comparison_stops_when_the_page_is_left(app: AppDriver) -> None:
    open_comparison(app, store_match(app.storage.get_repository(), play_match("chiamata", 1)))
    app.player_worker.is_paused = True
    app.click_button("let-computer-play")
    app.advance_frame()
    assert app.player_worker.open_tasks
    app.press_key(pygame.K_ESCAPE)
    app.advance_frame()
    assert not app.player_worker.open_tasks and isinstance(app.context.scenes.top, MainMenuScene)


def test_computer_that_fails_gives_no_scores_and_can_be_tried_again(app: AppDriver) -> None:
    scene = open_comparison(app, store_match(app.storage.get_repository(), play_match("briscola", 1)))
    app.player_worker.fault = "the process died"
    app.click_button("let-computer-play")
    app.advance_until(lambda: not scene.is_busy)
    assert "The computer could not play these deals. Try again." in (app.toast_text, *app.context.notices)
    assert "Computer" not in make_comparison_table(scene)[0]
    app.player_worker.fault = ""
    app.click_button("let-computer-play")
    app.advance_until(lambda: not scene.is_busy, max_frames=3000)
    assert "Computer" in make_comparison_table(scene)[0]


def test_results_of_unplayed_deals_stay_hidden(app: AppDriver) -> None:
    number = import_match(app.storage.get_repository(), OTHER_RECORD)
    scene = open_comparison(app, number)
    assert make_comparison_table(scene) == [("", "Zoë")]
    assert "let-computer-play" not in app.widget_ids
    app.click_button("play-deal")
    app.advance_until(lambda: isinstance(app.context.scenes.top, TableScene), max_frames=300)
    new_match = app.storage.get_repository().load_match(2)
    assert new_match.record.deals[0].pack == OTHER_RECORD.deals[0].pack and new_match.notes == {}
    assert new_match.record.names[0] == app.context.settings.display_name and list_human_seats(
        app.table_scene.session.info, app.table_scene.session.observation
    ) == (0,)
    app.context.scenes.replace(MainMenuScene(app.context))
    app.advance_frame()
    app.context.router.open_comparison(number)
    run_settling_frames(app)
    assert isinstance(app.context.scenes.top, MainMenuScene) and "still in progress" in app.toast_text


@pytest.mark.parametrize("way", ["replay", pytest.param("analyze", marks=pytest.mark.slow)])
def test_viewing_cards_of_a_foreign_match_is_confirmed_once(app: AppDriver, way: str) -> None:
    import_match(app.storage.get_repository(), OTHER_RECORD)
    open_history(app)
    app.click_button(way)
    app.expect_scene(ConfirmDialog)
    app.press_key(pygame.K_RETURN)
    app.advance_frame()
    app.expect_scene(HistoryScene)
    app.click_button(way)
    app.click_button("confirm")
    app.advance_until(lambda: not isinstance(app.context.scenes.top, (ConfirmDialog, HistoryScene)))
    open_history(app)
    app.click_button("replay")
    app.advance_frame()
    app.expect_scene(ReplayScene)


def test_cards_of_a_running_match_are_not_shown_from_a_file(app: AppDriver) -> None:
    archived = ArchivedMatch(OTHER_RECORD, (PERSON_KIND, "club"), 0.0)
    assert make_replay_of_file(app.storage, archived).deal_count == 2
    store_match(app.storage.get_repository(), replay_with_packs(OTHER_RECORD, 3, actions=2), over=False)
    with pytest.raises(StorageError, match="still in progress here"):
        make_replay_of_file(app.storage, archived)
    app.storage.close()
    assert make_replay_of_file(app.storage, archived).deal_count == 2


def test_deals_already_viewed_are_played_as_side_match(app: AppDriver) -> None:
    number = import_match(app.storage.get_repository(), OTHER_RECORD)
    app.storage.get_repository().store_note(number, REVIEWED_FLAG, True, restarts_turn_clock=False)
    scene = open_comparison(app, number)
    assert any("You have seen these cards" in line for line in scene.narration)
    app.click_button("play-deal")
    app.advance_until(lambda: isinstance(app.context.scenes.top, TableScene), max_frames=300)
    assert app.storage.get_repository().load_match(2).notes == {"side_line": True}
