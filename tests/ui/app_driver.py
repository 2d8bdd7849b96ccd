"""The program's window on the dummy driver, with time, storage and workers in the test's hand."""

from __future__ import annotations

import os

from tests.session_driver import get_awaited_seat

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from math import inf
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
import pygame
import pygame_gui

from game.lessons.progress import store_lessons_offered
from game.match.match import Match
from game.match.record import Record
from game.match.setup import MatchSetup
from game.session.local import LocalSession
from game.session.penalties import ChatMessage
from game.storage.files import Folders
from game.storage.matches import MatchRepository
from tests.fakes import FakeClock, FakeStorageThread, FakeWorker, make_folders
from ui.app.app import App
from ui.app.context import AppContext
from ui.app.match_launcher import start_match
from ui.app.routes import make_router
from ui.app.scene import Scene
from ui.app.settings import Settings
from ui.environment import Environment
from ui.graphics.card_images import CardImageCache
from ui.table.scene import TableScene
from ui.widgets.label import LineLabel

FRAME_S = 1 / 60
SceneT = TypeVar("SceneT", bound=Scene)
SILENT_SETTINGS = Settings(sound=False, speed=1.0)
CARD_IMAGE_CACHE = CardImageCache()
"""Cards are drawn once for all tests of a process: that is a third of what a table costs them."""


class AppDriver(App):
    """The program, one frame when asked; it never sleeps."""

    skips_painting = False
    """Whether frames are not painted: most of what they cost, where nobody looks at the picture."""
    player_worker: FakeWorker
    background_worker: FakeWorker

    def __init__(
        self, folders: Folders, settings: Settings, *, size: tuple[int, int], seed: int, card_images: CardImageCache
    ) -> None:
        self.clock, self.frame_seconds = FakeClock(), FRAME_S
        environment = Environment(
            clock=self.clock,
            now=self.clock,
            seed_rng=Random(seed),
            open_storage=lambda folders, now, _clock: FakeStorageThread(folders, now),
            make_worker=FakeWorker,
            make_frame_clock=lambda: _FakeFrameClock(self),
        )
        super().__init__(
            folders, settings, make_router, size=size, environment=environment, card_image_cache=card_images
        )
        assert isinstance(self.context.storage, FakeStorageThread)
        self.storage = self.context.storage
        self.background_worker.stop_at = 0  # no test goes through a match unawares
        self.frame_budget_ms = inf

    def read_events(self) -> list[pygame.event.Event]:
        return pygame.event.get()

    def paint(self, surface: pygame.Surface) -> None:
        if not self.skips_painting:
            super().paint(surface)

    @property
    def table_scene(self) -> TableScene:
        """The table that is shown, or that lies under the scene that is shown."""
        return next(scene for scene in reversed(self.context.scenes) if isinstance(scene, TableScene))

    def advance_frame(self, seconds: float = FRAME_S) -> None:
        """One frame that takes so long."""
        self.clock.advance(seconds)
        self.frame_seconds = seconds
        self.run_frame()

    def advance_until(self, condition: Callable[[], bool], seconds: float = FRAME_S, max_frames: int = 5000) -> None:
        """Frames until something is so; AssertionError if it never is."""
        for _frame in range(max_frames):
            if condition():
                return
            self.advance_frame(seconds)
        raise AssertionError("it never came")

    def wait_for_card_images(self) -> None:
        """Wait until the cards that a table waits for are drawn."""
        for images in self.context.card_images.values():
            images.wait()

    def advance_to_hand_over(self) -> None:
        """Skip what moves until the screen is covered for the next person."""

        def is_hand_over_shown() -> bool:
            self.table_scene.skip_animations()
            return get_awaited_seat(self.table_scene.session) is not None

        self.advance_until(is_hand_over_shown)
        self.advance_frame()

    def advance_to_other_person(self) -> None:
        """As `advance_to_hand_over`; who takes a trick leads to the next one himself, with his first card, and is not
        asked for."""

        def is_hand_over_shown() -> bool:
            self.table_scene.skip_animations()
            if self.table_scene.session.is_your_turn:
                self.press_key(pygame.K_1)
            return get_awaited_seat(self.table_scene.session) is not None

        self.advance_until(is_hand_over_shown)
        self.advance_frame()

    def post_event(self, kind: int, **values: Any) -> None:
        """An event, and a frame in which it is handled."""
        pygame.event.post(pygame.event.Event(kind, **values))
        self.advance_frame()

    def press_key(self, key: int, mod: int = 0, unicode: str = "") -> None:
        """A key pressed and let go."""
        self.post_event(pygame.KEYDOWN, key=key, mod=mod, unicode=unicode, scancode=0)
        self.post_event(pygame.KEYUP, key=key, mod=mod, unicode=unicode, scancode=0)

    def click(self, point: tuple[float, float]) -> None:
        """The left button, pressed and let go."""
        pos = (round(point[0]), round(point[1]))
        pygame.mouse.set_pos(pos)
        self.context.ui_manager.mouse_position = pos
        self.post_event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0), touch=False)
        self.post_event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=False)
        self.post_event(pygame.MOUSEBUTTONUP, pos=pos, button=1, touch=False)
        self.advance_frame()

    def resize(self, size: tuple[int, int]) -> None:
        """The person pulls the window to another size."""
        pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.event.clear()
        self.post_event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])

    def click_button(self, widget_id: str) -> None:
        """Click the button of this id."""
        self.click(self.get_button(widget_id).get_abs_rect().center)

    def replace_routes(self, **routes: Any) -> None:
        """Open other things than scenes. The method of a named tuple has an underscore, and is public."""
        self.context.router = self.context.router._replace(**routes)

    def get_button(self, widget_id: str) -> pygame_gui.elements.UIButton:
        """Return the visible button of this id. AssertionError names the ids there are."""
        widget = self.context.scenes.top.focus.find(widget_id)
        if isinstance(widget, pygame_gui.elements.UIButton) and widget.visible:
            return widget
        raise AssertionError(f"no button {widget_id!r} among {self.widget_ids}")

    def get_button_text(self, widget_id: str) -> str:
        """Return what is written on the button of this id, for tests of the text itself."""
        text: str = self.get_button(widget_id).text
        return text

    def get_widget(self, widget_id: str) -> Any:
        """Return the widget of this id. AssertionError names the ids there are."""
        widget = self.context.scenes.top.focus.find(widget_id)
        assert widget is not None, f"no widget {widget_id!r} among {self.widget_ids}"
        return widget

    @property
    def widget_ids(self) -> list[str]:
        """The ids of the visible widgets of the scene shown, in the order of Tab."""
        focus = self.context.scenes.top.focus
        return [widget_id for widget_id, widget in zip(focus.ids, focus.widgets, strict=True) if widget.visible]

    def expect_scene(self, kind: type[SceneT]) -> SceneT:
        """The scene that is shown, which is of this kind. AssertionError if it is another."""
        scene = self.context.scenes.top
        assert isinstance(scene, kind)
        return scene

    def show_over(self, scene: SceneT) -> SceneT:
        """Show a scene over the one shown, with what its first frames bring."""
        self.context.scenes.push(scene)
        self.advance_frame()
        self.advance_frame()
        return scene

    def can_other_window_claim(self, match_id: int) -> bool:
        """Whether another window can take the match."""
        other_repository = MatchRepository(self.context.folders, self.clock)
        try:
            return other_repository.claim_match(match_id)
        finally:
            other_repository.close()

    def list_line_texts(self) -> list[str]:
        """What the `LineLabel` widgets of the scene shown say, those left out that say nothing."""
        return [widget.text for widget in self.list_widgets() if isinstance(widget, LineLabel) and widget.text]

    def list_widgets(self) -> list[Any]:
        """Every widget of the scene shown."""
        return list(self.context.ui_manager.get_sprite_group().sprites())


