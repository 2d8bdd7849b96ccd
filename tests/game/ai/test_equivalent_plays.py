"""No foolish plays: of equivalent cards, every level above novice plays the natural one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from game.ai.advice import compute_advice
from game.ai.equivalent_plays import merge_equivalent_plays, remove_dominated_plays
from game.ai.game_ai_info import ERROR_PRONE_LEVELS
from game.ai.levels import list_levels
from game.ai.registry import GAME_AIS
from game.core.actions import Action, Play
from game.core.cards import Card, parse_cards
from game.core.trick_taking import CompletedTrick, Trick, TrickPhase, find_trick_winner, replace
from game.match.match import Match
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.shuffling.shuffle import derive_random
from tests.game.ai.spades.last_tricks import make_last_tricks
from tests.game.rules.muscio.deals import apply_phrases as declared
from tests.game.rules.muscio.deals import deal_muscio
from tests.helpers import (
    DETERMINISTIC_TIME_LIMIT,
    TableSetup,
    choose_without_time_limit,
    deal_briscola,
    deal_chiamata,
    make_match,
    play,
    play_random_actions,
)
from tests.pairwise_tables import PAIRWISE_TABLES
from tests.rows import check_rows

PRESET_TABLES = [
    TableSetup(game.id, preset, base, seats)
    for game in GAMES.values() for preset, base in game.presets.items() for seats in game.get_seat_counts(preset)
]  # fmt: skip


def list_sensible_cards(match: Match) -> set[str]:
    """Return the cards of the seat on turn without the dominated ones."""
    view = observe(match, match.turn)
    left = remove_dominated_plays(view, GAME_AIS[match.game_id].equivalence_rules).legal_actions
    return {action.card.name for action in left if isinstance(action, Play)}


# -- adjacent cards --------------------------------------------------------------------------------


def iter_turns(match: Match, seed: object, deals: int = 1) -> Iterator[Match]:
    """Yield each turn in the trick play of random deals."""
    for moment in play_random_actions(match, seed, deals):
        if isinstance(moment.match.phase, TrickPhase) and moment.match.is_deal_in_progress:
            yield moment.match


def play_out_with_swapped_cards(match: Match, play: Play, other: Play, rng: Random) -> tuple[Match, Match]:
    """Play the deal to its end at random after ``play``, and after ``other`` with the two cards exchanged."""
    swapped: dict[Action, Action] = {play: other, other: play}
    left, right = match.apply(play).match, match.apply(other).match
    while left.is_deal_in_progress:
        action = rng.choice(left.legal_actions())
        twin = swapped.get(action, action)
        assert twin in right.legal_actions()
        left, right = left.apply(action).match, right.apply(twin).match
    return left, right


@pytest.mark.slow
@check_rows("table", PAIRWISE_TABLES)
def test_adjacent_cards_lead_to_same_result_in_any_deal(table: TableSetup) -> None:
    for match in iter_turns(table.create_match(), ("touch", str(table))):
        view = observe(match, match.turn)
        _view, same = merge_equivalent_plays(view, GAME_AIS[match.game_id].equivalence_rules)
        for other, card in same.items():
            left, right = play_out_with_swapped_cards(match, card, other, derive_random(1, str(card), str(other)))
            assert left.get_deal_result().scores == right.get_deal_result().scores
            assert left.get_deal_result().points == right.get_deal_result().points


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_advice_values_adjacent_cards_equally(game: str) -> None:
    advice_count = 0
    for match in iter_turns(make_match(game, seats=GAMES[game].proposed_seat_count), "advice", 6):
        view = observe(match, match.turn)
        _view, same = merge_equivalent_plays(view, GAME_AIS[game].equivalence_rules)
        if same and advice_count < 4:
            advice_count += 1
            worth = {item.action: item.estimate.value for item in compute_advice(view, DETERMINISTIC_TIME_LIMIT)}
            assert set(worth) >= {item for item in view.legal_actions if isinstance(item, Play)}
            assert all(worth[other] == worth[item] for other, item in same.items())
    assert advice_count


# -- dominated plays -------------------------------------------------------------------------------


def is_winning_card(phase: TrickPhase, card: Card) -> bool:
    """Return whether the card would take the trick if no card followed."""
    if phase.is_played_face_down(card):
        return False
    trick = phase.trick.seen_by(None)
    so_far = Trick(trick.seats[: len(trick.cards) + 1], (*trick.cards, card))
    return find_trick_winner(so_far, phase.ranking, phase.trump) == phase.trick.next_seat


def list_unseen_cards(view: Observation, phase: TrickPhase) -> set[Card]:
    """Return the cards of the pack that the seat neither has nor has seen played."""
    fallen = {card for taken in phase.completed_tricks for card in taken.trick.cards}
    assert view.seat is not None
    return set(GAMES[view.game_id].make_pack(view.options, view.seats)) - fallen - {*phase.hands[view.seat]}


def is_dominated_play(view: Observation, chosen: Play) -> bool:
    """Return whether an equivalent lower card of the suit with the same points was legal.

    Cards are equivalent if only cards of the seat or played ones are between them, if both lose this trick, or if both
    surely take it.
    """
    phase, card = view.phase, chosen.card
    assert isinstance(phase, TrickPhase)
    called = phase.called_card if isinstance(phase, ChiamataTrickPhase) else None
    lower = [
        action.card for action in view.legal_actions
        if isinstance(action, Play) and action.card.suit == card.suit and called not in (action.card, card)
        and phase.ranking.index(action.card.rank) > phase.ranking.index(card.rank)
        and phase.card_points.get(action.card.rank) == phase.card_points.get(card.rank)
    ]  # fmt: skip
    last = len(phase.trick.cards) + 1 == len(phase.trick.seats)
    out = list_unseen_cards(view, phase)
    for action in lower:
        between = phase.ranking[phase.ranking.index(card.rank) + 1 : phase.ranking.index(action.rank)]
        if not any(held.suit == card.suit and held.rank in between for held in (*out, *phase.trick.cards)):
            return True
        if not is_winning_card(phase, card) or (last and is_winning_card(phase, action)):
            return True
    return False


def is_higher_card_clearly_worth_keeping(view: Observation) -> bool:
    """Return whether the higher of two cards is clearly worth more later.

    That is unknown if both players know all cards, for the called card, and before trump is named.
    """
    phase = view.phase
    if not isinstance(phase, TrickPhase) or (
        view.game_id == "briscola" and view.seats == 2 and not phase.cards_to_draw
    ):
        return False
    return view.game_id != "chiamata" or bool(phase.completed_tricks)


@pytest.mark.slow
@pytest.mark.parametrize("table", PRESET_TABLES, ids=str)
def test_no_level_from_club_up_makes_a_dominated_play(table: TableSetup) -> None:
    levels = [level for level in list_levels(table.game) if level not in ERROR_PRONE_LEVELS]
    rng, checked_count = derive_random(7, str(table)), 0
    for number, match in enumerate(iter_turns(table.create_match(), ("foolish", str(table)), 6)):
        view = observe(match, match.turn)
        plays = [action for action in view.legal_actions if isinstance(action, Play)]
        if not is_higher_card_clearly_worth_keeping(view) or not any(
            is_dominated_play(view, action) for action in plays
        ):
            continue
        checked_count += 1
        if checked_count > 12:
            return
        chosen = choose_without_time_limit(levels[number % len(levels)], view, rng)
        assert not isinstance(chosen, Play) or not is_dominated_play(view, chosen)
    assert checked_count


def test_novice_makes_dominated_plays() -> None:
    foolish = 0
    for match in iter_turns(make_match("spades", seats=4), "beginner", 3):
        view = observe(match, match.turn)
        chosen = choose_without_time_limit("novice", view, Random(1))
        foolish += isinstance(chosen, Play) and is_dominated_play(view, chosen)
    assert foolish


def test_low_spade_is_played_under_a_joker() -> None:
    match = make_last_tricks("BJ 3d", "Ks 4s", "As 3s", "Qs 6s", bids=(1, 1, 1, 1))
    assert list_sensible_cards(play(match, "0 play BJ")) == {"4s"}


def test_last_player_wins_with_cheapest_winning_card() -> None:
    match = make_last_tricks("9d 3d", "Td 4h", "2d 3s", "Ad Qd", bids=(1, 1, 1, 1))
    assert list_sensible_cards(play(match, "0 play 9d", "1 play Td", "2 play 2d")) == {"Qd"}


def test_no_ace_is_played_on_a_trick_that_must_be_trumped() -> None:
    match = play(make_last_tricks("2d 9d", "Ad 5d", "3s 4s", bids=(1, 1, 1)), "0 play 2d")
    assert list_sensible_cards(match) == {"Ad", "5d"}
    phase = match.phase
    assert isinstance(phase, TrickPhase)
    ruffed = CompletedTrick(Trick((0, 1, 2), parse_cards("3d 4d 6s")), 2, 1)
    shown = replace(match, phase=replace(phase, completed_tricks=(*phase.completed_tricks, ruffed)))
    assert list_sensible_cards(shown) == {"5d"}, (
        "the last has shown no diamonds, and nothing but spades is left for him"
    )


def test_nil_bidder_discards_highest_losing_card() -> None:
    match = make_last_tricks("Ad 3d", "Kd 4d", "9d 5h", "Qd 6h", bids=(1, 0, 1, 1), nil=True)
    assert list_sensible_cards(play(match, "0 play Ad")) == {"Kd"}


def test_no_play_is_removed_while_another_player_bids_nil() -> None:
    match = make_last_tricks("Ad 3d", "Kd 4d", "9d 5h", "Qd 6h", bids=(1, 1, 0, 1), nil=True)
    assert list_sensible_cards(play(match, "0 play Ad")) == {"Kd", "4d"}


def test_exchangeable_trump_is_not_equivalent_to_others() -> None:
    hands = ("7d 6d 4c", "2h 4h 5s")
    assert list_sensible_cards(deal_briscola("Ad", *hands)) == {"6d", "4c"}
    assert list_sensible_cards(deal_briscola("Ad", *hands, trump_exchange="seven")) == {"7d", "6d", "4c"}


def test_called_card_is_not_equivalent_to_others() -> None:
    match = deal_chiamata("Ad 3d Kd Qd Jd As 3s Ks", "6d 5d Kh Qh Jh Kc Qc Jc", annul_poor_hand="off")
    match = play(match, "0 call 6", *(f"{seat} pass" for seat in (1, 2, 3, 4)), "0 name d", "0 play Ad")
    assert {"6d", "5d"} <= list_sensible_cards(match)


def test_lowest_card_of_a_suit_is_played_face_down() -> None:
    match = declared(deal_muscio("Ad", "Kh 3h 4s 5s 6s", "Kd 3d 4c 5c 6c", "Qd 4d 7s 7c Js"), "in", "in", "in", "keep")
    assert list_sensible_cards(match) == {"3h", "4s"}
