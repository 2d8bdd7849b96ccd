"""The program's window on the dummy driver, with time, storage and workers controlled by the test."""

from __future__ import annotations

import os

from tests.session_driver import get_awaited_seat

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC
from functools import lru_cache
from math import inf
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
import pygame
import pygame_gui

from game.lessons.progress import store_has_played
from game.match.match import Match
from game.match.record import Record
from game.match.setup import MatchSetup
from game.session.local import LocalSession
from game.storage.files import Folders
from game.storage.matches import MatchRepository
from game.text.chat import ChatMessage
from tests.fakes import FakeClock, FakeStorageThread, FakeWorker, make_folders
from ui.app.app import App
from ui.app.context import AppContext
from ui.app.match_launcher import start_match
from ui.app.scene import Scene
from ui.app.settings import Settings
from ui.environment import Environment
from ui.graphics.canvas import Canvas
from ui.table.scene import TableScene
from ui.widgets.button import Button
from ui.widgets.nodes import LineLabel

FRAME_S = 1 / 60
SceneT = TypeVar("SceneT", bound=Scene)
SILENT_SETTINGS = Settings(sound=False, speed=1.0)


class AppDriver(App):
    """The program, which runs a frame when the test says so and never sleeps."""

    skips_painting = False
    """Whether frames are not painted, which is most of their cost."""
    player_worker: FakeWorker
    background_worker: FakeWorker

    def __init__(self, folders: Folders, settings: Settings, *, size: tuple[int, int], seed: int) -> None:
        self.clock, self.frame_seconds = FakeClock(), FRAME_S
        environment = Environment(
            clock=self.clock,
            now=self.clock,
            zone=UTC,
            seed_rng=Random(seed),
            open_storage=lambda folders, now, _clock: FakeStorageThread(folders, now),
            make_worker=FakeWorker,
            make_frame_clock=lambda: _FakeFrameClock(self),
        )
        super().__init__(folders, settings, size=size, environment=environment)
        assert isinstance(self.context.storage, FakeStorageThread)
        self.storage = self.context.storage
        self.background_worker.stop_at = 0  # no analysis runs unless the test asks for it
        self.frame_budget_ms = inf

    def read_events(self) -> list[pygame.event.Event]:
        return pygame.event.get()

    def paint(self, canvas: Canvas) -> None:
        if not self.skips_painting:
            super().paint(canvas)

    @property
    def table_scene(self) -> TableScene:
        """The topmost table, possibly below other scenes."""
        return next(scene for scene in reversed(self.context.scenes) if isinstance(scene, TableScene))

    def advance_frame(self, seconds: float = FRAME_S) -> None:
        """Advance by a frame of ``seconds``."""
        self.clock.advance(seconds)
        self.frame_seconds = seconds
        self.run_frame()

    def advance_until(self, condition: Callable[[], bool], seconds: float = FRAME_S, max_frames: int = 5000) -> None:
        """Run frames until ``condition`` is true, of which only the last is painted.

        Raise AssertionError after ``max_frames``.
        """
        frame_count = 0
        with self.skip_painting():
            while not condition():
                assert frame_count < max_frames, "it never came"
                self.advance_frame(seconds)
                frame_count += 1
        if frame_count and not self.skips_painting and self.context.is_running:
            self.renderer.render(self.surface, self.paint, self.window.show_areas)

    @contextmanager
    def skip_painting(self) -> Iterator[None]:
        """Return a context manager that paints no frame in its block."""
        skipped_before, self.skips_painting = self.skips_painting, True
        try:
            yield
        finally:
            self.skips_painting = skipped_before

    def wait_for_card_images(self) -> None:
        """Wait until the cards and portraits that scenes wait for are drawn."""
        for thread in threading.enumerate():
            if thread.name == "cards":
                thread.join()

    def advance_to_hand_over(self) -> None:
        """Skip animations until the hand-over screen for the next person is shown."""

        def is_hand_over_shown() -> bool:
            self.table_scene.skip_animations()
            return get_awaited_seat(self.table_scene.session) is not None

        self.advance_until(is_hand_over_shown)
        self.advance_frame()

    def advance_to_other_person(self) -> None:
        """Advance as in `advance_to_hand_over`, and play for a person who is on turn again.

        The winner of a trick leads to the next one without a hand-over; they play their first card.
        """

        def is_hand_over_shown() -> bool:
            self.table_scene.skip_animations()
            if self.table_scene.session.is_your_turn:
                self.press_key(pygame.K_1)
            return get_awaited_seat(self.table_scene.session) is not None

        self.advance_until(is_hand_over_shown)
        self.advance_frame()

    def post_event(self, kind: int, **values: Any) -> None:
        """Post an event and run the frame in which it is handled."""
        pygame.event.post(pygame.event.Event(kind, **values))
        self.advance_frame()

    def press_key(self, key: int, mod: int = 0, unicode: str = "") -> None:
        """Press and release a key, once the scene takes presses; the frame of its release is painted."""
        self.advance_until(lambda: not self.context.scenes.top.ignores_presses)
        with self.skip_painting():
            self.post_event(pygame.KEYDOWN, key=key, mod=mod, unicode=unicode, scancode=0)
        self.post_event(pygame.KEYUP, key=key, mod=mod, unicode=unicode, scancode=0)

    def press_on(self, widget_id: str, *keys: int) -> None:
        """Give a widget of the top scene the focus, press keys and run the frame in which its events are handled."""
        self.context.scenes.top.focus.focus_widget(self.get_widget(widget_id))
        for key in keys:
            self.press_key(key)
        self.advance_frame()

    def type_text(self, text: str) -> None:
        """Type a text into the widget that has the focus, letter by letter."""
        with self.skip_painting():
            for letter in text:
                self.post_event(pygame.TEXTINPUT, text=letter)
        self.advance_frame()

    def move_mouse(self, position: tuple[int, int]) -> None:
        """Move the mouse pointer without a click."""
        pygame.mouse.set_pos(position)
        self.context.ui_manager.mouse_position = position
        self.post_event(pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=(0, 0, 0), touch=False)

    def advance_until_press_counts(self, pos: tuple[int, int]) -> None:
        """Advance until the top scene takes a press of the mouse at a point."""

        def can_press() -> bool:
            scene = self.context.scenes.top
            return not scene.ignores_presses and self.click_guard.can_press(pos, scene, self.context.window_scale)

        self.advance_until(can_press)

    def click(self, point: tuple[float, float]) -> None:
        """Press and release the left button, once the scene takes presses; the frame after that is painted."""
        pos = (round(point[0]), round(point[1]))
        self.advance_until_press_counts(pos)
        pygame.mouse.set_pos(pos)
        self.context.ui_manager.mouse_position = pos
        with self.skip_painting():
            self.post_event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0), touch=False)
            self.post_event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=False)
            self.post_event(pygame.MOUSEBUTTONUP, pos=pos, button=1, touch=False)
        self.advance_frame()

    def resize(self, size: tuple[int, int]) -> None:
        """Change the size of the window as a person does."""
        pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.event.clear()
        self.post_event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])

    def click_button(self, widget_id: str) -> None:
        """Click the visible button with this id. Raise AssertionError, with the existing ids, if there is none."""
        self.click(self.get_button(widget_id).get_abs_rect().center)

    def click_widget(self, widget_id: str) -> None:
        """Click the middle of a widget, for example a tile, and run the frame in which its event is handled."""
        self.click(self.get_widget(widget_id).get_abs_rect().center)
        self.advance_frame()

    def click_menu_entry(self, menu_id: str, widget_id: str) -> None:
        """Open the menu behind the button ``menu_id`` and click the entry with this id."""
        self.click_button(menu_id)
        self.click_button(widget_id)

    def replace_routes(self, **routes: Any) -> None:
        """Replace functions of the router."""
        vars(self.context.router).update(routes)

    def get_button(self, widget_id: str) -> Button:
        """Return the visible button with this id. Raise AssertionError, with the existing ids, if there is none."""
        widget = self.context.scenes.top.focus.find(widget_id)
        if isinstance(widget, Button) and widget.visible:
            return widget
        raise AssertionError(f"no button {widget_id!r} among {self.widget_ids}")

    def get_button_text(self, widget_id: str) -> str:
        """Return the text of the button with this id, for tests of the text itself."""
        return self.get_button(widget_id).text

    def get_widget(self, widget_id: str) -> Any:
        """Return the widget with this id. Raise AssertionError, with the existing ids, if there is none."""
        widget = self.context.scenes.top.focus.find(widget_id)
        assert widget is not None, f"no widget {widget_id!r} among {self.widget_ids}"
        return widget

    def show_setting(self, widget_id: str) -> Any:
        """Open the tab of the settings that has a widget, and return the widget."""
        for tab_id in [name for name in self.widget_ids if name.startswith("tab-")]:
            widget = self.context.scenes.top.focus.find(widget_id)
            if widget is not None:
                return widget
            self.click_button(tab_id)
            self.advance_frame()
        return self.get_widget(widget_id)

    @property
    def widget_ids(self) -> list[str]:
        """The ids of the visible widgets of the top scene, in the order of Tab."""
        focus = self.context.scenes.top.focus
        return [widget_id for widget_id, widget in zip(focus.ids, focus.widgets, strict=True) if widget.visible]

    def expect_scene(self, kind: type[SceneT]) -> SceneT:
        """Return the top scene, which must be of this class. Raise AssertionError if it is not."""
        scene = self.context.scenes.top
        assert isinstance(scene, kind)
        return scene

    def show_over(self, scene: SceneT) -> SceneT:
        """Push a scene and run its first two frames."""
        self.context.scenes.push(scene)
        with self.skip_painting():
            self.advance_frame()
        self.advance_frame()
        return scene

    @property
    def toast_text(self) -> str:
        """The texts of the toasts that are shown, one on each line."""
        return "\n".join(self.toasts.texts)

    def can_other_window_claim(self, match_id: int) -> bool:
        """Return whether another window can claim the match."""
        other_repository = MatchRepository(self.context.folders, self.clock)
        try:
            return other_repository.claim_match(match_id)
        finally:
            other_repository.close()

    def list_line_texts(self) -> list[str]:
        """Return the texts of the `LineLabel` widgets of the top scene, without empty ones."""
        return [widget.text for widget in self.list_widgets() if isinstance(widget, LineLabel) and widget.text]

    def list_widgets(self) -> list[Any]:
        """Return every widget of the top scene."""
        return list(self.context.ui_manager.get_sprite_group().sprites())


