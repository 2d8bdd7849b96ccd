"""Cards and packs (docs/rules.md, "Words and notation")."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from game.core.cards import (
    FRENCH_PACK,
    HIDDEN_CARD,
    ITALIAN_PACK,
    JOKERS,
    Card,
    format_cards,
    get_card,
    make_hidden_cards,
    parse_cards,
    parse_suit,
    remove_card,
)
from tests.rows import check_rows


def test_card_is_written_as_rank_and_suit() -> None:
    assert (Card("Ad").rank, Card("Ad").suit, str(Card("Ad"))) == ("A", "d", "Ad")
    assert format_cards(parse_cards("Ad Ts BJ")) == "Ad Ts BJ"
    assert repr(Card("Kc")) == "Card('Kc')"


def test_packs_have_documented_cards() -> None:
    assert (len(ITALIAN_PACK), len(FRENCH_PACK), len(JOKERS)) == (40, 52, 2)
    assert {card.rank for card in FRENCH_PACK} - {card.rank for card in ITALIAN_PACK} == {"8", "9", "T"}
    assert HIDDEN_CARD not in (*FRENCH_PACK, *JOKERS)


def test_jokers_are_spades() -> None:
    assert [(card.name, card.suit) for card in JOKERS] == [("LJ", "s"), ("BJ", "s")]


def test_cards_are_interned_and_never_change() -> None:
    assert Card("Ad") is Card("Ad") is get_card("A", "d")
    assert copy.deepcopy(Card("Ad")) is Card("Ad")
    assert pickle.loads(pickle.dumps(Card("Ad"))) is Card("Ad")
    with pytest.raises(AttributeError):
        Card("Ad").rank = "K"


@check_rows("value", [
    "", "A", "dA", "AD", "ad", "10d", "1d", "Jx", "BJs", "LJs", "Ad ", "A\n", "??", None, 7, ["Ad"], b"Ad",
])  # fmt: skip
def test_only_the_text_of_a_card_names_one(value: Any) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_cards(value) if value in ("??", "ad") else Card(value)


def test_cards_can_be_removed_from_a_hand_and_hidden() -> None:
    hand = parse_cards("Ad Kh 2s")
    assert remove_card(hand, Card("Kh")) == parse_cards("Ad 2s")
    with pytest.raises(ValueError, match="not in tuple"):
        remove_card(hand, Card("Qh"))
    assert make_hidden_cards(2) == (HIDDEN_CARD, HIDDEN_CARD)


def test_only_suit_letters_are_suits() -> None:
    assert [parse_suit(letter) for letter in "dhsc"] == list("dhsc")
    for text in ("", "x", "D", "dh", "??"):
        with pytest.raises(ValueError, match="is not a suit"):
            parse_suit(text)
