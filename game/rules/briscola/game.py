"""Registry entry of Briscola: packs, deal, standing, texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.core.actions import Swap
from game.core.cards import ITALIAN_PACK, Card, get_card, remove_card
from game.core.events import CardsDealt, TrumpCardTurned
from game.core.messages import N_
from game.core.options import Options
from game.core.phase import DealResult, PhaseStep
from game.core.trick_taking import Trick, deal_hands, order_seats_from
from game.rules.briscola.actions import Sign
from game.rules.briscola.options import BriscolaOptions
from game.rules.briscola.phases import HAND_SIZE, BriscolaTrickPhase, get_sides
from game.rules.briscola_family import CARD_POINTS, RANKING
from game.rules.game import Game, ScoreSum, Sides, Standing, Tally, share_win


def make_pack(options: Options, seats: int) -> tuple[Card, ...]:
    """Return the pack: 40 cards, without one two for three seats, without all four for six."""
    assert isinstance(options, BriscolaOptions)
    if seats == 3:
        return remove_card(ITALIAN_PACK, get_card("2", options.three_player_two))
    if seats == 6:
        return tuple(card for card in ITALIAN_PACK if card.rank != "2")
    return ITALIAN_PACK


def deal(
    options: Options, seats: int, dealer: int, pack: tuple[Card, ...], _earlier_results: tuple[DealResult, ...]
) -> PhaseStep:
    """Return the first phase of a deal and its events: three cards to each seat, the next turned up.

    ``pack``: the top card first. The rest is the stock; the turned card is drawn last.
    """
    assert isinstance(options, BriscolaOptions)
    playing_order = order_seats_from(tuple(range(seats)), (dealer + 1) % seats)
    dealt_count = HAND_SIZE * seats
    hands = deal_hands(pack, seats, dealer, HAND_SIZE)
    turned_card = pack[dealt_count]
    phase = BriscolaTrickPhase(
        options=options,
        seats=seats,
        dealer=dealer,
        hands=hands,
        trick=Trick(playing_order),
        trump=turned_card.suit,
        turned_card=turned_card,
        stock=(*pack[dealt_count + 1 :], turned_card),
    )
    return PhaseStep(phase, (CardsDealt(dealer, hands), TrumpCardTurned(turned_card)))


def compute_standing(options: Options, added: ScoreSum) -> Standing:
    """Return the number of deals won by each seat; the first side with ``deals_to_win`` wins.

    ``winners`` is () as long as the match goes on.
    """
    assert isinstance(options, BriscolaOptions)
    totals = added.scores
    winners = tuple(seat for seat, total in enumerate(totals) if total >= options.deals_to_win)
    return Standing(totals=totals, is_over=bool(winners), winners=winners)


def tally_by_card_points(result: DealResult, sides: Sides) -> Tally:
    """Return a tally in the card points of a seat's side; 60-60 and other ties share the win.

    No seat wins if more than 60 points are needed and no side has them.
    """
    side_points = {seat: sum(result.points[mate] for mate in side) for side in sides for seat in side}
    seats = range(len(result.points))
    best_seats = [seat for seat in seats if side_points[seat] == max(side_points.values())]
    has_winner = result.reasons[-1].code != "nobody_over_60"
    return Tally(
        tuple(float(side_points[seat]) for seat in seats), share_win(best_seats if has_winner else (), len(seats))
    )


SIGN_NAMES: Final = {
    "asso": N_("the ace of trumps"), "tre": N_("the three of trumps"), "re": N_("the king of trumps"),
    "cavallo": N_("the knight of trumps"), "fante": N_("the jack of trumps"), "carico": N_("a carico (ace or three)"),
    "niente": N_("nothing good"),
}  # fmt: skip

MESSAGES: Final[Mapping[str, str]] = {
    "preset_classic": N_("Classic"),
    "signs_off": N_("signs are off at this table"),
    "signs_no_partner": N_("you have no partner to signal to"),
    "signs_first_trick": N_("no chat and no signs during the first trick"),
    "signs_one_a_turn": N_("you can make only one sign per turn"),
    "swap_off": N_("the exchange is off at this table"),
    "swap_stock_gone": N_("you can't exchange anymore: the turned card has been drawn"),
    "swap_not_held": N_("you need {card:the} for the exchange"),
    "swap_no_trick": N_("you must win a trick before you can exchange"),
    "side_points": N_("{seats}: {points} points"),
    "turned_60": N_("{seats} had more than half the points after trick {number}"),
    "turned_60You": N_("you had more than half the points after trick {number}"),
    "turned_mostYou": N_("you had {points} points after trick {number}: nobody else got that many"),
    "turned_most": N_("{seats} had {points} points after trick {number}: nobody else got that many"),
    "rung_cards": N_("{kind}"),
    "over_60": N_("{points} points, more than 60: the deal goes to {seats}"),
    "sixty_all": N_("60 all: nobody scores"),
    "nobody_over_60": N_("nobody has more than 60 points: nobody scores"),
    "tie_at_top": N_("tie for first at {points}: nobody scores"),
    "most_points": N_("most points ({points}): the deal goes to {seats}"),
    "do_sign": N_("signaling {sign}"),
    **{f"sign_{sign}": words for sign, words in SIGN_NAMES.items()},
}

BRISCOLA: Final = Game(
    id="briscola",
    title=N_("Briscola"),
    code_letter="B",
    seat_counts=(2, 3, 4, 5, 6),
    is_clockwise=False,
    presets={"classic": BriscolaOptions()},
    actions=(Sign, Swap),
    make_pack=make_pack,
    get_sides=get_sides,
    deal=deal,
    compute_standing=compute_standing,
    ranking=RANKING,
    card_points=CARD_POINTS,
    messages=MESSAGES,
    tally_deal=tally_by_card_points,
)
