"""The presentation of Briscola chiamata."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.cards import parse_cards
from game.core.events import CardsDealt, Event
from game.core.messages import N_
from game.match.observation import Observation
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.events import CalledCardNamed
from game.rules.chiamata.trick_play import NamingPhase
from game.text.games.chiamata.result import is_secret_partner
from game.text.games.chiamata.words import ChiamataWords
from ui.games.chiamata import moves as moves
from ui.games.chiamata.auction import NamingPanel, make_auction_panel
from ui.games.chiamata.banners import make_banner
from ui.games.chiamata.marks import SideMarks
from ui.games.presentation import GamePresentation
from ui.table.action_panel import ActionPanel, SeatMarks
from ui.table.animation.playback import EventStep
from ui.table.hud.banner import Banner

if TYPE_CHECKING:
    from ui.table.scene import TableScene


class ChiamataPresentation(ChiamataWords, GamePresentation):
    """A presentation with an auction, and private marks about the partner."""

    tile_cards = parse_cards("Jd 2h As")
    about = N_("Briscola with an auction")
    first_notices = {CardsDealt: "auction", CalledCardNamed: "secret_partner"}

    def find_first_notice(self, event: Event, observation: Observation) -> str | None:
        seat = observation.seat
        if isinstance(event, CalledCardNamed) and (seat is None or not is_secret_partner(event, observation, seat)):
            return None
        return super().find_first_notice(event, observation)

    def make_banner(self, step: EventStep, names: tuple[str, ...], your_seat: int | None = None) -> Banner | None:
        return make_banner(step, names, your_seat) or super().make_banner(step, names, your_seat)

    def make_panel(self, table: TableScene) -> ActionPanel:
        if isinstance(table.observation.phase, AuctionPhase):
            return make_auction_panel(table)
        return NamingPanel(table) if isinstance(table.observation.phase, NamingPhase) else ActionPanel(table)

    def make_seat_marks(self, table: TableScene) -> SeatMarks:
        return SideMarks(table)
