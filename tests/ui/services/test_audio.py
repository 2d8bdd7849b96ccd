"""Sound begins when a device is connected, and is played at the volume of the settings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from tests.ui.app_driver import AppDriver, get_main_menu_class, make_settings, open_test_app
from ui.app.settings import Settings
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
        self.players = list[AudioPlayer]()
        self._open_mixer = pygame.mixer.init

    def open_mixer(self, **values: Any) -> None:
        self.openings += 1
        if not self.are_connected:
            raise pygame.error("no such audio device")
        self._open_mixer(**values)

    def make_player(self, settings: Settings, *, are_connected: bool = True) -> AudioPlayer:
        """Return a player, which is closed after the test."""
        self.are_connected = are_connected
        self.players.append(AudioPlayer(settings))
        return self.players[-1]

    def connect(self, *, is_microphone: bool = False) -> None:
        """Connect a device, and tell the player."""
        self.are_connected = self.are_connected or not is_microphone
        self.tell(pygame.AUDIODEVICEADDED, which=0, iscapture=int(is_microphone))

    def disconnect(self, *, has_others: bool = False) -> None:
        """Disconnect a device, and tell the player; ``has_others``: another one stays connected."""
        self.are_connected = has_others
        self.tell(pygame.AUDIODEVICEREMOVED, which=2, iscapture=0)

    def tell(self, kind: int, **values: Any) -> None:
        self.players[-1].handle_event(pygame.event.Event(kind, **values))
        assert self.players[-1].wait(TIMEOUT_S)


@pytest.fixture
def devices(monkeypatch: pytest.MonkeyPatch) -> Iterator[Devices]:
    """Yield the devices of the computer, whose mixer is closed before and after the test."""
    pygame.mixer.quit()
    devices = Devices()
    monkeypatch.setattr(pygame.mixer, "init", devices.open_mixer)
    yield devices
    for player in devices.players:
        player.close()
    pygame.mixer.quit()


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


def play(player: AudioPlayer) -> list[float]:
    """Play a sound and return the volumes of all that are heard."""
    player.play("win")
    return list_played_volumes()


@pytest.mark.parametrize("volume", [0, 1, 30, 50, 75, 100])
def test_sound_is_played_at_the_volume_of_the_settings(devices: Devices, volume: int) -> None:
    player = devices.make_player(Settings(sound=True, volume=volume))
    assert play(player) == [int(volume / 100 * VOLUME_STEPS) / VOLUME_STEPS]
    change_settings(player, Settings(sound=True, volume=25))
    assert list_played_volumes() == [0.25] and play(player) == [0.25, 0.25]


def test_nothing_is_heard_after_sound_was_switched_off(devices: Devices) -> None:
    player = devices.make_player(LOUD)
    player.play("win")
    change_settings(player, SILENT)
    player.play("win")
    assert pygame.mixer.get_init() is None
    change_settings(player, LOUD)
    assert list_played_volumes() == [] and play(player) == [1.0]


def test_no_device_is_opened_while_sound_is_off(devices: Devices) -> None:
    player = devices.make_player(SILENT)
    devices.connect()
    devices.disconnect(has_others=True)
    player.play("win")
    assert devices.openings == 0


def test_sound_begins_when_a_device_is_connected(devices: Devices, capfd: pytest.CaptureFixture[str]) -> None:
    player = devices.make_player(LOUD, are_connected=False)
    player.play("win")
    assert pygame.mixer.get_init() is None
    devices.connect(is_microphone=True)
    assert devices.openings == 1, "a microphone plays nothing"
    devices.connect()
    assert play(player) == [1.0] and devices.openings == 2
    devices.connect()
    assert devices.openings == 2, "the open device is kept"
    assert capfd.readouterr() == ("", "")


def test_sound_switched_off_and_on_tries_again(devices: Devices) -> None:
    player = devices.make_player(LOUD, are_connected=False)
    devices.are_connected = True
    change_settings(player, SILENT)
    assert pygame.mixer.get_init() is None
    change_settings(player, LOUD)
    assert play(player) == [1.0]


def test_device_that_was_lost_is_used_again_when_it_is_back(devices: Devices) -> None:
    player = devices.make_player(LOUD)
    player.play("win")
    devices.disconnect()
    player.play("win")
    assert pygame.mixer.get_init() is None
    devices.connect()
    assert play(player) == [1.0]
    devices.disconnect(has_others=True)
    assert play(player) == [1.0], "the other device is used"


def test_several_devices_lost_at_once_are_one_reason(devices: Devices) -> None:
    player = devices.make_player(LOUD)
    for which in (2, *(0,) * 8):
        player.handle_event(pygame.event.Event(pygame.AUDIODEVICEREMOVED, which=which, iscapture=0))
    assert player.wait(TIMEOUT_S)
    assert devices.openings <= 3, "the device is opened once more only if it was already being opened"


# -- in the window


def test_device_that_does_not_open_is_not_tried_in_every_frame(devices: Devices, tmp_path: Path) -> None:
    """Run frames with the events of SDL, which finds the device that does not open at each attempt."""
    devices.are_connected = False
    with open_test_app(tmp_path, settings=make_settings(sound=True)) as app:
        for openings in (1, 2):
            app.context.scenes.replace(get_main_menu_class()(app.context))
            for _frame in range(20):
                app.advance_frame()
                assert app.context.audio.wait(TIMEOUT_S)
            assert devices.openings == openings
            app.post_event(pygame.AUDIODEVICEADDED, which=0, iscapture=0)
        app.context.audio.close()


def test_window_passes_on_that_devices_come_and_go(devices: Devices, app: AppDriver) -> None:
    app.show_over(get_main_menu_class()(app.context))
    audio = app.context.audio
    devices.are_connected = False
    app.context.apply_settings(make_settings(sound=True, volume=50))
    assert audio.wait(TIMEOUT_S)
    devices.are_connected = True
    app.post_event(pygame.AUDIODEVICEADDED, which=0, iscapture=0)
    assert audio.wait(TIMEOUT_S)
    assert play(audio) == [0.5]
    app.post_event(pygame.AUDIODEVICEREMOVED, which=2, iscapture=0)
    assert audio.wait(TIMEOUT_S)
    assert devices.openings == 3
    audio.close()
