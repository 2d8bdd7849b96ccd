"""Measure the speed of the program on this machine: ``python -m tools.benchmarks [--quick]``. Figures, not tests."""

from __future__ import annotations

import argparse
import os
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

from game.ai.models import load_policy_table
from game.ai.rollout.policy import make_table_policy, make_uniform_policy
from game.ai.rollout.rollout import Batch, make_public_state
from game.core.actions import Deal
from game.core.trick_taking import TrickPhase
from game.match.match import Match
from game.match.setup import PERSON_KIND
from game.rules import GAMES
from game.shuffling.shuffle import shuffle_pack
from game.workers.worker_process import WorkerProcess
from tests.fakes import make_match_setup
from tests.helpers import deal_match, make_match, play
from tools import ROOT
from tools.benchmarks.comparison import print_comparison, report_moves
from tools.benchmarks.frames import get_video_driver, measure_frames, open_window, report_all_sizes, run_until_still
from tools.benchmarks.histories import report_history
from tools.benchmarks.saving import report_saving
from tools.benchmarks.workers import report_moves_in_worker
from tools.endurance.run import get_memory_bytes
from tools.text_tables import print_header, print_row
from tools.training.games.chiamata import ChiamataTraining
from ui.app.context import AppContext
from ui.app.match_launcher import start_match
from ui.app.scene_stack import SceneStack
from ui.app.settings import Settings
from ui.graphics.card_images import CardImages
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.result.overlay import ResultOverlay
from ui.table.scene import TableScene

WINDOW_SIZES = ((1280, 720), (1920, 1080))
SLOW_CALL_MS = 2.0


# -- the rules ----------------------------------------------------------------------------------------


DEALS_PER_RUN = 100
"""The number of deals in a run; a figure is the median of several runs."""


def report_rules(runs: int) -> None:
    """Print the speed of random legal play on one core, by `play_deal_by_match` and by `play_deal_by_phases`."""
    print_header(
        "random deals a second through the readable rules",
        "match, wall",
        "match, cpu",
        "phases, wall",
        "phases, cpu",
        "us an action",
    )
    for game in GAMES:
        for seats in GAMES[game].seat_counts:
            match = make_match(game, seats=seats)
            match_times, phase_times = (
                time_deals(runs, match, play_deal_by_match),
                time_deals(runs, match, play_deal_by_phases),
            )
            speeds = (
                match_times.wall_seconds,
                match_times.cpu_seconds,
                phase_times.wall_seconds,
                phase_times.cpu_seconds,
            )
            print_row(
                f"{game}, {seats} seats",
                *(f"{DEALS_PER_RUN / seconds:.0f}" for seconds in speeds),
                f"{match_times.cpu_seconds_per_action * 1e6:.1f}",
            )


class RunTimes(NamedTuple):
    """The seconds of `DEALS_PER_RUN` deals by the clock and of processor time, and of processor time per action."""

    wall_seconds: float
    cpu_seconds: float
    cpu_seconds_per_action: float


def time_deals(runs: int, match: Match, play_deal: Callable[[Match, Random], int]) -> RunTimes:
    """Return the median times of ``runs`` runs of deals.

    ``play_deal`` plays a deal of ``match`` and returns the number of its actions.
    """
    walls, cpus, action_times = list[float](), list[float](), list[float]()
    for run in range(runs + 1):
        rng = Random(run)
        wall, cpu = time.perf_counter(), time.process_time()
        actions = sum(play_deal(match, rng) for _deal in range(DEALS_PER_RUN))
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        if run:  # the first run only fills the caches
            walls.append(wall)
            cpus.append(cpu)
            action_times.append(cpu / actions)
    return RunTimes(statistics.median(walls), statistics.median(cpus), statistics.median(action_times))


def play_deal_by_match(match: Match, rng: Random) -> int:
    """Shuffle and play a deal with random legal actions, through the `Match` as the program does.

    Return the number of actions, with the shuffle.
    """
    actions = 1
    match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
    while match.is_deal_in_progress:
        match = match.apply(rng.choice(match.legal_actions())).match
        actions += 1
    return actions


def play_deal_by_phases(match: Match, rng: Random) -> int:
    """Shuffle and play a deal as `play_deal_by_match` does, but through the phases of the game, without the match."""
    actions = 1
    pack = shuffle_pack(match.pack, rng)
    phase = match.game.deal(match.options, match.seats, match.dealer, pack, ()).phase
    while phase.result is None:
        phase = phase.apply(rng.choice(phase.legal_actions())).phase
        actions += 1
    return actions


# -- rollouts -----------------------------------------------------------------------------------------


