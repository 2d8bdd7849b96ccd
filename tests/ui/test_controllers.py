"""A controller does what the keys do, and comes and goes as it likes."""

from __future__ import annotations

from typing import Any, NamedTuple

import pygame

from tests.ui.stage import AppByHand, no_newcomer
from tests.ui.table.test_table_scene import your_turn
from ui.controllers import BUTTONS, LET_GO, PUSHED, Controllers
from ui.remapping import key_name
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.shortcuts import LOG, lay
from ui.table.closeup import Closeup
from ui.table.log import Log
from ui.table.pause import Pause


class Pad(NamedTuple):
    """A controller that is not there."""

    id: int


def tap(app: AppByHand, button: int) -> None:
    for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
        app.post(kind, button=button, instance_id=1)


def told(pads: Controllers, kind: int, **values: Any) -> list[tuple[str, bool]]:
    """The keys that come of an event, and whether they go down."""
    found = pads.keys(pygame.event.Event(kind, **values))
    return [(key_name(one.key), one.type == pygame.KEYDOWN) for one in found]


def pushed(pads: Controllers, axis: int, value: int, which: int = 1) -> list[tuple[str, bool]]:
    return told(pads, pygame.CONTROLLERAXISMOTION, instance_id=which, axis=axis, value=value)


def test_from_the_menu_to_a_table_with_a_controller(app: AppByHand) -> None:
    no_newcomer(app)
    app.stage.push(Menu(app.stage))
    app.step()
    tap(app, pygame.CONTROLLER_BUTTON_A)
    app.step()
    assert isinstance(app.stage.scene, NewMatch)
    tap(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    first = app.stage.scene.focus.widget
    tap(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    assert app.stage.scene.focus.widget is not first
    tap(app, pygame.CONTROLLER_BUTTON_LEFTSHOULDER)
    assert app.stage.scene.focus.widget is first
    tap(app, pygame.CONTROLLER_BUTTON_B)
    assert isinstance(app.stage.scene, Menu)


def test_at_the_table_cards_are_chosen_and_looked_at_and_played(app: AppByHand) -> None:
    scene = your_turn(app)
    first, card = scene.hand[0], scene.hand[1]
    app.post(pygame.CONTROLLERAXISMOTION, instance_id=1, axis=pygame.CONTROLLER_AXIS_LEFTX, value=30_000)
    assert scene.hand[scene.hold.selected] == first
    tap(app, pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    assert scene.hand[scene.hold.selected] == card
    tap(app, pygame.CONTROLLER_BUTTON_X)
    assert isinstance(app.stage.scene, Closeup) and app.stage.scene.card == card
    tap(app, pygame.CONTROLLER_BUTTON_B)
    tap(app, pygame.CONTROLLER_BUTTON_Y)
    assert isinstance(app.stage.scene, Log)
    tap(app, pygame.CONTROLLER_BUTTON_Y)
    tap(app, pygame.CONTROLLER_BUTTON_START)
    assert isinstance(app.stage.scene, Pause)
    tap(app, pygame.CONTROLLER_BUTTON_B)
    tap(app, pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    chosen = scene.hand[scene.hold.selected]
    tap(app, pygame.CONTROLLER_BUTTON_A)
    app.steps(lambda: chosen not in scene.hand)


def test_a_push_of_the_stick_is_one_press_however_it_trembles() -> None:
    pads = Controllers(Pad)
    assert pushed(pads, 0, LET_GO + 1) == []
    assert pushed(pads, 0, PUSHED + 1) == [("Right", True)]
    assert pushed(pads, 0, PUSHED - 1) == pushed(pads, 0, 32_767) == []
    assert pushed(pads, 0, LET_GO - 1) == [("Right", False)]
    assert pushed(pads, 1, -32_768) == [("Up", True)]
    assert pushed(pads, 1, 32_767) == [("Up", False), ("Down", True)]
    assert pushed(pads, 5, 32_767) == []


def test_one_that_goes_lets_go_of_what_it_held_and_of_nothing_else() -> None:
    pads = Controllers(Pad)
    for index in (1, 2):
        assert told(pads, pygame.CONTROLLERDEVICEADDED, device_index=index) == []
        assert pushed(pads, 0, 32_767, which=index) == [("Right", True)]
    assert told(pads, pygame.CONTROLLERDEVICEREMOVED, instance_id=1) == [("Right", False)]
    assert told(pads, pygame.CONTROLLERDEVICEREMOVED, instance_id=1) == []
    assert pushed(pads, 0, 0, which=2) == [("Right", False)]


def test_one_that_cannot_be_opened_is_no_trouble() -> None:
    def gone(_index: int) -> Pad:
        raise pygame.error("it has gone")

    assert told(Controllers(gone), pygame.CONTROLLERDEVICEADDED, device_index=0) == []


def test_every_button_presses_and_lets_go_of_one_key_and_others_of_none() -> None:
    pads = Controllers(Pad)
    for button in range(pygame.CONTROLLER_BUTTON_MAX):
        down = told(pads, pygame.CONTROLLERBUTTONDOWN, button=button)
        up = told(pads, pygame.CONTROLLERBUTTONUP, button=button)
        assert len(down) == len(up) == (button in BUTTONS)
        assert [key for key, _down in down] == [key for key, _down in up]


def test_a_button_follows_the_key_that_was_given_to_its_shortcut() -> None:
    lay({LOG.name: pygame.K_F6})
    assert told(Controllers(Pad), pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_Y) == [("F6", True)]
    lay({})


def test_any_other_event_goes_through_untouched() -> None:
    event = pygame.event.Event(pygame.MOUSEMOTION, pos=(1, 1), rel=(0, 0), buttons=(0, 0, 0))
    assert list(Controllers(Pad).keys(event)) == [event]
