"""What every table answers at which a person plays for himself alone and nothing is kept but what it says itself.

Nobody talks there, leaves, votes, is helped, takes anything back or waits for a clock.
"""

from __future__ import annotations

from math import inf
from typing import Final

from game.ai.weighed import Weighed
from game.aids import Aids
from game.discipline import Message
from game.engine.actions import Leave, Unlock
from game.engine.cards import Card
from game.engine.phases import Reason
from game.proof import Proof
from game.rules import GAMES, Game
from game.seating import PERSON, Player, Seating
from game.view import View

STANDS: Final = "club"
"""What the other seats count as."""


class Quiet:
    """That part of a `game.table.Table`: what its methods promise stands there. Subclasses have a ``view``."""

    match_id: int | None = None
    cover: int | None = None
    chat: tuple[Message, ...] = ()
    dealt: tuple[Card, ...] = ()
    seconds_left: float | None = None
    answers_in = inf
    votes = (0, 0)
    barred: tuple[tuple[int, Reason], ...] = ()
    deserted = between_deals = over = given_up = assisted = hinting = may_claim = claimed = False
    why_not_undo: Reason | None = Reason("undo_off")
    why_no_hint: Reason | None = Reason("hints_off")
    hint: tuple[Weighed, ...] | None = None

    def __init__(self, seat: int, names: tuple[str, ...]) -> None:
        """A person at ``seat``; ``names`` are those of all seats."""
        self.names = names
        self.viewer: int | None = seat
        self.speaker: int | None = seat
        self.persons = (seat,)
        self.players = tuple(Player(name, PERSON if at == seat else STANDS) for at, name in enumerate(names))
        self.pace = 0.0
        self.talks = False
        self.aids = Aids()
        self.marks = dict[int, str]()
        self.arranged: tuple[Card, ...] = ()

    @property
    def view(self) -> View:
        raise NotImplementedError

    @property
    def game(self) -> Game:
        return GAMES[self.view.game]

    @property
    def pack(self) -> tuple[Card, ...]:
        return self.game.pack_for(self.view.options, self.view.seats)

    @property
    def again(self) -> Seating:
        return Seating(self.view.game, next(iter(self.game.presets)), self.view.options, self.players, self.view.dealer)

    def proof(self, number: int) -> Proof:
        return Proof(deal=number, open=True, seal="")

    def undo(self) -> Reason | None:
        return self.why_not_undo

    def ask_hint(self) -> Reason | None:
        return self.why_no_hint

    def forget_hint(self) -> None:
        """There is none."""

    def claim(self) -> Reason | None:
        return Reason("claim_not")

    def ready(self) -> None:
        """There is no cover."""

    def say(self, text: str, seat: int | None = None) -> Reason | None:
        return Reason("talk_off")

    def mark(self, seat: int, word: str) -> None:
        self.marks = {one: said for one, said in {**self.marks, seat: word}.items() if said}

    def arrange(self, hand: tuple[Card, ...]) -> None:
        self.arranged = hand

    def may_leave(self, action: type[Leave] | type[Unlock], seat: int) -> bool:
        return False

    def ask_to_leave(self, seat: int) -> None:
        """Nobody leaves."""

    def give_up(self) -> None:
        """There is nothing to give up."""

    def next_deal(self) -> None:
        """There is no other."""
