"""Briscola as the registry has it: packs, the deal, the standing, the words of its reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.engine.actions import Swap
from game.engine.cards import ITALIAN_PACK, Card, card, without
from game.engine.events import Dealt, Turned
from game.engine.options import Options
from game.engine.phases import DealResult, Step
from game.engine.tricks import Trick, deal_round, in_order
from game.i18n import N_
from game.rules.briscola.actions import Sign
from game.rules.briscola.lesson import LESSON
from game.rules.briscola.options import BriscolaOptions
from game.rules.briscola.play import HAND_SIZE, BriscolaTricks, sides_for
from game.rules.briscola.words import SIGN_NAMES
from game.rules.family import RANKING, VALUES
from game.rules.game import Game, ScoreSum, Sides, Standing, Tally, shared


def pack_for(options: Options, seats: int) -> tuple[Card, ...]:
    """The pack for so many seats: 40 cards less one two (three seats) or all four (six)."""
    assert isinstance(options, BriscolaOptions)
    if seats == 3:
        return without(ITALIAN_PACK, card("2", options.three_player_two))
    if seats == 6:
        return tuple(c for c in ITALIAN_PACK if c.rank != "2")
    return ITALIAN_PACK


def deal(options: Options, seats: int, dealer: int, pack: tuple[Card, ...], _earlier: tuple[DealResult, ...]) -> Step:
    """Three cards each, one at a time from forehand; the next is turned; the rest is the stock."""
    assert isinstance(options, BriscolaOptions)
    everyone = in_order(tuple(range(seats)), (dealer + 1) % seats)
    given = HAND_SIZE * seats
    hands = deal_round(pack, seats, dealer, HAND_SIZE)
    turned = pack[given]
    state = BriscolaTricks(
        options=options, seats=seats, dealer=dealer, hands=hands, trick=Trick(everyone),
        trump=turned.suit, turned=turned, stock=(*pack[given + 1 :], turned),
    )  # fmt: skip
    return Step(state, (Dealt(dealer, hands), Turned(turned)))


def standing(options: Options, added: ScoreSum) -> Standing:
    """Deals won by each seat; the first side with enough of them wins the match."""
    assert isinstance(options, BriscolaOptions)
    totals = added.scores
    winners = tuple(seat for seat, total in enumerate(totals) if total >= options.deals_to_win)
    return Standing(totals=totals, over=bool(winners), winners=winners)


def by_points(result: DealResult, sides: Sides) -> Tally:
    """The card points of a seat's side are the unit; a shared top, 60-60 too, is a shared win."""
    sums = {seat: sum(result.points[mate] for mate in side) for side in sides for seat in side}
    seats = range(len(result.points))
    best = [seat for seat in seats if sums[seat] == max(sums.values())]
    won = result.why[-1].code != "nobody_over_60"
    return Tally(tuple(float(sums[seat]) for seat in seats), shared(best if won else (), len(seats)))


WORDS: Final[Mapping[str, str]] = {
    "preset_classic": N_("Classic"),
    "signs_off": N_("this table plays without signs"),
    "signs_no_partner": N_("there is no partner to make a sign to"),
    "signs_first_trick": N_("no talking and no signs during the first trick"),
    "signs_one_a_turn": N_("one sign a turn"),
    "swap_off": N_("this table plays without the exchange"),
    "swap_stock_gone": N_("the turned card no longer lies under the stock"),
    "swap_not_held": N_("the exchange needs {card:the}, which is not in hand"),
    "swap_no_trick": N_("only who has taken a trick may exchange"),
    "side_points": N_("{seats}: {points} points"),
    "turned_60": N_("with trick {number} {seats} had more than {points} points"),
    "turned_most": N_("with trick {number} {seats} had more than the {points} points of the next best"),
    "rung_cards": N_("{kind}"),
    "over_60": N_("{points} is more than 60: the deal goes to {seats}"),
    "sixty_all": N_("60 all: nobody scores"),
    "nobody_over_60": N_("nobody has more than 60 points: nobody scores"),
    "tie_at_top": N_("the highest total, {points}, is shared: nobody scores"),
    "most_points": N_("most points, {points}: the deal goes to {seats}"),
    "do_sign": N_("sign: {sign}"),
    **{f"sign_{sign}": words for sign, words in SIGN_NAMES.items()},
}

BRISCOLA: Final = Game(
    name="briscola",
    title=N_("Briscola"),
    code_letter="B",
    seats=(2, 3, 4, 5, 6),
    clockwise=False,
    presets={"classic": BriscolaOptions()},
    actions=(Sign, Swap),
    pack_for=pack_for,
    sides_for=sides_for,
    deal=deal,
    standing=standing,
    draw_ranking=RANKING,
    values=VALUES,
    words=WORDS,
    tally=by_points,
    lesson=LESSON,
)
