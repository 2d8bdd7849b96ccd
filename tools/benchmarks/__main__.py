"""How fast the program is on this machine: ``python -m tools.benchmarks [--quick]``. Figures, not tests."""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame

from game.ai.batch.playout import Batch, start_of
from game.ai.batch.policy import by_table, uniform
from game.ai.learned import learned
from game.ai.worker import Thinker
from game.engine.actions import Deal
from game.engine.tricks import Tricks
from game.fairness import shuffled
from game.match import Match
from game.rules import GAMES
from tests.fakes import seating
from tests.helpers import deal, fresh, play
from tools import ROOT
from tools.benchmarks.comparison import compare, moves
from tools.benchmarks.frames import driver, frames, window, work_of
from tools.benchmarks.histories import histories
from tools.text_tables import head, row
from tools.training.games.chiamata import Called
from ui.art import Art
from ui.matches import begin
from ui.scene import Stage
from ui.scenes.menu import Menu
from ui.settings import Settings
from ui.table.result import Result
from ui.table.scene import TableScene

SIZES = ((1280, 720), (1920, 1080))
SLOW_MS = 2.0


# -- the rules ----------------------------------------------------------------------------------------


DEALS = 100
"""So many in a row are timed; the figure is the median of several such rows."""


def rules(runs: int) -> None:
    """Uniformly random legal actions, one core: through the match, as the program plays, and through the phases."""
    head("random deals a second through the readable rules", "match, wall", "match, cpu", "phases, wall", "phases, cpu",
         "us an action")  # fmt: skip
    for game in GAMES:
        for seats in GAMES[game].seats:
            match = fresh(game, seats=seats)
            by_match, by_phases = timed(runs, match, deal_of_match), timed(runs, match, deal_of_phases)
            speeds = (by_match.wall, by_match.cpu, by_phases.wall, by_phases.cpu)
            row(f"{game}, {seats} seats", *(f"{DEALS / one:.0f}" for one in speeds), f"{by_match.action * 1e6:.1f}")


class Timed(NamedTuple):
    """Seconds that `DEALS` deals took by the clock and of this process, and of the process for one action."""

    wall: float
    cpu: float
    action: float


def timed(runs: int, match: Match, deal: Callable[[Match, Random], int]) -> Timed:
    walls, cpus, each = list[float](), list[float](), list[float]()
    for run in range(runs + 1):
        rng = Random(run)
        wall, cpu = time.perf_counter(), time.process_time()
        actions = sum(deal(match, rng) for _deal in range(DEALS))
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        if run:  # the first only warms the caches
            walls.append(wall)
            cpus.append(cpu)
            each.append(cpu / actions)
    return Timed(statistics.median(walls), statistics.median(cpus), statistics.median(each))


def deal_of_match(match: Match, rng: Random) -> int:
    """Shuffle and play one deal; how many actions it took, the shuffle included."""
    actions = 1
    match = match.apply(Deal(shuffled(match.pack, rng))).match
    while match.deal_open:
        match = match.apply(rng.choice(match.legal())).match
        actions += 1
    return actions


def deal_of_phases(match: Match, rng: Random) -> int:
    """`deal_of_match` without the match around it."""
    actions = 1
    pack = shuffled(match.pack, rng)
    phase = match.game.deal(match.options, match.seats, match.dealer, pack, ()).state
    while phase.result is None:
        phase = phase.apply(rng.choice(phase.legal())).state
        actions += 1
    return actions


# -- playouts -----------------------------------------------------------------------------------------


def playouts(runs: int) -> None:
    head("playouts over arrays, one core", "in batches of", "deals/s wall", "deals/s cpu")
    for name, width, work in (
        ("chiamata, by role (the learned table)", 4096, chiamata_by_role),
        ("chiamata, by role, as wide as one thought", 512, chiamata_by_role),
        ("spades, 4 seats, any legal card", 8192, spades_uniform),
    ):
        times = [clocked(lambda work=work, width=width: work(width)) for _run in range(runs * 3)]  # type: ignore[misc]
        wall, cpu = (statistics.median(part) for part in zip(*times, strict=True))
        row(name, str(width), f"{width / wall:.0f}", f"{width / cpu:.0f}")


