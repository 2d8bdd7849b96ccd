"""Sound, or silence where there is no device."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Final

import pygame

from ui.settings import Settings

FOLDER: Final = Path(__file__).resolve().parent.parent / "assets" / "sounds"
log = logging.getLogger(__name__)


class Sounds:
    """Plays the sounds of ``assets/sounds`` by name; without a device it plays nothing.

    The device is opened when sound is first wanted: it takes a third of a percent of a core, silent or not.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._loaded: dict[str, pygame.mixer.Sound] = {}
        self._asked = settings.sound
        if self._asked:
            open_device()

    @property
    def settings(self) -> Settings:
        """Whether there is sound, and how loud."""
        return self._settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self._settings = settings
        if settings.sound and not self._asked:  # beside the loop: a device may take its time
            self._asked = True
            Thread(target=open_device, name="sound", daemon=True).start()

    def play(self, name: str) -> None:
        """Play a sound, if sound is on and there is a device."""
        if not (self.settings.sound and pygame.mixer.get_init()):
            return
        if name not in self._loaded:
            self._loaded[name] = pygame.mixer.Sound(FOLDER / f"{name}.wav")
        sound = self._loaded[name]
        sound.set_volume(self.settings.volume / 100)
        sound.play()


def open_device() -> bool:
    """Open the device. Whether there is one; if it is open already it stays so."""
    try:
        with _no_complaints():
            pygame.mixer.init(buffer=512)
    except pygame.error as error:
        log.info("no sound: %s", error)
        return False
    return True


@contextmanager
def _no_complaints() -> Iterator[None]:
    """Where there is no sound card the system's libraries say so on standard error, in many lines."""
    try:
        kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:  # a frozen program in a window has no standard error
        yield
        return
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