class _FakeFrameClock:
    """A frame clock whose frames last as long as the test says."""

    def __init__(self, app: AppDriver) -> None:
        self._app = app

    def tick(self, _framerate: float = 0, /) -> float:
        return self._app.frame_seconds * 1000


def open_app(
    home: Path, *, size: tuple[int, int] = (1280, 720), settings: Settings = SILENT_SETTINGS, seed: int = 1,
) -> AppDriver:  # fmt: skip
    """Open the program without a scene, with its folders below ``home``, and return its driver."""
    pygame_gui.core.utility.set_default_manager(None)
    app = AppDriver(make_folders(home), settings, size=size, seed=seed)
    while app.context.tasks.is_busy:
        app.context.tasks.update()
    pygame.mouse.set_pos((0, 0))  # away from cards, wherever the last test left it
    pygame.event.clear()
    return app


@contextmanager
def open_test_app(home: Path, **values: Any) -> Iterator[AppDriver]:
    """Return a context manager that gives its block the program of `open_app`, and closes it; pygame stays open."""
    app = open_app(home, **values)
    try:
        yield app
    finally:
        app.context.scenes.close_all()
        for images in app.context.card_images.values():
            images.stop()
        app.context.audio.close()
        app.context.storage.close()
        app.context.ui_manager.clear_and_reset()


