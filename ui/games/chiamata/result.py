"""The end of a deal of Briscola chiamata: the two sides, the contract, and the banners of special events."""

from __future__ import annotations

from game.core.events import DealAnnulled, DealScored
from game.core.messages import Reason
from game.core.phase import DealResult
from game.match.observation import Observation
from game.rules.briscola_family import CARD_POINTS, PACK_POINTS
from game.rules.chiamata.events import CalledCardNamed, PartnerRevealed, SoloCalled
from game.rules.chiamata.trick_play import ChiamataTrickPhase, NamingPhase
from game.text.formatting import join_with_and
from game.text.gettext import _, ngettext
from game.text.messages import format_reason
from game.text.player_names import get_default_person_name
from ui.table.animation.playback import EventStep
from ui.table.hud.banner import Banner
from ui.table.result.model import SideResult, find_counting_cards, list_completed_tricks


def find_reason(result: DealResult, *codes: str) -> Reason | None:
    """Return the first reason of the result with one of the codes, or None."""
    return next((reason for reason in result.reasons if reason.code in codes), None)


def find_caller_side(result: DealResult) -> tuple[int, ...]:
    """Return the seats of the caller and of the partner, if there is one; () if no contract was played."""
    contract_reason, partner_reason = (
        find_reason(result, "line_contract", "line_solo"),
        find_reason(result, "line_partner"),
    )
    caller_seats = () if contract_reason is None else (contract_reason.values["seat"],)
    return caller_seats if partner_reason is None else (*caller_seats, partner_reason.values["seat"])


def format_headline(observation: Observation, names: tuple[str, ...], your_seat: int | None = None) -> str:
    """Return whether the caller's side made the contract, in a line; "" if no contract was played.

    It is "" as well for a reader at ``your_seat`` who wins the deal.
    """
    result = observation.result
    caller_side = find_caller_side(result) if result is not None else ()
    if result is None or not caller_side:
        return ""
    caller_names = join_with_and([names[seat] for seat in caller_side])
    change = result.scores[caller_side[0]]
    if not change:
        return _("60 all: nobody scores")
    if your_seat is not None and result.scores[your_seat] > 0:
        return ""
    if your_seat in caller_side:
        return _("Contract lost")
    text = ngettext("{names} makes the contract", "{names} make the contract", len(caller_side))
    if change < 0:
        text = ngettext("{names} loses the contract", "{names} lose the contract", len(caller_side))
    return text.format(names=caller_names)


def summarize_sides(observation: Observation) -> tuple[SideResult, ...]:
    """Return the results of the caller's side and of the defenders, with their captured cards."""
    result = observation.result
    caller_side = find_caller_side(result) if result is not None else ()
    if result is None or not caller_side:
        return ()
    defenders = tuple(seat for seat in range(observation.seats) if seat not in caller_side)
    contract_reason = find_reason(result, "line_contract", "line_solo")
    note = _("caller alone, {points} needed") if len(caller_side) == 1 else _("caller and partner, {points} needed")
    caller_note = note.format(points=contract_reason.values["points"] if contract_reason is not None else 0)
    return (
        _make_side_result(observation, result, caller_side, caller_note),
        _make_side_result(observation, result, defenders, _("defenders")),
    )


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
        text = _("You hold the called card: you play with {name}.").format(name=names[event.seat])
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


def is_secret_partner(event: CalledCardNamed, observation: Observation, seat: int) -> bool:
    """Return whether a seat that sees its own cards holds the card that another seat has called."""
    return seat != event.seat and event.card in observation.board.hands[seat]


def find_trick_phase(observation: Observation) -> ChiamataTrickPhase | None:
    """Return the play of the cards, also while the called card gets its suit; None before and after it."""
    phase = observation.phase.trick_phase if isinstance(observation.phase, NamingPhase) else observation.phase
    return phase if isinstance(phase, ChiamataTrickPhase) else None


def _make_side_result(observation: Observation, result: DealResult, seats: tuple[int, ...], note: str) -> SideResult:
    change = result.scores[seats[0]]
    return SideResult(
        seats,
        str(sum(result.points[seat] for seat in seats)),
        None if not change else change > 0,
        note,
        find_counting_cards(list_completed_tricks(observation), seats, CARD_POINTS),
    )
