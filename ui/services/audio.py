"""Sounds, which are silent if there is no audio device."""

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
    """The player of the sounds in ``assets/sounds``; it is silent without a device.

    The device is opened when sound is first enabled: an open device takes some processor time even in silence.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._is_device_requested = settings.sound
        if self._is_device_requested:
            open_audio_device()

    @property
    def settings(self) -> Settings:
        """The settings, which say whether there is sound, and its volume."""
        return self._settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self._settings = settings
        if settings.sound and not self._is_device_requested:  # opening the device may take long, so a thread does it
            self._is_device_requested = True
            Thread(target=open_audio_device, name="sound", daemon=True).start()

    def play(self, name: str) -> None:
        """Play a sound if sound is enabled and there is a device; return at once."""
        if not (self.settings.sound and pygame.mixer.get_init()):
            return
        if name not in self._sounds:
            self._sounds[name] = pygame.mixer.Sound(SOUNDS_FOLDER / f"{name}.wav")
        sound = self._sounds[name]
        sound.set_volume(self.settings.volume / 100)
        sound.play()


def open_audio_device() -> bool:
    """Open the audio device and return whether that succeeded; an open device stays open."""
    try:
        with _silence_stderr():
            pygame.mixer.init(buffer=512)
    except pygame.error as error:
        logger.info("no sound: %s", error)
        return False
    return True


@contextmanager
def _silence_stderr() -> Iterator[None]:
    """Return a context manager that suppresses standard error.

    The system's libraries report a missing sound card there in many lines.
    """
    try:
        saved_stderr, null_device = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:  # a windowed, frozen program has no standard error
        yield
        return
    try:
        os.dup2(null_device, 2)
        yield
    finally:
        os.dup2(saved_stderr, 2)
        os.close(saved_stderr)
        os.close(null_device)
