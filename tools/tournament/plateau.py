"""What more looks would buy: four and sixteen instead of one, judged by as many again.

One look of a master takes from ten to a hundred milliseconds; who chooses may look several times
(`strong.in_doubt`). Here he looks many times, each time in other worlds, and takes the mean. Other looks, which no
choice was made by, say what the choices are worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from typing import Final

from game.ai.characters import PLAIN
from game.ai.estimate import best, pooled
from game.ai.limit import LIMIT_MS, Limit
from game.ai.natural import natural
from game.ai.players import MINDS, choose
from game.commands.progress import progress
from game.engine.actions import Action, Deal
from game.fairness import shuffled, stream
from game.match import new_match
from game.rules import GAMES
from game.view import View, look

UNHURRIED: Final = Limit(LIMIT_MS, lambda: 0.0)
TIMES: Final = (1, 4, 16)
EVERY: Final = 7
"""One turn in so many is thought about."""
HEADINGS: Final = ("table", "turns", "looks", "other choice", "gain a turn, by worth", "± 95 %")


def run(seed: int, deals: int, times: Sequence[int] = TIMES, every: int = EVERY) -> list[tuple[str, ...]]:
    """Return the table: every game at its usual seats, some turns of ``deals`` deals of `club`.

    ``times``: the numbers of looks that are compared; ``every``: one turn in so many is thought about.
    """
    lines: list[tuple[str, ...]] = [HEADINGS]
    for game in GAMES:
        gains: dict[int, list[float]] = {looks: [] for looks in times[1:]}
        others = dict.fromkeys(times[1:], 0)
        for number in progress(range(deals), game):
            for at, view in enumerate(_turns(game, seed, number, every)):
                worth, choices = _thought(view, stream(seed, "plateau", game, number, at), times)
                for looks, choice in zip(times[1:], choices[1:], strict=True):
                    gains[looks].append(worth[choice] - worth[choices[0]])
                    others[looks] += choice != choices[0]
        lines += [(f"{game} {GAMES[game].proposed_seats}", *_said(looks, gains[looks], others[looks]))
                  for looks in gains]  # fmt: skip
    return lines


def _said(times: int, gains: Sequence[float], others: int) -> tuple[str, ...]:
    many = max(1, len(gains))
    return (
        str(len(gains)), f"x {times}", f"{100 * others / many:.1f} %", f"{fmean(gains or (0.0,)):+.3f}",
        f"{1.96 * pstdev(gains or (0.0,)) / sqrt(many):.3f}",
    )  # fmt: skip


def _thought(view: View, rng: Random, times: Sequence[int]) -> tuple[dict[Action, float], list[Action]]:
    """What each choice is worth by looks of their own, and the choices made with so many looks each."""
    mind = MINDS[view.game]
    seen = natural(view, mind.habits)
    looks = [mind.weighed(seen, Random(rng.getrandbits(64)), UNHURRIED, PLAIN) for _look in range(2 * max(times))]
    judged = pooled(looks[max(times) :])
    worth = {one.action: one.worth for one in judged}
    return worth, [best([one for one in pooled(looks[:some]) if one.action in worth]).action for some in times]


def _turns(game: str, seed: int, number: int, every: int) -> Iterator[View]:
    """Turns with a card to choose, in a deal of `club`."""
    rng, at = stream(seed, "plateau", game, number), 0
    match = new_match(game, next(iter(GAMES[game].presets.values())), GAMES[game].proposed_seats, 0)
    match = match.apply(Deal(shuffled(match.pack, rng))).match
    while (seat := match.to_act) is not None:
        view, at = look(match, seat), at + 1
        wide = len(natural(view, MINDS[game].habits).choices) > 1 and match.phase is not None and match.phase.in_play
        if wide and at % every == 0 and MINDS[game].weighed(view, Random(0), UNHURRIED, PLAIN):
            yield view
        match = match.apply(choose("club", view, rng, UNHURRIED)).match
