"""A pack of a contest, played in all its games.

All chance follows from the seed, the contest's name and the number of the pack. A seat draws the same random
numbers in every game of a pack, so a player differs from himself by exactly nothing (if he heeds no clock).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Final, NamedTuple, TypeAlias

import msgspec

from game.ai.headless import Chooser, play_deal
from game.ai.limit import Limit
from game.ai.players import choose
from game.commands.simulation import tally
from game.engine.actions import Action, Deal, Pass
from game.engine.cards import SUITS, Card, card
from game.engine.options import Options, adapt
from game.engine.tricks import Tricks
from game.fairness import shuffled, stream
from game.match import Match, new_match
from game.rules import GAMES, Tally
from game.rules.chiamata.actions import Call, Name
from game.rules.chiamata.auction import Auction
from game.rules.chiamata.play import Naming
from game.rules.family import RANKING
from game.view import View
from tools.tournament.contests import Contest, Design, Measure

Seating: TypeAlias = tuple[bool, ...]
"""By seat, whether our player sits there."""

LATE: Final = 6
"""So many tricks are the late ones."""
MOST_DEALS: Final = 300
"""A match that lasts longer is won by nobody in particular: all its seats share it."""


class Played(NamedTuple):
    """A game: where we sat and what it brought each seat."""

    ours: Seating
    tally: Tally


class Outcome(NamedTuple):
    """What a pack says: a figure for each goal of the contest, and how long each of our moves took (ms)."""

    values: tuple[float, ...]
    times: tuple[float, ...]


class Table(msgspec.Struct, frozen=True):
    """Pack (or match) ``number``, from 1, of a contest. ``times`` collects those of our moves, in ms."""

    contest: Contest
    seed: int
    number: int
    times: list[float]
    most_deals: int = MOST_DEALS

    def stream(self, *path: object) -> Random:
        """The random numbers for one purpose of this pack."""
        # "arena" is part of every seed: another word would change all figures measured so far.
        return stream(self.seed, "arena", self.contest.name, self.number, *path)

    def match(self, options: Options | None = None) -> Match:
        """The match before its first deal, by the contest's preset if nothing else is said."""
        at = self.contest
        options = options or GAMES[at.game].presets[at.preset]
        return new_match(at.game, options, at.seats, (self.number - 1) % at.seats)

    def pack(self, match: Match, deal: int = 1) -> tuple[Card, ...]:
        """The pack of this deal of the match, the same in every game."""
        return shuffled(match.pack, self.stream("deal", deal))

    def choosers(self, seating: Seating) -> list[Chooser]:
        """The players at their seats, their chance as at the beginning of every game."""
        return [partial(self._choose, ours, self.stream("seat", seat)) for seat, ours in enumerate(seating)]

    def _choose(self, ours: bool, rng: Random, view: View) -> Action:
        level = self.contest.ours if ours else self.contest.theirs
        begun = time.perf_counter()
        action = choose(level, view, rng, Limit(self.contest.limit_ms, time.perf_counter))
        if ours:
            self.times.append((time.perf_counter() - begun) * 1000)
        return action


def play_pack(contest: Contest, seed: int, number: int, most_deals: int = MOST_DEALS) -> Outcome:
    """Play pack ``number`` (from 1) of a contest in all its games, each of ``most_deals`` deals at most."""
    table = Table(contest, seed, number, [], most_deals)
    games = list(DESIGNS[contest.design](table))
    values = (sum(MEASURES[goal.measure](game) for game in games) / len(games) for goal in contest.goals)
    return Outcome(tuple(values), tuple(table.times))


# -- designs ---------------------------------------------------------------------------------------


def _in_turns(seats: int) -> list[Seating]:
    return [tuple((seat + begin) % 2 == 0 for seat in range(seats)) for begin in (0, 1)]


def _one_by_one(seats: int) -> list[Seating]:
    return [tuple(seat == at for seat in range(seats)) for at in range(seats)]


