"""Measure how steady the players are: the same position, asked twenty times with other random numbers.

A choice is steady if the same card comes at least 18 times, or cards whose values differ by one point at most. The
values are those of the analysis, in the unit of the game's estimates.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from game.ai.advice import compute_advice
from game.ai.game_ai_info import ERROR_PRONE_LEVELS
from game.ai.levels import list_levels
from game.ai.registry import choose_action
from game.ai.time_limit import DEFAULT_TIME_LIMIT_MS, TimeLimit
from game.core.actions import Action
from game.match.observation import Observation
from game.simulation.progress import show_progress
from tools.tournament.contests import STUDY_TABLES, format_table_name
from tools.tournament.plateau import iter_turns

PLAYER_TIME_LIMIT: Final = TimeLimit(50, lambda: 0.0)
ANALYSIS_TIME_LIMIT: Final = TimeLimit(DEFAULT_TIME_LIMIT_MS, lambda: 0.0)
"""Limits by a clock that never advances, so that the results are equal on every machine."""
QUESTION_COUNT: Final = 20
MIN_STEADY_COUNT: Final = 18
MAX_VALUE_DISTANCE: Final = 1.0
TURN_INTERVAL: Final = 7
"""The interval of the turns that are asked: one in this number."""
HEADINGS: Final = ("table", "level", "turns", "same card", "or within one point", "cards a turn")


def ask_repeatedly(level: str, view: Observation) -> Counter[Action]:
    """Ask `QUESTION_COUNT` times, each with other random numbers, and count the chosen actions."""
    return Counter(choose_action(level, view, Random(seed), PLAYER_TIME_LIMIT) for seed in range(QUESTION_COUNT))


def has_same_action(choices: Counter[Action]) -> bool:
    """Return whether one action was chosen often enough."""
    return max(choices.values()) >= MIN_STEADY_COUNT


def are_values_close(view: Observation, choices: Counter[Action]) -> bool:
    """Return whether actions of nearly the same value were chosen often enough."""
    values = {estimate.action: estimate.value for estimate in compute_advice(view, ANALYSIS_TIME_LIMIT)}
    counts_nearby = (
        sum(
            count
            for action, count in choices.items()
            if 0 <= values[action] - values[lowest_action] <= MAX_VALUE_DISTANCE
        )
        for lowest_action in choices
    )
    return max(counts_nearby) >= MIN_STEADY_COUNT


def measure_steadiness(seed: int, deals: int) -> list[tuple[str, ...]]:
    """Return a table, the headings first: each table and level that searches.

    Each level is asked in some turns of ``deals`` deals of `club`.
    """
    lines: list[tuple[str, ...]] = [HEADINGS]
    for table in STUDY_TABLES:
        name = format_table_name(table)
        turns = [
            view
            for number in show_progress(range(deals), name)
            for view in iter_turns(table, seed, number, TURN_INTERVAL)
        ]
        for level in list_levels(table[0]):
            if level not in ERROR_PRONE_LEVELS:
                lines.append((name, level, *_format_turns(level, turns)))
    return lines


def _format_turns(level: str, turns: list[Observation]) -> tuple[str, ...]:
    choices_by_turn = [ask_repeatedly(level, view) for view in show_progress(turns, level)]
    same = sum(map(has_same_action, choices_by_turn))
    steady = sum(
        has_same_action(choices) or are_values_close(view, choices)
        for view, choices in zip(turns, choices_by_turn, strict=True)
    )
    turn_count = max(1, len(turns))
    return (
        str(len(turns)), f"{100 * same / turn_count:.0f} %", f"{100 * steady / turn_count:.0f} %",
        f"{sum(map(len, choices_by_turn)) / turn_count:.2f}",
    )  # fmt: skip
