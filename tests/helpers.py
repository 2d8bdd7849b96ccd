"""Small words for tests that read like the game: `deal`, `briscola`, `play`, `playout`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from random import Random
from types import NoneType
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from game.ai import players
from game.ai.characters import PLAIN, Character
from game.ai.limit import LIMIT_MS, Limit
from game.engine.actions import Action, Deal, parse, verbs_of
from game.engine.cards import FRENCH_PACK, JOKERS, Card, cards
from game.engine.events import Event
from game.engine.options import Options, adapt, samples
from game.fairness import shuffled, stream
from game.match import Match, new_match
from game.record import Record
from game.rules import GAMES
from game.view import View

NAMES = ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Fede")

UNHURRIED = Limit(LIMIT_MS, lambda: 0.0)
"""A limit by a clock that stands still: the same seed gives the same action on every machine."""
QUICK_LEVELS = ("random", "novice", "club")
"""The levels that never think long: these can be asked at every state of many deals."""


def fresh(game: str = "briscola", preset: str | None = None, seats: int = 2, dealer: int = 0, **changes: Any) -> Match:
    """A match before its first deal."""
    presets = GAMES[game].presets
    return new_match(game, adapt(presets[preset or next(iter(presets))], changes), seats, dealer)


def stacked(match: Match, top: str) -> tuple[Card, ...]:
    """The whole pack with the cards of ``top`` first, in dealing order."""
    first = cards(top)
    return (*first, *(card for card in match.pack if card not in first))


def deal(top: str = "", **table: Any) -> Match:
    """A match whose first deal begins with the cards of ``top``; forehand is the seat after ``dealer``."""
    match = fresh(**table)
    return match.apply(Deal(stacked(match, top))).match


def briscola(turned: str, *hands: str, stock: str = "", **table: Any) -> Match:
    """A deal of Briscola: the hands from seat 0 on, the turned card, the top of the stock. Seat 0 leads."""
    seats = len(hands)
    rounds = zip(*(hand.split() for hand in hands), strict=True)
    top = " ".join([*(card for one in rounds for card in one), turned, stock])
    return deal(top, seats=seats, dealer=seats - 1, **table)


def chiamata(*hands: str, dealer: int = 4, **table: Any) -> Match:
    """A deal of chiamata: hands from seat 0 on, filled up with the cards that none of them has. Seat 0 speaks first."""
    given = [cards(hand) for hand in (*hands, *[""] * (5 - len(hands)))]
    match = fresh("chiamata", dealer=dealer, **{"seats": 5} | table)
    rest = iter([card for card in match.pack if not any(card in hand for hand in given)])
    full = [(*hand, *(next(rest) for _missing in range(8 - len(hand)))) for hand in given]
    order = [(dealer + 1 + at) % 5 for at in range(5)]
    return match.apply(Deal(tuple(full[seat][at] for at in range(8) for seat in order))).match


def choose(level: str, view: View, rng: Random, character: Character = PLAIN) -> Action:
    """What a player of ``level`` does who has all the time."""
    return players.choose(level, view, rng, UNHURRIED, character)


def read_action(match: Match, text: str) -> Action:
    return parse(text, verbs_of(*match.game.actions))


def play(match: Match, *texts: str) -> Match:
    """The match after these actions, written as in a record."""
    for text in texts:
        match = match.apply(read_action(match, text)).match
    return match


def happened(match: Match, *texts: str) -> tuple[Event, ...]:
    """What the last of these actions led to."""
    *before, last = texts
    match = play(match, *before)
    return match.apply(read_action(match, last)).events


def refused(match: Match, text: str) -> str | None:
    """The code of the reason why an action is illegal, or None if it is legal."""
    reason = match.why_not(read_action(match, text))
    return reason.code if reason else None


def legal(match: Match) -> list[str]:
    """The legal actions, without their seat."""
    return [action.phrase for action in match.legal()]


NUMBERS: Final = (-1, 0, 1, 2, 5, 10, 13, 26, 61, 62, 63, 70, 80, 120, 121)
"""Arguments that are worth trying where a number is asked: tricks to bid, points to call."""


@lru_cache(maxsize=64)
def conceivable(game: str, seat: int) -> tuple[Action, ...]:
    """Everything that ``seat`` might try in a game, legal or not: every verb with every card, suit, rank, sign."""
    verbs = verbs_of(*GAMES[game].actions).values()
    return tuple(kind(seat, *words) for kind in verbs for words in product(*_arguments(kind)))


def _arguments(kind: type[Action]) -> list[tuple[Any, ...]]:
    hints = get_type_hints(kind)
    return [_every(hints[name]) for name in kind.__struct_fields__[1:]]


def _every(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_args(hint):
        return tuple(one for part in get_args(hint) for one in _every(part))
    known: dict[type, tuple[Any, ...]] = {Card: (*FRENCH_PACK, *JOKERS), int: NUMBERS, NoneType: (None,)}
    return known[hint]


class Moment(NamedTuple):
    """One action of a playout and what it led to."""

    action: Action | Deal
    before: Match
    match: Match
    events: tuple[Event, ...]


def playout(match: Match, seed: object, deals: int = 1, *, curious: bool = False) -> Iterator[Moment]:
    """Random legal actions for ``deals`` deals or to the end. ``curious``: a verb not yet seen goes first."""
    rng = stream(0, "playout", seed)
    seen: set[str] = set()
    dealt = 0
    while not match.over:
        action: Action | Deal
        if match.awaits_deal:
            if dealt == deals:
                return
            dealt += 1
            action = Deal(shuffled(match.pack, rng))
        else:
            action = _choice(match.legal(), rng, seen if curious else None)
        step = match.apply(action)
        yield Moment(action, match, *step)
        match = step.match


def _choice(legal: tuple[Action, ...], rng: Random, seen: set[str] | None) -> Action:
    verbs = sorted({action.verb for action in legal})
    weights = [6 if verb == "play" else 1 for verb in verbs]
    verb = rng.choices(verbs, weights)[0]
    if seen is not None:
        verb = next((one for one in verbs if one not in seen), verb)
        seen.add(verb)
    return rng.choice([action for action in legal if action.verb == verb])


def recorded(match: Match, moments: list[Moment], preset: str | None = None) -> Record:
    """The playout as a record."""
    record = Record(
        game=match.name, preset=preset or next(iter(match.game.presets)), options=match.options,
        names=NAMES[: match.seats], first_dealer=match.first_dealer,
    )  # fmt: skip
    for moment in moments:
        if isinstance(moment.action, Deal):
            record = record.dealt(moment.before.dealer, moment.action.pack)
        else:
            record = record.acted(moment.action)
    return record


class Table(NamedTuple):
    """One way to play: a game, a preset, house rules, a seat count."""

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

    def match(self, dealer: int = 0) -> Match:
        return new_match(self.game, self.options, self.seats, dealer)


def tables() -> Iterator[Table]:
    """Every game, preset, single deviation of a house rule and seat count of the registry."""
    for game in GAMES.values():
        for preset, base in game.presets.items():
            for options in samples(base):
                for seats in game.seats:
                    yield Table(game.name, preset, options, seats)
