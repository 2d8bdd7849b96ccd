"""Measure the thinking time of the players against their time limit.

The times are by the clock, by which the limit is kept, and of processor time of this process: on a busy machine the
clock also counts the work of other programs.
"""

from __future__ import annotations

import time
from collections import defaultdict
from typing import Final

from game.ai.game_ai_info import ERROR_PRONE_LEVELS
from game.ai.levels import list_levels
from game.ai.registry import choose_action
from game.ai.time_limit import DEFAULT_TIME_LIMIT_MS, TimeLimit
from game.core.actions import Deal
from game.match.match import create_match
from game.match.observation import observe
from game.rules import GAMES
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.progress import show_progress
from game.simulation.simulation import compute_percentile
from tools.tournament.contests import STUDY_TABLES, format_table_name

TIME_LIMITS_MS: Final = (1, 5, 50, 200, 1000)
MAX_LIMIT_RATIO: Final = 1.2
"""The multiple of its limit that a move may take, except for one move in a hundred."""
HEADINGS: Final = (
    "table", "level", "limit", "moves", "own ms", "own 99 %", "of the limit", "kept", "wall ms", "wall 99 %",
)  # fmt: skip


def measure_time_limits(seed: int, deals: int) -> list[tuple[str, ...]]:
    """Return a table, the headings first: each table, each level that searches, and each limit.

    All these levels choose at each turn of ``deals`` deals of `club`.
    """
    lines: list[tuple[str, ...]] = [HEADINGS]
    for table in STUDY_TABLES:
        times: dict[tuple[str, int], list[tuple[float, float]]] = defaultdict(list)
        for number in show_progress(range(deals + 1), format_table_name(table)):
            for key, move_times in _time_deal(table, seed, number):
                if number:  # the first deal only fills the caches
                    times[key].append(move_times)
        for (level, ms), all_times in sorted(times.items(), key=lambda item: (item[0][1], item[0][0])):
            figures = _format_times(ms, all_times)
            lines.append((format_table_name(table), level, f"{ms} ms", str(len(all_times)), *figures))
    return lines


def _format_times(limit_ms: int, times: list[tuple[float, float]]) -> tuple[str, ...]:
    wall, own = (sorted(column) for column in zip(*times, strict=True))
    own_p99 = compute_percentile(own, 0.99)
    return (
        f"{compute_percentile(own, 0.5):.2f}",
        f"{own_p99:.2f}",
        f"{own_p99 / limit_ms:.2f}",
        "yes" if own_p99 <= MAX_LIMIT_RATIO * limit_ms else "NO",
        f"{compute_percentile(wall, 0.5):.2f}",
        f"{compute_percentile(wall, 0.99):.2f}",
    )


def _time_deal(
    table: tuple[str, str, int], seed: int, number: int
) -> list[tuple[tuple[str, int], tuple[float, float]]]:
    """Return (level, limit) and (ms by the clock, ms of processor time) for each turn with a choice."""
    game, preset, seats = table
    rng = derive_random(seed, "limits", game, number)
    match = create_match(game, GAMES[game].presets[preset], seats, number % seats)
    match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
    results: list[tuple[tuple[str, int], tuple[float, float]]] = []
    while (seat := match.turn) is not None:
        view = observe(match, seat)
        for level in list_levels(game) if len(view.legal_actions) > 1 else ():
            for ms in TIME_LIMITS_MS if level not in ERROR_PRONE_LEVELS else ():
                player_rng = derive_random(seed, "limits", game, number, level, len(results))
                wall, own = time.perf_counter(), time.process_time()
                choose_action(level, view, player_rng, TimeLimit(ms, time.perf_counter))
                times = 1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - own)
                results.append(((level, ms), times))
        match = match.apply(choose_action("club", view, rng, TimeLimit(DEFAULT_TIME_LIMIT_MS, time.perf_counter))).match
    return results
