"""Everything that happens is a line of words, and a line tells nobody what his seat may not see."""

from __future__ import annotations

from string import Formatter

import pytest

from game.engine import events
from game.engine.cards import cards
from game.engine.events import Event, TrickTaken
from game.fairness import stream
from game.match import Match
from game.narration import ended, lying, narrated, numbered
from game.rules.briscola.events import HandShown, Signed
from game.rules.chiamata.events import Called
from game.rules.muscio.events import BlindeTaken
from game.view import look
from game.words import catalogue
from tests.helpers import NAMES, Moment, Table, deal, playout
from tests.pairs import PAIRED
from tests.twins import twins_of

KINDS = {kind for kind in Event.__subclasses__() if kind.__module__.startswith("game.")}
PLAIN = [table for table in PAIRED if not table.changes]


def lines(moment: Moment, seat: int | None, *, masked: bool = True) -> list[str]:
    """All that the narration of a seat says to an action, and of the table after it."""
    match = moment.match
    view, names, deck = look(match, seat), NAMES[: match.seats], match.game.deck
    told = [narrated(event.seen_by(seat) if masked else event, names, deck, seat) for event in moment.events]
    hand = view.board.hands[seat] if seat is not None and view.to_act == seat else ()
    return [*told, numbered(hand, [card for card, _why in view.refused], deck), lying(view.board, names, deck),
            *ended(view, names, deck)]  # fmt: skip


@pytest.mark.slow
def test_no_kind_of_event_is_forgotten() -> None:
    met: set[type[Event]] = {events.DealerDrawn, events.Sealed, events.Unlocked, events.Left, events.TimedOut}
    for table in PAIRED:
        if table.changes and table.seats != 4 and len(met) > 8 and table.game == "briscola":
            continue
        for moment in playout(table.match(), f"narration {table}", 2, curious=True):
            for event in moment.events:
                met.add(type(event))
                for seat in (0, 1, None):
                    line = narrated(event.seen_by(seat), NAMES[: table.seats], moment.match.game.deck)
                    assert line.endswith(".") and line[0].isupper() and line.isprintable()
                    assert not {"{", "}", "?"} & set(line), line
                    assert not any(card.name in line.split() for card in moment.match.pack), line
    assert KINDS - met <= {HandShown, *rare()}, KINDS - met


def rare() -> set[type[Event]]:
    """Kinds that a few deals of chance may pass by; `test_sentences` has their lines."""
    return {kind for kind in KINDS if kind.__name__ in ("Gatta", "Annulled", "Misdealt", "Forfeited", "Voided")}


def test_sentences() -> None:
    def told(event: Event) -> str:
        return narrated(event, NAMES[:2], "italian")

    ad, kd = cards("Ad Kd")
    dealt = events.Dealt(1, (cards("Ad 2d"), cards("Kd 3d")))
    assert told(dealt.seen_by(0)) == "Bruno deals; Anna gets ace of coins and two of coins."
    assert told(dealt.seen_by(None)) == "Bruno deals."
    assert told(events.Played(0, ad)) == "Anna plays ace of coins."
    assert told(TrickTaken(1, (0, 1), (kd, ad), 15)) == "Bruno takes king of coins and ace of coins: 15 points."
    assert told(events.Drew(0, ad, False).seen_by(1)) == "Anna draws a card."
    assert told(Signed(0, "tre", (1,))) == "Anna makes a sign: the three of trump."
    assert told(Signed(0, "tre", ()).seen_by(1)) == "Anna makes a sign."
    assert told(HandShown(0, cards("Ad 2d"), (1,)).seen_by(None)) == "Anna shows 2 hidden cards to Bruno."
    assert told(Called(0, "K", None)) == "Anna calls king."
    assert told(BlindeTaken(0, (ad,)).seen_by(1)) == "Anna plays with the blinde."
    assert told(events.Annulled((1, 0), (cards("Ad 2d"), cards("Kd")))) == (
        "A monte: Bruno and Anna show ace of coins and two of coins; king of coins."
    )


def test_who_does_it_himself_is_spoken_to() -> None:
    def told(event: Event, you: int | None) -> str:
        return narrated(event, ("You", "Bruno"), "italian", you)

    ad, kd = cards("Ad Kd")
    dealt = events.Dealt(0, (cards("Ad 2d"), cards("Kd 3d")))
    assert told(dealt.seen_by(0), 0) == "You deal; you get ace of coins and two of coins."
    assert told(events.Played(0, ad), 0) == "You play ace of coins."
    assert told(events.Played(1, ad), 0) == "Bruno plays ace of coins."
    assert told(TrickTaken(0, (0, 1), (ad, kd), 15), 0) == "You take ace of coins and king of coins: 15 points."
    assert told(Called(0, "K", None), 0) == "You call king."
    assert told(events.MatchEnded((2, 0), (0,)), 0) == "You win the match."
    assert told(events.MatchEnded((2, 0), (0, 1)), 0) == "The match is won by You and Bruno."


@pytest.mark.parametrize("code", sorted(code for code in catalogue() if code[0].isupper()))
def test_every_sentence_about_somebody_is_there_for_who_is_spoken_to(code: str) -> None:
    """Of an event; with the same fields but his name, so that whoever translates it may turn it as it must be."""

    def fields(words: str) -> set[str]:
        return {name for _text, name, _spec, _how in Formatter().parse(words) if name}

    words = catalogue()
    if code.endswith("You"):
        assert code.removesuffix("You") in words
    elif words[code].startswith(("{seat}", "{dealer}", "{winner}")):
        assert fields(words[f"{code}You"]) == fields(words[code]) - {"seat", "dealer", "winner"}


def test_the_hand_is_told_by_number() -> None:
    assert numbered(cards("Ad 2s"), cards("2s"), "french") == "1 ace of diamonds, 2 two of spades (not now)"


def test_what_lies_there_is_told_with_the_trump() -> None:
    match: Match = deal("Ad 2s Kh 3d 4d 5d 7h")
    assert lying(look(match, 1).board, NAMES, "italian") == "turned up: seven of cups"


@pytest.mark.parametrize("table", PLAIN, ids=str)
def test_a_seat_is_told_the_same_in_twin_deals(table: Table) -> None:
    rng = stream(3, "narration", table)
    moments = list(playout(table.match(), f"narration {table}", 1))
    for seat in (0, 1, None):
        twins = twins_of(moments, seat, rng.randrange(len(moments)), rng)
        for ours, theirs in zip(moments, twins, strict=False):
            assert lines(ours, seat) == lines(theirs, seat)


def test_a_line_about_what_the_seat_may_not_see_is_caught() -> None:
    rng = stream(3, "narration")
    moments = list(playout(PLAIN[0].match(), "teeth", 1))
    twins = twins_of(moments, 0, 5, rng)
    assert any(
        lines(one, 0, masked=False) != lines(two, 0, masked=False) for one, two in zip(moments, twins, strict=False)
    )
