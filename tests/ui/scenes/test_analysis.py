"""The analysis of a match in the window: every choice can be viewed, and the costliest retried."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

import msgspec
import pygame
import pytest

from game.analysis.model import leave_out_reasons
from game.analysis.report import describe_option
from game.core.actions import Play
from game.rules import GAMES
from game.session.stored_findings import encode_findings
from game.text.messages import format_action
from game.text.narration import make_sentence
from tests.lanes import choose_sample, long_test
from tests.ui.app_driver import AppDriver, open_test_app
from tests.ui.fake_analysis import STOP_AT, open_analysis, open_finished_analysis, store_played_match, use_fake_analysis
from tests.ui.match_driver import run_settling_frames
from tests.ui.text_recorder import list_all_texts
from ui.scenes.analysis.choice_feedback import ChoiceFeedbackOverlay
from ui.scenes.analysis.choice_list import ChoiceListScene
from ui.scenes.analysis.choice_retry import ChoiceRetryScene
from ui.scenes.analysis.progress import AnalysisProgressScene
from ui.scenes.analysis.scene import AnalysisScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.services.analysis_jobs import AnalysisService
from ui.widgets.controls import ProgressBar


def test_progress_is_shown_until_the_analysis_opens(app: AppDriver) -> None:
    use_fake_analysis(app, stop_at=STOP_AT)
    match_id = open_analysis(app, store_played_match("muscio"))
    waiting = app.expect_scene(AnalysisProgressScene)
    done, whole = waiting.job.progress
    (bar,) = [figures for figures in app.list_widgets() if isinstance(figures, ProgressBar)]
    assert (done, bar.share) == (3, 3 / whole)
    app.press_key(pygame.K_ESCAPE)
    app.background_worker.stop_at = None
    run_settling_frames(app)  # it goes on
    app.expect_scene(MainMenuScene)
    app.context.router.open_analysis(match_id)
    run_settling_frames(app)  # the match is not over, so it is analyzed anew
    app.expect_scene(AnalysisScene)
    assert list(app.storage.get_repository().archive.read_accuracies()) == [match_id]


def test_cancelled_analysis_stores_nothing(app: AppDriver) -> None:
    use_fake_analysis(app, stop_at=STOP_AT)
    match_id = open_analysis(app, store_played_match("muscio"))
    job = app.expect_scene(AnalysisProgressScene).job
    app.click_button("cancel")
    run_settling_frames(app)
    app.expect_scene(MainMenuScene)
    assert [task.cancelled() for task in app.background_worker.tasks] == [True]
    assert not job.is_busy
    assert app.storage.get_repository().archive.read_accuracies() == {}
    app.context.router.open_analysis(match_id)
    assert app.expect_scene(AnalysisProgressScene).job is not job


@pytest.mark.parametrize("game", GAMES)
def test_analysis_is_stored_and_not_computed_again(tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the next program shows the same findings and retries, also those of the computer players."""
    with open_test_app(tmp_path) as app:
        first = open_finished_analysis(app, store_played_match(game))
        run_settling_frames(app)
        computers = first.other_players.result
    monkeypatch.setattr("game.analysis.judge.judge_choice", None)
    with open_test_app(tmp_path) as app:
        app.context.scenes.replace(MainMenuScene(app.context))
        use_fake_analysis(app)
        app.context.router.open_analysis(first.match_id)
        run_settling_frames(app)
        again = app.expect_scene(AnalysisScene)
        run_settling_frames(app)
    assert again.analysis == first.analysis and again.other_players.result is not None and computers is not None
    assert again.other_players.result.findings == tuple(map(leave_out_reasons, computers.findings))


def test_analysis_repeats_what_the_table_has_told_unless_it_was_taken_back(app: AppDriver) -> None:
    first = open_finished_analysis(app, store_played_match("briscola"))
    judged, other, *_rest = (finding for finding in first.analysis.findings if finding.judgment is not None)
    told = msgspec.structs.replace(judged, win_probability=0.125)
    taken_back = msgspec.structs.replace(other, judgment=judged.judgment, win_probability=0.125)
    notes = {"findings": None, "told_findings": encode_findings((told, taken_back))}
    app.storage.get_repository().store_notes(first.match_id, notes)
    again = AnalysisService(app.storage, app.background_worker, app.context.tasks).get_job(first.match_id)
    app.advance_until(lambda: again.result is not None)
    assert again.result is not None
    assert again.result.findings == tuple(told if each == judged else each for each in first.analysis.findings)


