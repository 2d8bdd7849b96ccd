"""Who looks at the one screen, and what happened while somebody looked away.

Where several people play at it, no hand is open between them: not while cards are dealt, not behind a result. Only
who said that he is there sees his cards, from then on until another is asked for or the deal is over.
"""

from __future__ import annotations

import msgspec

from game.core.events import CardsDealt, PlayerLeft
from game.match.match import FullTransition
from game.match.observation import Transition, observe


class HotSeat:
    """``viewer`` is the seat whose cards may be shown, None when none may; ``cover`` the one that is asked for.

    ``people``: the seats that people have had from the start. One alone needs no cover, and neither does nobody.
    """

    def __init__(self, human_seats: tuple[int, ...]) -> None:
        self.is_shared = len(human_seats) > 1
        self.viewer: int | None = None if self.is_shared else (*human_seats, 0)[0]
        self.awaited_seat: int | None = None
        self._missed_transitions: dict[int, list[FullTransition]] = {seat: [] for seat in human_seats}

    def wait_for(self, seat: int) -> None:
        """It is the turn of the person at ``seat``: unless he looks at the screen already, he is asked for."""
        if seat not in (self.viewer, self.awaited_seat):
            self.viewer, self.awaited_seat = None, seat

    def confirm_ready(self) -> tuple[FullTransition, ...]:
        """Who was asked for is there. Gives what he has not seen yet of this deal, the oldest first."""
        if self.awaited_seat is None:
            return ()
        self.viewer, self.awaited_seat = self.awaited_seat, None
        missed, self._missed_transitions[self.viewer] = tuple(self._missed_transitions[self.viewer]), []
        return missed

    def record_transition(self, transition: FullTransition) -> Transition:
        """Something has happened: who is at the screen sees it, who is not will see it later."""
        for event in transition.events:
            if isinstance(event, PlayerLeft):
                self.remove_player(event.seat)
        if not transition.before.is_deal_in_progress:
            self.reset()
        masked = self.mask_transition(transition)
        self.store_missed(transition)
        if not transition.after.is_deal_in_progress:
            self.reset()
            masked = msgspec.structs.replace(masked, after=observe(transition.after, self.viewer))
        return masked

    def mask_transition(self, transition: FullTransition, *, is_replayed: bool = False) -> Transition:
        """What happened as the viewer may know it."""
        events = tuple(event.seen_by(self.viewer) for event in transition.events)
        return Transition(
            observe(transition.before, self.viewer), observe(transition.after, self.viewer), events, is_replayed
        )

    def reset(self) -> None:
        """Nobody in particular looks: a deal is over, or begins."""
        if self.is_shared:
            self.viewer = self.awaited_seat = None

    def remove_player(self, seat: int) -> None:
        """The person at ``seat`` has left for good."""
        if self.is_shared:
            self.viewer = None if self.viewer == seat else self.viewer
            self.awaited_seat = None if self.awaited_seat == seat else self.awaited_seat

    def store_missed(self, transition: FullTransition) -> None:
        """Something happened. Who was not at the screen will see it later; cards that were dealt lie there by then."""
        is_new_or_over = (
            any(isinstance(event, CardsDealt) for event in transition.events)
            or not transition.after.is_deal_in_progress
        )
        for seat, missed in self._missed_transitions.items():
            if is_new_or_over:
                missed.clear()
            elif self.is_shared and seat != self.viewer:
                missed.append(transition)
