"""Sound, or silence where there is no device."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

import pygame

from ui.settings import Settings

FOLDER: Final = Path(__file__).resolve().parent.parent / "assets" / "sounds"
log = logging.getLogger(__name__)


class Sounds:
    """Plays the sounds of ``assets/sounds`` by name; without a device it plays nothing."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._loaded: dict[str, pygame.mixer.Sound] = {}
        try:
            pygame.mixer.init(buffer=512)
        except pygame.error as error:
            log.info("no sound: %s", error)

    def play(self, name: str) -> None:
        """Play a sound, if sound is on and there is a device."""
        if not (self.settings.sound and pygame.mixer.get_init()):
            return
        if name not in self._loaded:
            self._loaded[name] = pygame.mixer.Sound(FOLDER / f"{name}.wav")
        sound = self._loaded[name]
        sound.set_volume(self.settings.volume / 100)
        sound.play()
