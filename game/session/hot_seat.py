"""Which of a session's seats may be looked at on its one screen, and what happened while somebody looked away.

Where several people play at it, no hand is open between them: not while cards are dealt, not behind a result. Only
the person who said that they are there sees their cards, until another is asked for or the deal is over.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from game.core.events import CardsDealt, PlayerLeft
from game.match.observation import Observation, Transition

ViewTransitions = Mapping[int | None, Transition]
"""What happened, as each view of a session saw it."""


class HotSeat:
    """``viewer`` is the seat whose cards may be shown, None when none may; ``awaited_seat`` the one that is asked for.

    ``seats`` are the two or more that the session acts for from the start. What is to be shown goes to ``transitions``.
    """

    def __init__(self, seats: tuple[int, ...], transitions: list[Transition]) -> None:
        self.viewer: int | None = None
        self.awaited_seat: int | None = None
        self._transitions = transitions
        self._missed_transitions: dict[int, list[Transition]] = {seat: [] for seat in seats}

    def wait_for(self, seat: int) -> None:
        """Ask for the person at ``seat``, unless they look at the screen already."""
        if seat not in (self.viewer, self.awaited_seat):
            self.viewer, self.awaited_seat = None, seat

    def confirm_ready(self) -> None:
        """Show the awaited person their cards; what they have missed of this deal comes with the next update."""
        if self.awaited_seat is None:
            return
        self.viewer, self.awaited_seat = self.awaited_seat, None
        missed, self._missed_transitions[self.viewer] = self._missed_transitions[self.viewer], []
        self._transitions += [msgspec.structs.replace(transition, is_replayed=True) for transition in missed]

    def record_transition(self, by_viewer: ViewTransitions) -> None:
        """Show the viewer a transition; whoever looks away will see it later."""
        for event in by_viewer[self.viewer].events:
            if isinstance(event, PlayerLeft):
                self.viewer = None if self.viewer == event.seat else self.viewer
                self.awaited_seat = None if self.awaited_seat == event.seat else self.awaited_seat
        if not is_deal_in_progress(by_viewer[self.viewer].before):
            self.viewer = self.awaited_seat = None  # a deal begins: nobody in particular looks
        shown = by_viewer[self.viewer]
        self._store_missed(by_viewer)
        if not is_deal_in_progress(shown.after):
            self.viewer = self.awaited_seat = None
            shown = msgspec.structs.replace(shown, after=by_viewer[None].after)
        self._transitions.append(shown)

    def _store_missed(self, by_viewer: ViewTransitions) -> None:
        """Keep it for everybody who looks away; cards that were dealt lie there by then."""
        seen = by_viewer[self.viewer]
        is_dealt = any(isinstance(event, CardsDealt) for event in seen.events)
        for seat, missed in self._missed_transitions.items():
            if is_dealt or not is_deal_in_progress(seen.after):
                missed.clear()
            elif seat != self.viewer:
                missed.append(by_viewer[seat])


def is_deal_in_progress(observation: Observation) -> bool:
    """Return whether a deal is being played."""
    return observation.phase is not None and observation.result is None and not observation.is_over
