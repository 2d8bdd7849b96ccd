"""Spades as the registry has it: packs, the deal, the standing, the words of its reasons."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from game.engine.cards import FRENCH_PACK, JOKERS, Card, cards
from game.engine.events import Dealt
from game.engine.options import Options
from game.engine.phases import DealResult, Step
from game.engine.tricks import deal_round, sorted_hand
from game.i18n import N_
from game.rules.game import Game, ScoreSum, Standing
from game.rules.spades.actions import Bid
from game.rules.spades.lesson import LESSON
from game.rules.spades.options import SpadesOptions
from game.rules.spades.parts import GROUPS, parts
from game.rules.spades.play import RANKING, Bidding
from game.rules.spades.score import SpadesResult

LEFT_OUT: Final[Mapping[tuple[int, bool], tuple[Card, ...]]] = {
    (2, True): cards("2c 2d"),
    (4, True): cards("2c 2d"),
    (5, True): cards("2d 2h 2s 2c"),
    (3, False): cards("2c"),
    (5, False): cards("2c 2d"),
}
"""(seats, jokers) -> the cards that stay in the box; nothing where there is no entry."""


def pack_for(options: Options, seats: int) -> tuple[Card, ...]:
    """52 cards, with or without the two jokers, less the twos that keep the hands from being equal."""
    assert isinstance(options, SpadesOptions)
    return _pack(seats, options.jokers)


@lru_cache(maxsize=16)
def _pack(seats: int, jokers: bool) -> tuple[Card, ...]:
    whole = (*FRENCH_PACK, *JOKERS) if jokers else FRENCH_PACK
    left_out = LEFT_OUT.get((seats, jokers), ())
    return tuple(card for card in whole if card not in left_out)


def deal(options: Options, seats: int, dealer: int, pack: tuple[Card, ...], earlier: tuple[DealResult, ...]) -> Step:
    """The whole pack, one card at a time from forehand, who also bids first and leads."""
    assert isinstance(options, SpadesOptions)
    dealt = deal_round(pack, seats, dealer, len(pack) // seats)
    hands = tuple(sorted_hand(hand, RANKING) for hand in dealt)
    last = earlier[-1] if earlier else None
    bags = last.bags if isinstance(last, SpadesResult) else (0,) * seats
    state = Bidding(options=options, seats=seats, dealer=dealer, hands=hands, bids=(None,) * seats, bags=bags)
    return Step(state, (Dealt(dealer, hands),))


def standing(options: Options, added: ScoreSum) -> Standing:
    """The points of each seat; whoever alone has the most wins, once they reach the target."""
    assert isinstance(options, SpadesOptions)
    totals, top = added.scores, max(added.scores)
    winners = tuple(seat for seat, total in enumerate(totals) if total == top)
    over = top >= options.target and len(winners) == 1
    return Standing(totals=totals, over=over, winners=winners if over else ())


WORDS: Final[Mapping[str, str]] = {
    "preset_individual": N_("Individual"),
    "bidding_on": N_("the bidding is on: say how many tricks you will take"),
    "nil_off": N_("this table plays without nil: the lowest bid is 1"),
    "bid_out_of_range": N_("a bid is from {least} to {most}"),
    "suit_not_followed": N_("{suit} are led and must be followed"),
    "spades_not_broken": N_("spades may not be led until one has been played"),
    "do_bid": N_("bid {tricks}"),
    "BidMade": N_("{seat} bids {tricks}"),
    "BidMadeNil": N_("{seat} bids nil"),
    "BidMadeYou": N_("you bid {tricks}"),
    "BidMadeNilYou": N_("you bid nil"),
    "rung_bid": N_("bid {bid}, took {tricks}: made"),
    "rung_over": N_("tricks over the bid"),
    "rung_broken": N_("bid {bid}, took {tricks}: broken"),
    "rung_nil": N_("nil, and no trick taken"),
    "rung_nil_broken": N_("nil, and {tricks} taken: broken"),
    "rung_bags": N_("{bags} bags: every ten cost"),
    "spades_bags": N_("bags kept by {seat}: {bags}"),
    "turned_bid": N_("with trick {number} {seat} made the bid of {bid}"),
    "turned_nil": N_("trick {number} broke the nil of {seat}"),
}

SPADES: Final = Game(
    name="spades",
    title=N_("Spades"),
    code_letter="S",
    seats=(2, 3, 4, 5),
    usual=4,
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
    parts=parts,
    groups=GROUPS,
    lesson=LESSON,
)
