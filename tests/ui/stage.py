"""The program's window on the dummy driver, with time, storage and mind in the test's hand."""

from __future__ import annotations

import os

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

from game.analysis.study import Study
from game.local_table import LocalTable
from game.match import Match
from game.record import Record
from game.seating import Seating
from game.store.files import Folders
from game.store.lessons import offer_lessons
from tests.fakes import Clock, Mind, SetterByHand, StorageByHand, folders_in
from ui.app import App
from ui.environment import Environment
from ui.hanging import hang
from ui.matches import begin
from ui.scene import Scene, Stage
from ui.settings import Settings
from ui.table.scene import TableScene
from ui.widgets.words import Line

FRAME = 1 / 60
SceneT = TypeVar("SceneT", bound=Scene)
SILENT = Settings(sound=False, speed=1.0)


class AppByHand(App):
    """The program, one frame when asked; it never sleeps."""

    unseen = False
    """Whether frames are not painted: most of what they cost, where nobody looks at the picture."""

    def __init__(self, folders: Folders, settings: Settings, *, size: tuple[int, int], seed: int) -> None:
        self.clock, self.frame_seconds = Clock(), FRAME
        environment = Environment(
            clock=self.clock,
            now=self.clock,
            seed_rng=Random(seed),
            open_storage=lambda folders, now, _clock: StorageByHand(folders, now),
            make_player_worker=Mind,
            make_analysis=Unbegun,
            make_exercise_worker=SetterByHand,
            make_frame_clock=lambda: _Ticks(self),
        )
        super().__init__(folders, settings, hang, size=size, environment=environment)
        assert isinstance(self.stage.storage, StorageByHand)
        assert isinstance(self.thinker, Mind)
        self.storage, self.mind = self.stage.storage, self.thinker
        self.frame_budget_ms = inf

    def read_events(self) -> list[pygame.event.Event]:
        return pygame.event.get()

    def paint(self, surface: pygame.Surface) -> None:
        if not self.unseen:
            super().paint(surface)

    @property
    def table(self) -> TableScene:
        """The table that is shown, or that lies under the scene that is shown."""
        return next(scene for scene in reversed(self.stage.scenes) if isinstance(scene, TableScene))

    def step(self, seconds: float = FRAME) -> None:
        """One frame that takes so long."""
        self.clock.go(seconds)
        self.frame_seconds = seconds
        self.frame()

    def steps(self, until: Callable[[], bool], seconds: float = FRAME, most: int = 5000) -> None:
        """Frames until something is so; AssertionError if it never is."""
        for _frame in range(most):
            if until():
                return
            self.step(seconds)
        raise AssertionError("it never came")

    def drawn(self) -> None:
        """Wait until the cards that a table waits for are drawn."""
        for art in self.stage.arts.values():
            art.wait()

    def to_cover(self) -> None:
        """Skip what moves until the screen is covered for the next person."""

        def covered() -> bool:
            self.table.skip()
            return self.table.table.cover is not None

        self.steps(covered)
        self.step()

    def to_the_other(self) -> None:
        """As `to_cover`; who takes a trick leads to the next one himself, with his first card, and is not asked for."""

        def covered() -> bool:
            self.table.skip()
            if self.table.table.your_turn:
                self.key(pygame.K_1)
            return self.table.table.cover is not None

        self.steps(covered)
        self.step()

    def post(self, kind: int, **values: Any) -> None:
        """An event, and a frame in which it is handled."""
        pygame.event.post(pygame.event.Event(kind, **values))
        self.step()

    def key(self, key: int, mod: int = 0, unicode: str = "") -> None:
        """A key pressed and let go."""
        self.post(pygame.KEYDOWN, key=key, mod=mod, unicode=unicode, scancode=0)
        self.post(pygame.KEYUP, key=key, mod=mod, unicode=unicode, scancode=0)

    def click(self, where: tuple[float, float]) -> None:
        """The left button, pressed and let go."""
        pos = (round(where[0]), round(where[1]))
        pygame.mouse.set_pos(pos)
        self.stage.manager.mouse_position = pos
        self.post(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0), touch=False)
        self.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=False)
        self.post(pygame.MOUSEBUTTONUP, pos=pos, button=1, touch=False)
        self.step()

    def resize(self, size: tuple[int, int]) -> None:
        """The person pulls the window to another size."""
        pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.event.clear()
        self.post(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])

    def press(self, widget_id: str) -> None:
        """Click the button of this id."""
        self.click(self.button(widget_id).get_abs_rect().center)

    def replace_doors(self, **doors: Any) -> None:
        """Open other things than scenes. The method of a named tuple has an underscore, and is public."""
        self.stage.doors = self.stage.doors._replace(**doors)

    def button(self, widget_id: str) -> pygame_gui.elements.UIButton:
        """Return the visible button of this id. AssertionError names the ids there are."""
        widget = self.stage.scene.focus.find(widget_id)
        if isinstance(widget, pygame_gui.elements.UIButton) and widget.visible:
            return widget
        raise AssertionError(f"no button {widget_id!r} among {self.ids}")

    def words_of(self, widget_id: str) -> str:
        """Return what is written on the button of this id, for tests of the text itself."""
        words: str = self.button(widget_id).text
        return words

    def widget(self, widget_id: str) -> Any:
        """Return the widget of this id. AssertionError names the ids there are."""
        widget = self.stage.scene.focus.find(widget_id)
        assert widget is not None, f"no widget {widget_id!r} among {self.ids}"
        return widget

    @property
    def ids(self) -> list[str]:
        """The ids of the visible widgets of the scene shown, in the order of Tab."""
        focus = self.stage.scene.focus
        return [one for one, widget in zip(focus.ids, focus.widgets, strict=True) if widget.visible]

    def shows(self, kind: type[SceneT]) -> SceneT:
        """The scene that is shown, which is of this kind. AssertionError if it is another."""
        scene = self.stage.scene
        assert isinstance(scene, kind)
        return scene

    def over(self, scene: SceneT) -> SceneT:
        """Show a scene over the one shown, with what its first frames bring."""
        self.stage.push(scene)
        self.step()
        self.step()
        return scene

    def lines(self) -> list[str]:
        """What the `Line` widgets of the scene shown say, those left out that say nothing."""
        return [one.words for one in self.widgets() if isinstance(one, Line) and one.words]

    def widgets(self) -> list[Any]:
        """Every widget of the scene shown."""
        return list(self.stage.manager.get_sprite_group().sprites())


