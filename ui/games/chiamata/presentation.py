"""The presentation of Briscola chiamata and the banners of its special events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.cards import parse_cards
from game.core.events import CardsDealt, DealAnnulled, DealScored, Event
from game.core.messages import N_
from game.match.observation import Observation
from game.rules.briscola_family import PACK_POINTS
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.events import CalledCardNamed, PartnerRevealed, SoloCalled
from game.rules.chiamata.trick_play import NamingPhase
from game.text.formatting import join_with_and
from game.text.games.chiamata.result import find_caller_side, find_reason, find_trick_phase, is_secret_partner
from game.text.games.chiamata.words import ChiamataWords
from game.text.gettext import _
from game.text.messages import format_reason
from game.text.player_names import get_default_person_name
from ui.games.chiamata import moves as moves
from ui.games.chiamata.auction import NamingPanel, make_auction_panel
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
    first_notices = {CardsDealt: "auction"}

    def find_first_notice(self, event: Event, observation: Observation) -> str | None:
        seat = observation.seat
        if seat is None or not isinstance(event, CalledCardNamed):
            return super().find_first_notice(event, observation)
        if is_secret_partner(event, observation, seat):
            return "secret_partner"
        return None if event.card in observation.board.hands[seat] else "partner_marks"

    def make_banner(self, step: EventStep, names: tuple[str, ...], your_seat: int | None = None) -> Banner | None:
        return make_banner(step, names, your_seat) or super().make_banner(step, names, your_seat)

    def make_panel(self, table: TableScene) -> ActionPanel:
        if isinstance(table.observation.phase, AuctionPhase):
            return make_auction_panel(table)
        return NamingPanel(table) if isinstance(table.observation.phase, NamingPhase) else ActionPanel(table)

    def make_seat_marks(self, table: TableScene) -> SeatMarks:
        return SideMarks(table)


def make_banner(step: EventStep, names: tuple[str, ...], your_seat: int | None) -> Banner | None:
    """Return the banner of an event: solo, own secret, caller alone, annulled deal, cappotto; None for other events."""
    event, observation, result = step.event, step.observation, step.result
    phase = find_trick_phase(observation)
    if isinstance(event, SoloCalled):
        your_text = _("You play alone against everyone, without trump")
        text = your_text if event.seat == your_seat else _("{name} plays alone against everyone, without trump")
        return Banner(_("Solo!"), text.format(name=names[event.seat]), (event.seat,))
    if (
        isinstance(event, CalledCardNamed)
        and your_seat is not None
        and is_secret_partner(event, observation, your_seat)
    ):
        text = _("You hold the called card: you're {name}'s partner.").format(name=names[event.seat])
        return Banner(_("You're the secret partner!"), text, (event.seat, your_seat), cards=(event.card,))
    if isinstance(event, PartnerRevealed) and phase is not None and event.seat == phase.contract.caller:
        your_text = _("You called your own card: one against four")
        text = your_text if event.seat == your_seat else _("{name} called their own card: one against four")
        return Banner(_("In mano!"), text.format(name=names[event.seat]), (event.seat,), cards=(event.card,))
    if isinstance(event, DealAnnulled):
        if event.seats == (your_seat,):
            names = (get_default_person_name(),) * len(names)
        text = format_reason(result.reasons[0], names) if result is not None else ""
        return Banner(_("Annulled!"), text, event.seats, cards=event.hands[0])
    if not isinstance(event, DealScored) or result is None or find_reason(result, "rung_cappotto") is None:
        return None
    caller_side = find_caller_side(result)
    has_all_points = sum(result.points[seat] for seat in caller_side) == PACK_POINTS
    winners = (
        caller_side if has_all_points else tuple(seat for seat in range(observation.seats) if seat not in caller_side)
    )
    your_text = _("You took all 120 points: the score is doubled")
    text = your_text if winners == (your_seat,) else _("{names} took all 120 points: the score is doubled")
    is_good = True if your_seat is None or your_seat in winners else None
    return Banner(_("Cappotto!"), text.format(names=join_with_and([names[seat] for seat in winners])), winners, is_good)
