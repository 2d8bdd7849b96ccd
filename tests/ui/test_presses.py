"""A press of the mouse: it acts when it is let go, dragging off cancels it, and a rebuild does not lose it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pygame
import pytest

from game.aids import Aids
from game.engine.events import TrickTaken
from game.rules.chiamata.play import Naming
from tests.fakes import seating
from tests.ui.driving import forward, found, stand
from tests.ui.stage import AppByHand, at_table, menu
from tests.ui.table.persons_turn import begin
from ui.games.chiamata.naming import NamingPanel
from ui.scene import Scene, Stage
from ui.scenes.history import History
from ui.scenes.lessons import Lessons
from ui.scenes.menu import Menu
from ui.scenes.settings import SettingsScene, setting_id
from ui.table.look_back import LookBack
from ui.table.pause import Pause
from ui.widgets.scroll import Bar

AWAY = (1270, 710)


@pytest.fixture
def first_scene() -> Callable[[Stage], Scene]:
    return menu()


def down(app: AppByHand, where: tuple[float, float]) -> None:
    pos = round(where[0]), round(where[1])
    app.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=False)


def up(app: AppByHand, where: tuple[float, float]) -> None:
    pos = round(where[0]), round(where[1])
    app.post(pygame.MOUSEBUTTONUP, pos=pos, button=1, touch=False)
    app.step()


def move(app: AppByHand, where: tuple[float, float]) -> None:
    pos = round(where[0]), round(where[1])
    app.post(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(1, 0, 0), touch=False)


def on_settings(app: AppByHand, name: str) -> Any:
    """A control of the settings, in sight."""
    app.over(SettingsScene(app.stage))
    widget = app.widget(setting_id(name))
    app.stage.scene.focus.go(widget)
    app.step()
    return widget


@pytest.mark.parametrize("name", ["reduced_motion", "sound"])
def test_switch_acts_when_it_is_let_go(app: AppByHand, name: str) -> None:
    where = on_settings(app, name).get_abs_rect().center
    before = getattr(app.stage.settings, name)
    down(app, where)
    assert getattr(app.stage.settings, name) == before
    up(app, where)
    assert getattr(app.stage.settings, name) != before


def test_dragging_off_a_switch_cancels(app: AppByHand) -> None:
    where = on_settings(app, "reduced_motion").get_abs_rect().center
    before = app.stage.settings.reduced_motion
    down(app, where)
    up(app, AWAY)
    up(app, where)
    assert app.stage.settings.reduced_motion == before


def test_letting_go_over_another_part_of_a_choice_cancels(app: AppByHand) -> None:
    choice = on_settings(app, "speed")
    before, corner = app.stage.settings.speed, choice.get_abs_rect().topleft
    first, last = (part.move(corner).center for part in (choice.parts()[0], choice.parts()[-1]))
    down(app, first)
    up(app, last)
    assert app.stage.settings.speed == before
    down(app, first)
    up(app, first)
    assert app.stage.settings.speed != before


@pytest.mark.slow
def test_click_on_a_switch_survives_a_rebuild(app: AppByHand) -> None:
    where = on_settings(app, "reduced_motion").get_abs_rect().center
    before = app.stage.settings.reduced_motion
    down(app, where)
    app.stage.rebuild()
    app.step()
    up(app, where)
    assert app.stage.settings.reduced_motion != before


def test_drag_of_a_slider_survives_a_rebuild(app: AppByHand) -> None:
    rect = on_settings(app, "volume").get_abs_rect()
    down(app, rect.center)
    app.stage.rebuild()
    move(app, (rect.left, rect.centery))
    assert app.widget("volume").value == 0
    up(app, (rect.left, rect.centery))
    move(app, rect.center)
    assert app.widget("volume").value == 0


def test_drag_of_a_scroll_bar_survives_a_rebuild(app: AppByHand) -> None:
    scene = app.over(SettingsScene(app.stage))
    bar = next(one for one in app.widgets() if isinstance(one, Bar)).get_abs_rect()
    down(app, (bar.centerx, bar.top + 4))
    app.stage.rebuild()
    move(app, (bar.centerx, bar.bottom))
    assert scene.scrolls["settings"].offset == scene.scrolls["settings"].most > 0
    up(app, (bar.centerx, bar.bottom))


def test_click_at_the_table_survives_a_rebuild(app: AppByHand) -> None:
    begin(app, "you club")
    where = app.button("menu").get_abs_rect().center
    down(app, where)
    app.stage.rebuild()
    app.step()
    up(app, where)
    assert isinstance(app.stage.scene, Pause)


def test_press_finds_its_button_again_when_the_words_have_changed(app: AppByHand) -> None:
    where = app.button("learn").get_abs_rect().center
    words = app.words_of("learn")
    down(app, where)
    app.shows(Menu).is_new = False
    app.stage.rebuild()
    app.step()
    assert app.words_of("learn") != words
    up(app, where)
    assert isinstance(app.stage.scene, Lessons)


def test_press_does_not_go_over_to_another_scene(app: AppByHand) -> None:
    app.over(SettingsScene(app.stage))
    where = app.button("back").get_abs_rect().center
    down(app, where)
    scene = app.over(History(app.stage, lambda: None))
    up(app, app.button("back").get_abs_rect().center)
    assert app.stage.scene is scene
    app.stage.back()
    app.step()
    up(app, where)
    assert isinstance(app.stage.scene, SettingsScene)


@pytest.mark.slow
def test_press_survives_only_on_the_part_it_began_on(app: AppByHand) -> None:
    choice = on_settings(app, "pace")
    before, corner = app.stage.settings.pace, choice.get_abs_rect().topleft
    first, last = (part.move(corner).center for part in (choice.parts()[0], choice.parts()[-1]))
    down(app, first)
    app.stage.rebuild()
    app.step()
    up(app, last)
    assert app.stage.settings.pace == before


def test_card_of_the_naming_panel_acts_when_it_is_let_go(app: AppByHand) -> None:
    scene = stand(app, found("chiamata", 5, lambda match: isinstance(match.phase, Naming) and match.to_act == 0))
    panel = scene.panel
    assert isinstance(panel, NamingPanel)
    cards = [where.center for action, _card, where in panel.choice_places() if action in scene.view.choices]
    down(app, cards[0])
    assert scene.table.your_turn
    up(app, cards[1])
    assert scene.table.your_turn and scene.stage.scene is scene
    down(app, cards[0])
    app.stage.rebuild()
    up(app, cards[0])
    assert not isinstance(scene.table.view.phase, Naming)


@pytest.mark.slow
def test_trick_of_the_strip_is_shown_when_it_is_let_go(app: AppByHand) -> None:
    at_table(app, msgspec.structs.replace(seating("you random"), aids=Aids(memory="all")))
    forward(app, lambda one: one.table.your_turn and sum(isinstance(e, TrickTaken) for e in one.story) >= 5)
    app.key(pygame.K_l)
    page = app.shows(LookBack)
    (at, rect), before = page.strip_places()[1], page.at
    down(app, rect.center)
    up(app, AWAY)
    assert page.at == before != at
    down(app, rect.center)
    assert page.at == before
    up(app, rect.center)
    assert page.at == at
