"""Everything after a match is reached by keys alone and narrated: history, replay, statistics, analysis, result."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from pygame_gui.core import UIElement
from pygame_gui.elements import UIButton, UITextEntryLine

from tests.fakes import FakeTextLog, make_match_setup
from tests.same_deals import import_match, play_match, replay_with_packs, store_match
from tests.ui.app_driver import AppDriver, get_session, open_table
from tests.ui.fake_analysis import STOP_AT, use_fake_analysis
from tests.ui.table_driver import start_match_at_turn
from ui.scenes.analysis.scene import AnalysisScene
from ui.scenes.replay.scene import ReplayScene
from ui.table.overlays.chat import ChatOverlay
from ui.table.result.overlay import ResultOverlay
from ui.widgets.base import CustomWidget

pytestmark = pytest.mark.slow

OTHER_RECORD = play_match("briscola", 2)


def advance_five_seconds(app: AppDriver) -> None:
    for _frame in range(20):
        app.advance_frame(0.25)


def open_history(app: AppDriver) -> None:
    store_match(app.storage.get_repository(), OTHER_RECORD)
    store_match(app.storage.get_repository(), replay_with_packs(OTHER_RECORD, 4))
    app.context.router.open_history(lambda: None)


def open_empty_history(app: AppDriver) -> None:
    app.context.router.open_history(lambda: None)


def open_replay(app: AppDriver) -> None:
    app.context.router.open_replay(store_match(app.storage.get_repository(), OTHER_RECORD))


def open_play_again_dialog(app: AppDriver) -> None:
    open_replay(app)
    advance_five_seconds(app)
    app.expect_scene(ReplayScene)
    app.click_button("play-again")


def open_same_cards(app: AppDriver) -> None:
    number = store_match(app.storage.get_repository(), replay_with_packs(OTHER_RECORD, 4))
    for name in ("Zoë", "Ugo"):
        import_match(
            app.storage.get_repository(), OTHER_RECORD if name == "Ugo" else replay_with_packs(OTHER_RECORD, 6), name
        )
    app.context.router.open_comparison(number)


def open_hidden_comparison(app: AppDriver) -> None:
    app.context.router.open_comparison(import_match(app.storage.get_repository(), OTHER_RECORD))


def open_statistics(app: AppDriver) -> None:
    store_match(app.storage.get_repository(), OTHER_RECORD)
    app.context.router.open_statistics()


def open_analysis(app: AppDriver) -> None:
    use_fake_analysis(app)
    app.context.router.open_analysis(store_match(app.storage.get_repository(), play_match("briscola", 1)))
    app.advance_until(lambda: isinstance(app.context.scenes.top, AnalysisScene), max_frames=300)


def open_retry_table(app: AppDriver) -> None:
    use_fake_analysis(app)
    app.context.router.open_analysis(store_match(app.storage.get_repository(), play_match("chiamata", 1)))
    app.advance_until(lambda: isinstance(app.context.scenes.top, AnalysisScene), max_frames=300)
    app.click_button("learn")


def open_analysis_progress(app: AppDriver) -> None:
    use_fake_analysis(app, stop_at=STOP_AT)
    app.context.router.open_analysis(store_match(app.storage.get_repository(), play_match("briscola", 1)))


def open_result(app: AppDriver) -> None:
    open_table(app, make_match_setup("club club"))
    app.advance_until(lambda: isinstance(app.context.scenes.top, ResultOverlay), seconds=0.25)


def open_chat(app: AppDriver) -> None:
    scene = start_match_at_turn(app, "you club")
    app.context.scenes.push(ChatOverlay(app.context, scene, get_session(scene).chat, 0))


SCENE_OPENERS = (
    open_history,
    open_empty_history,
    open_replay,
    open_play_again_dialog,
    open_same_cards,
    open_hidden_comparison,
    open_statistics,
    open_analysis,
    open_retry_table,
    open_analysis_progress,
    open_result,
    open_chat,
)


@pytest.mark.parametrize("open_scene", SCENE_OPENERS, ids=lambda function: function.__name__)
def test_tab_reaches_and_narrates_everything_after_a_match(
    app: AppDriver, narration_log: FakeTextLog, open_scene: Callable[[AppDriver], None]
) -> None:
    open_scene(app)
    advance_five_seconds(app)
    focus = app.context.scenes.top.focus
    wanted = [control for control in focus.widgets if control.is_enabled and control.visible]
    reached = []
    for _press in wanted:
        narration_log.take_lines()
        app.press_key(pygame.K_TAB)
        narrated, stop = narration_log.take_lines(), focus.description
        reached.append(focus.focused_widget)
        assert (
            stop is not None and narrated and narrated[-1].startswith(stop.key_help) and stop.text[:1] in narrated[-2]
        )
        assert not isinstance(reached[-1], CustomWidget) or (reached[-1].value_text and reached[-1].key_help)
    assert set(reached) == set(wanted) and len(reached) == len(set(reached))
    shown = [control for control in app.list_widgets() if control.visible]
    usable: list[UIElement] = [control for control in shown if isinstance(control, UIButton | UITextEntryLine)]
    usable += [control for control in shown if isinstance(control, CustomWidget) and control.key_help]
    assert usable and all(control in focus.widgets for control in usable)
