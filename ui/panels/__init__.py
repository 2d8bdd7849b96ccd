"""What single phases put on the table besides cards and plates: the auction, the naming of the suit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.view import Auction, Naming, View
from ui.panels.auction import AuctionPanel
from ui.panels.choices import PHASES, ChoicePanel
from ui.panels.naming import NamingPanel
from ui.panels.panel import Panel
from ui.panels.signs import SignPanel

if TYPE_CHECKING:
    from ui.scenes.table import TableScene


def panel_for(view: View, table: TableScene) -> Panel:
    """The panel of the viewer's turn in this phase."""
    if isinstance(view.phase, Auction):
        return AuctionPanel(table)
    if isinstance(view.phase, Naming):
        return NamingPanel(table)
    if isinstance(view.phase, PHASES):
        return ChoicePanel(table)
    return SignPanel(table)


__all__ = ["Panel", "panel_for"]
