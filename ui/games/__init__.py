"""What single phases put on the table besides cards and plates: the auction, the naming of the suit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.rules.chiamata.auction import Auction
from game.rules.chiamata.play import Naming
from game.view import View
from ui.games.briscola.signs import SignPanel
from ui.games.chiamata.auction import AuctionPanel
from ui.games.chiamata.naming import NamingPanel
from ui.table.choices import PHASES, ChoicePanel
from ui.table.panel import Panel

if TYPE_CHECKING:
    from ui.table.scene import TableScene


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
