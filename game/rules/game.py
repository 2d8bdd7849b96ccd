"""What a game tells the rest of the house about itself: the shape of a registry entry."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import add
from typing import NamedTuple, TypeAlias

import msgspec

from game.core.actions import Action
from game.core.cards import Card, DeckStyle, Rank
from game.core.events import Event
from game.core.options import Options
from game.core.phase import DealResult, PhaseStep
from game.rules.statistics_entries import StatCategory, StatEntriesBySeat, list_no_stat_entries


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Where a match stands after some deals. ``payout``: what the winners share, in games that have that."""

    totals: tuple[int, ...]
    is_over: bool
    winners: tuple[int, ...]
    payout: tuple[Fraction, ...] | None = None


class ScoreSum(NamedTuple):
    """What the deals of a match add up to: the scores of each seat, and how many deals were scored."""

    scores: tuple[int, ...]
    scored: int = 0

    def add(self, result: DealResult) -> ScoreSum:
        """Return the sum with one more deal."""
        scores = tuple(map(add, self.scores, result.scores))
        return ScoreSum(scores, self.scored + (result.state == "scored"))


def sum_scores(seats: int, results: Iterable[DealResult]) -> ScoreSum:
    """Return what these deals add up to."""
    return reduce(ScoreSum.add, results, ScoreSum((0,) * seats))


Sides: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats that win or lose together."""


class Tally(NamedTuple):
    """What a deal brought each seat: its score in the game's unit, and its part of the win (all add up to 1 or 0)."""

    scores: tuple[float, ...]
    wins: tuple[float, ...]


def tally_by_score(result: DealResult, _sides: Sides) -> Tally:
    """The score of the deal is the unit, and the highest wins."""
    best_seats = [seat for seat, score in enumerate(result.scores) if score == max(result.scores)]
    return Tally(
        tuple(map(float, result.scores)), share_win(best_seats if result.state == "scored" else (), len(result.scores))
    )


def share_win(winners: Collection[int], seats: int) -> tuple[float, ...]:
    """Each seat's part of a win that the ``winners`` share."""
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """One game of the registry.

    ``code_letter``: the capital letter that begins its deal codes, unique to it; ``seat_counts``: the numbers of seats
    that it can be played at, ``default_seat_count`` the one proposed, 0 for the fewest; ``presets``: the first is the
    one proposed; ``actions``: its own, in addition to those of every game;
    ``deal(options, seats, dealer, pack, results)``: the state after the deal, ``results`` those of the deals before it;
    ``compute_standing(options, sum)``: the standing of a match whose deals add up to that;
    ``ranking``: how cards rank, in play and when the first dealer is drawn;
    ``card_points``: empty where each trick counts 1; ``messages``: the words of its reasons;
    ``deck``: whose names its suits and court cards have; ``tally_deal``: the result of a deal, for counts over many
    deals; ``list_stat_entries``: further results for each seat, from all events of the deal, shown in
    ``stat_categories``.
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
    card_points: Mapping[Rank, int] = {}
    tally_deal: Callable[[DealResult, Sides], Tally] = tally_by_score
    list_stat_entries: Callable[[Sequence[Event], DealResult], StatEntriesBySeat] = list_no_stat_entries
    stat_categories: tuple[StatCategory, ...] = ()

    @property
    def proposed_seat_count(self) -> int:
        """How many sit down where nobody has said otherwise."""
        return self.default_seat_count or self.seat_counts[0]
