"""Whole matches between players, to measure who wins them and how long they last.

``python -m tools.match_figures muscio --players club,always,always,always --matches 2000``

The players move round the table by one seat from match to match. ``always`` is no level offered to people: it
declares that it plays whatever it holds, and then plays any card.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from game.commands.progress import progress
from game.engine.actions import Action, Deal
from game.fairness import shuffled, stream
from game.match import new_match
from game.rules import GAMES
from game.rules.muscio.actions import In
from game.view import View, look
from tests.helpers import choose


def player(name: str, view: View, rng: Random) -> Action:
    """What a player of this name does; `always` plays every deal of Muscio."""
    if name != "always":
        return choose(name, view, rng)
    ins = [choice for choice in view.choices if isinstance(choice, In)]
    stays = [choice for choice in view.choices if choice.verb != "forfeit"]
    return ins[0] if ins else choose("random", view, rng) if len(stays) == len(view.choices) else stays[0]


class Played(NamedTuple):
    """A match: its deals, the part of it that each player won, and how long each of his moves took on average (ms).

    Nobody wins a match that was broken off.
    """

    deals: int
    won: tuple[float, ...]
    times: tuple[list[float], ...]
    over: bool


def play_match(game: str, players: Sequence[str], number: int, seed: int, most: int) -> Played:
    """Match ``number`` (from 0), broken off after ``most`` deals."""
    seats = len(players)
    at = [(seat + number) % seats for seat in range(seats)]
    base = next(iter(GAMES[game].presets.values()))
    match = new_match(game, base, seats, number // seats % seats)
    packs = stream(seed, "pack", number)
    choosers = [partial(player, players[at[seat]], rng=stream(seed, "player", number, seat)) for seat in range(seats)]
    times: tuple[list[float], ...] = tuple([] for _player in players)
    while not match.over and not (match.awaits_deal and len(match.results) >= most):
        seat = match.to_act
        if seat is None:
            match = match.apply(Deal(shuffled(match.pack, packs))).match
            continue
        view = look(match, seat)
        before = time.perf_counter()
        action = choosers[seat](view)
        times[at[seat]].append(1000 * (time.perf_counter() - before))
        match = match.apply(action).match
    winners = match.standing.winners
    won = tuple(float(at.index(one) in winners) / max(1, len(winners)) for one in range(seats))
    return Played(len(match.results), won, times, match.over)


def main() -> None:
    """Play and print."""
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
    every = [play_match(args.game, players, number, args.seed, args.most) for number in progress(range(args.matches))]
    fair = 1 / len(players)
    for at, name in enumerate(players):
        share = sum(one.won[at] for one in every) / len(every)
        half = 1.96 * (share * (1 - share) / len(every)) ** 0.5
        times = sorted(ms for one in every for ms in one.times[at])
        print(
            f"{name:8} wins {share:6.1%} ± {half:.1%}, {share / fair:.2f} of its fair share;"
            f" {sum(times) / len(times):.3f} ms a move, 99 %: {times[len(times) * 99 // 100]:.3f}"
        )
    lengths = sorted(one.deals for one in every)
    marks = [lengths[min(len(lengths) - 1, int(len(lengths) * part))] for part in (0.5, 0.9, 0.99)]
    print(
        f"deals in a match: half within {marks[0]}, 90 % {marks[1]}, 99 % {marks[2]}, longest {lengths[-1]};"
        f" broken off: {sum(not one.over for one in every)} of {len(every)}"
    )


if __name__ == "__main__":
    main()
