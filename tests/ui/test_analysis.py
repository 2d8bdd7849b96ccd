"""After a match: it is gone through beside the window, every choice can be looked at, the costliest be made again."""

from __future__ import annotations

from concurrent.futures import Future
from functools import cache
from pathlib import Path

import pygame
import pytest

from game.analysis.values import MatchAnalysis
from game.engine.actions import Play
from game.record import Record
from game.rules import GAMES
from tests.game.analysis.matches import played
from tests.ui.driving import still
from tests.ui.stage import AppByHand, opened
from tests.ui.studies import StudyByHand, by_hand
from ui.scenes.analysing import Analysing
from ui.scenes.analysis import Analysis
from ui.scenes.history import History
from ui.scenes.learn import Answer, Learn
from ui.scenes.menu import Menu
from ui.widgets.chart import Chart
from ui.widgets.progress import ProgressBar
from ui.widgets.register import Register

DEALS = {"muscio": 3}
"""Where a deal has few choices there are more of them; else one."""
LEVELS = {game.name: ["random", *["club"] * (game.proposed_seats - 1)] for game in GAMES.values()}


class Waits(StudyByHand):
    """Looks at three turns and no further, until it is let."""

    until: int | None = 3


@cache
def match_of(game: str) -> Record:
    return played(game, LEVELS[game], DEALS.get(game, 1))


def ask(app: AppByHand, record: Record, people: tuple[int, ...] = (0,)) -> int:
    """The analysis of a match is asked for; gives the match's number."""
    kinds = tuple("you" if seat in people else "club" for seat in range(len(record.names)))
    match_id = app.storage.journal().create(record, kinds, 1, {})
    app.stage.go(Menu(app.stage))
    app.stage.doors.analysis(match_id)
    still(app)
    return match_id


def analysed(app: AppByHand, record: Record, people: tuple[int, ...] = (0,)) -> Analysis:
    by_hand(app)
    ask(app, record, people)
    scene = app.stage.scene
    assert isinstance(scene, Analysis)
    return scene


