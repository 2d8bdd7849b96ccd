"""The window and its main loop, which sleeps while nothing happens.

Each frame handles the events, updates the scenes and paints what changed.
"""

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

from game.ai.client import ADVICE_FUNCTION, CHOOSE_FUNCTION, AIClient
from game.storage.files import Folders
from game.text.gettext import _
from ui.app.click_guard import ClickGuard
from ui.app.context import AppContext
from ui.app.input_method import InputMethod
from ui.app.placement import DEFAULT_WINDOW_SIZE
from ui.app.routes import Router
from ui.app.scene import Scene
from ui.app.settings import Settings, WindowPlacement, read_settings, save_settings
from ui.app.window import WINDOW_CHANGES, Window
from ui.environment import DEFAULT_ENVIRONMENT, Environment
from ui.graphics import theme
from ui.graphics.canvas import Canvas, paint_picture, record_commands
from ui.graphics.fonts.system_fonts import open_face
from ui.graphics.gui_manager import make_gui_theme
from ui.graphics.renderer import DirtyRectRenderer
from ui.input.gamepad import Gamepads
from ui.input.key_map import TOGGLE_FULL_SCREEN, TOGGLE_HELP
from ui.services.audio import AUDIO_EVENTS
from ui.services.error_log import UNSAVED_NOTE, log_unexpected
from ui.widgets.base import get_window_rect, paint_visible
from ui.widgets.focus import is_press
from ui.widgets.info_mark import draw_explanation
from ui.widgets.text_input import find_text_input
from ui.widgets.toasts import Toasts

FRAMES_PER_SECOND: Final = 60
MAX_IDLE_S: Final = 2.0
"""The longest sleep of an idle window, in seconds."""
IDLE_POLL_S: Final = 1 / 25
"""The time between two polls for events while the window sleeps, in seconds; too short to be noticed at a key press."""
MAX_IDLE_WHILE_TYPING_S: Final = 0.1
"""The longest sleep while a text field has the focus, in seconds: its cursor blinks."""
FRAMES_BEFORE_IDLE: Final = 8
"""The frames after the last event before the window sleeps: some widgets redraw themselves a frame later."""
FRAME_BUDGET_MS: Final = 4
"""The time in a frame after which a scene that opens leaves the rest of its work to the next frame."""
MOVE_TIME_LIMIT_MS: Final = 1000
PLAYER_NICENESS: Final = 5
"""The niceness of the computer players' process, which gives way to the window; the background process to both."""
BACKGROUND_NICENESS: Final = 10
WORKER_SHUTDOWN_TIMEOUT_S: Final = 3.0
"""The time that a worker process gets to end, in seconds; Python complains about a thread that it interrupts at exit.
"""
REPAINT_EVENTS: Final = frozenset(
    (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED, pygame.WINDOWMAXIMIZED,
     pygame.WINDOWSIZECHANGED, pygame.VIDEOEXPOSE)
)  # fmt: skip
"""The events after which the screen may not show what was last sent to it."""


