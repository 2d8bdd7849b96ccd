"""Play complete matches and print the share of each player's wins and the length of the matches.

``python -m tools.match_figures muscio --players club,always,always,always --matches 2000``

The players move by one seat from match to match. The player ``always`` exists only here: it declares to play whatever
its cards are, and then plays random cards.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from game.core.actions import Action, Deal
from game.match.match import create_match
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.rules.muscio.actions import PlayDeal
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.progress import show_progress
from tests.helpers import choose_without_time_limit


def choose_action_for(name: str, view: Observation, rng: Random) -> Action:
    """Return the action of the player called ``name`` in the position ``view``.

    ``name``: a level, or "always", which plays every deal of Muscio.
    """
    if name != "always":
        return choose_without_time_limit(name, view, rng)
    play_choices = [choice for choice in view.legal_actions if isinstance(choice, PlayDeal)]
    staying_choices = [choice for choice in view.legal_actions if choice.verb != "forfeit"]
    return (
        play_choices[0]
        if play_choices
        else choose_without_time_limit("random", view, rng)
        if len(staying_choices) == len(view.legal_actions)
        else staying_choices[0]
    )


class MeasuredMatch(NamedTuple):
    """The figures of a match.

    ``win_shares``: the share of the win by player, 0 to 1, all 0 if the match was broken off; ``move_times``: the
    duration of each move by player, in milliseconds.
    """

    deal_count: int
    win_shares: tuple[float, ...]
    move_times: tuple[list[float], ...]
    is_over: bool


def play_match(game: str, players: Sequence[str], number: int, seed: int, max_deals: int) -> MeasuredMatch:
    """Play match ``number``, counted from 0, by the first preset and return its figures.

    It is broken off after ``max_deals`` deals. ``players``: names for `choose_action_for`, which move by one seat from
    match to match.
    """
    seats = len(players)
    player_at_seat = [(seat + number) % seats for seat in range(seats)]
    base = next(iter(GAMES[game].presets.values()))
    match = create_match(game, base, seats, number // seats % seats)
    packs = derive_random(seed, "pack", number)
    choosers = [
        partial(choose_action_for, players[player_at_seat[seat]], rng=derive_random(seed, "player", number, seat))
        for seat in range(seats)
    ]
    times: tuple[list[float], ...] = tuple([] for _player in players)
    while not match.is_over and not (match.needs_deal and len(match.results) >= max_deals):
        seat = match.turn
        if seat is None:
            match = match.apply(Deal(shuffle_pack(match.pack, packs))).match
            continue
        view = observe(match, seat)
        before = time.perf_counter()
        action = choosers[seat](view)
        times[player_at_seat[seat]].append(1000 * (time.perf_counter() - before))
        match = match.apply(action).match
    winners = match.standing.winners
    won = tuple(
        float(player_at_seat.index(player_index) in winners) / max(1, len(winners)) for player_index in range(seats)
    )
    return MeasuredMatch(len(match.results), won, times, match.is_over)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tools.match_figures",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game")
    parser.add_argument("--players", required=True, help="one for each seat, by commas")
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--most", type=int, default=1000, help="a match is broken off after so many deals")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    players = args.players.split(",")
    matches = [
        play_match(args.game, players, number, args.seed, args.most) for number in show_progress(range(args.matches))
    ]
    fair = 1 / len(players)
    for player_index, name in enumerate(players):
        share = sum(match.win_shares[player_index] for match in matches) / len(matches)
        half_width = 1.96 * (share * (1 - share) / len(matches)) ** 0.5
        times = sorted(ms for match in matches for ms in match.move_times[player_index])
        print(
            f"{name:8} wins {share:6.1%} ± {half_width:.1%}, {share / fair:.2f} of its fair share;"
            f" {sum(times) / len(times):.3f} ms a move, 99 %: {times[len(times) * 99 // 100]:.3f}"
        )
    lengths = sorted(match.deal_count for match in matches)
    marks = [lengths[min(len(lengths) - 1, int(len(lengths) * part))] for part in (0.5, 0.9, 0.99)]
    print(
        f"deals in a match: half within {marks[0]}, 90 % {marks[1]}, 99 % {marks[2]}, longest {lengths[-1]};"
        f" broken off: {sum(not match.is_over for match in matches)} of {len(matches)}"
    )


if __name__ == "__main__":
    main()
