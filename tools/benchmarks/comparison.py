"""Compare the speed of the rules and the rollouts with OpenSpiel, RLCard, and a loop in C as the limit.

``pip install 'tavoloverde[bench]'`` installs the libraries. Those that are missing are left out, and the table says so.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from game.ai.levels import list_levels
from game.ai.rollout.rollout import Batch
from game.match.match import Match
from game.rules import GAMES
from game.simulation.plan import SimulationPlan
from game.simulation.simulation import play_pack, summarize_outcomes
from tests.helpers import make_match
from tools.c_code import compile_program, find_compiler
from tools.text_tables import print_header, print_row

C_LOOP_SOURCE: Final = Path(__file__).with_name("spades.c")
"""A C program that plays random deals of Spades and counts the tricks, and does nothing else."""
ROLLOUTS_PER_CALL: Final = 20_000
DEALS_PER_RUN: Final = 100
"""The number of deals in a run in Python; a figure is the median of several runs."""
TIME_LIMIT_MS: Final = 1000
DEALS_PER_LEVEL: Final = 3
"""The number of deals in which the duration of moves is measured."""


class DealRate(NamedTuple):
    """The speed of a program in deals per second of processor time.

    If it could not be measured, ``deals_per_second`` is 0 and ``reason`` says why.
    """

    name: str
    deals_per_second: float
    reason: str = ""


def print_comparison(
    runs: int, play_by_phases: Callable[[Match, Random], int], play_batch: Callable[[int], Batch]
) -> None:
    """Print our speeds beside those of others, as the median of ``runs`` runs.

    ``play_by_phases`` plays a deal of a match through the readable rules; ``play_batch`` plays a number of deals over
    arrays. Both play random legal cards.
    """
    spades = make_match("spades", seats=4, jokers=False)
    our_speed = DealRate("ours, the readable rules", measure_python_play(runs, lambda rng: play_by_phases(spades, rng)))
    other_speeds = (measure_openspiel(runs), measure_rlcard(runs))
    print_speeds("random deals a second, one core, in Python", our_speed, other_speeds)
    arrays = DealRate("ours, over arrays", measure_rate(runs, 8192, lambda: play_batch(8192)))
    print_speeds(
        "random deals of Spades a second, one core, in batches",
        arrays,
        (measure_openspiel_rollouts(runs), measure_c_loop(runs)),
    )


def print_speeds(title: str, our_speed: DealRate, other_speeds: tuple[DealRate, ...]) -> None:
    """Print the speeds of others, and ours as a multiple of them.

    The ratio depends less on the machine than the speeds do.
    """
    print_header(title, "ours / theirs", "deals/s cpu")
    print_row(our_speed.name, "1.00", f"{our_speed.deals_per_second:.0f}")
    for other in other_speeds:
        if other.reason:
            print_row(other.name, "-", other.reason)
        else:
            print_row(
                other.name,
                f"{our_speed.deals_per_second / other.deals_per_second:.3g}",
                f"{other.deals_per_second:.0f}",
            )


def report_moves() -> None:
    """Print the durations of the moves of each level of each game, with the program's time limit."""
    print_header("milliseconds of a move", "mean", "p99", "moves")
    for game in GAMES:
        for level in list_levels(game):
            seats = GAMES[game].seat_counts[-1] if game == "chiamata" else GAMES[game].seat_counts[0]
            preset, options = next(iter(GAMES[game].presets.items()))
            plan = SimulationPlan(
                game_id=game, preset=preset, options=options, seats=seats, players=(level,), pack_count=DEALS_PER_LEVEL,
                is_duplicate=False, seed=1, time_limit_ms=TIME_LIMIT_MS, record_folder=None,
            )  # fmt: skip
            outcomes = [play_pack(plan, number) for number in range(1, DEALS_PER_LEVEL + 1)]
            player_figures = summarize_outcomes(plan, outcomes).players[0]
            move_count = sum(len(times) for outcome in outcomes for times in outcome.move_times_ms)
            print_row(
                f"{game}, {seats} seats, {level}",
                f"{player_figures.ms_per_move:.2f}",
                f"{player_figures.ms_p99:.1f}",
                str(move_count),
            )


# -- measuring ----------------------------------------------------------------------------------------


