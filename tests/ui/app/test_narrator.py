"""The narrator: a page is narrated from its title on, and each line once, however soon its contents are loaded."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Final, TypeAlias

import pygame
import pytest

from tests.fakes import FakeTextLog
from tests.helpers import PLAYER_NAMES
from tests.lanes import choose_sample
from tests.same_deals import import_match, play_match, replay_with_packs, store_match
from tests.ui.app_driver import AppDriver, make_settings
from tests.ui.match_driver import run_settling_frames
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.app.settings import Settings
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.trainer.scene import TrainerScene

Opener: TypeAlias = Callable[[], object]
RECORD: Final = play_match("briscola", 2)


@pytest.fixture
def app_settings() -> Settings:
    return make_settings(name=PLAYER_NAMES[0])


@pytest.fixture
def first_scene() -> Callable[[AppContext], Scene]:
    return MainMenuScene


def find_drill(app: AppDriver) -> Opener:
    app.context.router.open_trainer()
    run_settling_frames(app)
    page = app.expect_scene(TrainerScene)
    page.set_game("briscola")
    run_settling_frames(app)
    return partial(page.practice, "trick")


PAGES: Final[dict[str, Callable[[AppDriver], Opener]]] = {
    "History.": lambda app: partial(app.context.router.open_history, lambda: None),
    "Statistics: Anna, Briscola.": lambda app: app.context.router.open_statistics,
    "Same cards.": lambda app: partial(app.context.router.open_comparison, 1),
    "Who takes the trick?": find_drill,
}
"""Functions that open the pages whose contents are loaded, by the first line of their narration."""


def store_matches(app: AppDriver) -> None:
    """Store a match of the person, and one that another has played with the same cards."""
    store_match(app.storage.get_repository(), replay_with_packs(RECORD, 4))
    import_match(app.storage.get_repository(), RECORD)


@pytest.mark.nightly
@pytest.mark.parametrize(("first_line", "is_late"), choose_sample([*product(PAGES, (False, True))], 3))
def test_title_is_narrated_first_and_each_line_once(
    app: AppDriver, narration_log: FakeTextLog, first_line: str, is_late: bool
) -> None:
    store_matches(app)
    open_page = PAGES[first_line](app)
    run_settling_frames(app)
    narration_log.take_lines()
    app.storage.is_paused = is_late
    open_page()
    run_settling_frames(app)
    app.storage.is_paused = False
    app.storage.run_waiting_calls()
    run_settling_frames(app)
    lines = narration_log.take_lines()
    assert lines[0] == first_line
    assert len(set(lines)) == len(lines) > 1


def test_number_of_matches_is_narrated_again_only_if_it_changes_or_is_asked_for(
    app: AppDriver, narration_log: FakeTextLog
) -> None:
    store_matches(app)
    app.context.router.open_history(lambda: None)
    run_settling_frames(app)
    assert narration_log.take_lines().count("2 matches.") == 1
    app.press_key(pygame.K_b, unicode="b")
    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text="b"))
    run_settling_frames(app)
    assert narration_log.take_lines().count("2 matches.") == 1
