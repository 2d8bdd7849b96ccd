"""Randomness of a match: the shuffle, the draw of the first dealer, and the proof that both were fair.

docs/fairness.md describes the hashed texts, the generator and the shuffle, so that anyone can verify them.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from string import hexdigits
from typing import Annotated, Final, Protocol, TypeAlias

import msgspec

from game.core.cards import Card, Rank
from game.core.events import DealerDrawn

DEALER_DRAW_NUMBER: Final = 0
"""The number of the draw in a commitment; deals are counted from 1."""
KEY_HEX_DIGITS: Final = 25
"""Hexadecimal digits of a key: 100 bits."""
MATCH_UID_HEX_DIGITS: Final = 32
"""Hexadecimal digits of the id of a match: 128 bits."""


class RandomSource(Protocol):
    """A source of integers from 0 to ``n`` - 1, equally likely: `random.Random` or `HashRandom`."""

    def randrange(self, n: int, /) -> int: ...


def derive_random(seed: int, *purpose: object) -> Random:
    """Return the generator for one purpose of a match: ``derive_random(seed, "ai", 3)``.

    The same arguments give the same numbers.
    """
    return Random(":".join(str(part) for part in (seed, *purpose)))


def shuffle_pack(pack: tuple[Card, ...], rng: RandomSource) -> tuple[Card, ...]:
    """Return ``pack`` in random order, each order equally likely (Fisher-Yates from the last card).

    The result depends on the order of ``pack`` and the numbers of ``rng`` only.
    """
    cards, random_below = list(pack), rng.randrange
    for index in range(len(cards) - 1, 0, -1):
        other_index = random_below(index + 1)
        cards[index], cards[other_index] = cards[other_index], cards[index]
    return tuple(cards)


def draw_dealer(pack: tuple[Card, ...], seats: int, ranking: tuple[Rank, ...], rng: RandomSource) -> DealerDrawn:
    """Return a draw of the dealer: the highest card deals, ties at the top draw again (sources 000, 001).

    All seats draw in the first round. ``ranking``: ranks from high to low; a rank outside it (a joker) is higher than
    all.
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
    """The purpose of a shuffle: game, number of the deal (or `DEALER_DRAW_NUMBER`), players' word.

    ``match_uid``: of a match whose people contribute words of their own to each shuffle (version 2 of the seal), see
    `derive_match_uid`; "" at one machine (version 1).
    """

    game_id: str
    deal_number: int
    shuffle_word: str = ""
    match_uid: str = ""


HexDigest = Annotated[str, msgspec.Meta(pattern=r"\A([0-9a-f]{64})?\Z")]
ShuffleKey = Annotated[str, msgspec.Meta(pattern=rf"\A([0-9a-f]{{{KEY_HEX_DIGITS}}})?\Z")]


class SeatWord(msgspec.Struct, frozen=True, omit_defaults=True):
    """The word of a person for one shuffle: its ``commitment`` first, the ``word`` once all have committed."""

    seat: int
    commitment: HexDigest = ""
    word: HexDigest = ""


WordRound: TypeAlias = tuple[SeatWord, ...]
"""The words of a round, by ascending seat. A round in which a word is missing is void."""


class ShuffleCommitment(msgspec.Struct, frozen=True, omit_defaults=True):
    """The commitment to a shuffle: the ``seal`` before the deal, ``seed`` and ``salt`` after it.

    ``key``: only for a pack from a deal code, which has no seal. ``rounds``: in version 2 of the seal, the words of
    all rounds, of which the last one counts; they are known before the first card.
    """

    seal: HexDigest = ""
    seed: HexDigest = ""
    salt: HexDigest = ""
    key: ShuffleKey = ""
    rounds: tuple[WordRound, ...] = ()

    @property
    def without_secrets(self) -> ShuffleCommitment:
        """The part that may be shown during the deal; with the key the pack could be computed."""
        return ShuffleCommitment(self.seal, rounds=self.rounds)

    @property
    def last_round(self) -> WordRound:
        """The words that count, () without any."""
        return self.rounds[-1] if self.rounds else ()

    @property
    def late_seats(self) -> tuple[int, ...]:
        """The seats that did not open a word, in the order of the rounds."""
        return tuple(word.seat for words in self.rounds for word in words if not word.word)

    def derive_key(self, context: ShuffleContext) -> str:
        """Return the key of the shuffle that follows from the seed and the words that count."""
        return derive_shuffle_key(context, self.seed, self.last_round)


