"""A card is chosen by its name, as the record writes it or by the letters that the deck's names begin with."""

from __future__ import annotations

import pygame
import pytest

from game.engine.cards import FRENCH_PACK, ITALIAN_PACK, JOKERS, Card, Deck, Hand, cards
from game.i18n import LANGUAGES, set_language, speaking
from game.names import suit_name
from tests.fakes import seating
from tests.ui.driving import forward
from tests.ui.stage import AppByHand, at_table
from tests.ui.table.test_table_scene import played, your_turn
from ui.scenes.manual import KEYS, page_of
from ui.shortcuts import DIGIT, NAME
from ui.table.letters import LETTERS, spellings, told
from ui.table.scene import TableScene
from ui.table.typed import DOUBT, PATIENCE, Typed, meant

HAND = cards("7c 7d Ah Ks 3s BJ")


@pytest.mark.parametrize("text, name", [
    ("7", "7c"), ("7d", "7d"), ("d7", "7d"), ("7b", "7c"), ("7co", "7d"), ("co7", "7d"), ("ks", "Ks"), ("acu", "Ah"),
    ("ah", "Ah"), ("bj", "BJ"), ("7x", ""), ("2", ""), ("7cu", ""),
])  # fmt: skip
def test_a_name_means_a_card_of_the_hand(text: str, name: str) -> None:
    assert meant(HAND, text, "italian") == (Card(name) if name else None)


@pytest.mark.parametrize("text, name", [("re", "Ks"), ("er", "Ks"), ("ks", "Ks"), ("7d", "7d"), ("7b", "7c"),
                                        ("ac", "Ah")])  # fmt: skip
def test_in_another_language_its_names_count_and_no_accent_is_asked_for(text: str, name: str) -> None:
    set_language("fr")
    assert meant(HAND, text, "italian") == Card(name)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("deck, pack", [("italian", ITALIAN_PACK), ("french", (*FRENCH_PACK, *JOKERS))])
def test_what_is_typed_means_one_card_and_every_letter_of_it_is_a_key(language: str, deck: Deck, pack: Hand) -> None:
    with speaking(language):
        spelled = [(text, card) for card in pack for text in dict.fromkeys(spellings(card, deck))]
        assert len({text for text, _card in spelled}) == len(spelled), "no two cards are typed alike"
        assert all(ord(sign) in (*NAME.keys, *DIGIT.keys) for text, _card in spelled for sign in text)
        assert all(meant(pack, text, deck) is card for text, card in spelled)
        assert {card for _text, card in spelled} == set(pack)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("deck", ["italian", "french"])
def test_the_help_lists_the_letters(language: str, deck: Deck) -> None:
    with speaking(language):
        letters = LETTERS[language][deck]
        said = next(line.words for line in page_of(KEYS) if told(deck) in line.words)
        for suit, typed in letters.suits.items():
            assert f"{suit_name(suit, deck)} {typed.upper()}" in said


def test_where_one_letter_begins_two_suits_the_second_decides() -> None:
    hand = cards("7h 7d")
    typed = Typed()
    assert [typed.take(sign, hand, "italian", at / 10) for at, sign in enumerate("7co")] == [*cards("7h 7h 7d")]


def test_after_a_while_another_name_begins() -> None:
    typed = Typed()
    assert typed.take("7", HAND, "italian", 0.0) is Card("7c")
    assert typed.take("d", HAND, "italian", 0.5) is Card("7d")
    assert typed.take("k", HAND, "italian", 0.6) is None, "no card is called so"
    assert typed.take("k", HAND, "italian", 0.5 + PATIENCE) is Card("Ks")


def type_name(app: AppByHand, name: str) -> None:
    for letter in name:
        app.key(ord(letter))


@pytest.mark.slow
def test_a_typed_card_is_chosen_and_enter_plays_it(app: AppByHand) -> None:
    scene = your_turn(app)
    for card in scene.hand:
        type_name(app, card.name.lower())
        assert scene.hand[scene.hold.selected] is card
        found = scene.looking.named
        assert found is not None and found.card is card
        for _frame in range(round(PATIENCE * 60) + 1):
            app.step()
        assert played(scene) == []
    app.key(pygame.K_RETURN)
    assert played(scene) == [card]


def bidden(app: AppByHand) -> TableScene:
    """A hand of thirteen in which a digit is the place of one card and the rank of another."""
    scene = at_table(app, seating("you club club club", game="spades"))
    forward(app, lambda table: table.table.your_turn and table.view.phase is not None and table.view.phase.in_play)
    return scene


def doubtful(scene: TableScene) -> tuple[Card, Card]:
    """Such a card that may be played, and the card that is at the place which is its rank."""
    refused = {card for card, _why in scene.view.refused}
    at = next(int(one.rank) for one in scene.hand if one.rank in "23456789")
    named = next(one for one in scene.hand if one.rank == str(at))
    assert named not in refused or scene.hand[at - 1] is not named
    return named, scene.hand[at - 1]


@pytest.mark.slow
def test_a_digit_that_may_begin_a_name_waits_a_moment(app: AppByHand) -> None:
    scene = bidden(app)
    named, _placed = doubtful(scene)
    type_name(app, named.name.lower())
    assert scene.hand[scene.hold.selected] is named
    for _frame in range(round(DOUBT * 60) + 2):
        app.step()
    assert played(scene) == [] and not scene.message_left, "nothing was tried"


@pytest.mark.slow
def test_a_digit_after_which_nothing_comes_is_the_place_of_a_card(app: AppByHand) -> None:
    scene = bidden(app)
    named, placed = doubtful(scene)
    app.key(ord(named.rank))
    assert scene.rest <= DOUBT and played(scene) == []
    for _frame in range(round(DOUBT * 60) + 2):
        app.step()
    assert played(scene) == [placed] or placed in {card for card, _why in scene.view.refused}
    assert played(scene) or scene.message


def test_the_ring_of_a_button_that_is_gone_is_let_go(app: AppByHand) -> None:
    scene = your_turn(app)
    scene.focus.go(scene.focus.widgets[-1])
    scene.focus.clear()
    app.key(pygame.K_RIGHT)
    assert not scene.focus.shown and scene.hold.selected == 0
