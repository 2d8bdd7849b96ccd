"""Every event has a line of narration, which tells nobody what their seat may not see."""

from __future__ import annotations

from itertools import product
from string import Formatter

from game.core import events
from game.core.cards import parse_cards
from game.core.events import Event
from game.match.observation import observe
from game.rules.briscola.events import HandShown, SignMade
from game.rules.muscio.events import BlindeTaken
from game.shuffling.shuffle import derive_random
from game.text.messages import build_message_catalog, format_event
from game.text.narration import narrate_board, narrate_deal_end, narrate_event, narrate_numbered_hand
from tests.helpers import PLAYER_NAMES, PlayoutMoment, TableSetup, play_random_actions
from tests.lanes import choose_sample, long_test
from tests.pairwise_tables import PAIRWISE_TABLES
from tests.playouts import play_deals
from tests.rows import check_rows
from tests.twin_deals import make_twin_moments

EVENT_CLASSES = {kind for kind in Event.__subclasses__() if kind.__module__.startswith("game.")}
RARE_EVENTS = {"HandShown", "GattaShown", "DealAnnulled", "DealMisdealt", "DealForfeited", "DealVoided"}
"""Events that a few random deals may lack; `test_event_sentences` has lines of them."""
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


@long_test
def test_every_event_class_is_formatted_and_narrated_for_everyone() -> None:
    met: set[type[Event]] = {
        events.DealerDrawn,
        events.ShuffleCommitted,
        events.VoteToEndCast,
        events.PlayerLeft,
        events.PlayerTimedOut,
        events.UnknownEvent,  # shown by nobody
    }
    for table in choose_sample(PAIRWISE_TABLES[::2], 2):
        match, playout = table.create_match(), play_deals(table)
        met |= {type(event) for event in playout.events}
        card_names = {card.name for card in match.pack}
        for event, seat in product(playout.events, (0, 1, None)):
            line = narrate_event(event.seen_by(seat), PLAYER_NAMES[: table.seats], match.game.deck)
            assert line.endswith(".") and line[0].isupper() and line.isprintable()
            assert not {"{", "}", "?"} & set(line), line
            assert card_names.isdisjoint(line.split()), line
            text = format_event(event.seen_by(seat), PLAYER_NAMES[: table.seats])
            assert text.isprintable() and not any(part in text for part in ("{", "Card(")), text
    missing = {kind.__name__ for kind in EVENT_CLASSES - met}
    assert missing <= RARE_EVENTS, missing


def test_event_sentences() -> None:
    def narrate(event: Event, own_seat: int | None = None) -> str:
        return narrate_event(event, PLAYER_NAMES[:2], "italian", own_seat)

    (ad,) = parse_cards("Ad")
    dealt = events.CardsDealt(1, (parse_cards("Ad 2d"), parse_cards("Kd 3d")))
    assert narrate(dealt.seen_by(None)) == "Bruno deals."
    assert narrate(SignMade(0, "tre", (1,))) == "Anna gives a sign: the three of trumps."
    assert narrate(SignMade(0, "tre", ()).seen_by(1)) == "Anna gives a sign."
    assert (
        narrate(HandShown(0, parse_cards("Ad 2d"), (1,)).seen_by(None)) == "Anna shows cards to Bruno: 2 hidden cards."
    )
    assert narrate(BlindeTaken(0, (ad,)).seen_by(1)) == "Anna plays with the blinde."
    assert narrate(events.MatchEnded((2, 0), (0,)), 0) == "You win the match."
    assert narrate(events.MatchEnded((2, 0), (0, 1)), 0) == "The match goes to Anna and Bruno."
    assert narrate(events.DealAnnulled((1, 0), (parse_cards("Ad 2d"), parse_cards("Kd")), "lone_jack")) == (
        "The deal is annulled (a monte) because Bruno and Anna held no points beyond one jack: "
        "ace of coins and two of coins; king of coins."
    )


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
