"""Twin deals differ only in the cards that a seat cannot know, and must look the same to that seat.

``KNOWN_CARDS_BY_EVENT`` states for each event the cards that a seat may know. It is written from the rules and not from
the code, so that a leak in the code cannot justify itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import count, pairwise
from random import Random
from typing import Any, Final

import msgspec

from game.core.actions import Action, Deal
from game.core.cards import ITALIAN_PACK, ITALIAN_RANKS, Card
from game.core.events import (
    CardDrawn,
    CardPlayed,
    CardsDealt,
    DealAnnulled,
    DealerDrawn,
    DealScored,
    DealVoided,
    Event,
    MatchEnded,
    PlayerLeft,
    PlayerPassed,
    PlayerTimedOut,
    ShuffleCommitted,
    TrickTaken,
    TrumpCardTurned,
    TurnedCardSwapped,
    UnknownEvent,
    VoteToEndCast,
)
from game.core.messages import Reason
from game.match.match import Match
from game.match.observation import observe
from game.match.record import encode_record
from game.match.table_discipline import decide_computer_votes
from game.rules.briscola.actions import Sign
from game.rules.briscola.events import HandShown, SignMade
from game.rules.briscola.phases import SIGNS
from game.rules.chiamata.events import AuctionWon, CalledCardNamed, CallMade, PartnerRevealed, SoloCalled
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.rules.muscio.events import (
    BlindeTaken,
    DealForfeited,
    DealMisdealt,
    FaceDownCardsShown,
    GattaShown,
    PlayDeclared,
    PlayerStood,
    TurnedCardKept,
)
from game.rules.spades.events import BidMade, HandSeen
from tests.helpers import (
    PlayoutMoment,
    TableSetup,
    list_conceivable_actions,
    make_match,
    make_record,
    play_random_actions,
)

Cards = tuple[Card, ...]
Observer = int | None
KnownRefusals = dict[tuple[int, Observer], list[Reason | None]]


def know_no_card(_event: Any, _seat: Observer) -> Cards:
    return ()


def know_every_card(event: Any, _seat: Observer) -> Cards:
    return tuple(card for card in iter_cards(event))


KNOWN_CARDS_BY_EVENT: Final[Mapping[type[Event], Callable[[Any, Observer], Cards]]] = {
    DealerDrawn: know_no_card,
    ShuffleCommitted: know_no_card,
    UnknownEvent: know_no_card,
    CardsDealt: lambda event, seat: () if seat is None or seat in event.unseen_seats else event.hands[seat],
    TrumpCardTurned: know_every_card,
    CardPlayed: lambda event, seat: () if event.is_face_down and seat != event.seat else (event.card,),
    TrickTaken: lambda event, seat: tuple(
        card
        for seat_of_card, card in zip(event.seats, event.cards, strict=True)
        if seat_of_card == seat or seat_of_card not in event.face_down_seats
    ),
    CardDrawn: lambda event, seat: (event.card,) if event.is_turned_card or seat == event.seat else (),
    SignMade: know_no_card,
    TurnedCardSwapped: lambda event, seat: (
        event.taken,
        *(() if event.is_face_down and seat != event.seat else (event.given,)),
    ),
    HandShown: lambda event, seat: event.cards if seat == event.seat or seat in event.to else (),
    BidMade: know_no_card,
    HandSeen: lambda event, seat: event.cards if seat == event.seat else (),
    PlayDeclared: know_no_card,
    BlindeTaken: lambda event, seat: event.cards if seat == event.seat else (),
    GattaShown: know_every_card,
    TurnedCardKept: know_no_card,
    DealForfeited: know_no_card,
    PlayerStood: know_no_card,
    DealMisdealt: know_no_card,
    FaceDownCardsShown: know_every_card,
    CallMade: know_no_card,
    SoloCalled: know_no_card,
    PlayerPassed: know_no_card,
    AuctionWon: know_no_card,
    CalledCardNamed: know_no_card,  # the card is named, but not its place
    PartnerRevealed: know_every_card,
    DealAnnulled: know_every_card,
    DealVoided: know_no_card,
    DealScored: know_no_card,
    PlayerTimedOut: know_no_card,
    PlayerLeft: know_no_card,
    VoteToEndCast: know_no_card,
    MatchEnded: know_no_card,
}
"""The cards of an event that a seat may know. A new type of event needs an entry here."""

REVEALING_EVENTS: Final[frozenset[type[Event]]] = frozenset({DealAnnulled, GattaShown})
"""Events that the rules cause because of a hidden hand, and that show it.

