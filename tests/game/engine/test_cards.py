"""rules.md, "Words and notation": cards and packs."""

from __future__ import annotations

import copy
import pickle

import pytest

from game.engine.cards import (
    FRENCH_PACK,
    HIDDEN,
    ITALIAN_PACK,
    JOKERS,
    Card,
    as_suit,
    card,
    cards,
    hidden,
    notation,
    without,
)


def test_a_card_is_written_rank_then_suit() -> None:
    assert (Card("Ad").rank, Card("Ad").suit, str(Card("Ad"))) == ("A", "d", "Ad")
    assert notation(cards("Ad Ts BJ")) == "Ad Ts BJ"
    assert repr(Card("Kc")) == "Card('Kc')"


def test_packs() -> None:
    assert (len(ITALIAN_PACK), len(FRENCH_PACK), len(JOKERS)) == (40, 52, 2)
    assert {one.rank for one in FRENCH_PACK} - {one.rank for one in ITALIAN_PACK} == {"8", "9", "T"}
    assert HIDDEN not in (*FRENCH_PACK, *JOKERS)


def test_jokers_are_spades() -> None:
    assert [(one.name, one.suit) for one in JOKERS] == [("LJ", "s"), ("BJ", "s")]


def test_cards_are_interned_and_never_change() -> None:
    assert Card("Ad") is Card("Ad") is card("A", "d")
    assert copy.deepcopy(Card("Ad")) is Card("Ad")
    assert pickle.loads(pickle.dumps(Card("Ad"))) is Card("Ad")
    with pytest.raises(AttributeError):
        Card("Ad").rank = "K"


@pytest.mark.parametrize("text", ["", "A", "dA", "AD", "ad", "10d", "1d", "Jx", "BJs", "LJs", "Ad ", "A\n", "??"])
def test_what_is_not_a_card(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        cards(text) if text.strip() == text and text else Card(text)


@pytest.mark.parametrize("value", [None, 7, ["Ad"], b"Ad"])
def test_only_a_text_names_a_card(value: object) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        Card(value)  # type: ignore[arg-type]


def test_hands() -> None:
    hand = cards("Ad Kh 2s")
    assert without(hand, Card("Kh")) == cards("Ad 2s")
    with pytest.raises(ValueError, match="not in tuple"):
        without(hand, Card("Qh"))
    assert hidden(2) == (HIDDEN, HIDDEN)


def test_suits() -> None:
    assert [as_suit(letter) for letter in "dhsc"] == list("dhsc")
    for text in ("", "x", "D", "dh", "??"):
        with pytest.raises(ValueError, match="is not a suit"):
            as_suit(text)
