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
from game.rules.game import Game, ScoreSum, Standing, sum_scores
from game.rules.spades.actions import Bid, BidBlindNil, LookAtHand
from game.rules.spades.options import PARTNERS_OPTIONS, SpadesOptions
from game.rules.spades.pair_topics import find_pair_topic
from game.rules.spades.phases import RANKING, TEAM_SEAT_COUNT, BiddingPhase, find_blind_nil_seats, get_sides
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
    ``earlier_results``: the deals of the match, the oldest first, from which bags and blind nil follow.
    """
    assert isinstance(options, SpadesOptions)
    dealt_hands = deal_hands(pack, seats, dealer, len(pack) // seats)
    hands = tuple(sort_hand(hand, RANKING) for hand in dealt_hands)
    last_result = earlier_results[-1] if earlier_results else None
    bags = last_result.bags if isinstance(last_result, SpadesResult) else (0,) * seats
    unseen_seats = find_blind_nil_seats(options, sum_scores(seats, earlier_results).scores)
    phase = BiddingPhase(
        options=options, seats=seats, dealer=dealer, hands=hands, bids=(None,) * seats, bags=bags,
        unseen_seats=unseen_seats,
    )  # fmt: skip
    return PhaseStep(phase, (CardsDealt(dealer, hands, unseen_seats),))


def compute_standing(options: Options, added: ScoreSum) -> Standing:
    """Return the points of each seat. Once the target or the loss limit is reached, the best side wins; a tie plays on.

    ``winners`` is () as long as the match goes on.
    """
    assert isinstance(options, SpadesOptions)
    totals, best_total = added.scores, max(added.scores)
    winners = tuple(seat for seat, total in enumerate(totals) if total == best_total)
    is_limit_reached = best_total >= options.target or (
        options.loss_limit != "off" and min(totals) <= options.loss_limit
    )
    is_over = is_limit_reached and winners in get_sides(options, len(totals))
    return Standing(totals=totals, is_over=is_over, winners=winners if is_over else ())


MESSAGES: Final[Mapping[str, str]] = {
    "preset_individual": N_("Individual"),
    "preset_partners": N_("Partners"),
    "bidding_on": N_("bid first: say how many tricks you'll take"),
    "nil_off": N_("nil is off at this table: bid at least 1"),
    "bid_out_of_range": N_("bid from {least} to {most}"),
    "hand_unseen": N_("look at your cards first, or bid blind nil"),
    "blind_nil_off": N_("blind nil is off at this table"),
    "blind_nil_closed": N_(
        "for blind nil, your side must be at least {points} points behind, and you mustn't have seen your cards"
    ),
    "suit_not_followed": N_("you must follow suit: {suit}"),
    "spades_not_broken": N_("you can't lead spades until a spade has been played"),
    "do_bid": N_("bidding {tricks}"),
    "do_bid_nil": N_("bidding nil"),
    "do_blind": N_("bidding blind nil"),
    "do_look": N_("looking at your cards"),
    "BidMade": N_("{seat} bids {tricks}"),
    "BidMadeNil": N_("{seat} bids nil"),
    "BidMadeBlindNil": N_("{seat} bids blind nil"),
    "HandSeen": N_("{seat} looks at their cards: {cards}"),
    "HandSeenHidden": N_("{seat} looks at their cards"),
    "BidMadeYou": N_("you bid {tricks}"),
    "BidMadeNilYou": N_("you bid nil"),
    "BidMadeBlindNilYou": N_("you bid blind nil"),
    "HandSeenHiddenYou": N_("you look at your cards"),
    "HandSeenYou": N_("you look at your cards: {cards}"),
    "rung_bid": N_("bid of {bid} made, {tricks} taken"),
    "rung_over": N_("tricks over the bid"),
    "rung_broken": N_("bid of {bid} missed, {tricks} taken"),
    "rung_nil": N_("nil made, no tricks taken"),
    "rung_nil_broken": N_("nil failed, {tricks} taken"),
    "rung_partner_nil": N_("{seat}'s nil made, no tricks taken"),
    "rung_partner_nil_broken": N_("{seat}'s nil failed, {tricks} taken"),
    "rung_blind_nil": N_("{seat}'s blind nil made, no tricks taken"),
    "rung_blind_nil_broken": N_("{seat}'s blind nil failed, {tricks} taken"),
    "rung_bags": N_("penalty for {bags} bags"),
    "rung_bags_five": N_("penalty for {bags} bags, five at a time"),
    "spades_side_bags": N_("bags carried over by {seats}: {bags}"),
    "spades_bags": N_("bags carried over by {seat}: {bags}"),
    "turned_bid": N_("{seat} reached their bid of {bid} in trick {number}"),
    "turned_bidYou": N_("you reached your bid of {bid} in trick {number}"),
    "turned_nilYou": N_("your nil failed in trick {number}"),
    "turned_side_bid": N_("{seats} reached their contract of {bid} in trick {number}"),
    "turned_nil": N_("{seat}'s nil failed in trick {number}"),
}

SPADES: Final = Game(
    id="spades",
    title=N_("Spades"),
    code_letter="S",
    seat_counts=(2, 3, 4, 5),
    default_seat_count=4,
    is_clockwise=True,
    presets={"individual": SpadesOptions(), "partners": PARTNERS_OPTIONS},
    preset_seat_counts={"partners": (TEAM_SEAT_COUNT,)},
    actions=(Bid, BidBlindNil, LookAtHand),
    make_pack=make_pack,
    get_sides=get_sides,
    deal=deal,
    compute_standing=compute_standing,
    ranking=RANKING,
    messages=MESSAGES,
    deck="french",
    list_stat_entries=list_stat_entries,
    find_pair_topic=find_pair_topic,
    call_task_texts=(N_("Bids"), N_("Choose your bid, then compare it with a strong player's.")),
    stat_categories=STAT_CATEGORIES,
)
