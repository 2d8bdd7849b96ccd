"""Count the Python calls of an idle frame of a table: ``python -m tools.benchmarks.idle_calls [GAME]``."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from statistics import median
from types import FrameType
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from game.match.setup import PERSON_KIND
from game.rules import GAMES
from tests.fakes import make_match_setup
from tools.benchmarks.frames import MeasuredApp, measure_frames, open_window
from tools.text_tables import print_header, print_row
from ui.app.app import App
from ui.app.match_launcher import start_match
from ui.table.scene import TableScene

SIZE = (1280, 720)
SETTLING_FRAMES = 30
TIMED_FRAMES = 300
MOST_CALLED = 12
"""Functions that are named, those with the most calls first."""


def open_idle_table(app: MeasuredApp, game: str) -> None:
    """Start a match with one person and run frames until it is their turn and nothing moves."""
    kinds = [PERSON_KIND, *["club"] * (GAMES[game].proposed_seat_count - 1)]
    start_match(app.context, make_match_setup(" ".join(kinds), game=game))
    table = app.context.scenes.top
    assert isinstance(table, TableScene)
    while not (table.is_idle and table.session.is_your_turn) or table.is_busy:
        app.run_frame()
    for _frame in range(SETTLING_FRAMES):
        app.run_frame()


def count_calls(app: App) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """Return the calls of a frame by module and function: those that update, and those that paint."""
    updating, painting = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    paint_depth = 0

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal paint_depth
        is_paint = frame.f_code is App.paint.__code__
        if event == "call":
            paint_depth += is_paint
            calls = painting if paint_depth else updating
            calls[str(frame.f_globals.get("__name__")), frame.f_code.co_qualname] += 1
        elif event == "return":
            paint_depth -= is_paint

    sys.setprofile(note)
    try:
        app.run_frame()
    finally:
        sys.setprofile(None)
    return updating, painting


def report_idle_calls(game: str) -> None:
    """Print the calls of an idle frame by package, the functions with most calls, and the time of such a frame."""
    with open_window(SIZE) as app:
        open_idle_table(app, game)
        updating, painting = count_calls(app)
        frame_times = measure_frames(app, TIMED_FRAMES)
    print_header(f"calls of an idle frame, {game}", "updating", "painting")
    for package in ("ui", "game", "pygame_gui"):
        sums = (sum(n for (module, _name), n in calls.items() if module.split(".")[0] == package)
                for calls in (updating, painting))  # fmt: skip
        print_row(package, *map(str, sums))
    for (module, name), _count in (updating + painting).most_common(MOST_CALLED):
        print_row(f"{module}.{name}", str(updating[module, name]), str(painting[module, name]))
    print_row("median ms of the processor", f"{median(times.cpu_ms for times in frame_times):.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.benchmarks.idle_calls", description=__doc__)
    parser.add_argument("game", nargs="?", choices=GAMES, default=next(iter(GAMES)))
    report_idle_calls(parser.parse_args().game)