class App:
    """The program with an open window.

    ``size``: of the window, in pixels; None restores the placement of the last run and saves it at the end.
    ``move_time_limit_ms``: for each choice of a computer player. ``stopped_match_id``: the saved match that was open
    when an exception stopped it, else None.
    """

    def __init__(
        self,
        folders: Folders,
        settings: Settings,
        *,
        size: tuple[int, int] | None = DEFAULT_WINDOW_SIZE,
        move_time_limit_ms: int = MOVE_TIME_LIMIT_MS,
        environment: Environment = DEFAULT_ENVIRONMENT,
    ) -> None:
        self._can_save_placement = size is None
        self.stopped_match_id: int | None = None
        self.window = Window(
            settings.window if size is None else WindowPlacement(size=size),
            is_full_screen=settings.full_screen,
            clock=environment.clock,
        )
        self.renderer = DirtyRectRenderer()
        self.gamepads = Gamepads()
        self.click_guard = ClickGuard(environment.clock)
        self.player_worker = environment.make_worker(
            "players", niceness=PLAYER_NICENESS, preload=(CHOOSE_FUNCTION, ADVICE_FUNCTION)
        )
        self.player_worker.start()
        self.background_worker = environment.make_worker("background", niceness=BACKGROUND_NICENESS)
        self.context = AppContext(
            viewport=self.window.viewport,
            settings=settings,
            folders=folders,
            storage=environment.open_storage(folders, environment.now, environment.clock),
            ai_client=AIClient(self.player_worker, move_time_limit_ms),
            background_worker=self.background_worker,
            environment=environment,
        )
        self.context.router = Router(self.context)
        self.input_method = InputMethod(self.context.ui_manager)
        self.context.tasks.submit(self.context.storage.opening, self.context.finish_opening_storage)
        self.frame_clock = environment.make_frame_clock()
        self.toasts = Toasts()
        self._fault = ""
        self._frames_before_idle = FRAMES_BEFORE_IDLE
        self.frame_budget_ms: float = FRAME_BUDGET_MS
        self._frame_start_seconds = time.perf_counter()
        self._first_paint_steps: Iterator[str] = iter(())

    def run(
        self,
        make_first_scene: Callable[[AppContext], Scene],
        *,
        should_stop: Callable[[], bool] = lambda: False,
        before_close: Callable[[], None] = lambda: None,
    ) -> None:
        """Show scenes until the person quits or ``should_stop``, called before each frame, returns True.

        ``make_first_scene`` gets the context. ``before_close`` is called before the window closes. An exception closes
        the window too and is raised again.
        """
        try:
            self.context.scenes.push(make_first_scene(self.context))
            freeze_gc()
            while self.context.is_running and not should_stop():
                self.run_frame()
            before_close()
        except BaseException as error:
            if self.context.storage.has_unsaved_matches:
                error.add_note(UNSAVED_NOTE)
            else:
                matches = (scene.open_match_id for scene in self.context.scenes)
                self.stopped_match_id = next((match_id for match_id in matches if match_id is not None), None)
            try:
                self.close()
            except Exception as later_error:  # The first error is raised, so this one only goes to the log.
                log_unexpected(later_error)
            raise
        self.close()

    def run_frame(self) -> None:
        """Run one turn of the main loop: handle events, update scenes, tasks and services, and paint.

        It waits for the time of the frame, or for an event if the window is idle.
        """
        seconds = self.frame_clock.tick(FRAMES_PER_SECOND) / 1000
        events, self._frame_start_seconds = deque(self.read_events()), time.perf_counter()
        while events and self.context.is_running:
            for event in self.gamepads.translate_event(events.popleft(), self.context.key_map):
                self._frames_before_idle = FRAMES_BEFORE_IDLE
                self._handle_event(self.window.viewport.translate_event(event))
            events.extendleft(reversed(pygame.event.get(pump=False)))  # what the event caused comes first
        if not self.context.is_running:
            return
        self._show_notices(seconds)
        self.context.update(min(seconds, 0.25))
        if not self.context.is_running:
            return
        self.context.ui_manager.update(seconds)
        self.input_method.update()
        is_prepared = self._prepare_scene()
        if not is_prepared or self.renderer.render(self.surface, self.paint, self.window.show_areas):
            self._frames_before_idle = FRAMES_BEFORE_IDLE
        if is_prepared:
            self.click_guard.note_shown(self.context.scenes.top)

    @property
    def surface(self) -> pygame.Surface:
        """The surface of the picture."""
        return self.window.surface

    def _prepare_scene(self) -> bool:
        """Prepare a part of the picture; return whether it can be painted, until when the window keeps the last one.

        A scene that opens takes several frames: some of its widgets are painted in each, then its draw commands are
        recorded, which makes the images in its caches, then it is shown.
        """
        if self.renderer.needs_full_repaint:
            return True
        context = self.context
        if not context.scenes.top.is_ready or not paint_visible(context.ui_manager, self._is_over_budget):
            return False
        if context.scenes.needs_first_paint:
            context.scenes.needs_first_paint, self._first_paint_steps = False, self._warm_caches()
        return next(self._first_paint_steps, None) is None

    def _warm_caches(self) -> Iterator[str]:
        """Yield between the steps that prepare the picture of a scene that opens, when the frame is over budget."""
        if self._is_over_budget():
            yield "its widgets are painted"
        record_commands(self.surface.get_size(), self.paint)
        if self._is_over_budget():
            yield "its draw commands are recorded"

    def _is_over_budget(self) -> bool:
        return (time.perf_counter() - self._frame_start_seconds) * 1000 > self.frame_budget_ms

    def repaint(self) -> None:
        """Paint the whole picture now."""
        self.renderer.invalidate()
        paint_picture(self.surface, self.paint)

    def paint(self, canvas: Canvas) -> None:
        """Paint the top scene with its widgets and its focus ring, and the toasts."""
        scene = self.context.scenes.top
        scene.draw(canvas)
        draw_widgets(self.context.ui_manager, canvas)
        scene.draw_over_widgets(canvas)
        explained = scene.focus.find_explained_button(self.context.ui_manager.mouse_position)
        if explained is not None:
            neighbors = scene.focus.list_rects(explained)
            draw_explanation(canvas, self.context.place, explained.explanation, get_window_rect(explained), neighbors)
        scene.focus.draw(canvas, self.context.theme)
        self.toasts.draw(canvas, self.context)

    def close(self) -> None:
        """Close the scenes, services, storage, worker processes and the window.

        Every step is taken even if another raises an exception, which is raised again at the end.
        """
        context = self.context
        with ExitStack() as last_to_first:
            for worker in (self.background_worker, self.player_worker):
                last_to_first.callback(worker.join, WORKER_SHUTDOWN_TIMEOUT_S)
            last_to_first.callback(theme.load_font.cache_clear)
            last_to_first.callback(open_face.cache_clear)
            last_to_first.callback(make_gui_theme.cache_clear)
            last_to_first.callback(pygame.quit)
            last_to_first.callback(self.gamepads.close)
            last_to_first.callback(context.audio.close)
            last_to_first.callback(context.storage.close)
            last_to_first.callback(self._save_placement)
            for worker in (self.background_worker, self.player_worker):
                last_to_first.callback(worker.close)
            for card_images in reversed(context.card_images.values()):
                last_to_first.callback(card_images.stop)
            for service in reversed(context.services):
                last_to_first.callback(service.close)
            last_to_first.callback(context.scenes.close_all)

    @property
    def needs_frames(self) -> bool:
        """Whether frames must follow without events."""
        return self.context.is_busy or self.toasts.is_visible

    def read_events(self) -> list[pygame.event.Event]:
        """Return the events since the last frame, the oldest first.

        If the window is idle, sleep until the next event or update; then the list may be empty.
        """
        if self.needs_frames:
            self._frames_before_idle = FRAMES_BEFORE_IDLE
        self._frames_before_idle -= 1
        if self._frames_before_idle >= 0:
            return pygame.event.get()
        rest = min(
            MAX_IDLE_S,
            self.context.seconds_until_next_update,
            MAX_IDLE_S if find_text_input(self.context.ui_manager) is None else MAX_IDLE_WHILE_TYPING_S,
        )
        events = wait_for_events(rest)
        self.frame_clock.tick()
        return events

    def _handle_event(self, event: pygame.event.Event) -> None:
        context = self.context
        if event.type == pygame.QUIT:
            if all(scene.may_quit() for scene in reversed(context.scenes)):
                context.router.quit()
        elif event.type == pygame.VIDEORESIZE:
            self.resize_window()
        elif event.type in REPAINT_EVENTS or event.type in WINDOW_CHANGES:
            self._handle_window_change(event)
        elif event.type in AUDIO_EVENTS:
            context.audio.handle_event(event)
        elif self._ignores(event):
            pass
        elif not self.input_method.handle_event(event) and not context.scenes.top.capture_event(event):
            self._dispatch_event(event)
        if context.has_full_screen_changed:
            context.has_full_screen_changed = False
            self.window.set_full_screen(context.settings.full_screen)
            self.resize_window()

    def _ignores(self, event: pygame.event.Event) -> bool:
        context, scene = self.context, self.context.scenes.top
        is_refused = self.click_guard.refuses(event, scene, context.window_scale)
        return is_refused or (scene.ignores_presses and is_press(event))

    def _dispatch_event(self, event: pygame.event.Event) -> None:
        """Pass an event to the global shortcuts, the focus, the widgets and the scene, until it is handled."""
        context = self.context
        if event.type == pygame.KEYDOWN and event.key in context.key_map.keys(TOGGLE_FULL_SCREEN):
            settings = context.settings
            context.apply_settings(msgspec.structs.replace(settings, full_screen=not settings.full_screen))
        elif event.type == pygame.KEYDOWN and event.key in context.key_map.keys(TOGGLE_HELP):
            context.router.toggle_help()
        elif not context.scenes.top.focus.handle_event(event):
            is_consumed = context.ui_manager.process_events(event)
            if not is_consumed or event.type != pygame.MOUSEBUTTONDOWN:
                context.scenes.top.handle_event(event)

    def _handle_window_change(self, event: pygame.event.Event) -> None:
        if event.type in REPAINT_EVENTS:
            self.renderer.invalidate()
        if event.type in WINDOW_CHANGES:
            self.window.handle_event(event)

    def _save_placement(self) -> None:
        """Store the placement of the window for the next start, and no other setting."""
        if self._can_save_placement and pygame.display.get_init():
            self.context.storage.submit(save_placement, self.context.folders, self.window.placement)

    def resize_window(self) -> None:
        """Adopt the size that the window has now, whatever it is."""
        self.window.adopt_size()
        self.renderer.invalidate()
        self.context.resize(self.window.viewport)

    def _show_notices(self, seconds: float) -> None:
        for notice in self.context.storage.take_notices():
            self.context.notify(notice.text)
        if self.context.ai_client.fault != self._fault:
            self._fault = self.context.ai_client.fault
            self.context.notify(_("Couldn't work out a hint: {fault}").format(fault=self._fault))
        self.toasts.update(seconds, self.context)


