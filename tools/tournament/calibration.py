"""Calibration: does what is said to be won so often come true so often?

At tables of masters each notes the chance that he gives himself with the card (in Spades also the bid, in Muscio every
choice) that he takes; the deal, in Muscio the match, is played to its end by the same players, and shows whether it
came true. Turns of one deal hang together: the intervals take the deal as one observation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from game.ai.chances import told
from game.ai.characters import PLAIN
from game.ai.estimate import best
from game.ai.limit import LIMIT_MS, Limit
from game.ai.natural import natural
from game.ai.players import MINDS, choose
from game.commands.progress import progress
from game.engine.actions import Deal
from game.engine.phases import DealResult
from game.fairness import shuffled, stream
from game.match import Match, new_match
from game.rules import GAMES
from game.rules.spades.score import SpadesResult
from game.view import View, look

UNHURRIED: Final = Limit(LIMIT_MS, lambda: 0.0)
EDGES: Final = (0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95)
"""Between the bins: the one around 70 % is from 65 to 75 %."""
TOLERANCE: Final = 0.05
HEADINGS: Final = ("table", "said", "turns", "deals", "said, mean", "came true", "± 95 %", "within 5 %")
MATCH: Final = 6
"""A match counts for so many deals."""
MOST_DEALS: Final = 40
"""Matches that go on for longer are left out."""


class Said(NamedTuple):
    """A chance that was given, as the playouts found it, and whether it came true; half where it was neither."""

    found: float
    came: float


def _scored(result: DealResult, seat: int) -> float:
    """Whether the deal was won by who gained by it."""
    score = result.scores[seat]
    return 0.5 if not score and result.state == "scored" and not any(result.scores) else float(score > 0)


def _made(result: DealResult, seat: int) -> float:
    """Whether a bid was made."""
    assert isinstance(result, SpadesResult)
    bid, tricks = result.bids[seat], result.points[seat]
    return float(tricks >= bid if bid else not tricks)


class Kind(NamedTuple):
    """How a game is asked: whether a chance came true in a deal, or None if it is of the match; ``before``: whether
    bids and declarations are asked about too, or the cards only."""

    came: Callable[[DealResult, int], float] | None
    before: bool = False

    def asks(self, view: View) -> bool:
        """Whether this turn is asked about."""
        return len(view.choices) > 1 and view.phase is not None and (self.before or view.phase.in_play)


KINDS: Final[Mapping[str, Kind]] = {
    "briscola": Kind(_scored),
    "chiamata": Kind(_scored),
    "spades": Kind(_made, before=True),
    "muscio": Kind(None, before=True),
}


def told_and_true(game: str, seed: int, number: int) -> list[Said]:
    """What was said in one deal (or match) of masters, and whether it came true."""
    seats, kind = GAMES[game].proposed_seats, KINDS[game]
    match, rng = new_match(game, next(iter(GAMES[game].presets.values())), seats, number % seats), stream(
        seed, "calibration", game, number)  # fmt: skip
    said: list[tuple[int, float]] = []
    while not match.over and len(match.results) < MOST_DEALS:
        match = match.apply(Deal(shuffled(match.pack, rng))).match
        while (seat := match.to_act) is not None:
            match = _turn(match, seat, kind, rng, said)
        if kind.came is not None:
            result = match.deal_result()
            return [Said(found, kind.came(result, seat)) for seat, found in said] if result.state == "scored" else []
    winners = match.standing.winners
    return [Said(found, (seat in winners) / len(winners)) for seat, found in said] if match.over else []


def _turn(match: Match, seat: int, kind: Kind, rng: Random, said: list[tuple[int, float]]) -> Match:
    view = look(match, seat)
    mind = MINDS[match.name]
    found = mind.weighed(natural(view, mind.habits), rng, UNHURRIED, PLAIN) if kind.asks(view) else []
    if not found:
        return match.apply(choose("master", view, rng, UNHURRIED)).match
    chosen = best(found)
    if chosen.win is not None:
        said.append((seat, chosen.win))
    return match.apply(chosen.action).match


def run(
    seed: int, deals: int, said: Callable[[str, int, int], Sequence[Said]] = told_and_true
) -> list[tuple[str, ...]]:
    """Return the table: every game at its usual seats, by bins of what is said; of ``deals`` deals.

    ``said`` gives what was said in a game, for a seed and the number of a deal.
    """
    lines: list[tuple[str, ...]] = [HEADINGS]
    for game in GAMES:
        many = deals if KINDS[game].came is not None else max(1, deals // MATCH)
        by_deal = [said(game, seed, number) for number in progress(range(many), game)]
        lines += [(f"{game} {GAMES[game].proposed_seats}", *line) for line in _bins(game, by_deal)]
    return lines


def _bins(game: str, by_deal: Sequence[Sequence[Said]]) -> list[tuple[str, ...]]:
    lines: list[tuple[str, ...]] = []
    straight = [[Said(told(game, one.found), one.came) for one in said] for said in by_deal]
    for low, high in zip((0.0, *EDGES), (*EDGES, 1.01), strict=True):
        inside = [[one for one in said if low <= one.found < high] for said in straight]
        some = [said for said in inside if said]
        turns = sum(map(len, some))
        if not turns:
            continue
        mean = sum(one.found for said in some for one in said) / turns
        true = sum(one.came for said in some for one in said) / turns
        off = sum(sum(one.came - true for one in said) ** 2 for said in some)
        half = 1.96 * sqrt(off) / turns if len(some) > 1 else 1.0
        lines.append((
            f"{100 * low:.0f}-{min(100, 100 * high):.0f} %", str(turns), str(len(some)), f"{100 * mean:.1f} %",
            f"{100 * true:.1f} %", f"{100 * half:.1f}", _verdict(abs(true - mean), half),
        ))  # fmt: skip
    return lines


def _verdict(off: float, half: float) -> str:
    if off + half <= TOLERANCE:
        return "yes"
    return "NO" if off - half > TOLERANCE else "likely" if off <= TOLERANCE else "unlikely"
