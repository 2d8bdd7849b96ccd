"""Play a pack of a contest in all its games.

All random numbers follow from the seed, the contest's name and the number of the pack. A seat gets the same random
numbers in every game of a pack, so that a level has exactly no advantage over itself (unless it uses the clock).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Final, NamedTuple, TypeAlias

import msgspec

from game.ai.levels import choose_random_action
from game.ai.registry import choose_action
from game.ai.time_limit import TimeLimit
from game.core.actions import Action, Deal, Pass
from game.core.cards import SUITS, Card, get_card
from game.core.options import Options, change_options
from game.core.trick_taking import TrickPhase
from game.match.match import Match, create_match
from game.match.observation import Observation
from game.rules import GAMES, Tally
from game.rules.briscola_family import RANKING
from game.rules.chiamata.actions import Call, NameSuit
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.trick_play import NamingPhase
from game.rules.game import Sides
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.bots import ask_bot, format_bot_fault, parse_bot_file
from game.simulation.deal_playing import ActionChooser, play_deal
from game.simulation.plan import BotFile
from game.simulation.programs import load_player
from game.simulation.simulation import forfeit, tally_deal
from tools.tournament.contests import Contest, ContestDesign, ContestMeasure

SeatAssignment: TypeAlias = tuple[bool, ...]
"""Whether our player sits there, by seat."""

LATE_TRICK_COUNT: Final = 6
"""The number of the late tricks."""
MAX_DEALS_PER_MATCH: Final = 300
"""The number of deals after which all seats share the win of a match."""


class PlayedGame(NamedTuple):
    """A game: the seats of our players, and the tally of each seat."""

    is_ours_by_seat: SeatAssignment
    tally: Tally


class ContestPackOutcome(NamedTuple):
    """The outcome of a pack.

    ``values``: a figure for each goal of the contest; ``move_times``: of our moves, in milliseconds.
    """

    values: tuple[float, ...]
    move_times: tuple[float, ...]


class ContestPack(msgspec.Struct, frozen=True):
    """Pack (or match) ``number``, from 1, of a contest.

    ``move_times``: a list that collects the times of our moves, in milliseconds. ``losers``: the seats whose program
    has failed in the present game.
    """

    contest: Contest
    seed: int
    number: int
    move_times: list[float]
    max_deals: int = MAX_DEALS_PER_MATCH
    losers: set[int] = msgspec.field(default_factory=set)

    def make_rng(self, *path: object) -> Random:
        """Return the random generator for one purpose of this pack."""
        # "arena" is part of every seed: another word would change all figures measured so far.
        return derive_random(self.seed, "arena", self.contest.name, self.number, *path)

    def make_match(self, options: Options | None = None) -> Match:
        """Return the match before its first deal; ``options``: by default those of the contest's preset."""
        contest = self.contest
        options = options or GAMES[contest.game].presets[contest.preset]
        return create_match(contest.game, options, contest.seats, (self.number - 1) % contest.seats)

    def shuffle_pack(self, match: Match, deal_number: int = 1) -> tuple[Card, ...]:
        """Return the pack of a deal of the match, the same in every game."""
        return shuffle_pack(match.pack, self.make_rng("deal", deal_number))

    def make_choosers(self, seating: SeatAssignment) -> list[ActionChooser]:
        """Return the players by seat, with new random generators that are equal for every game."""
        self.losers.clear()
        return [partial(self._choose, is_ours, self.make_rng("seat", seat)) for seat, is_ours in enumerate(seating)]

    def _choose(self, is_ours: bool, rng: Random, view: Observation) -> Action:
        player = self.contest.ours if is_ours else self.contest.theirs
        bot, start = parse_bot_file(player), time.perf_counter()
        if bot is None:
            action = choose_action(player, view, rng, TimeLimit(self.contest.limit_ms, time.perf_counter))
        else:
            action = self._ask(bot, view, rng)
        if is_ours:
            self.move_times.append((time.perf_counter() - start) * 1000)
        return action

    def _ask(self, bot: BotFile, view: Observation, rng: Random) -> Action:
        """Return the choice of a bot. After a fault of a program, which loses the game then, it is a random one."""
        assert view.seat is not None
        if view.seat in self.losers:
            return choose_random_action(view, rng)
        action, fault = ask_bot(bot, load_player(bot, view.seat), view, rng)
        if fault is not None:
            print(f"{self.contest.name}, pack {self.number}: {format_bot_fault(bot, fault)}", file=sys.stderr)
            self.losers.add(view.seat)
        return action

    def end_game(self, seating: SeatAssignment, tally: Tally, sides: Sides) -> PlayedGame:
        """Return a game that was played; a side whose program has failed has lost it."""
        return PlayedGame(seating, forfeit(tally, sides, self.losers) if self.losers else tally)


def play_pack(contest: Contest, seed: int, number: int, max_deals: int = MAX_DEALS_PER_MATCH) -> ContestPackOutcome:
    """Play pack ``number`` (from 1) of a contest in all its games, each of ``max_deals`` deals at most.

    Return the mean of each goal's figure over the games, and the times of the moves.
    """
    contest_pack = ContestPack(contest, seed, number, [], max_deals)
    games = list(PLAY_BY_DESIGN[contest.design](contest_pack))
    values = (sum(FIGURE_BY_MEASURE[goal.measure](game) for game in games) / len(games) for goal in contest.goals)
    return ContestPackOutcome(tuple(values), tuple(contest_pack.move_times))


# -- designs ---------------------------------------------------------------------------------------


def _alternate_seats(seats: int) -> list[SeatAssignment]:
    return [tuple((seat + first_seat) % 2 == 0 for seat in range(seats)) for first_seat in (0, 1)]