def clocked(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds of wall time and of processor time."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu


def chiamata_by_role(width: int) -> None:
    """Deal, call and play by the learned table, to the points of the caller's side."""
    lesson = Called()
    batch, sight = lesson.deal(np.random.default_rng(1), width)
    batch.finish(by_table(sight, learned("chiamata")))
    lesson.worth(batch, sight)


def spades_uniform(width: int) -> Batch:
    """Deal and play any legal card, without jokers, to the tricks taken."""
    rng = np.random.default_rng(1)
    match = play(deal(game="spades", seats=4, jokers=False), *(f"{seat} bid 3" for seat in (1, 2, 3, 0)))
    assert isinstance(match.phase, Tricks)
    start = start_of(match.phase)
    pack = np.array([1 << start.tables.bits.numbers[card] for card in match.pack], np.uint64)
    dealt = pack[rng.random((width, len(pack)), np.float32).argsort(axis=1)]
    hands = np.bitwise_or.reduce(dealt.reshape(width, 4, -1), axis=2).T
    batch = Batch(start, hands, np.zeros((0, width), np.uint64))
    batch.finish(uniform(rng))
    batch.points()
    return batch


# -- starting, memory ---------------------------------------------------------------------------------

FIRST_FRAME = """
import sys, os, tempfile
os.environ["TAVOLOVERDE_HOME"] = sys.argv[1]
import ui.app as module
frame = module.App.frame
def first(app):
    frame(app)
    app.stage.running = False
module.App.frame = first
from main import main
main([])
"""


def starting(runs: int) -> None:
    head("from the start of the process to its end after the first frame", "median s", "least s")

    def once() -> float:
        with tempfile.TemporaryDirectory() as home:
            begin_at = time.perf_counter()
            subprocess.run([sys.executable, "-c", FIRST_FRAME, home], cwd=ROOT, check=True, capture_output=True)
            return time.perf_counter() - begin_at

    once()
    times = [once() for _run in range(runs)]
    row("the menu", f"{statistics.median(times):.2f}", f"{min(times):.2f}")


def memory() -> None:
    head("peak memory of a process, MB", "window", "thinking")
    for size in SIZES:
        words = [sys.executable, "-m", "tools.benchmarks", "--memory", f"{size[0]}x{size[1]}"]
        done = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True)
        row(f"a deal of four at {size[0]}x{size[1]}", *done.stdout.split())


def memory_of(size: tuple[int, int]) -> None:
    """Play a deal in this process and print its peak and that of its thinking process."""
    with window(size) as app:
        app.stage.settings = Settings(sound=False, speed=2.0)
        app.stage.push(Menu(app.stage))
        begin(app.stage, seating("club club club club"))
        work_of(app, 100_000)
        assert isinstance(app.stage.thinker, Thinker)
        mind = peak_of(app.stage.thinker.pid)
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} {mind:.0f}")


def peak_of(pid: int | None) -> float:
    """MB that a process had at most, 0 where the system does not tell."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return float(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1024


# -- what the loop waits for --------------------------------------------------------------------------


def loop() -> None:
    """What takes time inside a frame, call by call: storage, thinking, pictures, widgets."""
    head(f"inside the loop, 1280x720: calls over {SLOW_MS:.0f} ms", "calls", "over", "median ms", "most ms")
    spent: dict[str, list[float]] = {}

    def watch(owner: type, name: str) -> Any:
        method = getattr(owner, name)

        def timed(*args: Any, **kwargs: Any) -> Any:
            begin_at = time.perf_counter()
            try:
                return method(*args, **kwargs)
            finally:
                label = f"{type(args[0]).__name__}.{name}"
                spent.setdefault(label, []).append((time.perf_counter() - begin_at) * 1e3)

        return patch.object(owner, name, timed)

    from game.local_table import LocalTable
    from game.store.storage import Storage
    from ui.scenes.help import Help
    from ui.scenes.new_match import NewMatch
    from ui.scenes.settings import SettingsScene

    watched = [
        watch(Storage, "run"), watch(Thinker, "ask"), watch(Thinker, "poll"), watch(LocalTable, "update"),
        watch(Art, "card"), watch(Art, "posed"), watch(Stage, "rebuild"), watch(Stage, "resize"),
        watch(TableScene, "build"), watch(TableScene, "draw"), watch(Result, "build"),
        *(watch(page, "compose") for page in (Menu, NewMatch, SettingsScene, Help)),
    ]  # fmt: skip
    for one in watched:
        one.start()
    try:
        with window((1280, 720)) as app:
            app.stage.push(Menu(app.stage))
            for page in (NewMatch, SettingsScene, Help):
                app.stage.push(page(app.stage))
                for _frame in range(20):
                    pygame.event.post(pygame.event.Event(pygame.USEREVENT))
                    app.frame()
                app.stage.back()
            begin(app.stage, seating("club club club club"))
            work_of(app, 600)
            for size in ((1920, 1080), (1280, 720)):
                pygame.display.set_mode(size, pygame.RESIZABLE)
                app.resize_window(size)
            work_of(app, 200)
    finally:
        for one in watched:
            one.stop()
    for name, values in sorted(spent.items(), key=lambda item: -max(item[1])):
        over = sum(value > SLOW_MS for value in values)
        row(name, str(len(values)), str(over), f"{statistics.median(values):.3f}", f"{max(values):.2f}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer runs")
    parser.add_argument("--memory", help=argparse.SUPPRESS)
    parser.add_argument(
        "--history", nargs="?", type=int, const=10_000, help="only what a database of so many matches costs"
    )
    parser.add_argument("--compare", action="store_true", help="only the rules and playouts beside others'")
    parser.add_argument("--frames", action="store_true", help="only what a frame takes, and an idle window")
    args = parser.parse_args()
    if args.memory:
        wide, high = map(int, args.memory.split("x"))
        memory_of((wide, high))
        return 0
    python, cores = sys.version.split()[0], os.cpu_count()
    print(f"Python {python}, pygame-ce {pygame.version.ver}, {cores} processors, {driver()} driver")
    if args.history:
        histories(args.history, FIRST_FRAME, ROOT)
        return 0
    if args.frames:
        frames(args.quick)
        return 0
    compare(3 if args.quick else 7, deal_of_phases, spades_uniform)
    if args.compare:
        return 0
    moves()
    rules(3 if args.quick else 7)
    playouts(2 if args.quick else 5)
    frames(args.quick)
    starting(3 if args.quick else 5)
    memory()
    loop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
