"""Sound, or silence where there is no device."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Final

import pygame

from assets import ASSETS_FOLDER
from ui.app.settings import Settings

SOUNDS_FOLDER: Final = ASSETS_FOLDER / "sounds"
logger = logging.getLogger(__name__)


class AudioPlayer:
    """Plays the sounds of ``assets/sounds`` by name; without a device it plays nothing.

    The device is opened when sound is first wanted: it takes a third of a percent of a core, silent or not.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._is_device_requested = settings.sound
        if self._is_device_requested:
            open_audio_device()

    @property
    def settings(self) -> Settings:
        """Whether there is sound, and how loud."""
        return self._settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self._settings = settings
        if settings.sound and not self._is_device_requested:  # beside the loop: a device may take its time
            self._is_device_requested = True
            Thread(target=open_audio_device, name="sound", daemon=True).start()

    def play(self, name: str) -> None:
        """Play a sound, if sound is on and there is a device."""
        if not (self.settings.sound and pygame.mixer.get_init()):
            return
        if name not in self._sounds:
            self._sounds[name] = pygame.mixer.Sound(SOUNDS_FOLDER / f"{name}.wav")
        sound = self._sounds[name]
        sound.set_volume(self.settings.volume / 100)
        sound.play()


def open_audio_device() -> bool:
    """Open the device. Whether there is one; if it is open already it stays so."""
    try:
        with _silence_stderr():
            pygame.mixer.init(buffer=512)
    except pygame.error as error:
        logger.info("no sound: %s", error)
        return False
    return True


@contextmanager
def _silence_stderr() -> Iterator[None]:
    """Where there is no sound card the system's libraries say so on standard error, in many lines."""
    try:
        saved_stderr, null_device = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:  # a frozen program in a window has no standard error
        yield
        return
    try:
        os.dup2(null_device, 2)
        yield
    finally:
        os.dup2(saved_stderr, 2)
        os.close(saved_stderr)
        os.close(null_device)
