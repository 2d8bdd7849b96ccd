"""Briscola chiamata: five seats, an auction, a partner whom only the called card knows (seeds 000, 004).

``Auction → Naming → Tricks → Over``. The partner is never stored: he is who was dealt the called card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Self

from game.actions import Action, Call, Name, Pass, Play, Solo
from game.cards import ITALIAN_PACK, SUITS, Card, Hand, Hands, Rank, Suit, card
from game.events import (
    Annulled,
    AuctionWon,
    Called,
    CalledSolo,
    Dealt,
    Event,
    Named,
    PartnerRevealed,
    Passed,
    Scored,
    Voided,
    mask_hands,
)
from game.i18n import N_
from game.options import Options, adapt
from game.phases import Board, DealResult, Over, Phase, Reason, Step
from game.rules.chiamata_options import ChiamataOptions
from game.rules.chiamata_score import Contract, score, standing
from game.rules.family import CARICHI, FIGURES, RANKING, VALUES
from game.rules.game import Game
from game.tricks import Trick, Tricks, deal_round, in_order, replace, sorted_hand

SEATS: Final = 5
HAND_SIZE: Final = 8
LOWEST: Final[Rank] = RANKING[-1]
FIRST_RAISE: Final = 62
MOST_POINTS: Final = 120
POOR_POINTS: Final = 6


def lower(one: Rank, other: Rank) -> bool:
    """Whether rank ``one`` is lower than ``other`` in Briscola order."""
    return RANKING.index(one) > RANKING.index(other)


def forced_suits(hand: Hand, rank: Rank) -> tuple[Suit, ...]:
    """The suits in which ``hand`` holds every rank below ``rank`` and not ``rank`` itself (*chiamata obbligata*)."""
    below = RANKING[RANKING.index(rank) + 1 :]
    return tuple(
        suit
        for suit in SUITS
        if below and card(rank, suit) not in hand and all(card(one, suit) in hand for one in below)
    )


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
        return Step(_naming(tricks) if names_now else tricks, (said, AuctionWon(contract.caller)))

    def _ended(
        self, state: str, why: tuple[Reason, ...], same: bool, shown: tuple[int, ...], events: tuple[Event, ...]
    ) -> Step:
        nothing = (0,) * self.seats
        outcome = DealResult(
            state="void" if state == "void" else "annulled", scores=nothing, points=nothing, why=why, same_dealer=same
        )
        over = Over(
            options=self.options, seats=self.seats, dealer=self.dealer, outcome=outcome, last=self.board(), shown=shown
        )
        return Step(over, events)

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, hands=mask_hands(self.hands, seat))

    def board(self) -> Board:
        return Board(hands=self.hands, piles=(0,) * self.seats)


class ChiamataTricks(Tricks, frozen=True, kw_only=True):
    """Eight tricks of free play. ``called`` is None in solo, and until a suit is named for a blind first trick."""

    ranking: ClassVar[tuple[Rank, ...]] = RANKING
    values: ClassVar[Mapping[Rank, int]] = VALUES

    options: ChiamataOptions
    contract: Contract
    calls: tuple[Call | Pass | Solo, ...]
    called: Card | None = None

    def dealt_to(self, seat: int) -> Hand:
        """The eight cards a seat was dealt: those it holds and those it played (hidden where they are hidden)."""
        return (*self.hands[seat], *(one for who, one in self._fallen() if who == seat))

    def _fallen(self) -> tuple[tuple[int, Card], ...]:
        return (*(play for taken in self.done for play in taken.trick.plays()), *self.trick.plays())

    @property
    def is_revealed(self) -> bool:
        """Whether the called card has fallen, so that everybody knows the partner."""
        return any(card is self.called for _seat, card in self._fallen())

    def partner(self) -> int | None:
        """Who was dealt the called card, the caller himself if in mano; None in solo, or where that is hidden."""
        if self.called is None:
            return None
        return next((seat for seat in range(self.seats) if self.called in self.dealt_to(seat)), None)

    def do(self, action: Action) -> Step:
        step = super().do(action)
        if not isinstance(action, Play) or action.card is not self.called:
            return step
        played, *rest = step.events
        return Step(step.state, (played, PartnerRevealed(action.seat, action.card), *rest))

    def take(self) -> Step:
        if self.called is None and self.contract.rank is not None:
            return Step(_naming(self), ())
        return super().take()

    def settle(self) -> Step:
        outcome = score(self.options, self.contract, self.called, self.partner(), self.done, self.seats)
        return self.end(outcome, Scored(outcome.scores, outcome.points))


class Naming(Phase, frozen=True, kw_only=True):
    """The caller names the suit. ``tricks`` is the play as it goes on; blind, its first trick is complete."""

    options: ChiamataOptions
    tricks: ChiamataTricks

    @property
    def to_act(self) -> int:
        return self.tricks.contract.caller

    def candidates(self) -> tuple[Action, ...]:
        return tuple(Name(self.to_act, suit) for suit in SUITS)

    def why_not_on_turn(self, action: Action) -> Reason | None:
        if not isinstance(action, Name):
            return Reason("naming_on")
        contract, hand = self.tricks.contract, self.tricks.dealt_to(self.to_act)
        assert contract.rank is not None
        if contract.is_forced and action.suit not in forced_suits(hand, contract.rank):
            return Reason("forced_other_suit", {"rank": contract.rank})
        if not self.options.in_hand and card(contract.rank, action.suit) in hand:
            return Reason("in_hand_off")
        return None

    def do(self, action: Action) -> Step:
        assert isinstance(action, Name) and self.tricks.contract.rank is not None
        called = card(self.tricks.contract.rank, action.suit)
        tricks = replace(self.tricks, trump=action.suit, called=called)
        named = Named(action.seat, called)
        if not tricks.trick.is_complete:
            return Step(tricks, (named,))
        fallen = tuple(PartnerRevealed(seat, called) for seat, one in tricks.trick.plays() if one is called)
        state, events = tricks.take()
        return Step(state, (named, *fallen, *events))

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, tricks=self.tricks.seen_by(seat))

    def board(self) -> Board:
        return self.tricks.board()


def _naming(tricks: ChiamataTricks) -> Naming:
    return Naming(options=tricks.options, seats=tricks.seats, dealer=tricks.dealer, tricks=tricks)


def deal(options: Options, seats: int, dealer: int, pack: tuple[Card, ...], _earlier: tuple[DealResult, ...]) -> Step:
    """Eight cards each, one at a time from forehand, who also speaks first."""
    assert isinstance(options, ChiamataOptions)
    dealt = deal_round(pack, seats, dealer, HAND_SIZE)
    hands = tuple(sorted_hand(hand, RANKING) for hand in dealt)
    state = Auction(options=options, seats=seats, dealer=dealer, hands=hands, speaker=(dealer + 1) % seats)
    return Step(state, (Dealt(dealer, hands),))


REGOLAMENTO: Final = ChiamataOptions()
ONLINE: Final = adapt(
    REGOLAMENTO,
    {
        "forced_call": True,
        "solo": True,
        "annul_poor_hand": "off",
        "sixty_all": "caller",
        "points_ladder": "from_71",
        "turn_seconds": 90,
    },
)

WORDS: Final[Mapping[str, str]] = {
    "auction_on": N_("the auction is on: call or pass"),
    "naming_on": N_("the suit of the called card must be named"),
    "solo_off": N_("this table plays without solo"),
    "rank_not_here": N_("no {rank} is played with here"),
    "call_not_lower": N_("a call must be lower than the last one ({rank})"),
    "call_points": N_("the 2 has been called: only points can be raised"),
    "points_too_early": N_("points cannot be named before a plain 2 was called"),
    "points_too_few": N_("the next call asks at least {least} points"),
    "points_too_many": N_("there are only 120 points in the pack"),
    "held_in_all_suits": N_("the {rank} is held in all four suits, and this table plays without in mano"),
    "forced_off": N_("this table plays without forced calls: only the 2 can be called with points"),
    "forced_not_held": N_("a forced {rank} needs a suit with every card below the {rank} in hand, and not the {rank}"),
    "forced_other_suit": N_("a forced {rank} must be named in a suit with every card below it in hand"),
    "in_hand_off": N_("this table plays without in mano: the caller may not name a card that he holds"),
    "all_passed": N_("everybody passed"),
    "annulled": N_("a monte: the hand of {seats} annuls the deal"),
    "Called": N_("{seat} calls {rank}"),
    "CalledPoints": N_("{seat} calls {rank} with {points} points"),
    "CalledSolo": N_("{seat} plays solo, without trump"),
    "AuctionWon": N_("{seat} is the caller"),
    "Named": N_("{seat} names the {card}"),
    "PartnerRevealed": N_("the called card falls: {seat} was dealt the {card}"),
    "Annulled": N_("a monte: {seats} show {hands}"),
    "line_contract": N_("{seat} called the {called}: {points} points asked"),
    "line_solo": N_("{seat} played solo, without trump: {points} points asked"),
    "line_partner": N_("partner: {seat}"),
    "line_in_hand": N_("in mano: alone against four"),
    "line_trick": N_("trick {number}: {seat} takes {points}; caller's side {ours}, defenders {theirs}"),
    "line_points": N_("caller's side {ours}, defenders {theirs}"),
    "line_made": N_("the contract is made"),
    "line_lost": N_("the contract is lost"),
    "line_sixty_caller": N_("60 all: the caller wins"),
    "line_sixty_defenders": N_("60 all: the defenders win"),
    "line_sixty_draw": N_("60 all: nobody scores"),
    "line_cappotto": N_("cappotto: one side took all 120 points"),
    "line_sum": N_("base {base} × points {ladder} × cappotto {cappotto} = {product}: {total} for the caller"),
    "line_printed": N_("triple as printed: 6, 4 and 4"),
    "line_scores": N_("{scores}; in all {sum}"),
}

CHIAMATA: Final = Game(
    name="chiamata",
    title=N_("Briscola chiamata"),
    seats=(SEATS,),
    clockwise=False,
    presets={"regolamento": REGOLAMENTO, "online": ONLINE},
    actions=(Call, Pass, Solo, Name),
    pack_for=lambda _options, _seats: ITALIAN_PACK,
    sides_for=lambda _options, seats: tuple((seat,) for seat in range(seats)),
    deal=deal,
    standing=standing,
    draw_ranking=RANKING,
    words=WORDS,
)
