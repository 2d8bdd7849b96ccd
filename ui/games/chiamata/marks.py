"""Private marks about the hidden partner, put on the plates of other seats."""

from __future__ import annotations

from typing import Final

from pygame_gui.elements import UIButton

from game.core.messages import N_
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.text.gettext import _
from ui.table.action_panel import SeatMarks
from ui.widgets.button import Button

MARK_LABELS: Final = {"": N_("side?"), "partner": N_("partner?"), "against": N_("against?")}
"""The marks with their labels, in the order in which clicks change them."""


class SideMarks(SeatMarks):
    """A small button at each plate; the marks are stored with the match during the deal, for each viewer separately."""

    @property
    def is_available(self) -> bool:
        """Whether the partner is hidden and the viewer is a player."""
        phase = self.table.observation.phase
        is_partner_hidden = (
            isinstance(phase, ChiamataTrickPhase) and phase.called_card is not None and not phase.is_partner_revealed
        )
        return is_partner_hidden and self.table.session.observation.seat is not None

    def build(self) -> None:
        self.buttons = {}
        viewer, phase, px = self.table.session.observation.seat, self.table.observation.phase, self.table.context.px
        if viewer is None or not self.is_available or not isinstance(phase, ChiamataTrickPhase):
            return
        for seat in range(self.table.observation.seats):
            if seat not in (viewer, phase.contract.caller):
                rect = self.table.layout.get_seat_layout(seat).row_rect.inflate(0, -px(6))
                text = _(MARK_LABELS[self._get_mark(seat)])
                button = Button(rect, text, self.table.context.ui_manager, object_id="#mark")
                self.table.focus.add(button, f"mark-{seat}")
                self.buttons[button] = (viewer, seat)

    def handle_button(self, button: UIButton) -> bool:
        seats = self.buttons.get(button)
        if seats is None:
            return False
        order, (_viewer, seat) = list(MARK_LABELS), seats
        self.table.session.annotations.mark_seat(seat, order[(order.index(self._get_mark(seat)) + 1) % len(order)])
        button.set_text(_(MARK_LABELS[self._get_mark(seat)]))
        return True

    def _get_mark(self, seat: int) -> str:
        """Return the viewer's mark on a seat, or "" if there is none of `MARK_LABELS`."""
        mark = self.table.session.annotations.marks.get(seat, "")
        return mark if mark in MARK_LABELS else ""
