"""The overlays that a person can open: score pad, log, tricks, card memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.actions import VoteToEnd
from game.text.gettext import _
from ui.table.overlays.card_memory import CardMemoryOverlay
from ui.table.overlays.chat import ChatOverlay
from ui.table.overlays.log import LogOverlay
from ui.table.overlays.pause import confirm_vote
from ui.table.overlays.score_pad import ScorePadOverlay
from ui.table.overlays.trick_history import TrickHistoryOverlay
from ui.table.screen_seats import get_active_seat

if TYPE_CHECKING:
    from ui.table.scene import TableScene


class TableOverlays:
    """Opens the overlays of a table."""

    def __init__(self, table: TableScene) -> None:
        self.table = table

    def open_score_pad(self) -> None:
        """Open the score pad."""
        self.table.context.scenes.push(ScorePadOverlay(self.table.context, self.table, self.table.presentation))

    def open_log(self) -> None:
        """Open the log of the deal."""
        self.table.context.scenes.push(LogOverlay(self.table.context, self.table))

    def open_chat(self) -> None:
        """Open the chat for the person at the screen."""
        table, session = self.table, self.table.session
        if session.is_match:
            table.context.scenes.push(ChatOverlay(table.context, table, get_active_seat(session)))

    def open_vote(self) -> None:
        """Ask whether the person at the screen votes to end the match, or show why they may not."""
        session, seat = self.table.session, get_active_seat(self.table.session)
        if seat is None:
            return
        if seat in session.status.voting_seats:
            confirm_vote(self.table, seat)
        else:
            self.table.act(VoteToEnd(seat))

    def open_trick_history(self) -> None:
        """Open the tricks that the viewer may look back at."""
        self.table.context.scenes.push(TrickHistoryOverlay(self.table.context, self.table, self.table.presentation))

    def open_card_memory(self) -> None:
        """Open the card memory, or show a message if the match allows none."""
        if self.table.session.info.assistance.memory == "off":
            self.table.show_message(_("This table has no memory aid."))
        else:
            self.table.context.scenes.push(CardMemoryOverlay(self.table.context, self.table, self.table.presentation))
