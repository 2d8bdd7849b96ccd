"""Every event has a line of narration, which tells nobody what their seat may not see."""

from __future__ import annotations

from itertools import product
from string import Formatter
from typing import Any

import pytest

from game.core import events
from game.core.cards import parse_cards
from game.core.events import Event, TrickTaken
from game.match.match import Match
from game.match.observation import observe
from game.rules.briscola.events import HandShown, SignMade
from game.rules.chiamata.events import CallMade
from game.rules.muscio.events import BlindeTaken, FaceDownCardsShown
from game.shuffling.shuffle import derive_random
from game.text.messages import build_message_catalog
from game.text.narration import narrate_board, narrate_deal_end, narrate_event, narrate_numbered_hand
from tests.helpers import PLAYER_NAMES, PlayoutMoment, TableSetup, deal_match, make_match, play_random_actions
from tests.pairwise_tables import PAIRWISE_TABLES
from tests.playouts import play_deals
from tests.rows import check_rows
from tests.twin_deals import make_twin_moments

EVENT_CLASSES = {kind for kind in Event.__subclasses__() if kind.__module__.startswith("game.")}
PRESET_TABLES = [table for table in PAIRWISE_TABLES if not table.changes]


def narrate_moment(moment: PlayoutMoment, seat: int | None, *, masked: bool = True) -> list[str]:
    """Return the narration of an action for a seat, and of the table after it."""
    match = moment.match
    view, names, deck = observe(match, seat), PLAYER_NAMES[: match.seats], match.game.deck
    narrated_lines = [
        narrate_event(event.seen_by(seat) if masked else event, names, deck, seat) for event in moment.events
    ]
    hand = view.board.hands[seat] if seat is not None and view.turn == seat else ()
    return [
        *narrated_lines,
        narrate_numbered_hand(hand, [card for card, _why in view.illegal_cards], deck),
        narrate_board(view.board, names, deck),
        *narrate_deal_end(view, names, deck),
    ]


@pytest.mark.slow
def test_every_event_class_is_narrated() -> None:
    met: set[type[Event]] = {
        events.DealerDrawn,
        events.ShuffleCommitted,
        events.VoteToEndCast,
        events.PlayerLeft,
        events.PlayerTimedOut,
    }
    for table in PAIRWISE_TABLES:
        match, playout = table.create_match(), play_deals(table)
        met |= {type(event) for event in playout.events}
        card_names = {card.name for card in match.pack}
        for event, seat in product(playout.events, (0, 1, None)):
            line = narrate_event(event.seen_by(seat), PLAYER_NAMES[: table.seats], match.game.deck)
            assert line.endswith(".") and line[0].isupper() and line.isprintable()
            assert not {"{", "}", "?"} & set(line), line
            assert card_names.isdisjoint(line.split()), line
    assert EVENT_CLASSES - met <= {HandShown, *list_rare_event_classes()}, EVENT_CLASSES - met


def list_rare_event_classes() -> set[type[Event]]:
    """Return event classes that a few random deals may lack; `test_event_sentences` has their lines."""
    return {
        kind
        for kind in EVENT_CLASSES
        if kind.__name__ in ("GattaShown", "DealAnnulled", "DealMisdealt", "DealForfeited", "DealVoided")
    }


def test_event_sentences() -> None:
    def narrate(event: Event) -> str:
        return narrate_event(event, PLAYER_NAMES[:2], "italian")

    ad, kd = parse_cards("Ad Kd")
    dealt = events.CardsDealt(1, (parse_cards("Ad 2d"), parse_cards("Kd 3d")))
    assert narrate(dealt.seen_by(0)) == "Bruno deals; Anna gets: ace of coins and two of coins."
    assert narrate(dealt.seen_by(None)) == "Bruno deals."
    assert narrate(events.CardPlayed(0, ad)) == "Anna plays the ace of coins."
    assert (
        narrate(TrickTaken(1, (0, 1), (kd, ad), 15))
        == "Bruno wins the trick: king of coins and ace of coins; 15 points."
    )
    assert narrate(events.CardDrawn(0, ad, False).seen_by(1)) == "Anna draws a card."
    assert narrate(SignMade(0, "tre", (1,))) == "Anna makes a sign: the three of trumps."
    assert narrate(SignMade(0, "tre", ()).seen_by(1)) == "Anna makes a sign."
    assert (
        narrate(HandShown(0, parse_cards("Ad 2d"), (1,)).seen_by(None)) == "Anna shows cards to Bruno: 2 hidden cards."
    )
    assert narrate(CallMade(0, "K", None)) == "Anna calls the king."
    assert narrate(BlindeTaken(0, (ad,)).seen_by(1)) == "Anna plays with the blinde."
    assert narrate(events.DealAnnulled((1, 0), (parse_cards("Ad 2d"), parse_cards("Kd")), "lone_jack")) == (
        "The deal is annulled (a monte): at most one knave in hand; "
        "Bruno and Anna held ace of coins and two of coins; king of coins."
    )


def test_shown_face_down_cards_are_grouped_by_player() -> None:
    shown = FaceDownCardsShown((1, 1, 0), parse_cards("6d 6h Ad"))
    assert narrate_event(shown, PLAYER_NAMES[:2], "italian") == (
        "The face-down cards: Bruno six of coins and six of cups, Anna ace of coins."
    )


