"""Twin deals: the same deal but for the cards that a seat cannot know, and whether that seat is told the same of both.

``KNOWN`` is this file's own account of who may know which cards of an event. It is written from the rules
and not from the code, so that a leak in the code cannot excuse itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Any, Final

import msgspec

from game.discipline import agreeing
from game.engine.actions import Action, Deal
from game.engine.cards import ITALIAN_PACK, ITALIAN_RANKS, Card
from game.engine.events import (
    Annulled,
    DealerDrawn,
    Dealt,
    Drew,
    Event,
    Left,
    MatchEnded,
    Passed,
    Played,
    Scored,
    Sealed,
    Swapped,
    TimedOut,
    TrickTaken,
    Turned,
    Unlocked,
    Voided,
)
from game.engine.phases import Reason
from game.match import Match
from game.record import dump
from game.rules.briscola.actions import Sign
from game.rules.briscola.events import HandShown, Signed
from game.rules.briscola.play import SIGNS
from game.rules.chiamata.events import AuctionWon, Called, CalledSolo, Named, PartnerRevealed
from game.rules.muscio.events import BlindeTaken, Declared, Forfeited, Gatta, Kept, Misdealt, Stood, Uncovered
from game.rules.spades.events import BidMade
from game.view import look
from tests.helpers import Moment, Table, conceivable, playout, recorded

Cards = tuple[Card, ...]
Seat = int | None
Heard = dict[tuple[int, Seat], list[Reason | None]]


def nothing(_event: Any, _seat: Seat) -> Cards:
    return ()


def every_card(event: Any, _seat: Seat) -> Cards:
    return tuple(found for found in walk(event))


KNOWN: Final[Mapping[type[Event], Callable[[Any, Seat], Cards]]] = {
    DealerDrawn: nothing,
    Sealed: nothing,
    Dealt: lambda event, seat: () if seat is None else event.hands[seat],
    Turned: every_card,
    Played: lambda event, seat: () if event.face_down and seat != event.seat else (event.card,),
    TrickTaken: lambda event, seat: tuple(
        card for at, card in zip(event.seats, event.cards, strict=True) if at == seat or at not in event.face_down
    ),
    Drew: lambda event, seat: (event.card,) if event.turned or seat == event.seat else (),
    Signed: nothing,
    Swapped: lambda event, seat: (event.taken, *(() if event.face_down and seat != event.seat else (event.given,))),
    HandShown: lambda event, seat: event.cards if seat == event.seat or seat in event.to else (),
    BidMade: nothing,
    Declared: nothing,
    BlindeTaken: lambda event, seat: event.cards if seat == event.seat else (),
    Gatta: every_card,
    Kept: nothing,
    Forfeited: nothing,
    Stood: nothing,
    Misdealt: nothing,
    Uncovered: every_card,
    Called: nothing,
    CalledSolo: nothing,
    Passed: nothing,
    AuctionWon: nothing,
    Named: nothing,  # the card is named, not where it is
    PartnerRevealed: every_card,
    Annulled: every_card,
    Voided: nothing,
    Scored: nothing,
    TimedOut: nothing,
    Left: nothing,
    Unlocked: nothing,
    MatchEnded: nothing,
}
"""Which cards of an event a seat may know. A new kind of event needs its line here."""

REVEALS: Final[frozenset[type[Event]]] = frozenset({Annulled, Gatta})
"""Events that happen by the rules, nobody deciding, because of what a hidden hand holds, and show it (a gatta,
an annulled deal): where only one of the twins has one, the comparison ends."""


def walk(value: Any) -> Iterator[Card]:
    """Every card inside a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from walk(getattr(value, name))
    elif isinstance(value, (tuple, list)):
        for one in value:
            yield from walk(one)


def known_from(moments: list[Moment], seat: Seat) -> dict[Card, int]:
    """For each card of the deal, the first step at which ``seat`` knows where it is."""
    since: dict[Card, int] = {}
    for at, moment in enumerate(moments):
        for event in moment.events:
            for card in KNOWN[type(event)](event, seat):
                since.setdefault(card, at)
    return since


def permuted(value: Any, other: Mapping[Card, Card]) -> Any:
    """``value`` with each card replaced."""
    if isinstance(value, Card):
        return other.get(value, value)
    if isinstance(value, msgspec.Struct):
        fields = value.__struct_fields__
        return msgspec.structs.replace(value, **{name: permuted(getattr(value, name), other) for name in fields})
    return tuple(permuted(one, other) for one in value) if isinstance(value, tuple) else value


def twin_action(action: Action | Deal, match: Match, seat: Seat, other: Mapping[Card, Card]) -> Action | Deal:
    """The action in the twin deal: the same, but for what of it the seat may not know."""
    if isinstance(action, Sign) and (seat is None or not same_side(match, seat, action.seat)):
        return Sign(action.seat, SIGNS[(SIGNS.index(action.sign) + 1) % len(SIGNS)])
    twin: Action | Deal = permuted(action, other)
    return twin


