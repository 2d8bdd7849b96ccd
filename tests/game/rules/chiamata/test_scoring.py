"""Result, score and end of a match (docs/rules.md, "Briscola chiamata"); the worked examples 1-6."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from game.cli.replay import build_summary
from game.core.actions import Deal
from game.core.cards import ITALIAN_PACK, Card, parse_cards
from game.core.events import Event, PlayerPassed
from game.core.messages import Reason
from game.core.options import change_options
from game.core.phase import DealResult, DecisiveTrick, ScoreLine
from game.core.trick_taking import CompletedTrick, Trick
from game.match.match import Match, create_match, replace
from game.match.record import replay_deal_results
from game.rules import GAMES
from game.rules.chiamata.actions import Call
from game.rules.chiamata.auction import AuctionPhase, find_annulling_rule
from game.rules.chiamata.calls import find_forced_suits
from game.rules.chiamata.events import AuctionWon, CalledCardNamed, CallMade, PartnerRevealed, SoloCalled
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.scoring import (
    Contract,
    compute_base_stakes,
    get_contract_outcome,
    get_points_multiplier,
    score_deal,
)
from game.rules.chiamata.statistics_entries import list_stat_entries
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.rules.game import Tally, sum_scores
from game.rules.statistics_entries import StatEntry
from game.text.messages import format_reason
from tests.game.rules.chiamata.deals import ALL_PASS_ACTIONS, DEALT_HANDS, deal_hands
from tests.helpers import (
    PLAYER_NAMES,
    PlayoutMoment,
    deal_chiamata,
    make_record,
    parse_seat_action,
    play,
)
from tests.pairwise_tables import make_pairwise_tables
from tests.playouts import play_deals
from tests.rows import check_rows

PRESETS = ("regolamento", "online")


def make_raised_auction(points: int) -> tuple[str, ...]:
    """Return an auction that seat 0 wins with a 2 and these points."""
    return ("0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass", f"0 call 2 {points}", "1 pass")


PLAIN_AUCTION = ("0 call Q", *ALL_PASS_ACTIONS)
"""An auction that seat 0 wins with a plain call; Qd is with seat 1, 2d with seat 3."""


def play_to_points(match: Match, caller_points: int) -> Match:
    """Return a deal of `DEALT_HANDS` played to its end so that the caller's side takes exactly these points.

    Raise AssertionError if no random play of 3,000 does.
    """
    start = match.phase
    assert isinstance(start, ChiamataTrickPhase)
    side = {start.contract.caller, start.find_partner()}
    for seed in range(3000):
        rng, phase = Random(seed), match.phase
        while isinstance(phase, ChiamataTrickPhase):
            phase = phase.apply_unchecked(rng.choice(phase.candidate_actions())).phase
        assert phase is not None
        if sum(points for seat, points in enumerate(phase.count_points()) if seat in side) == caller_points:
            assert phase.result is not None
            return replace(match, phase=phase, results=(phase.result,))
    raise AssertionError(f"no way found to take {caller_points}")


@lru_cache
def compute_scores(
    preset: str, auction: tuple[str, ...], suit: str, caller_points: int, **changes: Any
) -> tuple[int, ...]:
    """Return the scores of seats 0 (the caller) to 4."""
    match = play(deal_hands(preset=preset, **changes), *auction, *([f"0 name {suit}"] if suit else []))
    return play_to_points(match, caller_points).get_deal_result().scores


# -- worked examples -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_example_1_plain_contract_scores(preset: str) -> None:
    assert compute_scores(preset, PLAIN_AUCTION, "d", 75) == (2, 1, -1, -1, -1)
    assert compute_scores(preset, PLAIN_AUCTION, "d", 59) == (-2, -1, 1, 1, 1)
    assert compute_scores(preset, PLAIN_AUCTION, "d", 61) == (2, 1, -1, -1, -1)


def test_example_2_sixty_points_each() -> None:
    assert compute_scores("regolamento", PLAIN_AUCTION, "d", 60) == (0, 0, 0, 0, 0)
    assert compute_scores("online", PLAIN_AUCTION, "d", 60) == (2, 1, -1, -1, -1)
    for preset in PRESETS:
        assert compute_scores(preset, PLAIN_AUCTION, "d", 60, sixty_all="draw") == (0, 0, 0, 0, 0)
        assert compute_scores(preset, PLAIN_AUCTION, "d", 60, sixty_all="caller") == (2, 1, -1, -1, -1)
        assert compute_scores(preset, PLAIN_AUCTION, "d", 60, sixty_all="defenders") == (-2, -1, 1, 1, 1)


def test_example_3_points_contract_scores() -> None:
    assert compute_scores("regolamento", make_raised_auction(62), "d", 62) == (4, -2, -2, 2, -2)
    assert compute_scores("online", make_raised_auction(62), "d", 62) == (2, -1, -1, 1, -1)
    assert compute_scores("regolamento", make_raised_auction(70), "d", 69) == (-4, 2, 2, -2, 2)
    assert compute_scores("online", make_raised_auction(70), "d", 69) == (-2, 1, 1, -1, 1)


def test_example_4_triple_points_contract_scores() -> None:
    assert compute_scores("regolamento", make_raised_auction(80), "d", 80) == (6, -3, -3, 3, -3)
    assert compute_scores("regolamento", make_raised_auction(80), "d", 80, triple_as_printed=True) == (6, -4, -4, 4, -4)
    assert compute_scores("online", make_raised_auction(80), "d", 80) == (4, -2, -2, 2, -2)


SEVEN_TRUMP_HANDS = ("Ad 3d Kd Qd Jd 7d 6d 2d", "3h 3s 3c Ks Kc Kh Qh Jh", "4d Qs Qc Js Jc 7s 7c 6s", "5d Ac Ah 5s")


@check_rows("preset", PRESETS)
def test_example_5_contract_in_mano_scores(preset: str) -> None:
    match = play(deal_hands(preset=preset), "0 call K", *ALL_PASS_ACTIONS, "0 name d")
    assert play_to_points(match, 65).get_deal_result().scores == (4, -1, -1, -1, -1)
    assert play_to_points(match, 55).get_deal_result().scores == (-4, 1, 1, 1, 1)
    auction = ("0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass", "0 call 2 75", "1 pass", "0 name d")
    match = play(
        deal_chiamata(
            "Ad 3d Kd 7d 2d As Ks 4c", DEALT_HANDS[1], DEALT_HANDS[2], "2h" + DEALT_HANDS[3][2:], preset=preset
        ),
        *auction,
    )
    assert play_to_points(match, 75).get_deal_result().scores == (8, -2, -2, -2, -2)
    assert play_to_points(match, 74).get_deal_result().scores == (-8, 2, 2, 2, 2)


def play_all_tricks_for(winner: int, match: Match) -> DealResult:
    """Return the result of a deal in which this seat plays its trumps from the highest, and the others any card."""
    while match.is_deal_in_progress:
        match = match.apply(match.legal_actions()[0]).match
    result = match.get_deal_result()
    assert result.points[winner] == 120
    return result


@check_rows("preset", PRESETS)
def test_example_5_cappotto_by_defenders(preset: str) -> None:
    top = ("As Ks Qs Js 7c 6c 2h 4h", "Ad 3d Kd Qd Jd 7d 6d 5d", "4d 3s 3h 3c Kc Qc Jc 7s")
    match = deal_chiamata(*top, dealer=0, preset=preset, annul_poor_hand="off")
    match = play(match, "1 pass", "2 pass", "3 pass", "4 pass", "0 call 4", "0 name d")
    assert play_all_tricks_for(1, match).scores == (-4, 2, -2, 2, 2)


def test_example_6_poor_hand_and_forced_call() -> None:
    rules = ChiamataOptions(annul_poor_hand="lone_jack")
    assert find_annulling_rule(parse_cards("Jd 2d 4d 5d 6d 7d 2s 4s"), rules) == "lone_jack"
    assert find_annulling_rule(parse_cards("Jd Js 4d 5d 6d 7d 2s 4s"), rules) is None
    match = play(
        deal_chiamata("2d 4d As Ks Qs Js Ah Kc", preset="online"),
        "0 call 3",
        "1 call 2",
        "2 call 2 62",
        "3 pass",
        "4 pass",
    )
    phase = match.phase
    assert isinstance(phase, AuctionPhase)
    assert find_forced_suits(phase.hands[0], "5") == ("d",)
    assert match.illegal_reason(Call(0, "5", 64)) is None
    assert match.illegal_reason(Call(0, "6", 64)) is not None


# -- result ----------------------------------------------------------------------------------------


def make_contract(points: int | None = None, rank: Any = "2") -> Contract:
    return Contract(caller=0, rank=rank, points=points)


@check_rows("sixty_all", ["draw", "caller", "defenders"])
def test_points_contract_is_won_by_reaching_it_and_lost_below(sixty_all: Any) -> None:
    options = ChiamataOptions(sixty_all=sixty_all)
    for called_points in range(62, 121):
        for caller_points in range(121):
            assert get_contract_outcome(options, make_contract(called_points), caller_points) == (
                1 if caller_points >= called_points else -1
            )


@check_rows(("sixty_all", "sign"), [("draw", 0), ("caller", 1), ("defenders", -1)])
@check_rows("rank", ["2", "K", None])
def test_sixty_each_in_plain_contract_in_mano_and_solo(sixty_all: Any, sign: int, rank: Any) -> None:
    options = ChiamataOptions(sixty_all=sixty_all)
    assert [
        get_contract_outcome(options, make_contract(rank=rank), caller_points) for caller_points in (59, 60, 61)
    ] == [-1, sign, 1]


@check_rows(("sixty_all", "sign"), [("draw", 0), ("caller", 1), ("defenders", -1)])
def test_sixty_each_after_full_play_in_solo_and_in_mano(sixty_all: str, sign: int) -> None:
    expected = (4 * sign, -sign, -sign, -sign, -sign)
    solo = play(deal_hands(preset="online", sixty_all=sixty_all), "0 solo")
    assert play_to_points(solo, 60).get_deal_result().scores == expected
    in_mano = play(deal_hands(sixty_all=sixty_all), "0 call K", *ALL_PASS_ACTIONS, "0 name d")
    assert play_to_points(in_mano, 60).get_deal_result().scores == expected


def test_solo_needs_61_points_and_pays_like_in_mano() -> None:
    assert compute_scores("online", ("0 solo",), "", 61) == (4, -1, -1, -1, -1)
    assert compute_scores("online", ("0 solo",), "", 58) == (-4, 1, 1, 1, 1)


def test_solo_after_points_call_has_no_points_multiplier() -> None:
    auction = ("0 call 3", "1 call 2", "2 call 2 80", "3 pass", "4 pass", "0 solo")
    assert compute_scores("regolamento", auction, "", 61, solo=True) == (4, -1, -1, -1, -1)


def test_forced_contract_needs_and_pays_its_points() -> None:
    auction = ("0 pass", "1 call 3", "2 call 2", "3 call 4 62", "4 pass", "1 pass", "2 pass", "3 name d")
    match = play(deal_hands(forced_call=True), *auction)
    assert play_to_points(match, 62).get_deal_result().scores == (-2, -2, 2, 4, -2)
    assert play_to_points(match, 61).get_deal_result().scores == (2, 2, -2, -4, 2)


# -- ladders ---------------------------------------------------------------------------------------

LADDER_FROM_62 = {62: 2, 69: 2, 70: 2, 71: 2, 79: 2, 80: 3, 81: 3, 89: 3, 90: 4, 91: 4, 99: 4, 100: 5, 101: 5, 109: 5,
           110: 6, 111: 6, 119: 6, 120: 7}  # fmt: skip
LADDER_FROM_71 = {62: 1, 69: 1, 70: 1, 71: 2, 79: 2, 80: 2, 81: 3, 89: 3, 90: 3, 91: 4, 99: 4, 100: 4, 101: 5, 109: 5,
           110: 5, 111: 6, 119: 6, 120: 6}  # fmt: skip


@check_rows(
    ("ladder", "times"),
    [("from_62", LADDER_FROM_62), ("from_71", LADDER_FROM_71), ("none", dict.fromkeys(LADDER_FROM_62, 1))],
)
def test_points_multiplier_changes_at_every_boundary(ladder: Any, times: dict[int, int]) -> None:
    options = ChiamataOptions(points_ladder=ladder)
    assert {points: get_points_multiplier(options, make_contract(points)) for points in times} == times
    assert (
        get_points_multiplier(options, make_contract()) == get_points_multiplier(options, make_contract(rank=None)) == 1
    )
    steps = [get_points_multiplier(options, make_contract(points)) for points in range(62, 121)]
    assert steps == sorted(steps)


def test_presets_use_their_points_ladders() -> None:
    presets = GAMES["chiamata"].presets
    assert [presets[name].points_ladder for name in PRESETS] == ["from_62", "from_71"]  # type: ignore[attr-defined]


@check_rows(("ladder", "triple"), [("from_62", range(80, 90)), ("from_71", range(81, 91)), ("none", range(0))])
def test_triple_as_printed_applies_only_to_times_three_with_partner(ladder: Any, triple: range) -> None:
    printed = ChiamataOptions(points_ladder=ladder, triple_as_printed=True)
    plain = ChiamataOptions(points_ladder=ladder)
    for points in (None, *range(62, 121)):
        assert compute_base_stakes(printed, make_contract(points), True) == compute_base_stakes(
            plain, make_contract(points), True
        )
        if points in triple:
            assert compute_base_stakes(printed, make_contract(points), False) == (6, 4, 4)
            assert compute_base_stakes(plain, make_contract(points), False) == (6, 3, 3)
        else:
            assert compute_base_stakes(printed, make_contract(points), False) == compute_base_stakes(
                plain, make_contract(points), False
            )


# -- cappotto --------------------------------------------------------------------------------------


def play_cappotto(points: int | None, **changes: Any) -> DealResult:
    """Return the result of a deal in which seat 0 takes all 120 points with seven trumps.

    The partner is seat 2 with the 4, or seat 3 with the 5.
    """
    match = deal_chiamata(*SEVEN_TRUMP_HANDS, annul_poor_hand="off", forced_call=True, **changes)
    if points is None:
        match = play(match, "0 call 5", *ALL_PASS_ACTIONS, "0 name d")
    else:
        match = play(
            match, "0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass", f"0 call 4 {points}", "1 pass", "0 name d"
        )
    return play_all_tricks_for(0, match)


@check_rows("preset", PRESETS)
def test_cappotto_by_callers_side_doubles(preset: str) -> None:
    assert play_cappotto(None, preset=preset).scores == (4, -2, -2, 2, -2)


def test_cappotto_doubles_called_stakes() -> None:
    assert play_cappotto(62).scores == (8, -4, 4, -4, -4)
    assert play_cappotto(80).scores == (12, -6, 6, -6, -6)
    assert play_cappotto(120).scores == (28, -14, 14, -14, -14)
    assert play_cappotto(62, preset="online").scores == (4, -2, 2, -2, -2)


def test_cappotto_of_triple_as_printed_pays_12_8_8() -> None:
    assert play_cappotto(80, triple_as_printed=True).scores == (12, -8, 8, -8, -8)
    assert play_cappotto(81, triple_as_printed=True, preset="online").scores == (12, -8, 8, -8, -8)
    assert play_cappotto(80, triple_as_printed=True, preset="online").scores == (8, -4, 4, -4, -4)
    assert play_cappotto(90, triple_as_printed=True).scores == (16, -8, 8, -8, -8)


def test_cappotto_pays_in_in_mano_and_solo() -> None:
    match = deal_chiamata(*SEVEN_TRUMP_HANDS, annul_poor_hand="off", solo=True)
    assert play_all_tricks_for(0, play(match, "0 call A", *ALL_PASS_ACTIONS, "0 name d")).scores == (8, -2, -2, -2, -2)
    assert play_all_tricks_for(0, play(match, "0 solo")).scores == (8, -2, -2, -2, -2)


def test_highest_score_wins_in_simulations_and_tie_is_shared() -> None:
    def tally_scores(*scores: int, state: Any = "scored") -> Tally:
        result = DealResult(state=state, scores=scores, points=(0,) * 5, reasons=())
        return GAMES["chiamata"].tally_deal(result, tuple((seat,) for seat in range(5)))

    assert tally_scores(4, -1, -1, -1, -1) == Tally((4.0, -1.0, -1.0, -1.0, -1.0), (1.0, 0.0, 0.0, 0.0, 0.0))
    assert tally_scores(-4, 2, 2, -2, 2).wins == (0.0, 1 / 3, 1 / 3, 0.0, 1 / 3)
    assert tally_scores(0, 0, 0, 0, 0, state="void") == Tally((0.0,) * 5, (0.0,) * 5)


# -- shares of the seats ----------------------------------------------------------------------------

CALLED_KING = Card("Kd")
REVEALED_BY_CALLER = (PartnerRevealed(0, CALLED_KING),)
REVEALED_BY_PARTNER = (PartnerRevealed(3, CALLED_KING),)


@check_rows(("events", "scores", "roles", "call"), [
    (
        (CallMade(1, "3", None), CallMade(0, "K", None), PlayerPassed(1), AuctionWon(0),
         CalledCardNamed(0, CALLED_KING), *REVEALED_BY_PARTNER),
        (2, -1, -1, 1, -1), ("caller", "defender", "defender", "partner", "defender"), ("K", 1.0, 61.0),
    ),
    (
        (CallMade(0, "2", None), CallMade(0, "2", 70), CallMade(1, "2", 71), CallMade(0, "2", 72),
         AuctionWon(0), *REVEALED_BY_PARTNER),
        (-4, 2, 2, -2, 2), ("caller", "defender", "defender", "partner", "defender"), ("2", 0.0, 72.0),
    ),
    ((CallMade(0, "K", None), AuctionWon(0), *REVEALED_BY_CALLER), (4, -1, -1, -1, -1), ("alone", *("defender",) * 4),
     ("K", 1.0, 61.0)),
    ((CallMade(0, "K", None), AuctionWon(0), *REVEALED_BY_PARTNER), (0,) * 5,
     ("caller", *("defender",) * 2, "partner", "defender"), ("K", 0.0, 61.0)),
    ((SoloCalled(0),), (-4, 1, 1, 1, 1), ("alone", *("defender",) * 4), ("solo", 0.0, 61.0)),
    ((CallMade(0, "2", 80), CallMade(1, "2", 81), SoloCalled(0)), (4, -1, -1, -1, -1), ("alone", *("defender",) * 4),
     ("solo", 1.0, 61.0)),
])  # fmt: skip
def test_statistics_give_role_of_each_seat_and_call(
    events: tuple[Event, ...], scores: tuple[int, ...], roles: tuple[str, ...], call: tuple[str, float, float]
) -> None:
    result = DealResult(state="scored", scores=scores, points=(0,) * 5, reasons=())
    entries = [
        StatEntry("role", role, float(score > 0), float(score)) for role, score in zip(roles, scores, strict=True)
    ]
    assert list_stat_entries(events, result) == (
        (entries[0], StatEntry("call", *call)),
        *((entry,) for entry in entries[1:]),
    )


# -- score lines -------------------------------------------------------------------------------------


def test_reasons_describe_the_deal_as_a_sum() -> None:
    match = play_to_points(play(deal_hands(), *make_raised_auction(62), "0 name d"), 62)
    lines = [format_reason(reason, PLAYER_NAMES[:5]) for reason in match.get_deal_result().reasons]
    assert lines[:2] == ["Anna called the two of coins: 62 points needed", "partner: Dino"]
    assert len([line for line in lines if line.startswith("trick ")]) == 8
    assert lines[9].endswith("caller's side 62, defenders 58")
    assert lines[10:] == [
        "Dino played the called card, the two of coins, in trick 1",
        "the caller's side reached 62 points in trick 8",
        "caller's side 62, defenders 58", "contract made",
        "Anna: caller with a partner (2)",
        "Anna: 62 points needed (× 2 = 4)",
        "Anna: contract made (4)",
        "Dino: partner, half the caller's points (2)",
        "Bruno, Carla and Elsa: each defender (−2)",
        "Anna +4, Bruno −2, Carla −2, Dino +2, Elsa −2; sum 0",
    ]  # fmt: skip


def play_deciding_trick(
    *tricks: tuple[int, int], partner: int | None = 3, points: int | None = None, **changes: Any
) -> DealResult:
    """Return the result of a deal of caller 0 in which the king is played in the second trick.

    ``tricks``: (winner, points) of each; without a partner it is a solo.
    """
    done = tuple(
        CompletedTrick(Trick((3,), (CALLED_KING,) if index == 1 else ()), seat, worth)
        for index, (seat, worth) in enumerate(tricks)
    )
    contract = Contract(caller=0, rank=None if partner is None else "K", points=points)
    return score_deal(
        change_options(ChiamataOptions(), changes), contract, None if partner is None else CALLED_KING, partner, done, 5
    )


CONTRACT_MADE_REASON = [("turned_called", {"number": 2, "seat": 3, "called": Card("Kd")}, 1)]


@check_rows(("tricks", "changes", "turned"), [
    (((0, 30), (1, 20), (3, 31), (1, 39)), {},
     [*CONTRACT_MADE_REASON, ("turned_made", {"number": 3, "points": 61}, 2)]),
    (((0, 30), (1, 20), (3, 30), (2, 39), (4, 1)), {}, CONTRACT_MADE_REASON),
    (((1, 30), (2, 30), (0, 60)), {}, CONTRACT_MADE_REASON),
    (((1, 30), (2, 30), (0, 60)), {"sixty_all": "caller"}, CONTRACT_MADE_REASON),
    (((1, 30), (2, 29), (4, 1), (0, 60)), {"sixty_all": "defenders"},
     [*CONTRACT_MADE_REASON, ("turned_lost", {"number": 3, "points": 61}, 2)]),
    (((1, 60), (0, 60)), {"points": 62}, [*CONTRACT_MADE_REASON, ("turned_lost", {"number": 1, "points": 62}, 0)]),
    (((0, 41), (1, 40), (4, 39)), {"points": 80},
     [*CONTRACT_MADE_REASON, ("turned_lost", {"number": 3, "points": 80}, 2)]),
    (((0, 41), (3, 39), (4, 40)), {"points": 80},
     [*CONTRACT_MADE_REASON, ("turned_made", {"number": 2, "points": 80}, 1)]),
    (((0, 30), (3, 30), (0, 31), (1, 29)), {"partner": None}, [("turned_made", {"number": 3, "points": 61}, 2)]),
    (((0, 30), (3, 61), (0, 29)), {"partner": None}, [("turned_lost", {"number": 2, "points": 61}, 1)]),
])  # fmt: skip
def test_deal_has_called_card_and_final_deciding_trick(
    tricks: tuple[tuple[int, int], ...], changes: dict[str, Any], turned: list[tuple[str, dict[str, Any], int]]
) -> None:
    result = play_deciding_trick(*tricks, **changes)
    assert [
        (reason.code, reason.values, reason.trick_index)
        for reason in result.reasons
        if isinstance(reason, DecisiveTrick)
    ] == turned


@check_rows(("changes", "ours", "code"), [
    ({}, 61, "line_made"), ({}, 59, "line_lost"), ({}, 60, "line_sixty_draw"),
    ({"sixty_all": "caller"}, 60, "line_sixty_caller"), ({"sixty_all": "defenders"}, 60, "line_sixty_defenders"),
    ({"points": 62}, 60, "line_lost"), ({"points": 62}, 62, "line_made"),
])  # fmt: skip
def test_contract_result_is_given_with_points_of_both_sides(changes: dict[str, Any], ours: int, code: str) -> None:
    result = play_deciding_trick((3, ours), (2, 120 - ours), **changes)
    points = Reason("line_points", {"ours": ours, "theirs": 120 - ours})
    index = result.reasons.index(points)
    assert result.reasons[index + 1] == Reason(code)
    trick_values = [reason.values for reason in result.reasons if reason.code == "line_trick"]
    assert trick_values == [
        {"number": 1, "seat": 3, "points": ours, "ours": ours, "theirs": 0},
        {"number": 2, "seat": 2, "points": 120 - ours, "ours": ours, "theirs": 120 - ours},
    ]


STAKE_EXAMPLES = [
    ({}, 61, [("rung_base", (2,), 2, (0,)), ("rung_made", (1,), 2, (0,)), ("rung_partner", (1,), 1, (3,)),
              ("rung_each", (-1,), -1, (1, 2, 4))]),
    ({"points": 80}, 79, [("rung_base", (2,), 2, (0,)), ("rung_asked", (3,), 6, (0,)), ("rung_lost", (-1,), -6, (0,)),
                          ("rung_partner", (-3,), -3, (3,)), ("rung_each", (3,), 3, (1, 2, 4))]),
    ({"points": 80, "triple_as_printed": True}, 120,
     [("rung_base", (2,), 2, (0,)), ("rung_asked", (3,), 6, (0,)), ("rung_cappotto", (2,), 12, (0,)),
      ("rung_made", (1,), 12, (0,)), ("rung_partner_printed", (8,), 8, (3,)), ("rung_each", (-8,), -8, (1, 2, 4))]),
    ({"points": 80, "triple_as_printed": True, "partner": 0}, 80,
     [("rung_base_alone", (4,), 4, (0,)), ("rung_asked", (3,), 12, (0,)), ("rung_made", (1,), 12, (0,)),
      ("rung_each_alone", (-3,), -3, (1, 2, 3, 4))]),
    ({"partner": None}, 59, [("rung_base_alone", (4,), 4, (0,)), ("rung_lost", (-1,), -4, (0,)),
                          ("rung_each_alone", (1,), 1, (1, 2, 3, 4))]),
    ({}, 60, []),
]  # fmt: skip


@check_rows(("changes", "ours", "rungs"), STAKE_EXAMPLES)
def test_stake_is_explained_step_by_step(changes: dict[str, Any], ours: int, rungs: list[Any]) -> None:
    result = play_deciding_trick((0, ours), (2, 120 - ours), **changes)
    assert [
        (reason.code, reason.factors, reason.total, reason.seats)
        for reason in result.reasons
        if isinstance(reason, ScoreLine)
    ] == rungs
    assert {reason.operator for reason in result.reasons if isinstance(reason, ScoreLine) and reason.seats != (0,)} <= {
        "+"
    }


def test_replay_json_has_a_whole_deal() -> None:
    match = deal_hands(preset="online", match_deals=1)
    assert match.phase is not None
    start = create_match("chiamata", match.options, 5, 4)
    hands = [hand.split() for hand in DEALT_HANDS]
    pack = tuple(Card(hand[index]) for index in range(8) for hand in hands)
    moments = [*replay_moments(start, pack, [*PLAIN_AUCTION, "0 name d"])]
    record = make_record(start, moments, "online")
    ended, deals = replay_deal_results(record)
    document = build_summary(record, ended, deals)
    assert sorted(document) == ["deals", "game", "over", "seats", "totals", "winners"]
    only = document["deals"][0]
    assert (document["game"], only["state"], document["over"]) == ("chiamata", "scored", True)
    assert sum(only["points"]) == 120
    assert document["totals"] == only["scores"]
    assert document["winners"] == [seat for seat in range(5) if only["scores"][seat] == max(only["scores"])]
    assert "Anna called the knight of coins: 61 points needed; partner: Bruno; trick 1: " in only["why"]
    assert only["why"].endswith("; sum 0")


def replay_moments(match: Match, pack: tuple[Card, ...], texts: list[str]) -> Iterator[PlayoutMoment]:
    step = match.apply(Deal(pack))
    yield PlayoutMoment(Deal(pack), match, *step)
    match = step.match
    for text in texts:
        action = parse_seat_action(match, text)
        step = match.apply(action)
        yield PlayoutMoment(action, match, *step)
        match = step.match
    while match.is_deal_in_progress:
        action = match.legal_actions()[0]
        step = match.apply(action)
        yield PlayoutMoment(action, match, *step)
        match = step.match


# -- the match -------------------------------------------------------------------------------------


def compute_standing_after(options: ChiamataOptions, *deals: tuple[int, ...]) -> Any:
    done = tuple(
        DealResult(state="scored" if any(seat_scores) else "void", scores=seat_scores, points=(0,) * 5, reasons=())
        for seat_scores in deals
    )
    return GAMES["chiamata"].compute_standing(options, sum_scores(5, done))


CALLER_WON_SCORES = (2, 1, -1, -1, -1)


@check_rows("count", [1, 5, 10, 20])
def test_match_deals_option_counts_scored_deals_only(count: Any) -> None:
    options = ChiamataOptions(match_deals=count)
    nothing = (0,) * 5
    assert not compute_standing_after(options, *[CALLER_WON_SCORES] * (count - 1), nothing, nothing).is_over
    standing = compute_standing_after(options, nothing, *[CALLER_WON_SCORES] * count)
    assert (standing.is_over, standing.winners, standing.totals[0]) == (True, (0,), 2 * count)


def test_a_drawn_deal_counts_as_scored() -> None:
    match = play_to_points(play(deal_hands(match_deals=1), *PLAIN_AUCTION, "0 name d"), 60)
    assert match.get_deal_result().state == "scored"
    assert match.is_over
    assert match.standing.winners == (0, 1, 2, 3, 4)


@check_rows("target", [5, 7, 11])
def test_match_ends_at_target_or_deal_count_whichever_is_first(target: Any) -> None:
    options = ChiamataOptions(match_target=target)
    deals = [CALLER_WON_SCORES] * ((target - 1) // 2)
    assert not compute_standing_after(options, *deals).is_over
    assert compute_standing_after(options, *deals, CALLER_WON_SCORES).is_over
    assert compute_standing_after(ChiamataOptions(match_target=target, match_deals=1), CALLER_WON_SCORES).is_over
    assert not compute_standing_after(ChiamataOptions(match_target="off"), *[CALLER_WON_SCORES] * 9).is_over


def test_tied_leaders_share_the_win() -> None:
    standing = compute_standing_after(
        ChiamataOptions(match_deals=5), *[CALLER_WON_SCORES] * 2, *[(-1, 1, -2, 1, 1)] * 2, (0, 0, -1, 0, 1)
    )
    assert standing.totals == (2, 4, -7, 0, 1)
    standing = compute_standing_after(ChiamataOptions(match_target=5), (4, 4, -4, -2, -2), (2, 2, -1, -1, -2))
    assert (standing.is_over, standing.winners) == (True, (0, 1))


# -- properties ------------------------------------------------------------------------------------


@check_rows("table", make_pairwise_tables("chiamata"))
def test_scores_add_up_to_zero_calls_rise_and_auctions_end(table: Any) -> None:
    for deal in play_deals(table).deals:
        call_count = 0
        for moment in deal:
            phase = moment.match.phase
            assert bool(moment.match.legal_actions()) == moment.match.is_deal_in_progress
            if isinstance(phase, AuctionPhase):
                call_count += 1
                assert call_count <= 5 + 10 + 59
                are_calls_ordered(phase)
        result = moment.match.get_deal_result()
        if result.state == "scored":
            assert sum(result.points) == 120
            assert sum(result.scores) == 0 or getattr(table.options, "triple_as_printed", False)


def are_calls_ordered(phase: AuctionPhase) -> None:
    ranks = "A3KQJ76542"
    calls_made = [call for call in phase.calls if isinstance(call, Call)]
    heights = [(ranks.index(call.rank), 0) if call.points is None else (10, call.points) for call in calls_made]
    assert heights == sorted(set(heights))
    assert len(set(phase.passed_seats)) == len(phase.passed_seats)


@check_rows("preset", PRESETS)
def test_only_triple_as_printed_scores_do_not_add_up_to_zero(preset: str) -> None:
    base = GAMES["chiamata"].presets[preset]
    for printed in (False, True):
        options = change_options(base, {"triple_as_printed": printed})
        assert isinstance(options, ChiamataOptions)
        for points in (None, *range(62, 121)):
            high, middle, low = compute_base_stakes(options, make_contract(points), False)
            times = get_points_multiplier(options, make_contract(points))
            assert (high + middle - 3 * low == 0) == (not printed or times != 3)
            high, middle, low = compute_base_stakes(options, make_contract(points), True)
            assert (high - 4 * low, middle) == (0, 0)


def test_dealt_hands_contain_whole_pack() -> None:
    assert sorted(" ".join(DEALT_HANDS).split()) == sorted(map(str, ITALIAN_PACK))
