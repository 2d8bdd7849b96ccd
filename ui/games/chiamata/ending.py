"""How a deal of Briscola chiamata ended: the two sides, the contract made or lost, what is worth showing large."""

from __future__ import annotations

from game.conventions import listed
from game.engine.events import Annulled, Event, Scored
from game.engine.phases import DealResult, Reason
from game.i18n import _
from game.rules.chiamata.events import CalledSolo, PartnerRevealed
from game.rules.chiamata.play import ChiamataTricks, Naming
from game.rules.family import ALL_POINTS, VALUES
from game.view import View
from ui.table.outcome import Moment, Party, tricks_of, worth


def said(result: DealResult, *codes: str) -> Reason | None:
    """What the result says under one of these codes."""
    return next((one for one in result.why if one.code in codes), None)


def callers(result: DealResult) -> tuple[int, ...]:
    """The caller and, if there is one, the partner; nobody, where no contract was played."""
    contract, partner = said(result, "line_contract", "line_solo"), said(result, "line_partner")
    caller = () if contract is None else (contract.values["seat"],)
    return caller if partner is None else (*caller, partner.values["seat"])


def headline(view: View, names: tuple[str, ...]) -> str:
    """Whether the contract was made, and by whom; empty where none was played."""
    result = view.result
    side = callers(result) if result is not None else ()
    if result is None or not side:
        return ""
    caller = listed([names[seat] for seat in side])
    change = result.scores[side[0]]
    if not change:
        return _("60 all: nobody scores")
    words = _("{names}: the contract is made") if change > 0 else _("{names}: the contract is lost")
    return words.format(names=caller)


def parties(view: View) -> tuple[Party, ...]:
    """The caller's side and the defenders, with the cards that they took."""
    result = view.result
    side = callers(result) if result is not None else ()
    if result is None or not side:
        return ()
    others = tuple(seat for seat in range(view.seats) if seat not in side)
    role = _("the caller, alone") if len(side) == 1 else _("the caller and the partner")
    return _party(view, result, side, role), _party(view, result, others, _("the defenders"))


def moment(
    event: Event, view: View, result: DealResult | None, names: tuple[str, ...], you: int | None
) -> Moment | None:
    """A solo, a caller who turns out to be alone, a hand that annuls, a cappotto."""
    if isinstance(event, CalledSolo):
        yours = _("You play alone against all, without trump")
        words = yours if event.seat == you else _("{name} plays alone against all, without trump")
        return Moment(_("Solo!"), words.format(name=names[event.seat]), (event.seat,))
    if isinstance(event, PartnerRevealed) and event.seat == _caller(view):
        yours = _("You called a card of your own hand: alone against four")
        words = yours if event.seat == you else _("{name} called a card of his own hand: alone against four")
        return Moment(_("In mano!"), words.format(name=names[event.seat]), (event.seat,), cards=(event.card,))
    if isinstance(event, Annulled):
        shown = listed([names[seat] for seat in event.seats])
        words = _("Your hand annuls the deal") if event.seats == (you,) else _("The hand of {names} annuls the deal")
        return Moment(_("A monte!"), words.format(names=shown), event.seats, cards=event.hands[0])
    if not isinstance(event, Scored) or result is None or said(result, "rung_cappotto") is None:
        return None
    side = callers(result)
    swept = sum(result.points[seat] for seat in side) == ALL_POINTS
    won = side if swept else tuple(seat for seat in range(view.seats) if seat not in side)
    yours = _("You took all 120 points: everything counts twice")
    words = yours if won == (you,) else _("{names} took all 120 points: everything counts twice")
    return Moment(_("Cappotto!"), words.format(names=listed([names[seat] for seat in won])), won, True)


def _caller(view: View) -> int | None:
    phase = view.phase.tricks if isinstance(view.phase, Naming) else view.phase
    return phase.contract.caller if isinstance(phase, ChiamataTricks) else None


def _party(view: View, result: DealResult, seats: tuple[int, ...], role: str) -> Party:
    change = result.scores[seats[0]]
    contract = said(result, "line_contract", "line_solo")
    points = sum(result.points[seat] for seat in seats)
    figure = _("{points} of {asked}") if contract is not None and contract.values["seat"] in seats else _("{points}")
    return Party(
        seats, role, figure.format(points=points, asked=contract.values["points"] if contract else 0),
        None if not change else change > 0, worth(tricks_of(view), seats, VALUES),
    )  # fmt: skip
