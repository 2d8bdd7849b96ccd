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
from game.rules.muscio.statistics_entries import DEAL_VALUE_LABEL, STAT_CATEGORIES, list_stat_entries


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
    "preset_gattorna": N_("Gattorna village rules"),
    "lay_first": N_("deal the blinde first, then your own five cards"),
    "not_the_dealer": N_("you can't deal, because it's {seat}'s deal"),
    "hand_dealing_off": N_("cards aren't dealt by hand at this table"),
    "dealt_already": N_("the cards have already been dealt"),
    "declare_first": N_("declare first: play, pass or take the blinde"),
    "blinde_taken": N_("you can't take the blinde, because {seat} already has it"),
    "exchange_first": N_("take or leave the turned card first"),
    "swap_what": N_("choose a card to exchange for the turned card"),
    "stand_first": N_("with two players left, first choose to stay in or forfeit"),
    "trump_tricks": N_("you must play a trump in the first two tricks"),
    "lead_highest": N_(
        "with two players left, your lead in the first two tricks must be your highest card in its suit: {card:the}"
    ),
    "follow": N_("you must follow suit: {suit}"),
    "must_trump": N_("you can't follow suit: play a trump"),
    "nobody_plays": N_("everyone passed: the next player deals"),
    "misdeal": N_("misdeal: {seat} didn't put down the blinde first, so the next player deals"),
    "do_in": N_("playing"),
    "do_blinde": N_("playing with the blinde"),
    "do_keep": N_("leaving the turned card"),
    "do_forfeit": N_("forfeiting"),
    "do_stand": N_("staying in"),
    "do_lay": N_("putting down the blinde"),
    "do_misdeal": N_("dealing your own cards first"),
    "PlayDeclared": N_("{seat} plays"),
    "BlindeTaken": N_("{seat} plays with the blinde: {cards}"),
    "BlindeTakenHidden": N_("{seat} plays with the blinde"),
    "GattaShown": N_("{seat} shows a gatta worth {points}: {cards}"),
    "TurnedCardSwappedHidden": N_("{seat} takes the turned card, {taken:the}"),
    "TurnedCardSwappedFaceDown": N_("{seat} takes the turned card, {taken:the}, and discards {given:the} face down"),
    "TurnedCardKept": N_("{seat} leaves the turned card"),
    "DealForfeited": N_("{seat} forfeits"),
    "PlayerStood": N_("{seat} stays in"),
    "DealMisdealt": N_("{seat} misdeals: the blinde wasn't put down first"),
    "CardPlayedFaceDown": N_("{seat} plays {card:the} face down"),
    "CardPlayedHidden": N_("{seat} plays a card face down"),
    "PlayDeclaredYou": N_("you play"),
    "BlindeTakenYou": N_("you play with the blinde: {cards}"),
    "BlindeTakenHiddenYou": N_("you play with the blinde"),
    "GattaShownYou": N_("you show a gatta worth {points}: {cards}"),
    "TurnedCardSwappedHiddenYou": N_("you take the turned card, {taken:the}"),
    "TurnedCardSwappedFaceDownYou": N_("you take the turned card, {taken:the}, and discard {given:the} face down"),
    "TurnedCardKeptYou": N_("you leave the turned card"),
    "DealForfeitedYou": N_("you forfeit"),
    "PlayerStoodYou": N_("you stay in"),
    "DealMisdealtYou": N_("misdeal: you didn't put down the blinde first"),
    "CardPlayedFaceDownYou": N_("you play {card:the} face down"),
    "CardPlayedHiddenYou": N_("you play a card face down"),
    "FaceDownCardsShown": N_("the face-down cards: {plays}"),
    "gatta_of_dealer": N_("gatta of five trumps and the turned card"),
    "gatta_of_trumps": N_("gatta of trumps"),
    "gatta_plain": N_("gatta of another suit"),
    "rung_pays": N_("gatta paid"),
    "rung_passed": N_("deducted for passing"),
    "alone": N_("nobody else played"),
    "forfeit": N_("forfeited, score unchanged"),
    "forfeit_other": N_("the opponent forfeited"),
    "line_tricks": N_("one point off per trick"),
    "line_no_trick": N_("played and took no tricks"),
    "line_passers": N_("passed, score unchanged"),
    "line_changes": N_("score changes: {scores}"),
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
    deal_value_label=DEAL_VALUE_LABEL,
    call_task_texts=(N_("Play or pass"), N_("Play or pass, then compare your choice with a strong player's.")),
)
