"""The trainer: tasks are answered with the mouse or with the keys alone, told why, and counted for who answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.i18n import LANGUAGES, set_language
from game.rules import GAMES
from game.store.practice import load_practice
from game.trainer.telling import why
from game.trainer.values import Answer, CallTask, Kind, OutTask, TrickTask, kinds_of
from tests.fakes import Paper, SetterByHand
from tests.ui.driving import still
from tests.ui.stage import AppByHand, opened
from tests.ui.tasks import by_hand, right_answer
from ui.doors import Topic
from ui.narrator import Narrator
from ui.scene import Scene, Stage
from ui.scenes.calling import Calling, Judged
from ui.scenes.drill import Drill
from ui.scenes.help import Help
from ui.scenes.marking import Cards
from ui.scenes.menu import Menu
from ui.scenes.trainer import Trainer

ALL = [(game, kind) for game in GAMES for kind in kinds_of(game)]


@pytest.fixture
def first_scene() -> Callable[[Stage], Scene]:
    return Menu


def trainer(app: AppByHand, game: str = "briscola") -> Trainer:
    app.stage.doors.trainer()
    still(app)
    page = app.stage.scene
    assert isinstance(page, Trainer)
    page.set_game(game)
    still(app)
    return page


def drill(app: AppByHand, kind: Kind, game: str = "briscola") -> Drill:
    trainer(app, game).practice(kind)
    still(app)
    scene = app.stage.scene
    assert isinstance(scene, Drill)
    return scene


def calling(app: AppByHand, game: str) -> Calling:
    trainer(app, game).practice("call")
    still(app)
    scene = app.stage.scene
    assert isinstance(scene, Calling)
    return scene


def kept(app: AppByHand, game: str, kind: Kind) -> tuple[int, int, int]:
    """Right, tried, in a row: as it is on the disk."""
    done = load_practice(app.stage.folders)[0].of(app.stage.settings.called, game, kind)
    return done.right, done.tried, done.streak


def type_number(app: AppByHand, number: int) -> None:
    for digit in str(number):
        app.key(pygame.K_0 + int(digit), unicode=digit)


def answer_by_keys(app: AppByHand, scene: Drill) -> None:
    """The right answer, as somebody without a mouse gives it."""
    while scene.trick is not None:
        app.key(pygame.K_RETURN)
    right = right_answer(scene.task)
    for place in sorted(right.marked):
        app.key(pygame.K_HOME)
        for _step in range(place):
            app.key(pygame.K_RIGHT)
        if isinstance(scene.task, OutTask):
            app.key(pygame.K_RETURN)
    if right.number is not None:
        while scene.focus.widget is not scene.stepper:
            app.key(pygame.K_TAB)
        type_number(app, right.number)
    if isinstance(scene.task, OutTask):
        app.key(pygame.K_TAB)
    app.key(pygame.K_RETURN)
    still(app)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kind"), [one for one in ALL if one[1] != "call"])
def test_a_task_is_answered_with_the_keys_alone_and_the_next_one_comes(app: AppByHand, game: str, kind: Kind) -> None:
    scene = drill(app, kind, game)
    first = scene.task
    answer_by_keys(app, scene)
    assert scene.right is True
    assert kept(app, game, kind) == (1, 1, 1)
    app.key(pygame.K_RETURN)
    still(app)
    assert scene.right is None and scene.task is not None and scene.task != first
    app.key(pygame.K_ESCAPE)
    assert isinstance(app.stage.scene, Trainer)


def test_a_wrong_answer_is_told_why_and_ends_the_streak(app: AppByHand) -> None:
    scene = drill(app, "trick")
    answer_by_keys(app, scene)
    app.press("next-task")
    still(app)
    task = scene.task
    assert isinstance(task, TrickTask)
    row = next(row for row in scene.rows if row.asked)
    wrong = (task.place + 1) % len(row.cards)
    app.click(row.place(wrong).move(row.get_abs_rect().topleft).center)
    assert row.value == {wrong}
    app.press("check")
    still(app)
    assert scene.right is False
    said = why(task, scene.answer, scene.course.names, scene.deck)
    assert "takes" in said[0] or "you take" in said[0]
    assert kept(app, "briscola", "trick") == (1, 2, 0)


def test_nothing_is_counted_before_there_is_an_answer(app: AppByHand) -> None:
    scene = drill(app, "trick")
    app.press("check")
    still(app)
    assert scene.right is None
    assert kept(app, "briscola", "trick") == (0, 0, 0)


def test_cards_that_are_out_are_marked_and_unmarked_by_clicks(app: AppByHand) -> None:
    scene = drill(app, "out", "spades")
    task = scene.task
    assert isinstance(task, OutTask)
    for _trick in task.tricks:
        assert scene.trick is not None
        app.key(pygame.K_RETURN)
    row = app.widget("cards")
    assert isinstance(row, Cards)
    for place in (0, 1, 0):
        app.click(row.place(place).move(row.get_abs_rect().topleft).center)
    assert scene.answer.marked == {1}


@pytest.mark.slow
def test_a_number_is_stepped_to_by_clicks(app: AppByHand) -> None:
    scene = drill(app, "count")
    for step in ("add-10", "add-10", "subtract-10"):
        app.press(step)
        still(app)
    assert scene.answer.number == 10


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game, kind in ALL if kind == "call"])
def test_what_to_say_is_chosen_at_the_table_and_judged(app: AppByHand, game: str) -> None:
    scene = calling(app, game)
    best, worst = scene.task.options[0].action, scene.task.options[-1].action
    scene.act(worst)
    still(app)
    over = app.stage.scene
    assert isinstance(over, Judged)
    assert over.headline == "There is a better choice"
    assert kept(app, game, "call") == (0, 1, 0)
    app.key(pygame.K_RETURN)
    still(app)
    again = app.stage.scene
    assert isinstance(again, Calling) and again is not scene
    assert isinstance(again.task, CallTask)
    again.act(again.task.options[0].action)
    still(app)
    assert kept(app, game, "call") == (1, 2, 1)
    app.press("enough")
    still(app)
    assert isinstance(app.stage.scene, Trainer)
    assert best != worst


@pytest.mark.slow
def test_esc_at_the_table_leads_back_to_the_kinds_and_counts_nothing(app: AppByHand) -> None:
    calling(app, "chiamata")
    app.key(pygame.K_ESCAPE)
    still(app)
    assert isinstance(app.stage.scene, Trainer)
    assert kept(app, "chiamata", "call") == (0, 0, 0)


@pytest.mark.slow
def test_an_answer_is_counted_on_the_page_once_it_is_on_the_disk(app: AppByHand) -> None:
    scene = drill(app, "trick")
    app.storage.holding = True
    answer_by_keys(app, scene)
    assert scene.course.so_far == ""
    app.storage.let()
    still(app)
    assert scene.course.so_far == "1 of 1 task right, 1 in a row, at best 1."


@pytest.mark.slow
def test_what_the_disk_refuses_is_said(app: AppByHand) -> None:
    scene = drill(app, "trick")
    app.storage.fault = "the disk is full"
    answer_by_keys(app, scene)
    assert scene.right is True
    assert app.toasts.shown
    app.storage.fault = ""
    assert kept(app, "briscola", "trick") == (0, 0, 0)


@pytest.mark.slow
def test_it_is_there_after_a_restart(tmp_path: Path) -> None:
    for times in (1, 2):
        with opened(tmp_path, seed=times) as app:
            app.stage.go(Menu(app.stage))
            answer_by_keys(app, drill(app, "trick", "muscio"))
            assert kept(app, "muscio", "trick") == (times, times, times)
            app.key(pygame.K_ESCAPE)
            still(app)
            assert isinstance(app.stage.scene, Trainer)


def test_no_process_stays_when_the_trainer_is_left(app: AppByHand) -> None:
    begun = list[SetterByHand]()
    tasks = by_hand(app, begun=begun)
    drill(app, "trick")
    assert [one.closed for one in begun] == [False]
    for _scene in range(2):
        app.key(pygame.K_ESCAPE)
    assert isinstance(app.stage.scene, Menu)
    assert [one.closed for one in begun] == [True] and not tasks.busy


class Failing(SetterByHand):
    """Sets nothing, and says so."""

    def poll(self) -> list[object]:  # type: ignore[override]
        self.fault = "the process died"
        return []


def test_where_no_tasks_come_it_says_why_and_tries_again(app: AppByHand) -> None:
    tasks = by_hand(app, Failing)
    scene = drill(app, "trick")
    assert scene.course.fault == "No task can be set (the process died)."
    app.steps(lambda: not app.stage.busy)
    tasks.begin = SetterByHand
    app.press("try-again")
    still(app)
    assert scene.task is not None and not scene.course.fault


@pytest.mark.slow
def test_a_process_that_dies_while_one_answers_costs_nothing(app: AppByHand) -> None:
    begun = list[SetterByHand]()
    by_hand(app, begun=begun)
    scene = drill(app, "trick")
    begun[0].fault = "the process died"
    still(app)
    assert begun[0].closed
    for _task in range(2):
        answer_by_keys(app, scene)
        app.press("next-task")
        still(app)
        assert scene.task is not None and not scene.course.fault
    assert kept(app, "briscola", "trick") == (2, 2, 2)


@pytest.mark.slow
def test_it_is_told_in_lines_what_is_asked_and_what_was_right(app: AppByHand) -> None:
    paper = Paper()
    app.stage.besides.append(Narrator(app.stage, paper))
    scene = drill(app, "out")
    lines = paper.take()
    assert any(line.startswith("In your hand") for line in lines)
    assert any(line.startswith("In the trick") for line in lines)
    answer_by_keys(app, scene)
    lines = paper.take()
    assert any(line.endswith("are still out?") for line in lines)
    assert any("Enter marks it" in line for line in lines), "how it is answered"
    assert "That is right." in lines
    assert "1 of 1 task right, 1 in a row, at best 1." in lines


@pytest.mark.slow
def test_what_is_watched_is_not_told_with_its_answer(app: AppByHand) -> None:
    paper = Paper()
    app.stage.besides.append(Narrator(app.stage, paper))
    drill(app, "trick")
    assert not any("takes it" in line or "take it" in line or "together" in line for line in paper.take())


def test_the_help_opens_at_the_game(app: AppByHand) -> None:
    scene = drill(app, "trick", "muscio")
    assert scene.topic == Topic("muscio", part="play")
    app.key(pygame.K_F1)
    still(app)
    app.shows(Help)
    app.key(pygame.K_F1)
    still(app)
    assert app.stage.scene is scene


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rebuild_keeps_the_question_and_the_answer(app: AppByHand, language: str) -> None:
    scene = drill(app, "count", "chiamata")
    set_language(language)
    type_number(app, 7)
    app.resize((1920, 1080))
    still(app)
    assert scene.stepper is not None and scene.stepper.value == 7
    assert scene.answer == Answer(number=7)
