"""The time for a move: how long the players think beside what they are given.

The time is taken by the clock on the wall, which is the one that a limit is kept by, and of this process alone: on a
machine that does something else besides, the wall also counts what others do.
"""

from __future__ import annotations

import time
from collections import defaultdict
from typing import Final

from game.ai.levels import levels_for
from game.ai.limit import LIMIT_MS, Limit
from game.ai.players import choose
from game.ai.room import ERRING
from game.commands.progress import progress
from game.commands.simulation import percentile
from game.engine.actions import Deal
from game.fairness import shuffled, stream
from game.match import new_match
from game.rules import GAMES
from game.view import look

LIMITS: Final = (1, 5, 50, 1000)
WHOLE: Final = 1.2
"""So many times its limit a thought may take, all but one in a hundred."""
HEADINGS: Final = (
    "table", "level", "limit", "moves", "own ms", "own 99 %", "of the limit", "kept", "wall ms", "wall 99 %",
)  # fmt: skip


def run(seed: int, deals: int) -> list[tuple[str, ...]]:
    """The table: every game at its usual seats, every level that thinks, every limit; ``deals`` deals of `club`, in
    which every turn is thought about by all of them."""
    lines: list[tuple[str, ...]] = [HEADINGS]
    for game in GAMES.values():
        seats = game.proposed_seats
        times: dict[tuple[str, int], list[tuple[float, float]]] = defaultdict(list)
        for number in progress(range(deals + 1), game.name):
            for key, took in _deal(game.name, seats, seed, number):
                if number:  # the first only warms the caches
                    times[key].append(took)
        for (level, ms), of_all in sorted(times.items(), key=lambda item: (item[0][1], item[0][0])):
            lines.append((f"{game.name} {seats}", level, f"{ms} ms", str(len(of_all)), *_said(ms, of_all)))
    return lines


def _said(ms: int, took: list[tuple[float, float]]) -> tuple[str, ...]:
    wall, own = (sorted(column) for column in zip(*took, strict=True))
    late = percentile(own, 0.99)
    return (
        f"{percentile(own, 0.5):.2f}", f"{late:.2f}", f"{late / ms:.2f}", "yes" if late <= WHOLE * ms else "NO",
        f"{percentile(wall, 0.5):.2f}", f"{percentile(wall, 0.99):.2f}",
    )  # fmt: skip


def _deal(game: str, seats: int, seed: int, number: int) -> list[tuple[tuple[str, int], tuple[float, float]]]:
    """How long each level took for each turn with a choice in it, by limit: by the wall and of this process, in ms."""
    rng = stream(seed, "limits", game, number)
    match = new_match(game, next(iter(GAMES[game].presets.values())), seats, number % seats)
    match = match.apply(Deal(shuffled(match.pack, rng))).match
    found: list[tuple[tuple[str, int], tuple[float, float]]] = []
    while (seat := match.to_act) is not None:
        view = look(match, seat)
        for level in levels_for(game) if len(view.choices) > 1 else ():
            for ms in LIMITS if level not in ERRING else ():
                chance = stream(seed, "limits", game, number, level, len(found))
                wall, own = time.perf_counter(), time.process_time()
                choose(level, view, chance, Limit(ms, time.perf_counter))
                took = 1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - own)
                found.append(((level, ms), took))
        match = match.apply(choose("club", view, rng, Limit(LIMIT_MS, time.perf_counter))).match
    return found
