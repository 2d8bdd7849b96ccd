"""What a person may open over a table: the pause, the score, the log, the tricks of the deal, the cards gone."""

from __future__ import annotations

from game.text.gettext import _
from ui.games.presentation import GamePresentation
from ui.table.context import TableContext
from ui.table.overlays.card_memory import CardMemoryOverlay
from ui.table.overlays.log import LogOverlay
from ui.table.overlays.score_pad import ScorePadOverlay
from ui.table.overlays.trick_history import TrickHistoryOverlay


class TableOverlays:
    """Each lies over the table, which goes on under it, until it is closed."""

    def __init__(self, table: TableContext, presentation: GamePresentation) -> None:
        self.table = table
        self.presentation = presentation

    def open_score_pad(self) -> None:
        self.table.context.scenes.push(ScorePadOverlay(self.table.context, self.table, self.presentation))

    def open_log(self) -> None:
        self.table.context.scenes.push(LogOverlay(self.table.context, self.table))

    def open_trick_history(self) -> None:
        """The last trick, and as many before it as the table has agreed on."""
        self.table.context.scenes.push(TrickHistoryOverlay(self.table.context, self.table, self.presentation))

    def open_card_memory(self) -> None:
        """The memory aid, or a line that there is none."""
        if self.table.session.info.assistance.memory == "off":
            self.table.show_message(_("This table plays without a memory aid."))
        else:
            self.table.context.scenes.push(CardMemoryOverlay(self.table.context, self.table, self.presentation))
