"""The window and its loop: events in, time on, a picture out. Idle, it sleeps until something happens."""

from __future__ import annotations

import gc
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Final

import msgspec
import pygame
import pygame_gui
from pygame_gui.core import UIElement
from pygame_gui.elements import UITextEntryLine

from game.i18n import _
from game.store.files import Folders
from ui import theme
from ui.canvas import Canvas, frozen
from ui.controllers import Controllers
from ui.doors import Doors
from ui.environment import DEFAULT_ENVIRONMENT, Environment, PlayerWorker
from ui.log import log_unexpected
from ui.notice import Toasts
from ui.painter import Painter
from ui.scene import Scene, Stage
from ui.settings import SMALLEST_WINDOW, Placement, Settings, read_settings, save_settings
from ui.shortcuts import FULL_SCREEN, LIST
from ui.widgets.later import paint_seen
from ui.window import FIRST, fitting, noted, open_window

FRAMES: Final = 60
IDLE_WAIT: Final = 2.0
"""Seconds that an idle window sleeps at most."""
IDLE_LOOK: Final = 1 / 25
"""Seconds from one look for events to the next while it sleeps: nobody feels that the first key comes so late."""
BLINK: Final = 0.1
"""Seconds that it sleeps while a line is typed into: its cursor blinks."""
SETTLING: Final = 8
"""So many frames follow one in which something happened: widgets draw some of their looks a frame later."""
FRAME_BUDGET_MS: Final = 8
"""A scene that opens leaves the rest of its work to the next frame after this time."""
THINKING_LIMIT: Final = 1000
ENDING_LIMIT: Final = 3.0
"""Seconds that the thinking process gets to end; Python complains about a thread that it cuts off at its own end."""
UNCOVERED: Final = frozenset(
    (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED, pygame.WINDOWMAXIMIZED,
     pygame.WINDOWSIZECHANGED, pygame.VIDEOEXPOSE)
)  # fmt: skip
"""After these the screen may not show what was sent to it."""