def test_the_bar_fills_while_the_match_is_gone_through_and_then_the_page_comes(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        begun = list[StudyByHand]()
        by_hand(app, Waits, begun)
        match_id = ask(app, match_of("muscio"))
        waiting = app.stage.scene
        assert isinstance(waiting, Analysing)
        done, whole = waiting.going.done
        (bar,) = [one for one in app.widgets() if isinstance(one, ProgressBar)]
        assert (done, bar.share) == (3, 3 / whole)
        begun[0].until = None
        still(app)
        assert isinstance(app.stage.scene, Analysis)
        assert [one.match_id for one in app.storage.journal().figures()] == [match_id]


def test_it_goes_on_when_one_leaves_the_page_and_is_there_when_one_comes_back(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        begun = list[StudyByHand]()
        by_hand(app, Waits, begun)
        match_id = ask(app, match_of("muscio"))
        app.key(pygame.K_ESCAPE)
        assert isinstance(app.stage.scene, Menu)
        begun[0].until = None
        still(app)
        assert isinstance(app.stage.scene, Menu)
        app.stage.doors.analysis(match_id)
        assert isinstance(app.stage.scene, Analysis)


def test_cancel_gives_it_up_and_nothing_is_kept(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        begun = list[StudyByHand]()
        studies = by_hand(app, Waits, begun)
        match_id = ask(app, match_of("muscio"))
        going = studies.of(match_id)
        app.press("cancel")
        still(app)
        assert isinstance(app.stage.scene, Menu)
        assert begun[0].closed
        assert not studies.busy
        assert app.storage.journal().figures() == ()
        assert studies.of(match_id) is not going


def test_a_match_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        by_hand(app)
        app.stage.go(Menu(app.stage))
        app.stage.doors.analysis(77)
        still(app)
        scene = app.stage.scene
        assert isinstance(scene, Analysing)
        assert scene.going.fault
        assert scene.told[-1] == scene.going.fault


def test_unexpected_error_of_the_storage_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failed: Future[None] = Future()
    failed.set_exception(ZeroDivisionError("lost count"))
    with opened(tmp_path) as app:
        by_hand(app)
        app.stage.go(Menu(app.stage))
        monkeypatch.setattr(app.storage, "archive", lambda _work: failed)
        app.stage.doors.analysis(77)
        still(app)
        assert app.shows(Analysing).told[-1] == "lost count"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_choice_is_reached_with_the_arrows_and_told(game: str, tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        said: list[str] = []
        scene = analysed(app, match_of(game))
        app.stage.narrate = said.append
        while scene.focus.stop is None or scene.focus.stop.widget_id != "course":
            app.key(pygame.K_TAB)
        app.key(pygame.K_END)
        app.key(pygame.K_HOME)
        seen = {scene.at}
        for _choice in scene.findings:
            app.key(pygame.K_RIGHT)
            seen.add(scene.at)
        assert seen == set(range(len(scene.findings)))
        for one in scene.findings:
            assert any(line.startswith(f"Deal {one.place.deal}, ") for line in said)
        app.draw()


def test_a_row_shows_its_choice(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        scene = analysed(app, match_of("muscio"))
        (rows,) = [one for one in app.widgets() if isinstance(one, Register)]
        deal = scene.findings[scene.at].place.deal
        scene.scrolls["course"].move_to(10_000)
        where = rows.get_abs_rect()
        last = len(rows.rows) - 1
        app.click((where.x + 40, where.bottom - rows.rect.height / len(rows.rows) / 2))
        still(app)
        assert scene.at == [at for at, one in enumerate(scene.findings) if one.place.deal == deal][last]
        assert rows.value == last


@pytest.mark.slow
def test_whoever_played_is_looked_at_one_by_one(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        scene = analysed(app, match_of("muscio"), (0, 2))
        assert scene.analysis.seats == (0, 2)
        first = scene.told
        scene.set_seat(2)
        assert scene.told != first
        assert {one.seat for one in scene.findings} == {2}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_costliest_choices_are_made_again_and_answered(game: str, tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        scene = analysed(app, match_of(game))
        count = len(scene.analysis.tasks_of(0))
        assert count
        app.press("learn")
        for number in range(count):
            still(app)
            learn = app.stage.scene
            assert isinstance(learn, Learn)
            judged = learn.task.finding.judgement
            assert judged is not None
            learn.act(judged.chosen)
            worse = answer(app)
            assert worse.headline == "There is a better choice"
            app.key(pygame.K_ESCAPE)
            assert app.stage.scene is learn
            learn.act(judged.best.action)
            assert answer(app).headline == "That is the best"
            app.press("done" if number + 1 == count else "next")
        still(app)
        assert isinstance(app.stage.scene, Analysis)


def answer(app: AppByHand) -> Answer:
    still(app)
    scene = app.stage.scene
    assert isinstance(scene, Answer)
    return scene


def test_a_card_is_chosen_again_with_the_keys_alone_and_what_the_rules_refuse_is_not_taken(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        scene = analysed(app, match_of("spades"))
        tasks = scene.analysis.tasks_of(0)
        number = next(at for at, task in enumerate(tasks) if task.finding.place.trick)
        app.stage.doors.learn(tasks, scene.analysis.names, number)
        still(app)
        learn = app.stage.scene
        assert isinstance(learn, Learn)
        for card, _why in learn.view.refused:
            learn.act(Play(0, card))
            assert learn.position.chosen is None
            assert learn.message
        app.key(pygame.K_ESCAPE)
        assert app.stage.scene is scene
        app.stage.doors.learn(tasks, scene.analysis.names, number)
        still(app)
        learn = app.stage.scene
        assert isinstance(learn, Learn)
        wanted = next(one.card for one in learn.view.choices if isinstance(one, Play))
        for _step in range(learn.hand.index(wanted) + 1):
            app.key(pygame.K_RIGHT)
        app.key(pygame.K_RETURN)
        assert learn.position.chosen == Play(0, wanted)
        assert isinstance(app.stage.scene, Answer)


def test_accuracy_is_shown_match_by_match_of_the_same_person_and_game(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        record = match_of("muscio")
        for _match in range(3):
            analysed(app, record)
        course = app.widget("course")
        (trend,) = [one for one in app.widgets() if isinstance(one, Chart) and one is not course]
        assert len(trend.points) == 3
        assert len({point.height for point in trend.points}) == 1
        analysed(app, match_of("chiamata"))
        assert len([one for one in app.widgets() if isinstance(one, Chart)]) == 1, "one match makes no trend"


def test_only_what_is_over_is_shown_of_a_match_that_goes_on(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        scene = analysed(app, match_of("briscola").undo())
        assert isinstance(scene.analysis, MatchAnalysis)
        assert scene.findings == ()
        app.draw()


def test_a_match_of_the_history_is_analysed(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        by_hand(app)
        app.storage.journal().create(match_of("muscio"), ("you", *["club"] * 3), 1, {})
        app.stage.go(Menu(app.stage))
        app.stage.doors.history(lambda: None)
        app.steps(lambda: not app.stage.scene.busy)
        app.press("analyze")
        still(app)
        assert isinstance(app.stage.scene, Analysis)
        app.key(pygame.K_ESCAPE)
        assert isinstance(app.stage.scene, History)
