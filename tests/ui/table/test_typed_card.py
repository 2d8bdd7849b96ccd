"""A card is chosen by typing its notation or the first letters of its name in the deck."""

from __future__ import annotations

import pygame
import pytest

from game.core.cards import FRENCH_PACK, ITALIAN_PACK, JOKERS, Card, DeckStyle, Hand, parse_cards
from game.text.card_names import format_card_name, format_rank_name, format_suit_name
from game.text.gettext import LANGUAGE_NAMES, set_language, use_language
from tests.fakes import make_match_setup
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, open_table
from tests.ui.match_driver import play_until
from tests.ui.table_driver import list_played_cards, start_match_at_turn
from ui.input.key_map import PLAY_BY_NUMBER, TYPE_CARD_NAME
from ui.scenes.help.content import SHORTCUTS_PAGE, get_page
from ui.table.hand.card_letters import CARD_LETTERS, PRINTED_RANK_LETTERS, describe_letters, list_spellings
from ui.table.hand.typed_card import DIGIT_DELAY_S, NAME_TIMEOUT_S, TypedCard, find_card_by_spelling
from ui.table.scene import TableScene

EXAMPLE_HAND = parse_cards("7c 7d Ah Ks 3s BJ")


@check_rows("text, name", [
    ("7", "7c"), ("7d", "7d"), ("d7", "7d"), ("7b", "7c"), ("7co", "7d"), ("co7", "7d"), ("ks", "Ks"), ("acu", "Ah"),
    ("ah", "Ah"), ("bj", "BJ"), ("rs", "Ks"), ("sr", "Ks"), ("7x", ""), ("2", ""), ("7cu", ""),
])  # fmt: skip
def test_typed_name_finds_a_card_of_the_hand(text: str, name: str) -> None:
    assert find_card_by_spelling(EXAMPLE_HAND, text, "italian") == (Card(name) if name else None)


@check_rows("text, name", [("re", "Ks"), ("er", "Ks"), ("ks", "Ks"), ("7d", "7d"), ("7b", "7c"),
                                        ("ac", "Ah")])  # fmt: skip
def test_names_of_another_language_work_without_accents(text: str, name: str) -> None:
    set_language("fr")
    assert find_card_by_spelling(EXAMPLE_HAND, text, "italian") == Card(name)


@check_rows("language", LANGUAGE_NAMES)
@check_rows("text, name", [("fd", "Jd"), ("cs", "Qs"), ("rs", "Ks")])
def test_letters_in_the_corners_of_italian_cards_are_accepted(language: str, text: str, name: str) -> None:
    with use_language(language):
        suit = CARD_LETTERS[language]["italian"].suits[name[1]]
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


@check_rows("language", LANGUAGE_NAMES)
@check_rows("deck", ["italian", "french"])
def test_help_lists_the_letters(language: str, deck: DeckStyle) -> None:
    with use_language(language):
        letters = CARD_LETTERS[language][deck]
        text = next(line.text for line in get_page(SHORTCUTS_PAGE) if describe_letters(deck) in line.text)
        for suit, typed in letters.suits.items():
            assert f"{format_suit_name(suit, deck)} {typed.upper()}" in text


@check_rows("language", LANGUAGE_NAMES)
def test_help_lists_the_letters_in_the_corners(language: str) -> None:
    with use_language(language):
        ranks = describe_letters("italian").split("; ")[1].split(", ")
        typed_by_name = {name: letters for name, *letters in map(str.split, ranks)}
        for rank, letter in PRINTED_RANK_LETTERS.items():
            assert letter.upper() in typed_by_name[format_rank_name(rank, "italian")]


def test_second_letter_decides_between_suits() -> None:
    hand = parse_cards("7h 7d")
    typed = TypedCard()
    assert [typed.type_letter(sign, hand, "italian", index / 10) for index, sign in enumerate("7co")] == [
        *parse_cards("7h 7h 7d")
    ]


def test_typing_restarts_after_a_pause() -> None:
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


def play_until_card_play(app: AppDriver) -> TableScene:
    """Return a hand of thirteen in which a digit is the place of one card and the rank of another."""
    scene = open_table(app, make_match_setup("you club club club", game="spades"))
    play_until(
        app,
        lambda table: (
            table.session.is_your_turn and table.observation.phase is not None and table.observation.phase.is_card_play
        ),
    )
    return scene


def find_ambiguous_digit(scene: TableScene) -> tuple[Card, Card]:
    """Return such a playable card, and the card at the place with the number of its rank."""
    refused = {card for card, _why in scene.observation.illegal_cards}
    digit = next(int(hand_card.rank) for hand_card in scene.hand if hand_card.rank in "23456789")
    named = next(hand_card for hand_card in scene.hand if hand_card.rank == str(digit))
    assert named not in refused or scene.hand[digit - 1] is not named
    return named, scene.hand[digit - 1]


@pytest.mark.slow
def test_ambiguous_digit_waits_a_moment(app: AppDriver) -> None:
    scene = play_until_card_play(app)
    named, _placed = find_ambiguous_digit(scene)
    type_name(app, named.name.lower())
    assert scene.hand[scene.hand_interaction.selected_index] is named
    for _frame in range(round(DIGIT_DELAY_S * 60) + 2):
        app.advance_frame()
    assert list_played_cards(scene) == [] and not scene.message_seconds_left, "nothing was tried"


@pytest.mark.slow
def test_digit_alone_plays_card_at_that_position(app: AppDriver) -> None:
    scene = play_until_card_play(app)
    named, placed = find_ambiguous_digit(scene)
    app.press_key(ord(named.rank))
    assert scene.seconds_until_next_update <= DIGIT_DELAY_S and list_played_cards(scene) == []
    for _frame in range(round(DIGIT_DELAY_S * 60) + 2):
        app.advance_frame()
    assert list_played_cards(scene) == [placed] or placed in {card for card, _why in scene.observation.illegal_cards}
    assert list_played_cards(scene) or scene.message


def test_focus_of_a_removed_button_is_dropped(app: AppDriver) -> None:
    scene = start_match_at_turn(app)
    scene.focus.focus_widget(scene.focus.widgets[-1])
    app.context.ui_manager.clear_and_reset()
    scene.focus.remove_dead()
    app.press_key(pygame.K_RIGHT)
    assert not scene.focus.is_ring_shown and scene.hand_interaction.selected_index == 0


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_digit_that_waits_for_a_suit_says_so_and_is_narrated(app: AppDriver, language: str) -> None:
    with use_language(language):
        scene, narrated = play_until_card_play(app), list[str]()
        app.context.narrate = narrated.append
        named, placed = find_ambiguous_digit(scene)
        app.press_key(ord(named.rank))
        card_name = format_card_name(placed, scene.deck)
        assert scene.message_seconds_left > 0 and scene.message.startswith(named.rank) and card_name in scene.message
        assert any(card_name in line and line.startswith(named.rank) for line in narrated)
        app.press_key(pygame.K_RIGHT)
        assert scene.message_seconds_left == 0 and not list_played_cards(scene)


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
