"""Registry entry of Spades: packs, deal, standing, texts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from game.core.cards import FRENCH_PACK, JOKERS, Card, parse_cards
from game.core.events import CardsDealt
from game.core.messages import N_
from game.core.options import Options
from game.core.phase import DealResult, PhaseStep
from game.core.trick_taking import deal_hands, sort_hand
from game.rules.game import Game, ScoreSum, Standing
from game.rules.spades.actions import Bid
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import RANKING, BiddingPhase
from game.rules.spades.scoring import SpadesResult
from game.rules.spades.statistics_entries import STAT_CATEGORIES, list_stat_entries

REMOVED_CARDS: Final[Mapping[tuple[int, bool], tuple[Card, ...]]] = {
    (2, True): parse_cards("2c 2d"),
    (4, True): parse_cards("2c 2d"),
    (5, True): parse_cards("2d 2h 2s 2c"),
    (3, False): parse_cards("2c"),
    (5, False): parse_cards("2c 2d"),
}
"""(seats, jokers) -> the cards that are left out; no entry where all are used."""


def make_pack(options: Options, seats: int) -> tuple[Card, ...]:
    """Return 52 cards, with or without two jokers, less the twos that would make hands unequal."""
    assert isinstance(options, SpadesOptions)
    return _make_pack(seats, options.jokers)


@lru_cache(maxsize=16)
def _make_pack(seats: int, has_jokers: bool) -> tuple[Card, ...]:
    all_cards = (*FRENCH_PACK, *JOKERS) if has_jokers else FRENCH_PACK
    removed_cards = REMOVED_CARDS.get((seats, has_jokers), ())
    return tuple(card for card in all_cards if card not in removed_cards)


def deal(
    options: Options, seats: int, dealer: int, pack: tuple[Card, ...], earlier_results: tuple[DealResult, ...]
) -> PhaseStep:
    """Return the bidding that begins a deal, and its event: the whole pack, one card at a time.

    ``pack``: the top card first. Forehand gets the first card, and is the first to bid and to lead.
    ``earlier_results``: the deals of the match, the oldest first, from the last of which the bags follow.
    """
    assert isinstance(options, SpadesOptions)
    dealt_hands = deal_hands(pack, seats, dealer, len(pack) // seats)
    hands = tuple(sort_hand(hand, RANKING) for hand in dealt_hands)
    last_result = earlier_results[-1] if earlier_results else None
    bags = last_result.bags if isinstance(last_result, SpadesResult) else (0,) * seats
    phase = BiddingPhase(options=options, seats=seats, dealer=dealer, hands=hands, bids=(None,) * seats, bags=bags)
    return PhaseStep(phase, (CardsDealt(dealer, hands),))


def compute_standing(options: Options, added: ScoreSum) -> Standing:
    """Return the points of each seat. Once the target is reached, the highest wins; a tie plays on.

    ``winners`` is () as long as the match goes on.
    """
    assert isinstance(options, SpadesOptions)
    totals, best_total = added.scores, max(added.scores)
    winners = tuple(seat for seat, total in enumerate(totals) if total == best_total)
    is_over = best_total >= options.target and len(winners) == 1
    return Standing(totals=totals, is_over=is_over, winners=winners if is_over else ())


MESSAGES: Final[Mapping[str, str]] = {
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
    id="spades",
    title=N_("Spades"),
    code_letter="S",
    seat_counts=(2, 3, 4, 5),
    default_seat_count=4,
    is_clockwise=True,
    presets={"individual": SpadesOptions()},
    actions=(Bid,),
    make_pack=make_pack,
    get_sides=lambda _options, seats: tuple((seat,) for seat in range(seats)),
    deal=deal,
    compute_standing=compute_standing,
    ranking=RANKING,
    messages=MESSAGES,
    deck="french",
    list_stat_entries=list_stat_entries,
    stat_categories=STAT_CATEGORIES,
)
