"""The presentation of Spades."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.core.cards import DeckStyle
from game.core.events import DealScored, Event
from game.core.phase import DealResult
from game.match.observation import Observation
from game.rules.spades.actions import Bid
from game.rules.spades.events import BidMade
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import BiddingPhase, SpadesTrickPhase
from game.rules.spades.scoring import NIL_POINTS, SpadesResult
from game.text.formatting import join_with_and
from game.text.gettext import _, ngettext
from ui.games.presentation import Announcement, GamePresentation, format_points
from ui.games.spades import moves as moves
from ui.table.action_panel import ActionPanel
from ui.table.choice_panel import ChoiceOption, ChoicePanel, ChoiceQuestion
from ui.table.context import TableContext
from ui.table.hud.banner import Banner
from ui.table.result.model import SideResult

DIGIT_KEY_COUNT: Final = 10
"""The number of bids that can be made by a digit key; these are the bids below it."""


class SpadesPresentation(GamePresentation):
    """A presentation with bids and tricks beside the score; the score pad follows source 001."""

    is_hand_sorted = True

    def describe_goal(self, observation: Observation) -> str:
        options = observation.options
        assert isinstance(options, SpadesOptions)
        return _("to {count} points").format(count=options.target)

    def describe_standing(self, observation: Observation, seat: int) -> str:
        phase, text = observation.phase, format_points(observation.totals[seat])
        if not isinstance(phase, SpadesTrickPhase):
            return text
        bid, bags = phase.bids[seat], phase.bags[seat]
        tricks_text = ngettext("{taken} of {bid} trick", "{taken} of {bid} tricks", bid).format(
            taken=observation.points[seat], bid=bid
        )
        bags_text = f" · {ngettext('{count} bag', '{count} bags', bags).format(count=bags)}" if bags else ""
        return f"{tricks_text}\n{text}{bags_text}"

    def describe_contract(self, observation: Observation, names: tuple[str, ...], deck: DeckStyle) -> tuple[str, ...]:
        phase = observation.phase
        if not isinstance(phase, (BiddingPhase, SpadesTrickPhase)):
            return ()
        bids = [bid for bid in phase.bids if bid is not None]
        if not bids:
            return ()
        trick_count = (
            phase.max_bid if isinstance(phase, BiddingPhase) else len(phase.hands[0]) + len(phase.completed_tricks)
        )
        trick_count += isinstance(phase, SpadesTrickPhase) and any(
            seat == 0 for seat, _card in phase.trick.list_plays()
        )
        return (_("Bids: {sum} of {tricks} tricks").format(sum=sum(bids), tricks=trick_count),)

    def format_pad_entry(self, result: DealResult, seat: int) -> str:
        assert isinstance(result, SpadesResult)
        bags = f" ({result.bags[seat]})" if result.bags[seat] else ""
        return f"{result.bids[seat]}/{result.points[seat]}  {super().format_pad_entry(result, seat)}{bags}"

    def list_pad_legend(self, observation: Observation) -> tuple[str, ...]:
        bags_legend = (_("(2): bags kept"),) if getattr(observation.options, "bags", False) else ()
        return (_("3/4: bid and taken"), *super().list_pad_legend(observation), *bags_legend)

    def make_banner(
        self,
        event: Event,
        observation: Observation,
        result: DealResult | None,
        names: tuple[str, ...],
        your_seat: int | None = None,
    ) -> Banner | None:
        if not isinstance(event, DealScored) or not isinstance(result, SpadesResult):
            return super().make_banner(event, observation, result, names, your_seat)
        nil_seats = tuple(seat for seat, bid in enumerate(result.bids) if bid == 0)
        return _make_nil_banner(result, nil_seats, names) if nil_seats else None

    def summarize_sides(self, observation: Observation) -> tuple[SideResult, ...]:
        result = observation.result
        if not isinstance(result, SpadesResult):
            return ()
        return tuple(
            _make_side_result(seat, result.bids[seat], result.points[seat]) for seat in range(observation.seats)
        )

    def list_announcements(self, observation: Observation, deck: DeckStyle) -> Mapping[int, Announcement]:
        phase = observation.phase
        if not isinstance(phase, BiddingPhase):
            return {}
        return {seat: Announcement(_format_bid(bid)) for seat, bid in enumerate(phase.bids) if bid is not None}

    def describe_speech(self, event: Event, deck: DeckStyle) -> tuple[int, str] | None:
        if isinstance(event, BidMade):
            return event.seat, _("I bid {count}").format(count=event.tricks) if event.tricks else _("Nil!")
        return super().describe_speech(event, deck)

    def make_panel(self, table: TableContext) -> ActionPanel:
        phase = table.observation.phase
        return ChoicePanel(table, make_bid_question(phase)) if isinstance(phase, BiddingPhase) else ActionPanel(table)


def _make_side_result(seat: int, bid: int, taken_count: int) -> SideResult:
    is_bid_made = taken_count >= bid if bid else not taken_count
    text = (_("bid {bid}, took {took}") if bid else _("nil, took {took}")).format(bid=bid, took=taken_count)
    return SideResult(
        (seat,), _("bid made") if is_bid_made else _("bid broken"), text, is_bid_made, trick_counts=(taken_count, bid)
    )


def _make_nil_banner(result: SpadesResult, seats: tuple[int, ...], names: tuple[str, ...]) -> Banner:
    """Return the banner about nil bids; the seats that kept theirs are named first."""
    kept_seats = tuple(seat for seat in seats if not result.points[seat])
    broken_seats = tuple(seat for seat in seats if result.points[seat])
    lines = []
    if kept_seats:
        lines.append(
            _("{names}: no trick at all, {points} points").format(
                names=_join_names(kept_seats, names), points=NIL_POINTS
            )
        )
    if broken_seats:
        lines.append(
            _("{names}: broken, {points} points").format(
                names=_join_names(broken_seats, names), points=f"−{NIL_POINTS}"
            )
        )
    return Banner(
        _("Nil made!") if kept_seats else _("Nil broken"),
        "\n".join(lines),
        kept_seats or broken_seats,
        bool(kept_seats),
    )


def _join_names(seats: tuple[int, ...], names: tuple[str, ...]) -> str:
    return join_with_and([names[seat] for seat in seats])


def _format_bid(tricks: int) -> str:
    return _("bids {count}").format(count=tricks) if tricks else _("nil")


def make_bid_question(phase: BiddingPhase) -> ChoiceQuestion:
    """Return the question for a bid, with all legal bids."""
    options = (
        ChoiceOption(
            f"bid-{tricks}", Bid(phase.turn, tricks), str(tricks) if tricks else _("nil"),
            digit=tricks if tricks < DIGIT_KEY_COUNT else None,
        )
        for tricks in phase.legal_bids
    )  # fmt: skip
    return ChoiceQuestion(_("How many tricks will you take?"), tuple(options), has_number_answers=True)
