"""Sitting down at a table on the screen: who is barred, for how long, what the disk says (dummy driver)."""

from __future__ import annotations

from pathlib import Path
from time import localtime, strftime

import pytest

from game.store.profiles import Bar
from tests.fakes import seating
from tests.ui.stage import AppByHand, close, open_app
from tests.ui.table.persons_turn import sit
from ui.scenes.menu import Menu
from ui.scenes.sitting import Sitting, barred_lines
from ui.table.scene import TableScene


def test_nobody_barred_the_match_begins(app: AppByHand) -> None:
    sit(app, "you club")
    assert isinstance(app.stage.scene, TableScene)
    assert [one.name for one in app.storage.journal().profiles()] == ["Anna"]


@pytest.mark.parametrize("kinds", ["you club", "club you", "you you club"])
def test_who_is_barred_sees_for_how_long_and_may_not_sit_down(app: AppByHand, kinds: str) -> None:
    name = "Bruno" if kinds == "club you" else "Anna"
    app.storage.journal().put_profile(name, "#a3361f")
    app.storage.journal().bar_profile(name, 3600)
    app.clock.go(90)
    sit(app, kinds)
    scene = app.stage.scene
    assert isinstance(scene, Sitting)
    until = strftime("%H:%M", localtime(app.clock.now + 3510))
    assert scene.lines == [f"{name} may not sit down at any table for 59 more minutes, until {until}."]
    assert app.storage.journal().unfinished() == ()
    app.press("back")
    assert isinstance(app.stage.scene, Menu)


def test_a_computer_with_the_name_of_a_barred_person_may_sit_down(app: AppByHand) -> None:
    app.storage.journal().put_profile("Bruno", "#a3361f")
    app.storage.journal().bar_profile("Bruno", 3600)
    sit(app, "you club")
    assert isinstance(app.stage.scene, TableScene)


def test_when_the_bar_is_over_the_match_begins(app: AppByHand) -> None:
    app.storage.journal().put_profile("Anna", "#a3361f")
    app.storage.journal().bar_profile("Anna", 60)
    app.clock.go(60)
    sit(app, "you club")
    assert isinstance(app.stage.scene, TableScene)


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.2, "1 more minute,"), (60, "1 more minute,"), (60.5, "2 more"), (3600, "60 more")]
)
def test_minutes_are_never_told_too_short(seconds: float, said: str) -> None:
    assert said in barred_lines(Bar("Anna", seconds), 0.0)[0]


def test_a_storage_at_fault_is_one_line_and_a_way_back(app: AppByHand) -> None:
    app.storage.fault = "The disk is full."
    sit(app, "you club")
    scene = app.stage.scene
    assert isinstance(scene, Sitting) and scene.lines == ["The disk is full."]
    app.storage.fault = ""
    app.press("back")
    assert isinstance(app.stage.scene, Menu)


def test_the_window_does_not_wait_for_the_disk(app: AppByHand) -> None:
    app.stage.push(Menu(app.stage))
    app.step()
    app.storage.holding = True
    app.stage.doors.begin(seating("you club"))
    for _frame in range(5):
        app.step()
    assert isinstance(app.stage.scene, Sitting) and app.stage.scene.busy
    app.storage.holding = False
    app.storage.let()
    app.steps(lambda: isinstance(app.stage.scene, TableScene))


def test_six_barred_people_fit_on_the_smallest_window(tmp_path: Path) -> None:
    app = open_app(tmp_path, size=(960, 540))
    for name in ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Fede"):
        app.storage.journal().put_profile(name, "#a3361f")
        app.storage.journal().bar_profile(name, 3600)
    sit(app, "you " * 6)
    scene = app.stage.scene
    assert isinstance(scene, Sitting) and len(scene.lines) == 6
    assert app.surface.get_rect().contains(app.button("back").get_abs_rect())
    close(app)