def test_unexpected_storage_error_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failed: Future[None] = Future()
    failed.set_exception(ZeroDivisionError("lost count"))
    with open_test_app(tmp_path) as app:
        use_fake_analysis(app)
        app.context.scenes.replace(MainMenuScene(app.context))
        monkeypatch.setattr(app.storage, "submit_to_archive", lambda _work: failed)
        app.context.router.open_analysis(77)
        run_settling_frames(app)
        assert app.expect_scene(AnalysisProgressScene).narration[-1] == "lost count"


def test_list_of_choices_opens_at_the_biggest_mistake_and_tells_each_once(app: AppDriver) -> None:
    page = open_finished_analysis(app, store_played_match("briscola"))
    losses = [judgment.chosen_option.loss for task in page.tasks if (judgment := task.finding.judgment)]
    assert len(losses) > 1 and losses == sorted(losses, reverse=True)
    app.click_button("all-choices")
    run_settling_frames(app)
    scene, rows = app.expect_scene(ChoiceListScene), app.get_widget("choices")
    assert scene.selected_index == rows.value == page.findings.index(page.tasks[0].finding)
    app.press_on("choices", pygame.K_HOME)
    narrated: list[str] = []
    app.context.narrate = narrated.append
    app.press_key(pygame.K_DOWN)
    run_settling_frames(app)
    assert scene.selected_index == 1
    assert len([line for line in narrated if line.startswith("Deal ")]) == 1
    app.context.narrate = None
    rows.select(0)
    where = rows.get_abs_rect()
    app.click((where.x + 40, where.y + rows.row_height * 3 // 2))
    run_settling_frames(app)
    assert scene.selected_index == rows.value == 1
    app.press_key(pygame.K_ESCAPE)
    assert app.context.scenes.top is page


@long_test
@pytest.mark.parametrize("game", choose_sample([*GAMES], 4, 3))
def test_costliest_choices_are_retried_and_judged(app: AppDriver, game: str) -> None:
    people = (0, 2) if game == "muscio" else (0,)
    scene = open_finished_analysis(app, store_played_match(game), people)
    assert scene.analysis.seats == people
    first = scene.narration
    scene.set_seat(people[-1])
    assert {finding.seat for finding in scene.findings} == {people[-1]} and (scene.narration != first) == (
        len(people) > 1
    )
    scene.set_seat(0)
    count = len(scene.analysis.get_retry_tasks(0))
    assert count
    app.click_button("learn")
    for number in range(count):
        run_settling_frames(app)
        learn = app.expect_scene(ChoiceRetryScene)
        judged = learn.task.finding.judgment
        assert judged is not None
        learn.act(judged.chosen_action)
        worse = get_feedback(app)
        assert worse.title_text == "There's a better choice" and "practice" not in app.widget_ids
        best = format_action(judged.best_option.action, learn.deck).lower()
        assert not any(line.lower().startswith(best) for line in worse.narration)
        assert not {"The best choice", "Other choices"} & {*list_all_texts(app)}
        app.click_button("show-best")
        assert any(line.lower().startswith(best) for line in get_feedback(app).narration)
        assert "show-best" not in app.widget_ids
        app.press_key(pygame.K_ESCAPE)
        assert app.context.scenes.top is learn
        learn.act(judged.best_option.action)
        assert get_feedback(app).title_text == "The best choice"
        app.click_button("done" if number + 1 == count else "next")
    run_settling_frames(app)
    app.expect_scene(AnalysisScene)


def get_feedback(app: AppDriver) -> ChoiceFeedbackOverlay:
    run_settling_frames(app)
    return app.expect_scene(ChoiceFeedbackOverlay)


def test_choice_of_the_match_is_told_after_another_choice_and_never_before(tmp_path: Path) -> None:
    """Retry a choice that was neither the best nor the worst, in three ways."""
    with open_test_app(tmp_path) as app:
        scene = open_finished_analysis(app, store_played_match("briscola"))
        judgments = [task.finding.judgment for task in scene.tasks]
        number, judgment = next(
            (number, judgment)
            for number, judgment in enumerate(judgments, 1)
            if judgment is not None and judgment.options[-1] is not judgment.chosen_option
        )
        app.click_button(f"try-again-{number}")
        run_settling_frames(app)
        retry, chosen = app.expect_scene(ChoiceRetryScene), judgment.chosen_option
        choice = format_action(chosen.action, retry.deck)
        told = make_sentence(describe_option("briscola", judgment.best_option, chosen, retry.deck))
        for option, is_told in ((judgment.best_option, True), (judgment.options[-1], True), (chosen, False)):
            told_before = " ".join((*retry.narration, *list_all_texts(app)))
            assert choice.lower() not in told_before.lower()
            retry.act(option.action)
            lines = list(get_feedback(app).iter_closing_lines())
            told_lines = [line for line in lines if line.startswith("You chose differently")]
            assert [line.endswith(told) for line in told_lines] == [True] * is_told
            assert ("You found it: no choice is better." in lines) is (option is judgment.best_option)
            assert set(lines) <= {*get_feedback(app).narration}
            assert all(line in " ".join(list_all_texts(app)) for line in lines)
            if "show-best" in app.widget_ids:
                app.click_button("show-best")
            texts = " ".join(list_all_texts(app)).lower()
            assert "practice" not in app.widget_ids and texts.count(choice.lower()) == 1
            app.click_button("try-again")
        app.press_key(pygame.K_ESCAPE)
        assert app.context.scenes.top is scene


def test_retried_call_offers_tasks_for_calls(app: AppDriver) -> None:
    scene = open_finished_analysis(app, store_played_match("spades"))
    tasks = [task for task in scene.tasks if not task.finding.location.trick]
    app.context.router.open_choice_retry(tuple(tasks), scene.analysis.names, 0, scene.match_id)
    run_settling_frames(app)
    retry, opened = app.expect_scene(ChoiceRetryScene), list[tuple[str, str]]()
    app.replace_routes(open_trainer=lambda game, kind: opened.append((game, kind)))
    judgment = retry.task.finding.judgment
    assert judgment is not None
    retry.act(judgment.best_option.action)
    get_feedback(app)
    app.click_button("practice")
    assert opened == [("spades", "call")]


def test_card_is_retried_with_keys_and_illegal_card_is_refused(app: AppDriver) -> None:
    scene = open_finished_analysis(app, store_played_match("spades"))
    tasks = scene.analysis.get_retry_tasks(0)
    number = next(index for index, task in enumerate(tasks) if task.finding.location.trick)
    app.context.router.open_choice_retry(tasks, scene.analysis.names, number, scene.match_id)
    run_settling_frames(app)
    learn = app.expect_scene(ChoiceRetryScene)
    for card, _why in learn.observation.illegal_cards:
        learn.act(Play(0, card))
        assert learn.position.chosen_action is None and learn.message
    wanted = next(action.card for action in learn.observation.legal_actions if isinstance(action, Play))
    for _step in range(learn.hand.index(wanted) + 1):
        app.press_key(pygame.K_RIGHT)
    app.press_key(pygame.K_RETURN)
    assert learn.position.chosen_action == Play(0, wanted)
    app.expect_scene(ChoiceFeedbackOverlay)


@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_analysis_without_mistakes_begins_at_the_curve_and_leaves_no_hole(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    with open_test_app(tmp_path, size=size) as app:
        whole = open_finished_analysis(app, store_played_match("muscio"), people=(0, 1, 2)).analysis
        seat = next(
            seat for seat in whole.seats
            if any(finding.win_probability is not None for finding in whole.get_findings(seat))
        )  # fmt: skip
        analysis = msgspec.structs.replace(whole, seats=(seat,), retry_tasks=())
        page = app.expect_scene(AnalysisScene)
        scene = app.show_over(AnalysisScene(app.context, analysis, page.match_id, page.other_players))
        finding = scene.findings[scene.selected_index]
        assert finding.win_probability is not None and finding.location.trick
        assert all(finding.win_probability is None for finding in scene.findings[: scene.selected_index])
        chart = app.get_widget("course")
        for index, finding in enumerate(scene.findings):
            if finding.win_probability is None:
                later = [
                    other.win_probability for other in scene.findings[index:]
                    if other.location.deal == finding.location.deal and other.win_probability is not None
                ]  # fmt: skip
                assert chart.points[index].y_value == (later[0] if later else None)
        assert "learn" not in app.widget_ids
        assert app.get_button("replay").get_abs_rect().right == scene.area.right, "the last button is at the edge"
        assert not any(board.width * board.height > 0.2 * size[0] * size[1] and board.width < size[0] / 2
                       for board in scene.boards if not board.colliderect(chart.get_abs_rect()))  # fmt: skip