def measure_python_play(runs: int, play: Callable[[Random], object]) -> float:
    """Return the deals per second of processor time in which ``play`` plays one deal.

    A run has `DEALS_PER_RUN` deals; the first run is not measured.
    """

    def play_deals() -> None:
        rng = Random(1)
        for _deal in range(DEALS_PER_RUN):
            play(rng)

    play_deals()
    return measure_rate(runs, DEALS_PER_RUN, play_deals)


def measure_rate(runs: int, deals: int, function: Callable[[], object]) -> float:
    """Return the deals per second of processor time: the median of ``runs`` runs.

    ``function``: plays ``deals`` deals.
    """
    seconds = []
    for _run in range(runs):
        start = time.process_time()
        function()
        seconds.append(time.process_time() - start)
    return deals / statistics.median(seconds)


def is_installed(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


# -- other programs -----------------------------------------------------------------------------------


def measure_openspiel(runs: int) -> DealRate:
    """Return the speed of OpenSpiel's Spades with random actions chosen in Python.

    The game is that of partners with 52 cards and bids. Without OpenSpiel the speed is 0, with a note.
    """
    name = "OpenSpiel's spades from Python"
    if not is_installed("pyspiel"):
        return DealRate(name, 0.0, "not installed")
    pyspiel = importlib.import_module("pyspiel")
    spades = pyspiel.load_game("spades")

    def play(rng: Random) -> None:
        state = spades.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(list_openspiel_actions(state)))

    return DealRate(name, measure_python_play(runs, play))


def list_openspiel_actions(state: Any) -> list[int]:
    """Return the possible next actions of OpenSpiel; the dealt cards are equally probable."""
    return (
        [action for action, _chance in state.chance_outcomes()]
        if state.is_chance_node()
        else list(state.legal_actions())
    )


def measure_openspiel_rollouts(runs: int) -> DealRate:
    """Return the speed of OpenSpiel's rollouts in C++ from a deal of Spades.

    They are the `ROLLOUTS_PER_CALL` rollouts of a single simulation of its tree search. Without OpenSpiel the speed is
    0, with a note.
    """
    name = "OpenSpiel's rollouts in C++"
    if not is_installed("pyspiel"):
        return DealRate(name, 0.0, "not installed")
    pyspiel = importlib.import_module("pyspiel")
    spades, rng = pyspiel.load_game("spades"), Random(1)
    state = spades.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(list_openspiel_actions(state)))
    bot = pyspiel.MCTSBot(spades, pyspiel.RandomRolloutEvaluator(ROLLOUTS_PER_CALL, 1), 1.0, 1, 1000, False, 1, False)
    return DealRate(name, measure_rate(runs, ROLLOUTS_PER_CALL, lambda: bot.mcts_search(state.clone())))


def measure_rlcard(runs: int) -> DealRate:
    """Return the speed of RLCard's bridge with its random players.

    The game has 52 cards, an auction and thirteen tricks. Without RLCard the speed is 0, with a note.
    """
    name = "RLCard's bridge"
    if not is_installed("rlcard"):
        return DealRate(name, 0.0, "not installed")
    library, agents = importlib.import_module("rlcard"), importlib.import_module("rlcard.agents")
    bridge = library.make("bridge")
    bridge.set_agents([agents.RandomAgent(num_actions=bridge.num_actions) for _seat in range(bridge.num_players)])
    return DealRate(name, measure_python_play(runs, lambda _rng: bridge.run(is_training=False)))


def measure_c_loop(runs: int) -> DealRate:
    """Return the speed of the loop in C, which is compiled now: the limit of one core.

    Without a C compiler the speed is 0, with a note.
    """
    name = "a plain loop in C"
    if find_compiler() is None:
        return DealRate(name, 0.0, "no compiler")
    with compile_program(C_LOOP_SOURCE) as program:
        deals = 50 * ROLLOUTS_PER_CALL
        seconds = []
        for run in range(runs):
            start = get_child_cpu_seconds()
            run_c_loop(program, deals, run)
            seconds.append(get_child_cpu_seconds() - start)
    return DealRate(name, deals / statistics.median(seconds))


def get_child_cpu_seconds() -> float:
    """Return the processor time of ended child processes, in seconds."""
    return os.times().children_user


def run_c_loop(program: Path, deals: int, seed: int) -> tuple[int, ...]:
    """Return in how many of the deals the forehand took 0, 1, 2, ... tricks, by the loop in C."""
    completed = subprocess.run([program, str(deals), str(seed)], check=True, capture_output=True, text=True)
    return tuple(map(int, completed.stdout.split()))
