"""What a frame takes and what an idle window takes, on a real screen and on none: a part of ``tools.benchmarks``.

``python -m tools.benchmarks.frames DRIVER WIDTHxHEIGHT [--quick]`` measures one of them in this process.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

if __name__ == "__main__":
    os.environ["SDL_VIDEODRIVER"] = sys.argv[1]
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.ai.worker import Thinker
from game.rules import GAMES
from game.seating import PERSON
from game.store.files import Folders
from tests.fakes import seating
from tests.helpers import fresh, playout, recorded
from tools import ROOT
from tools.text_tables import head, percentile, row
from ui.app import SETTLING, THINKING_LIMIT, App
from ui.environment import Environment, PlayerWorker
from ui.hanging import hang
from ui.matches import begin
from ui.scenes.help import Help
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.scenes.settings import SettingsScene
from ui.settings import Settings
from ui.studies import Studies
from ui.table.result import Result
from ui.table.scene import TableScene

SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
IDLE_SECONDS = 8.0


def driver() -> str:
    """The screen that is painted on: ``dummy`` is none."""
    return os.environ["SDL_VIDEODRIVER"]


class Work(NamedTuple):
    """Milliseconds of one frame by the clock and of the main thread, without the waiting for it."""

    wall: float
    cpu: float
    painted: bool = True


class MeasuredApp(App):
    """The program; it sleeps only while it ``may_sleep``."""

    may_sleep = False

    def __init__(
        self, folders: Folders, settings: Settings, size: tuple[int, int], *, thinking_ms: int = THINKING_LIMIT,
        make_player_worker: Callable[[int], PlayerWorker] = Thinker,
    ) -> None:  # fmt: skip
        self.waiting = FrameClock()
        environment = Environment(
            seed_rng=Random(1), make_player_worker=make_player_worker, make_frame_clock=lambda: self.waiting
        )
        super().__init__(folders, settings, hang, size=size, thinking_ms=thinking_ms, environment=environment)

    def read_events(self) -> list[pygame.event.Event]:
        return super().read_events() if self.may_sleep else pygame.event.get()


@contextmanager
def window(
    size: tuple[int, int], make_player_worker: Callable[[int], PlayerWorker] = Thinker
) -> Iterator[MeasuredApp]:
    """The whole program with its own storage thread and thinking process."""
    with tempfile.TemporaryDirectory() as home:
        folders = Folders(Path(home) / "data", Path(home) / "config", Path(home) / "log")
        folders.prepare()
        app = MeasuredApp(folders, Settings(sound=False), size, make_player_worker=make_player_worker)
        try:
            yield app
        finally:
            app.close()


class FrameClock:
    """The program's clock, that a frame's own time is measured without it."""

    def __init__(self) -> None:
        self._clock = pygame.time.Clock()
        self.rest = 0.0

    def tick(self, framerate: float = 0, /) -> float:
        """As `pygame.time.Clock.tick`."""
        begin_at = time.perf_counter()
        past = self._clock.tick(framerate)
        self.rest += time.perf_counter() - begin_at
        return past


def frame(app: MeasuredApp) -> Work:
    """One frame, without the waiting for the next."""
    app.waiting.rest = 0.0
    before = app.painter.painted
    wall, cpu = time.perf_counter(), time.thread_time()
    app.frame()
    wall, cpu = (time.perf_counter() - wall - app.waiting.rest) * 1e3, (time.thread_time() - cpu) * 1e3
    return Work(wall, cpu, app.painter.painted > before)


def work_of(app: MeasuredApp, most: int, reached: Callable[[App], bool] = lambda _app: True) -> list[Work]:
    """So many frames for which ``reached`` says so, or as many as there are before a result is shown."""
    spent: list[Work] = []
    while len(spent) < most and not isinstance(app.stage.scene, Result):
        one = frame(app)
        if reached(app):
            spent.append(one)
    return spent


def hard(_level: str, view: Any, rng: Random, _limit: Any, _character: Any) -> Any:
    """A player that thinks for most of a second, as a strong one would."""
    due = time.perf_counter() + 0.8
    while time.perf_counter() < due:
        rng.random()
    return view.choices[0]


# -- the table of figures


def show(name: str, spent: list[Work]) -> None:
    """A line about some frames."""
    walls, cpus = [one.wall for one in spent], [one.cpu for one in spent]
    figures = (median(walls), percentile(walls, 0.99), max(walls), median(cpus), percentile(cpus, 0.99), max(cpus))
    row(name, *(f"{one:.2f}" for one in figures), str(len(spent)))


def moving(size: tuple[int, int], count: int) -> None:
    """Cards moving at tables of every game, each anew; only frames that painted something count, the first apart.

    Before the first, a table waits for its pictures: how long, is told too.
    """
    first, rest, waited = list[Work](), list[Work](), list[float]()
    with window(size) as app:
        for game in GAMES:
            app.stage.go(Menu(app.stage))
            settle(app)
            begin(app.stage, seating("club " * (GAMES[game].seats[-1] - 1) + "club", game=game))
            began = time.perf_counter()
            spent = work_of(app, 1)
            while not spent[-1].painted:
                spent += work_of(app, 1)
            waited.append((time.perf_counter() - began) * 1e3)
            spent += work_of(app, count // len(GAMES))
            painted = [one for one in spent if one.painted]
            first += painted[:3]
            rest += painted[3:]
    show("cards moving, frames that paint", rest)
    show("the first three painted frames of a table", first)
    row("until a table is seen", f"{median(waited):.0f}", "", f"{max(waited):.0f}")


def hardly(size: tuple[int, int], count: int) -> None:
    """Cards moving while a computer thinks as hard as it can."""
    chooser = "tools.benchmarks.frames:hard"
    with window(size, partial(Thinker, chooser=chooser)) as app:
        app.stage.push(Menu(app.stage))
        begin(app.stage, seating("club club club club"))
        show("a computer thinks hard", work_of(app, count))


def analysed(size: tuple[int, int], count: int) -> None:
    """Cards moving at a table while a match of ten deals is gone through beside it."""
    with window(size) as app:
        app.stage.push(Menu(app.stage))
        match = fresh("chiamata", seats=5, match_deals=10)
        record = recorded(match, list(playout(match, "frames", deals=60)))
        storage, studies = app.stage.storage, next(one for one in app.stage.besides if isinstance(one, Studies))
        number = storage.create(record, (PERSON, *["club"] * 4), 1, {}).result()
        app.stage.doors.analysis(number)
        while not studies.of(number).done[0]:
            frame(app)
        begin(app.stage, seating("club club club club club", game="chiamata"))
        show("an analysis goes on", work_of(app, count, lambda _app: studies.busy))


def scenes(size: tuple[int, int], rounds: int) -> None:
    """Each scene opened and closed again, with the frames after it."""
    spent: dict[str, list[Work]] = {}
    with window(size) as app:
        app.stage.push(Menu(app.stage))
        settle(app)
        for _round in range(rounds):
            for page in (NewMatch, SettingsScene, Help):
                spent.setdefault(page.__name__, []).extend(opening(app, partial(page, app.stage)))
        begin(app.stage, seating(f"{PERSON} club club club"))
        work_of(app, 120)
        table = app.stage.scene
        assert isinstance(table, TableScene)
        for _round in range(rounds):
            spent.setdefault("Pause", []).extend(opening(app, table.openings.pause))
    for name, one in spent.items():
        show(f"{name} opens and closes", one)


def opening(app: MeasuredApp, make: Callable[[], Any]) -> list[Work]:
    """The frames in which a scene is opened and closed: what is done in an event is part of its frame."""
    spent = []
    acts: tuple[Callable[[], None], ...] = (lambda: made(app, make()), app.stage.back)
    for act in acts:
        wall, cpu = time.perf_counter(), time.thread_time()
        act()
        wall, cpu = (time.perf_counter() - wall) * 1e3, (time.thread_time() - cpu) * 1e3
        one = frame(app)
        spent.append(Work(one.wall + wall, one.cpu + cpu))
        spent += [frame(app) for _more in range(6)]
    return spent


def made(app: App, scene: Any) -> None:
    """Show a scene, unless making it has shown it."""
    if scene is not None:
        app.stage.push(scene)


def settle(app: MeasuredApp) -> None:
    """Frames until nothing moves."""
    for _frame in range(600):
        frame(app)
        if not app.needs_frames:
            return


def idle(size: tuple[int, int]) -> None:
    """What a window takes in which nothing moves: the whole process, as a share of a core."""
    with window(size) as app:
        app.stage.push(Menu(app.stage))
        at_rest("the menu", app)
        app.stage.push(NewMatch(app.stage))
        at_rest("the new match", app)
        begin(app.stage, seating(f"{PERSON} {PERSON}"))
        work_of(app, 60)
        table = app.stage.scene
        assert isinstance(table, TableScene)
        table.uncover()
        table.skip()
        at_rest("a table", app)


def at_rest(name: str, app: MeasuredApp) -> None:
    """Let it be for some seconds."""
    settle(app)
    app.may_sleep = True
    for _frame in range(SETTLING + 1):
        app.frame()
    painted, frames, cpu, end = app.painter.painted, app.painter.frames, time.process_time(), IDLE_SECONDS
    end += time.perf_counter()
    while time.perf_counter() < end:
        app.frame()
    cpu = time.process_time() - cpu
    figures = (app.painter.frames - frames, app.painter.painted - painted)
    row(f"idle: {name}", f"{cpu / IDLE_SECONDS:.2%}", *(f"{one / IDLE_SECONDS:.1f}" for one in figures))


def measure(size: tuple[int, int], quick: bool) -> None:
    """All figures of one size on this process's screen."""
    name = f"{driver()}, {size[0]}x{size[1]}: ms"
    head(name, "median", "p99", "most", "cpu median", "cpu p99", "cpu most", "frames")
    moving(size, 400 if quick else 1600)
    scenes(size, 2 if quick else 5)
    if not quick:
        hardly(size, 300)
        analysed(size, 600)
    row("", "of a core", "woken a second", "painted a second")
    idle(size)


