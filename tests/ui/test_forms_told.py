"""Who fills in a form without seeing it hears what the ring comes to, how it is changed, and what it was changed to."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from pygame_gui.elements import UIButton

from tests.fakes import Paper
from tests.ui.stage import AppByHand
from tests.ui.table.test_table_scene import your_turn
from ui.scene import Scene
from ui.scenes.house_rules import HouseRules
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.scenes.people import People
from ui.scenes.settings import SettingsScene
from ui.scenes.shortcuts import ShortcutsPage
from ui.shortcuts import LOG
from ui.widgets.drawn import Drawn

PAGES = (Menu, NewMatch, SettingsScene, HouseRules, People, ShortcutsPage)


def come_to(app: AppByHand, paper: Paper, widget_id: str) -> list[str]:
    """What is said when the ring comes to a widget."""
    paper.take()
    app.stage.scene.focus.go(app.widget(widget_id))
    app.step()
    return paper.take()


def after(app: AppByHand, paper: Paper, key: int) -> list[str]:
    app.key(key)
    app.step()
    return paper.take()


def test_each_kind_of_widget_is_told_with_its_value_and_its_keys_and_a_change_with_the_value_alone(
    app: AppByHand, paper: Paper
) -> None:
    app.over(SettingsScene(app.stage))
    assert come_to(app, paper, "speed") == ["Speed: normal.", "Choice 3 of 4: Left and Right go to the others."]
    assert after(app, paper, pygame.K_RIGHT) == ["Speed: fast."]
    assert come_to(app, paper, "sound") == ["Sound: off.", "Switch: Space turns it over."]
    assert after(app, paper, pygame.K_SPACE) == ["Sound: on."]
    assert come_to(app, paper, "volume") == ["Volume: 70.", "Slider from 0 to 100: Left and Right change it."]
    assert after(app, paper, pygame.K_LEFT) == ["Volume: 60."]
    assert come_to(app, paper, "name") == ["Your name: empty.", "Line: what is typed takes its place."]
    assert come_to(app, paper, "back") == ["Back.", "Button: Enter presses it."]
    app.over(HouseRules(app.stage, "chiamata"))
    assert come_to(app, paper, "discipline")[0] == "Clock and leaving: hidden."
    assert after(app, paper, pygame.K_SPACE) == ["Clock and leaving: shown."]


def test_a_match_is_agreed_on_by_what_is_told(app: AppByHand, paper: Paper) -> None:
    app.over(NewMatch(app.stage))
    assert come_to(app, paper, "game")[0] == "Game: Briscola."
    assert after(app, paper, pygame.K_END)[0] == "Game: Muscio."
    assert come_to(app, paper, "kind-1")[0] == "Who plays at seat 2: Strong."
    assert come_to(app, paper, "name-1")[0] == "Name at seat 2: Bruno."
    assert come_to(app, paper, "play") == ["Play.", "Button: Enter presses it."]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__)
def test_tab_comes_to_everything_on_a_page_and_all_of_it_is_told(
    app: AppByHand, paper: Paper, page: type[Scene]
) -> None:
    scene = app.over(HouseRules(app.stage) if page is HouseRules else page(app.stage))
    wanted = [one for one in scene.focus.widgets if one.is_enabled and one.visible]
    came = []
    for _press in wanted:
        app.key(pygame.K_TAB)
        told = paper.take()
        came.append(scene.focus.widget)
        stop = scene.focus.stop
        assert stop is not None and stop.words[:1] in told[-2] and told[-1].startswith(stop.how)
        assert not isinstance(came[-1], Drawn) or (came[-1].said and came[-1].how)
    assert came == wanted
    usable = [one for one in app.widgets() if isinstance(one, UIButton) or (isinstance(one, Drawn) and one.how)]
    assert all(one in scene.focus.widgets for one in usable if one.visible)


def pause(app: AppByHand) -> None:
    app.table.openings.pause()


def pad(app: AppByHand) -> None:
    app.table.openings.pad()


def log(app: AppByHand) -> None:
    app.key(LOG.keys[0])


@pytest.mark.parametrize("opens", [pause, pad, log], ids=lambda one: one.__name__)
def test_tab_comes_to_everything_that_lies_over_a_table(
    app: AppByHand, paper: Paper, opens: Callable[[AppByHand], None]
) -> None:
    your_turn(app)
    opens(app)
    app.step()
    focus = app.stage.scene.focus
    wanted = [one for one in focus.widgets if one.is_enabled and one.visible]
    buttons = [one for one in app.widgets() if isinstance(one, UIButton) and one.visible and one.is_enabled]
    assert wanted and set(buttons) <= set(wanted)
    came = []
    for _press in wanted:
        app.key(pygame.K_TAB)
        came.append(focus.widget)
    assert set(came) == set(wanted)
