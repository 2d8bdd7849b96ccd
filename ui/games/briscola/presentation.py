"""The presentation of Briscola."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from game.core.cards import parse_cards
from game.core.events import Event
from game.match.observation import Observation
from game.rules.briscola.events import SignMade
from game.rules.briscola.phases import HAND_SIZE
from game.text.games.briscola import BriscolaWords
from ui.games.briscola import moves as moves
from ui.games.briscola.signs import SignPanel
from ui.games.presentation import GamePresentation
from ui.table.action_panel import ActionPanel

if TYPE_CHECKING:
    from ui.table.scene import TableScene


class BriscolaPresentation(BriscolaWords, GamePresentation):
    """A presentation with buttons for signs and the trump exchange."""

    tile_cards = parse_cards("3c Ad Kh")
    event_sounds: Mapping[type[Event], str] = {SignMade: "sign"}

    def get_hand_size(self, observation: Observation) -> int:
        return HAND_SIZE

    def make_panel(self, table: TableScene) -> ActionPanel:
        return SignPanel(table)
