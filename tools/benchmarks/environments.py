"""Measure the environments of `game.pettingzoo` beside `MatchRunner`, OpenSpiel and RLCard.

``pip install 'tavoloverde[pettingzoo,bench]'`` installs the libraries. Those of others that are missing are left out,
and the table says so. All figures are processor time, medians of runs that alternate.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

import numpy as np

from game.core.actions import Action
from game.pettingzoo import ENVIRONMENTS, list_actions, make
from game.simulation.match_runner import MatchRunner
from tools.benchmarks.comparison import is_installed, list_openspiel_actions
from tools.text_tables import print_header, print_row

RUNS: Final = 15
DEALS_PER_RUN: Final = 20

Deals = list[list[Action]]


class StepTimes(NamedTuple):
    """Microseconds of a step: of the runner and the environment, alone and with an observation of the seat to act."""

    runner: float
    environment: float
    observed_runner: float
    observed_environment: float


def main(arguments: list[str] | None = None) -> int:
    """Print what a step costs, and the steps a second beside those of others. Return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.benchmarks.environments", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--runs", type=int, default=RUNS, help="runs of each row (default: %(default)s)")
    runs = parser.parse_args(arguments).runs
    print_header("microseconds cpu of a step: runner / environment", "alone", "ratio", "observed", "ratio")
    for name in ENVIRONMENTS:
        times = measure_steps(name, runs)
        print_row(
            name,
            f"{times.runner:.1f} / {times.environment:.1f}",
            f"{times.environment / times.runner:.2f}",
            f"{times.observed_runner:.1f} / {times.observed_environment:.1f}",
            f"{times.observed_environment / times.observed_runner:.2f}",
        )
    print_header("random steps a second with arrays, one core", "steps/s cpu")
    rates: dict[str, Callable[[], int] | None] = {f"ours, {name}": make_own_play(name) for name in ENVIRONMENTS}
    for game in ("spades", "euchre"):
        rates[f"OpenSpiel's {game} from Python"] = make_openspiel_play(game) if is_installed("pyspiel") else None
    for game in ("bridge", "gin-rummy"):
        rates[f"RLCard's {game}"] = make_rlcard_play(game) if is_installed("rlcard") else None
    for name, rate in measure_rates(rates, runs).items():
        print_row(name, f"{rate:.0f}" if rate else "not installed")
    return 0


# -- a step beside one of the runner ---------------------------------------------------------------


def measure_steps(name: str, runs: int) -> StepTimes:
    """Return the medians of ``runs`` runs, in which the same random deals are played four times, in turn."""
    deals, times = play_random_deals(name), list[tuple[float, ...]]()
    count = sum(len(actions) for actions in deals)
    for _run in range(runs):
        seconds = (
            time_runner(name, deals, is_observed=False),
            time_environment(name, deals, is_observed=False),
            time_runner(name, deals, is_observed=True),
            time_environment(name, deals, is_observed=True),
        )
        times.append(tuple(value / count * 1e6 for value in seconds))
    return StepTimes(*(statistics.median(column) for column in zip(*times, strict=True)))


def play_random_deals(name: str) -> Deals:
    """Return the actions of random deals, whose seeds count from 0."""
    game, preset = ENVIRONMENTS[name]
    deals, rng = Deals(), Random(1)
    for seed in range(DEALS_PER_RUN):
        runner, actions = MatchRunner(game, preset=preset, seed=seed), list[Action]()
        runner.deal()
        while runner.turn is not None:
            actions.append(rng.choice(runner.match.legal_actions()))
            runner.push(actions[-1])
        deals.append(actions)
    return deals


def time_runner(name: str, deals: Deals, *, is_observed: bool) -> float:
    """Return the seconds of the steps of ``deals``; ``is_observed``: with an observation of the seat to act."""
    (game, preset), seconds = ENVIRONMENTS[name], 0.0
    for seed, actions in enumerate(deals):
        runner = MatchRunner(game, preset=preset, seed=seed)
        runner.deal()
        start = time.process_time()
        for action in actions:
            if is_observed:
                runner.observe(runner.turn)
            runner.push(action)
        seconds += time.process_time() - start
    return seconds


def time_environment(name: str, deals: Deals, *, is_observed: bool) -> float:
    """Return the seconds of the steps of ``deals``; ``is_observed``: with the arrays of the agent to act."""
    env, seconds = make(name), 0.0
    numbers_by_seat = [
        {action: number for number, action in enumerate(list_actions(ENVIRONMENTS[name][0], seat))}
        for seat in range(len(env.possible_agents))
    ]
    for seed, actions in enumerate(deals):
        env.reset(seed=seed)
        numbers = [numbers_by_seat[action.seat][action] for action in actions]
        start = time.process_time()
        for number in numbers:
            if is_observed:
                env.observe(env.agent_selection)
            env.step(number)
        seconds += time.process_time() - start
    return seconds


# -- steps a second beside others ------------------------------------------------------------------


def measure_rates(plays: dict[str, Callable[[], int] | None], runs: int) -> dict[str, float]:
    """Return the steps per second of each function, which plays a deal and returns the steps; 0 without a function."""
    rates = {name: list[float]() for name in plays}
    for _run in range(runs):
        for name, play in plays.items():
            if play is not None:
                start = time.process_time()
                step_count = sum(play() for _deal in range(DEALS_PER_RUN))
                rates[name].append(step_count / (time.process_time() - start))
    return {name: statistics.median(values) if values else 0.0 for name, values in rates.items()}


def make_own_play(name: str) -> Callable[[], int]:
    """Return a function that plays a random deal of ours by the arrays and returns the number of steps."""
    env, rng = make(name), Random(1)

    def play() -> int:
        env.reset()
        for count, _agent in enumerate(env.agent_iter()):
            arrays, _reward, is_over, _truncation, _info = env.last()
            if is_over:
                return count
            assert arrays is not None
            env.step(rng.choice(np.flatnonzero(arrays["action_mask"]).tolist()))
        return 0

    return play


def make_openspiel_play(name: str) -> Callable[[], int]:
    """Return the same for a game of OpenSpiel, with the tensor of the player to act at each step.

    The dealing of single cards is in the time, and not in the number of steps.
    """
    game, rng = importlib.import_module("pyspiel").load_game(name), Random(1)

    def play() -> int:
        state, step_count = game.new_initial_state(), 0
        while not state.is_terminal():
            if not state.is_chance_node():
                np.array(
                    state.information_state_tensor()
                    if game.get_type().provides_information_state_tensor
                    else state.observation_tensor()
                )
                step_count += 1
            state.apply_action(rng.choice(list_openspiel_actions(state)))
        return step_count

    return play


def make_rlcard_play(name: str) -> Callable[[], int]:
    """Return the same for a game of RLCard, whose steps return arrays."""
    env, rng = importlib.import_module("rlcard").make(name), Random(1)

    def play() -> int:
        state, _player = env.reset()
        step_count = 0
        while not env.is_over():
            state, _player = env.step(rng.choice([*state["legal_actions"]]))
            step_count += 1
        return step_count

    return play


if __name__ == "__main__":
    sys.exit(main())
