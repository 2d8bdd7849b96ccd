"""The same cards in several matches: which deals they share, and what was made of them seat by seat.

Two deals are the same where the game, its rules, the dealer and the pack are: names do not matter, nor does the clock.
Nobody is told what somebody elsewhere made of a deal that has not been played to its end here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from game.engine.options import DISCIPLINE
from game.record import Record
from game.seating import PERSON
from game.tallies import no_breath


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """What a match made of the deals of one that is compared with others.

    ``players``: a word for each seat, ``you`` or a computer player's level; ``own``: it was played here; ``scores``:
    what each deal brought each seat in the game's unit, by the number of the deal in the match compared, from 0 on.
    """

    match: int
    names: tuple[str, ...]
    players: tuple[str, ...]
    when: float
    own: bool
    scores: Mapping[int, tuple[float, ...]]

    def who(self, seat: int) -> tuple[str, str]:
        """The name at a seat, and the computer player's level there, empty for a person."""
        kind = self.players[seat]
        return self.names[seat], "" if kind == PERSON else kind


class Comparison(msgspec.Struct, frozen=True):
    """A match and the others that share deals with it, the oldest first; ``deals``: how many it has."""

    deals: int
    one: Made
    others: tuple[Made, ...]

    @property
    def open(self) -> tuple[int, ...]:
        """The deals of which something may be told."""
        return tuple(sorted(self.one.scores))

    def rivals(self, seat: int) -> tuple[tuple[str, str], ...]:
        """Who else had this seat's cards: each once."""
        return tuple(dict.fromkeys(other.who(seat) for other in self.others if other.scores))

    def scores(self, seat: int, rival: tuple[str, str]) -> dict[int, float]:
        """What a rival made of each deal the first time, when he did not know the cards yet."""
        found: dict[int, float] = {}
        for other in self.others:
            if other.who(seat) == rival:
                found = {**{deal: each[seat] for deal, each in other.scores.items()}, **found}
        return found


def shared(one: Record, other: Record) -> dict[int, int]:
    """The deals that are the same: of each in ``one`` the first in ``other``; both counted from 0 on."""
    if _rules(one) != _rules(other):
        return {}
    places = {(deal.dealer, deal.pack): at for at, deal in reversed(tuple(enumerate(other.deals)))}
    found = ((at, places.get((deal.dealer, deal.pack))) for at, deal in enumerate(one.deals))
    return {at: place for at, place in found if place is not None}


def _rules(record: Record) -> tuple[object, ...]:
    options = msgspec.structs.asdict(record.options)
    agreed = {name: value for name, value in options.items() if name not in DISCIPLINE}
    return record.game, len(record.names), agreed


def same_match(one: Record, other: Record) -> bool:
    """Whether two records tell of the same match: agreed alike, with the same people, deals and actions."""

    def told(record: Record) -> tuple[object, ...]:
        deals = tuple((deal.dealer, deal.pack, deal.actions) for deal in record.deals)
        return record.game, record.options, record.names, record.first_dealer, deals

    return told(one) == told(other)


def results(record: Record, breathe: Callable[[], None] = no_breath) -> tuple[tuple[float, ...], ...]:
    """What each finished deal brought each seat, in the game's unit. RecordError if the record is faulty.

    ``breathe`` is called after every action.
    """
    match = record.start()
    for _action, step in record.steps():
        match = step.match
        breathe()
    return tuple(match.game.tally(result, match.sides).scores for result in match.results)


def compared(
    one: tuple[Made, Record], others: Iterable[tuple[Made, Record]], breathe: Callable[[], None] = no_breath
) -> Comparison:
    """``one`` and what the ``others`` made of the same cards, whose ``scores`` are left empty; open deals left out.

    Of what was not played here only those deals are told that somebody here has played to their end.
    """
    made, record = one
    own = dict(enumerate(results(record, breathe)))
    found = [(other, _scores(record, played, breathe)) for other, played in others]
    known = set(own) if made.own else {deal for other, scores in found if other.own for deal in scores}
    told = tuple(_only(other, scores, known) for other, scores in found)
    return Comparison(len(own), _only(made, own, known), told)


def _scores(record: Record, other: Record, breathe: Callable[[], None]) -> dict[int, tuple[float, ...]]:
    made = results(other, breathe)
    return {at: made[place] for at, place in shared(record, other).items() if place < len(made)}


def _only(made: Made, scores: Mapping[int, tuple[float, ...]], known: set[int]) -> Made:
    return msgspec.structs.replace(made, scores={deal: each for deal, each in scores.items() if deal in known})