class App:
    """The program with its window open. ``hang`` makes the doors between its scenes.

    ``size`` of the window; None: as it was left, and so it is kept for the next time.
    """

    def __init__(
        self, folders: Folders, settings: Settings, hang: Callable[[Stage], Doors],
        *, size: tuple[int, int] | None = FIRST, thinking_ms: int = THINKING_LIMIT,
        environment: Environment = DEFAULT_ENVIRONMENT,
    ) -> None:  # fmt: skip
        self._remembers = size is None
        self._placement = fitting(settings.window) if size is None else Placement(size=size)
        self._maximised = self._placement.maximised
        self.surface = open_window(self._placement, full_screen=settings.full_screen)
        self.painter = Painter()
        self.controllers = Controllers()
        self.thinker = _started(environment.make_player_worker(thinking_ms))
        self.stage = Stage(
            size=self.surface.get_size(),
            settings=settings,
            folders=folders,
            storage=environment.open_storage(folders, environment.now, environment.clock),
            thinker=self.thinker,
            environment=environment,
            hang=hang,
        )
        self.frame_clock = environment.make_frame_clock()
        self.toasts = Toasts()
        self._opened = False
        self._fault = ""
        self._unsettled = SETTLING
        self.frame_budget_ms: float = FRAME_BUDGET_MS
        self._began = time.perf_counter()
        self._steps: Iterator[str] = iter(())

    def run(
        self,
        first: Callable[[Stage], Scene],
        *,
        until: Callable[[], bool] = lambda: False,
        finally_do: Callable[[], None] = lambda: None,
    ) -> None:
        """Show scenes until the person quits or ``until`` says so; ``finally_do`` before the window closes."""
        try:
            self.stage.push(first(self.stage))
            set_apart()
            while self.stage.running and not until():
                self.frame()
            finally_do()
        except BaseException:
            try:
                self.close()
            except Exception as error:  # the error before it is the one to be told
                log_unexpected(error)
            raise
        self.close()

    def frame(self) -> None:
        """One turn of the loop."""
        seconds = self.frame_clock.tick(FRAMES) / 1000
        events, self._began = deque(self.read_events()), time.perf_counter()
        while events and self.stage.running:
            for one in self.controllers.keys(events.popleft()):
                self._unsettled = SETTLING
                self._handle(one)
            events.extendleft(reversed(pygame.event.get(pump=False)))  # what it brought about comes before what follows
        if not self.stage.running:
            return
        self._news(seconds)
        self.stage.update(min(seconds, 0.25))
        if not self.stage.running:
            return
        self.stage.manager.update(seconds)
        if not self._may_show() or self.painter.show(self.surface, self.paint):
            self._unsettled = SETTLING

    def _may_show(self) -> bool:
        """Whether the window can be brought to the picture of now. Until then it keeps the one before.

        A scene that opens takes as many frames as it needs: its widgets are painted, some in each; then its picture is
        noted, which makes the pictures that it keeps; then it is shown.
        """
        if self.painter.lost:
            return True
        stage = self.stage
        if not stage.scene.ready or not paint_seen(stage.manager, self._is_over_budget):
            return False
        if stage.opens:
            stage.opens, self._steps = False, self._first_picture()
        return next(self._steps, None) is None

    def _first_picture(self) -> Iterator[str]:
        """What a scene that opens does before it is shown; at each step a frame may end."""
        if self._is_over_budget():
            yield "its widgets are painted"
        self.painter.rehearse(self.surface, self.paint)
        if self._is_over_budget():
            yield "its picture is noted"

    def _is_over_budget(self) -> bool:
        """Whether this frame has done so much that what can wait is left to the next one."""
        return (time.perf_counter() - self._began) * 1000 > self.frame_budget_ms

    def draw(self) -> None:
        """Paint the whole picture, now."""
        self.painter.forget()
        self.paint(self.surface)

    def paint(self, surface: pygame.Surface) -> None:
        """The scene shown with all that lies over it."""
        scene = self.stage.scene
        scene.draw(surface)
        draw_widgets(self.stage.manager, surface)
        scene.draw_over(surface)
        scene.focus.draw(surface)
        self.toasts.draw(surface, self.stage)

    def close(self) -> None:
        """End the computer's mind and the storage, close the window. What fails keeps nothing else from its end."""
        stage = self.stage
        with ExitStack() as last_to_first:
            last_to_first.callback(self.thinker.join, ENDING_LIMIT)
            last_to_first.callback(theme.font.cache_clear)
            last_to_first.callback(pygame.quit)
            last_to_first.callback(self.controllers.close)
            last_to_first.callback(stage.storage.close)
            last_to_first.callback(self._remember)
            last_to_first.callback(self.thinker.close)
            for art in reversed(stage.arts.values()):
                last_to_first.callback(art.stop)
            for beside in reversed(stage.besides):
                last_to_first.callback(beside.close)
            for _scene in stage.scenes:
                last_to_first.callback(lambda: stage.scenes.pop().leave())

    @property
    def needs_frames(self) -> bool:
        """Whether frames go on without events."""
        return self.stage.busy or self.toasts.shown or not self.stage.storage.opened.done()

    def read_events(self) -> list[pygame.event.Event]:
        """What happened since the last frame. If nothing moves, it is waited for."""
        if self.needs_frames:
            self._unsettled = SETTLING
        self._unsettled -= 1
        if self._unsettled >= 0:
            return pygame.event.get()
        rest = min(IDLE_WAIT, self.stage.rest, BLINK if is_typing(self.stage.manager) else IDLE_WAIT)
        events = _waited(rest)
        self.frame_clock.tick()
        return events

    def _handle(self, event: pygame.event.Event) -> None:
        stage = self.stage
        if event.type == pygame.QUIT:
            stage.running = False
        elif event.type == pygame.VIDEORESIZE:
            self.resize_window(event.size)
        elif event.type in UNCOVERED or event.type == pygame.WINDOWMOVED:
            self._window_changed(event.type)
        elif not stage.scene.takes(event):
            self._pass_on(event)
        if stage.full_screen_changed:
            stage.full_screen_changed = False
            self.surface = open_window(self._placement, full_screen=stage.settings.full_screen)
            self.painter.forget()
            stage.resize(self.surface.get_size())

    def _pass_on(self, event: pygame.event.Event) -> None:
        """To the shortcuts that hold everywhere, the focus, the widgets, and the scene: to the first that wants it."""
        stage = self.stage
        if event.type == pygame.KEYDOWN and event.key in FULL_SCREEN.keys:
            stage.apply(_toggled(stage.settings))
        elif event.type == pygame.KEYDOWN and event.key in LIST.keys:
            stage.doors.explain()
        elif not stage.scene.focus.handle(event):
            taken = stage.manager.process_events(event)
            if not taken or event.type != pygame.MOUSEBUTTONDOWN:
                stage.scene.handle(event)

    def _window_changed(self, kind: int) -> None:
        """The window was moved, uncovered, or given another state."""
        if kind in UNCOVERED:
            self.painter.forget()
        if kind in (pygame.WINDOWMAXIMIZED, pygame.WINDOWRESTORED):
            self._maximised = kind == pygame.WINDOWMAXIMIZED

    def _remember(self) -> None:
        """Keep for the next start where the window is; nothing else of the settings."""
        stage = self.stage
        if not self._remembers or not pygame.display.get_init():
            return
        if not stage.settings.full_screen:
            self._placement = noted(self._placement, maximised=self._maximised)
        stage.storage.run(save_placement, stage.folders, self._placement)

    def resize_window(self, size: tuple[int, int]) -> None:
        """Take over a new window size, but none smaller than `SMALLEST_WINDOW`."""
        fitting = (max(size[0], SMALLEST_WINDOW[0]), max(size[1], SMALLEST_WINDOW[1]))
        if fitting != size and not self.stage.settings.full_screen:
            pygame.display.set_mode(fitting, pygame.RESIZABLE)
        surface = pygame.display.get_surface()
        assert surface is not None
        self.surface = surface
        self.painter.forget()
        if self.stage.size != self.surface.get_size():
            self.stage.resize(self.surface.get_size())

    def _news(self, seconds: float) -> None:
        opened = self.stage.storage.opened
        if not self._opened and opened.done():
            self._opened = True
            error = opened.exception()
            if error is not None:
                self.stage.report(error)
            else:
                self.stage.meet()
                self.stage.doors.finish()
                for notice in opened.result():
                    self.stage.notify(notice.text)
        for notice in self.stage.storage.news():
            self.stage.notify(notice.text)
        if self.thinker.fault != self._fault:
            self._fault = self.thinker.fault
            self.stage.notify(_("A computer player could not think: {fault}").format(fault=self._fault))
        self.toasts.update(seconds, self.stage.notices)


