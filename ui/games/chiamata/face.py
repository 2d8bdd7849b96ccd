"""How Briscola chiamata looks and speaks."""

from __future__ import annotations

from collections.abc import Mapping

from game.conventions import change
from game.engine.actions import Pass
from game.engine.cards import Card, Deck
from game.engine.events import Event
from game.engine.phases import DealResult
from game.i18n import _, pgettext
from game.names import card_name, rank_name
from game.rules.chiamata.actions import Call, Solo
from game.rules.chiamata.auction import Auction
from game.rules.chiamata.events import AuctionWon, Called, CalledSolo, Named, PartnerRevealed
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.play import ChiamataTricks, Naming
from game.text import capital
from game.view import View
from ui.games.chiamata import moves as moves
from ui.games.chiamata.auction import AuctionPanel
from ui.games.chiamata.ending import headline, moment, parties
from ui.games.chiamata.marks import SideMarks
from ui.games.chiamata.naming import NamingPanel
from ui.table.desk import Desk
from ui.table.face import Face, Saying
from ui.table.outcome import Moment, Party
from ui.table.panel import Marks, Panel


class ChiamataFace(Face):
    """Match points; the calls beside the plates; the contract in the corner; suspicions for one's own eyes."""

    game = "chiamata"
    sorts_hands = True

    def goal(self, view: View) -> str:
        options = view.options
        assert isinstance(options, ChiamataOptions)
        return _("of {count}").format(count=options.match_deals)

    def standing(self, view: View, seat: int) -> str:
        won = view.totals[seat]
        return _("{count} in the match").format(count=change(won))

    def winners(self, view: View) -> tuple[int, ...]:
        scores = view.result.scores if view.result is not None else ()
        return tuple(seat for seat, change in enumerate(scores) if change > 0)

    def headline(self, view: View, names: tuple[str, ...], you: int | None = None) -> str:
        return headline(view, names) or super().headline(view, names, you)

    def moment(
        self, event: Event, view: View, result: DealResult | None, names: tuple[str, ...], you: int | None = None
    ) -> Moment | None:
        return moment(event, view, result, names, you) or super().moment(event, view, result, names, you)

    def parties(self, view: View) -> tuple[Party, ...]:
        return parties(view)

    def sayings(self, view: View, deck: Deck) -> Mapping[int, Saying]:
        phase = view.phase
        if isinstance(phase, Auction):
            return {said.seat: _called(said, deck) for said in phase.calls}
        if isinstance(phase, Naming):
            return {said.seat: _called(said, deck) for said in phase.tricks.calls}
        return _roles(phase) if isinstance(phase, ChiamataTricks) else {}

    def spoken(self, event: Event, deck: Deck) -> tuple[int, str] | None:
        if isinstance(event, Called):
            words = _("{rank:the}") if event.points is None else _("{rank:the} with {points}")
            return event.seat, capital(words.format(rank=rank_name(event.rank, deck), points=event.points))
        if isinstance(event, CalledSolo):
            return event.seat, _("Solo!")
        if isinstance(event, AuctionWon):
            return event.seat, _("I am the caller")
        if isinstance(event, Named):
            return event.seat, capital(_("{card:the}!").format(card=card_name(event.card, deck)))
        if isinstance(event, PartnerRevealed):
            return event.seat, _("The called card!")
        return super().spoken(event, deck)

    def contract(self, view: View, names: tuple[str, ...], deck: Deck) -> tuple[str, ...]:
        phase = view.phase.tricks if isinstance(view.phase, Naming) else view.phase
        if isinstance(phase, Auction) and phase.last_call is not None:
            last = _called(phase.last_call, deck).words
            return (_("Highest call: {call}").format(call=last), names[phase.last_call.seat])
        if not isinstance(phase, ChiamataTricks):
            return ()
        what = _("solo, no trump")
        if phase.called is not None:
            what = card_name(phase.called, deck)
        elif phase.contract.rank is not None:
            what = format(rank_name(phase.contract.rank, deck), "a")
        return (
            _("Caller: {name}").format(name=names[phase.contract.caller]),
            _("{card} · {points} points").format(card=what, points=phase.contract.asked),
        )

    def asked(self, view: View) -> Card | None:
        phase = view.phase.tricks if isinstance(view.phase, Naming) else view.phase
        return phase.called if isinstance(phase, ChiamataTricks) else None

    def secret(self, view: View, deck: Deck) -> str:
        phase = view.phase
        if not isinstance(phase, ChiamataTricks) or view.seat is None or phase.called is None or phase.is_revealed:
            return ""
        return _("You hold it") if phase.called in phase.hands[view.seat] else ""

    def out_of_it(self, view: View) -> frozenset[int]:
        return frozenset(view.phase.passed) if isinstance(view.phase, Auction) else frozenset()

    def panel(self, desk: Desk) -> Panel:
        if isinstance(desk.view.phase, Auction):
            return AuctionPanel(desk)
        return NamingPanel(desk) if isinstance(desk.view.phase, Naming) else Panel(desk)

    def marks(self, desk: Desk) -> Marks:
        return SideMarks(desk)


def _roles(phase: ChiamataTricks) -> dict[int, Saying]:
    """The caller, and the partner once everybody knows him."""
    partner = phase.partner() if phase.is_revealed else None
    known = {} if partner is None else {partner: Saying(_("partner"))}
    return {**known, phase.contract.caller: Saying(_("caller"))}


def _called(said: Call | Pass | Solo, deck: Deck) -> Saying:
    if isinstance(said, Pass):
        return Saying(pgettext("said", "pass"), True)
    if isinstance(said, Solo):
        return Saying(_("solo"))
    rank = rank_name(said.rank, deck)
    return Saying(rank if said.points is None else _("{rank} · {points}").format(rank=rank, points=said.points))
