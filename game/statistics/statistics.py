"""Statistics of a person in a game, added up over matches, with confidence intervals; for charts and CSV."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Final, NamedTuple, TypeVar

import msgspec

from game.match.tallies import DealCount, MatchTally
from game.rules import GAMES
from game.rules.statistics_entries import StatCategory

CONFIDENCE_95_Z: Final = 1.959964
"""Standard deviations on each side of the mean that hold 95 % (normal distribution)."""
T = TypeVar("T")
MAX_TREND_STEPS: Final = 12
"""The number of blocks in a trend, at most."""


class PlayedMatch(msgspec.Struct, frozen=True):
    """A match of a person at a seat, over or not.

    ``played_at``: seconds, as from `time.time`; ``is_assisted``: the person has used undo or a hint.
    """

    played_at: float
    seat: int
    tally: MatchTally
    is_assisted: bool = False


class AccuracySummary(NamedTuple):
    """The accuracy of a person in one match or several.

    ``accuracy``: share of the possible gain, 0 to 1; ``mean_loss``: loss for each choice in the game's unit; ``costs``:
    of the costliest choices, see `game.match.accuracies.PlayerAccuracy`.
    """

    played_at: float
    choice_count: int
    accuracy: float
    mean_loss: float
    costs: tuple[tuple[str, float], ...] = ()


class MistakeKind(NamedTuple):
    """A kind of choices that cost a person something, as the trainer names it.

    ``mean_cost``: the loss of the costliest choices of that kind in each of ``matches`` analyzed ones, on average.
    """

    kind: str
    mean_cost: float
    matches: int


class WinRate(NamedTuple):
    """Wins (``won`` of ``total``, shared wins in part), and the 95 % confidence interval of their share."""

    total: int
    won: float
    low: float
    high: float

    @property
    def rate(self) -> float:
        """The share of wins; 0 if ``total`` is 0."""
        return self.won / self.total if self.total else 0.0


class StatisticsLine(NamedTuple):
    """A line of a table, or a bar of a chart. ``mean_value``: mean of the category's figure."""

    key: str
    win_rate: WinRate
    mean_value: float


class PlayerStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """The statistics of a person in a game.

    ``expected_win_rate``: the expected share of wins among equal players; ``categories``: a table for each category of
    the game, with the keys that occurred; ``trend``: results of the deals in blocks of matches, the oldest first, each
    with the time of its last match; ``accuracies``: from analyses, in such blocks too. Assisted matches count only in
    ``assisted_matches`` and ``assisted_deals``. ``course``: of each decided match the share of the win, and the share
    that it gives by luck alone, the oldest first. ``costliest``: the kind of choices that cost most, None if no
    analysis says so.
    """

    game_id: str
    matches: WinRate
    deals: StatisticsLine
    expected_win_rate: float
    categories: tuple[tuple[StatCategory, tuple[StatisticsLine, ...]], ...]
    trend: tuple[tuple[float, StatisticsLine], ...]
    accuracies: tuple[AccuracySummary, ...] = ()
    assisted_matches: WinRate
    assisted_deals: StatisticsLine
    course: tuple[tuple[float, float], ...] = ()
    costliest: MistakeKind | None = None


def estimate_win_rate(count: int, won: float) -> WinRate:
    """Return the win rate with the 95 % interval of Wilson (1927); 0 to 1 if ``count`` is 0.

    ``won``: the number of wins, shared wins in part, at most ``count``.
    """
    if not count:
        return WinRate(0, 0.0, 0.0, 1.0)
    rate, z_squared_per_count = won / count, CONFIDENCE_95_Z * CONFIDENCE_95_Z / count
    middle = (rate + z_squared_per_count / 2) / (1 + z_squared_per_count)
    half_width = (
        CONFIDENCE_95_Z
        / (1 + z_squared_per_count)
        * sqrt(rate * (1 - rate) / count + z_squared_per_count / (4 * count))
    )
    # The rounding of floating point numbers may put a bound at 0 or 1 on the wrong side of the rate.
    return WinRate(count, won, max(0.0, min(rate, middle - half_width)), min(1.0, max(rate, middle + half_width)))


