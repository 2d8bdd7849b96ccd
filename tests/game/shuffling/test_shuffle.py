"""The random generator and the shuffle, without bias (docs/fairness.md, "How a pack is shuffled")."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.core.cards import FRENCH_PACK, ITALIAN_PACK, JOKERS, Card, format_cards
from game.rules import GAMES
from game.shuffling.shuffle import (
    HashRandom,
    ShuffleContext,
    commit_shuffle,
    compute_seal,
    derive_daily_key,
    derive_shuffle_key,
    shuffle_pack,
)
from tests.game.shuffling import independent_verifier
from tests.rows import check_rows

FAIRNESS_DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "fairness.md"
SHUFFLE_COUNT = 3000


def list_keys(count: int, name: str = "test") -> list[str]:
    contexts = [ShuffleContext("briscola", deal, name) for deal in range(1, count + 1)]
    return [derive_shuffle_key(context, commit_shuffle(context, 1).seed) for context in contexts]


def compute_chi_squared(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def shuffle_wrongly(pack: tuple[Card, ...], rng: HashRandom) -> tuple[Card, ...]:
    """Shuffle in the well-known wrong way, in which each card changes places with any card."""
    cards = list(pack)
    for index in range(len(cards)):
        other = rng.randrange(len(cards))
        cards[index], cards[other] = cards[other], cards[index]
    return tuple(cards)


@pytest.mark.parametrize(("shuffle", "is_fair"), [(shuffle_pack, True), (shuffle_wrongly, False)])
def test_every_card_is_equally_likely_at_every_place(shuffle: Any, is_fair: bool) -> None:
    """Check chi-squared of 40 by 40 counts: 39 * 39 = 1521 degrees of freedom, with a standard deviation of 55."""
    counts = {(card, index): 0 for card in ITALIAN_PACK for index in range(40)}
    for key in list_keys(SHUFFLE_COUNT):
        for index, card in enumerate(shuffle(ITALIAN_PACK, HashRandom(key))):
            counts[card, index] += 1
    chi_squared = compute_chi_squared(list(counts.values()), SHUFFLE_COUNT / 40)
    assert chi_squared > 1521 - 4 * 55 and (chi_squared < 1521 + 4 * 55) == is_fair


def test_every_order_of_a_few_cards_is_equally_likely() -> None:
    """Check chi-squared of 24 orders: with 23 degrees of freedom it exceeds 50 once in a thousand cases."""
    keys = list_keys(SHUFFLE_COUNT, "orders")
    counts = Counter(shuffle_pack(ITALIAN_PACK[:4], HashRandom(key)) for key in keys)
    assert len(counts) == 24
    assert compute_chi_squared(list(counts.values()), SHUFFLE_COUNT / 24) < 50


def test_words_that_would_bias_low_numbers_are_skipped() -> None:
    """Use three quarters of 2**32: each fourth word is skipped, so that all numbers are equally probable."""
    most, dice = 3 * 2**30, HashRandom("0" * 25)
    drawn = [dice.randrange(most) for _time in range(4000)]
    assert max(drawn) < most
    low = sum(1 for number in drawn if number < 2**30)
    assert abs(low - 4000 / 3) < 120, "words from 3 * 2**30 on were folded onto the low numbers"


def test_shuffle_accepts_any_random_source() -> None:
    """Use the generator of the standard library, with which simulations shuffle in an order that must not change."""
    for seed in range(20):
        library_list = list(ITALIAN_PACK)
        Random(seed).shuffle(library_list)
        assert shuffle_pack(ITALIAN_PACK, Random(seed)) == tuple(library_list)


@check_rows("pack", [ITALIAN_PACK, FRENCH_PACK, (*FRENCH_PACK, *JOKERS)])
def test_independent_verifier_shuffles_equally(pack: tuple) -> None:  # type: ignore[type-arg]
    for key in list_keys(50):
        shuffled_names = [str(card) for card in shuffle_pack(pack, HashRandom(key))]
        assert shuffled_names == independent_verifier.shuffle_by_key(key, [str(card) for card in reversed(pack)])


def test_unshuffled_packs_are_sorted_as_documented() -> None:
    for game in GAMES.values():
        for options in game.presets.values():
            for seats in game.seat_counts:
                pack = format_cards(game.make_pack(options, seats)).split()
                assert pack == sorted(pack, key=independent_verifier.get_sort_key)


def test_shuffle_secret_is_unique_to_its_deal() -> None:
    """Check that all seeds and salts, of 256 bits each, differ."""
    contexts = [ShuffleContext("briscola", deal) for deal in range(50)]
    secrets = [commit_shuffle(context, master) for master in (0, 1, 2**256 - 1) for context in contexts]
    words = {word for secret in secrets for word in (secret.seed, secret.salt)}
    assert len(words) == 2 * len(secrets)
    assert {len(word) for word in words} == {64}


def test_documented_example_is_correct() -> None:
    text = FAIRNESS_DOCUMENT.read_text("utf-8")
    context = ShuffleContext("briscola", 1, "buona fortuna")
    seed, salt = "00112233445566778899aabbccddeeff" * 2, "0123456789abcdef" * 4
    key = derive_shuffle_key(context, seed)
    pack, daily_key = shuffle_pack(ITALIAN_PACK, HashRandom(key)), derive_daily_key("2026-11-22", "briscola")
    for words in (seed, salt, compute_seal(context, seed, salt), key, format_cards(pack), daily_key):
        assert words in text.replace("\n    ", " "), words


def test_documented_program_verifies_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    """Run the twenty lines of the page as they are."""
    code = FAIRNESS_DOCUMENT.read_text("utf-8").split("```python\n")[1].split("```")[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 24
    exec(compile(code, str(FAIRNESS_DOCUMENT), "exec"), {"__name__": "page"})
    assert capsys.readouterr().out.strip() == "True True"
