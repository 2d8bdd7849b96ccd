"""Who looks at the one screen, and what happened while somebody looked away.

Where several people play at it, no hand is open between them: not while cards are dealt, not behind a result. Only
who said that he is there sees his cards, from then on until another is asked for or the deal is over.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from game.engine.events import Dealt, Event, Left
from game.match import Match
from game.table import Happening
from game.view import look


class Step(NamedTuple):
    """An accepted action: the match before and after it, and all that happened."""

    before: Match
    after: Match
    events: tuple[Event, ...]


class Screen:
    """``viewer`` is the seat whose cards may be shown, None when none may; ``cover`` the one that is asked for.

    ``people``: the seats that people have had from the start. One alone needs no cover, and neither does nobody.
    """

    def __init__(self, people: tuple[int, ...]) -> None:
        self.shared = len(people) > 1
        self.viewer: int | None = None if self.shared else (*people, 0)[0]
        self.cover: int | None = None
        self._missed: dict[int, list[Step]] = {seat: [] for seat in people}

    def wait_for(self, seat: int) -> None:
        """It is the turn of the person at ``seat``: unless he looks at the screen already, he is asked for."""
        if seat not in (self.viewer, self.cover):
            self.viewer, self.cover = None, seat

    def ready(self) -> tuple[Step, ...]:
        """Who was asked for is there. Gives what he has not seen yet of this deal, the oldest first."""
        if self.cover is None:
            return ()
        self.viewer, self.cover = self.cover, None
        missed, self._missed[self.viewer] = tuple(self._missed[self.viewer]), []
        return missed

    def see(self, step: Step) -> Happening:
        """Something has happened: who is at the screen sees it, who is not will see it later."""
        for event in step.events:
            if isinstance(event, Left):
                self.stand_up(event.seat)
        if not step.before.deal_open:
            self.clear()
        seen = self.seen(step)
        self.remember(step)
        if not step.after.deal_open:
            self.clear()
            seen = msgspec.structs.replace(seen, after=look(step.after, self.viewer))
        return seen

    def seen(self, step: Step, *, late: bool = False) -> Happening:
        """What happened as the viewer may know it."""
        events = tuple(event.seen_by(self.viewer) for event in step.events)
        return Happening(look(step.before, self.viewer), look(step.after, self.viewer), events, late)

    def clear(self) -> None:
        """Nobody in particular looks: a deal is over, or begins."""
        if self.shared:
            self.viewer = self.cover = None

    def stand_up(self, seat: int) -> None:
        """The person at ``seat`` has left for good."""
        if self.shared:
            self.viewer = None if self.viewer == seat else self.viewer
            self.cover = None if self.cover == seat else self.cover

    def remember(self, step: Step) -> None:
        """Something happened. Who was not at the screen will see it later; cards that were dealt lie there by then."""
        fresh = any(isinstance(event, Dealt) for event in step.events) or not step.after.deal_open
        for seat, missed in self._missed.items():
            if fresh:
                missed.clear()
            elif self.shared and seat != self.viewer:
                missed.append(step)
