"""Measure the value of more searches: four and sixteen instead of one, evaluated by as many other searches.

A search of a master takes from 10 to 100 ms, and a player may search several times (`SearchStep.max_passes`). Here each
search has its own determinizations, and the estimates are averaged. Other searches, by which nothing was chosen,
evaluate the choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from typing import Final

from game.ai.equivalent_plays import remove_dominated_plays
from game.ai.estimates import average_estimates, find_best_estimate
from game.ai.personas import NEUTRAL_PERSONA
from game.ai.registry import GAME_AIS, choose_action
from game.ai.time_limit import DEFAULT_TIME_LIMIT_MS, TimeLimit
from game.core.actions import Action, Deal, Play
from game.match.match import create_match
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.progress import show_progress

DETERMINISTIC_TIME_LIMIT: Final = TimeLimit(DEFAULT_TIME_LIMIT_MS, lambda: 0.0)
SEARCH_COUNTS: Final = (1, 4, 16)
TURN_INTERVAL: Final = 7
"""The interval of the turns that are searched: one in this number."""
HEADINGS: Final = ("table", "turns", "looks", "other choice", "gain a turn, by worth", "± 95 %")


def measure_plateau(
    seed: int, deals: int, times: Sequence[int] = SEARCH_COUNTS, every: int = TURN_INTERVAL
) -> list[tuple[str, ...]]:
    """Return a table, the headings first: each game with its usual number of seats.

    It is measured in some turns of ``deals`` deals of `club`. ``times``: the numbers of searches to compare; ``every``:
    the interval of the turns that are searched.
    """
    lines: list[tuple[str, ...]] = [HEADINGS]
    for game in GAMES:
        gains: dict[int, list[float]] = {search_count: [] for search_count in times[1:]}
        changed_choices = dict.fromkeys(times[1:], 0)
        for number in show_progress(range(deals), game):
            table = (game, next(iter(GAMES[game].presets)), GAMES[game].proposed_seat_count)
            for index, view in enumerate(iter_turns(table, seed, number, every)):
                worth, choices = _evaluate_choices(view, derive_random(seed, "plateau", game, number, index), times)
                for search_count, choice in zip(times[1:], choices[1:], strict=True):
                    gains[search_count].append(worth[choice] - worth[choices[0]])
                    changed_choices[search_count] += choice != choices[0]
        lines += [
            (
                f"{game} {GAMES[game].proposed_seat_count}",
                *_format_gain(search_count, gains[search_count], changed_choices[search_count]),
            )
            for search_count in gains
        ]
    return lines


def _format_gain(times: int, gains: Sequence[float], changed_choices: int) -> tuple[str, ...]:
    turn_count = max(1, len(gains))
    return (
        str(len(gains)), f"x {times}", f"{100 * changed_choices / turn_count:.1f} %", f"{fmean(gains or (0.0,)):+.3f}",
        f"{1.96 * pstdev(gains or (0.0,)) / sqrt(turn_count):.3f}",
    )  # fmt: skip


def _evaluate_choices(
    view: Observation, rng: Random, search_counts: Sequence[int]
) -> tuple[dict[Action, float], list[Action]]:
    """Return the value of each action by other searches, and the choice after each number of searches."""
    game_ai = GAME_AIS[view.game_id]
    filtered_view = remove_dominated_plays(view, game_ai.equivalence_rules)
    search_results = [
        game_ai.estimate_actions(filtered_view, Random(rng.getrandbits(64)), DETERMINISTIC_TIME_LIMIT, NEUTRAL_PERSONA)
        for _look in range(2 * max(search_counts))
    ]
    reference_estimates = average_estimates(search_results[max(search_counts) :])
    value_by_action = {estimate.action: estimate.value for estimate in reference_estimates}
    return value_by_action, [
        find_best_estimate(
            [
                estimate
                for estimate in average_estimates(search_results[:search_count])
                if estimate.action in value_by_action
            ]
        ).action
        for search_count in search_counts
    ]


def iter_turns(table: tuple[str, str, int], seed: int, number: int, turn_interval: int) -> Iterator[Observation]:
    """Yield turns with a choice between cards, in a deal of `club`."""
    game, preset, seats = table
    rng, turn_count = derive_random(seed, "plateau", game, number), 0
    match = create_match(game, GAMES[game].presets[preset], seats, 0)
    match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
    while (seat := match.turn) is not None:
        view, turn_count = observe(match, seat), turn_count + 1
        considered = remove_dominated_plays(view, GAME_AIS[game].equivalence_rules)
        has_choice = sum(isinstance(action, Play) for action in considered.legal_actions) > 1
        if has_choice and turn_count % turn_interval == 0:
            yield view
        match = match.apply(choose_action("club", view, rng, DETERMINISTIC_TIME_LIMIT)).match
