"""What a game's figures and sayings are called on the screen."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from game.engine.actions import Pass
from game.engine.cards import Deck
from game.engine.events import Event, Passed
from game.i18n import _, ngettext
from game.rules.briscola.events import Signed
from game.rules.briscola.words import SIGN_NAMES
from game.rules.chiamata.actions import Call, Solo
from game.rules.chiamata.auction import Auction
from game.rules.chiamata.events import AuctionWon, Called, CalledSolo, Named, PartnerRevealed
from game.rules.chiamata.play import ChiamataTricks, Naming
from game.rules.muscio.actions import Blinde
from game.rules.muscio.declaring import Declaring
from game.rules.muscio.events import BlindeTaken, Declared, Forfeited, Gatta, Kept, Misdealt, Stood
from game.rules.muscio.play import Exchange, MuscioTricks, Standing
from game.rules.spades.events import BidMade
from game.rules.spades.play import Bidding, SpadesTricks
from game.rules.spades.score import SpadesResult
from game.view import View
from game.words import RANK_NAMES, card_name


class Saying(NamedTuple):
    """A seat's last word, as a chip beside its plate; ``out``: it does not take part any more."""

    words: str
    out: bool = False


def goal(view: View) -> str:
    """What ends the match, in a few words."""
    options = view.options
    if view.game == "briscola":
        deals = getattr(options, "deals_to_win", 0)
        return ngettext("{count} deal wins", "{count} deals win", deals).format(count=deals)
    if view.game == "chiamata":
        return _("of {count}").format(count=getattr(options, "match_deals", 0))
    if view.game == "spades":
        return _("to {count} points").format(count=getattr(options, "target", 0))
    return _("down to 0")


def total(view: View, seat: int) -> str:
    """Where a seat stands in the match and in the deal, as its plate says it."""
    won = view.totals[seat]
    if view.game == "briscola":
        return ngettext("{count} deal won", "{count} deals won", won).format(count=won)
    if view.game == "chiamata":
        return _("{count:+d} in the match").format(count=won) if won else _("0 in the match")
    score = ngettext("{count} point", "{count} points", won).format(count=won)
    phase = view.phase
    if isinstance(phase, SpadesTricks):
        taken = _("{taken} of {bid}").format(taken=view.points[seat], bid=phase.bids[seat])
        return f"{taken}  ·  {score}"
    if isinstance(phase, MuscioTricks) and seat in phase.players:
        tricks = ngettext("{count} trick", "{count} tricks", view.points[seat]).format(count=view.points[seat])
        return f"{tricks}  ·  {score}"
    return score


def columns(view: View) -> tuple[str, str, str]:
    """The heads of the result's columns: what was taken, what it changed, where it stands."""
    taken = _("points") if view.game in ("briscola", "chiamata") else _("tricks")
    sums = {"briscola": _("deals won"), "chiamata": _("match points")}
    return taken, _("this deal"), sums.get(view.game, _("score"))


def fraction(share: Fraction) -> str:
    """An exact number, its whole part first: ``17 1/2``."""
    whole, rest = divmod(abs(share.numerator), share.denominator)
    parts = [str(whole)] if whole or not rest else []
    parts += [f"{rest}/{share.denominator}"] if rest else []
    return ("−" if share < 0 else "") + " ".join(parts)


def better(view: View, change: int) -> bool:
    """Whether a change of score is good for its seat: in Muscio scores fall."""
    return change < 0 if view.game == "muscio" else change > 0


def passed(view: View) -> frozenset[int]:
    """The seats that sit this deal out."""
    phase = _inner(view)
    said = phase.said if isinstance(phase, (Declaring, MuscioTricks)) else ()
    return frozenset(one.seat for one in said if isinstance(one, Pass))


def _inner(view: View) -> object:
    """The play that a phase between declarations and tricks leads to, else the phase."""
    phase = view.phase
    return phase.tricks if isinstance(phase, (Naming, Exchange, Standing)) else phase


