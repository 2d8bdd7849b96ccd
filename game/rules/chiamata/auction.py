"""Auction of Briscola chiamata, and annulled deals when it ends (sources 000, 004)."""

from __future__ import annotations

from typing import Final, Self

from game.core.actions import Action, Pass
from game.core.cards import SUITS, Hand, Hands, get_card
from game.core.events import DealAnnulled, DealVoided, Event, PlayerPassed, mask_hands
from game.core.messages import Reason
from game.core.phase import Board, DealResult, DealState, Phase, PhaseStep, end_deal
from game.core.trick_taking import Trick, order_seats_from, replace
from game.rules.briscola_family import CARD_POINTS, CARICHI, FIGURES, RANKING
from game.rules.chiamata.actions import MAX_CALLED_POINTS, MIN_CALLED_POINTS, Call, Solo
from game.rules.chiamata.calls import LOWEST_RANK, find_forced_suits, is_lower_rank
from game.rules.chiamata.events import AuctionWon, CallMade, SoloCalled
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.scoring import Contract
from game.rules.chiamata.trick_play import ChiamataTrickPhase, make_naming_phase

MAX_POOR_HAND_POINTS: Final = 6


def find_annulling_rule(hand: Hand, options: ChiamataOptions) -> str | None:
    """Return the house rule by which the hand annuls the deal (*a monte*), None if it does not."""
    jack_count = sum(card.rank == "J" for card in hand)
    honor_count = sum(card.rank in CARICHI + FIGURES for card in hand)
    is_poor = {
        "off": False,
        "lone_jack": honor_count == jack_count <= 1,
        "up_to_6": _sum_card_points(hand) <= MAX_POOR_HAND_POINTS,
    }[options.annul_poor_hand]
    if is_poor:
        return options.annul_poor_hand
    has_four_twos = sum(card.rank == LOWEST_RANK for card in hand) == len(SUITS)
    return "four_twos" if options.annul_four_twos and has_four_twos else None


def _sum_card_points(hand: Hand) -> int:
    return sum(CARD_POINTS.get(card.rank, 0) for card in hand)


