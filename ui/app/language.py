"""The language of the window: the one that is set, else the system's."""

from __future__ import annotations

import os

import pygame.system

from game.text.gettext import choose_language, get_environment_language, set_language
from ui.app.settings import Settings


def detect_system_language() -> str:
    """What the terminal asks for; where it says nothing, what the desktop does."""
    terminal_language = get_environment_language(os.environ)
    return (
        choose_language(locale["language"] for locale in pygame.system.get_pref_locales())
        if terminal_language is None
        else terminal_language
    )


def apply_language(settings: Settings) -> None:
    """From now on everything is said in the language of ``settings``."""
    set_language(settings.language or detect_system_language())
