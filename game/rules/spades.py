"""Spades, each for himself, two to five seats (seed 001; nil and the penalty for broken bids are ours).

``Bidding → Tricks → Over``: the whole pack is dealt, one round of bids, follow suit, spades are trump.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, ClassVar, Final, Literal, NamedTuple, Self

from game.actions import Action, Bid
from game.cards import FRENCH_PACK, JOKERS, SUITS, Card, Hands, Rank, Suit, cards
from game.events import BidMade, Dealt, Scored, mask_hands
from game.i18n import N_
from game.options import Options, rule
from game.phases import Board, DealResult, Phase, Reason, Step
from game.rules.game import Game, Standing
from game.tricks import Trick, Tricks, deal_round, duty, in_order, replace, sorted_hand

TRUMP: Final[Suit] = "s"
RANKING: Final[tuple[Rank, ...]] = ("BJ", "LJ", "A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2")
"""High to low. The jokers are the highest spades."""

LEFT_OUT: Final[Mapping[tuple[int, bool], tuple[Card, ...]]] = {
    (2, True): cards("2c 2d"),
    (4, True): cards("2c 2d"),
    (5, True): cards("2d 2h 2s 2c"),
    (3, False): cards("2c"),
    (5, False): cards("2c 2d"),
}
"""(seats, jokers) -> the cards that stay in the box; nothing where there is no entry."""

NOT_FOLLOWED: Final[Mapping[Suit, Reason]] = {suit: Reason("suit_not_followed", {"suit": suit}) for suit in SUITS}
NOT_BROKEN: Final = Reason("spades_not_broken")

TRICK: Final = 10
"""What each trick of a contract is worth."""
NIL: Final = 100
BAGS: Final = 10
"""So many bags cost `BAGS_COST`."""
BAGS_COST: Final = 100


class SpadesOptions(Options, frozen=True, kw_only=True):
    """The house rules of Spades; the defaults are `spades/individual`."""

    target: Annotated[
        Literal[200, 300, 500],
        rule(
            N_("Points that win"),
            N_("Who has so many points after a deal wins the match; of several the highest. If the top is shared,"
               " everyone plays another deal."),
        ),
    ] = 500  # fmt: skip
    jokers: Annotated[
        bool,
        rule(
            N_("Jokers"),
            N_("The big and the little joker are the two highest spades. Some twos stay in the box, so that the"
               " cards can be shared out evenly."),
        ),
    ] = True  # fmt: skip
    broken_bid: Annotated[
        Literal["zero", "minus_ten_per_bid"],
        rule(
            N_("A broken contract"),
            N_("Who takes fewer tricks than he bid scores nothing, or loses ten points for each trick of the bid."),
            names={"zero": N_("scores nothing"), "minus_ten_per_bid": N_("loses ten a trick")},
        ),
    ] = "zero"
    bags: Annotated[
        bool,
        rule(
            N_("Bags"),
            N_("Each trick over the bid is also a bag; every tenth bag costs 100 points, and ten bags are taken off."),
        ),
    ] = False
    nil: Annotated[
        bool,
        rule(
            N_("Nil"),
            N_("A player may bid no trick at all: 100 points if he takes none, else he loses 100; tricks that he"
               " takes are bags."),
        ),
    ] = False  # fmt: skip


def pack_for(options: Options, seats: int) -> tuple[Card, ...]:
    """52 cards, with or without the two jokers, less the twos that keep the hands from being equal."""
    assert isinstance(options, SpadesOptions)
    return _pack(seats, options.jokers)


@lru_cache(maxsize=16)
def _pack(seats: int, jokers: bool) -> tuple[Card, ...]:
    whole = (*FRENCH_PACK, *JOKERS) if jokers else FRENCH_PACK
    left_out = LEFT_OUT.get((seats, jokers), ())
    return tuple(card for card in whole if card not in left_out)


class SpadesResult(DealResult, frozen=True, kw_only=True):
    """How a deal ended. ``bids`` by seat; ``bags``: those that each seat has kept after it, 0 where none count."""

    bids: tuple[int, ...]
    bags: tuple[int, ...]


class Bidding(Phase, frozen=True, kw_only=True):
    """One round of bids from forehand.

    ``bids`` by seat, None for those who have not spoken; ``bags``: what each seat has kept of earlier deals.
    """

    options: SpadesOptions
    hands: Hands
    bids: tuple[int | None, ...]
    bags: tuple[int, ...]

    @property
    def to_act(self) -> int:
        spoken = self.seats - self.bids.count(None)
        return (self.forehand + spoken) % self.seats

    @property
    def least(self) -> int:
        """The lowest bid there is."""
        return 0 if self.options.nil else 1

    @property
    def most(self) -> int:
        """The highest bid: every trick of the deal."""
        return len(self.hands[0])

    def candidates(self) -> tuple[Action, ...]:
        seat = self.to_act
        return tuple(Bid(seat, tricks) for tricks in range(self.least, self.most + 1))

    def why_not_on_turn(self, action: Action) -> Reason | None:
        if not isinstance(action, Bid):
            return Reason("bidding_on")
        if action.tricks == 0 and not self.options.nil:
            return Reason("nil_off")
        if not self.least <= action.tricks <= self.most:
            return Reason("bid_out_of_range", {"least": self.least, "most": self.most})
        return None

    def do(self, action: Action) -> Step:
        assert isinstance(action, Bid)
        bids = tuple(action.tricks if seat == action.seat else bid for seat, bid in enumerate(self.bids))
        made = BidMade(action.seat, action.tricks)
        spoken = tuple(bid for bid in bids if bid is not None)
        if len(spoken) < self.seats:
            return Step(replace(self, bids=bids), (made,))
        tricks = SpadesTricks(
            options=self.options, seats=self.seats, dealer=self.dealer, hands=self.hands, bids=spoken,
            bags=self.bags, trick=Trick(in_order(tuple(range(self.seats)), self.forehand)), trump=TRUMP,
        )  # fmt: skip
        return Step(tricks, (made,))

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, hands=mask_hands(self.hands, seat))

    def board(self) -> Board:
        return Board(hands=self.hands, piles=(0,) * self.seats, trump=TRUMP)


class SpadesTricks(Tricks, frozen=True, kw_only=True):
    """Follow suit. ``broken``: whether a spade fell in one of the tricks taken, so that spades may be led."""

    ranking: ClassVar[tuple[Rank, ...]] = RANKING

    options: SpadesOptions
    bids: tuple[int, ...]
    bags: tuple[int, ...]
    broken: bool = False

    def refusals(self, seat: int) -> Mapping[Card, Reason]:
        hand, led = self.hands[seat], self.trick.led
        if led is not None:
            suit = led.suit
            return duty(hand, [card for card in hand if card.suit != suit], NOT_FOLLOWED[suit])
        if self.broken:
            return {}
        return duty(hand, [card for card in hand if card.suit == TRUMP], NOT_BROKEN)

    def after_trick(self) -> Step:
        if self.broken or TRUMP not in [card.suit for card in self.done[-1].trick.cards]:
            return Step(self, ())
        return Step(replace(self, broken=True), ())

    def settle(self) -> Step:
        taken = self.points()
        lines = tuple(map(score, (self.options,) * self.seats, self.bids, taken, self.bags))
        outcome = SpadesResult(
            state="scored", scores=tuple(line.points - line.penalty for line in lines), points=taken,
            why=tuple(reason for seat, line in enumerate(lines) for reason in _why(self.options, seat, line)),
            bids=self.bids, bags=tuple(line.left for line in lines),
        )  # fmt: skip
        return self.end(outcome, Scored(outcome.scores, outcome.points))


class Line(NamedTuple):
    """What a deal brought one seat: ``points`` for its contract, ``bags`` now counted, what they cost, what is left."""

    bid: int
    tricks: int
    points: int
    bags: int
    penalty: int
    left: int


def score(options: SpadesOptions, bid: int, tricks: int, bags: int) -> Line:
    """What a seat gets that bid ``bid`` and took ``tricks``, having kept ``bags`` of earlier deals.

    Seed 001, "Come tenere il punteggio".
    """
    made = tricks == 0 if bid == 0 else tricks >= bid
    if bid == 0:
        points = NIL if made else -NIL
    elif made:
        points = TRICK * bid + tricks - bid
    else:
        points = 0 if options.broken_bid == "zero" else -TRICK * bid
    counted = bags + max(0, tricks - bid) if options.bags else 0
    tens, left = divmod(counted, BAGS)
    return Line(bid, tricks, points, counted, tens * BAGS_COST, left)


def _why(options: SpadesOptions, seat: int, line: Line) -> tuple[Reason, ...]:
    values = {"seat": seat, "bid": line.bid, "tricks": line.tricks, "points": line.points}
    lines = (Reason("spades_line" if line.bid else "spades_nil_line", values),)
    if not options.bags:
        return lines
    if not line.penalty:
        return (*lines, Reason("spades_bags", {"seat": seat, "bags": line.bags}))
    values = {"seat": seat, "bags": line.bags, "penalty": line.penalty, "left": line.left}
    return (*lines, Reason("spades_bags_cost", values))


def deal(options: Options, seats: int, dealer: int, pack: tuple[Card, ...], earlier: tuple[DealResult, ...]) -> Step:
    """The whole pack, one card at a time from forehand, who also bids first and leads."""
    assert isinstance(options, SpadesOptions)
    dealt = deal_round(pack, seats, dealer, len(pack) // seats)
    hands = tuple(sorted_hand(hand, RANKING) for hand in dealt)
    last = earlier[-1] if earlier else None
    bags = last.bags if isinstance(last, SpadesResult) else (0,) * seats
    state = Bidding(options=options, seats=seats, dealer=dealer, hands=hands, bids=(None,) * seats, bags=bags)
    return Step(state, (Dealt(dealer, hands),))


def standing(options: Options, seats: int, results: tuple[DealResult, ...]) -> Standing:
    """The points of each seat; whoever alone has the most wins, once they reach the target."""
    assert isinstance(options, SpadesOptions)
    totals = tuple(sum(result.scores[seat] for result in results) for seat in range(seats))
    top = max(totals)
    winners = tuple(seat for seat in range(seats) if totals[seat] == top)
    over = top >= options.target and len(winners) == 1
    return Standing(totals=totals, over=over, winners=winners if over else ())


WORDS: Final[Mapping[str, str]] = {
    "bidding_on": N_("the bidding is on: say how many tricks you will take"),
    "nil_off": N_("this table plays without nil: the lowest bid is 1"),
    "bid_out_of_range": N_("a bid is from {least} to {most}"),
    "suit_not_followed": N_("{suit} are led and must be followed"),
    "spades_not_broken": N_("spades may not be led until one has been played"),
    "BidMade": N_("{seat} bids {tricks}"),
    "BidMadeNil": N_("{seat} bids nil"),
    "spades_line": N_("{seat}: bid {bid}, tricks {tricks}, points {points}"),
    "spades_nil_line": N_("{seat}: nil, tricks {tricks}, points {points}"),
    "spades_bags": N_("{seat}: bags {bags}"),
    "spades_bags_cost": N_("{seat}: bags {bags}, cost {penalty}, bags left {left}"),
}

SPADES: Final = Game(
    name="spades",
    title=N_("Spades"),
    seats=(2, 3, 4, 5),
    clockwise=True,
    presets={"individual": SpadesOptions()},
    actions=(Bid,),
    pack_for=pack_for,
    sides_for=lambda _options, seats: tuple((seat,) for seat in range(seats)),
    deal=deal,
    standing=standing,
    draw_ranking=RANKING,
    words=WORDS,
    deck="french",
)
