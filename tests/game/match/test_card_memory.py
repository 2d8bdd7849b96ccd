"""Card memory shows no more than agreed, and nothing that the seat may not know."""

from __future__ import annotations

from typing import Any

from game.core.cards import HIDDEN_CARD, Card, parse_cards
from game.core.events import CardPlayed, Event, TrickTaken, TurnedCardSwapped
from game.match.assistance import MemoryLimit
from game.match.card_memory import (
    count_forgotten_cards,
    filter_reviewable_events,
    group_by_suit,
    list_reviewable_tricks,
    locate_cards,
)
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.shuffling.shuffle import derive_random
from game.text.card_memory import describe_card_locations, describe_trick
from tests.helpers import PLAYER_NAMES, PlayoutMoment, TableSetup, deal_match, iter_tables
from tests.rows import check_rows
from tests.twin_deals import Observer, choose_stop_indexes, list_observers, make_twin_moments, play_long_deal

PRESET_TABLES = [table for table in iter_tables() if not table.changes]
MEMORY_LIMITS: tuple[MemoryLimit, ...] = ("off", "mine", "all")
for_each_table = check_rows("table", PRESET_TABLES)


def list_seen_events(moments: list[PlayoutMoment], index: int, seat: Observer) -> tuple[Event, ...]:
    """Return all events that a seat has seen up to a step of the deal."""
    return tuple(event.seen_by(seat) for moment in moments[: index + 1] for event in moment.events)


def compute_card_memory(
    moments: list[PlayoutMoment], index: int, seat: Observer, memory: MemoryLimit
) -> tuple[Any, ...]:
    """Return all that the card memory shows a seat at a step of the deal."""
    view, story = observe(moments[index].match, seat), list_seen_events(moments, index, seat)
    pack = moments[0].match.pack
    locations = locate_cards(view, view.board, story, memory, pack)
    return (
        list_reviewable_tricks(view, story, memory),
        tuple(locations.items()),
        filter_reviewable_events(view, story, memory),
    )


@for_each_table
def test_reviewable_tricks_follow_memory_limit(table: TableSetup) -> None:
    moments = play_long_deal(table)
    for index in range(len(moments)):
        for seat in list_observers(moments[0].match):
            view, story = observe(moments[index].match, seat), list_seen_events(moments, index, seat)
            taken = [event for event in story if isinstance(event, TrickTaken)]
            own_side = next((side for side in view.sides if seat in side), ())
            seen = {
                memory: [trick.event for trick in list_reviewable_tricks(view, story, memory)]
                for memory in MEMORY_LIMITS
            }
            assert seen["off"] == taken[-1:]
            assert seen["all"] == taken
            assert seen["mine"] == [trick for trick in taken if trick.winner in own_side or trick is taken[-1]]


@for_each_table
def test_every_card_is_located_where_the_seat_has_seen_it(table: TableSetup) -> None:
    moments = play_long_deal(table)
    for index in range(len(moments)):
        for seat in list_observers(moments[0].match):
            view, story = observe(moments[index].match, seat), list_seen_events(moments, index, seat)
            for memory in MEMORY_LIMITS:
                assert_card_locations(view, story, memory, moments[0].match.pack)


def assert_card_locations(
    view: Observation, story: tuple[Event, ...], memory: MemoryLimit, pack: tuple[Card, ...]
) -> None:
    locations = locate_cards(view, view.board, story, memory, pack)
    assert tuple(locations) == pack
    held = {card for card, where in locations.items() if where == "held"}
    gone = {card for card, where in locations.items() if where == "gone"}
    assert held == ({*view.board.hands[view.seat]} - {HIDDEN_CARD} if view.seat is not None else set())
    fallen = {card for event in story if isinstance(event, TrickTaken) for card in event.cards} - {HIDDEN_CARD}
    assert not gone if memory == "off" else gone <= fallen | count_put_away_cards(story)
    if memory == "all":
        assert fallen - gone - {card for card, where in locations.items() if where == "seen"} == set()


def count_put_away_cards(story: tuple[Event, ...]) -> set[Card]:
    return {event.given for event in story if type(event).__name__ == "TurnedCardSwapped"}  # type: ignore[attr-defined]


@for_each_table
def test_card_memory_is_equal_in_twin_deals(table: TableSetup) -> None:
    rng, moments = derive_random(3, "twin", table), play_long_deal(table)
    for seat in list_observers(moments[0].match):
        for until in choose_stop_indexes(moments, rng)[-4:]:
            twins = make_twin_moments(moments, seat, until, rng)
            index = len(twins) - 1
            for memory in MEMORY_LIMITS:
                same = compute_card_memory(twins, index, seat, memory) == compute_card_memory(
                    moments, index, seat, memory
                )
                assert same, f"seat {seat} is reminded of hidden cards"


