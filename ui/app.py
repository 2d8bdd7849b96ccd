"""The window and its loop: events in, time on, a picture out. Idle, it sleeps until something happens."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import SystemRandom
from typing import Final

import msgspec
import pygame

from game.ai.worker import Thinker
from game.i18n import _
from game.store.files import Folders, StorageError
from game.store.jsonfile import load_json
from game.store.storage import Storage
from game.version import NAME
from ui import theme, timings
from ui.doors import Doors
from ui.notice import message
from ui.scene import Scene, Stage
from ui.settings import Settings

FRAMES: Final = 60
SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""One of these names a screen on Linux."""
IDLE_WAIT: Final = 100
ICON: Final = Path(__file__).resolve().parent.parent / "assets" / "icon-64.png"
"""Milliseconds that an idle window sleeps at most."""
SMALLEST: Final = (960, 540)
THINKING_LIMIT: Final = 1000
ENDING_LIMIT: Final = 3.0
"""Seconds that the thinking process gets to end; Python complains about a thread that it cuts off at its own end."""
BLIND: Final = ("offscreen", "dummy")
"""Drivers without a window, which SDL takes by itself where nothing else works."""


class NoDisplay(Exception):
    """The window cannot be opened; one line for a person."""


def steady() -> float:
    """Seconds that only go forward, also while the computer sleeps, where the system can tell: a turn clock runs on."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class App:
    """The program with its window open. ``hang`` makes the doors between its scenes."""

    def __init__(
        self, folders: Folders, settings: Settings, hang: Callable[[Stage], Doors],
        *, size: tuple[int, int] = (1280, 720),
    ) -> None:  # fmt: skip
        self.surface = open_window(size, settings)
        self.thinker = _started(Thinker(THINKING_LIMIT))
        self.stage = Stage(
            size=self.surface.get_size(),
            settings=settings,
            folders=folders,
            storage=Storage.open(folders, time.time, steady),
            thinker=self.thinker,
            clock=steady,
            now=time.time,
            seeds=SystemRandom(),
            hang=hang,
        )
        self._clock = pygame.time.Clock()
        self._notice, self._notice_left = "", 0.0
        self._opened = False

    def run(
        self,
        first: Callable[[Stage], Scene],
        *,
        until: Callable[[], bool] = lambda: False,
        finally_do: Callable[[], None] = lambda: None,
    ) -> None:
        """Show scenes until the person quits or ``until`` says so; ``finally_do`` before the window closes."""
        self.stage.push(first(self.stage))
        try:
            while self.stage.running and not until():
                self.frame()
            finally_do()
        finally:
            self.close()

    def frame(self) -> None:
        """One turn of the loop."""
        seconds = self._clock.tick(FRAMES) / 1000
        for event in self._events():
            self._handle(event)
            if not self.stage.running:
                return
        self._news(seconds)
        self.stage.update(min(seconds, 0.25))
        if not self.stage.running:
            return
        self.stage.manager.update(seconds)
        self.draw()
        pygame.display.flip()

    def draw(self) -> None:
        """Paint the scene shown."""
        scene = self.stage.scene
        scene.draw(self.surface)
        self.stage.manager.draw_ui(self.surface)
        scene.draw_over(self.surface)
        scene.focus.draw(self.surface)
        if self._notice_left > 0:
            message(self.surface, self.stage, self._notice)

    def close(self) -> None:
        """End the computer's mind and the storage, close the window."""
        while self.stage.scenes:
            self.stage.scenes.pop().leave()
        for beside in self.stage.besides:
            beside.close()
        for art in self.stage.arts.values():
            art.stop()
        self.thinker.close()
        self.stage.storage.close()
        pygame.quit()
        theme.font.cache_clear()
        self.thinker.join(ENDING_LIMIT)

    def _events(self) -> list[pygame.event.Event]:
        if self.stage.busy or self._notice_left > 0 or not self.stage.storage.opened.done():
            return pygame.event.get()
        event = pygame.event.wait(IDLE_WAIT)
        self._clock.tick()
        return ([] if event.type == pygame.NOEVENT else [event]) + pygame.event.get()

    def _handle(self, event: pygame.event.Event) -> None:
        stage = self.stage
        if event.type == pygame.QUIT:
            stage.running = False
        elif event.type == pygame.VIDEORESIZE:
            self._resize(event.size)
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            stage.apply(_toggled(stage.settings))
        elif not stage.scene.focus.handle(event):
            taken = stage.manager.process_events(event)
            if not taken or event.type != pygame.MOUSEBUTTONDOWN:
                stage.scene.handle(event)
        if stage.full_screen_changed:
            stage.full_screen_changed = False
            self.surface = open_window(stage.size, stage.settings)
            stage.resize(self.surface.get_size())

    def _resize(self, size: tuple[int, int]) -> None:
        fitting = (max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1]))
        if fitting != size:
            pygame.display.set_mode(fitting, pygame.RESIZABLE)
        surface = pygame.display.get_surface()
        assert surface is not None
        self.surface = surface
        if self.stage.size != self.surface.get_size():
            self.stage.resize(self.surface.get_size())

    def _news(self, seconds: float) -> None:
        self._notice_left = max(0.0, self._notice_left - seconds)
        opened = self.stage.storage.opened
        if not self._opened and opened.done():
            self._opened = True
            error = opened.exception()
            if isinstance(error, StorageError):
                self.stage.notify(str(error))
            else:
                self.stage.meet()
                self.stage.doors.finish()
                for notice in opened.result():
                    self.stage.notify(notice.text)
        for notice in self.stage.storage.news():
            self.stage.notify(notice.text)
        if self.stage.notices and self._notice_left == 0:
            self._notice, self._notice_left = self.stage.notices.pop(0), timings.MESSAGE_SHOWN * 2


def _started(thinker: Thinker) -> Thinker:
    thinker.start()
    return thinker


def _toggled(settings: Settings) -> Settings:
    return msgspec.structs.replace(settings, full_screen=not settings.full_screen)


def open_window(size: tuple[int, int], settings: Settings) -> pygame.Surface:
    """The window, or the whole screen. NoDisplay if there is none."""
    if sys.platform == "linux" and not any(os.environ.get(name) for name in SCREENS):
        # Asked for a screen that is not there, the libraries below SDL would complain in words of their own.
        raise NoDisplay(_("there is no display to open a window on"))
    try:
        pygame.display.init()
        if pygame.display.get_driver() in BLIND and "SDL_VIDEODRIVER" not in os.environ:
            raise NoDisplay(_("there is no display to open a window on"))
        pygame.font.init()
        pygame.display.set_caption(NAME)
        pygame.display.set_icon(pygame.image.load(ICON))
        flags = pygame.FULLSCREEN if settings.full_screen else pygame.RESIZABLE
        return pygame.display.set_mode((0, 0) if settings.full_screen else size, flags)
    except pygame.error as error:
        raise NoDisplay(str(error)) from None


def load_settings(folders: Folders) -> tuple[Settings, str]:
    """The settings kept on disk, and a line about them if the file was damaged and set aside."""
    settings, notice = load_json(folders.config / "settings.json", Settings, Settings())
    return settings, notice.text if notice else ""