def freeze_gc() -> None:
    """Exclude the objects that exist now from garbage collection: a full collection would delay a frame by 46 ms."""
    gc.collect()
    gc.freeze()


def wait_for_events(timeout_seconds: float) -> list[pygame.event.Event]:
    """Return the next events, or an empty list after ``timeout_seconds`` without events.

    Unlike `pygame.event.wait`, which polls a thousand times per second, this takes almost no processor time.
    """
    end = time.perf_counter() + timeout_seconds
    while not (events := pygame.event.get()) and (remaining := end - time.perf_counter()) > 0:
        time.sleep(min(remaining, IDLE_POLL_S))
    return events


def save_placement(folders: Folders, placement: WindowPlacement) -> None:
    """Write the placement into the settings on disk; a damaged file is left as it is.

    Raise StorageError if the file cannot be written.
    """
    settings, _unknown, damage = read_settings(folders)
    if damage is None and settings.window != placement:
        save_settings(folders, msgspec.structs.replace(settings, window=placement))


def draw_widgets(manager: pygame_gui.UIManager, canvas: Canvas) -> None:
    """Paint the visible widgets on ``canvas``, as `UIManager.draw_ui` does on a surface.

    A widget at the edge of a scrolled container paints into the same image again, so its clipping rectangle identifies
    the state of the image.
    """
    paint_visible(manager)
    group = manager.get_sprite_group()
    clips = {
        id(widget.blit_data): widget.get_image_clipping_rect()
        for widget in group.sprites()
        if isinstance(widget, UIElement)
    }
    for blit_data in group.visible:
        image, position, area, flags = blit_data
        clip = clips.get(id(blit_data))
        canvas.blit(image, position, area, flags=flags, state=None if clip is None else tuple(clip))