def set_apart() -> None:
    """What the program is made of is never looked through for garbage again: that took 46 ms of one frame in many."""
    gc.collect()
    gc.freeze()


def _started(thinker: PlayerWorker) -> PlayerWorker:
    thinker.start()
    return thinker


def _toggled(settings: Settings) -> Settings:
    return msgspec.structs.replace(settings, full_screen=not settings.full_screen)


def _waited(seconds: float) -> list[pygame.event.Event]:
    """What happens next, or nothing when so long nothing has happened.

    `pygame.event.wait` looks a thousand times a second, which takes 3 % of a core.
    """
    end = time.perf_counter() + seconds
    while not (events := pygame.event.get()) and (left := end - time.perf_counter()) > 0:
        time.sleep(min(left, IDLE_LOOK))
    return events


def save_placement(folders: Folders, placement: Placement) -> None:
    """Write the window's place into the settings that are on disk; damaged ones are left as they are."""
    settings, _unknown, damage = read_settings(folders)
    if damage is None and settings.window != placement:
        save_settings(folders, msgspec.structs.replace(settings, window=placement))


def draw_widgets(manager: pygame_gui.UIManager, surface: pygame.Surface) -> None:
    """What `UIManager.draw_ui` does; a canvas is told besides which part of each picture is shown.

    A widget that is scrolled to the edge of its container paints on the same picture again.
    """
    paint_seen(manager)
    if not isinstance(surface, Canvas):
        manager.draw_ui(surface)
        return
    group = manager.get_sprite_group()
    cuts = {id(one.blit_data): one.get_image_clipping_rect() for one in group.sprites() if isinstance(one, UIElement)}
    for data in group.visible:
        picture, where, area, flags = data
        surface.note_blit(picture, where, area, flags, frozen(cuts.get(id(data))))


def is_typing(manager: pygame_gui.UIManager) -> bool:
    """Whether a line of text has a blinking cursor."""
    return any(isinstance(one, UITextEntryLine) for one in manager.get_focus_set() or ())