def sayings(view: View) -> dict[int, Saying]:
    """What each seat has said before the play, for as long as that stands beside its plate."""
    phase = view.phase
    if isinstance(phase, Bidding):
        return {seat: Saying(_bid(bid)) for seat, bid in enumerate(phase.bids) if bid is not None}
    if isinstance(phase, Auction):
        return {said.seat: _call(said) for said in phase.calls}
    if isinstance(phase, Naming):
        return {said.seat: _call(said) for said in phase.tricks.calls}
    if isinstance(phase, ChiamataTricks):
        return _roles(phase)
    declared = _inner(view)
    if isinstance(declared, (Declaring, MuscioTricks)) and not isinstance(phase, MuscioTricks):
        return {said.seat: _declared(said) for said in declared.said}
    return {}


def _roles(phase: ChiamataTricks) -> dict[int, Saying]:
    """Chiamata: the caller, and the partner once everybody knows him."""
    partner = phase.partner() if phase.is_revealed else None
    known = {} if partner is None else {partner: Saying(_("partner"))}
    return {**known, phase.contract.caller: Saying(_("caller"))}


def _bid(tricks: int) -> str:
    return _("bids {count}").format(count=tricks) if tricks else _("nil")


def _call(said: Call | Pass | Solo) -> Saying:
    if isinstance(said, Pass):
        return Saying(_("pass"), True)
    if isinstance(said, Solo):
        return Saying(_("solo"))
    words = said.rank if said.points is None else _("{rank} · {points}").format(rank=said.rank, points=said.points)
    return Saying(words)


def _declared(said: object) -> Saying:
    if isinstance(said, Pass):
        return Saying(_("pass"), True)
    return Saying(_("plays the blinde") if isinstance(said, Blinde) else _("plays"))


def spoken(event: Event, deck: Deck) -> tuple[int, str] | None:
    """What a seat says while an event is shown: the seat and its words. ``deck``: whose names the cards go by."""
    if isinstance(event, (Called, CalledSolo, Passed)):
        return event.seat, _spoken_call(event)
    if isinstance(event, BidMade):
        return event.seat, _("I bid {count}").format(count=event.tricks) if event.tricks else _("Nil!")
    if isinstance(event, Signed):
        return event.seat, _(SIGN_NAMES[event.sign]) if event.sign else _("makes a sign")
    if isinstance(event, Named):
        return event.seat, _("The {card}!").format(card=card_name(event.card, deck))
    if isinstance(event, PartnerRevealed):
        return event.seat, _("The called card!")
    if isinstance(event, Gatta):
        return event.seat, _("Gatta! {points}").format(points=event.points)
    plain = {
        AuctionWon: _("I am the caller"), Declared: _("I play"), BlindeTaken: _("I play with the blinde"),
        Kept: _("The turned card stays"), Forfeited: _("I forfeit"), Stood: _("I stand"),
        Misdealt: _("Misdeal: the blinde was forgotten"),
    }  # fmt: skip
    words = plain.get(type(event))
    seat = getattr(event, "seat", None)
    return (seat, words) if words is not None and isinstance(seat, int) else None


def _spoken_call(event: Called | CalledSolo | Passed) -> str:
    if isinstance(event, Passed):
        return _("Pass")
    if isinstance(event, CalledSolo):
        return _("Solo!")
    rank = _(RANK_NAMES[event.rank])
    words = _("The {rank}") if event.points is None else _("The {rank} with {points}")
    return words.format(rank=rank, points=event.points)


def contract(view: View, names: tuple[str, ...], deck: Deck) -> tuple[str, ...]:
    """Chiamata: caller, called card and points asked, as far as they are known yet."""
    phase = _inner(view)
    if not isinstance(phase, ChiamataTricks):
        return ()
    what = _("solo, no trump")
    if phase.called is not None:
        what = card_name(phase.called, deck)
    elif phase.contract.rank is not None:
        what = _("a {rank}").format(rank=_(RANK_NAMES[phase.contract.rank]))
    return (
        _("Caller: {name}").format(name=names[phase.contract.caller]),
        _("{card} · {points} points").format(card=what, points=phase.contract.asked),
    )


def bags(view: View, seat: int) -> int | None:
    """Spades: the bags that a seat has kept after the last deal, None where none are counted."""
    last = view.results[-1] if view.results else None
    return last.bags[seat] if isinstance(last, SpadesResult) and getattr(view.options, "bags", False) else None
