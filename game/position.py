"""A table that stands still: one moment of a match, as one seat saw it, to choose again what to do.

Nothing is saved of it and nobody else moves; it knows no more than the view it is made of.
"""

from __future__ import annotations

from math import inf
from typing import Final

from game.ai.weighed import Weighed
from game.aids import Aids
from game.discipline import Message
from game.engine.actions import Action, Leave, Play, Unlock
from game.engine.cards import Card
from game.engine.events import Event
from game.engine.phases import Reason
from game.proof import Proof
from game.rules import GAMES, Game
from game.seating import PERSON, Player, Seating
from game.table import Happening
from game.view import View

STANDS: Final = "club"
"""What the other seats count as; none of them ever moves."""


class Position:
    """A `game.table.Table`: what its methods promise stands there. ``chosen``: what the person did, None before."""

    match_id: int | None = None
    cover: int | None = None
    story: tuple[Event, ...] = ()
    chat: tuple[Message, ...] = ()
    seconds_left: float | None = None
    answers_in = inf
    votes = (0, 0)
    barred: tuple[tuple[int, Reason], ...] = ()
    deserted = between_deals = over = saving = assisted = hinting = may_claim = claimed = False
    aids = Aids(undo=False, hints=False)
    why_not_undo: Reason | None = Reason("undo_off")
    why_no_hint: Reason | None = Reason("hints_off")
    hint: tuple[Weighed, ...] | None = None
    fault = ""

    def __init__(self, view: View, names: tuple[str, ...]) -> None:
        """``view`` must be a turn of its seat. ValueError if it is not."""
        if view.seat is None or not view.choices:
            raise ValueError(f"seat {view.seat} has nothing to choose")
        self.view = view
        self.names = names
        self.viewer: int | None = view.seat
        self.speaker: int | None = view.seat
        self.persons = (view.seat,)
        self.players = tuple(Player(name, PERSON if seat == view.seat else STANDS) for seat, name in enumerate(names))
        self.pace = 0.0
        self.talks = False
        self.aids = Aids()
        self.marks = dict[int, str]()
        self.arranged: tuple[Card, ...] = ()
        self.chosen: Action | None = None

    @property
    def game(self) -> Game:
        return GAMES[self.view.game]

    @property
    def pack(self) -> tuple[Card, ...]:
        return self.game.pack_for(self.view.options, self.view.seats)

    @property
    def again(self) -> Seating:
        return Seating(self.view.game, next(iter(self.game.presets)), self.view.options, self.players, self.view.dealer)

    @property
    def your_turn(self) -> bool:
        return self.chosen is None

    def proof(self, number: int) -> Proof:
        return Proof(deal=number, open=True, seal="")

    def act(self, action: Action) -> Reason | None:
        if self.chosen is not None:
            return Reason("being_saved")
        if action not in self.view.choices:
            return self._why_not(action)
        self.chosen = action
        return None

    def _why_not(self, action: Action) -> Reason:
        why = self.view.phase.why_not(action) if self.view.phase is not None else None
        known = dict(self.view.refused).get(action.card) if isinstance(action, Play) else None
        return known or why or Reason("not_now")

    def again_from_here(self) -> None:
        """The same moment once more."""
        self.chosen = None

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

    def retry(self) -> None:
        """Nothing is saved."""

    def update(self, idle: bool) -> list[Happening]:
        return []

    def close(self) -> None:
        """Nothing is held."""
