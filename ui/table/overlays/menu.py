"""What a person may open over a table: the pause, the score, the log, the tricks of the deal, the cards gone."""

from __future__ import annotations

from typing import Protocol

from game.text.gettext import _
from ui.games.presentation import GamePresentation
from ui.table.context import TableContext
from ui.table.overlays.card_memory import CardMemoryOverlay
from ui.table.overlays.log import LogOverlay
from ui.table.overlays.pause import PauseOverlay
from ui.table.overlays.score_pad import ScorePadOverlay
from ui.table.overlays.trick_history import TrickHistoryOverlay


class OverlaysContext(TableContext, Protocol):
    """The table's scene, as far as something is opened over it."""

    presentation: GamePresentation

    def show_message(self, text: str) -> None:
        """Show a line to the person, and say it."""
        ...


class TableOverlays:
    """Each lies over the table, which goes on under it, until it is closed."""

    def __init__(self, scene: OverlaysContext) -> None:
        self.scene = scene

    def open_pause(self) -> None:
        if self.scene.session.course is not None:
            self.scene.context.scenes.push(PauseOverlay(self.scene.context, self.scene, self.scene.session.course))

    def open_score_pad(self) -> None:
        self.scene.context.scenes.push(ScorePadOverlay(self.scene.context, self.scene, self.scene.presentation))

    def open_log(self) -> None:
        self.scene.context.scenes.push(LogOverlay(self.scene.context, self.scene))

    def open_trick_history(self) -> None:
        """The last trick, and as many before it as the table has agreed on."""
        self.scene.context.scenes.push(TrickHistoryOverlay(self.scene.context, self.scene, self.scene.presentation))

    def open_card_memory(self) -> None:
        """The memory aid, or a line that there is none."""
        if self.scene.session.info.assistance.memory == "off":
            self.scene.show_message(_("This table plays without a memory aid."))
        else:
            self.scene.context.scenes.push(CardMemoryOverlay(self.scene.context, self.scene, self.scene.presentation))
