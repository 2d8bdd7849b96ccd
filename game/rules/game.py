"""Entry of the registry: the description of a game, and the score of a match."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from game.core.actions import Action
from game.core.cards import Card, DeckStyle, Rank
from game.core.events import Event
from game.core.messages import N_
from game.core.options import Options
from game.core.phase import DealResult, Phase, PhaseStep
from game.rules.statistics_entries import StatCategory, StatEntriesBySeat, list_no_stat_entries


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """The score of a match after some deals.

    ``totals``: total of each seat; ``payout``: what each seat gets, in games where the winners share points.
    """

    totals: tuple[int, ...]
    is_over: bool
    winners: tuple[int, ...]
    payout: tuple[Fraction, ...] | None = None


class ScoreSum(NamedTuple):
    """The sum of the deals of a match: the scores of each seat, and the number of scored deals."""

    scores: tuple[int, ...]
    scored: int = 0

    def add(self, result: DealResult) -> ScoreSum:
        """Return the sum with one more deal, whose scores are added; ``scored`` counts only scored deals."""
        scores = tuple(map(add, self.scores, result.scores))
        return ScoreSum(scores, self.scored + (result.state == "scored"))


def sum_scores(seats: int, results: Iterable[DealResult]) -> ScoreSum:
    """Return the sum of these deals; ``seats`` is the number of seats."""
    return reduce(ScoreSum.add, results, ScoreSum((0,) * seats))


Sides: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats that win or lose together, by side."""


def get_side_indices(sides: Sides) -> list[int]:
    """Return the index of the side of each seat."""
    return [index for _seat, index in sorted((seat, index) for index, side in enumerate(sides) for seat in side)]


class Tally(NamedTuple):
    """The outcome of a deal for each seat, in figures for statistics.

    ``scores``: in the game's unit; ``wins``: each seat's share of the win, which add up to 1, or 0 without a winner.
    """

    scores: tuple[float, ...]
    wins: tuple[float, ...]


def tally_by_score(result: DealResult, _sides: Sides) -> Tally:
    """Return the tally of a game in which the deal's scores are the unit and the highest wins.

    Equal highest scores share the win. No seat wins a deal that was not scored.
    """
    best_seats = [seat for seat, score in enumerate(result.scores) if score == max(result.scores)]
    return Tally(
        tuple(map(float, result.scores)), share_win(best_seats if result.state == "scored" else (), len(result.scores))
    )


def share_win(winners: Collection[int], seats: int) -> tuple[float, ...]:
    """Return each seat's share of a win that the ``winners`` share equally, by seat; zeros without winners."""
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))


PairTopic: TypeAlias = Literal["bid", "cover", "set", "bag"]
"""The topic of a choice of a seat with a partner.

"bid": the bid after the partner's; "cover": the partner has bid nil; "set": an opponent has bid nil; "bag": the pair
has made its bid, and further tricks are bags.
"""


def find_no_pair_topic(_phase: Phase, _seat: int) -> PairTopic | None:
    """Return None, as in a game whose pairs have no choices of their own."""
    return None


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the registry.

    ``code_letter``: the capital letter that begins its deal codes, unique to it.

    ``seat_counts``: the possible numbers of seats; ``default_seat_count``: the one that is proposed, 0 for the lowest.

    ``presets``: options by name; the first is the one that is proposed. ``preset_seat_counts``: the possible numbers of
    seats of a preset, where these are not all ``seat_counts``.

    ``actions``: its own, in addition to those of every game.

    ``make_pack(options, seats)``: the pack; ``get_sides(options, seats)``: the seats that win together.

    ``deal(options, seats, dealer, pack, results)``: the phase after the deal; ``results`` are those of earlier deals.

    ``compute_standing(options, sum)``: the standing of a match whose deals add up to ``sum``.

    ``ranking``: ranks from high to low, in play and when the first dealer is drawn; ``card_points``: card points by
    rank, empty in games that count tricks only.

    ``messages``: the texts of its reasons, events and actions by code; ``deck``: the names of its suits and figures.

    ``rules_version``: grows when the same actions would give another match; both ends of a network table must have it.

    ``tally_deal``: the `Tally` of a deal; ``is_won_by_gain``: a deal is won by each seat that gains points, and not by
    the highest score; ``list_stat_entries``: further results of each seat from all events of a
    deal, shown in ``stat_categories``; ``deal_value_label``: the name of the mean score of deals.

    ``find_pair_topic(phase, seat)``: the question of partners behind the choice of a seat, None if there is none.

    ``call_task_texts``: the English title and description of the trainer's tasks before cards are played.
    """

    id: str
    title: str
    code_letter: str
    seat_counts: tuple[int, ...]
    is_clockwise: bool
    presets: Mapping[str, Options]
    actions: tuple[type[Action], ...]
    make_pack: Callable[[Options, int], tuple[Card, ...]]
    get_sides: Callable[[Options, int], Sides]
    deal: Callable[[Options, int, int, tuple[Card, ...], tuple[DealResult, ...]], PhaseStep]
    compute_standing: Callable[[Options, ScoreSum], Standing]
    ranking: tuple[Rank, ...]
    messages: Mapping[str, str]
    is_lower_total_better: bool = False
    deck: DeckStyle = "italian"
    default_seat_count: int = 0
    rules_version: int = 1
    preset_seat_counts: Mapping[str, tuple[int, ...]] = {}
    card_points: Mapping[Rank, int] = {}
    tally_deal: Callable[[DealResult, Sides], Tally] = tally_by_score
    is_won_by_gain: bool = False
    list_stat_entries: Callable[[Sequence[Event], DealResult], StatEntriesBySeat] = list_no_stat_entries
    stat_categories: tuple[StatCategory, ...] = ()
    deal_value_label: str = N_("points per deal")
    find_pair_topic: Callable[[Phase, int], PairTopic | None] = find_no_pair_topic
    call_task_texts: tuple[str, str] = (N_("Calls"), N_("Choose your call, then compare it with a strong player's."))

    @property
    def proposed_seat_count(self) -> int:
        """The number of seats that is proposed for a new match."""
        return self.default_seat_count or self.seat_counts[0]

    def get_seat_counts(self, preset: str) -> tuple[int, ...]:
        """Return the possible numbers of seats with a preset."""
        return self.preset_seat_counts.get(preset, self.seat_counts)

    def find_deal_winners(self, result: DealResult, sides: Sides) -> tuple[int, ...]:
        """Return the seats that won a deal, () if it was not scored or nobody won it."""
        if result.state != "scored":
            return ()
        shares = result.scores if self.is_won_by_gain else self.tally_deal(result, sides).wins
        return tuple(seat for seat, share in enumerate(shares) if share > 0)

    def is_win_shared(self, result: DealResult, sides: Sides) -> bool:
        """Return whether several sides have the highest score of a deal."""
        winners = self.find_deal_winners(result, sides)
        return not self.is_won_by_gain and sum(not set(side).isdisjoint(winners) for side in sides) > 1
