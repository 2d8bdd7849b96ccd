"""The hand-over of a screen between people, and what each of them missed.

No hand is visible between two people: not while cards are dealt, and not behind a result. A person who confirmed that
they are at the screen sees their cards until another person is on turn or the deal is over. What leads to the turn of
another person is shown with covered hands, because both look at it.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from game.core.events import CardsDealt, PlayerLeft
from game.match.observation import Transition

ViewTransitions = Mapping[int | None, Transition]
"""One transition, as each view of a session sees it."""


class HotSeat:
    """The person at a screen that several people share.

    ``viewer``: the seat whose cards may be visible, or None. ``awaited_seat``: the seat whose person is asked for, or
    None. ``seats``: the two or more seats that the session acts for. ``transitions``: the list that receives what the
    screen is to show.
    """

    def __init__(self, seats: tuple[int, ...], transitions: list[Transition]) -> None:
        self.viewer: int | None = None
        self.awaited_seat: int | None = None
        self._transitions = transitions
        self._missed_transitions: dict[int, list[Transition]] = {seat: [] for seat in seats}

    def wait_for(self, seat: int) -> None:
        """Ask for the person at ``seat``, unless they are at the screen already."""
        if seat not in (self.viewer, self.awaited_seat):
            self.viewer, self.awaited_seat = None, seat

    def confirm_ready(self) -> None:
        """Make the cards of the awaited person visible, and replay what they missed."""
        if self.awaited_seat is None:
            return
        self.viewer, self.awaited_seat = self.awaited_seat, None
        missed, self._missed_transitions[self.viewer] = self._missed_transitions[self.viewer], []
        self._transitions += [msgspec.structs.replace(transition, is_replayed=True) for transition in missed]

    def record_transition(self, by_viewer: ViewTransitions) -> None:
        """Add the viewer's transition to those to show, and keep it for the others."""
        for event in by_viewer[self.viewer].events:
            if isinstance(event, PlayerLeft):
                self.viewer = None if self.viewer == event.seat else self.viewer
                self.awaited_seat = None if self.awaited_seat == event.seat else self.awaited_seat
        if not by_viewer[self.viewer].before.is_deal_in_progress:
            self.viewer = self.awaited_seat = None  # a deal begins, so no hand is visible
        shown = by_viewer[self.viewer]
        people = self._missed_transitions.keys() - shown.after.departed_seats
        if shown.after.turn in people - {self.viewer}:
            shown = by_viewer[None]
        self._store_missed(by_viewer)
        if not shown.after.is_deal_in_progress:
            self.viewer = self.awaited_seat = None
            shown = msgspec.structs.replace(shown, after=by_viewer[None].after)
        self._transitions.append(shown)

    def _store_missed(self, by_viewer: ViewTransitions) -> None:
        """Keep the transition for every seat that is not at the screen.

        A deal of cards is not kept, because those cards are on the table when the person comes; it ends what was missed
        before.
        """
        seen = by_viewer[self.viewer]
        is_dealt = any(isinstance(event, CardsDealt) for event in seen.events)
        for seat, missed in self._missed_transitions.items():
            if is_dealt or not seen.after.is_deal_in_progress:
                missed.clear()
            elif seat != self.viewer:
                missed.append(by_viewer[seat])
