"""The words of Spades."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from game.core.cards import DeckStyle
from game.core.events import Event
from game.core.messages import N_
from game.core.options import Options
from game.core.phase import DealResult
from game.match.observation import Observation
from game.rules.game import Sides
from game.rules.spades.actions import Bid, BidBlindNil, LookAtHand
from game.rules.spades.events import BidMade
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import BiddingPhase, SpadesTrickPhase
from game.rules.spades.scoring import (
    BLIND_NIL_FACTOR,
    POINTS_LOST_PER_BAG,
    POINTS_PER_BID_TRICK,
    SpadesResult,
    get_bag_penalty,
    get_nil_points,
)
from game.text.formatting import format_change, format_number
from game.text.games.game_words import Announcement, GameWords
from game.text.games.question import ChoiceOption, NumberOption, Question
from game.text.gettext import _, ngettext, pgettext
from game.text.results import SideResult

PRESET_DESCRIPTIONS: Final[Mapping[str, str]] = {
    "individual": N_("2 to 5 players"),
    "partners": N_("4 players, nil and bags"),
}


class SpadesWords(GameWords):
    """The words of a table with bids and tricks beside the score; the score pad follows source 001."""

    is_hand_sorted = True
    duty_texts = {"spades_not_broken": N_("you can't lead spades yet")}

    def describe_goal(self, observation: Observation) -> str:
        options = observation.options
        assert isinstance(options, SpadesOptions)
        goal = _("first to {count}").format(count=options.target)
        if options.loss_limit != "off":
            goal = _("ends at {count} or {limit}")
            goal = goal.format(count=options.target, limit=format_number(options.loss_limit))
        return _("{goal} · with jokers").format(goal=goal) if options.jokers else goal

    def describe_match_length(self, options: Options) -> str:
        assert isinstance(options, SpadesOptions)
        if options.loss_limit == "off":
            return _("first to {count} points").format(count=options.target)
        text = _("ends at {count} or {limit} points")
        return text.format(count=options.target, limit=format_number(options.loss_limit))

    def describe_ending(self, observation: Observation) -> str:
        options = observation.options
        assert isinstance(options, SpadesOptions)
        if options.loss_limit == "off" or max(observation.totals) >= options.target:
            return ""
        text = _("House rule: at {limit} points the match ends, and the higher score wins.")
        return text.format(limit=format_number(options.loss_limit))

    def describe_preset(self, preset: str) -> str:
        return _(PRESET_DESCRIPTIONS[preset])

    def describe_variant(self, observation: Observation) -> str:
        return self.describe_sides(observation.sides)

    def describe_standing(self, observation: Observation, seat: int) -> str:
        phase, text = observation.phase, super().describe_standing(observation, seat)
        bags = phase.bags[seat] if isinstance(phase, SpadesTrickPhase) else 0
        bags_text = ngettext("{count} bag", "{count} bags", bags).format(count=bags)
        return f"{text} · {bags_text}" if bags else text

    def describe_tricks(self, observation: Observation, side: Sequence[int], trick_count: int, points: int) -> str:
        if isinstance(observation.phase, SpadesTrickPhase) and len(side) == 1:
            return ""  # the name plate has bid and tricks
        return super().describe_tricks(observation, side, trick_count, points)

    def describe_side(self, observation: Observation, side: Sequence[int]) -> str:
        phase = observation.phase
        if len(side) == 1 or not isinstance(phase, (BiddingPhase, SpadesTrickPhase)):
            return ""
        bids = [bid for bid in (phase.bids[seat] for seat in side) if bid is not None]
        parts = [pgettext("contract of a side", "Bid {count}").format(count=sum(bids))] if sum(bids) else []
        if isinstance(phase, SpadesTrickPhase):
            tricks = sum(observation.points[seat] for seat in side)
            counted = sum(observation.points[seat] for seat in side if phase.is_trick_counted(seat))
            parts.append(
                ngettext("{count} trick", "{count} tricks", tricks).format(count=_format_taken(counted, tricks))
            )
        bags = phase.bags[side[0]]
        if bags:
            parts.append(ngettext("{count} bag", "{count} bags", bags).format(count=bags))
        return " · ".join(parts)

    def describe_contract(self, observation: Observation, names: tuple[str, ...], deck: DeckStyle) -> tuple[str, ...]:
        phase = observation.phase
        has_partners = len(observation.sides) < observation.seats
        if has_partners or not isinstance(phase, (BiddingPhase, SpadesTrickPhase)):
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
        is_bidding = None in phase.bids
        text = _("Bids so far: {sum} · tricks: {tricks}") if is_bidding else _("Total bids: {sum} · tricks: {tricks}")
        return (text.format(sum=sum(bids), tricks=trick_count),)

    def list_pad_headings(self, observation: Observation) -> tuple[str, ...]:
        headings: tuple[str, ...] = (_("Bid"), _("Taken"), _("Points"))
        bags = pgettext("heading", "Bags")
        if _has_partner_nil(observation):
            headings = (*headings, _("Nil"))
        if not getattr(observation.options, "bags", False):
            return headings
        return (*headings, _("Penalty"), bags) if _has_bag_penalty(observation) else (*headings, bags)

    def list_pad_figures(self, observation: Observation, result: DealResult, side: Sequence[int]) -> tuple[str, ...]:
        options = observation.options
        assert isinstance(result, SpadesResult) and isinstance(options, SpadesOptions)
        bid, penalty = sum(result.bids[seat] for seat in side), get_bag_penalty(result, side[0])
        bid_figures = (str(bid) if bid else _("nil"), _format_tricks_of_side(result, side))
        points = result.scores[side[0]] + penalty
        point_figures: tuple[str, ...] = (format_change(points),)
        if _has_partner_nil(observation):
            nil_points = get_nil_points(result, side[0])
            point_figures = (format_change(points - nil_points), format_change(nil_points) if nil_points else "–")
        if not options.bags:
            return (*bid_figures, *point_figures)
        bags = _("{count} of {limit}").format(count=result.bags[side[0]], limit=options.bag_limit)
        if not _has_bag_penalty(observation):
            return (*bid_figures, *point_figures, bags)
        return (*bid_figures, *point_figures, format_change(-penalty), bags)

    def describe_pad(self, observation: Observation) -> str:
        options = observation.options
        assert isinstance(options, SpadesOptions)
        sentences = []
        if options.bags:
            text = _("Each trick over the bid is a bag; {count} bags cost {points} points.")
            sentences.append(text.format(count=options.bag_limit, points=options.bag_limit * POINTS_LOST_PER_BAG))
        if _has_uncounted_tricks(observation):
            sentences.append(_("Tricks after a plus sign come from a failed nil and don't count."))
        return " ".join(sentences)

    def format_deal_figure(self, result: DealResult, side: Sequence[int]) -> str:
        return format_change(result.scores[side[0]])

    def summarize_sides(self, observation: Observation) -> tuple[SideResult, ...]:
        result = observation.result
        if not isinstance(result, SpadesResult):
            return ()
        return tuple(
            _make_side_result(result, side, self.is_good_change(result.scores[side[0]])) for side in observation.sides
        )

    def list_announcements(self, observation: Observation, deck: DeckStyle) -> Mapping[int, Announcement]:
        phase = observation.phase
        if isinstance(phase, BiddingPhase):
            return {seat: _make_bid(phase, seat, bid) for seat, bid in enumerate(phase.bids) if bid is not None}
        if not isinstance(phase, SpadesTrickPhase):
            return {}
        return {
            seat: _make_tricks(tricks, bid) if bid else _make_nil(phase, seat, tricks)
            for seat, (bid, tricks) in enumerate(zip(phase.bids, observation.points, strict=True))
        }

    def ask(self, observation: Observation, names: Sequence[str], deck: DeckStyle) -> Question:
        phase = observation.phase
        if not isinstance(phase, BiddingPhase):
            return Question()
        return _ask_for_blind_nil(phase) if phase.is_blind_nil_open else _ask_for_bid(phase, observation.sides)

    def describe_speech(self, event: Event, deck: DeckStyle) -> tuple[int, str] | None:
        if isinstance(event, BidMade):
            if event.is_blind:
                return event.seat, _("Blind nil!")
            return event.seat, _("I bid {count}").format(count=event.tricks) if event.tricks else _("Nil!")
        return super().describe_speech(event, deck)


def _has_bag_penalty(observation: Observation) -> bool:
    """Return whether a side has lost points for bags in this match."""
    return any(
        get_bag_penalty(result, side[0])
        for result in observation.results
        if isinstance(result, SpadesResult)
        for side in observation.sides
    )


def _has_partner_nil(observation: Observation) -> bool:
    """Return whether a player with a partner has bid nil in an earlier deal of this match."""
    return len(observation.sides) < observation.seats and any(
        0 in result.bids for result in observation.results if isinstance(result, SpadesResult)
    )


def _has_uncounted_tricks(observation: Observation) -> bool:
    """Return whether a pair has taken tricks in this match that did not count for it."""
    return any(
        len(side) > 1 and result.count_contract_tricks(side) < sum(result.points[seat] for seat in side)
        for result in observation.results
        if isinstance(result, SpadesResult)
        for side in observation.sides
    )


def _format_tricks_of_side(result: SpadesResult, side: Sequence[int]) -> str:
    tricks = sum(result.points[seat] for seat in side)
    return _format_taken(result.count_contract_tricks(side) if len(side) > 1 else tricks, tricks)


def _format_taken(counted: int, tricks: int) -> str:
    """Return the tricks that count for a side, and those of a broken nil that do not after a plus sign."""
    return str(tricks) if counted == tricks else f"{counted} + {tricks - counted}"


def _make_side_result(result: SpadesResult, side: tuple[int, ...], is_good: bool) -> SideResult:
    contract, taken = sum(result.bids[seat] for seat in side), _format_tricks_of_side(result, side)
    text = (_("bid {bid}, took {took}") if contract else _("nil, took {took}")).format(bid=contract, took=taken)
    nil_seats = tuple(seat for seat in side if result.bids[seat] == 0 and len(side) > 1)
    nil_texts = (_("nil failed") if result.points[seat] else _("nil made") for seat in nil_seats)
    note = " · ".join((text, *nil_texts))
    return SideResult(side, format_change(result.scores[side[0]]), is_good, note)


def _make_bid(phase: BiddingPhase, seat: int, bid: int) -> Announcement:
    """Return what the plate of a seat shows once it has bid."""
    if bid:
        return Announcement(_format_bid(bid), figure=str(bid))
    is_blind = seat in phase.blind_seats
    return Announcement(_("blind nil") if is_blind else _("nil"), symbol="cards" if is_blind else "")


def _make_tricks(tricks: int, bid: int) -> Announcement:
    """Return what the plate of a seat shows of its bid during the play."""
    return Announcement(_("{tricks} of {bid}").format(tricks=tricks, bid=bid), figure=str(tricks))


def _make_nil(phase: SpadesTrickPhase, seat: int, tricks: int) -> Announcement:
    """Return what the plate of a seat that bid nil shows during the play."""
    is_blind = seat in phase.blind_seats
    if tricks:
        points = phase.options.nil_points * (BLIND_NIL_FACTOR if is_blind else 1)
        return Announcement(_("nil −{points}").format(points=points), is_out=True, figure=f"−{points}", symbol="close")
    return Announcement(_("blind nil") if is_blind else _("nil"), symbol="cards" if is_blind else "")


def _format_bid(tricks: int) -> str:
    return _("bids {count}").format(count=tricks) if tricks else _("nil")


def _ask_for_blind_nil(phase: BiddingPhase) -> Question:
    points = BLIND_NIL_FACTOR * phase.options.nil_points
    hint = _("Bid nil before you see your cards, to win or lose {points} points.").format(points=points)
    blind_option = ChoiceOption("blind-nil", BidBlindNil(phase.turn), _("Bid blind nil"))
    look_option = ChoiceOption("look", LookAtHand(phase.turn), _("Look at my cards"))
    return Question(_("Bid blind nil?"), hint, (blind_option, look_option), has_usual_option=True)


def _ask_for_bid(phase: BiddingPhase, sides: Sides) -> Question:
    """Return the question for a bid, with a number for each legal one."""
    nil = _("Nil: +{points} for no tricks, −{points} for any.").format(points=phase.options.nil_points)
    hints = [_("The jokers are the highest spades.")] if phase.options.jokers else []
    hints += [nil] if 0 in phase.legal_bids else []
    side = next(side for side in sides if phase.turn in side)
    numbers = [
        NumberOption(
            Bid(phase.turn, tricks),
            str(tricks),
            _("Bid {count}").format(count=tricks),
            meaning=_describe_bid(phase, side, tricks),
        )
        if tricks
        else NumberOption(Bid(phase.turn, 0), "0", _("Bid nil"), _("nil"), (nil,))
        for tricks in phase.legal_bids
    ]
    return Question(_("How many tricks will you take?"), " ".join(hints), numbers=tuple(numbers))


def _describe_bid(phase: BiddingPhase, side: Sequence[int], bid: int) -> tuple[str, ...]:
    """Return the tricks that a side needs with this bid, and the points that it earns and costs."""
    tricks = bid + sum(phase.bids[seat] or 0 for seat in side)
    text = (
        _("Made: +{points} points. Missed: no points.")
        if phase.options.broken_bid == "zero"
        else _("Made: +{points} points. Missed: −{points}.")
    ).format(points=POINTS_PER_BID_TRICK * tricks)
    if len(side) == 1:
        return (text,)
    side_text = ngettext("Your side needs {count} trick.", "Your side needs {count} tricks.", tricks)
    return side_text.format(count=tricks), text