def report_rollouts(runs: int) -> None:
    print_header("playouts over arrays, one core", "in batches of", "deals/s wall", "deals/s cpu")
    for name, width, function in (
        ("chiamata, by role (the learned table)", 4096, roll_out_chiamata_by_table),
        ("chiamata, by role, as wide as one thought", 512, roll_out_chiamata_by_table),
        ("spades, 4 seats, any legal card", 8192, roll_out_spades_at_random),
    ):
        times = [time_call(lambda function=function, width=width: function(width)) for _run in range(runs * 3)]  # type: ignore[misc]
        wall, cpu = (statistics.median(part) for part in zip(*times, strict=True))
        print_row(name, str(width), f"{width / wall:.0f}", f"{width / cpu:.0f}")


def time_call(function: Callable[[], object]) -> tuple[float, float]:
    """Return the seconds by the clock and of processor time that a call takes."""
    wall, cpu = time.perf_counter(), time.process_time()
    function()
    return time.perf_counter() - wall, time.process_time() - cpu


def roll_out_chiamata_by_table(width: int) -> None:
    """Deal ``width`` deals of Briscola chiamata, play them by the learned policy table, and evaluate them."""
    lesson = ChiamataTraining()
    batch, sight = lesson.deal_batch(np.random.default_rng(1), width)
    batch.play_out(make_table_policy(sight, load_policy_table("chiamata")))
    lesson.compute_values(batch, sight)


def roll_out_spades_at_random(width: int) -> Batch:
    """Deal ``width`` deals of Spades without jokers, play them with random legal cards, and return the batch."""
    rng = np.random.default_rng(1)
    match = play(deal_match(game="spades", seats=4, jokers=False), *(f"{seat} bid 3" for seat in (1, 2, 3, 0)))
    assert isinstance(match.phase, TrickPhase)
    start = make_public_state(match.phase)
    pack = np.array([1 << start.rule_tables.card_bits.bit_by_card[card] for card in match.pack], np.uint64)
    dealt = pack[rng.random((width, len(pack)), np.float32).argsort(axis=1)]
    hands = np.bitwise_or.reduce(dealt.reshape(width, 4, -1), axis=2).T
    batch = Batch(start, hands)
    batch.play_out(make_uniform_policy(rng))
    batch.points()
    return batch


# -- start, memory -----------------------------------------------------------------------------------

FIRST_FRAME_SCRIPT = """
import sys, os, tempfile
os.environ["TAVOLOVERDE_HOME"] = sys.argv[1]
import ui.app.app as module
frame = module.App.run_frame
def first(app):
    frame(app)
    app.context.has_quit = True
module.App.run_frame = first
from main import main
main([])
"""


def report_startup(runs: int) -> None:
    print_header("from the start of the process to its end after the first frame", "median s", "least s")

    def time_one_start() -> float:
        with tempfile.TemporaryDirectory() as home:
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", FIRST_FRAME_SCRIPT, home], cwd=ROOT, check=True, capture_output=True)
            return time.perf_counter() - start

    time_one_start()
    times = [time_one_start() for _run in range(runs)]
    print_row("the menu", f"{statistics.median(times):.2f}", f"{min(times):.2f}")


def report_memory() -> None:
    print_header("peak memory of a process, MB", "window", "thinking")
    for size in WINDOW_SIZES:
        command = [sys.executable, "-m", "tools.benchmarks", "--memory", f"{size[0]}x{size[1]}"]
        completed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
        print_row(f"a deal of four at {size[0]}x{size[1]}", *completed.stdout.split())


def print_memory(size: tuple[int, int]) -> None:
    """Play a deal in this process and print the peak memory of this process and of its worker process, in MB."""
    import resource  # Windows has no such module

    with open_window(size) as app:
        app.context.settings = Settings(sound=False, speed=2.0)
        app.context.scenes.push(MainMenuScene(app.context))
        start_match(app.context, make_match_setup("club club club club"))
        measure_frames(app, 100_000)
        worker_peak = get_peak_memory_mb(app.player_worker.pid)
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} {worker_peak:.0f}")


def print_resident_memory(size: tuple[int, int], seconds: float) -> None:
    """Print the memory of this process in MB after some seconds at a table of Briscola in a window of ``size`` pixels.

    The window was smaller before, as on a screen of that size, and showed pages.
    """
    from ui.scenes.help.scene import HelpScene
    from ui.scenes.new_match.scene import NewMatchScene
    from ui.scenes.settings.scene import SettingsScene

    with open_window((round(size[0] * 0.85), round(size[1] * 0.85))) as app:
        app.context.scenes.push(MainMenuScene(app.context))
        run_until_still(app)
        pygame.display.set_mode(size, pygame.RESIZABLE)
        app.resize_window()
        for page in (NewMatchScene, SettingsScene, HelpScene):
            run_until_still(app)
            app.context.scenes.push(page(app.context))
            run_until_still(app)
            app.context.scenes.pop()
        start_match(app.context, make_match_setup(f"{PERSON_KIND} club club club"))
        app.can_sleep, deadline = True, time.perf_counter() + seconds
        while time.perf_counter() < deadline:
            app.run_frame()
        print(f"{get_memory_bytes() / 2**20:.0f}")


