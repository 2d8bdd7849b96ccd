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
from game.rules.chiamata.statistics_entries import STAT_CATEGORIES, list_stat_entries
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
    "preset_regolamento": N_("Regolamento"),
    "preset_online": N_("Online"),
    "auction_on": N_("the auction is on: call or pass"),
    "naming_on": N_("the suit of the called card must be named"),
    "solo_off": N_("this table plays without solo"),
    "rank_not_here": N_("no {rank} is played with here"),
    "call_not_lower": N_("a call must be lower than the last one ({rank})"),
    "call_points": N_("the 2 has been called: only points can be raised"),
    "points_too_early": N_("points cannot be named before a plain 2 was called"),
    "points_too_few": N_("the next call asks at least {least} points"),
    "points_too_many": N_("there are only 120 points in the pack"),
    "held_in_all_suits": N_("{rank:the} is held in all four suits, and this table plays without in mano"),
    "forced_off": N_("this table plays without forced calls: only the 2 can be called with points"),
    "forced_not_held": N_("a forced {rank} needs a suit with every card below {rank:the} in hand, and not {rank:the}"),
    "forced_other_suit": N_("a forced {rank} must be named in a suit with every card below it in hand"),
    "in_hand_off": N_("this table plays without in mano: the caller may not name a card that he holds"),
    "all_passed": N_("everybody passed"),
    "annulled": N_("a monte: the hand of {seats} annuls the deal"),
    "do_call": N_("call {rank:the}"),
    "do_call_points": N_("call {rank:the} with {points} points"),
    "do_solo": N_("play solo"),
    "do_name": N_("name {suit}"),
    "CallMade": N_("{seat} calls {rank}"),
    "CallMadePoints": N_("{seat} calls {rank} with {points} points"),
    "SoloCalled": N_("{seat} plays solo, without trump"),
    "AuctionWon": N_("{seat} is the caller"),
    "CalledCardNamed": N_("{seat} names {card:the}"),
    "PartnerRevealed": N_("the called card falls: {seat} was dealt {card:the}"),
    "CallMadeYou": N_("you call {rank}"),
    "CallMadePointsYou": N_("you call {rank} with {points} points"),
    "SoloCalledYou": N_("you play solo, without trump"),
    "AuctionWonYou": N_("you are the caller"),
    "CalledCardNamedYou": N_("you name {card:the}"),
    "PartnerRevealedYou": N_("the called card falls: you were dealt {card:the}"),
    "DealAnnulled": N_("a monte: {seats} show {hands}"),
    "line_contract": N_("{seat} called {called:the}: {points} points asked"),
    "line_solo": N_("{seat} played solo, without trump: {points} points asked"),
    "line_partner": N_("partner: {seat}"),
    "line_in_hand": N_("in mano: alone against four"),
    "line_trick": N_("trick {number}: {points} to {seat}; caller's side {ours}, defenders {theirs}"),
    "line_points": N_("caller's side {ours}, defenders {theirs}"),
    "line_made": N_("the contract is made"),
    "line_lost": N_("the contract is lost"),
    "line_sixty_caller": N_("60 all: the caller wins"),
    "line_sixty_defenders": N_("60 all: the defenders win"),
    "line_sixty_draw": N_("60 all: nobody scores"),
    "turned_called": N_("in trick {number} {called:the} falls: {seat} was dealt it"),
    "turned_made": N_("with trick {number} the caller's side has its {points} points"),
    "turned_lost": N_("with trick {number} the contract is out of reach: the defenders have more than {points}"),
    "rung_base": N_("with a partner, a caller plays for"),
    "rung_base_alone": N_("alone against four, a caller plays for"),
    "rung_asked": N_("{points} points were asked"),
    "rung_cappotto": N_("cappotto: one side took all 120 points"),
    "rung_made": N_("the contract is made: the caller gets it"),
    "rung_lost": N_("the contract is lost: the caller pays it"),
    "rung_partner": N_("the partner: half as much"),
    "rung_partner_printed": N_("the partner: as the rules print the triple"),
    "rung_each": N_("each defender"),
    "rung_each_alone": N_("each defender: a quarter"),
    "line_scores": N_("{scores}; in all {sum}"),
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
    list_stat_entries=list_stat_entries,
    stat_categories=STAT_CATEGORIES,
)
