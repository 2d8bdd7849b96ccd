"""The auction of Briscola chiamata, and what annuls a deal when it ends (seeds 000, 004)."""

from __future__ import annotations

from typing import Final, Self

from game.engine.actions import Action, Pass
from game.engine.cards import SUITS, Hand, Hands, card
from game.engine.events import Annulled, Event, Passed, Voided, mask_hands
from game.engine.phases import Board, DealResult, DealState, Over, Phase, Reason, Step
from game.engine.tricks import Trick, in_order, replace
from game.rules.chiamata.actions import Call, Solo
from game.rules.chiamata.calls import LOWEST, forced_suits, lower
from game.rules.chiamata.events import AuctionWon, Called, CalledSolo
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.play import ChiamataTricks, naming
from game.rules.chiamata.score import Contract
from game.rules.family import CARICHI, FIGURES, RANKING, VALUES

FIRST_RAISE: Final = 62
MOST_POINTS: Final = 120
POOR_POINTS: Final = 6


def is_poor(hand: Hand, options: ChiamataOptions) -> bool:
    """Whether the hand annuls the deal (*a monte*) under the table's house rules."""
    jacks = sum(one.rank == "J" for one in hand)
    honours = sum(one.rank in CARICHI + FIGURES for one in hand)
    poor = {
        "off": False,
        "lone_jack": honours == jacks <= 1,
        "up_to_6": sum(VALUES.get(one.rank, 0) for one in hand) <= POOR_POINTS,
    }[options.annul_poor_hand]
    return poor or (options.annul_four_twos and sum(one.rank == LOWEST for one in hand) == len(SUITS))


class Auction(Phase, frozen=True, kw_only=True):
    """Each seat in turn calls or passes. ``calls``: what every seat said, the oldest first."""

    options: ChiamataOptions
    hands: Hands
    speaker: int
    calls: tuple[Call | Pass | Solo, ...] = ()

    @property
    def to_act(self) -> int:
        return self.speaker

    @property
    def last_call(self) -> Call | None:
        """The call to beat."""
        for one in reversed(self.calls):
            if isinstance(one, Call):
                return one
        return None

    @property
    def passed(self) -> tuple[int, ...]:
        """Who is out."""
        return tuple(one.seat for one in self.calls if isinstance(one, Pass))

    @property
    def least_points(self) -> int | None:
        """The least points that may be called now; None while only ranks are called."""
        return self._least_points_over(self.last_call)

    def _least_points_over(self, last: Call | None) -> int | None:
        if last is None or (last.points is None and last.rank != LOWEST):
            return None
        return FIRST_RAISE if last.points is None else last.points + self.options.raise_step

    def candidates(self) -> tuple[Action, ...]:
        seat, least = self.speaker, self.least_points
        if least is None:
            calls = tuple(Call(seat, rank) for rank in RANKING)
        else:
            forced = (rank for rank in reversed(RANKING[:-1]) if forced_suits(self.hands[seat], rank))
            ranks = (LOWEST, *(forced if self.options.forced_call else ()))
            calls = tuple(Call(seat, rank, at) for rank in ranks for at in range(least, MOST_POINTS + 1))
        return (Pass(seat), *calls, Solo(seat))

    def why_not_on_turn(self, action: Action) -> Reason | None:
        if isinstance(action, Call):
            return self._why_not_call(action)
        if isinstance(action, Solo):
            return None if self.options.solo else Reason("solo_off")
        return None if isinstance(action, Pass) else Reason("auction_on")

    def _why_not_call(self, call: Call) -> Reason | None:
        last = self.last_call
        least = self._least_points_over(last)
        hand = self.hands[call.seat]
        if call.rank not in RANKING:
            return Reason("rank_not_here", {"rank": call.rank})
        if call.points is None:
            if last is not None and not lower(call.rank, last.rank):
                return Reason("call_not_lower", {"rank": last.rank}) if least is None else Reason("call_points")
            if least is not None:
                return Reason("call_points")
        elif least is None:
            return Reason("points_too_early")
        elif not least <= call.points <= MOST_POINTS:
            few = Reason("points_too_few", {"least": least})
            return few if call.points < least and least <= MOST_POINTS else Reason("points_too_many")
        elif call.rank != LOWEST:
            return self._why_not_forced(call, hand)
        if not self.options.in_hand and all(card(call.rank, suit) in hand for suit in SUITS):
            return Reason("held_in_all_suits", {"rank": call.rank})
        return None

    def _why_not_forced(self, call: Call, hand: Hand) -> Reason | None:
        if not self.options.forced_call:
            return Reason("forced_off")
        return None if forced_suits(hand, call.rank) else Reason("forced_not_held", {"rank": call.rank})

    def do(self, action: Action) -> Step:
        assert isinstance(action, (Call, Pass, Solo))
        after = replace(self, calls=(*self.calls, action))
        if isinstance(action, Solo):
            return after._won(Contract(caller=action.seat, rank=None), CalledSolo(action.seat))
        said: Event = Passed(action.seat)
        if isinstance(action, Call):
            said = Called(action.seat, action.rank, action.points)
        return after._next(said)

    def _next(self, said: Event) -> Step:
        passed, last = self.passed, self.last_call
        left = [seat for seat in range(self.seats) if seat not in passed]
        if not left:
            return self._void(said)
        if last is not None and left == [last.seat]:
            contract = Contract(caller=last.seat, rank=last.rank, points=last.points)
            return self._won(contract, said)
        turn = in_order(tuple(range(self.seats)), (self.speaker + 1) % self.seats)
        return Step(replace(self, speaker=next(seat for seat in turn if seat in left)), (said,))

    def _void(self, said: Event) -> Step:
        same = self.options.all_pass == "same_dealer"
        return self._ended("void", (Reason("all_passed"),), same, (), (said, Voided()))

    def _won(self, contract: Contract, said: Event) -> Step:
        poor = tuple(seat for seat, hand in enumerate(self.hands) if is_poor(hand, self.options))
        if poor:
            shown = Annulled(poor, tuple(self.hands[seat] for seat in poor))
            return self._ended("annulled", (Reason("annulled", {"seats": poor}),), True, poor, (said, shown))
        tricks = ChiamataTricks(
            options=self.options, seats=self.seats, dealer=self.dealer, hands=self.hands, contract=contract,
            trick=Trick(in_order(tuple(range(self.seats)), self.forehand)), trump=None, calls=self.calls,
        )  # fmt: skip
        names_now = contract.rank is not None and not self.options.first_trick_blind
        return Step(naming(tricks) if names_now else tricks, (said, AuctionWon(contract.caller)))

    def _ended(
        self, state: DealState, why: tuple[Reason, ...], same: bool, shown: tuple[int, ...], events: tuple[Event, ...]
    ) -> Step:
        nothing = (0,) * self.seats
        outcome = DealResult(state=state, scores=nothing, points=nothing, why=why, same_dealer=same)
        over = Over(
            options=self.options, seats=self.seats, dealer=self.dealer, outcome=outcome, last=self.board(), shown=shown
        )
        return Step(over, events)

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, hands=mask_hands(self.hands, seat))

    def board(self) -> Board:
        return Board(hands=self.hands, piles=(0,) * self.seats)
