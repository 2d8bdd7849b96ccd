"""Registry entry of Muscio: deal, texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.core.actions import Pass, Swap
from game.core.cards import ITALIAN_PACK, Card
from game.core.messages import N_
from game.core.options import Options
from game.core.phase import DealResult, PhaseStep
from game.rules.game import Game, Sides, Tally, share_win
from game.rules.muscio.actions import Forfeit, KeepTurnedCard, LayBlinde, Misdeal, PlayDeal, Stand, TakeBlinde
from game.rules.muscio.declarations import HandDealingPhase
from game.rules.muscio.options import MuscioOptions
from game.rules.muscio.scoring import RANKING, compute_standing
from game.rules.muscio.statistics_entries import STAT_CATEGORIES, list_stat_entries


def deal(
    options: Options, seats: int, dealer: int, pack: tuple[Card, ...], _earlier_results: tuple[DealResult, ...]
) -> PhaseStep:
    """Return the first phase of a deal and its events: forehand declares.

    With ``hand_dealing`` the dealer lays the cards out first. ``pack``: the top card first.
    """
    assert isinstance(options, MuscioOptions)
    dealing_phase = HandDealingPhase(options=options, seats=seats, dealer=dealer, stock=pack)
    return PhaseStep(dealing_phase, ()) if options.hand_dealing else dealing_phase.apply_unchecked(LayBlinde(dealer))


def tally_by_points_taken_off(result: DealResult, _sides: Sides) -> Tally:
    """Return a tally in points taken off the score, of which the most win; equal ones share the win.

    No seat wins if the deal takes no points off.
    """
    lowest_score = min(result.scores)
    best_seats = [seat for seat, score in enumerate(result.scores) if score == lowest_score < 0]
    return Tally(tuple(float(-score) for score in result.scores), share_win(best_seats, len(result.scores)))


MESSAGES: Final[Mapping[str, str]] = {
    "preset_gattorna": N_("Gattorna"),
    "lay_first": N_("the cards must be dealt first: the blinde before one's own five"),
    "not_the_dealer": N_("{seat} deals"),
    "hand_dealing_off": N_("this table does not deal by hand"),
    "dealt_already": N_("the cards are dealt already"),
    "declare_first": N_("the declarations are on: play, pass or take the blinde"),
    "blinde_taken": N_("{seat} has taken the blinde"),
    "exchange_first": N_("the dealer has the turned trump to take or to leave first"),
    "swap_what": N_("the card given for the turned trump must be named"),
    "stand_first": N_("with two at play, who may forfeit must first say whether he does"),
    "trump_tricks": N_("in the first two tricks a trump must be played"),
    "lead_highest": N_("in the first two tricks of two, the highest card of the suit must be led: {card:the}"),
    "follow": N_("{suit} are led and must be followed"),
    "must_trump": N_("who cannot follow must play a trump"),
    "nobody_plays": N_("everybody passed: the next seat deals"),
    "misdeal": N_("{seat} took his own five before the blinde was laid: the next seat deals"),
    "do_in": N_("play"),
    "do_blinde": N_("play with the blinde"),
    "do_keep": N_("leave the turned trump"),
    "do_forfeit": N_("forfeit"),
    "do_stand": N_("stand"),
    "do_lay": N_("lay the blinde"),
    "do_misdeal": N_("take one's own five first"),
    "PlayDeclared": N_("{seat} plays"),
    "BlindeTaken": N_("{seat} plays with the blinde: {cards}"),
    "BlindeTakenHidden": N_("{seat} plays with the blinde"),
    "GattaShown": N_("{seat} shows a gatta of {points}: {cards}"),
    "TurnedCardSwappedHidden": N_("{seat} takes the turned card, {taken}"),
    "TurnedCardSwappedFaceDown": N_("{seat} takes the turned card, {taken}, and puts {given} away face down"),
    "TurnedCardKept": N_("{seat} leaves the turned trump"),
    "DealForfeited": N_("{seat} forfeits"),
    "PlayerStood": N_("{seat} stands"),
    "DealMisdealt": N_("{seat} deals wrongly: the blinde was not laid"),
    "CardPlayedFaceDown": N_("{seat} plays {card} face down"),
    "CardPlayedHidden": N_("{seat} plays a card face down"),
    "PlayDeclaredYou": N_("you play"),
    "BlindeTakenYou": N_("you play with the blinde: {cards}"),
    "BlindeTakenHiddenYou": N_("you play with the blinde"),
    "GattaShownYou": N_("you show a gatta of {points}: {cards}"),
    "TurnedCardSwappedHiddenYou": N_("you take the turned card, {taken}"),
    "TurnedCardSwappedFaceDownYou": N_("you take the turned card, {taken}, and put {given} away face down"),
    "TurnedCardKeptYou": N_("you leave the turned trump"),
    "DealForfeitedYou": N_("you forfeit"),
    "PlayerStoodYou": N_("you stand"),
    "DealMisdealtYou": N_("you deal wrongly: the blinde was not laid"),
    "CardPlayedFaceDownYou": N_("you play {card} face down"),
    "CardPlayedHiddenYou": N_("you play a card face down"),
    "FaceDownCardsShown": N_("the cards played face down are shown: {cards}, by {seats}"),
    "gatta_of_dealer": N_("a gatta of five trumps and the turned one"),
    "gatta_of_trumps": N_("a gatta of trumps"),
    "gatta_plain": N_("a gatta of another suit"),
    "rung_pays": N_("pays the gatta"),
    "rung_passed": N_("passed: less to pay"),
    "alone": N_("alone at play"),
    "forfeit": N_("forfeits and stays there"),
    "forfeit_other": N_("the other one forfeits"),
    "why_taken_off": N_("{points} off the score, on average"),
    "why_added": N_("{points} added to the score, on average"),
    "why_unchanged": N_("changes nothing, on average"),
    "why_pass": N_("whoever passes loses points only to a gatta"),
    "why_forfeit": N_("takes {points} off the other's score and leaves one's own as it is"),
    "why_trump_more": N_("with {taken:the} there is one trump more in hand"),
    "line_tricks": N_("tricks taken, one off for each"),
    "line_no_trick": N_("at play, and no trick"),
    "line_passers": N_("passed: unchanged"),
    "line_changes": N_("in all: {scores}"),
}

MUSCIO: Final = Game(
    id="muscio",
    title=N_("Muscio"),
    code_letter="M",
    seat_counts=(3, 4, 5, 6),
    default_seat_count=4,
    is_clockwise=True,
    presets={"gattorna": MuscioOptions()},
    actions=(PlayDeal, Pass, TakeBlinde, Swap, KeepTurnedCard, Forfeit, Stand, LayBlinde, Misdeal),
    make_pack=lambda _options, _seats: ITALIAN_PACK,
    get_sides=lambda _options, seats: tuple((seat,) for seat in range(seats)),
    deal=deal,
    compute_standing=compute_standing,
    ranking=RANKING,
    messages=MESSAGES,
    is_lower_total_better=True,
    tally_deal=tally_by_points_taken_off,
    list_stat_entries=list_stat_entries,
    stat_categories=STAT_CATEGORIES,
)