def open_table(app: AppDriver, match_setup: MatchSetup) -> TableScene:
    """Start a match and return its table, before any event is shown."""
    start_match(app.context, match_setup)
    return app.table_scene


def get_match(scene: TableScene) -> Match:
    """Return the complete match of a table, with hidden cards."""
    return get_full_match(get_session(scene))


def get_record(scene: TableScene) -> Record:
    """Return the complete record of the match of a table."""
    return get_full_record(get_session(scene))


def get_full_match(session: LocalSession) -> Match:
    """Return the match with hidden cards, which scenes never use; tests compare scenes with it."""
    return session.host.match


def get_full_record(session: LocalSession) -> Record:
    """Return the record with hidden cards, for the same use."""
    return session.host.record


def set_screen_seats(session: LocalSession, viewer: int | None, awaited_seat: int | None) -> None:
    """Show the hand of ``viewer``, or the hand-over screen for ``awaited_seat``, without play."""
    assert session.hot_seat is not None
    session.hot_seat.viewer, session.hot_seat.awaited_seat = viewer, awaited_seat


def show_chat_message(session: LocalSession, seat: int, text: str) -> None:
    """Show a chat message of ``seat``, whether it is allowed or not."""
    session.host.chat.say_computer_line(ChatMessage(seat, text))


def get_session(scene: TableScene) -> LocalSession:
    """Return the session of a table, whose host has hidden cards."""
    session = scene.session
    assert isinstance(session, LocalSession)
    return session


def make_settings(**changes: Any) -> Settings:
    return msgspec.structs.replace(SILENT_SETTINGS, **changes)


@lru_cache(maxsize=1)  # of the last program only, so that the others are freed
def mark_has_played(app: AppDriver) -> None:
    """Store that the person has played, so that the menu offers a match."""
    settings = app.context.settings
    own_id = app.storage.get_repository().load_profiles(settings.name, settings.profile)[0].id
    store_has_played(app.context.folders, own_id)


def get_main_menu_class() -> Callable[[AppContext], Scene]:
    from ui.scenes.main_menu.scene import MainMenuScene

    return MainMenuScene
