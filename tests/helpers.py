"""Short helpers for tests of the games: `deal_match`, `deal_briscola`, `play`, `play_random_actions`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from game.ai import registry
from game.ai.personas import NEUTRAL_PERSONA, Persona
from game.ai.rollout.card_bits import CardBits
from game.ai.time_limit import DEFAULT_TIME_LIMIT_MS, TimeLimit
from game.core.actions import Action, Deal, iter_actions, map_actions_by_verb, parse_action
from game.core.cards import FRENCH_PACK, JOKERS, Card, parse_cards
from game.core.events import Event
from game.core.options import Options, change_options
from game.match.match import Match, create_match
from game.match.observation import Observation
from game.match.record import DealRecord, Record
from game.rules import GAMES
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.sample_options import iter_sample_options

PLAYER_NAMES = ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Fede")

DETERMINISTIC_TIME_LIMIT = TimeLimit(DEFAULT_TIME_LIMIT_MS, lambda: 0.0)
"""A limit by a clock that never advances, so that a seed gives the same action on every machine."""
QUICK_LEVELS = ("random", "beginner", "novice", "club")
"""The levels that never search, so that tests can ask them in every state of many deals."""


def make_match(
    game: str = "briscola", preset: str | None = None, seats: int = 2, dealer: int = 0, **changes: Any
) -> Match:
    """Return a match before its first deal, with ``changes`` of the preset's options.

    ``preset``: None for the game's first; ``dealer``: the first dealer. Raise InputError for an unknown option or
    value.
    """
    presets = GAMES[game].presets
    return create_match(game, change_options(presets[preset or next(iter(presets))], changes), seats, dealer)


def stack_pack(match: Match, top_cards: str) -> tuple[Card, ...]:
    """Return the complete pack with ``top_cards`` first, in the order of dealing, then the other cards sorted.

    ``top_cards``: in card notation. Raise ValueError for a word that is not a card.
    """
    first = parse_cards(top_cards)
    return (*first, *(card for card in match.pack if card not in first))


def deal_match(top: str = "", **table: Any) -> Match:
    """Return a match whose first deal begins with the cards of ``top``, in card notation.

    ``table``: the arguments of `make_match`.
    """
    match = make_match(**table)
    return match.apply(Deal(stack_pack(match, top))).match


def list_masked_cards(card_bits: CardBits, mask: int) -> tuple[Card, ...]:
    """Return the cards of a mask, the lowest first."""
    bits = sorted((bit, card) for card, bit in card_bits.bit_by_card.items() if mask >> bit & 1)
    return tuple(card for _bit, card in bits)


def deal_briscola(turned_card: str, *hands: str, stock: str = "", **table: Any) -> Match:
    """Return a deal of Briscola with these hands, turned card and top of the stock.

    All are in card notation, the hands from seat 0 on and of equal size. Seat 0 leads.
    """
    seats = len(hands)
    rounds = zip(*(hand.split() for hand in hands), strict=True)
    top = " ".join([*(card for hand_round in rounds for card in hand_round), turned_card, stock])
    return deal_match(top, seats=seats, dealer=seats - 1, **table)


def deal_chiamata(*hands: str, dealer: int = 4, **table: Any) -> Match:
    """Return a deal of chiamata with these hands from seat 0 on, filled up with the other cards.

    The hands are in card notation, and may have fewer than eight cards. By default seat 0 calls first.
    """
    hands_as_cards = [parse_cards(hand) for hand in (*hands, *[""] * (5 - len(hands)))]
    match = make_match("chiamata", dealer=dealer, **{"seats": 5} | table)
    rest = iter([card for card in match.pack if not any(card in hand for hand in hands_as_cards)])
    full = [(*hand, *(next(rest) for _missing in range(8 - len(hand)))) for hand in hands_as_cards]
    order = [(dealer + 1 + index) % 5 for index in range(5)]
    return match.apply(Deal(tuple(full[seat][index] for index in range(8) for seat in order))).match


def choose_without_time_limit(
    level: str, view: Observation, rng: Random, character: Persona = NEUTRAL_PERSONA
) -> Action:
    """Return the action of a computer player of ``level`` without a time limit."""
    return registry.choose_action(level, view, rng, DETERMINISTIC_TIME_LIMIT, character)


def parse_seat_action(match: Match, text: str) -> Action:
    return parse_action(text, map_actions_by_verb(*match.game.actions))


def play(match: Match, *texts: str) -> Match:
    """Return the match after these actions, in the notation of records: ``play(match, "0 play Kd")``.

    Raise IllegalActionError if an action is illegal, InputError if it is unknown.
    """
    for text in texts:
        match = match.apply(parse_seat_action(match, text)).match
    return match


def get_last_events(match: Match, *texts: str) -> tuple[Event, ...]:
    """Return the events of the last of these actions, of which there is at least one, after the others.

    Nothing is hidden in them. Raise IllegalActionError if an action is illegal.
    """
    *before, last = texts
    match = play(match, *before)
    return match.apply(parse_seat_action(match, last)).events


def get_refusal_code(match: Match, text: str) -> str | None:
    """Return the code of the reason against an action, or None if it is legal."""
    reason = match.illegal_reason(parse_seat_action(match, text))
    return reason.code if reason else None


def list_legal_phrases(match: Match) -> list[str]:
    """Return the legal actions without their seat."""
    return [action.text_without_seat for action in match.legal_actions()]


TRIED_NUMBERS: Final = (-1, 0, 1, 2, 5, 10, 13, 26, 61, 62, 63, 70, 80, 120, 121)
"""Numbers that are worth trying as tricks to bid and points to call."""


@lru_cache(maxsize=64)
def list_conceivable_actions(game: str, seat: int) -> tuple[Action, ...]:
    """Return all actions of ``seat`` in a game, legal or not: each verb with each card, suit, rank or sign."""
    action_types = map_actions_by_verb(*GAMES[game].actions).values()
    values = {Card: (*FRENCH_PACK, *JOKERS), int: TRIED_NUMBERS}
    return tuple(action for action_type in action_types for action in iter_actions(action_type, seat, values))


class PlayoutMoment(NamedTuple):
    """An action of a playout with the match before and after it, and its events."""

    action: Action | Deal
    match_before: Match
    match: Match
    events: tuple[Event, ...]


def play_random_actions(
    match: Match, seed: object, deal_count: int = 1, *, prefers_new_verbs: bool = False
) -> Iterator[PlayoutMoment]:
    """Play random legal actions for ``deal_count`` deals or to the end of the match; yield each, dealing too.

    The same seed gives the same actions. ``prefers_new_verbs``: choose a verb that was not used yet, if there is one.
    """
    rng = derive_random(0, "playout", seed)
    seen: set[str] = set()
    dealt = 0
    while not match.is_over:
        action: Action | Deal
        if match.needs_deal:
            if dealt == deal_count:
                return
            dealt += 1
            action = Deal(shuffle_pack(match.pack, rng))
        else:
            action = _choose_random_action(match.legal_actions(), rng, seen if prefers_new_verbs else None)
        step = match.apply(action)
        yield PlayoutMoment(action, match, *step)
        match = step.match


def _choose_random_action(legal: tuple[Action, ...], rng: Random, seen: set[str] | None) -> Action:
    verbs = sorted({action.verb for action in legal})
    weights = [6 if verb == "play" else 1 for verb in verbs]
    verb = rng.choices(verbs, weights)[0]
    if seen is not None:
        verb = next((candidate for candidate in verbs if candidate not in seen), verb)
        seen.add(verb)
    return rng.choice([action for action in legal if action.verb == verb])


def make_record(match: Match, moments: list[PlayoutMoment], preset: str | None = None) -> Record:
    """Return the record of a playout: ``moments`` from `play_random_actions`, which began with ``match``.

    ``preset``: None for the game's first.
    """
    deals = list[DealRecord]()
    for moment in moments:
        if isinstance(moment.action, Deal):
            deals.append(DealRecord(moment.match_before.dealer, moment.action.pack))
        else:
            deals[-1] = msgspec.structs.replace(deals[-1], actions=(*deals[-1].actions, moment.action))
    return Record(
        game_id=match.game_id, preset=preset or next(iter(match.game.presets)), options=match.options,
        names=PLAYER_NAMES[: match.seats], first_dealer=match.first_dealer, deals=tuple(deals),
    )  # fmt: skip


class TableSetup(NamedTuple):
    """A table: a game, a preset, options and a number of seats."""

    game: str
    preset: str
    options: Options
    seats: int

    @property
    def changes(self) -> Mapping[str, Any]:
        base = GAMES[self.game].presets[self.preset]
        return {
            name: getattr(self.options, name)
            for name in self.options.__struct_fields__
            if getattr(self.options, name) != getattr(base, name)
        }

    def __str__(self) -> str:
        changes = "".join(f"-{name}={value}" for name, value in self.changes.items())
        return f"{self.game}-{self.preset}{changes}-{self.seats}"

    def create_match(self, dealer: int = 0) -> Match:
        return create_match(self.game, self.options, self.seats, dealer)


def iter_tables() -> Iterator[TableSetup]:
    """Yield each preset of each game and each change of a single option, with each number of seats."""
    for game in GAMES.values():
        for preset, base in game.presets.items():
            for options in iter_sample_options(base):
                for seats in game.get_seat_counts(preset):
                    yield TableSetup(game.id, preset, options, seats)
