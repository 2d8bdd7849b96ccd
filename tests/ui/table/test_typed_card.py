"""A card is chosen by typing its notation or the first letters of its name in the deck."""

from __future__ import annotations

import pygame
import pytest

from game.core.cards import FRENCH_PACK, ITALIAN_PACK, JOKERS, Card, DeckStyle, Hand, parse_cards
from game.text.card_letters import CARD_LETTERS, list_spellings
from game.text.card_names import format_card_name
from game.text.gettext import LANGUAGE_NAMES, use_language
from tests.fakes import make_match_setup
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, open_table
from tests.ui.match_driver import play_until
from tests.ui.scene_registry.assistance import is_card_play
from tests.ui.table_driver import list_played_cards, start_match_at_turn
from ui.input.key_map import PLAY_BY_NUMBER, TYPE_CARD_NAME
from ui.table.input import DIGIT_DELAY_S, NAME_TIMEOUT_S, TypedCard, find_card_by_spelling

EXAMPLE_HAND = parse_cards("7c 7d Ah Ks 3s BJ")


@check_rows("language, text, name", [
    ("en", "7", "7c"), ("en", "7d", "7d"), ("en", "d7", "7d"), ("en", "7b", "7c"), ("en", "7co", "7d"),
    ("en", "co7", "7d"), ("en", "ks", "Ks"), ("en", "acu", "Ah"), ("en", "ah", "Ah"), ("en", "bj", "BJ"),
    ("en", "rs", "Ks"), ("en", "sr", "Ks"), ("en", "7x", ""), ("en", "2", ""), ("en", "7cu", ""),
    ("fr", "re", "Ks"), ("fr", "er", "Ks"), ("fr", "ks", "Ks"), ("fr", "7d", "7d"), ("fr", "7b", "7c"),
    ("fr", "ac", "Ah"),
])  # fmt: skip
def test_typed_name_finds_a_card_of_the_hand(language: str, text: str, name: str) -> None:
    with use_language(language):
        assert find_card_by_spelling(EXAMPLE_HAND, text, "italian") == (Card(name) if name else None)


@check_rows("language", LANGUAGE_NAMES)
@check_rows("text, name", [("fd", "Jd"), ("cs", "Qs"), ("rs", "Ks")])
def test_letters_in_the_corners_of_italian_cards_are_accepted(language: str, text: str, name: str) -> None:
    with use_language(language):
        suit = CARD_LETTERS[language]["italian"][name[1]]
        assert find_card_by_spelling(ITALIAN_PACK, text[0] + suit, "italian") is Card(name)


@check_rows("language", LANGUAGE_NAMES)
@check_rows("deck, pack", [("italian", ITALIAN_PACK), ("french", (*FRENCH_PACK, *JOKERS))])
def test_typed_letters_find_exactly_one_card(language: str, deck: DeckStyle, pack: Hand) -> None:
    with use_language(language):
        spelled = [(text, card) for card in pack for text in dict.fromkeys(list_spellings(card, deck))]
        assert len({text for text, _card in spelled}) == len(spelled), "no two cards are typed alike"
        assert all(
            ord(sign) in (*TYPE_CARD_NAME.default_keys, *PLAY_BY_NUMBER.default_keys)
            for text, _card in spelled
            for sign in text
        )
        assert all(find_card_by_spelling(pack, text, deck) is card for text, card in spelled)
        assert {card for _text, card in spelled} == set(pack)


def test_typing_restarts_after_a_pause() -> None:
    typed, hand = TypedCard(), parse_cards("7h 7d")
    cards = [typed.type_letter(sign, hand, "italian", index / 10) for index, sign in enumerate("7co")]
    assert cards == [*parse_cards("7h 7h 7d")], "the second letter decides between suits"
    typed = TypedCard()
    assert typed.type_letter("7", EXAMPLE_HAND, "italian", 0.0) is Card("7c")
    assert typed.type_letter("d", EXAMPLE_HAND, "italian", 0.5) is Card("7d")
    assert typed.type_letter("k", EXAMPLE_HAND, "italian", 0.6) is None, "no card is called so"
    assert typed.type_letter("k", EXAMPLE_HAND, "italian", 0.5 + NAME_TIMEOUT_S) is Card("Ks")


def type_name(app: AppDriver, name: str) -> None:
    for letter in name:
        app.press_key(ord(letter))


@pytest.mark.slow
def test_typed_card_is_chosen_and_enter_plays_it(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    for card in scene.hand:
        type_name(app, card.name.lower())
        assert scene.hand[scene.hand_interaction.selected_index] is card
        named_card = scene.inspector.labeled_card
        assert named_card is not None and named_card.card is card
        for _frame in range(round(NAME_TIMEOUT_S * 60) + 1):
            app.advance_frame()
        assert list_played_cards(scene) == []
    app.press_key(pygame.K_RETURN)
    assert list_played_cards(scene) == [card]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_digit_of_a_place_and_a_rank_waits_for_a_suit_and_says_so(app: AppDriver, language: str) -> None:
    with use_language(language):
        scene, narrated = open_table(app, make_match_setup("you club club club", game="spades")), list[str]()
        play_until(app, is_card_play)
        app.context.narrate = narrated.append
        named = next(
            card for card in scene.hand if card.rank in "23456789" and scene.hand[int(card.rank) - 1] is not card
        )
        placed = scene.hand[int(named.rank) - 1]
        for letter in named.name.lower():
            app.press_key(ord(letter))
        assert scene.hand[scene.hand_interaction.selected_index] is named
        app.advance_frame(NAME_TIMEOUT_S)
        app.press_key(ord(named.rank))
        card_name = format_card_name(placed, scene.deck)
        assert scene.message_seconds_left > 0 and named.rank in scene.message and card_name in scene.message
        assert any(card_name in line and named.rank in line for line in narrated)
        assert scene.seconds_until_next_update <= DIGIT_DELAY_S and list_played_cards(scene) == []
        app.press_key(pygame.K_RIGHT)
        app.advance_frame(2 * DIGIT_DELAY_S)
        assert scene.message_seconds_left == 0 and not list_played_cards(scene)
        app.press_key(ord(named.rank))
        if language == "en":
            app.press_key(pygame.K_RETURN)
        else:
            app.advance_frame(2 * DIGIT_DELAY_S)
        app.advance_frame()
        illegal_cards = {card for card, _reason in scene.observation.illegal_cards}
        assert list_played_cards(scene) == ([] if placed in illegal_cards else [placed])


@pytest.mark.slow
def test_digit_that_is_only_a_rank_says_that_enter_plays_the_card(app: AppDriver) -> None:
    scene, narrated = start_match_at_turn(app, "you you"), list[str]()
    app.context.narrate = narrated.append
    while not any(card.rank in "4567" for card in scene.hand):
        app.press_key(pygame.K_1, unicode="1")
        app.advance_to_other_person()
        app.press_key(pygame.K_RETURN)
        app.advance_frame()
    card = next(card for card in scene.hand if card.rank in "4567")
    played = list_played_cards(scene)
    app.press_key(ord(card.rank))
    assert "Enter" in scene.message and scene.message.startswith(card.rank) and scene.message in narrated
    assert list_played_cards(scene) == played
    app.press_key(pygame.K_RETURN)
    assert len(list_played_cards(scene)) == len(played) + 1