class _FakeFrameClock:
    """A pygame clock by hand."""

    def __init__(self, app: AppDriver) -> None:
        self._app = app

    def tick(self, _framerate: float = 0, /) -> float:
        return self._app.frame_seconds * 1000


def open_app(
    home: Path, *, size: tuple[int, int] = (1280, 720), settings: Settings = SILENT_SETTINGS, seed: int = 1,
    card_images: CardImageCache = CARD_IMAGE_CACHE,
) -> AppDriver:  # fmt: skip
    """The program with its window open and no scene yet; its things are kept below ``home``."""
    pygame_gui.core.utility.set_default_manager(None)
    app = AppDriver(make_folders(home), settings, size=size, seed=seed, card_images=card_images)
    while app.context.tasks.is_busy:
        app.context.tasks.update()
    pygame.mouse.set_pos((0, 0))  # not on a card, wherever the test before left it
    pygame.event.clear()
    return app


@contextmanager
def open_test_app(home: Path, **values: Any) -> Iterator[AppDriver]:
    """`open_app`, closed at the end."""
    app = open_app(home, **values)
    try:
        yield app
    finally:
        close_app(app)


def close_app(app: AppDriver) -> None:
    """Leave every scene and close the journal; pygame goes on for the next test."""
    app.context.scenes.close_all()
    for images in app.context.card_images.values():
        images.stop()
    app.context.storage.close()
    app.context.ui_manager.clear_and_reset()


def open_table(app: AppDriver, match_setup: MatchSetup) -> TableScene:
    """A new match, its table shown; nothing of it has been shown yet."""
    start_match(app.context, match_setup)
    return app.table_scene


def get_match(scene: TableScene) -> Match:
    """The whole match that is played at a table, as no seat may see it."""
    return get_full_match(get_session(scene))


def get_record(scene: TableScene) -> Record:
    """The whole record of the match that is played at a table."""
    return get_full_record(get_session(scene))


def get_full_match(session: LocalSession) -> Match:
    """The match with what no seat may see: private, so that no scene reads it; a test checks scenes against it."""
    return session.host.match


def get_full_record(session: LocalSession) -> Record:
    """The record with what no seat may see: private for the same reason."""
    return session.host.record


def set_screen_seats(session: LocalSession, viewer: int | None, awaited_seat: int | None) -> None:
    """Turn the screen to ``viewer``, or cover it for ``awaited_seat``, as play would: only tests need it
    without play.
    """
    assert session.hot_seat is not None
    session.hot_seat.viewer, session.hot_seat.awaited_seat = viewer, awaited_seat


def show_chat_message(session: LocalSession, seat: int, text: str) -> None:
    """Let ``seat`` say something, whether it may or not: only tests need it without play."""
    session.host._state.say_computer_line(ChatMessage(seat, text))


def get_session(scene: TableScene) -> LocalSession:
    """The table that a scene shows, with what no seat may see."""
    session = scene.session
    assert isinstance(session, LocalSession)
    return session


def make_settings(**changes: Any) -> Settings:
    return msgspec.structs.replace(SILENT_SETTINGS, **changes)


@cache
def mark_lessons_offered(app: AppDriver) -> None:
    """Who sits here has been shown the lessons before: the menu offers him a match."""
    settings = app.context.settings
    own_id = app.storage.get_repository().load_profiles(settings.name, settings.profile)[0].id
    store_lessons_offered(app.context.folders, own_id)


def get_main_menu_class() -> Callable[[AppContext], Scene]:
    """What makes the menu."""
    from ui.scenes.main_menu.scene import MainMenuScene

    return MainMenuScene
