"""The shuffle and the draw for the first deal: the only places where chance enters a match."""

from __future__ import annotations

from random import Random

from game.engine.cards import Card, Rank
from game.engine.events import DealerDrawn


def stream(seed: int, *path: object) -> Random:
    """The random numbers for one purpose of a match: ``stream(seed, "deal", 3)``. Same seed, same numbers."""
    return Random(":".join(str(part) for part in (seed, *path)))


def shuffled(pack: tuple[Card, ...], rng: Random) -> tuple[Card, ...]:
    """``pack`` in a random order, every order equally likely."""
    cards = list(pack)
    rng.shuffle(cards)
    return tuple(cards)


def draw_dealer(pack: tuple[Card, ...], seats: int, ranking: tuple[Rank, ...], rng: Random) -> DealerDrawn:
    """Every seat draws from the spread pack, the highest deals; who ties at the top draws again (seeds 000, 001).

    ``ranking`` is the game's order of ranks, high to low; a rank outside it (a joker) is above them all.
    """
    height = {rank: len(ranking) - at for at, rank in enumerate(ranking)}
    rounds: list[tuple[tuple[int, Card], ...]] = []
    drawing = tuple(range(seats))
    while len(drawing) > 1:
        drawn = tuple(zip(drawing, shuffled(pack, rng), strict=False))
        rounds.append(drawn)
        best = max(height.get(card.rank, 99) for _, card in drawn)
        drawing = tuple(seat for seat, card in drawn if height.get(card.rank, 99) == best)
    return DealerDrawn(tuple(rounds), drawing[0])
