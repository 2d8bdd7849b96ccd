"""What declarations tell and what totals are worth: the tables of `game.ai.muscio.reading` and `muscio_match`.

``python -m tools.training.muscio_declarations [--level club] [--matches 1500] [--seed 1]`` fits what each card adds to
a hand to playouts by the learned table; then lets a level play whole matches, and fits who says what with hands
of which strength, and how often a seat with so many points left wins. The tables go to ``game/ai/learned``.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai import learned
from game.ai.batch.bits import bits_of, suit_mask
from game.ai.batch.policy import by_table
from game.ai.learned import learned as read
from game.ai.muscio.match import FEWEST, MOST
from game.ai.muscio.reading import PLAYS, SAYS, STRENGTH, exchanged, features, kind_of, strength
from game.commands.progress import progress
from game.engine.actions import Deal
from game.engine.cards import Hand, Suit
from game.fairness import shuffled, stream
from game.match import Match, new_match
from game.rules import GAMES
from game.rules.muscio.actions import Forfeit, Stand
from game.rules.muscio.declaring import Declaring
from game.rules.muscio.play import Saying, Standing, players_of, taker_of
from game.rules.muscio.score import NO_TRICK, RANKING
from game.view import look
from tests.helpers import choose
from tools.training.games.muscio import Declared

Floats: TypeAlias = NDArray[np.float64]

PLAYOUTS: Final = 60
"""Batches that the strength of hands is fitted to."""
KNOTS: Final = (1, 2, 3, 4, 6, 8, 11, 15, 20, 25, 30, 36, 44, 60)
"""Totals between which the worth of a total is a straight line."""
RIDGE: Final = 20.0
"""So many observations speak for what holds in all situations together."""
ALONE: Final = 8.0
"""How sure, as a logarithm, a seat plays that can be alone; it hardly ever comes to pass."""
LONGEST: Final = 300


# -- the strength of a hand ------------------------------------------------------------------------


def fit_strength(seed: int) -> Floats:
    """What each feature of a hand adds to what it gains among three."""
    rng, lesson = np.random.default_rng(seed), Declared()
    matrix, gain = np.zeros((STRENGTH, STRENGTH)), np.zeros(STRENGTH)
    left = PLAYOUTS
    while left:
        batch, sight = lesson.deal(rng, 2048)
        if batch.players != 3:
            continue
        left -= 1
        hands, trump = batch.hands.copy(), np.tile(batch.trump, batch.players)
        batch.finish(by_table(sight, read("muscio")))
        tricks = batch.points().reshape(-1)
        worth = np.where(tricks > 0, tricks, -NO_TRICK)
        for suit in np.unique(trump):
            found = np.array(features(hands[trump == suit], int(suit)), np.float64)
            matrix += found @ found.T
            gain += found @ worth[trump == suit]
    weights: Floats = np.linalg.solve(matrix + 50 * np.eye(STRENGTH), gain).astype(np.float64)
    return weights


# -- what is said ----------------------------------------------------------------------------------


class Spoken(NamedTuple):
    """One declaration: the situation, the hand's strength, what was said."""

    players: int
    behind: int
    blinde: bool
    value: float
    kind: int


class Told(NamedTuple):
    """All that matches told: declarations; (strength, whether it stood); (totals, shares of the win) by deal."""

    spoken: list[Spoken]
    stood: list[tuple[float, bool]]
    won: list[tuple[tuple[int, ...], tuple[float, ...]]]


def value_of(hand: Hand, trump: Suit, turned: int | None) -> float:
    """The strength of a hand; ``turned``: the bit of the trump that the dealer may take."""
    numbers, inside = bits_of(RANKING), suit_mask(trump)
    mask = np.array([numbers.mask(hand)], np.uint64)
    if turned is not None:
        mask = exchanged(mask, np.uint64(inside), np.uint64(turned))
    return float(strength(mask, inside)[0])


def spoken_in(phase: Declaring, saying: Saying) -> Spoken:
    seat = saying.seat
    turned = 1 << bits_of(RANKING).numbers[phase.turned] if seat == phase.dealer else None
    value = value_of(phase.hands[seat], phase.trump, turned)
    behind = phase.seats - 1 - len(phase.said)
    return Spoken(len(players_of(phase.said)), behind, taker_of(phase.said) is None, value, kind_of(saying))


def told_by(level: str, seats: int, number: int, seed: int) -> Told:
    """What one match of a level against itself tells."""
    told = Told([], [], [])
    match = new_match("muscio", GAMES["muscio"].presets["gattorna"], seats, number % seats)
    packs = stream(seed, "pack", seats, number)
    choosers = [partial(choose, level, rng=stream(seed, "seat", seats, number, seat)) for seat in range(seats)]
    totals: list[tuple[int, ...]] = []
    while not match.over and len(match.results) < LONGEST:
        if match.awaits_deal:
            totals.append(match.standing.totals)
            match = match.apply(Deal(shuffled(match.pack, packs))).match
            continue
        match = _acted(match, choosers[match.to_act or 0](look(match, match.to_act)), told)
    winners = match.standing.winners
    if winners:
        shares = tuple((seat in winners) / len(winners) for seat in range(seats))
        told.won.extend((at, shares) for at in totals)
    return told


