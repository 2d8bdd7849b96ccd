"""Sound begins when a device is connected, and is played at the volume of the settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from tests.ui.app_driver import SILENT_SETTINGS, AppDriver, open_test_app
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.app.settings import Settings
from ui.scenes.main_menu.scene import MainMenuScene
from ui.services.audio import AudioPlayer

LOUD = Settings(sound=True, volume=100)
SILENT = Settings(sound=False)
TIMEOUT_S = 30.0
VOLUME_STEPS = 128
"""The volumes that the mixer distinguishes."""


class Devices:
    """The devices of a computer: ``are_connected`` decides whether the mixer opens; ``openings`` counts attempts."""

    def __init__(self) -> None:
        self.are_connected = True
        self.openings = 0
        self._open_mixer = pygame.mixer.init

    def open_mixer(self, **values: Any) -> None:
        self.openings += 1
        if not self.are_connected:
            raise pygame.error("no such audio device")
        self._open_mixer(**values)


@pytest.fixture
def devices(monkeypatch: pytest.MonkeyPatch) -> Iterator[Devices]:
    """Yield the devices of the computer, whose mixer is closed before and after the test."""
    pygame.mixer.quit()
    devices = Devices()
    monkeypatch.setattr(pygame.mixer, "init", devices.open_mixer)
    yield devices
    pygame.mixer.quit()


@pytest.fixture
def make_player(devices: Devices) -> Iterator[Callable[[Settings], AudioPlayer]]:
    """Yield a function that makes a player, which is closed after the test."""
    players = list[AudioPlayer]()

    def make(settings: Settings) -> AudioPlayer:
        players.append(AudioPlayer(settings))
        return players[-1]

    yield make
    for player in players:
        player.close()


def connect(player: AudioPlayer, *, is_microphone: bool = False) -> None:
    event = pygame.event.Event(pygame.AUDIODEVICEADDED, which=0, iscapture=int(is_microphone))
    player.handle_event(event)
    assert player.wait(TIMEOUT_S)


def disconnect(player: AudioPlayer) -> None:
    player.handle_event(pygame.event.Event(pygame.AUDIODEVICEREMOVED, which=2, iscapture=0))
    assert player.wait(TIMEOUT_S)


def change_settings(player: AudioPlayer, settings: Settings) -> None:
    player.settings = settings
    assert player.wait(TIMEOUT_S)


def list_played_volumes() -> list[float]:
    """Return the volumes at which the mixer plays sounds now."""
    channels = [pygame.mixer.Channel(number) for number in range(pygame.mixer.get_num_channels())]
    return [
        sound.get_volume() * channel.get_volume()
        for channel in channels
        if channel.get_busy() and (sound := channel.get_sound()) is not None
    ]


# -- the volume


@pytest.mark.parametrize("volume", [0, 1, 30, 50, 75, 100])
def test_sound_is_played_at_the_volume_of_the_settings(
    make_player: Callable[[Settings], AudioPlayer], volume: int
) -> None:
    player = make_player(Settings(sound=True, volume=volume))
    player.play("win")
    assert list_played_volumes() == [int(volume / 100 * VOLUME_STEPS) / VOLUME_STEPS]


def test_volume_changes_the_sound_that_is_heard_and_the_next(make_player: Callable[[Settings], AudioPlayer]) -> None:
    player = make_player(LOUD)
    player.play("win")
    change_settings(player, Settings(sound=True, volume=25))
    assert list_played_volumes() == [0.25]
    player.play("lose")
    assert list_played_volumes() == [0.25, 0.25]


def test_nothing_is_heard_after_sound_was_switched_off(make_player: Callable[[Settings], AudioPlayer]) -> None:
    player = make_player(LOUD)
    player.play("win")
    change_settings(player, SILENT)
    player.play("win")
    assert pygame.mixer.get_init() is None
    change_settings(player, LOUD)
    assert list_played_volumes() == []
    player.play("win")
    assert list_played_volumes() == [1.0]


# -- the device


def test_no_device_is_opened_while_sound_is_off(
    devices: Devices, make_player: Callable[[Settings], AudioPlayer]
) -> None:
    player = make_player(SILENT)
    connect(player)
    disconnect(player)
    player.play("win")
    assert devices.openings == 0


def test_start_without_a_device_is_silent_and_prints_nothing(
    devices: Devices, make_player: Callable[[Settings], AudioPlayer], capfd: pytest.CaptureFixture[str]
) -> None:
    devices.are_connected = False
    player = make_player(LOUD)
    player.play("win")
    assert pygame.mixer.get_init() is None
    assert capfd.readouterr() == ("", "")


def test_sound_begins_when_a_device_is_connected(
    devices: Devices, make_player: Callable[[Settings], AudioPlayer]
) -> None:
    devices.are_connected = False
    player = make_player(LOUD)
    connect(player, is_microphone=True)
    assert devices.openings == 1, "a microphone plays nothing"
    devices.are_connected = True
    connect(player)
    player.play("win")
    assert list_played_volumes() == [1.0]


def test_sound_switched_off_and_on_tries_again(
    devices: Devices, make_player: Callable[[Settings], AudioPlayer]
) -> None:
    devices.are_connected = False
    player = make_player(LOUD)
    devices.are_connected = True
    change_settings(player, SILENT)
    assert pygame.mixer.get_init() is None
    change_settings(player, LOUD)
    player.play("win")
    assert list_played_volumes() == [1.0]


def test_device_that_was_lost_is_used_again_when_it_is_back(
    devices: Devices, make_player: Callable[[Settings], AudioPlayer]
) -> None:
    player = make_player(LOUD)
    player.play("win")
    devices.are_connected = False
    disconnect(player)
    player.play("win")
    assert pygame.mixer.get_init() is None
    devices.are_connected = True
    connect(player)
    player.play("win")
    assert list_played_volumes() == [1.0]


def test_another_device_is_used_when_one_is_lost(
    devices: Devices, make_player: Callable[[Settings], AudioPlayer]
) -> None:
    player = make_player(LOUD)
    disconnect(player)
    assert devices.openings == 2
    player.play("win")
    assert list_played_volumes() == [1.0]


def test_open_device_is_kept_when_another_is_connected(
    devices: Devices, make_player: Callable[[Settings], AudioPlayer]
) -> None:
    player = make_player(LOUD)
    player.play("win")
    connect(player)
    assert devices.openings == 1 and list_played_volumes() == [1.0]


def test_several_devices_lost_at_once_are_one_reason(
    devices: Devices, make_player: Callable[[Settings], AudioPlayer]
) -> None:
    player = make_player(LOUD)
    for which in (2, *(0,) * 8):
        player.handle_event(pygame.event.Event(pygame.AUDIODEVICEREMOVED, which=which, iscapture=0))
    assert player.wait(TIMEOUT_S)
    assert devices.openings <= 3, "the device is opened once more only if it was already being opened"


# -- in the window


@pytest.fixture
def first_scene() -> Callable[[AppContext], Scene]:
    return MainMenuScene


def test_device_that_does_not_open_is_not_tried_in_every_frame(devices: Devices, tmp_path: Path) -> None:
    """Run frames with the events of SDL, which finds the device that does not open at each attempt."""
    devices.are_connected = False
    settings = msgspec.structs.replace(SILENT_SETTINGS, sound=True)
    with open_test_app(tmp_path, settings=settings) as app:
        app.context.scenes.replace(MainMenuScene(app.context))
        for _frame in range(20):
            app.advance_frame()
            assert app.context.audio.wait(TIMEOUT_S)
        assert devices.openings == 1
        app.post_event(pygame.AUDIODEVICEADDED, which=0, iscapture=0)
        for _frame in range(20):
            app.advance_frame()
            assert app.context.audio.wait(TIMEOUT_S)
        assert devices.openings == 2
        app.context.audio.close()


def test_window_passes_on_that_devices_come_and_go(devices: Devices, app: AppDriver) -> None:
    context = app.context
    devices.are_connected = False
    context.apply_settings(msgspec.structs.replace(context.settings, sound=True, volume=50))
    assert context.audio.wait(TIMEOUT_S)
    devices.are_connected = True
    app.post_event(pygame.AUDIODEVICEADDED, which=0, iscapture=0)
    assert context.audio.wait(TIMEOUT_S)
    context.audio.play("win")
    assert list_played_volumes() == [0.5]
    app.post_event(pygame.AUDIODEVICEREMOVED, which=2, iscapture=0)
    assert context.audio.wait(TIMEOUT_S)
    assert devices.openings == 3
    context.audio.close()
