"""Waking the window from its sleep, when another thread has something for it."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import pygame

NEWS_EVENT: Final = pygame.USEREVENT
"""The event that wakes the window.

It is no `custom_type`: pygame gives these out again after it was closed, and the program can start again by itself.
"""


def wake_window() -> None:
    """Wake the window from its sleep; for any thread."""
    with suppress(pygame.error):  # the window was closed just now
        pygame.event.post(pygame.event.Event(NEWS_EVENT))
