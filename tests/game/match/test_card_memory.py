"""Card memory shows no more than agreed, and nothing that the seat may not know."""

from __future__ import annotations

from typing import Any

from game.core.cards import Card, parse_cards
from game.core.events import CardPlayed, Event, TrickTaken, TurnedCardSwapped
from game.match.assistance import MemoryLimit
from game.match.card_memory import (
    count_forgotten_cards,
    filter_reviewable_events,
    group_by_suit,
    list_reviewable_tricks,
    locate_cards,
)
from game.match.observation import observe
from game.rules import GAMES
from game.shuffling.shuffle import derive_random
from game.text.card_memory import describe_card_locations, describe_trick
from tests.helpers import PLAYER_NAMES, PlayoutMoment, TableSetup, deal_match, iter_tables
from tests.rows import check_rows
from tests.twin_deals import Observer, choose_stop_indexes, list_observers, make_twin_moments, play_long_deal

PRESET_TABLES = [table for table in iter_tables() if not table.changes]
MEMORY_LIMITS: tuple[MemoryLimit, ...] = ("off", "mine", "all")


def compute_card_memory(
    moments: list[PlayoutMoment], index: int, seat: Observer, memory: MemoryLimit
) -> tuple[Any, ...]:
    """Return all that the card memory shows a seat at a step of the deal."""
    view = observe(moments[index].match, seat)
    story = tuple(event.seen_by(seat) for moment in moments[: index + 1] for event in moment.events)
    locations = locate_cards(view, view.board, story, memory, moments[0].match.pack)
    functions = (list_reviewable_tricks, filter_reviewable_events, count_forgotten_cards)
    return tuple(locations.items()), *(function(view, story, memory) for function in functions)


@check_rows("table", PRESET_TABLES)
def test_card_memory_is_equal_in_twin_deals(table: TableSetup) -> None:
    rng, moments = derive_random(3, "twin", table), play_long_deal(table)
    for seat in list_observers(moments[0].match):
        for until in choose_stop_indexes(moments, rng)[-3::2]:
            twins = make_twin_moments(moments, seat, until, rng)
            index = len(twins) - 1
            for memory in MEMORY_LIMITS:
                own, other = (compute_card_memory(deal, index, seat, memory) for deal in (moments, twins))
                assert own == other, f"seat {seat} is reminded of hidden cards"


def test_trick_is_described() -> None:
    event = TrickTaken(1, (0, 1), parse_cards("7d Ad"), 11)
    (trick,) = list_reviewable_tricks(observe(deal_match(), None), (event,), "off")
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
        "spades: the little joker in your tricks; three in other tricks or not yet played"
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
