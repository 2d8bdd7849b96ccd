"""Registry entry of Briscola chiamata: deal, presets, texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.core.actions import Pass
from game.core.cards import ITALIAN_PACK, Card
from game.core.events import CardsDealt
from game.core.messages import N_
from game.core.options import Options, change_options
from game.core.phase import DealResult, PhaseStep
from game.core.trick_taking import deal_hands, sort_hand
from game.rules.briscola_family import CARD_POINTS, RANKING
from game.rules.chiamata.actions import Call, NameSuit, Solo
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.scoring import compute_standing
from game.rules.chiamata.statistics_entries import (
    DEAL_VALUE_LABEL,
    STAT_CATEGORIES,
    list_stat_entries,
)
from game.rules.game import Game

SEAT_COUNT: Final = 5
HAND_SIZE: Final = 8


def deal(
    options: Options, seats: int, dealer: int, pack: tuple[Card, ...], _earlier_results: tuple[DealResult, ...]
) -> PhaseStep:
    """Return the auction that begins a deal, and its event: eight cards to each seat.

    ``pack``: the top card first. Forehand speaks first. The hands are sorted.
    """
    assert isinstance(options, ChiamataOptions)
    dealt_hands = deal_hands(pack, seats, dealer, HAND_SIZE)
    hands = tuple(sort_hand(hand, RANKING) for hand in dealt_hands)
    phase = AuctionPhase(options=options, seats=seats, dealer=dealer, hands=hands, calling_seat=(dealer + 1) % seats)
    return PhaseStep(phase, (CardsDealt(dealer, hands),))


REGOLAMENTO_OPTIONS: Final = ChiamataOptions()
ONLINE_OPTIONS: Final = change_options(
    REGOLAMENTO_OPTIONS,
    {
        "forced_call": True,
        "solo": True,
        "annul_poor_hand": "off",
        "sixty_all": "caller",
        "points_ladder": "from_71",
        "turn_seconds": 90,
        "talk": "free",
    },
)

MESSAGES: Final[Mapping[str, str]] = {
    "preset_regolamento": N_("Traditional"),
    "preset_online": N_("Online"),
    "auction_on": N_("you can't play a card during the auction: call or pass"),
    "naming_on": N_("name the suit of the called card first"),
    "solo_off": N_("solo is off at this table"),
    "rank_not_here": N_("you can't call {rank}, because this pack doesn't have it"),
    "call_not_lower": N_("call a card lower than {rank:the}"),
    "call_points": N_("the two has been called: you can only raise the points"),
    "points_too_early": N_("you can call points only after the two"),
    "points_too_few": N_("call at least {least} points"),
    "points_too_many": N_("you can't call more than the 120 points of the pack"),
    "held_in_all_suits": N_("you hold {rank:the} in all four suits, and in mano is off at this table"),
    "forced_off": N_("forced calls are off at this table: you can raise the points only on the two"),
    "forced_not_held": N_(
        "to force {rank:the}, you must hold all the cards below it in one suit, but not {rank:the} itself"
    ),
    "forced_other_suit": N_("name a suit in which you hold every card below {rank:the}"),
    "in_hand_off": N_("in mano is off at this table: call a card that you don't hold"),
    "all_passed": N_("everyone passed"),
    "annulled_lone_jack": N_("{seat}: no points beyond one jack, so the deal is annulled"),
    "annulled_up_to_6": N_("{seat}: {points} points in hand, 6 or fewer, so the deal is annulled"),
    "annulled_four_twos": N_("{seat}: all four twos in hand, so the deal is annulled"),
    "do_call": N_("calling {rank:the}"),
    "do_call_points": N_("calling {rank:the} at {points} points"),
    "do_solo": N_("playing solo"),
    "do_name": N_("naming {suit}"),
    "CallMade": N_("{seat} calls {rank:the}"),
    "CallMadePoints": N_("{seat} calls {rank:the} at {points} points"),
    "SoloCalled": N_("{seat} plays solo, without trump"),
    "AuctionWon": N_("{seat} is the caller"),
    "CalledCardNamed": N_("{seat} names {card:the}"),
    "PartnerRevealed": N_("the called card is played: {seat} had {card:the}"),
    "CallMadeYou": N_("you call {rank:the}"),
    "CallMadePointsYou": N_("you call {rank:the} at {points} points"),
    "SoloCalledYou": N_("you play solo, without trump"),
    "AuctionWonYou": N_("you're the caller"),
    "CalledCardNamedYou": N_("you name {card:the}"),
    "PartnerRevealedYou": N_("the called card is played: you had {card:the}"),
    "DealAnnulled_lone_jack": N_(
        "the deal is annulled (a monte) because {seats} held no points beyond one jack: {hands}"
    ),
    "DealAnnulled_up_to_6": N_("the deal is annulled (a monte) because {seats} held 6 points or fewer: {hands}"),
    "DealAnnulled_four_twos": N_("the deal is annulled (a monte) because {seats} held all four twos: {hands}"),
    "line_contract": N_("{seat} called {called:the}: {points} points needed"),
    "line_solo": N_("{seat} played solo, without trump: {points} points needed"),
    "line_partner": N_("partner: {seat}"),
    "line_in_hand": N_("in mano: alone against four"),
    "line_trick": N_("trick {number}: {points} to {seat}; caller's side {ours}, defenders {theirs}"),
    "line_points": N_("caller's side {ours}, defenders {theirs}"),
    "line_made": N_("contract made"),
    "line_lost": N_("contract lost"),
    "line_sixty_caller": N_("60 all: the caller wins"),
    "line_sixty_defenders": N_("60 all: the defenders win"),
    "line_sixty_draw": N_("60 all: nobody scores"),
    "turned_called": N_("{seat} played the called card, {called:the}, in trick {number}"),
    "turned_calledYou": N_("you played the called card, {called:the}, in trick {number}"),
    "turned_made": N_("the caller's side reached {points} points in trick {number}"),
    "turned_lost": N_("after trick {number}, the caller could no longer reach {points} points"),
    "rung_base": N_("caller with a partner"),
    "rung_base_alone": N_("caller alone against four"),
    "rung_asked": N_("{points} points needed"),
    "rung_cappotto": N_("cappotto: one side took all 120 points"),
    "rung_made": N_("contract made"),
    "rung_lost": N_("contract lost"),
    "rung_partner": N_("partner: half the caller's points"),
    "rung_partner_printed": N_("partner: by the 6-4-4 rule"),
    "rung_each": N_("each defender"),
    "rung_each_alone": N_("each defender: a quarter of the caller's points"),
    "line_scores": N_("{scores}; sum: {sum}"),
}

CHIAMATA: Final = Game(
    id="chiamata",
    title=N_("Briscola chiamata"),
    code_letter="C",
    seat_counts=(SEAT_COUNT,),
    is_clockwise=False,
    presets={"regolamento": REGOLAMENTO_OPTIONS, "online": ONLINE_OPTIONS},
    actions=(Call, Pass, Solo, NameSuit),
    make_pack=lambda _options, _seats: ITALIAN_PACK,
    get_sides=lambda _options, seats: tuple((seat,) for seat in range(seats)),
    deal=deal,
    compute_standing=compute_standing,
    ranking=RANKING,
    card_points=CARD_POINTS,
    messages=MESSAGES,
    is_won_by_gain=True,
    list_stat_entries=list_stat_entries,
    stat_categories=STAT_CATEGORIES,
    deal_value_label=DEAL_VALUE_LABEL,
)