def parse_shuffle_key(text: object) -> str:
    """Return ``text`` if it is a valid key, else an empty text."""
    return (
        text if isinstance(text, str) and len(text) == KEY_HEX_DIGITS and not set(text) - set(hexdigits.lower()) else ""
    )


def commit_shuffle(context: ShuffleContext, match_seed: int) -> ShuffleCommitment:
    """Return the commitment to one shuffle: seal, seed and salt, always the same for the same arguments.

    Seed and salt reveal nothing about ``match_seed`` or about another deal.
    """

    def derive_digest(purpose: str) -> str:
        return hmac.digest(str(match_seed).encode(), f"{purpose} {context.deal_number}".encode(), "sha256").hex()

    seed, salt = derive_digest("seed"), derive_digest("salt")
    return ShuffleCommitment(compute_seal(context, seed, salt), seed, salt)


def derive_match_uid(match_seed: int) -> str:
    """Return the id of a match in its seals, in hex; it reveals nothing about ``match_seed``."""
    return hmac.digest(str(match_seed).encode(), b"match", "sha256").hex()[:MATCH_UID_HEX_DIGITS]


def compute_seal(context: ShuffleContext, seed: str, salt: str) -> str:
    """Return the SHA-256, in hex, of the context, the seed and the salt.

    It reveals nothing about them, and no other seed and salt give it.
    """
    if context.match_uid:
        return _compute_digest(
            "seal 2", match=context.match_uid, game=context.game_id, deal=context.deal_number, seed=seed, salt=salt
        )
    return _compute_digest(
        "seal 1", game=context.game_id, deal=context.deal_number, word=context.shuffle_word, seed=seed, salt=salt
    )


def compute_word_commitment(context: ShuffleContext, seal: str, seat: int, word: str) -> str:
    """Return the SHA-256, in hex, with which the person at ``seat`` commits to ``word`` after the host's ``seal``."""
    return _compute_digest(
        "word 2", match=context.match_uid, deal=context.deal_number, seal=seal, seat=seat, word=word
    )  # fmt: skip


def derive_shuffle_key(context: ShuffleContext, seed: str, words: WordRound = ()) -> str:
    """Return the key, in hex, from which the order of the pack follows; it does not reveal the seed.

    ``words``: those of the people, in version 2 of the seal.
    """
    if context.match_uid:
        lines = {f"word {word.seat}": word.word for word in words}
        digest = _compute_digest(
            "key 2", match=context.match_uid, game=context.game_id, deal=context.deal_number, seed=seed, **lines
        )
    else:
        digest = _compute_digest(
            "key 1", game=context.game_id, deal=context.deal_number, word=context.shuffle_word, seed=seed
        )
    return digest[:KEY_HEX_DIGITS]


def derive_dealer_key(key: str) -> str:
    """Return the key of the draw for the first dealer from that of the first deal, in version 2 of the seal."""
    return _compute_digest("dealer 2", key=key)[:KEY_HEX_DIGITS]


def derive_timeout_key(key: str, turn_number: int) -> str:
    """Return the key of the random card after a timeout from that of the deal, in version 2 of the seal.

    ``turn_number``: the number of actions of the deal before the card, without leaving and votes.
    """
    return _compute_digest("timeout 2", key=key, turn=turn_number)[:KEY_HEX_DIGITS]


def derive_daily_key(date: str, game_id: str) -> str:
    """Return the key of the daily deal on a date such as 2026-11-22."""
    return _compute_digest("daily 1", date=date, game=game_id)[:KEY_HEX_DIGITS]


def _compute_digest(purpose: str, **lines: object) -> str:
    """Return the SHA-256 of a text: the purpose with its version in the first line, then a line for each value."""
    text = f"tavoloverde {purpose}\n" + "".join(f"{name}: {value}\n" for name, value in lines.items())
    return sha256(text.encode()).hexdigest()


class HashRandom:
    """The generator of `shuffle_pack`: SHA-256 in counter mode, four bytes for a number, without bias."""

    def __init__(self, key: str) -> None:
        self._words = _iter_random_words(key)

    def randrange(self, n: int, /) -> int:
        """Return a number from 0 to ``n`` - 1; ``n`` is at most 2**32."""
        fair_limit = 2**32 // n * n
        return next(word for word in self._words if word < fair_limit) % n


def _iter_random_words(key: str) -> Iterator[int]:
    """Yield 32-bit numbers without end: eight from each block, high byte first."""
    block = 0
    while True:
        digits = _compute_digest("shuffle 1", key=key, block=block)
        yield from (int(digits[offset : offset + 8], 16) for offset in range(0, 64, 8))
        block += 1
