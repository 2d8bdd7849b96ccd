"""Computer players of Spades with partners: legal choices from the observation alone, also before they see a card."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from game.ai.advice import explain_actions
from game.ai.levels import list_levels
from game.ai.time_limit import TimeLimit
from game.match.match import Match
from game.match.observation import observe
from game.rules.spades.actions import BidBlindNil, LookAtHand
from game.rules.spades.phases import BiddingPhase
from tests.helpers import QUICK_LEVELS, choose_without_time_limit, make_match, play_random_actions
from tests.rows import check_rows

SHORT_TIME_LIMIT = TimeLimit(50, lambda: 0.0)


def iter_turns(seed: int, deals: int = 3) -> Iterator[Match]:
    match = make_match("spades", "partners", seats=4, blind_nil=True)
    for moment in play_random_actions(match, seed, deals):
        if moment.match.turn is not None:
            yield moment.match


def is_blind_nil_open(match: Match) -> bool:
    return isinstance(match.phase, BiddingPhase) and match.phase.is_blind_nil_open


@check_rows("level", QUICK_LEVELS)
def test_quick_levels_choose_legally(level: str) -> None:
    for seed in range(6):
        for match in iter_turns(seed):
            view = observe(match, match.turn)
            assert choose_without_time_limit(level, view, Random(seed)) in view.legal_actions


@check_rows("level", [level for level in list_levels("spades") if level not in QUICK_LEVELS])
def test_strong_levels_choose_legally(level: str) -> None:
    matches = [match for match in iter_turns(1) if isinstance(match.phase, BiddingPhase)]
    matches += list(iter_turns(2, 1))[4::12]
    for match in matches:
        view = observe(match, match.turn)
        assert choose_without_time_limit(level, view, Random(1)) in view.legal_actions


@check_rows("level", [level for level in list_levels("spades") if level != "random"])
def test_player_who_has_not_seen_the_hand_looks(level: str) -> None:
    match = next(match for seed in range(9) for match in iter_turns(seed) if is_blind_nil_open(match))
    assert match.turn is not None
    assert choose_without_time_limit(level, observe(match, match.turn), Random(1)) == LookAtHand(match.turn)


def test_hint_prefers_to_look_and_explains_both_choices() -> None:
    match = next(match for seed in range(9) for match in iter_turns(seed) if is_blind_nil_open(match))
    assert match.turn is not None
    estimates = explain_actions(observe(match, match.turn), SHORT_TIME_LIMIT, Random(1))
    assert [estimate.action for estimate in estimates] == [LookAtHand(match.turn), BidBlindNil(match.turn)]
    assert all(estimate.reasons for estimate in estimates)
