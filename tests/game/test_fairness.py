"""docs/fairness.md, "How a pack is shuffled": the generator, the shuffle, and that nothing is favoured."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.engine.cards import FRENCH_PACK, ITALIAN_PACK, JOKERS, notation
from game.fairness import Dice, Secret, Terms, daily_key, key_of, seal, secret_of, shuffled
from game.rules import GAMES
from tests.game import other_verifier

PAGE = Path(__file__).resolve().parents[2] / "docs" / "fairness.md"
SHUFFLES = 3000


def keys(count: int, name: str = "test") -> list[str]:
    return [key_of(Terms("briscola", deal, name), secret_of(1, deal).seed) for deal in range(1, count + 1)]


def chi_squared(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def test_every_card_comes_to_every_place_equally_often() -> None:
    """40 by 40 counts have 39 * 39 degrees of freedom: 1521, with a standard deviation of 55."""
    counts = {(card, at): 0 for card in ITALIAN_PACK for at in range(40)}
    for key in keys(SHUFFLES):
        for at, card in enumerate(shuffled(ITALIAN_PACK, Dice(key))):
            counts[card, at] += 1
    assert 1521 - 4 * 55 < chi_squared(list(counts.values()), SHUFFLES / 40) < 1521 + 4 * 55


def test_every_order_of_a_few_cards_comes_equally_often() -> None:
    """24 orders: 23 degrees of freedom, and more than 50 once in a thousand times."""
    counts: dict[tuple[int, ...], int] = {}
    for key in keys(SHUFFLES, "orders"):
        pack = shuffled(ITALIAN_PACK[:4], Dice(key))
        order = tuple(ITALIAN_PACK.index(card) for card in pack)
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert chi_squared(list(counts.values()), SHUFFLES / 24) < 50


def test_the_test_sees_a_shuffle_that_favours() -> None:
    """The well-known wrong one: each card changes places with any card."""
    counts = {(card, at): 0 for card in ITALIAN_PACK for at in range(40)}
    for key in keys(SHUFFLES):
        pack, dice = list(ITALIAN_PACK), Dice(key)
        for at in range(40):
            other = dice.randrange(40)
            pack[at], pack[other] = pack[other], pack[at]
        for at, card in enumerate(pack):
            counts[card, at] += 1
    assert chi_squared(list(counts.values()), SHUFFLES / 40) > 1521 + 4 * 55


def test_what_would_favour_low_numbers_is_left_out() -> None:
    """Of three quarters of 2 to the 32nd every fourth word is passed over, so that all numbers are as likely."""
    most, dice = 3 * 2**30, Dice("0" * 25)
    drawn = [dice.randrange(most) for _time in range(4000)]
    assert max(drawn) < most
    low = sum(1 for number in drawn if number < 2**30)
    assert abs(low - 4000 / 3) < 120, "words from 3 * 2**30 on were folded onto the low numbers"


def test_the_same_shuffle_serves_any_chance() -> None:
    """Simulations shuffle with the seeded generator of the library, in the order that it always had."""
    for seed in range(20):
        mine, theirs = list(ITALIAN_PACK), list(ITALIAN_PACK)
        Random(seed).shuffle(theirs)
        mine = list(shuffled(ITALIAN_PACK, Random(seed)))
        assert mine == theirs


@pytest.mark.parametrize("pack", [ITALIAN_PACK, FRENCH_PACK, (*FRENCH_PACK, *JOKERS)], ids=len)
def test_a_second_hand_shuffles_alike(pack: tuple) -> None:  # type: ignore[type-arg]
    for key in keys(50):
        ours = [str(card) for card in shuffled(pack, Dice(key))]
        assert ours == other_verifier.order(key, [str(card) for card in reversed(pack)])


def test_every_unshuffled_pack_is_sorted_as_the_page_says() -> None:
    for game in GAMES.values():
        for options in game.presets.values():
            for seats in game.seats:
                pack = notation(game.pack_for(options, seats)).split()
                assert pack == sorted(pack, key=other_verifier.place)


def test_a_secret_is_of_its_deal_alone() -> None:
    """256 bits each, and none of them says anything of another: all differ, in seed and in salt."""
    secrets = [secret_of(master, deal) for master in (0, 1, 2**256 - 1) for deal in range(50)]
    words = {word for one in secrets for word in (one.seed, one.salt)}
    assert len(words) == 2 * len(secrets)
    assert {len(word) for word in words} == {64}


@pytest.mark.parametrize("other", [Terms("chiamata", 1, "x"), Terms("briscola", 2, "x"), Terms("briscola", 1, "y")])
def test_a_seal_and_a_pack_are_of_their_game_deal_and_word(other: Terms) -> None:
    terms, secret = Terms("briscola", 1, "x"), Secret("a" * 64, "b" * 64)
    assert seal(terms, secret) != seal(other, secret)
    assert key_of(terms, secret.seed) != key_of(other, secret.seed)


def test_the_worked_example_of_the_page_is_right() -> None:
    text = PAGE.read_text("utf-8")
    terms = Terms("briscola", 1, "buona fortuna")
    secret = Secret("00112233445566778899aabbccddeeff" * 2, "0123456789abcdef" * 4)
    key = key_of(terms, secret.seed)
    for words in (secret.seed, secret.salt, seal(terms, secret), key, notation(shuffled(ITALIAN_PACK, Dice(key)))):
        assert words in text.replace("\n    ", " "), words
    daily = daily_key("2026-11-22", "briscola")
    assert daily in text


def test_the_program_on_the_page_proves_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    """The twenty lines there are run as they stand."""
    code = PAGE.read_text("utf-8").split("```python\n")[1].split("```")[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 24
    exec(compile(code, str(PAGE), "exec"), {"__name__": "page"})
    assert capsys.readouterr().out.strip() == "True True"
