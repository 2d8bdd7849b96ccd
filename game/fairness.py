"""Chance enters a match here only: the shuffle, the draw for the first deal, and what proves that both were fair.

docs/fairness.md says it all so that anybody can check it: the texts that are hashed, the generator, the shuffle.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from string import hexdigits
from typing import Final, Protocol

import msgspec

from game.engine.cards import Card, Rank
from game.engine.events import DealerDrawn

DRAW: Final = 0
"""The number under which the draw for the first deal is sealed; the deals are counted from 1."""
KEY_LENGTH: Final = 25
"""Hexadecimal digits of a key: 100 bits."""


class Chance(Protocol):
    """Whatever gives whole numbers from 0 to below ``n``, each equally likely: `random.Random`, or `Dice`."""

    def randrange(self, n: int, /) -> int: ...


def stream(seed: int, *path: object) -> Random:
    """The random numbers for one purpose of a match: ``stream(seed, "ai", 3)``. Same seed, same numbers."""
    return Random(":".join(str(part) for part in (seed, *path)))


def shuffled(pack: tuple[Card, ...], rng: Chance) -> tuple[Card, ...]:
    """``pack`` in a random order, every order equally likely (Fisher and Yates, from the last card to the second)."""
    cards, below = list(pack), rng.randrange
    for at in range(len(cards) - 1, 0, -1):
        other = below(at + 1)
        cards[at], cards[other] = cards[other], cards[at]
    return tuple(cards)


def draw_dealer(pack: tuple[Card, ...], seats: int, ranking: tuple[Rank, ...], rng: Chance) -> DealerDrawn:
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


# -- what can be proved ----------------------------------------------------------------------------


class Terms(msgspec.Struct, frozen=True):
    """What is shuffled: the game, the number of the deal (`DRAW` for the draw), the players' own word."""

    game: str
    deal: int
    word: str = ""


class Secret(msgspec.Struct, frozen=True):
    """What a shuffle follows from, kept until the deal is over: two numbers of 256 bits, in hexadecimal digits."""

    seed: str
    salt: str


def key_like(text: object) -> str:
    """``text`` if it can be a key, else empty."""
    return text if isinstance(text, str) and len(text) == KEY_LENGTH and not set(text) - set(hexdigits.lower()) else ""


def secret_of(master: int, number: int) -> Secret:
    """The secret of one deal. From it nothing follows about the ``master`` seed of the match, nor of another deal."""

    def derived(purpose: str) -> str:
        return hmac.digest(str(master).encode(), f"{purpose} {number}".encode(), "sha256").hex()

    return Secret(derived("seed"), derived("salt"))


def seal(terms: Terms, secret: Secret) -> str:
    """What is shown before the first card: a SHA-256 from which nothing is learnt and that fits no other secret."""
    return _digest(
        "seal", game=terms.game, deal=terms.deal, word=terms.word, seed=secret.seed, salt=secret.salt
    )  # fmt: skip


def key_of(terms: Terms, seed: str) -> str:
    """What the order of the pack follows from. Whoever has the key has the pack, but not the seed."""
    return _digest("key", game=terms.game, deal=terms.deal, word=terms.word, seed=seed)[:KEY_LENGTH]


def daily_key(date: str, game: str) -> str:
    """The key of the deal that everybody has on a date, written as in 2026-11-22."""
    return _digest("daily", date=date, game=game)[:KEY_LENGTH]


def _digest(purpose: str, **lines: object) -> str:
    """The SHA-256 of a text: its purpose in the first line, then a line for each value."""
    text = f"tavoloverde {purpose} 1\n" + "".join(f"{name}: {value}\n" for name, value in lines.items())
    return sha256(text.encode()).hexdigest()


class Dice:
    """The generator of `shuffled`: SHA-256 in counter mode, four bytes a number, what would favour some left out."""

    def __init__(self, key: str) -> None:
        self._words = _words(key)

    def randrange(self, n: int, /) -> int:
        """A whole number from 0 to below ``n``, which is at most 2 to the 32nd."""
        fair = 2**32 // n * n
        return next(word for word in self._words if word < fair) % n


def _words(key: str) -> Iterator[int]:
    """Numbers of 32 bits without end: eight of each block, the first byte being the highest."""
    block = 0
    while True:
        digits = _digest("shuffle", key=key, block=block)
        yield from (int(digits[at : at + 8], 16) for at in range(0, 64, 8))
        block += 1
