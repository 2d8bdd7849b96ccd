"""Foolish cards: how many a level would play without sense (`game.ai.natural`), how many it plays with it, and what
sense is worth, the two in turn round one table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Final, NamedTuple

from game.ai.characters import PLAIN
from game.ai.headless import Chooser, play_deal
from game.ai.levels import levels_for
from game.ai.limit import LIMIT_MS, Limit
from game.ai.natural import natural
from game.ai.players import MINDS, choose
from game.ai.room import ERRING
from game.commands.progress import progress
from game.commands.simulation import half_width, tally
from game.engine.actions import Action
from game.fairness import shuffled, stream
from game.match import Match, new_match
from game.rules import GAMES
from game.view import View

HEADINGS: Final = (
    "table", "level", "deals", "cards", "foolish without", "foolish with", "won more, % of a deal", "lead with",
)  # fmt: skip
UNHURRIED: Final = Limit(LIMIT_MS, lambda: 0.0)
"""By a clock that stands still: what is found is the same on every machine."""


class Count(NamedTuple):
    """What a pack says: foolish cards and all cards, without sense and with it; how much more those with it won of the
    deals, and what they led by."""

    without: tuple[int, int]
    sense: tuple[int, int]
    won: float
    lead: float


def run(seed: int, deals: int) -> list[tuple[str, ...]]:
    """The table: every game at its usual seats, every level that has sense; ``deals`` packs, each played twice."""
    lines: list[tuple[str, ...]] = [HEADINGS]
    for game in GAMES.values():
        seats, options = game.proposed_seats, next(iter(game.presets.values()))
        for level in levels_for(game.name):
            if level not in ERRING:
                match = new_match(game.name, options, seats, 0)
                counts = [_pack(match, level, stream(seed, "foolish", game.name, level, number).getrandbits(64))
                          for number in progress(range(deals), f"{game.name} {level}")]  # fmt: skip
                lines.append((f"{game.name} {seats}", level, *_said(counts)))
    return lines


def _said(counts: list[Count]) -> Iterator[str]:
    yield str(2 * len(counts))
    yield str(sum(one.without[1] + one.sense[1] for one in counts))
    for some in ([one.without for one in counts], [one.sense for one in counts]):
        found, cards = (sum(column) for column in zip(*some, strict=True))
        yield f"{found} ({100 * found / max(1, cards):.2f} %)"
    for values in ([one.won for one in counts], [one.lead for one in counts]):
        half = half_width(values)
        yield f"{sum(values) / len(values):.2f}" + ("" if half is None else f" ± {half:.2f}")


def _pack(match: Match, level: str, seed: int) -> Count:
    """One pack, dealt so that each seat once plays with sense and once without."""
    pack = shuffled(match.pack, Random(seed))
    found = {True: [0, 0], False: [0, 0]}
    won = lead = 0.0
    for begin in (0, 1):
        sense = [(seat + begin) % 2 == 0 for seat in range(match.seats)]
        players: list[Chooser] = [
            partial(_choose, level, has, found[has], Random(f"{seed} {seat}")) for seat, has in enumerate(sense)
        ]
        ended = tally(play_deal(match, pack, players).match)
        won += _beside(ended.wins, sense)
        lead += _beside(ended.scores, sense)
    return Count(_pair(found[False]), _pair(found[True]), 50 * won, lead / 2)


def _pair(found: list[int]) -> tuple[int, int]:
    return found[0], found[1]


def _beside(values: tuple[float, ...], sense: list[bool]) -> float:
    """How much more the mean of those with sense is than that of the others."""
    ours = [value for value, has in zip(values, sense, strict=True) if has]
    theirs = [value for value, has in zip(values, sense, strict=True) if not has]
    return sum(ours) / len(ours) - sum(theirs) / len(theirs)


def _choose(level: str, sense: bool, found: list[int], rng: Random, view: View) -> Action:
    mind = MINDS[view.game]
    action = choose(level, view, rng, UNHURRIED) if sense else mind.players[level](view, rng, UNHURRIED, PLAIN)
    found[0] += action not in natural(view, mind.habits).choices
    found[1] += action.verb == "play"
    return action
