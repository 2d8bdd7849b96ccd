"""By mouse alone: the way from the first lesson over a match and its analysis to the next level."""

from __future__ import annotations

from pathlib import Path

from game.core.actions import Play
from game.core.cards import Card
from tests.game.analysis.computer_matches import store_wins_before_last_card
from tests.game.lessons.lesson_states import list_right_answers
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.fake_analysis import use_fake_analysis
from tests.ui.match_driver import expect_match_result, run_settling_frames
from ui.scenes.analysis.choice_retry import ChoiceRetryScene
from ui.scenes.analysis.scene import AnalysisScene
from ui.scenes.lessons.ending import LessonEndOverlay
from ui.scenes.lessons.scene import LessonScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.result.overlay import ResultOverlay
from ui.table.scene import TableScene


def click_card(app: AppDriver, scene: TableScene, card: Card) -> None:
    """Click a card of the hand at its left edge, which no other card covers."""
    pose = scene.card_poses[card.name]
    app.click((pose.x - pose.width / 3, pose.y))


def take_lesson(app: AppDriver) -> None:
    """Play the card that each step of the lesson asks for, and go on where none is asked for, to the end."""
    scene = app.expect_scene(LessonScene)
    while app.context.scenes.top is scene:
        app.advance_until(lambda: scene.is_step_readable)
        run_settling_frames(app)
        state = scene.lesson.lesson_state
        if "finish" in app.widget_ids:
            app.click_button("finish")
        elif scene.is_trick_held or not state.step.expected_actions:
            app.click_button("next")
        else:
            answer = list_right_answers(state)[0]
            assert isinstance(answer, Play)
            click_card(app, scene, answer.card)
        run_settling_frames(app)


def click_better_card(app: AppDriver, retry: ChoiceRetryScene) -> None:
    """Click the card that is better than that of the match, and go on."""
    app.advance_until(lambda: retry.is_idle)
    judgment = retry.task.finding.judgment
    assert judgment is not None and isinstance(judgment.best_option.action, Play)
    click_card(app, retry, judgment.best_option.action.card)
    on = "done" if retry.task is retry.tasks[-1] else "next"
    app.advance_until(lambda: on in app.widget_ids)
    app.click_button(on)
    app.advance_frame()


def test_first_lesson_leads_to_a_match_its_analysis_and_the_next_level(tmp_path: Path) -> None:
    with open_test_app(tmp_path, settings=make_settings(speed=0.0, name="Anna")) as app:
        app.context.scenes.replace(MainMenuScene(app.context))
        run_settling_frames(app)
        app.click_button("start-lesson")
        app.advance_frame()
        take_lesson(app)
        app.expect_scene(LessonEndOverlay)
        app.click_button("play-match")
        app.advance_until(lambda: app.context.scenes.top.__class__ is TableScene and app.table_scene.is_idle)
        assert [player.kind for player in app.table_scene.session.info.players] == ["you", "beginner"]
        app.click_button("menu")
        app.advance_frame()
        app.click_button("to-menu")
        app.advance_until(lambda: isinstance(app.context.scenes.top, MainMenuScene))
        store_wins_before_last_card(app.storage.get_repository())
        use_fake_analysis(app)
        app.context.scenes.replace(MainMenuScene(app.context))
        run_settling_frames(app)
        app.click_button("continue")
        app.advance_until(lambda: app.table_scene.is_idle and app.table_scene.session.is_your_turn)
        click_card(app, app.table_scene, app.table_scene.hand[0])
        app.advance_until(lambda: isinstance(app.context.scenes.top, ResultOverlay))
        app.click_button("analyze")
        app.advance_until(lambda: isinstance(app.context.scenes.top, AnalysisScene))
        app.advance_until(lambda: "learn" in app.widget_ids)
        app.click_button("learn")
        app.advance_frame()
        app.expect_scene(ChoiceRetryScene)
        while isinstance(retry := app.context.scenes.top, ChoiceRetryScene):
            click_better_card(app, retry)
        app.expect_scene(AnalysisScene)
        app.click_button("back")
        app.advance_frame()
        expect_match_result(app)
        app.click_button("suggested-level")
        app.advance_until(lambda: app.context.scenes.top.__class__ is TableScene)
        assert [player.kind for player in app.table_scene.session.info.players] == ["you", "novice"]