def _acted(match: Match, action: object, told: Told) -> Match:
    phase = match.phase
    if isinstance(phase, Declaring):
        told.spoken.append(spoken_in(phase, action))  # type: ignore[arg-type]
    elif isinstance(phase, Standing) and isinstance(action, (Stand, Forfeit)):
        hand = phase.tricks.hands[action.seat]
        told.stood.append((value_of(hand, phase.tricks.trump, None), isinstance(action, Stand)))
    return match.apply(action).match  # type: ignore[arg-type]


def logistic(matrix: Floats, kinds: NDArray[np.intp], classes: int, prior: Floats, ridge: float) -> Floats:
    """Multinomial weights, (classes, features), by Newton's method, drawn to ``prior``."""
    weights, wide = prior.copy(), matrix.shape[1]
    wanted = np.eye(classes)[kinds]
    for _step in range(25):
        logits = matrix @ weights.T
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        slope = (wanted - shares).T @ matrix - ridge * (weights - prior)
        curve = np.zeros((classes, wide, classes, wide))
        for one in range(classes):
            for other in range(classes):
                both = shares[:, one] * ((one == other) - shares[:, other])
                curve[one, :, other] = (matrix * both[:, None]).T @ matrix
        flat = curve.reshape(classes * wide, classes * wide) + (ridge + 1e-6) * np.eye(classes * wide)
        weights += np.linalg.solve(flat, slope.reshape(-1)).reshape(classes, wide)
    return weights


def fit_says(spoken: list[Spoken]) -> Floats:
    """The table of `muscio_reading.SAYS`: every situation by itself, drawn to all of them together."""
    table = np.zeros(SAYS)
    for blinde in (False, True):
        rows = [one for one in spoken if one.blinde == blinde]
        classes = 3 if blinde else 2
        begin = np.zeros((classes, 2))
        general = logistic(_matrix(rows), _kinds(rows), classes, begin, 0.1)
        table[:, :, int(blinde), :classes] = general
        for players in range(SAYS[0]):
            for behind in range(SAYS[1]):
                here = [one for one in rows if (one.players, one.behind) == (players, behind)]
                if here:
                    table[players, behind, int(blinde), :classes] = logistic(
                        _matrix(here), _kinds(here), classes, general, RIDGE / 20
                    )
    table[0, 0, 1, PLAYS] += ALONE, 0
    return table


def _matrix(rows: list[Spoken]) -> Floats:
    return np.array([(1.0, one.value) for one in rows])


def _kinds(rows: list[Spoken]) -> NDArray[np.intp]:
    return np.array([one.kind for one in rows])


def fit_stands(stood: list[tuple[float, bool]]) -> Floats:
    matrix = np.array([(1.0, value) for value, _stays in stood])
    kinds = np.array([int(stays) for _value, stays in stood])
    weights = logistic(matrix, kinds, 2, np.zeros((2, 2)), 0.1)
    found: Floats = weights[1] - weights[0]
    return found


# -- what a total is worth -------------------------------------------------------------------------


def fit_match(won: list[tuple[tuple[int, ...], tuple[float, ...]]]) -> Floats:
    """How far from winning each total is, so that shares of the win are in proportion to exp(-far)."""
    totals = np.array([at for at, _shares in won])
    shares = np.array([part for _at, part in won])
    basis = np.array([np.interp(np.arange(MOST + 1), KNOTS, row) for row in np.eye(len(KNOTS))]).T
    found = basis[np.clip(totals, 0, MOST)]
    weights = np.array(KNOTS, np.float64) / 10
    prior = weights.copy()
    for _step in range(25):
        chance = np.exp(-(found @ weights))
        chance /= chance.sum(axis=1, keepdims=True)
        mean = (chance[:, :, None] * found).sum(axis=1)
        slope = -((shares - chance)[:, :, None] * found).sum(axis=(0, 1)) - (weights - prior)
        apart = found - mean[:, None]
        curve = np.einsum("ws,wsk,wsl->kl", chance, apart, apart) + np.eye(len(KNOTS))
        weights += np.linalg.solve(curve, slope)
    far: Floats = basis @ weights
    return far


def save(name: str, table: Floats) -> None:
    path = Path(*learned.__path__) / f"{name}.npz"
    np.savez_compressed(path, table=table.astype(np.float32).reshape(-1))
    print(f"{path.name}: {path.stat().st_size} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tools.training.muscio_declarations",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--level", default="club")
    parser.add_argument("--matches", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    save("muscio_strength", fit_strength(args.seed))
    tables = GAMES["muscio"].seats
    every = [[told_by(args.level, seats, at, args.seed) for at in progress(range(args.matches))] for seats in tables]
    save("muscio_says", fit_says([one for told in every for match in told for one in match.spoken]))
    save("muscio_stands", fit_stands([one for told in every for match in told for one in match.stood]))
    assert tables[0] == FEWEST
    save("muscio_match", np.array([fit_match([one for match in told for one in match.won]) for told in every]))


if __name__ == "__main__":
    main()