def get_peak_memory_mb(pid: int | None) -> float:
    """Return the peak memory of a process in MB, or 0 if the system does not report it."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return float(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1024


# -- calls in a frame ----------------------------------------------------------------------------------


def report_frame_calls() -> None:
    """Print the durations of the calls in a frame that may be slow: storage, worker, pictures, widgets."""
    print_header(
        f"inside the loop, 1280x720: calls over {SLOW_CALL_MS:.0f} ms", "calls", "over", "median ms", "most ms"
    )
    times_by_call: dict[str, list[float]] = {}

    def patch_with_timer(owner: type, name: str) -> Any:
        method = getattr(owner, name)

        def call_timed(*args: Any, **kwargs: Any) -> Any:
            start = time.perf_counter()
            try:
                return method(*args, **kwargs)
            finally:
                label = f"{type(args[0]).__name__}.{name}"
                times_by_call.setdefault(label, []).append((time.perf_counter() - start) * 1e3)

        return patch.object(owner, name, call_timed)

    from game.session.session import Session
    from game.storage.thread import StorageThread
    from ui.scenes.help.scene import HelpScene
    from ui.scenes.new_match.scene import NewMatchScene
    from ui.scenes.settings.scene import SettingsScene

    watched = [
        patch_with_timer(StorageThread, "submit"),
        patch_with_timer(WorkerProcess, "submit"),
        patch_with_timer(Session, "update"),
        patch_with_timer(CardImages, "get_card"),
        patch_with_timer(CardImages, "get_posed_card"),
        patch_with_timer(SceneStack, "rebuild"),
        patch_with_timer(AppContext, "resize"),
        patch_with_timer(TableScene, "build"),
        patch_with_timer(TableScene, "draw"),
        patch_with_timer(ResultOverlay, "build"),
        *(patch_with_timer(page, "compose") for page in (MainMenuScene, NewMatchScene, SettingsScene, HelpScene)),
    ]
    for patcher in watched:
        patcher.start()
    try:
        with open_window((1280, 720)) as app:
            app.context.scenes.push(MainMenuScene(app.context))
            for page in (NewMatchScene, SettingsScene, HelpScene):
                app.context.scenes.push(page(app.context))
                for _frame in range(20):
                    pygame.event.post(pygame.event.Event(pygame.USEREVENT))
                    app.run_frame()
                app.context.scenes.pop()
            start_match(app.context, make_match_setup("club club club club"))
            measure_frames(app, 600)
            for size in ((1920, 1080), (1280, 720)):
                pygame.display.set_mode(size, pygame.RESIZABLE)
                app.resize_window()
            measure_frames(app, 200)
    finally:
        for patcher in watched:
            patcher.stop()
    for name, values in sorted(times_by_call.items(), key=lambda item: -max(item[1])):
        over = sum(value > SLOW_CALL_MS for value in values)
        print_row(name, str(len(values)), str(over), f"{statistics.median(values):.3f}", f"{max(values):.2f}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer runs")
    parser.add_argument("--memory", help=argparse.SUPPRESS)
    parser.add_argument("--minute", metavar="WIDTHxHEIGHT", help="only the memory after a minute at a table")
    parser.add_argument(
        "--history", nargs="?", type=int, const=10_000, help="only what a database of so many matches costs"
    )
    parser.add_argument(
        "--saving", nargs="?", type=int, const=10_000, help="only saving, and opening a database of so many matches"
    )
    parser.add_argument("--compare", action="store_true", help="only the rules and playouts beside others'")
    parser.add_argument("--workers", action="store_true", help="only moves during an analysis in the background")
    parser.add_argument("--frames", action="store_true", help="only what a frame takes, and an idle window")
    args = parser.parse_args()
    if args.memory:
        width, height = map(int, args.memory.split("x"))
        print_memory((width, height))
        return 0
    if args.minute:
        width, height = map(int, args.minute.split("x"))
        print_resident_memory((width, height), 60.0)
        return 0
    python, cores = sys.version.split()[0], os.cpu_count()
    print(f"Python {python}, pygame-ce {pygame.version.ver}, {cores} processors, {get_video_driver()} driver")
    if args.history:
        report_history(args.history, FIRST_FRAME_SCRIPT, ROOT)
        return 0
    worker_moves = {"club": 50, "master": 10} if args.quick else {"club": 300, "master": 60}
    if args.workers:
        report_moves_in_worker(worker_moves)
        return 0
    if args.saving:
        report_saving(args.saving)
        return 0
    if args.frames:
        report_all_sizes(args.quick)
        return 0
    print_comparison(3 if args.quick else 7, play_deal_by_phases, roll_out_spades_at_random)
    if args.compare:
        return 0
    report_moves()
    report_moves_in_worker(worker_moves)
    report_rules(3 if args.quick else 7)
    report_rollouts(2 if args.quick else 5)
    report_all_sizes(args.quick)
    report_startup(3 if args.quick else 5)
    report_memory()
    report_frame_calls()
    return 0


if __name__ == "__main__":
    sys.exit(main())