@for_each_table
def test_log_follows_memory_limit(table: TableSetup) -> None:
    moments = play_long_deal(table)
    for index in range(len(moments)):
        view, story = observe(moments[index].match, 0), list_seen_events(moments, index, 0)
        assert filter_reviewable_events(view, story, "all") == story
        taken = [event for event in story if isinstance(event, TrickTaken)]
        open_ = {*(taken[-1].cards if taken else ()), *(card for _seat, card in view.board.trick)}
        readable_events = filter_reviewable_events(view, story, "off")
        assert {event.card for event in readable_events if isinstance(event, CardPlayed)} <= open_
        assert [event for event in readable_events if isinstance(event, TrickTaken)] == taken[-1:]
        others = [event for event in story if not isinstance(event, (CardPlayed, TrickTaken))]
        assert [event for event in readable_events if not isinstance(event, (CardPlayed, TrickTaken))] == others


def test_trick_is_described() -> None:
    event = TrickTaken(1, (0, 1), parse_cards("7d Ad"), 11)
    (trick,) = list_reviewable_tricks(observe(play_long_deal(PRESET_TABLES[0])[0].match, None), (event,), "off")
    assert describe_trick(trick, PLAYER_NAMES, "italian", show_points=True) == (
        "Trick 1: Anna seven of coins, Bruno ace of coins; won by Bruno: 11 points"
    )
    assert describe_trick(trick, PLAYER_NAMES, "french", show_points=False).endswith("won by Bruno")


def test_card_locations_are_described_by_suit_from_strongest() -> None:
    game = GAMES["spades"]
    pack = parse_cards("2d Ad LJ 3s Kd")
    rows = group_by_suit(pack, "sd", game.ranking)
    assert rows == (parse_cards("LJ 3s"), parse_cards("Ad Kd 2d"))
    locations = dict(zip(pack, ("gone", "held", "gone", "out", "gone"), strict=True))
    assert describe_card_locations(locations, rows, "french") == (  # type: ignore[arg-type]
        "spades: the little joker played; three not seen yet", "diamonds: ace in your hand; king, two played",
    )  # fmt: skip
    assert describe_card_locations(locations, rows, "french", memory="mine")[0] == (  # type: ignore[arg-type]
        "spades: the little joker in your tricks; three in other tricks or not played"
    )
    hidden = dict.fromkeys(pack, "out")
    assert describe_card_locations(hidden, rows[:1], "french", memory="off") == (  # type: ignore[arg-type]
        "spades: the little joker, three not seen yet",
    )


def make_trick_events(leader: int, winner: int, cards: str) -> tuple[Event, ...]:
    seats = tuple((leader + place) % 4 for place in range(4))
    played = parse_cards(cards)
    return (*map(CardPlayed, seats, played), TrickTaken(winner, seats, played, 11))


@check_rows(
    ("memory", "gone", "numbers", "forgotten_count"),
    [
        ("off", "", (3,), 12),
        ("mine", "4s 5s 6s As 2d", (2, 3), 8),
        ("all", "4c 5c 6c Ac 4s 5s 6s As 2d 4h 5h 6h Ah", (1, 2, 3), 0),
    ],
)
def test_exactly_the_agreed_cards_are_remembered(
    memory: MemoryLimit, gone: str, numbers: tuple[int, ...], forgotten_count: int
) -> None:
    """Seat 0 exchanges 2d after its partner's trick; the opponents take the first and the last one."""
    match = deal_match("Kh Qd 3d 2s Jh Jd 3c 2c Qh 7h 7c 3h 7d", seats=4, dealer=3)
    view = observe(match, 0)
    exchange = TurnedCardSwapped(0, Card("2d"), Card("7d"), is_face_down=True)
    parts = {
        1: make_trick_events(0, 3, "4c 5c 6c Ac"),
        2: make_trick_events(3, 2, "4s 5s 6s As"),
        -1: (exchange,),
        3: make_trick_events(2, 1, "4h 5h 6h Ah"),
        -2: (CardPlayed(1, Card("4d")),),
    }
    events = tuple(event for part in parts.values() for event in part)
    locations = locate_cards(view, view.board, events, memory, match.pack)
    cards = {place: {card for card, where in locations.items() if where == place} for place in ("gone", "held", "seen")}
    assert cards == {"gone": {*parse_cards(gone)}, "held": {*parse_cards("Kh Jh Qh")}, "seen": {Card("7d")}}
    assert [trick.number for trick in list_reviewable_tricks(view, events, memory)] == [*numbers]
    kept = (part for number, part in parts.items() if number < 0 or number in numbers)
    assert filter_reviewable_events(view, events, memory) == tuple(event for part in kept for event in part)
    assert count_forgotten_cards(view, events, memory) == forgotten_count


def test_forgotten_cards_are_those_of_tricks_that_the_memory_leaves_out() -> None:
    moments = play_long_deal(PRESET_TABLES[0])
    index = len(moments) - 2
    view, story = observe(moments[index].match, 0), list_seen_events(moments, index, 0)
    taken = [event for event in story if isinstance(event, TrickTaken)]
    others = [event for event in taken if event.winner not in view.sides[0]]
    assert view.seat in view.sides[0] and others and len(others) < len(taken)
    assert count_forgotten_cards(view, story, "all") == 0
    assert count_forgotten_cards(view, story, "mine") == sum(len(event.cards) for event in others)
    assert count_forgotten_cards(view, story, "off") == sum(len(event.cards) for event in taken)
