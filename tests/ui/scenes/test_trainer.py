"""The trainer: tasks are answered by mouse or by keys, explained, and counted for the person."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pygame
import pytest

from game.core.actions import Pass
from game.core.cards import Card
from game.match.observation import observe
from game.rules import GAMES
from game.rules.chiamata.actions import Call
from game.text.gettext import LANGUAGE_NAMES, set_language
from game.text.messages import format_action
from game.trainer.model import CallTask, OutTask, TaskAnswer, TaskKind, TrickTask, list_task_kinds
from game.trainer.scores import open_trainer_scores
from game.trainer.text import explain_answer
from tests.fakes import FakeTextLog
from tests.helpers import deal_chiamata
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from tests.ui.match_driver import run_settling_frames
from tests.ui.scene_checks import find_place_faults
from tests.ui.text_recorder import list_all_texts, record_texts
from tests.ui.trainer_answers import get_right_answer
from ui.app.narrator import Narrator
from ui.app.router import HelpTopic
from ui.games import get_presentation
from ui.graphics import theme
from ui.graphics.canvas import render_image
from ui.scenes.help.scene import HelpScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.trainer.bidding_drill import BiddingDrillScene, BiddingFeedbackOverlay
from ui.scenes.trainer.card_picker import CardPicker, PickerCard
from ui.scenes.trainer.drill import DrillScene
from ui.scenes.trainer.points_row import PointsRow
from ui.scenes.trainer.scene import TrainerScene
from ui.scenes.trainer.seat_picker import SeatPicker

ALL_TASK_KINDS = [(game, kind) for game in GAMES for kind in list_task_kinds(game)]
CHOICE_TASK_KINDS = [(game, kind) for game, kind in ALL_TASK_KINDS if kind in {"call", "pair"}]
"""The kinds that are answered at the table, by a bid or a card."""


def open_trainer(app: AppDriver, game: str = "briscola") -> TrainerScene:
    app.context.router.open_trainer()
    run_settling_frames(app)
    page = app.expect_scene(TrainerScene)
    page.set_game(game)
    run_settling_frames(app)
    return page


def open_drill(app: AppDriver, kind: TaskKind, game: str = "briscola") -> DrillScene:
    open_trainer(app, game).practice(kind)
    run_settling_frames(app)
    return app.expect_scene(DrillScene)


def open_bidding_drill(app: AppDriver, game: str, kind: TaskKind = "call") -> BiddingDrillScene:
    open_trainer(app, game).practice(kind)
    run_settling_frames(app)
    return app.expect_scene(BiddingDrillScene)


def load_score(app: AppDriver, game: str, kind: TaskKind) -> tuple[int, int, int]:
    """Return the stored numbers of right answers, of answers, and of right answers in a row."""
    result = open_trainer_scores(app.context.folders).read()[0].get_score(app.context.own_profile.id, game, kind)
    return result.right, result.tried, result.streak


def type_number(app: AppDriver, number: int) -> None:
    for digit in str(number):
        app.press_key(pygame.K_0 + int(digit), unicode=digit)


def answer_with_keys(app: AppDriver, scene: DrillScene) -> None:
    """Give the right answer with the keys alone."""
    while scene.trick_index is not None:
        app.press_key(pygame.K_RETURN)
    right = get_right_answer(scene.task)
    for place in sorted(right.marked_places):
        app.press_key(pygame.K_HOME)
        for _step in range(place):
            app.press_key(pygame.K_RIGHT)
        if isinstance(scene.task, OutTask):
            app.press_key(pygame.K_RETURN)
    if right.number is not None:
        while scene.focus.focused_widget is not scene.stepper:
            app.press_key(pygame.K_TAB)
        type_number(app, right.number)
    if isinstance(scene.task, OutTask):
        app.press_key(pygame.K_TAB)
    app.press_key(pygame.K_RETURN)
    run_settling_frames(app)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "kind"), [task_kind for task_kind in ALL_TASK_KINDS if task_kind not in CHOICE_TASK_KINDS]
)
def test_task_is_answered_by_keys_and_the_next_one_appears(app: AppDriver, game: str, kind: TaskKind) -> None:
    scene = open_drill(app, kind, game)
    first = scene.task
    answer_with_keys(app, scene)
    assert scene.is_right is True
    assert load_score(app, game, kind) == (1, 1, 1)
    app.press_key(pygame.K_RETURN)
    run_settling_frames(app)
    assert scene.is_right is None and scene.task is not None and scene.task != first
    app.press_key(pygame.K_ESCAPE)
    app.expect_scene(TrainerScene)


def test_wrong_answer_is_explained_and_ends_the_streak(app: AppDriver) -> None:
    scene = open_drill(app, "trick")
    answer_with_keys(app, scene)
    app.click_button("next-task")
    run_settling_frames(app)
    task = scene.task
    assert isinstance(task, TrickTask)
    faces = app.get_widget("seats")
    assert isinstance(faces, SeatPicker)
    wrong = (task.winning_place + 1) % len(faces.faces)
    app.click(faces.get_face_rect(wrong).move(faces.get_abs_rect().topleft).center)
    assert faces.value == wrong
    app.click_button("check")
    run_settling_frames(app)
    assert scene.is_right is False
    text = explain_answer(task, scene.answer, scene.training.player_names, scene.deck)
    assert "takes" in text[0] or "you take" in text[0]
    assert load_score(app, "briscola", "trick") == (1, 2, 0)


def test_click_on_a_card_of_the_trick_chooses_its_player(app: AppDriver) -> None:
    scene = open_drill(app, "trick", "spades")
    task = scene.task
    assert isinstance(task, TrickTask)
    seat = task.trick.seats[-1]
    x, y = scene.layout.trick_centers[seat]
    app.click((round(x), round(y)))
    run_settling_frames(app)
    assert scene.answer.marked_places == {len(task.trick.seats) - 1}


def test_nothing_is_counted_before_an_answer(app: AppDriver) -> None:
    scene = open_drill(app, "trick")
    app.click_button("check")
    run_settling_frames(app)
    assert scene.is_right is None
    assert load_score(app, "briscola", "trick") == (0, 0, 0)


def test_seen_cards_are_marked_and_unmarked_by_clicks(app: AppDriver) -> None:
    scene = open_drill(app, "out", "spades")
    task = scene.task
    assert isinstance(task, OutTask)
    for _trick in task.tricks:
        assert scene.trick_index is not None
        app.press_key(pygame.K_RETURN)
    row = app.get_widget("cards")
    assert isinstance(row, CardPicker)
    for place in (0, 1, 0):
        app.click(row.get_card_rect(place).move(row.get_abs_rect().topleft).center)
    assert scene.answer.marked_places == {1}


def test_after_the_answer_only_wrong_cards_have_a_red_mark(app: AppDriver) -> None:
    images, cards = app.context.card_images["italian"], [PickerCard(Card("3c"), "three of cups")] * 3
    marks, colors_by_kind, shapes = {0: True, 1: True, 2: False}, {}, set()
    picker = CardPicker(
        cards, images, 60, 3, (640, 360), app.context.ui_manager, 1.0, value=frozenset({0, 2}), marks=marks
    )
    picture = render_image(picker.rect.size, picker.paint)
    for kind, index in (("found", 0), ("missed", 1), ("wrong", 2)):
        rect = picker.get_card_rect(index)
        mark = pygame.Rect(0, 0, 20, 20)
        mark.midbottom = rect.centerx, rect.bottom - 8
        places = product(range(mark.left, mark.right), range(mark.top, mark.bottom))
        pixels = {theme.to_hex_color(picture.get_at(place)) for place in places}
        colors_by_kind[kind] = pixels & {theme.GOLD, theme.RED_LIGHT}
        shapes.add(pygame.image.tobytes(picture.subsurface(mark), "RGB"))
    assert colors_by_kind == {"found": {theme.GOLD}, "missed": {theme.GOLD}, "wrong": {theme.RED_LIGHT}}
    assert len(shapes) == 3


@pytest.mark.slow
def test_number_is_changed_by_clicks(app: AppDriver) -> None:
    scene = open_drill(app, "count")
    for step in ("add-10", "add-10", "subtract-10"):
        app.click_button(step)
        run_settling_frames(app)
    assert scene.answer.number == 10


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kind"), CHOICE_TASK_KINDS)
def test_choice_is_made_at_the_table_and_judged(app: AppDriver, game: str, kind: TaskKind) -> None:
    scene = open_bidding_drill(app, game, kind)
    best, worst = scene.task.options[0].action, scene.task.options[-1].action
    with record_texts() as recorder:
        scene.act(worst)
        run_settling_frames(app)
        app.repaint()
        texts = {text.lower() for _image, text in recorder.pictures.values()}
    over = app.expect_scene(BiddingFeedbackOverlay)
    for option in scene.task.options:
        start = format_action(option.action, scene.deck).lower()
        count = sum(text.startswith(f"{start}:") or text == f"{start}." for text in texts)
        assert count == 1 if option.action in (best, worst) else count <= 1, (start, texts)
    assert over.headline == "There is a better choice"
    assert sum("points worse" in line for line in over.narration) == 1, "the verdict is given once"
    assert load_score(app, game, kind) == (0, 1, 0)
    app.press_key(pygame.K_RETURN)
    run_settling_frames(app)
    again = app.context.scenes.top
    assert isinstance(again, BiddingDrillScene) and again is not scene
    assert isinstance(again.task, CallTask)
    again.act(again.task.options[0].action)
    run_settling_frames(app)
    assert load_score(app, game, kind) == (1, 2, 1)
    app.click_button("enough")
    run_settling_frames(app)
    app.expect_scene(TrainerScene)
    assert best != worst


def test_call_of_a_rank_in_the_hand_is_explained(app: AppDriver) -> None:
    presentation = get_presentation("chiamata")
    for in_hand, expected in ((True, "you play alone"), (False, "You may not hold")):
        match = deal_chiamata("Ah 3h Kh Qh 5h 2s 4c Jd", in_hand=in_hand)
        observation = observe(match, 0)
        assert expected in presentation.describe_choices(observation, (Pass(0), Call(0, "3")))
        assert presentation.describe_choices(observation, (Pass(0), Call(0, "6"))) == ""


@pytest.mark.slow
def test_escape_at_the_table_returns_and_counts_nothing(app: AppDriver) -> None:
    open_bidding_drill(app, "chiamata")
    app.press_key(pygame.K_ESCAPE)
    run_settling_frames(app)
    app.expect_scene(TrainerScene)
    assert load_score(app, "chiamata", "call") == (0, 0, 0)


@pytest.mark.slow
def test_answer_is_counted_on_the_page_after_it_was_stored(app: AppDriver) -> None:
    scene = open_drill(app, "trick")
    app.storage.is_paused = True
    answer_with_keys(app, scene)
    assert scene.training.score is not None and scene.training.score.tried == 0
    app.storage.run_waiting_calls()
    run_settling_frames(app)
    assert scene.training.score.right == scene.training.score.streak == 1


@pytest.mark.slow
def test_storage_error_is_reported(app: AppDriver) -> None:
    scene = open_drill(app, "trick")
    app.storage.failure_message = "the disk is full"
    answer_with_keys(app, scene)
    assert scene.is_right is True
    assert app.toasts.is_visible
    app.storage.failure_message = ""
    assert load_score(app, "briscola", "trick") == (0, 0, 0)


@pytest.mark.slow
def test_score_survives_a_restart(tmp_path: Path) -> None:
    for times in (1, 2):
        with open_test_app(tmp_path, seed=times) as app:
            app.context.scenes.replace(MainMenuScene(app.context))
            answer_with_keys(app, open_drill(app, "trick", "muscio"))
            assert load_score(app, "muscio", "trick") == (times, times, times)
            app.press_key(pygame.K_ESCAPE)
            run_settling_frames(app)
            app.expect_scene(TrainerScene)


def test_orders_are_cancelled_when_the_trainer_is_left(app: AppDriver) -> None:
    scene = open_drill(app, "trick")
    app.background_worker.is_paused = True
    answer_with_keys(app, scene)
    app.click_button("next-task")
    assert app.background_worker.open_tasks and app.context.is_busy
    for _scene in range(2):
        app.press_key(pygame.K_ESCAPE)
    app.expect_scene(MainMenuScene)
    assert not app.background_worker.open_tasks and app.background_worker.tasks[-1].cancelled()


def test_missing_tasks_are_explained_and_retried(app: AppDriver) -> None:
    app.background_worker.fault = "the process died"
    scene = open_drill(app, "trick")
    assert scene.training.error == "The exercise could not be prepared (the process died)."
    app.advance_until(lambda: not app.context.is_busy)
    app.background_worker.fault = ""
    app.click_button("try-again")
    run_settling_frames(app)
    assert scene.task is not None and not scene.training.error


@pytest.mark.slow
def test_worker_crash_during_an_answer_loses_nothing(app: AppDriver) -> None:
    scene = open_drill(app, "trick")
    app.background_worker.is_paused = True
    answer_with_keys(app, scene)
    app.click_button("next-task")
    app.background_worker.fault, app.background_worker.is_paused = "the process died", False
    run_settling_frames(app)
    app.background_worker.fault = ""
    for _task in range(2):
        if scene.training.error:
            app.click_button("try-again")
            run_settling_frames(app)
        answer_with_keys(app, scene)
        app.click_button("next-task")
        run_settling_frames(app)
        assert scene.task is not None and not scene.training.error
    assert load_score(app, "briscola", "trick") == (3, 3, 3)


@pytest.mark.slow
def test_question_and_correct_answer_are_narrated(app: AppDriver) -> None:
    paper = FakeTextLog()
    app.context.services.append(Narrator(app.context, paper))
    scene = open_drill(app, "out")
    lines = paper.take_lines()
    assert any(line.startswith("In your hand") for line in lines)
    assert any(line.startswith("On the table") for line in lines)
    answer_with_keys(app, scene)
    lines = paper.take_lines()
    assert any(line.endswith("have you not seen yet?") for line in lines)
    assert any("mark with Enter or digits" in line for line in lines), "how it is answered"
    assert "Right!" in lines
    assert "1 of 1 right, 1 in a row, best streak 1." in lines


@pytest.mark.slow
def test_shown_cards_are_narrated_without_the_answer(app: AppDriver) -> None:
    paper = FakeTextLog()
    app.context.services.append(Narrator(app.context, paper))
    open_drill(app, "trick")
    assert not any("takes it" in line or "take it" in line or "together" in line for line in paper.take_lines())


def test_help_opens_at_the_game(app: AppDriver) -> None:
    scene = open_drill(app, "trick", "muscio")
    assert scene.help_topic == HelpTopic("muscio", section="play")
    app.press_key(pygame.K_F1)
    run_settling_frames(app)
    app.expect_scene(HelpScene)
    app.press_key(pygame.K_F1)
    run_settling_frames(app)
    assert app.context.scenes.top is scene


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_rebuild_keeps_question_and_answer(app: AppDriver, language: str) -> None:
    scene = open_drill(app, "count", "chiamata")
    set_language(language)
    type_number(app, 7)
    app.resize((1920, 1080))
    run_settling_frames(app)
    assert scene.stepper is not None and scene.stepper.value == 7
    assert scene.answer == TaskAnswer(number=7)


def test_points_of_a_trick_are_typed_wherever_the_focus_is(app: AppDriver) -> None:
    scene = open_drill(app, "trick")
    assert scene.stepper is not None and scene.focus.focused_widget is scene.seat_picker
    type_number(app, 21)
    assert scene.answer.number == scene.stepper.value == 21 and not scene.answer.marked_places
    app.press_key(pygame.K_RIGHT)
    assert scene.answer.marked_places and scene.answer.number == 21
    app.press_key(pygame.K_TAB)
    type_number(app, 11)
    assert scene.answer.number == 11


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("game", ["briscola", "chiamata"])
def test_points_of_a_trick_are_taken_from_a_row_of_values(
    tmp_path: Path, size: tuple[int, int], scale: float, game: str
) -> None:
    with open_test_app(tmp_path, size=size, settings=make_settings(scale=scale)) as app:
        scene = open_drill(app, "trick", game)
        row, right = app.get_widget("points"), get_right_answer(scene.task).number
        assert isinstance(row, PointsRow) and right in row.proposed_values
        for index, points in enumerate(row.proposed_values):
            app.click(row.get_cell_rect(index).move(row.get_abs_rect().topleft).center)
            assert (scene.answer.number or 0) == row.value == points
        assert not {"add-10", "subtract-10"} & set(app.widget_ids)
        assert list(find_place_faults(app, scene)) == []


def test_row_of_values_is_used_and_narrated_by_keys(app: AppDriver) -> None:
    paper = FakeTextLog()
    app.context.services.append(Narrator(app.context, paper))
    scene = open_drill(app, "trick")
    row = app.get_widget("points")
    assert isinstance(row, PointsRow)
    while scene.focus.focused_widget is not row:
        app.press_key(pygame.K_TAB)
    run_settling_frames(app)
    paper.take_lines()
    app.press_key(pygame.K_RIGHT)
    run_settling_frames(app)
    assert scene.answer.number == row.value == row.proposed_values[1]
    assert any(str(row.value) in line for line in paper.take_lines())
    other = next(number for number in range(1, 100) if number not in row.proposed_values)
    type_number(app, other)
    run_settling_frames(app)
    assert scene.answer.number == row.value == other and str(other) in list_all_texts(app)
    assert any(str(other) in line for line in paper.take_lines())
    row = app.get_widget("points")
    app.press_key(pygame.K_LEFT)
    assert row.value == max((value for value in row.proposed_values if value < other), default=other)
