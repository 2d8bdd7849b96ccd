"""What a person is asked, and what he answers. Nothing here needs the libraries that the computer thinks with."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias, get_args

import msgspec

from game.ai.levels import levels_for
from game.analysis.values import Option
from game.engine.actions import Action
from game.engine.cards import Card, Suit
from game.engine.events import TrickTaken
from game.rules import GAMES
from game.view import View

Kind: TypeAlias = Literal["trick", "count", "out", "call"]
"""Who takes the trick, and for how many points; what a pile counts; which cards are still out; what to say before the
play."""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


class Order(msgspec.Struct, frozen=True):
    """A task that is wanted. The same order always gives the same task."""

    game: str
    kind: Kind
    seed: int


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What a person answers, as far as he is asked for it: the places that he has marked in what is shown, a number,
    a choice."""

    marked: frozenset[int] = frozenset()
    number: int | None = None
    action: Action | None = None


class Task(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something that is asked of who sits at ``seat``, one of so many ``seats``; it is made of what he has seen."""

    kind: ClassVar[Kind]
    game: str
    seat: int
    seats: int

    def is_right(self, answer: Answer) -> bool:
        """Whether that is the answer, or as good."""
        raise NotImplementedError


class TrickTask(Task, frozen=True, kw_only=True, tag=True):
    """Who takes ``trick``, and for how many points where tricks have points? Marked is the place of a card in it."""

    kind: ClassVar[Kind] = "trick"
    trick: TrickTaken
    trump: Suit | None

    @property
    def place(self) -> int:
        """The place of the card that takes it."""
        return self.trick.seats.index(self.trick.winner)

    def is_right(self, answer: Answer) -> bool:
        return answer.marked == {self.place} and answer.number == self.trick.points


class CountTask(Task, frozen=True, kw_only=True, tag=True):
    """How many ``points`` are in the ``cards`` that the ``takers``, one seat or a side, have taken?"""

    kind: ClassVar[Kind] = "count"
    takers: tuple[int, ...]
    cards: tuple[Card, ...]
    points: int

    def is_right(self, answer: Answer) -> bool:
        return answer.number == self.points


class OutTask(Task, frozen=True, kw_only=True, tag=True):
    """Which cards of ``row``, all of one suit, are still ``out`` after these ``tricks``?

    ``hand`` is the viewer's, ``away`` what he has put away, ``turned`` the card that lies face up.
    """

    kind: ClassVar[Kind] = "out"
    tricks: tuple[TrickTaken, ...]
    hand: tuple[Card, ...]
    away: tuple[Card, ...]
    turned: Card | None
    trump: Suit | None
    row: tuple[Card, ...]
    out: tuple[Card, ...]

    @property
    def suit(self) -> Suit:
        return self.row[0].suit

    def is_right(self, answer: Answer) -> bool:
        return {self.row[place] for place in answer.marked} == set(self.out)


class CallTask(Task, frozen=True, kw_only=True, tag=True):
    """What would you say before the play? ``options``: what a master thinks of, the best first."""

    kind: ClassVar[Kind] = "call"
    view: View
    options: tuple[Option, ...]

    def is_right(self, answer: Answer) -> bool:
        return any(one.as_good for one in self.options if one.action == answer.action)


AnyTask: TypeAlias = TrickTask | CountTask | OutTask | CallTask


def kinds_of(game: str) -> tuple[Kind, ...]:
    """The kinds of tasks that there are for a game."""
    return tuple(kind for kind in KINDS if _has(game, kind))


def _has(game: str, kind: Kind) -> bool:
    if kind == "count":
        return bool(GAMES[game].values)
    return kind != "call" or (_speaks(game) and len(levels_for(game)) > 1)


def _speaks(game: str) -> bool:
    """Whether something is said before the cards are played, by the rules of the first preset."""
    one = GAMES[game]
    options, seats = next(iter(one.presets.values())), one.proposed_seats
    return not one.deal(options, seats, 0, one.pack_for(options, seats), ()).state.in_play
