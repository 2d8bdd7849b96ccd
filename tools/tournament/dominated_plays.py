"""Count dominated plays of each level with and without the filter of `game.ai.equivalent_plays`, and its value.

Players with the filter and players without it alternate around the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Final, NamedTuple

from game.ai.equivalent_plays import remove_dominated_plays
from game.ai.game_ai_info import ERROR_PRONE_LEVELS
from game.ai.levels import list_levels
from game.ai.personas import NEUTRAL_PERSONA
from game.ai.registry import GAME_AIS, choose_action
from game.ai.time_limit import DEFAULT_TIME_LIMIT_MS, TimeLimit
from game.core.actions import Action
from game.match.match import Match, create_match
from game.match.observation import Observation
from game.rules import GAMES
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.deal_playing import ActionChooser, play_deal
from game.simulation.progress import show_progress
from game.simulation.simulation import compute_confidence_half_width, tally_deal
from tools.tournament.contests import STUDY_TABLES, format_table_name

HEADINGS: Final = (
    "table", "level", "deals", "cards", "dominated without", "dominated with", "won more, % of a deal", "lead with",
)  # fmt: skip
DETERMINISTIC_TIME_LIMIT: Final = TimeLimit(DEFAULT_TIME_LIMIT_MS, lambda: 0.0)
"""A limit by a clock that never advances, so that the results are equal on every machine."""


class PackCounts(NamedTuple):
    """The figures of a pack: (dominated plays, all plays) without and with the filter, and the advantage with it.

    ``won_more``: in % of a deal; ``lead_more``: in points.
    """

    without_filter: tuple[int, int]
    with_filter: tuple[int, int]
    won_more: float
    lead_more: float


def measure_dominated_plays(seed: int, deals: int) -> list[tuple[str, ...]]:
    """Return a table, the headings first: each table and level with the filter.

    ``deals``: the number of packs, each played twice.
    """
    lines: list[tuple[str, ...]] = [HEADINGS]
    for table in STUDY_TABLES:
        game, preset, seats = table
        for level in list_levels(game):
            if level not in ERROR_PRONE_LEVELS:
                match = create_match(game, GAMES[game].presets[preset], seats, 0)
                counts = [
                    _play_pack(match, level, derive_random(seed, "foolish", game, level, number).getrandbits(64))
                    for number in show_progress(range(deals), f"{format_table_name(table)} {level}")
                ]
                lines.append((format_table_name(table), level, *_iter_cells(counts)))
    return lines


def _iter_cells(counts: list[PackCounts]) -> Iterator[str]:
    yield str(2 * len(counts))
    yield str(sum(pack_counts.without_filter[1] + pack_counts.with_filter[1] for pack_counts in counts))
    for count_pairs in (
        [pack_counts.without_filter for pack_counts in counts],
        [pack_counts.with_filter for pack_counts in counts],
    ):
        dominated_count, cards = (sum(column) for column in zip(*count_pairs, strict=True))
        yield f"{dominated_count} ({100 * dominated_count / max(1, cards):.2f} %)"
    for values in ([pack_counts.won_more for pack_counts in counts], [pack_counts.lead_more for pack_counts in counts]):
        half_width = compute_confidence_half_width(values)
        yield f"{sum(values) / len(values):.2f}" + ("" if half_width is None else f" ± {half_width:.2f}")


def _play_pack(match: Match, level: str, seed: int) -> PackCounts:
    """Play a pack twice, so that each seat plays once with the filter and once without."""
    pack = shuffle_pack(match.pack, Random(seed))
    counts = {True: [0, 0], False: [0, 0]}
    won = lead = 0.0
    for first_seat in (0, 1):
        uses_filter = [(seat + first_seat) % 2 == 0 for seat in range(match.seats)]
        players: list[ActionChooser] = [
            partial(_choose_and_count, level, is_filtered, counts[is_filtered], Random(f"{seed} {seat}"))
            for seat, is_filtered in enumerate(uses_filter)
        ]
        tally = tally_deal(play_deal(match, pack, players).match)
        won += _compare_means(tally.wins, uses_filter)
        lead += _compare_means(tally.scores, uses_filter)
    return PackCounts(_to_pair(counts[False]), _to_pair(counts[True]), 50 * won, lead / 2)


def _to_pair(counts: list[int]) -> tuple[int, int]:
    return counts[0], counts[1]


def _compare_means(values: tuple[float, ...], uses_filter: list[bool]) -> float:
    """Return the mean of the seats with the filter less that of the others."""
    filtered_values = [value for value, is_filtered in zip(values, uses_filter, strict=True) if is_filtered]
    other_values = [value for value, is_filtered in zip(values, uses_filter, strict=True) if not is_filtered]
    return sum(filtered_values) / len(filtered_values) - sum(other_values) / len(other_values)


def _choose_and_count(level: str, uses_filter: bool, counts: list[int], rng: Random, view: Observation) -> Action:
    game_ai = GAME_AIS[view.game_id]
    action = (
        choose_action(level, view, rng, DETERMINISTIC_TIME_LIMIT)
        if uses_filter
        else game_ai.players[level](view, rng, DETERMINISTIC_TIME_LIMIT, NEUTRAL_PERSONA)
    )
    counts[0] += action not in remove_dominated_plays(view, game_ai.equivalence_rules).legal_actions
    counts[1] += action.verb == "play"
    return action
