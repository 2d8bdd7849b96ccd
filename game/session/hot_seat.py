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

    ``seats`` are those that the session acts for from the start. One alone is never asked for.
    """

    def __init__(self, seats: tuple[int, ...]) -> None:
        self.is_shared = len(seats) > 1
        self.viewer: int | None = None if self.is_shared else seats[0]
        self.awaited_seat: int | None = None
        self._missed_transitions: dict[int, list[Transition]] = {seat: [] for seat in seats}

    def wait_for(self, seat: int) -> None:
        """Ask for the person at ``seat``, unless they look at the screen already."""
        if seat not in (self.viewer, self.awaited_seat):
            self.viewer, self.awaited_seat = None, seat

    def confirm_ready(self) -> list[Transition]:
        """Show the awaited person their cards. Return what they have not seen of this deal, the oldest first."""
        if self.awaited_seat is None:
            return []
        self.viewer, self.awaited_seat = self.awaited_seat, None
        missed, self._missed_transitions[self.viewer] = self._missed_transitions[self.viewer], []
        return [msgspec.structs.replace(transition, is_replayed=True) for transition in missed]

    def record_transition(self, transitions: ViewTransitions) -> Transition:
        """Return what the viewer sees of a transition; whoever looks away will see it later."""
        for event in transitions[self.viewer].events:
            if isinstance(event, PlayerLeft):
                self._remove_player(event.seat)
        if not is_deal_in_progress(transitions[self.viewer].before):
            self._reset()
        shown = transitions[self.viewer]
        self._store_missed(transitions)
        if not is_deal_in_progress(shown.after):
            self._reset()
            shown = msgspec.structs.replace(shown, after=transitions[self.viewer].after)
        return shown

    def _reset(self) -> None:
        """Nobody in particular looks: a deal is over, or begins."""
        if self.is_shared:
            self.viewer = self.awaited_seat = None

    def _remove_player(self, seat: int) -> None:
        if self.is_shared:
            self.viewer = None if self.viewer == seat else self.viewer
            self.awaited_seat = None if self.awaited_seat == seat else self.awaited_seat

    def _store_missed(self, transitions: ViewTransitions) -> None:
        """Keep it for everybody who looks away; cards that were dealt lie there by then."""
        seen = transitions[self.viewer]
        is_dealt = any(isinstance(event, CardsDealt) for event in seen.events)
        for seat, missed in self._missed_transitions.items():
            if is_dealt or not is_deal_in_progress(seen.after):
                missed.clear()
            elif self.is_shared and seat != self.viewer:
                missed.append(transitions[seat])


def is_deal_in_progress(observation: Observation) -> bool:
    """Return whether a deal is being played."""
    return observation.phase is not None and observation.result is None and not observation.is_over
