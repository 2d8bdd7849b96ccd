"""A game controller does the same as keys, and can be connected and disconnected at any time."""

from __future__ import annotations

from typing import Any, NamedTuple

import pygame

from tests.ui.app_driver import AppDriver, mark_has_played
from tests.ui.table_driver import start_match_at_turn
from ui.input.gamepad import BUTTON_KEYS, STICK_PRESS_THRESHOLD, STICK_RELEASE_THRESHOLD, Gamepads
from ui.input.key_bindings import get_key_name
from ui.input.key_map import DEFAULT_KEY_MAP, SHOW_LOG, KeyMap
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.new_match.scene import NewMatchScene
from ui.table.overlays.card_zoom import CardZoomOverlay
from ui.table.overlays.log import LogOverlay
from ui.table.overlays.pause import PauseOverlay


class FakeGamepad(NamedTuple):
    """A game controller without a device."""

    id: int


def tap_button(app: AppDriver, button: int) -> None:
    for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
        app.post_event(kind, button=button, instance_id=1)


def translate_event(
    gamepads: Gamepads, kind: int, key_map: KeyMap = DEFAULT_KEY_MAP, **values: Any
) -> list[tuple[str, bool]]:
    """Return the keys of an event, and whether they are pressed."""
    key_events = gamepads.translate_event(pygame.event.Event(kind, **values), key_map)
    return [(get_key_name(key_event.key), key_event.type == pygame.KEYDOWN) for key_event in key_events]


def push_stick(gamepads: Gamepads, axis: int, value: int, which: int = 1) -> list[tuple[str, bool]]:
    return translate_event(gamepads, pygame.CONTROLLERAXISMOTION, instance_id=which, axis=axis, value=value)


def test_gamepad_leads_from_main_menu_to_a_table(app: AppDriver) -> None:
    mark_has_played(app)
    app.show_over(MainMenuScene(app.context))
    tap_button(app, pygame.CONTROLLER_BUTTON_A)
    app.advance_frame()
    app.expect_scene(NewMatchScene)
    tap_button(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    first = app.context.scenes.top.focus.focused_widget
    tap_button(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    assert app.context.scenes.top.focus.focused_widget is not first
    tap_button(app, pygame.CONTROLLER_BUTTON_LEFTSHOULDER)
    assert app.context.scenes.top.focus.focused_widget is first
    tap_button(app, pygame.CONTROLLER_BUTTON_B)
    app.expect_scene(MainMenuScene)


def test_gamepad_chooses_zooms_and_plays_cards(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    first, card = scene.hand[0], scene.hand[1]
    app.post_event(pygame.CONTROLLERAXISMOTION, instance_id=1, axis=pygame.CONTROLLER_AXIS_LEFTX, value=30_000)
    assert scene.hand[scene.hand_interaction.selected_index] == first
    tap_button(app, pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    assert scene.hand[scene.hand_interaction.selected_index] == card
    tap_button(app, pygame.CONTROLLER_BUTTON_X)
    assert isinstance(app.context.scenes.top, CardZoomOverlay) and app.context.scenes.top.card == card
    tap_button(app, pygame.CONTROLLER_BUTTON_B)
    tap_button(app, pygame.CONTROLLER_BUTTON_Y)
    app.expect_scene(LogOverlay)
    tap_button(app, pygame.CONTROLLER_BUTTON_Y)
    tap_button(app, pygame.CONTROLLER_BUTTON_START)
    app.expect_scene(PauseOverlay)
    tap_button(app, pygame.CONTROLLER_BUTTON_B)
    tap_button(app, pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    chosen = scene.hand[scene.hand_interaction.selected_index]
    tap_button(app, pygame.CONTROLLER_BUTTON_A)
    app.advance_until(lambda: chosen not in scene.hand)


def test_trembling_stick_gives_one_press() -> None:
    pads = Gamepads(FakeGamepad)
    assert push_stick(pads, 0, STICK_RELEASE_THRESHOLD + 1) == []
    assert push_stick(pads, 0, STICK_PRESS_THRESHOLD + 1) == [("Right", True)]
    assert push_stick(pads, 0, STICK_PRESS_THRESHOLD - 1) == push_stick(pads, 0, 32_767) == []
    assert push_stick(pads, 0, STICK_RELEASE_THRESHOLD - 1) == [("Right", False)]
    assert push_stick(pads, 1, -32_768) == [("Up", True)]
    assert push_stick(pads, 1, 32_767) == [("Up", False), ("Down", True)]
    assert push_stick(pads, 5, 32_767) == []


def test_disconnected_gamepad_releases_only_its_own_keys() -> None:
    pads = Gamepads(FakeGamepad)
    for index in (1, 2):
        assert translate_event(pads, pygame.CONTROLLERDEVICEADDED, device_index=index) == []
        assert push_stick(pads, 0, 32_767, which=index) == [("Right", True)]
    assert translate_event(pads, pygame.CONTROLLERDEVICEREMOVED, instance_id=1) == [("Right", False)]
    assert translate_event(pads, pygame.CONTROLLERDEVICEREMOVED, instance_id=1) == []
    assert push_stick(pads, 0, 0, which=2) == [("Right", False)]


def test_gamepad_that_cannot_be_opened_is_ignored() -> None:
    def raise_error(_index: int) -> FakeGamepad:
        raise pygame.error("it has gone")

    assert translate_event(Gamepads(raise_error), pygame.CONTROLLERDEVICEADDED, device_index=0) == []


def test_every_mapped_button_presses_and_releases_one_key() -> None:
    pads = Gamepads(FakeGamepad)
    for button in range(pygame.CONTROLLER_BUTTON_MAX):
        down = translate_event(pads, pygame.CONTROLLERBUTTONDOWN, button=button)
        up = translate_event(pads, pygame.CONTROLLERBUTTONUP, button=button)
        assert len(down) == len(up) == (button in BUTTON_KEYS)
        assert [key for key, _down in down] == [key for key, _down in up]


def test_button_follows_the_key_of_its_shortcut() -> None:
    key_map = KeyMap({SHOW_LOG.name: pygame.K_F6})
    kind, button = pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLER_BUTTON_Y
    assert translate_event(Gamepads(FakeGamepad), kind, key_map, button=button) == [("F6", True)]
