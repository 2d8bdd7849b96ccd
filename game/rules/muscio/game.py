"""Muscio as the registry has it: the deal, the words of its reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.engine.actions import Pass, Swap
from game.engine.cards import ITALIAN_PACK, Card
from game.engine.options import Options
from game.engine.phases import DealResult, Step
from game.i18n import N_
from game.rules.game import Game, Sides, Tally, shared
from game.rules.muscio.actions import Blinde, Forfeit, In, Keep, Lay, Misdeal, Stand
from game.rules.muscio.declaring import DealByHand
from game.rules.muscio.lesson import LESSON
from game.rules.muscio.options import MuscioOptions
from game.rules.muscio.parts import GROUPS, parts
from game.rules.muscio.score import RANKING, standing


def deal(options: Options, seats: int, dealer: int, pack: tuple[Card, ...], _earlier: tuple[DealResult, ...]) -> Step:
    """The cards dealt, forehand to speak; with `hand_dealing` the dealer has yet to lay them out."""
    assert isinstance(options, MuscioOptions)
    by_hand = DealByHand(options=options, seats=seats, dealer=dealer, stock=pack)
    return Step(by_hand, ()) if options.hand_dealing else by_hand.do(Lay(dealer))


def by_taken_off(result: DealResult, _sides: Sides) -> Tally:
    """The points taken off are the unit, and the most win; nobody, if a deal takes none off."""
    low = min(result.scores)
    best = [seat for seat, score in enumerate(result.scores) if score == low < 0]
    return Tally(tuple(float(-score) for score in result.scores), shared(best, len(result.scores)))


WORDS: Final[Mapping[str, str]] = {
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
    "Declared": N_("{seat} plays"),
    "BlindeTaken": N_("{seat} plays with the blinde: {cards}"),
    "BlindeTakenHidden": N_("{seat} plays with the blinde"),
    "Gatta": N_("{seat} shows a gatta of {points}: {cards}"),
    "SwappedHidden": N_("{seat} takes the turned card, {taken}"),
    "SwappedFaceDown": N_("{seat} takes the turned card, {taken}, and puts {given} away face down"),
    "Kept": N_("{seat} leaves the turned trump"),
    "Forfeited": N_("{seat} forfeits"),
    "Stood": N_("{seat} stands"),
    "Misdealt": N_("{seat} deals wrongly: the blinde was not laid"),
    "PlayedFaceDown": N_("{seat} plays {card} face down"),
    "PlayedHidden": N_("{seat} plays a card face down"),
    "DeclaredYou": N_("you play"),
    "BlindeTakenYou": N_("you play with the blinde: {cards}"),
    "BlindeTakenHiddenYou": N_("you play with the blinde"),
    "GattaYou": N_("you show a gatta of {points}: {cards}"),
    "SwappedHiddenYou": N_("you take the turned card, {taken}"),
    "SwappedFaceDownYou": N_("you take the turned card, {taken}, and put {given} away face down"),
    "KeptYou": N_("you leave the turned trump"),
    "ForfeitedYou": N_("you forfeit"),
    "StoodYou": N_("you stand"),
    "MisdealtYou": N_("you deal wrongly: the blinde was not laid"),
    "PlayedFaceDownYou": N_("you play {card} face down"),
    "PlayedHiddenYou": N_("you play a card face down"),
    "Uncovered": N_("the cards played face down are shown: {cards}, by {seats}"),
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
    name="muscio",
    title=N_("Muscio"),
    code_letter="M",
    seats=(3, 4, 5, 6),
    usual=4,
    clockwise=True,
    presets={"gattorna": MuscioOptions()},
    actions=(In, Pass, Blinde, Swap, Keep, Forfeit, Stand, Lay, Misdeal),
    pack_for=lambda _options, _seats: ITALIAN_PACK,
    sides_for=lambda _options, seats: tuple((seat,) for seat in range(seats)),
    deal=deal,
    standing=standing,
    draw_ranking=RANKING,
    words=WORDS,
    counts_down=True,
    tally=by_taken_off,
    parts=parts,
    groups=GROUPS,
    lesson=LESSON,
)