def _deals(seatings: Callable[[int], Sequence[Seating]], table: Table) -> Iterator[Played]:
    match = table.match()
    for seating in seatings(match.seats):
        ended = play_deal(match, table.pack(match), table.choosers(seating)).match
        yield Played(seating, tally(ended))


def _early(table: Table) -> Iterator[Played]:
    match = table.match()
    late = len(match.pack) // match.seats - LATE
    for seating in _in_turns(match.seats):
        choosers = [
            partial(_relieved, late, table.stream("late", seat), chooser)
            for seat, chooser in enumerate(table.choosers(seating))
        ]
        yield Played(seating, tally(play_deal(match, table.pack(match), choosers).match))


def _relieved(late: int, rng: Random, chooser: Chooser, view: View) -> Action:
    """What the player chooses; when so many tricks are done, what `club` does."""
    if isinstance(view.phase, Tricks) and len(view.phase.done) >= late:
        return choose("club", view, rng, Limit(1, time.perf_counter))
    return chooser(view)


def _matches(table: Table) -> Iterator[Played]:
    for seating in _one_by_one(table.contest.seats):
        match, choosers = table.match(), table.choosers(seating)
        while not match.over and len(match.results) < table.most_deals:
            match = play_deal(match, table.pack(match, len(match.results) + 1), choosers).match
        winners = match.standing.winners if match.over else range(match.seats)
        wins = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(match.seats))
        yield Played(seating, Tally(tuple(map(float, match.standing.totals)), wins))


def _calls(table: Table) -> Iterator[Played]:
    match = table.match(adapt(GAMES["chiamata"].presets[table.contest.preset], {"annul_poor_hand": "off"}))
    auction = match.apply(Deal(table.pack(match))).match.phase
    assert isinstance(auction, Auction)
    rng = table.stream("call")
    caller, suit = rng.randrange(match.seats), rng.choice(SUITS)
    called = next(one for one in (card(rank, suit) for rank in RANKING) if one not in auction.hands[caller])
    partner = next(seat for seat, hand in enumerate(auction.hands) if called in hand)
    theirs = tuple(seat not in (caller, partner) for seat in range(match.seats))
    for seating in (tuple(not defends for defends in theirs), theirs):
        choosers = [partial(_scripted, caller, called, chooser) for chooser in table.choosers(seating)]
        points = play_deal(match, table.pack(match), choosers).match.deal_result().points
        against = sum(got for got, defends in zip(points, theirs, strict=True) if defends)
        scores = tuple(float(against if defends else sum(points) - against) for defends in theirs)
        yield Played(seating, Tally(scores, (0.0,) * match.seats))


def _scripted(caller: int, called: Card, chooser: Chooser, view: View) -> Action:
    """What the deal prescribes before the cards are played; then what the player chooses."""
    assert view.seat is not None
    if isinstance(view.phase, Auction):
        return Call(caller, called.rank) if view.seat == caller else Pass(view.seat)
    return Name(caller, called.suit) if isinstance(view.phase, Naming) else chooser(view)


DESIGNS: Final[Mapping[Design, Callable[[Table], Iterator[Played]]]] = {
    "turns": partial(_deals, _in_turns),
    "early": _early,
    "one": partial(_deals, _one_by_one),
    "calls": _calls,
    "matches": _matches,
}


# -- measures --------------------------------------------------------------------------------------


def _won(game: Played) -> float:
    return 100 * sum(part for part, ours in zip(game.tally.wins, game.ours, strict=True) if ours)


def _mean(game: Played, side: bool) -> float:
    scores = [score for score, ours in zip(game.tally.scores, game.ours, strict=True) if ours == side]
    return sum(scores) / len(scores)


MEASURES: Final[Mapping[Measure, Callable[[Played], float]]] = {
    "won": _won,
    "lead": lambda game: _mean(game, True) - _mean(game, False),
    "score": lambda game: _mean(game, True),
}