def test_trick_without_points_is_narrated_without_number() -> None:
    taken = TrickTaken(0, (0, 1), parse_cards("2d 4d"), 0)
    assert narrate_event(taken, PLAYER_NAMES[:2], "italian").endswith("; no points.")


def test_own_actions_are_narrated_in_second_person() -> None:
    def narrate(event: Event, you: int | None) -> str:
        return narrate_event(event, ("You", "Bruno"), "italian", you)

    ad, kd = parse_cards("Ad Kd")
    dealt = events.CardsDealt(0, (parse_cards("Ad 2d"), parse_cards("Kd 3d")))
    assert narrate(dealt.seen_by(0), 0) == "You are the dealer; your cards: ace of coins and two of coins."
    assert narrate(events.CardPlayed(0, ad), 0) == "You play the ace of coins."
    assert narrate(events.CardPlayed(1, ad), 0) == "Bruno plays the ace of coins."
    assert (
        narrate(TrickTaken(0, (0, 1), (ad, kd), 15), 0)
        == "You win the trick: ace of coins and king of coins; 15 points."
    )
    assert narrate(CallMade(0, "K", None), 0) == "You call the king."
    assert narrate(events.MatchEnded((2, 0), (0,)), 0) == "You win the match."
    assert narrate(events.MatchEnded((2, 0), (0, 1)), 0) == "The match is won by You and Bruno."


@check_rows("code", sorted(code for code in build_message_catalog() if code[0].isupper()))
def test_every_sentence_about_a_player_has_a_second_person_form(code: str) -> None:
    """Check that it has the same fields except the name, so that translators can form it freely."""

    def list_fields(words: str) -> set[str]:
        return {name for _text, name, _spec, _how in Formatter().parse(words) if name}

    words = build_message_catalog()
    if code.endswith("You"):
        assert code.removesuffix("You") in words
    elif words[code].startswith(("{seat}", "{dealer}", "{winner}")):
        assert list_fields(words[f"{code}You"]) == list_fields(words[code]) - {"seat", "dealer", "winner"}


def test_hand_is_narrated_with_numbers() -> None:
    assert (
        narrate_numbered_hand(parse_cards("Ad 2s"), parse_cards("2s"), "french")
        == "1 ace of diamonds, 2 two of spades (unplayable)"
    )


def test_cards_on_table_are_narrated_with_the_trump() -> None:
    match: Match = deal_match("Ad 2s Kh 3d 4d 5d 7h")
    assert narrate_board(observe(match, 1).board, PLAYER_NAMES, "italian") == "turned up: seven of cups"


@check_rows(
    ("table", "lines"),
    [
        (
            {"game": "spades", "seats": 3, "dealer": 2},
            """\
Anna: bid of 2 made, 8 taken (2 × 10 = 20).
Anna: tricks over the bid (+ 6 = 26).
Bruno: bid of 1 made, 5 taken (1 × 10 = 10).
Bruno: tricks over the bid (+ 4 = 14).
Carla: bid of 16 missed, 5 taken.
Tricks taken: Anna 8, Bruno 5, Carla 5.
Score: Anna 26, Bruno 14, Carla 0.
""",
        ),
        (
            {"game": "briscola", "seats": 2, "deals_to_win": 1},
            """\
Anna: threes (2 × 10 = 20).
Anna: king (+ 1 × 4 = 24).
Anna: knight (+ 1 × 3 = 27).
Anna: knaves (+ 2 × 2 = 31).
Bruno: aces (4 × 11 = 44).
Bruno: threes (+ 2 × 10 = 64).
Bruno: kings (+ 3 × 4 = 76).
Bruno: knights (+ 3 × 3 = 85).
Bruno: knaves (+ 2 × 2 = 89).
Anna: 31 points.
Bruno: 89 points.
89 points, more than 60: the deal goes to Bruno.
Points taken: Anna 31, Bruno 89.
Score: Anna 0, Bruno 1.
Winner: Bruno.
""",
        ),
    ],
)
def test_end_of_a_deal_is_narrated_in_these_lines(table: dict[str, Any], lines: str) -> None:
    match = make_match(**table)
    dealt, *_played, last = play_random_actions(match, "tally 0")
    names, deck = PLAYER_NAMES[: match.seats], match.game.deck
    assert narrate_deal_end(observe(last.match, 0), names, deck) == tuple(lines.splitlines())
    nothing = ", ".join(f"{name} 0" for name in names)
    assert narrate_deal_end(observe(dealt.match, 0), names, deck) == (f"Score: {nothing}.",)


@check_rows("table", PRESET_TABLES)
def test_narration_is_equal_in_twin_deals(table: TableSetup) -> None:
    rng = derive_random(3, "narration", table)
    moments = list(play_random_actions(table.create_match(), f"narration {table}", 1))
    for seat in (0, 1, None):
        twins = make_twin_moments(moments, seat, rng.randrange(len(moments)), rng)
        for own_moment, twin_moment in zip(moments, twins, strict=False):
            assert narrate_moment(own_moment, seat) == narrate_moment(twin_moment, seat)


def test_narration_of_hidden_card_is_detected() -> None:
    rng = derive_random(3, "narration")
    moments = list(play_random_actions(PRESET_TABLES[0].create_match(), "teeth", 1))
    twins = make_twin_moments(moments, 0, 5, rng)
    assert any(
        narrate_moment(moment, 0, masked=False) != narrate_moment(two, 0, masked=False)
        for moment, two in zip(moments, twins, strict=False)
    )
