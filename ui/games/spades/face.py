"""How Spades looks and speaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.conventions import listed
from game.engine.cards import Deck
from game.engine.events import Event, Scored
from game.engine.phases import DealResult
from game.i18n import _, ngettext
from game.rules.spades.actions import Bid
from game.rules.spades.events import BidMade
from game.rules.spades.options import SpadesOptions
from game.rules.spades.play import Bidding, SpadesTricks
from game.rules.spades.score import NIL, SpadesResult
from game.view import View
from ui.games.spades import moves as moves
from ui.table.choices import ChoicePanel, Offer, Question
from ui.table.desk import Desk
from ui.table.face import Face, Saying, score
from ui.table.outcome import Moment, Party
from ui.table.panel import Panel

DIGITS: Final = 10
"""Bids below this can be made by a key."""


class SpadesFace(Face):
    """Bid and tricks beside the score; on the pad bid/tricks, points and the bags kept, as seed 001 has it."""

    game = "spades"
    sorts_hands = True

    def goal(self, view: View) -> str:
        options = view.options
        assert isinstance(options, SpadesOptions)
        return _("to {count} points").format(count=options.target)

    def standing(self, view: View, seat: int) -> str:
        phase, words = view.phase, score(view.totals[seat])
        if not isinstance(phase, SpadesTricks):
            return words
        bid, bags = phase.bids[seat], phase.bags[seat]
        taken = ngettext("{taken} of {bid} trick", "{taken} of {bid} tricks", bid).format(
            taken=view.points[seat], bid=bid
        )
        kept = f" · {ngettext('{count} bag', '{count} bags', bags).format(count=bags)}" if bags else ""
        return f"{taken}\n{words}{kept}"

    def contract(self, view: View, names: tuple[str, ...], deck: Deck) -> tuple[str, ...]:
        phase = view.phase
        if not isinstance(phase, (Bidding, SpadesTricks)):
            return ()
        spoken = [bid for bid in phase.bids if bid is not None]
        if not spoken:
            return ()
        whole = phase.most if isinstance(phase, Bidding) else len(phase.hands[0]) + len(phase.done)
        whole += isinstance(phase, SpadesTricks) and any(seat == 0 for seat, _card in phase.trick.plays())
        return (_("Bids: {sum} of {tricks} tricks").format(sum=sum(spoken), tricks=whole),)

    def pad_entry(self, result: DealResult, seat: int) -> str:
        assert isinstance(result, SpadesResult)
        bags = f" ({result.bags[seat]})" if result.bags[seat] else ""
        return f"{result.bids[seat]}/{result.points[seat]}  {super().pad_entry(result, seat)}{bags}"

    def legend(self, view: View) -> tuple[str, ...]:
        kept = (_("(2): bags kept"),) if getattr(view.options, "bags", False) else ()
        return (_("3/4: bid and taken"), *super().legend(view), *kept)

    def moment(
        self, event: Event, view: View, result: DealResult | None, names: tuple[str, ...], you: int | None = None
    ) -> Moment | None:
        if not isinstance(event, Scored) or not isinstance(result, SpadesResult):
            return super().moment(event, view, result, names, you)
        nils = tuple(seat for seat, bid in enumerate(result.bids) if bid == 0)
        return _nil(result, nils, names) if nils else None

    def parties(self, view: View) -> tuple[Party, ...]:
        result = view.result
        if not isinstance(result, SpadesResult):
            return ()
        return tuple(_party(seat, result.bids[seat], result.points[seat]) for seat in range(view.seats))

    def sayings(self, view: View, deck: Deck) -> Mapping[int, Saying]:
        phase = view.phase
        if not isinstance(phase, Bidding):
            return {}
        return {seat: Saying(_bid(bid)) for seat, bid in enumerate(phase.bids) if bid is not None}

    def spoken(self, event: Event, deck: Deck) -> tuple[int, str] | None:
        if isinstance(event, BidMade):
            return event.seat, _("I bid {count}").format(count=event.tricks) if event.tricks else _("Nil!")
        return super().spoken(event, deck)

    def panel(self, desk: Desk) -> Panel:
        phase = desk.view.phase
        return ChoicePanel(desk, bids(phase)) if isinstance(phase, Bidding) else Panel(desk)


def _party(seat: int, bid: int, took: int) -> Party:
    made = took >= bid if bid else not took
    words = (_("bid {bid}, took {took}") if bid else _("nil, took {took}")).format(bid=bid, took=took)
    return Party((seat,), _("bid made") if made else _("bid broken"), words, made, tricks=(took, bid))


def _nil(result: SpadesResult, seats: tuple[int, ...], names: tuple[str, ...]) -> Moment:
    """Those who bid nil, kept or broken; of several, who kept it comes first."""
    kept = tuple(seat for seat in seats if not result.points[seat])
    broken = tuple(seat for seat in seats if result.points[seat])
    said = []
    if kept:
        said.append(_("{names}: no trick at all, {points} points").format(names=_named(kept, names), points=NIL))
    if broken:
        said.append(_("{names}: broken, {points} points").format(names=_named(broken, names), points=f"−{NIL}"))
    return Moment(_("Nil made!") if kept else _("Nil broken"), "\n".join(said), kept or broken, bool(kept))


def _named(seats: tuple[int, ...], names: tuple[str, ...]) -> str:
    return listed([names[seat] for seat in seats])


def _bid(tricks: int) -> str:
    return _("bids {count}").format(count=tricks) if tricks else _("nil")


def bids(phase: Bidding) -> Question:
    """How many tricks: every bid there is."""
    offers = (
        Offer(
            f"bid-{tricks}", Bid(phase.to_act, tricks), str(tricks) if tricks else _("nil"),
            key=tricks if tricks < DIGITS else None,
        )
        for tricks in phase.bids_allowed
    )  # fmt: skip
    return Question(_("How many tricks will you take?"), tuple(offers), narrow=True)
