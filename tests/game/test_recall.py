"""Looking back in a deal: no further than agreed, and never at what the seat may not know."""

from __future__ import annotations

from typing import Any

import pytest

from game.aids import Memory
from game.engine.cards import HIDDEN, Card, cards
from game.engine.events import Event, Played, TrickTaken
from game.fairness import stream
from game.recall import pack_told, readable, rows_of, trick_told, tricks, whereabouts
from game.rules import GAMES
from game.view import View, look
from tests.helpers import NAMES, Moment, Table, tables
from tests.twins import Seat, long_deal, seats_of, stops, twins_of

PLAIN = [table for table in tables() if not table.changes]
MEMORIES: tuple[Memory, ...] = ("off", "mine", "all")
EVERY_TABLE = pytest.mark.parametrize("table", PLAIN, ids=str)


def story_of(moments: list[Moment], at: int, seat: Seat) -> tuple[Event, ...]:
    """All that a seat has seen happen up to a step of the deal."""
    return tuple(event.seen_by(seat) for moment in moments[: at + 1] for event in moment.events)


def remembered(moments: list[Moment], at: int, seat: Seat, memory: Memory) -> tuple[Any, ...]:
    """All that the aid shows a seat at a step of the deal."""
    view, story = look(moments[at].match, seat), story_of(moments, at, seat)
    pack = moments[0].match.pack
    found = whereabouts(view, view.board, story, memory, pack)
    return tricks(view, story, memory), tuple(found.items()), readable(view, story, memory)


@EVERY_TABLE
def test_one_looks_back_as_far_as_agreed(table: Table) -> None:
    moments = long_deal(table)
    for at in range(len(moments)):
        for seat in seats_of(moments[0].match):
            view, story = look(moments[at].match, seat), story_of(moments, at, seat)
            taken = [event for event in story if isinstance(event, TrickTaken)]
            mine = next((side for side in view.sides if seat in side), ())
            seen = {memory: [one.taken for one in tricks(view, story, memory)] for memory in MEMORIES}
            assert seen["off"] == taken[-1:]
            assert seen["all"] == taken
            assert seen["mine"] == [one for one in taken if one.winner in mine or one is taken[-1]]


@EVERY_TABLE
def test_every_card_of_the_pack_is_where_the_seat_has_seen_it(table: Table) -> None:
    moments = long_deal(table)
    for at in range(len(moments)):
        for seat in seats_of(moments[0].match):
            view, story = look(moments[at].match, seat), story_of(moments, at, seat)
            for memory in MEMORIES:
                check_cards(view, story, memory, moments[0].match.pack)


def check_cards(view: View, story: tuple[Event, ...], memory: Memory, pack: tuple[Card, ...]) -> None:
    found = whereabouts(view, view.board, story, memory, pack)
    assert tuple(found) == pack
    held = {card for card, where in found.items() if where == "held"}
    gone = {card for card, where in found.items() if where == "gone"}
    assert held == ({*view.board.hands[view.seat]} - {HIDDEN} if view.seat is not None else set())
    fallen = {card for event in story if isinstance(event, TrickTaken) for card in event.cards} - {HIDDEN}
    assert not gone if memory == "off" else gone <= fallen | put_away(story)
    if memory == "all":
        assert fallen - gone - {card for card, where in found.items() if where == "seen"} == set()


def put_away(story: tuple[Event, ...]) -> set[Card]:
    return {event.given for event in story if type(event).__name__ == "Swapped"}  # type: ignore[attr-defined]


@EVERY_TABLE
def test_what_is_looked_back_at_is_the_same_in_twin_deals(table: Table) -> None:
    rng, moments = stream(3, "twin", table), long_deal(table)
    for seat in seats_of(moments[0].match):
        for until in stops(moments, rng)[-4:]:
            twins = twins_of(moments, seat, until, rng)
            at = len(twins) - 1
            for memory in MEMORIES:
                same = remembered(twins, at, seat, memory) == remembered(moments, at, seat, memory)
                assert same, f"seat {seat} is reminded of hidden cards"


@EVERY_TABLE
def test_the_log_forgets_with_the_memory(table: Table) -> None:
    moments = long_deal(table)
    for at in range(len(moments)):
        view, story = look(moments[at].match, 0), story_of(moments, at, 0)
        assert readable(view, story, "all") == story
        taken = [event for event in story if isinstance(event, TrickTaken)]
        open_ = {*(taken[-1].cards if taken else ()), *(card for _seat, card in view.board.trick)}
        kept = readable(view, story, "off")
        assert {event.card for event in kept if isinstance(event, Played)} <= open_
        assert [event for event in kept if isinstance(event, TrickTaken)] == taken[-1:]
        others = [event for event in story if not isinstance(event, (Played, TrickTaken))]
        assert [event for event in kept if not isinstance(event, (Played, TrickTaken))] == others


def test_a_trick_in_words() -> None:
    event = TrickTaken(1, (0, 1), cards("7d Ad"), 11)
    (one,) = tricks(look(long_deal(PLAIN[0])[0].match, None), (event,), "off")
    assert trick_told(one, NAMES, "italian", counted=True) == (
        "Trick 1: Anna seven of coins, Bruno ace of coins; it went to Bruno: 11 points"
    )
    assert trick_told(one, NAMES, "french", counted=False).endswith("it went to Bruno")


def test_the_pack_in_words_suit_by_suit_from_the_strongest() -> None:
    game = GAMES["spades"]
    pack = cards("2d Ad LJ 3s Kd")
    rows = rows_of(pack, "sd", game.draw_ranking)
    assert rows == (cards("LJ 3s"), cards("Ad Kd 2d"))
    found = dict(zip(pack, ("gone", "held", "gone", "out", "gone"), strict=True))
    assert pack_told(found, rows, "french") == (  # type: ignore[arg-type]
        "spades: gone the little joker; not seen three", "diamonds: in your hand ace; gone king, two",
    )  # fmt: skip
