"""Measure frames and idle windows, on a real screen and without one: a part of ``tools.benchmarks``.

``python -m tools.benchmarks.frames DRIVER WIDTHxHEIGHT [--quick]`` measures one case in this process.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple
from unittest.mock import patch

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.benchmarks.frames", description=__doc__)
    parser.add_argument("driver", metavar="DRIVER", help="SDL's name of the display driver, such as dummy or x11")
    parser.add_argument("size", metavar="WIDTHxHEIGHT", help="size of the window in pixels")
    parser.add_argument("--quick", action="store_true", help="measure less")
    arguments = parser.parse_args()
    os.environ["SDL_VIDEODRIVER"] = arguments.driver
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.match.setup import PERSON_KIND
from game.rules import GAMES
from game.storage.files import Folders
from game.storage.matches import MatchRepository
from tests.fakes import make_match_setup
from tests.helpers import make_match, make_record, play_random_actions
from tools import ROOT
from tools.text_tables import get_percentile, print_header, print_row
from ui.app.app import FRAMES_BEFORE_IDLE, MOVE_TIME_LIMIT_MS, App, freeze_gc
from ui.app.match_launcher import start_match
from ui.app.settings import Settings
from ui.environment import Environment
from ui.scenes.analysis.progress import AnalysisProgressScene
from ui.scenes.help.scene import HelpScene
from ui.scenes.house_rules.scene import HouseRulesScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.settings.scene import SettingsScene
from ui.scenes.shortcuts.scene import ShortcutsScene
from ui.table.result.overlay import ResultOverlay
from ui.table.scene import TableScene

WINDOW_SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
IDLE_S = 8.0


def get_video_driver() -> str:
    """Return the name of the SDL video driver; "dummy" has no screen."""
    return os.environ["SDL_VIDEODRIVER"]


class FrameTimes(NamedTuple):
    """The milliseconds of a frame by the clock and of the main thread, without the wait for the next frame."""

    wall_ms: float
    cpu_ms: float
    was_painted: bool = True


class MeasuredApp(App):
    """The program for measurements. It sleeps only if ``can_sleep`` is true."""

    can_sleep = False

    def __init__(
        self, folders: Folders, settings: Settings, size: tuple[int, int], *, thinking_ms: int = MOVE_TIME_LIMIT_MS
    ) -> None:
        self.waiting = WaitTimingClock()
        environment = Environment(seed_rng=Random(1), make_frame_clock=lambda: self.waiting)
        super().__init__(folders, settings, size=size, move_time_limit_ms=thinking_ms, environment=environment)

    def read_events(self) -> list[pygame.event.Event]:
        if not self.can_sleep:
            return pygame.event.get()
        begin_at = time.perf_counter()
        events = super().read_events()
        self.waiting.rest += time.perf_counter() - begin_at
        return events


@contextmanager
def open_window(size: tuple[int, int]) -> Iterator[MeasuredApp]:
    """Return a context manager that gives its block the complete program in a window.

    It has its storage thread and worker process, with folders of its own.
    """
    with tempfile.TemporaryDirectory() as home:
        folders = Folders(Path(home) / "data", Path(home) / "config", Path(home) / "log")
        folders.prepare()
        app = MeasuredApp(folders, Settings(sound=False), size)
        freeze_gc()
        try:
            yield app
        finally:
            app.close()


class WaitTimingClock:
    """A frame clock that measures the time of the waits in ``rest``, in seconds."""

    def __init__(self) -> None:
        self._clock = pygame.time.Clock()
        self.rest = 0.0

    def tick(self, framerate: float = 0, /) -> float:
        """Wait as `pygame.time.Clock.tick` does."""
        begin_at = time.perf_counter()
        past = self._clock.tick(framerate)
        self.rest += time.perf_counter() - begin_at
        return past


def measure_frame(app: MeasuredApp) -> FrameTimes:
    """Run a frame and return its times in milliseconds, by the clock and of the processor, without waits.

    The result also says whether it painted.
    """
    app.waiting.rest = 0.0
    painted_before = app.renderer.painted_frame_count
    wall, cpu = time.perf_counter(), time.thread_time()
    app.run_frame()
    wall, cpu = (time.perf_counter() - wall - app.waiting.rest) * 1e3, (time.thread_time() - cpu) * 1e3
    return FrameTimes(wall, cpu, app.renderer.painted_frame_count > painted_before)


def measure_frames(
    app: MeasuredApp, max_frames: int, counts: Callable[[App], bool] = lambda _app: True
) -> list[FrameTimes]:
    """Run frames and return the times of up to ``max_frames`` frames for which ``counts`` is true.

    Stop earlier if the result of a deal is shown.
    """
    measured: list[FrameTimes] = []
    while len(measured) < max_frames and not isinstance(app.context.scenes.top, ResultOverlay):
        frame_times = measure_frame(app)
        if counts(app):
            measured.append(frame_times)
    return measured


def think_hard(_level: str, view: Any, rng: Random, _limit: Any, _character: Any) -> Any:
    """Return the first legal action after 0.8 seconds of computing, like a strong computer player."""
    deadline = time.perf_counter() + 0.8
    while time.perf_counter() < deadline:
        rng.random()
    return view.legal_actions[0]


# -- tables of figures


def print_frame_times(name: str, frame_times: list[FrameTimes]) -> None:
    """Print a row with the figures of some frames."""
    walls, cpus = [figure.wall_ms for figure in frame_times], [figure.cpu_ms for figure in frame_times]
    figures = (
        median(walls),
        get_percentile(walls, 0.99),
        max(walls),
        median(cpus),
        get_percentile(cpus, 0.99),
        max(cpus),
    )
    print_row(name, *(f"{figure:.2f}" for figure in figures), str(len(frame_times)))


def report_moving_cards(size: tuple[int, int], count: int) -> None:
    """Print the frame times while cards move, at a table of each game.

    ``size``: of the window, in pixels; ``count``: the number of frames at all tables together. Only painted frames
    count, and the first three of each table have a row of their own. The last row is the time until a new table is
    painted.
    """
    first_frames, other_frames, waits = list[FrameTimes](), list[FrameTimes](), list[float]()
    with open_window(size) as app:
        for game in GAMES:
            app.context.scenes.replace(MainMenuScene(app.context))
            run_until_still(app)
            start_match(app.context, make_match_setup("club " * (GAMES[game].seat_counts[-1] - 1) + "club", game=game))
            start = time.perf_counter()
            frame_times = measure_frames(app, 1)
            while not frame_times[-1].was_painted:
                frame_times += measure_frames(app, 1)
            waits.append((time.perf_counter() - start) * 1e3)
            frame_times += measure_frames(app, count // len(GAMES))
            painted = [times for times in frame_times if times.was_painted]
            first_frames += painted[:3]
            other_frames += painted[3:]
    print_frame_times("cards moving, frames that paint", other_frames)
    print_frame_times("the first three painted frames of a table", first_frames)
    print_row("until a table is seen", f"{median(waits):.0f}", "", f"{max(waits):.0f}")


def report_while_thinking(size: tuple[int, int], count: int) -> None:
    """Print the frame times while cards move and a computer player computes.

    ``size``: of the window, in pixels; ``count``: the number of frames to count.
    """
    with patch("game.ai.client.CHOOSE_FUNCTION", "tools.benchmarks.frames:think_hard"), open_window(size) as app:
        app.context.scenes.push(MainMenuScene(app.context))
        start_match(app.context, make_match_setup("club club club club"))
        print_frame_times("a computer thinks hard", measure_frames(app, count))


def report_while_analyzing(size: tuple[int, int], count: int) -> None:
    """Print the frame times while cards move and a match of ten deals is analyzed in the background.

    ``size``: of the window, in pixels; ``count``: the most frames to count, only those during the analysis.
    """
    with open_window(size) as app:
        app.context.scenes.push(MainMenuScene(app.context))
        match = make_match("chiamata", seats=5, match_deals=10)
        record = make_record(match, list(play_random_actions(match, "frames", deal_count=60)))
        number = app.context.storage.call(
            MatchRepository.create_match, record, (PERSON_KIND, *["club"] * 4), 1, {}
        ).result()
        app.context.router.open_analysis(number)
        progress_scene = app.context.scenes.top
        assert isinstance(progress_scene, AnalysisProgressScene)
        job = progress_scene.job
        while not job.progress[0]:
            measure_frame(app)
        start_match(app.context, make_match_setup("club club club club club", game="chiamata"))
        print_frame_times("an analysis goes on", measure_frames(app, count, lambda _app: job.is_busy))


def report_scenes(size: tuple[int, int], rounds: int) -> None:
    """Print the frame times when scenes open and close, ``rounds`` times each.

    ``size``: of the window, in pixels.
    """
    times_by_name: dict[str, list[FrameTimes]] = {}
    with open_window(size) as app:
        app.context.scenes.push(MainMenuScene(app.context))
        run_until_still(app)
        for _round in range(rounds):
            for page in (NewMatchScene, SettingsScene, HouseRulesScene, ShortcutsScene, HelpScene):
                measure_open_and_close(app, page.__name__, partial(page, app.context), times_by_name)
        start_match(app.context, make_match_setup(f"{PERSON_KIND} club club club"))
        measure_frames(app, 120)
        table = app.context.scenes.top
        assert isinstance(table, TableScene)
        for _round in range(rounds):
            measure_open_and_close(app, "Pause", table.open_pause, times_by_name)
    for name, frame_times in times_by_name.items():
        print_frame_times(name, frame_times)


def measure_open_and_close(
    app: MeasuredApp, name: str, open_scene: Callable[[], Any], times_by_name: dict[str, list[FrameTimes]]
) -> None:
    """Open and close a scene, as a key or a click does in a frame, and add the times of this frame and of the next."""
    changes: tuple[tuple[str, Callable[[], None]], ...] = (
        (f"{name} opens", lambda: push_unless_shown(app, open_scene())),
        (f"{name} closes", app.context.scenes.pop),
    )
    for row_name, change_scene in changes:
        change_in_next_frame(app, change_scene)
        times = times_by_name.setdefault(row_name, [])
        times += [measure_frame(app) for _frame in range(7)]


def change_in_next_frame(app: App, change_scene: Callable[[], None]) -> None:
    """Have ``change_scene`` called in the next frame."""
    frame = Future[None]()
    app.context.tasks.submit(frame, lambda _none: change_scene())
    frame.set_result(None)


def push_unless_shown(app: App, scene: Any) -> None:
    """Push the scene; None means that it has been pushed already."""
    if scene is not None:
        app.context.scenes.push(scene)


def run_until_still(app: MeasuredApp) -> None:
    """Run frames until nothing moves, at most 600."""
    for _frame in range(600):
        measure_frame(app)
        if not app.needs_frames:
            return


def report_idle(size: tuple[int, int]) -> None:
    """Print the share of a core that the process uses while nothing moves in the window."""
    with open_window(size) as app:
        app.context.scenes.push(MainMenuScene(app.context))
        report_idle_window("the menu", app)
        app.context.scenes.push(NewMatchScene(app.context))
        report_idle_window("the new match", app)
        start_match(app.context, make_match_setup(f"{PERSON_KIND} {PERSON_KIND}"))
        measure_frames(app, 60)
        table = app.context.scenes.top
        assert isinstance(table, TableScene)
        table.confirm_hand_over()
        table.skip_animations()
        report_idle_window("a table", app)


def report_idle_window(name: str, app: MeasuredApp) -> None:
    """Print the figures of `IDLE_S` seconds in which the window is idle."""
    run_until_still(app)
    app.can_sleep = True
    for _frame in range(FRAMES_BEFORE_IDLE + 1):
        app.run_frame()
    painted, frames, cpu, deadline = (
        app.renderer.painted_frame_count,
        app.renderer.frame_count,
        time.process_time(),
        IDLE_S,
    )
    deadline += time.perf_counter()
    while time.perf_counter() < deadline:
        app.run_frame()
    cpu = time.process_time() - cpu
    figures = (app.renderer.frame_count - frames, app.renderer.painted_frame_count - painted)
    print_row(f"idle: {name}", f"{cpu / IDLE_S:.2%}", *(f"{frame_count / IDLE_S:.1f}" for frame_count in figures))


def report_size(size: tuple[int, int], is_quick: bool) -> None:
    """Print all figures for one window size on the screen of this process."""
    name = f"{get_video_driver()}, {size[0]}x{size[1]}: ms"
    print_header(name, "median", "p99", "most", "cpu median", "cpu p99", "cpu most", "frames")
    report_moving_cards(size, 400 if is_quick else 1600)
    report_scenes(size, 2 if is_quick else 5)
    if not is_quick:
        report_while_thinking(size, 300)
        report_while_analyzing(size, 600)
    print_row("", "of a core", "woken a second", "painted a second")
    report_idle(size)


def report_all_sizes(is_quick: bool) -> None:
    """Print the figures of each window size on both drivers, each in a process of its own."""
    with start_x_server() as display:
        for name in ("x11", "dummy") if display else ("dummy",):
            for size in WINDOW_SIZES:
                command = [sys.executable, "-m", "tools.benchmarks.frames", name, f"{size[0]}x{size[1]}"]
                environment = {**os.environ, "SDL_VIDEODRIVER": name, "DISPLAY": display}
                command += ["--quick"] if is_quick else []
                subprocess.run(command, cwd=ROOT, check=True, env=environment)


@contextmanager
def start_x_server() -> Iterator[str]:
    """Return a context manager that starts an X server without a screen.

    Its block gets the display name, or "" if Xvfb is not installed.
    """
    if shutil.which("Xvfb") is None:
        yield ""
        return
    largest = f"{WINDOW_SIZES[-1][0]}x{WINDOW_SIZES[-1][1]}x24"
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", largest]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        try:
            os.close(writing)
            with os.fdopen(reading) as display_output:
                yield f":{display_output.readline().strip()}"
        finally:
            server.terminate()


if __name__ == "__main__":
    width, height = map(int, arguments.size.split("x"))
    report_size((width, height), arguments.quick)
