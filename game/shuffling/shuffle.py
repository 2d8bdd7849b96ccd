"""Chance enters a match here only: the shuffle, the draw for the first deal, and what proves that both were fair.

docs/fairness.md says it all so that anybody can check it: the texts that are hashed, the generator, the shuffle.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from string import hexdigits
from typing import Annotated, Final, Protocol

import msgspec

from game.core.cards import Card, Rank
from game.core.events import DealerDrawn

DEALER_DRAW_NUMBER: Final = 0
"""The number under which the draw for the first deal is sealed; the deals are counted from 1."""
KEY_HEX_DIGITS: Final = 25
"""Hexadecimal digits of a key: 100 bits."""


class RandomSource(Protocol):
    """A source of integers from 0 to below ``n``, each equally likely: `random.Random`, or `HashRandom`."""

    def randrange(self, n: int, /) -> int: ...


def derive_random(seed: int, *purpose: object) -> Random:
    """The random numbers for one purpose of a match: ``stream(seed, "ai", 3)``. Same seed, same numbers."""
    return Random(":".join(str(part) for part in (seed, *purpose)))


def shuffle_pack(pack: tuple[Card, ...], rng: RandomSource) -> tuple[Card, ...]:
    """``pack`` in a random order, every order equally likely (Fisher and Yates, from the last card to the second)."""
    cards, random_below = list(pack), rng.randrange
    for index in range(len(cards) - 1, 0, -1):
        other_index = random_below(index + 1)
        cards[index], cards[other_index] = cards[other_index], cards[index]
    return tuple(cards)


def draw_dealer(pack: tuple[Card, ...], seats: int, ranking: tuple[Rank, ...], rng: RandomSource) -> DealerDrawn:
    """Every seat draws from the spread pack, the highest deals; who ties at the top draws again (sources 000, 001).

    ``ranking`` is the game's order of ranks, high to low; a rank outside it (a joker) is above them all.
    """
    strength_by_rank = {rank: len(ranking) - index for index, rank in enumerate(ranking)}
    rounds: list[tuple[tuple[int, Card], ...]] = []
    drawing_seats = tuple(range(seats))
    while len(drawing_seats) > 1:
        drawn = tuple(zip(drawing_seats, shuffle_pack(pack, rng), strict=False))
        rounds.append(drawn)
        best = max(strength_by_rank.get(card.rank, 99) for _, card in drawn)
        drawing_seats = tuple(seat for seat, card in drawn if strength_by_rank.get(card.rank, 99) == best)
    return DealerDrawn(tuple(rounds), drawing_seats[0])


# -- what can be proved ----------------------------------------------------------------------------


class ShuffleContext(msgspec.Struct, frozen=True):
    """What is shuffled: the game, the number of the deal (`DEALER_DRAW_NUMBER` for the draw), the players' own word."""

    game_id: str
    deal_number: int
    shuffle_word: str = ""


HexDigest = Annotated[str, msgspec.Meta(pattern=r"\A([0-9a-f]{64})?\Z")]
ShuffleKey = Annotated[str, msgspec.Meta(pattern=rf"\A([0-9a-f]{{{KEY_HEX_DIGITS}}})?\Z")]


class ShuffleCommitment(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is said of one shuffle: the ``seal`` before the first card, ``seed`` and ``salt`` when the deal is over.

    ``key``: only where a deal code gave it; nothing was sealed then.
    """

    seal: HexDigest = ""
    seed: HexDigest = ""
    salt: HexDigest = ""
    key: ShuffleKey = ""

    @property
    def without_secrets(self) -> ShuffleCommitment:
        """What may be said of it while the deal is being played: whoever has the key has the pack."""
        return ShuffleCommitment(self.seal)

    def is_seal_of(self, context: ShuffleContext) -> bool:
        """Whether the seal is that of the seed and the salt."""
        return self.seal == compute_seal(context, self.seed, self.salt)


def parse_shuffle_key(text: object) -> str:
    """``text`` if it can be a key, else empty."""
    return (
        text if isinstance(text, str) and len(text) == KEY_HEX_DIGITS and not set(text) - set(hexdigits.lower()) else ""
    )


def commit_shuffle(context: ShuffleContext, match_seed: int) -> ShuffleCommitment:
    """Commit to one shuffle. From its seed and salt nothing follows about the ``match_seed``, nor of another deal."""

    def derive_digest(purpose: str) -> str:
        return hmac.digest(str(match_seed).encode(), f"{purpose} {context.deal_number}".encode(), "sha256").hex()

    seed, salt = derive_digest("seed"), derive_digest("salt")
    return ShuffleCommitment(compute_seal(context, seed, salt), seed, salt)


def compute_seal(context: ShuffleContext, seed: str, salt: str) -> str:
    """A SHA-256 from which nothing is learned and that fits no other seed and salt."""
    return _compute_digest(
        "seal", game=context.game_id, deal=context.deal_number, word=context.shuffle_word, seed=seed, salt=salt
    )


def derive_shuffle_key(context: ShuffleContext, seed: str) -> str:
    """What the order of the pack follows from. Whoever has the key has the pack, but not the seed."""
    return _compute_digest("key", game=context.game_id, deal=context.deal_number, word=context.shuffle_word, seed=seed)[
        :KEY_HEX_DIGITS
    ]


def derive_daily_key(date: str, game_id: str) -> str:
    """The key of the deal that everybody has on a date, written as in 2026-11-22."""
    return _compute_digest("daily", date=date, game=game_id)[:KEY_HEX_DIGITS]


def _compute_digest(purpose: str, **lines: object) -> str:
    """The SHA-256 of a text: its purpose in the first line, then a line for each value."""
    text = f"tavoloverde {purpose} 1\n" + "".join(f"{name}: {value}\n" for name, value in lines.items())
    return sha256(text.encode()).hexdigest()


class HashRandom:
    """The generator of `shuffle_pack`: SHA-256 in counter mode, four bytes a number, what would favour some left
    out."""

    def __init__(self, key: str) -> None:
        self._words = _iter_random_words(key)

    def randrange(self, n: int, /) -> int:
        """A whole number from 0 to below ``n``, which is at most 2 to the 32nd."""
        fair_limit = 2**32 // n * n
        return next(word for word in self._words if word < fair_limit) % n


def _iter_random_words(key: str) -> Iterator[int]:
    """Numbers of 32 bits without end: eight of each block, the first byte being the highest."""
    block = 0
    while True:
        digits = _compute_digest("shuffle", key=key, block=block)
        yield from (int(digits[offset : offset + 8], 16) for offset in range(0, 64, 8))
        block += 1
