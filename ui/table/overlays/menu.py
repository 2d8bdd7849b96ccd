"""The overlays that a person can open: score pad, log, tricks, card memory."""

from __future__ import annotations

from game.text.gettext import _
from ui.games.presentation import GamePresentation
from ui.table.context import TableContext
from ui.table.overlays.card_memory import CardMemoryOverlay
from ui.table.overlays.log import LogOverlay
from ui.table.overlays.score_pad import ScorePadOverlay
from ui.table.overlays.trick_history import TrickHistoryOverlay


class TableOverlays:
    """Opens the overlays of a table."""

    def __init__(self, table: TableContext, presentation: GamePresentation) -> None:
        self.table = table
        self.presentation = presentation

    def open_score_pad(self) -> None:
        """Open the score pad."""
        self.table.context.scenes.push(ScorePadOverlay(self.table.context, self.table, self.presentation))

    def open_log(self) -> None:
        """Open the log of the deal."""
        self.table.context.scenes.push(LogOverlay(self.table.context, self.table))

    def open_trick_history(self) -> None:
        """Open the tricks that the viewer may look back at."""
        self.table.context.scenes.push(TrickHistoryOverlay(self.table.context, self.table, self.presentation))

    def open_card_memory(self) -> None:
        """Open the card memory, or show a message if the match allows none."""
        if self.table.session.info.assistance.memory == "off":
            self.table.show_message(_("This table plays without a memory aid."))
        else:
            self.table.context.scenes.push(CardMemoryOverlay(self.table.context, self.table, self.presentation))