def _seat_one_of_ours(seats: int) -> list[SeatAssignment]:
    return [tuple(seat == our_seat for seat in range(seats)) for our_seat in range(seats)]


def _play_deals(
    make_seatings: Callable[[int], Sequence[SeatAssignment]], contest_pack: ContestPack
) -> Iterator[PlayedGame]:
    match = contest_pack.make_match()
    for seating in make_seatings(match.seats):
        match_after = play_deal(match, contest_pack.shuffle_pack(match), contest_pack.make_choosers(seating)).match
        yield contest_pack.end_game(seating, tally_deal(match_after), match_after.sides)


def _play_early_tricks(contest_pack: ContestPack) -> Iterator[PlayedGame]:
    match = contest_pack.make_match()
    late_from_trick = len(match.pack) // match.seats - LATE_TRICK_COUNT
    for seating in _alternate_seats(match.seats):
        choosers = [
            partial(_choose_until_late, late_from_trick, contest_pack.make_rng("late", seat), chooser)
            for seat, chooser in enumerate(contest_pack.make_choosers(seating))
        ]
        match_after = play_deal(match, contest_pack.shuffle_pack(match), choosers).match
        yield contest_pack.end_game(seating, tally_deal(match_after), match_after.sides)


def _choose_until_late(late_from_trick: int, rng: Random, chooser: ActionChooser, view: Observation) -> Action:
    """Return the player's choice, and from trick ``late_from_trick`` on that of `club`."""
    if isinstance(view.phase, TrickPhase) and len(view.phase.completed_tricks) >= late_from_trick:
        return choose_action("club", view, rng, TimeLimit(1, time.perf_counter))
    return chooser(view)


def _play_matches(
    make_seatings: Callable[[int], Sequence[SeatAssignment]], contest_pack: ContestPack
) -> Iterator[PlayedGame]:
    for seating in make_seatings(contest_pack.contest.seats):
        match, choosers = contest_pack.make_match(), contest_pack.make_choosers(seating)
        while not match.is_over and len(match.results) < contest_pack.max_deals:
            match = play_deal(match, contest_pack.shuffle_pack(match, len(match.results) + 1), choosers).match
        winners = match.standing.winners if match.is_over else range(match.seats)
        wins = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(match.seats))
        yield contest_pack.end_game(seating, Tally(tuple(map(float, match.standing.totals)), wins), match.sides)


def _play_after_call(contest_pack: ContestPack) -> Iterator[PlayedGame]:
    match = contest_pack.make_match(
        change_options(GAMES["chiamata"].presets[contest_pack.contest.preset], {"annul_poor_hand": "off"})
    )
    auction = match.apply(Deal(contest_pack.shuffle_pack(match))).match.phase
    assert isinstance(auction, AuctionPhase)
    rng = contest_pack.make_rng("call")
    caller, suit = rng.randrange(match.seats), rng.choice(SUITS)
    called = next(card for card in (get_card(rank, suit) for rank in RANKING) if card not in auction.hands[caller])
    partner = next(seat for seat, hand in enumerate(auction.hands) if called in hand)
    is_defender = tuple(seat not in (caller, partner) for seat in range(match.seats))
    for seating in (tuple(not is_defending for is_defending in is_defender), is_defender):
        choosers = [
            partial(_choose_after_script, caller, called, chooser) for chooser in contest_pack.make_choosers(seating)
        ]
        points = play_deal(match, contest_pack.shuffle_pack(match), choosers).match.get_deal_result().points
        defender_points = sum(
            seat_points for seat_points, is_defending in zip(points, is_defender, strict=True) if is_defending
        )
        scores = tuple(
            float(defender_points if is_defending else sum(points) - defender_points) for is_defending in is_defender
        )
        yield PlayedGame(seating, Tally(scores, (0.0,) * match.seats))


def _choose_after_script(caller: int, called: Card, chooser: ActionChooser, view: Observation) -> Action:
    """Return the prescribed call, pass or suit, and in the tricks the player's choice."""
    assert view.seat is not None
    if isinstance(view.phase, AuctionPhase):
        return Call(caller, called.rank) if view.seat == caller else Pass(view.seat)
    return NameSuit(caller, called.suit) if isinstance(view.phase, NamingPhase) else chooser(view)


PLAY_BY_DESIGN: Final[Mapping[ContestDesign, Callable[[ContestPack], Iterator[PlayedGame]]]] = {
    "turns": partial(_play_deals, _alternate_seats),
    "early": _play_early_tricks,
    "one": partial(_play_deals, _seat_one_of_ours),
    "calls": _play_after_call,
    "matches": partial(_play_matches, _seat_one_of_ours),
    "turn_matches": partial(_play_matches, _alternate_seats),
}


# -- measures --------------------------------------------------------------------------------------


def _compute_win_percentage(game: PlayedGame) -> float:
    return 100 * sum(share for share, is_ours in zip(game.tally.wins, game.is_ours_by_seat, strict=True) if is_ours)


def _compute_mean_score(game: PlayedGame, of_our_side: bool) -> float:
    scores = [
        score for score, is_ours in zip(game.tally.scores, game.is_ours_by_seat, strict=True) if is_ours == of_our_side
    ]
    return sum(scores) / len(scores)


FIGURE_BY_MEASURE: Final[Mapping[ContestMeasure, Callable[[PlayedGame], float]]] = {
    "won": _compute_win_percentage,
    "lead": lambda game: _compute_mean_score(game, True) - _compute_mean_score(game, False),
    "score": lambda game: _compute_mean_score(game, True),
}