def compute_statistics(
    game_id: str, matches: Sequence[PlayedMatch], accuracies: Sequence[AccuracySummary] = ()
) -> PlayerStatistics:
    """Return the statistics of one game's ``matches`` of a person.

    Deals count as soon as they are finished, matches when they are over. ``accuracies``: those of the matches that were
    analyzed. Both may be in any order, and empty: then the rates are 0.
    """
    matches = sorted(matches, key=lambda match: match.played_at)
    assisted_matches = [match for match in matches if match.is_assisted]
    matches = [match for match in matches if not match.is_assisted]
    decided_matches = _list_decided(matches)
    expected_win_rate = (
        sum(1 / match.tally.sides for match in decided_matches) / len(decided_matches) if decided_matches else 0.0
    )
    return PlayerStatistics(
        game_id=game_id,
        matches=_estimate_match_wins(decided_matches),
        deals=_make_line("", _sum_deals(matches)),
        expected_win_rate=expected_win_rate,
        categories=tuple((group, _make_lines(group, matches)) for group in GAMES[game_id].stat_categories),
        trend=_compute_trend(matches),
        accuracies=tuple(map(merge_accuracies, _split_into_blocks(sorted(accuracies)))),
        assisted_matches=_estimate_match_wins(_list_decided(assisted_matches)),
        assisted_deals=_make_line("", _sum_deals(assisted_matches)),
        course=tuple((match.tally.get_win_share(match.seat), 1 / match.tally.sides) for match in decided_matches),
        costliest=_find_costliest_kind(accuracies),
    )


def _find_costliest_kind(accuracies: Sequence[AccuracySummary]) -> MistakeKind | None:
    """Return the kind of choices with the highest cost in matches of which the costs are known."""
    costs, match_count = Counter[str](), sum(bool(summary.costs) for summary in accuracies)
    for summary in accuracies:
        costs.update(dict(summary.costs))
    return next((MistakeKind(kind, cost / match_count, match_count) for kind, cost in costs.most_common(1)), None)


def _list_decided(matches: Sequence[PlayedMatch]) -> list[PlayedMatch]:
    return [match for match in matches if match.tally.winners]


def _estimate_match_wins(decided_matches: Sequence[PlayedMatch]) -> WinRate:
    wins = sum(match.tally.get_win_share(match.seat) for match in decided_matches)
    return estimate_win_rate(len(decided_matches), wins)


def _sum_deals(matches: Sequence[PlayedMatch]) -> DealCount:
    return sum((match.tally.seats[match.seat].deals for match in matches), start=DealCount())


def _make_line(key: str, count: DealCount) -> StatisticsLine:
    return StatisticsLine(
        key, estimate_win_rate(count.deals, count.won), count.value / count.deals if count.deals else 0.0
    )


def _make_lines(group: StatCategory, matches: Sequence[PlayedMatch]) -> tuple[StatisticsLine, ...]:
    """Return a line for each key that occurred, in the category's order, others after them by name."""
    counts: dict[str, DealCount] = {}
    for match in matches:
        for name, count in match.tally.seats[match.seat].parts.items():
            prefix, _slash, key = name.partition("/")
            if prefix == group.name:
                counts[key] = counts.get(key, DealCount()) + count
    order = {key: index for index, key in enumerate(group.key_labels)}
    return tuple(
        _make_line(key, counts[key]) for key in sorted(counts, key=lambda key: (order.get(key, len(order)), key))
    )


def _compute_trend(matches: Sequence[PlayedMatch]) -> tuple[tuple[float, StatisticsLine], ...]:
    return tuple((block[-1].played_at, _make_line("", _sum_deals(block))) for block in _split_into_blocks(matches))


def _split_into_blocks(items: Sequence[T]) -> list[Sequence[T]]:
    """Return at most `MAX_TREND_STEPS` successive blocks of nearly equal size."""
    block_count = min(MAX_TREND_STEPS, len(items))
    ends = [len(items) * block // block_count for block in range(block_count + 1)] if block_count else []
    return [items[first:last] for first, last in pairwise(ends)]


def merge_accuracies(accuracies: Sequence[AccuracySummary]) -> AccuracySummary:
    """Return several summaries as one, in which every choice has the same weight.

    ``accuracies``: at least one, the oldest first; the result has the time of the last. Raise ZeroDivisionError if they
    have no choices.
    """
    choice_count = sum(accuracy.choice_count for accuracy in accuracies)
    mean_accuracy = sum(accuracy.accuracy * accuracy.choice_count for accuracy in accuracies) / choice_count
    return AccuracySummary(
        accuracies[-1].played_at,
        choice_count,
        mean_accuracy,
        sum(accuracy.mean_loss * accuracy.choice_count for accuracy in accuracies) / choice_count,
    )
