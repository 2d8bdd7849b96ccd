"""The trainer: tasks are answered by mouse or by keys, explained, and counted for the person."""

from __future__ import annotations

from concurrent.futures import Future

import pygame
import pytest

from game.core.actions import Pass
from game.lessons import LESSONS
from game.match.observation import observe
from game.rules import GAMES
from game.rules.chiamata.actions import Call
from game.text.gettext import set_language
from game.trainer.generator import generate_task
from game.trainer.model import AnyTask, OutTask, TaskAnswer, TaskKind, TaskRequest, TrickTask, list_task_kinds
from game.trainer.offered_points import OFFERED_COUNT
from game.trainer.scores import open_trainer_scores
from tests.helpers import deal_chiamata
from tests.lanes import choose_sample, long_test
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import run_settling_frames
from tests.ui.trainer_answers import get_right_answer
from ui.games import get_presentation
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.trainer.answers import NARROW_COLUMNS, CardPicker, compute_picked_card_width
from ui.scenes.trainer.drill import DrillScene
from ui.scenes.trainer.position import TaskPosition
from ui.scenes.trainer.scene import TrainerScene
from ui.scenes.trainer.session import FIRST_ANSWERS
from ui.table.layout.pose import CARD_ASPECT_RATIO

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


@long_test
@pytest.mark.parametrize(
    ("game", "kind"),
    choose_sample([task_kind for task_kind in ALL_TASK_KINDS if task_kind not in CHOICE_TASK_KINDS], 3),
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


@pytest.mark.slow
def test_answer_is_counted_once_it_is_stored(app: AppDriver) -> None:
    scene = open_drill(app, "trick")
    app.storage.is_paused = True
    answer_with_keys(app, scene)
    assert scene.training.score.tried == 0
    app.storage.run_waiting_calls()
    run_settling_frames(app)
    assert scene.training.score.right == scene.training.score.streak == 1
    app.press_key(pygame.K_RETURN)
    run_settling_frames(app)
    app.storage.is_paused = False
    app.storage.failure_message = "the disk is full"
    answer_with_keys(app, scene)
    assert scene.is_right is True and app.toasts.is_visible
    app.storage.failure_message = ""
    assert load_score(app, "briscola", "trick") == (1, 1, 1)


@check_rows("game", GAMES)
def test_first_exercises_have_the_players_of_the_lesson_and_later_ones_any_number(app: AppDriver, game: str) -> None:
    requests = list[TaskRequest]()

    def generate_task(request: TaskRequest) -> Future[AnyTask]:
        requests.append(request)
        return Future()

    page = TrainerScene(app.context, generate_task)
    app.context.scenes.push(page)
    page.set_game(game)
    page.practice("trick")
    assert {request.seats for request in requests} == {len(LESSONS[game].other_names) + 1}
    for _answer in range(FIRST_ANSWERS):
        page.score_recorder.record_answer(game, "trick", is_right=True)
    run_settling_frames(app)
    requests.clear()
    page.practice("trick")
    assert {request.seats for request in requests} == {None}


def find_task_with_own_hidden_card() -> tuple[OutTask, int]:
    """Return a task about unseen cards, and the index of a trick to which its player has played a card face down."""
    for seed in range(200):
        task = generate_task(TaskRequest("muscio", "out", seed))
        assert isinstance(task, OutTask)
        for index, trick in enumerate(task.tricks):
            if task.seat in trick.face_down_seats:
                return task, index
    raise AssertionError("no player has played face down")


def test_own_card_that_was_played_face_down_is_shown(app: AppDriver) -> None:
    task, trick_index = find_task_with_own_hidden_card()
    made = Future[AnyTask]()
    made.set_result(task)
    page = TrainerScene(app.context, lambda _request: made)
    app.context.scenes.push(page)
    page.set_game("muscio")
    page.practice("out")
    run_settling_frames(app)
    scene, trick = app.expect_scene(DrillScene), task.tricks[trick_index]
    for _trick in range(trick_index):
        app.press_key(pygame.K_RETURN)
    position = TaskPosition(task, scene.layout, scene.trick_index, is_answered=False)
    own_card = trick.cards[trick.seats.index(task.seat)]
    assert scene.trick_index == trick_index and position.card_poses[own_card.name].card == own_card


def test_points_are_offered_in_rows_of_one_length() -> None:
    assert OFFERED_COUNT % NARROW_COLUMNS == 0


def test_click_on_a_card_of_the_trick_chooses_its_player(app: AppDriver) -> None:
    scene = open_drill(app, "trick", "spades")
    task = scene.task
    assert isinstance(task, TrickTask)
    seat = task.trick.seats[-1]
    x, y = scene.layout.get_seat_layout(seat).trick_center
    app.click((round(x), round(y)))
    run_settling_frames(app)
    assert scene.answer.marked_places == {len(task.trick.seats) - 1}


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
        app.click(row.part_rects[place].move(row.get_abs_rect().topleft).center)
    assert scene.answer.marked_places == {1}


def test_call_of_a_rank_in_the_hand_is_explained(app: AppDriver) -> None:
    presentation = get_presentation("chiamata")
    for in_hand, expected in ((True, "you play alone"), (False, "a card you hold")):
        match = deal_chiamata("Ah 3h Kh Qh 5h 2s 4c Jd", in_hand=in_hand)
        observation = observe(match, 0)
        assert expected in presentation.describe_choices(observation, (Pass(0), Call(0, "3")))
        assert presentation.describe_choices(observation, (Pass(0), Call(0, "6"))) == ""


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


def test_rebuild_keeps_question_and_answer(app: AppDriver) -> None:
    scene = open_drill(app, "count", "chiamata")
    set_language("it")
    type_number(app, 7)
    app.resize((1920, 1080))
    run_settling_frames(app)
    assert scene.stepper is not None and scene.stepper.value == 7
    assert scene.answer == TaskAnswer(number=7)


def test_picked_cards_fill_the_room() -> None:
    width, columns = compute_picked_card_width(13, (736, 360), 12, 96)
    assert columns == 7 and 7 * (width + 12) - 12 <= 736
    assert 2 * round(width * CARD_ASPECT_RATIO) + 12 <= 360
    assert compute_picked_card_width(1, (736, 360), 12, 96) == (96, 1)
