"""The statistics in the window: as charts and as tables the same figures, and the same again as a file."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.conventions import date, plain_date
from game.i18n import speaking
from game.rules import GAMES
from game.seating import PERSON
from game.store.figures import Figure, Figures
from game.store.sheets import Row, as_csv
from tests.helpers import NAMES, fresh, playout, recorded
from tests.ui.stage import AppByHand, opened, settings
from ui.scene import Scene, Stage
from ui.scenes.figures import bars, cells, head, rows
from ui.scenes.menu import Menu
from ui.scenes.statistics import StatisticsScene
from ui.settings import Settings


@pytest.fixture
def app_settings() -> Settings:
    return settings(name=NAMES[0])


@pytest.fixture
def first_scene() -> Callable[[Stage], Scene]:
    return Menu


def keep(app: AppByHand, game: str, seed: int) -> None:
    match = fresh(game, seats=GAMES[game].proposed_seats)
    record = recorded(match, list(playout(match, seed, deals=60)))
    journal = app.storage.journal()
    number = journal.create(record, (PERSON, *["club"] * (len(record.names) - 1)), 1, {})
    journal.finish(number)
    journal.release(number)


def scene_of(app: AppByHand, game: str) -> StatisticsScene:
    app.stage.doors.statistics()
    scene = app.stage.scene
    assert isinstance(scene, StatisticsScene)
    scene.set_game(game)
    app.steps(lambda: not scene.busy)
    app.step()
    return scene


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_charts_and_tables_of_the_same_figures(app: AppByHand, game: str) -> None:
    for seed in range(3):
        keep(app, game, seed)
    scene = scene_of(app, game)
    assert len(scene.found) >= 3
    for table in scene.found:
        for bar, line, figure in zip(bars(table), cells(table), table.figures, strict=True):
            assert len(line) == len(head(table))
            assert bar.low <= bar.share <= bar.high
            assert (bar.label, bar.share) == (line[0], figure.share.rate)
            assert line[3] in bar.words
    app.draw()
    scene.set_tables(True)
    app.step()
    app.draw()


def test_who_has_played_nothing_reads_so(app: AppByHand) -> None:
    scene = scene_of(app, "chiamata")
    assert scene.found == ()
    app.key(pygame.K_ESCAPE)
    assert isinstance(app.stage.scene, Menu)


@pytest.mark.parametrize("language, about_you, about_anna", [
    ("en", "You have not finished", "Anna has not finished"),
    ("it", "Non hai finito", "Anna non ha finito"),
    ("fr", "Vous n'avez terminé", "Anna n'a terminé"),
])  # fmt: skip
def test_a_person_without_a_match_reads_a_sentence_about_them(
    tmp_path: Path, language: str, about_you: str, about_anna: str
) -> None:
    for name, begins in (("", about_you), ("Anna", about_anna)):
        with speaking(language), opened(tmp_path / (name or "nobody"), settings=Settings(name=name)) as app:
            app.stage.push(StatisticsScene(app.stage))
            app.steps(lambda: not app.stage.scene.busy)
            scene = app.shows(StatisticsScene)
            assert scene.nothing.startswith(begins)


def test_each_persons_figures_are_his_own(app: AppByHand) -> None:
    keep(app, "briscola", 1)
    app.storage.journal().put_profile("Zoe", "#123456")
    app.stage.meet()
    app.step()
    scene = scene_of(app, "briscola")
    assert scene.people[0] == NAMES[0] and "Zoe" in scene.people
    assert scene.found
    scene.set_person("Zoe")
    app.steps(lambda: not scene.busy)
    assert scene.found == ()


def test_a_file_has_every_figure(app: AppByHand, tmp_path: Path) -> None:
    keep(app, "chiamata", 1)
    scene = scene_of(app, "chiamata")
    app.press("export-csv")
    prompt: Any = app.stage.scene
    prompt.text = str(tmp_path / "mine")
    app.press("confirm")
    app.step()
    app.step()
    with (tmp_path / "mine.csv").open(encoding="utf-8-sig", newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == sum(len(table.figures) for table in scene.found)
    first = scene.found[0].figures[0]
    assert (int(lines[0]["of"]), float(lines[0]["won"])) == (first.share.deals, first.share.won)


def test_a_day_is_a_day_to_any_machine_and_a_date_to_a_person(app: AppByHand) -> None:
    keep(app, "chiamata", 1)
    scene = scene_of(app, "chiamata")
    trend = next(table for table in scene.found if table.in_time)
    assert [bar.label for bar in bars(trend)] == [date(app.clock.now)]
    assert [row.line for row in rows([trend])] == [plain_date(app.clock.now)] != [date(app.clock.now)]


def test_no_cell_is_a_formula() -> None:
    text = as_csv([Row("=1+1", "@x", 1, "-2", 0.5, 0.5, 0.0, 1.0, "+3", None)]).decode("utf-8-sig")
    assert text.splitlines()[1] == "'=1+1,'@x,1,'-2,0.5,0.5,0.0,1.0,'+3,"


def test_what_the_analysis_found_stands_beside_the_rest_each_choice_counting_alike(app: AppByHand) -> None:
    journal, name = app.storage.journal(), "Anna"
    for number, (choices, accuracy, loss) in enumerate(((10, 0.5, 1.0), (30, 0.9, 0.2)), 1):
        keep(app, "briscola", number)
        other = Figure(seat=1, name="Bruno", accuracy=0.1, loss=9.0, choices=10)
        journal.put_figures(number, Figures(1, (figure(name, choices, accuracy, loss), other)))
    scene = scene_of(app, "briscola")
    table = scene.found[-1]
    assert table.judged and [one.share.deals for one in table.figures] == [10, 30, 40]
    assert cells(table)[-1][1:] == ("40", "80%", "0.40")
    assert bars(table)[-1].words == "80% · 40 choices · ø 0.40 lost"


def test_figures_of_an_earlier_judge_are_not_mixed_with_those_of_the_latest(app: AppByHand) -> None:
    for number, judge in ((1, 1), (2, 2)):
        keep(app, "briscola", number)
        app.storage.journal().put_figures(number, Figures(judge, (figure("Anna", 10, 0.1 * judge, 1.0),)))
    table = scene_of(app, "briscola").found[-1]
    assert table.judged and [one.share.rate for one in table.figures] == [0.2]


def figure(name: str, choices: int, accuracy: float, loss: float) -> Figure:
    return Figure(seat=0, name=name, accuracy=accuracy, loss=loss, choices=choices)
