"""Equivalent cards lead to the same result, and plays that another one dominates are not considered."""

from __future__ import annotations

from random import Random

from game.ai.equivalent_plays import merge_equivalent_plays, remove_dominated_plays
from game.ai.registry import GAME_AIS
from game.core.actions import Action, Play
from game.core.cards import parse_cards
from game.core.trick_taking import CompletedTrick, Trick, TrickPhase, replace
from game.match.match import Match
from game.match.observation import observe
from game.shuffling.shuffle import derive_random
from tests.game.ai.spades.last_tricks import make_last_tricks
from tests.game.rules.chiamata.deals import ALL_PASS_ACTIONS
from tests.game.rules.muscio.deals import apply_phrases, deal_muscio
from tests.helpers import TableSetup, deal_briscola, deal_chiamata, play, play_random_actions
from tests.lanes import choose_sample, long_test
from tests.pairwise_tables import PAIRWISE_TABLES
from tests.rows import check_rows


def list_sensible_cards(match: Match) -> set[str]:
    """Return the cards of the seat on turn without the dominated ones."""
    view = observe(match, match.turn)
    left = remove_dominated_plays(view, GAME_AIS[match.game_id].equivalence_rules).legal_actions
    return {action.card.name for action in left if isinstance(action, Play)}


# -- adjacent cards --------------------------------------------------------------------------------


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


@long_test
@check_rows("table", choose_sample(PAIRWISE_TABLES, 3, 1))
def test_adjacent_cards_lead_to_same_result_in_any_deal(table: TableSetup) -> None:
    for moment in play_random_actions(table.create_match(), ("touch", str(table))):
        match, view = moment.match, observe(moment.match, moment.match.turn)
        if not isinstance(match.phase, TrickPhase):
            continue
        _view, same = merge_equivalent_plays(view, GAME_AIS[match.game_id].equivalence_rules)
        for other, card in same.items():
            left, right = play_out_with_swapped_cards(match, card, other, derive_random(1, str(card), str(other)))
            left_result, right_result = left.get_deal_result(), right.get_deal_result()
            assert (left_result.scores, left_result.points) == (right_result.scores, right_result.points)


# -- dominated plays -------------------------------------------------------------------------------


@check_rows(("hands", "bids", "actions", "cards"), [
    # A low spade under a joker, the cheapest winning card of the last player, the highest losing card of a nil.
    (("BJ 3d", "Ks 4s", "As 3s", "Qs 6s"), (1, 1, 1, 1), ("0 play BJ",), {"4s"}),
    (("9d 3d", "Td 4h", "2d 3s", "Ad Qd"), (1, 1, 1, 1), ("0 play 9d", "1 play Td", "2 play 2d"), {"Qd"}),
    (("Ad 3d", "Kd 4d", "9d 5h", "Qd 6h"), (1, 0, 1, 1), ("0 play Ad",), {"Kd"}),
    # Nothing is removed while another player bids nil.
    (("Ad 3d", "Kd 4d", "9d 5h", "Qd 6h"), (1, 1, 0, 1), ("0 play Ad",), {"Kd", "4d"}),
])  # fmt: skip
def test_dominated_cards_of_spades_are_removed(
    hands: tuple[str, ...], bids: tuple[int, ...], actions: tuple[str, ...], cards: set[str]
) -> None:
    match = make_last_tricks(*hands, bids=bids, nil=0 in bids)
    assert list_sensible_cards(play(match, *actions)) == cards


def test_no_ace_is_played_on_a_trick_that_must_be_trumped() -> None:
    match = play(make_last_tricks("2d 9d", "Ad 5d", "3s 4s", bids=(1, 1, 1)), "0 play 2d")
    assert list_sensible_cards(match) == {"Ad", "5d"}
    phase = match.phase
    assert isinstance(phase, TrickPhase)
    ruffed = CompletedTrick(Trick((0, 1, 2), parse_cards("3d 4d 6s")), 2, 1)
    shown = replace(match, phase=replace(phase, completed_tricks=(*phase.completed_tricks, ruffed)))
    assert list_sensible_cards(shown) == {"5d"}, "the last has shown no diamonds, so that only spades are left"


def test_exchangeable_trump_is_not_equivalent_to_others() -> None:
    hands = ("7d 6d 4c", "2h 4h 5s")
    assert list_sensible_cards(deal_briscola("Ad", *hands)) == {"6d", "4c"}
    assert list_sensible_cards(deal_briscola("Ad", *hands, trump_exchange="seven")) == {"7d", "6d", "4c"}


def test_called_card_is_not_equivalent_to_others() -> None:
    match = deal_chiamata("Ad 3d Kd Qd Jd As 3s Ks", "6d 5d Kh Qh Jh Kc Qc Jc", annul_poor_hand="off")
    match = play(match, "0 call 6", *ALL_PASS_ACTIONS, "0 name d", "0 play Ad")
    assert {"6d", "5d"} <= list_sensible_cards(match)


def test_lowest_card_of_a_suit_is_played_face_down() -> None:
    match = deal_muscio("Ad", "Kh 3h 4s 5s 6s", "Kd 3d 4c 5c 6c", "Qd 4d 7s 7c Js")
    assert list_sensible_cards(apply_phrases(match, "in", "in", "in", "keep")) == {"3h", "4s"}