def same_side(match: Match, one: int, other: int) -> bool:
    return any(one in side and other in side for side in match.sides)


def twins_of(moments: list[Moment], seat: Seat, until: int, rng: Random) -> list[Moment]:
    """The twin deal, up to step ``until`` or to where it cannot go the same way."""
    since = known_from(moments, seat)
    hidden = [card for card in moments[0].match.pack if since.get(card, len(moments)) > until]
    mixed = hidden[:]
    rng.shuffle(mixed)
    other = dict(zip(hidden, mixed, strict=True))
    match, twins = moments[0].before, list[Moment]()
    for moment in moments[: until + 1]:
        action = twin_action(moment.action, match, seat, other)
        if match.why_not(action) is not None:
            break
        twin, events = match.apply(action)
        if reveals(events) != reveals(moment.events):
            break
        twins.append(Moment(action, match, twin, events))
        match = twin
    return twins


def same(one: object, other: object) -> bool:
    """Whether two things are equal. Planted leaks make them differ, and pytest's diff of whole views takes minutes."""
    return one == other


def compare(moments: list[Moment], seat: Seat, until: int, rng: Random, heard: Heard | None = None) -> int:
    """Compare a deal with a twin up to step ``until``; the number of steps that were compared.

    ``heard``: what the table answers in the deal itself, as far as it has been asked already.
    """
    heard = {} if heard is None else heard
    twins = twins_of(moments, seat, until, rng)
    for at, (ours, theirs) in enumerate(zip(moments, twins, strict=False)):
        match, twin = ours.match, theirs.match
        if twin == match:
            continue
        seen, read = ([event.seen_by(seat) for event in one.events] for one in (ours, theirs))
        assert same(read, seen), f"step {at}: seat {seat} reads the hidden cards"
        assert same(look(twin, seat), look(match, seat)), f"step {at}: seat {seat} sees the hidden cards"
        if at == until or twin.to_act == seat:
            if (at, seat) not in heard:
                heard[at, seat] = answers(match, seat)
            assert same(answers(twin, seat), heard[at, seat]), f"step {at}: seat {seat} hears the hidden cards"
        assert votes(twin) == votes(match), f"step {at}: the votes tell the hidden cards"
    if len(twins) == until + 1 and moments[until].match.deal_open:
        records = (recorded(moments[0].before, some) for some in (moments[: until + 1], twins))
        mine, another = (dump(record.without_open_deal()) for record in records)
        assert same(mine, another), "the export holds the hidden cards"
    return len(twins)


def answers(match: Match, seat: Seat) -> list[Reason | None]:
    """What the table says to everything that ``seat`` may try, legal or not."""
    return [] if seat is None else [match.why_not(action) for action in conceivable(match.name, seat)]


def votes(match: Match) -> tuple[int, ...]:
    """Who votes yes when seat 0 asks, were all the others computers and the table under a clock."""
    options = msgspec.structs.replace(match.options, turn_seconds=60)
    return agreeing(msgspec.structs.replace(match, options=options, votes=(0,)), tuple(range(match.seats)))


def reveals(events: tuple[Event, ...]) -> list[Event | int]:
    """What the events give away of hidden hands by the rules: who plays a card face down has no trump."""
    down = [event.seat for event in events if isinstance(event, Played) and event.face_down]
    return [*(event for event in events if type(event) in REVEALS), *down]


def seats_of(match: Match) -> tuple[Seat, ...]:
    return (*range(match.seats), None)


def stops(moments: list[Moment], rng: Random) -> tuple[int, ...]:
    """The steps up to which twins are compared: right after the deal, some along the way, and the end."""
    last = len(moments) - 1
    return (0, 1, rng.randrange(last), rng.randrange(last), last // 2, last * 3 // 4, last - 1, last)


def check(moments: list[Moment], rng: Random, every: int = 1) -> int:
    """All seats of a deal against their twins, at every so manieth stop; the number of steps that were compared."""
    heard: Heard = {}
    return sum(
        compare(moments, seat, until, rng, heard)
        for seat in seats_of(moments[0].match) for until in stops(moments, rng)[::every]
    )  # fmt: skip


@lru_cache(maxsize=256)
def long_deal(table: Table) -> list[Moment]:
    """A deal that was played, and did not end in its auction."""
    ways = ((curious, seed) for curious in (True, False) for seed in range(99))
    tries = (list(playout(table.match(), f"{table} {seed}", 1, curious=curious)) for curious, seed in ways)
    played = (one for one in tries if any(isinstance(event, TrickTaken) for moment in one for event in moment.events))
    return next(played)


def secret_of(phase: Any, seat: int) -> bool:
    """Something of the hand of ``seat`` that nothing said to others must depend on."""
    hands = getattr(getattr(phase, "tricks", phase), "hands", ())
    return bool(hands) and sum(ITALIAN_RANKS.index(card.rank) for card in hands[seat] if card in ITALIAN_PACK) % 2 == 1

