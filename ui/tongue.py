"""The language of the window: the one that is set, else the system's."""

from __future__ import annotations

import os

import pygame.system

from game.i18n import language_in, language_of, set_language
from ui.settings import Settings


def system_language() -> str:
    """What the terminal asks for; where it says nothing, what the desktop does."""
    said = language_in(os.environ)
    return language_of(one["language"] for one in pygame.system.get_pref_locales()) if said is None else said


def speak(settings: Settings) -> None:
    """From now on everything is said in the language of ``settings``."""
    set_language(settings.language or system_language())