class AuctionPhase(Phase, frozen=True, kw_only=True):
    """The auction: each seat in turn calls or passes.

    ``calling_seat``: the seat to act; ``calls``: the calls and passes so far, the oldest first.
    """

    options: ChiamataOptions
    hands: Hands
    calling_seat: int
    calls: tuple[Call | Pass | Solo, ...] = ()

    @property
    def turn(self) -> int:
        return self.calling_seat

    @property
    def last_call(self) -> Call | None:
        """The last call, which the next one must exceed; None before the first."""
        for call in reversed(self.calls):
            if isinstance(call, Call):
                return call
        return None

    def list_calls(self) -> tuple[tuple[int, Action | None], ...]:
        return tuple((call.seat, call) for call in self.calls)

    @property
    def passed_seats(self) -> tuple[int, ...]:
        """The seats that have passed and are out of the auction."""
        return tuple(call.seat for call in self.calls if isinstance(call, Pass))

    @property
    def min_points(self) -> int | None:
        """The lowest number of points that may be called now; None while only ranks are called."""
        return self._get_min_points_over(self.last_call)

    def _get_min_points_over(self, last_call: Call | None) -> int | None:
        if last_call is None or (last_call.points is None and last_call.rank != LOWEST_RANK):
            return None
        return MIN_CALLED_POINTS if last_call.points is None else last_call.points + self.options.raise_step

    def candidate_actions(self) -> tuple[Action, ...]:
        seat, min_points = self.calling_seat, self.min_points
        if min_points is None:
            calls = tuple(Call(seat, rank) for rank in RANKING)
        else:
            forced_ranks = (rank for rank in reversed(RANKING[:-1]) if find_forced_suits(self.hands[seat], rank))
            ranks = (LOWEST_RANK, *(forced_ranks if self.options.forced_call else ()))
            calls = tuple(
                Call(seat, rank, points) for rank in ranks for points in range(min_points, MAX_CALLED_POINTS + 1)
            )
        return (Pass(seat), *calls, Solo(seat))

    def illegal_reason_on_turn(self, action: Action) -> Reason | None:
        if isinstance(action, Call):
            return self._illegal_call_reason(action)
        if isinstance(action, Solo):
            return None if self.options.solo else Reason("solo_off")
        return None if isinstance(action, Pass) else Reason("auction_on")

    def _illegal_call_reason(self, call: Call) -> Reason | None:
        last_call = self.last_call
        min_points = self._get_min_points_over(last_call)
        hand = self.hands[call.seat]
        if call.rank not in RANKING:
            return Reason("rank_not_here", {"rank": call.rank})
        if call.points is None:
            if last_call is not None and not is_lower_rank(call.rank, last_call.rank):
                return (
                    Reason("call_not_lower", {"rank": last_call.rank}) if min_points is None else Reason("call_points")
                )
            if min_points is not None:
                return Reason("call_points")
        elif min_points is None:
            return Reason("points_too_early")
        elif not min_points <= call.points <= MAX_CALLED_POINTS:
            too_few_reason = Reason("points_too_few", {"least": min_points})
            return (
                too_few_reason
                if call.points < min_points and min_points <= MAX_CALLED_POINTS
                else Reason("points_too_many")
            )
        elif call.rank != LOWEST_RANK:
            return self._illegal_forced_call_reason(call, hand)
        if not self.options.in_hand and all(get_card(call.rank, suit) in hand for suit in SUITS):
            return Reason("held_in_all_suits", {"rank": call.rank})
        return None

    def _illegal_forced_call_reason(self, call: Call, hand: Hand) -> Reason | None:
        if not self.options.forced_call:
            return Reason("forced_off")
        return None if find_forced_suits(hand, call.rank) else Reason("forced_not_held", {"rank": call.rank})

    def apply_unchecked(self, action: Action) -> PhaseStep:
        assert isinstance(action, (Call, Pass, Solo))
        next_phase = replace(self, calls=(*self.calls, action))
        if isinstance(action, Solo):
            return next_phase._start_play(Contract(caller=action.seat, rank=None), SoloCalled(action.seat))
        event: Event = PlayerPassed(action.seat)
        if isinstance(action, Call):
            event = CallMade(action.seat, action.rank, action.points)
        return next_phase._continue_auction(event)

    def _continue_auction(self, event: Event) -> PhaseStep:
        passed_seats, last_call = self.passed_seats, self.last_call
        remaining_seats = [seat for seat in range(self.seats) if seat not in passed_seats]
        if not remaining_seats:
            return self._void_deal(event)
        if last_call is not None and remaining_seats == [last_call.seat]:
            contract = Contract(caller=last_call.seat, rank=last_call.rank, points=last_call.points)
            return self._start_play(contract, event)
        calling_order = order_seats_from(tuple(range(self.seats)), (self.calling_seat + 1) % self.seats)
        return PhaseStep(
            replace(self, calling_seat=next(seat for seat in calling_order if seat in remaining_seats)), (event,)
        )

    def _void_deal(self, event: Event) -> PhaseStep:
        is_dealer_kept = self.options.all_pass == "same_dealer"
        return self._end_deal("void", (Reason("all_passed"),), is_dealer_kept, (), (event, DealVoided()))

    def _start_play(self, contract: Contract, event: Event) -> PhaseStep:
        rules = {seat: find_annulling_rule(hand, self.options) for seat, hand in enumerate(self.hands)}
        poor_seats = tuple(seat for seat, rule in rules.items() if rule is not None)
        if poor_seats:
            hands = tuple(self.hands[seat] for seat in poor_seats)
            reasons = tuple(
                Reason(f"annulled_{rules[seat]}", {"seat": seat, "points": _sum_card_points(hand)})
                for seat, hand in zip(poor_seats, hands, strict=True)
            )
            annulled_event = DealAnnulled(poor_seats, hands, rules[poor_seats[0]] or "")
            return self._end_deal("annulled", reasons, True, poor_seats, (event, annulled_event))
        trick_phase = ChiamataTrickPhase(
            options=self.options, seats=self.seats, dealer=self.dealer, hands=self.hands, contract=contract,
            trick=Trick(order_seats_from(tuple(range(self.seats)), self.forehand)), trump=None, calls=self.calls,
        )  # fmt: skip
        is_named_now = contract.rank is not None and not self.options.first_trick_blind
        return PhaseStep(
            make_naming_phase(trick_phase) if is_named_now else trick_phase, (event, AuctionWon(contract.caller))
        )

    def _end_deal(
        self,
        state: DealState,
        reasons: tuple[Reason, ...],
        is_dealer_kept: bool,
        shown_seats: tuple[int, ...],
        events: tuple[Event, ...],
    ) -> PhaseStep:
        zeros = (0,) * self.seats
        deal_result = DealResult(
            state=state, scores=zeros, points=zeros, reasons=reasons, is_dealer_kept=is_dealer_kept
        )
        return end_deal(self, deal_result, *events, shown_seats=shown_seats)

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, hands=mask_hands(self.hands, seat))

    def board(self) -> Board:
        return Board(hands=self.hands, pile_sizes=(0,) * self.seats)
