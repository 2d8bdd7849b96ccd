"""The comparison of the same deals in the window, only of deals that were finished here."""

from __future__ import annotations

import pygame
import pytest

from game.match.setup import PERSON_KIND
from game.storage.archive import ArchivedMatch
from game.storage.files import StorageError
from tests.same_deals import play_match, replay_with_packs, store_match
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import run_settling_frames
from ui.scenes.compare_deals.scene import CompareDealsScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.replay.scene import make_replay_of_file

OTHER_RECORD = play_match("briscola", 2)


def open_comparison(app: AppDriver, number: int) -> CompareDealsScene:
    app.context.router.open_comparison(number)
    run_settling_frames(app)
    return app.expect_scene(CompareDealsScene)


def open_history(app: AppDriver) -> None:
    app.context.scenes.replace(MainMenuScene(app.context))
    app.context.router.open_history(lambda: None)
    run_settling_frames(app)


def test_computer_comparison_stops_when_the_page_is_left(app: AppDriver) -> None:
    open_comparison(app, store_match(app.storage.get_repository(), play_match("chiamata", 1)))
    app.player_worker.is_paused = True
    app.click_button("let-computer-play")
    app.advance_frame()
    assert app.player_worker.open_tasks
    app.press_key(pygame.K_ESCAPE)
    app.advance_frame()
    assert not app.player_worker.open_tasks and isinstance(app.context.scenes.top, MainMenuScene)


def test_cards_of_a_running_match_are_not_shown_from_a_file(app: AppDriver) -> None:
    archived = ArchivedMatch(OTHER_RECORD, (PERSON_KIND, "club"), 0.0)
    assert make_replay_of_file(app.storage, archived).deal_count == 2
    store_match(app.storage.get_repository(), replay_with_packs(OTHER_RECORD, 3, actions=2), over=False)
    with pytest.raises(StorageError, match="still in progress here"):
        make_replay_of_file(app.storage, archived)
    app.storage.close()
    assert make_replay_of_file(app.storage, archived).deal_count == 2
