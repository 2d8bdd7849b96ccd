"""The end of a deal of Briscola chiamata: the two sides and the contract."""

from __future__ import annotations

from game.core.messages import Reason
from game.core.phase import DealResult
from game.match.observation import Observation
from game.rules.briscola_family import CARD_POINTS
from game.rules.chiamata.events import CalledCardNamed
from game.rules.chiamata.trick_play import ChiamataTrickPhase, NamingPhase
from game.text.formatting import join_with_and
from game.text.gettext import _, ngettext
from game.text.results import SideResult, find_counting_cards, list_completed_tricks


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
