"""After a deal or a match a person sees what cost most and which level suits better, once both are known."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import pygame
import pytest

from game.analysis.model import MatchAnalysis
from game.match.setup import MatchSetup
from game.statistics.level_suggestions import LevelSuggestion
from tests.helpers import PLAYER_NAMES
from tests.ui.app_driver import AppDriver
from tests.ui.fake_analysis import use_fake_analysis
from tests.ui.match_driver import expect_deal_result, expect_match_result, find_match, resume_at
from tests.ui.text_recorder import list_all_texts
from ui.scenes.analysis.choice_retry import ChoiceRetryScene
from ui.scenes.new_match.last_choices import open_last_choices
from ui.table.result import overlay
from ui.table.result.costliest_choice import MAX_SHOWN_SEARCH_S

LONGEST_FRAME_S = 0.25


def open_match_result(app: AppDriver) -> None:
    resume_at(app, find_match("briscola", 2, lambda match: match.is_over, deals=9))
    expect_match_result(app)


def open_deal_result(app: AppDriver) -> None:
    """Show the result of the second deal of a match that goes on."""
    resume_at(app, find_match("briscola", 2, lambda match: len(match.results) == 2 and not match.is_over, deals=2))
    expect_deal_result(app)


@pytest.mark.parametrize(
    ("open_result", "next_button"), [(open_match_result, "play-again"), (open_deal_result, "next-deal")]
)
def test_costliest_choice_is_told_when_the_analysis_has_found_it_and_leads_to_the_retry(
    app: AppDriver, open_result: Callable[[AppDriver], None], next_button: str
) -> None:
    use_fake_analysis(app, stop_at=2)
    open_result(app)
    buttons = {name: app.get_button(name).rect.copy() for name in (next_button, "to-menu", "analyze")}
    assert "try-again" not in app.widget_ids, "nothing waits for it"
    use_fake_analysis(app)
    app.advance_until(lambda: "try-again" in app.widget_ids)
    assert {name: app.get_button(name).rect for name in buttons} == buttons, "nothing jumps"
    app.click_button("try-again")
    retry = app.expect_scene(ChoiceRetryScene)
    if next_button == "next-deal":
        assert {task.finding.location.deal for task in retry.tasks} == {2}, "the result is that of the deal"


def test_next_deal_does_not_wait_for_the_analysis_and_cancels_it(app: AppDriver) -> None:
    use_fake_analysis(app, stop_at=2)
    open_deal_result(app)
    (task,) = app.background_worker.open_tasks
    app.click_button("next-deal")
    assert task.cancelled()


def test_analysis_of_a_deal_goes_on_after_that_of_the_match(app: AppDriver) -> None:
    use_fake_analysis(app, stop_at=2)
    open_deal_result(app)
    app.click_button("analyze")
    app.press_key(pygame.K_ESCAPE)
    use_fake_analysis(app)
    app.advance_until(lambda: "try-again" in app.widget_ids)


def drop_task(app: AppDriver) -> None:
    app.background_worker.open_tasks[0].cancel()


def fail(app: AppDriver) -> None:
    app.background_worker.fault = "the process died"


def find_nothing(app: AppDriver) -> None:
    nothing = MatchAnalysis(
        game_id="briscola", names=PLAYER_NAMES[:2], seats=(0,), is_over=False, deal_results=(), findings=(),
        retry_tasks=(),
    )  # fmt: skip
    app.background_worker.stop_at = None
    app.background_worker.open_tasks[0].set_result(nothing)


@pytest.mark.parametrize(
    ("end", "line"),
    [
        (drop_task, ""),
        (fail, ""),
        (lambda _app: None, ""),
        (find_nothing, "You made no mistakes in this deal."),
    ],
)
def test_search_for_the_costliest_choice_ends_whatever_becomes_of_it(
    app: AppDriver, end: Callable[[AppDriver], None], line: str
) -> None:
    use_fake_analysis(app, stop_at=2)
    open_deal_result(app)
    assert "Looking back at this deal…" in list_all_texts(app)
    end(app)
    for _frame in range(ceil(MAX_SHOWN_SEARCH_S / LONGEST_FRAME_S) + 1):
        app.advance_frame(LONGEST_FRAME_S)
    texts = list_all_texts(app)
    assert "Looking back at this deal…" not in texts and (not line or line in texts)


@pytest.mark.parametrize("is_harder", [True, False])
def test_suggested_level_is_one_click_away_and_becomes_that_of_the_game(
    app: AppDriver, monkeypatch: pytest.MonkeyPatch, is_harder: bool
) -> None:
    level = "expert" if is_harder else "novice"
    suggestion = LevelSuggestion(level, "club", 9.0, 10, is_harder=is_harder)
    monkeypatch.setattr(overlay, "find_new_suggestion", lambda _archive, **_person: suggestion)
    open_match_result(app)
    app.advance_until(lambda: "suggested-level" in app.widget_ids)
    started: list[MatchSetup] = []
    app.replace_routes(start_match=started.append)
    app.click_button("suggested-level")
    app.advance_frame()
    assert [player.kind for player in started[0].players] == ["you", level]
    choices, _notice = open_last_choices(app.context.folders).read()
    assert not choices.forms or choices.get_level("briscola") == level


def test_nothing_is_suggested_without_clear_results(app: AppDriver) -> None:
    open_match_result(app)
    for _frame in range(3):
        app.advance_frame()
    assert "suggested-level" not in app.widget_ids