If only one of the twins has such an event, the comparison ends.
"""


def iter_cards(value: Any) -> Iterator[Card]:
    """Yield each card in a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from iter_cards(getattr(value, name))
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from iter_cards(item)


def find_first_known_indexes(moments: list[PlayoutMoment], seat: Observer) -> dict[Card, int]:
    """Return for each card of the deal the first step at which ``seat`` knows its place."""
    first_known: dict[Card, int] = {}
    for index, moment in enumerate(moments):
        for event in moment.events:
            for card in KNOWN_CARDS_BY_EVENT[type(event)](event, seat):
                first_known.setdefault(card, index)
    return first_known


def replace_cards(value: Any, replacements: Mapping[Card, Card]) -> Any:
    """Return ``value`` with each card replaced."""
    if isinstance(value, Card):
        return replacements.get(value, value)
    if isinstance(value, msgspec.Struct):
        fields = value.__struct_fields__
        return msgspec.structs.replace(
            value, **{name: replace_cards(getattr(value, name), replacements) for name in fields}
        )
    return tuple(replace_cards(item, replacements) for item in value) if isinstance(value, tuple) else value


def make_twin_action(
    action: Action | Deal, match: Match, seat: Observer, replacements: Mapping[Card, Card]
) -> Action | Deal:
    """Return the action in the twin deal: with other cards, and with another sign if the seat may not see it."""
    if isinstance(action, Sign) and (seat is None or not are_partners(match, seat, action.seat)):
        return Sign(action.seat, SIGNS[(SIGNS.index(action.sign) + 1) % len(SIGNS)])
    twin: Action | Deal = replace_cards(action, replacements)
    return twin


def are_partners(match: Match, seat: int, other_seat: int) -> bool:
    return any(seat in side and other_seat in side for side in match.sides)


def make_twin_moments(
    moments: list[PlayoutMoment], seat: Observer, last_index: int, rng: Random
) -> list[PlayoutMoment]:
    """Return the twin deal up to step ``last_index``, or up to the step at which it must differ.

    The twin has other cards where ``seat`` cannot know them, chosen by ``rng``.
    """
    since = find_first_known_indexes(moments, seat)
    hidden = [card for card in moments[0].match.pack if since.get(card, len(moments)) > last_index]
    shuffled_cards = hidden[:]
    rng.shuffle(shuffled_cards)
    replacements = dict(zip(hidden, shuffled_cards, strict=True))
    match, twins = moments[0].match_before, list[PlayoutMoment]()
    for moment in moments[: last_index + 1]:
        action = make_twin_action(moment.action, match, seat, replacements)
        if match.illegal_reason(action) is not None:
            break
        twin, events = match.apply(action)
        if list_revelations(events) != list_revelations(moment.events):
            break
        twins.append(PlayoutMoment(action, match, twin, events))
        match = twin
    return twins


def are_equal(left: object, right: object) -> bool:
    """Return whether two values are equal, without pytest's comparison of them, which takes minutes for a leak."""
    return left == right


def compare_with_twin(
    moments: list[PlayoutMoment],
    seat: Observer,
    last_index: int,
    rng: Random,
    known_refusals: KnownRefusals | None = None,
) -> int:
    """Compare a deal with a twin up to step ``last_index``. Return the number of steps that were compared.

    Raise AssertionError if ``seat`` can tell them apart. ``known_refusals``: the refusals in the deal itself, which are
    added to it.
    """
    known_refusals = {} if known_refusals is None else known_refusals
    twins = make_twin_moments(moments, seat, last_index, rng)
    for index, (own_moment, twin_moment) in enumerate(zip(moments, twins, strict=False)):
        match, twin = own_moment.match, twin_moment.match
        if twin == match:
            continue
        seen, read = ([event.seen_by(seat) for event in moment.events] for moment in (own_moment, twin_moment))
        assert are_equal(read, seen), f"step {index}: seat {seat} reads the hidden cards"
        assert are_equal(observe(twin, seat), observe(match, seat)), f"step {index}: seat {seat} sees the hidden cards"
        if index == last_index or twin.turn == seat:
            if (index, seat) not in known_refusals:
                known_refusals[index, seat] = list_refusals(match, seat)
            assert are_equal(list_refusals(twin, seat), known_refusals[index, seat]), (
                f"step {index}: seat {seat} hears the hidden cards"
            )
        assert find_yes_votes(twin) == find_yes_votes(match), f"step {index}: the votes tell the hidden cards"
    is_first_deal = not moments[0].match_before.results
    if is_first_deal and len(twins) == last_index + 1 and moments[last_index].match.is_deal_in_progress:
        records = (
            make_record(moments[0].match_before, some_moments) for some_moments in (moments[: last_index + 1], twins)
        )
        own_export, twin_export = (encode_record(record.without_deal_in_progress()) for record in records)
        assert are_equal(own_export, twin_export), "the export holds the hidden cards"
    return len(twins)