class Unbegun(Study):
    """An analysis that is asked for and never begins: no test starts a process unawares."""

    def start(self) -> None: ...

    def join(self, timeout_s: float) -> bool:
        return True


class _Ticks:
    """A pygame clock by hand."""

    def __init__(self, app: AppByHand) -> None:
        self._app = app

    def tick(self, _framerate: float = 0, /) -> float:
        return self._app.frame_seconds * 1000


def open_app(
    home: Path, *, size: tuple[int, int] = (1280, 720), settings: Settings = SILENT, seed: int = 1
) -> AppByHand:
    """The program with its window open and no scene yet; its things are kept below ``home``."""
    pygame_gui.core.utility.set_default_manager(None)
    app = AppByHand(folders_in(home), settings, size=size, seed=seed)
    pygame.mouse.set_pos((0, 0))  # not on a card, wherever the test before left it
    pygame.event.clear()
    return app


@contextmanager
def opened(home: Path, **values: Any) -> Iterator[AppByHand]:
    """`open_app`, closed at the end."""
    app = open_app(home, **values)
    try:
        yield app
    finally:
        close(app)


def close(app: AppByHand) -> None:
    """Leave every scene and close the journal; pygame goes on for the next test."""
    while app.stage.scenes:
        app.stage.scenes.pop().leave()
    for art in app.stage.arts.values():
        art.stop()
    app.stage.storage.close()
    app.stage.manager.clear_and_reset()


def at_table(app: AppByHand, seats: Seating) -> TableScene:
    """A new match, its table shown; nothing of it has been shown yet."""
    begin(app.stage, seats)
    return app.table


def match_at(scene: TableScene) -> Match:
    """The whole match that is played at a table, as no seat may see it."""
    return whole_match(behind(scene))


def record_at(scene: TableScene) -> Record:
    """The whole record of the match that is played at a table."""
    return whole_record(behind(scene))


def whole_match(table: LocalTable) -> Match:
    """The match with what no seat may see: private, so that no scene reads it; a test checks scenes against it."""
    return table.match


def whole_record(table: LocalTable) -> Record:
    """The record with what no seat may see: private for the same reason."""
    return table.record


def turn_screen(table: LocalTable, viewer: int | None, cover: int | None) -> None:
    """Turn the screen to ``viewer``, or cover it for ``cover``, as play would: only tests need it without play."""
    screen = table._screen
    screen.viewer, screen.cover = viewer, cover


def behind(scene: TableScene) -> LocalTable:
    """The table that a scene shows, with what no seat may see."""
    table = scene.table
    assert isinstance(table, LocalTable)
    return table


def settings(**changes: Any) -> Settings:
    return msgspec.structs.replace(SILENT, **changes)


@cache
def no_newcomer(app: AppByHand) -> None:
    """Who sits here has been shown the lessons before: the menu offers him a match."""
    offer_lessons(app.stage.folders, app.stage.settings.called)


def menu() -> Callable[[Stage], Scene]:
    """What makes the menu."""
    from ui.scenes.menu import Menu

    return Menu