def frames(quick: bool) -> None:
    """The figures of three sizes under both drivers, each in a process of its own."""
    with screen() as display:
        for name in ("x11", "dummy") if display else ("dummy",):
            for size in SIZES:
                words = [sys.executable, "-m", "tools.benchmarks.frames", name, f"{size[0]}x{size[1]}"]
                environment = {**os.environ, "SDL_VIDEODRIVER": name, "DISPLAY": display}
                words += ["--quick"] if quick else []
                subprocess.run(words, cwd=ROOT, check=True, env=environment)


@contextmanager
def screen() -> Iterator[str]:
    """An X server without a screen, as large as the largest size; its name, or nothing if there is none."""
    if shutil.which("Xvfb") is None:
        yield ""
        return
    largest = f"{SIZES[-1][0]}x{SIZES[-1][1]}x24"
    reading, writing = os.pipe()
    words = ["Xvfb", "-displayfd", str(writing), "-screen", "0", largest]
    with subprocess.Popen(words, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        try:
            os.close(writing)
            with os.fdopen(reading) as told:
                yield f":{told.readline().strip()}"
        finally:
            server.terminate()


if __name__ == "__main__":
    wide, high = map(int, sys.argv[2].split("x"))
    measure((wide, high), "--quick" in sys.argv)