def list_refusals(match: Match, seat: Observer) -> list[Reason | None]:
    """Return the reason against each action that ``seat`` can try, legal or not.

    A refusal for the types of an action is left out: it depends on the action alone.
    """
    return (
        []
        if seat is None
        else [match.illegal_reason_unchecked(action) for action in list_conceivable_actions(match.game_id, seat)]
    )


def find_yes_votes(match: Match) -> tuple[int, ...]:
    """Return the seats that would join a vote of seat 0, if all were computer players with a turn clock."""
    options = msgspec.structs.replace(match.options, turn_seconds=60)
    return decide_computer_votes(
        msgspec.structs.replace(match, options=options, votes_to_end=(0,)), tuple(range(match.seats))
    )


def list_revelations(events: tuple[Event, ...]) -> list[Event | int]:
    """Return what the events reveal of hidden hands by the rules.

    These are the events of `REVEALING_EVENTS`, and the seats that play face down, which shows that they have no trump.
    """
    down = [event.seat for event in events if isinstance(event, CardPlayed) and event.is_face_down]
    return [*(event for event in events if type(event) in REVEALING_EVENTS), *down]


def list_observers(match: Match) -> tuple[Observer, ...]:
    return (*range(match.seats), None)


def choose_stop_indexes(moments: list[PlayoutMoment], rng: Random) -> tuple[int, ...]:
    """Return the steps up to which twins are compared: after the deal, some in between, and the end."""
    last = len(moments) - 1
    return (0, 1, rng.randrange(last), rng.randrange(last), last // 2, last * 3 // 4, last - 1, last)


def compare_all_seats(moments: list[PlayoutMoment], rng: Random, stop_interval: int = 1) -> int:
    """Compare the deal with twins for every seat. Return the number of steps that were compared.

    Raise AssertionError if a seat can tell them apart. ``stop_interval``: compare only at each n-th of
    `choose_stop_indexes`.
    """
    known_refusals: KnownRefusals = {}
    return sum(
        compare_with_twin(moments, seat, until, rng, known_refusals)
        for seat in list_observers(moments[0].match) for until in choose_stop_indexes(moments, rng)[::stop_interval]
    )  # fmt: skip


@lru_cache(maxsize=256)
def play_long_deal(table: TableSetup) -> list[PlayoutMoment]:
    """Return a random deal in which tricks are played."""
    ways = ((curious, seed) for curious in (True, False) for seed in range(99))
    tries = (
        list(play_random_actions(table.create_match(), f"{table} {seed}", 1, prefers_new_verbs=curious))
        for curious, seed in ways
    )
    played = (
        candidate
        for candidate in tries
        if any(isinstance(event, TrickTaken) for moment in candidate for event in moment.events)
    )
    return next(played)


def play_blind_nil_match(preset: str, seats: int, seed: int) -> tuple[list[PlayoutMoment], list[PlayoutMoment]]:
    """Return the earlier deals of a random match of Spades, and a deal in which a seat decides about blind nil."""
    match = make_match("spades", preset, seats=seats, blind_nil=True, nil=True)
    return next(
        (moments[:start], moments[start:end])
        for moments in (list(play_random_actions(match, f"blind {seed + number}", 30)) for number in count())
        for start, end in pairwise([n for n, moment in enumerate(moments) if isinstance(moment.action, Deal)])
        if any(isinstance(event, HandSeen) for moment in moments[start:end] for event in moment.events)
    )


def has_secret_odd_hand(phase: Any, seat: int) -> bool:
    """Return whether the ranks in the hand of ``seat`` have an odd sum. Tests plant it as a leak of a secret."""
    hands = getattr(getattr(phase, "trick_phase", phase), "hands", ())
    return bool(hands) and sum(ITALIAN_RANKS.index(card.rank) for card in hands[seat] if card in ITALIAN_PACK) % 2 == 1


def has_secret_tie(match: Match, seat: int) -> bool:
    """Return whether ``seat`` is the secret partner, or, in other games, has another secret of its own."""
    phase = match.phase
    return phase.find_partner() == seat if isinstance(phase, ChiamataTrickPhase) else has_secret_odd_hand(phase, seat)
