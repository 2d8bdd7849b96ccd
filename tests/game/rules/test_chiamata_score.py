"""rules.md, "Briscola chiamata": result, score and match end; the worked examples 1-6."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from game.commands.replay import summary
from game.engine.actions import Deal
from game.engine.cards import ITALIAN_PACK, Card, cards
from game.engine.events import Event, Passed
from game.engine.options import adapt
from game.engine.phases import DealResult, Reason, Rung, Turning
from game.engine.tricks import Taken, Trick
from game.match import Match, new_match, replace
from game.record import results
from game.rules import GAMES
from game.rules.chiamata.actions import Call
from game.rules.chiamata.auction import Auction, is_poor
from game.rules.chiamata.calls import forced_suits
from game.rules.chiamata.events import AuctionWon, Called, CalledSolo, Named, PartnerRevealed
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.parts import parts
from game.rules.chiamata.play import ChiamataTricks
from game.rules.chiamata.score import Contract, multiplier, outcome_of, pays, score
from game.rules.game import Tally, sum_scores
from game.rules.parts import Part
from game.words import say
from tests.game.rules.chiamata_tables import ALL_OUT, HANDS, table
from tests.helpers import NAMES, Moment, chiamata, play, playout, read_action, recorded
from tests.pairs import paired_tables

PRESETS = ("regolamento", "online")


def raised(points: int) -> tuple[str, ...]:
    """Seat 0 wins with `2 points`."""
    return ("0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass", f"0 call 2 {points}", "1 pass")


PLAIN = ("0 call Q", *ALL_OUT)
"""Seat 0 wins with a plain call; Qd is with seat 1, 2d with seat 3."""


def with_points(match: Match, ours: int) -> Match:
    """A deal of `HANDS` played to its end so that the caller's side takes exactly so many points."""
    start = match.phase
    assert isinstance(start, ChiamataTricks)
    side = {start.contract.caller, start.partner()}
    for seed in range(3000):
        rng, phase = Random(seed), match.phase
        while isinstance(phase, ChiamataTricks):
            phase = phase.do(rng.choice(phase.candidates())).state
        assert phase is not None
        if sum(points for seat, points in enumerate(phase.points()) if seat in side) == ours:
            assert phase.result is not None
            return replace(match, phase=phase, results=(phase.result,))
    raise AssertionError(f"no way found to take {ours}")


@lru_cache
def scores(preset: str, auction: tuple[str, ...], suit: str, ours: int, **changes: Any) -> tuple[int, ...]:
    """What seats 0 (the caller) to 4 score."""
    match = play(table(preset=preset, **changes), *auction, *([f"0 name {suit}"] if suit else []))
    return with_points(match, ours).deal_result().scores


# -- worked examples -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_example_1(preset: str) -> None:
    assert scores(preset, PLAIN, "d", 75) == (2, 1, -1, -1, -1)
    assert scores(preset, PLAIN, "d", 59) == (-2, -1, 1, 1, 1)
    assert scores(preset, PLAIN, "d", 61) == (2, 1, -1, -1, -1)


def test_example_2() -> None:
    assert scores("regolamento", PLAIN, "d", 60) == (0, 0, 0, 0, 0)
    assert scores("online", PLAIN, "d", 60) == (2, 1, -1, -1, -1)
    for preset in PRESETS:
        assert scores(preset, PLAIN, "d", 60, sixty_all="draw") == (0, 0, 0, 0, 0)
        assert scores(preset, PLAIN, "d", 60, sixty_all="caller") == (2, 1, -1, -1, -1)
        assert scores(preset, PLAIN, "d", 60, sixty_all="defenders") == (-2, -1, 1, 1, 1)


def test_example_3() -> None:
    assert scores("regolamento", raised(62), "d", 62) == (4, -2, -2, 2, -2)
    assert scores("online", raised(62), "d", 62) == (2, -1, -1, 1, -1)
    assert scores("regolamento", raised(70), "d", 69) == (-4, 2, 2, -2, 2)
    assert scores("online", raised(70), "d", 69) == (-2, 1, 1, -1, 1)


def test_example_4() -> None:
    assert scores("regolamento", raised(80), "d", 80) == (6, -3, -3, 3, -3)
    assert scores("regolamento", raised(80), "d", 80, triple_as_printed=True) == (6, -4, -4, 4, -4)
    assert scores("online", raised(80), "d", 80) == (4, -2, -2, 2, -2)


SEVEN_TRUMPS = ("Ad 3d Kd Qd Jd 7d 6d 2d", "3h 3s 3c Ks Kc Kh Qh Jh", "4d Qs Qc Js Jc 7s 7c 6s", "5d Ac Ah 5s")


@pytest.mark.parametrize("preset", PRESETS)
def test_example_5(preset: str) -> None:
    match = play(table(preset=preset), "0 call K", *ALL_OUT, "0 name d")
    assert with_points(match, 65).deal_result().scores == (4, -1, -1, -1, -1)
    assert with_points(match, 55).deal_result().scores == (-4, 1, 1, 1, 1)
    auction = ("0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass", "0 call 2 75", "1 pass", "0 name d")
    match = play(chiamata("Ad 3d Kd 7d 2d As Ks 4c", HANDS[1], HANDS[2], "2h" + HANDS[3][2:], preset=preset), *auction)
    assert with_points(match, 75).deal_result().scores == (8, -2, -2, -2, -2)
    assert with_points(match, 74).deal_result().scores == (-8, 2, 2, 2, 2)


def all_for(winner: int, match: Match) -> DealResult:
    """The seat plays its trumps from the top, the others what comes."""
    while match.deal_open:
        match = match.apply(match.legal()[0]).match
    result = match.deal_result()
    assert result.points[winner] == 120
    return result


@pytest.mark.parametrize("preset", PRESETS)
def test_example_5_cappotto_by_the_defenders(preset: str) -> None:
    top = ("As Ks Qs Js 7c 6c 2h 4h", "Ad 3d Kd Qd Jd 7d 6d 5d", "4d 3s 3h 3c Kc Qc Jc 7s")
    match = chiamata(*top, dealer=0, preset=preset, annul_poor_hand="off")
    match = play(match, "1 pass", "2 pass", "3 pass", "4 pass", "0 call 4", "0 name d")
    assert all_for(1, match).scores == (-4, 2, -2, 2, 2)


def test_example_6() -> None:
    rules = ChiamataOptions(annul_poor_hand="lone_jack")
    assert is_poor(cards("Jd 2d 4d 5d 6d 7d 2s 4s"), rules)
    assert not is_poor(cards("Jd Js 4d 5d 6d 7d 2s 4s"), rules)
    match = play(
        chiamata("2d 4d As Ks Qs Js Ah Kc", preset="online"), "0 call 3", "1 call 2", "2 call 2 62", "3 pass", "4 pass"
    )
    phase = match.phase
    assert isinstance(phase, Auction)
    assert forced_suits(phase.hands[0], "5") == ("d",)
    assert match.why_not(Call(0, "5", 64)) is None
    assert match.why_not(Call(0, "6", 64)) is not None


# -- result ----------------------------------------------------------------------------------------


def contract(points: int | None = None, rank: Any = "2") -> Contract:
    return Contract(caller=0, rank=rank, points=points)


@pytest.mark.parametrize("sixty_all", ["draw", "caller", "defenders"])
def test_under_a_points_contract_reaching_it_wins_and_anything_less_loses(sixty_all: Any) -> None:
    options = ChiamataOptions(sixty_all=sixty_all)
    for asked in range(62, 121):
        for ours in range(121):
            assert outcome_of(options, contract(asked), ours) == (1 if ours >= asked else -1)


@pytest.mark.parametrize(("sixty_all", "sign"), [("draw", 0), ("caller", 1), ("defenders", -1)])
@pytest.mark.parametrize("rank", ["2", "K", None])
def test_sixty_all_in_a_plain_contract_in_mano_and_solo(sixty_all: Any, sign: int, rank: Any) -> None:
    options = ChiamataOptions(sixty_all=sixty_all)
    assert [outcome_of(options, contract(rank=rank), ours) for ours in (59, 60, 61)] == [-1, sign, 1]


@pytest.mark.parametrize(("sixty_all", "sign"), [("draw", 0), ("caller", 1), ("defenders", -1)])
def test_sixty_all_played_out_in_solo_and_in_mano(sixty_all: str, sign: int) -> None:
    expected = (4 * sign, -sign, -sign, -sign, -sign)
    solo = play(table(preset="online", sixty_all=sixty_all), "0 solo")
    assert with_points(solo, 60).deal_result().scores == expected
    in_mano = play(table(sixty_all=sixty_all), "0 call K", *ALL_OUT, "0 name d")
    assert with_points(in_mano, 60).deal_result().scores == expected


def test_solo_asks_61_and_pays_as_in_mano() -> None:
    assert scores("online", ("0 solo",), "", 61) == (4, -1, -1, -1, -1)
    assert scores("online", ("0 solo",), "", 58) == (-4, 1, 1, 1, 1)


def test_solo_after_points_has_no_multiplier_from_them() -> None:
    auction = ("0 call 3", "1 call 2", "2 call 2 80", "3 pass", "4 pass", "0 solo")
    assert scores("regolamento", auction, "", 61, solo=True) == (4, -1, -1, -1, -1)


def test_a_forced_contract_asks_and_pays_its_points() -> None:
    auction = ("0 pass", "1 call 3", "2 call 2", "3 call 4 62", "4 pass", "1 pass", "2 pass", "3 name d")
    match = play(table(forced_call=True), *auction)
    assert with_points(match, 62).deal_result().scores == (-2, -2, 2, 4, -2)
    assert with_points(match, 61).deal_result().scores == (2, 2, -2, -4, 2)


# -- ladders ---------------------------------------------------------------------------------------

FROM_62 = {62: 2, 69: 2, 70: 2, 71: 2, 79: 2, 80: 3, 81: 3, 89: 3, 90: 4, 91: 4, 99: 4, 100: 5, 101: 5, 109: 5,
           110: 6, 111: 6, 119: 6, 120: 7}  # fmt: skip
FROM_71 = {62: 1, 69: 1, 70: 1, 71: 2, 79: 2, 80: 2, 81: 3, 89: 3, 90: 3, 91: 4, 99: 4, 100: 4, 101: 5, 109: 5,
           110: 5, 111: 6, 119: 6, 120: 6}  # fmt: skip


@pytest.mark.parametrize(
    ("ladder", "times"), [("from_62", FROM_62), ("from_71", FROM_71), ("none", dict.fromkeys(FROM_62, 1))]
)
def test_points_ladder_at_every_boundary(ladder: Any, times: dict[int, int]) -> None:
    options = ChiamataOptions(points_ladder=ladder)
    assert {points: multiplier(options, contract(points)) for points in times} == times
    assert multiplier(options, contract()) == multiplier(options, contract(rank=None)) == 1
    steps = [multiplier(options, contract(points)) for points in range(62, 121)]
    assert steps == sorted(steps)


def test_the_presets_have_their_ladders() -> None:
    presets = GAMES["chiamata"].presets
    assert [presets[name].points_ladder for name in PRESETS] == ["from_62", "from_71"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("ladder", "triple"), [("from_62", range(80, 90)), ("from_71", range(81, 91)), ("none", range(0))]
)
def test_triple_as_printed_only_at_times_three_and_only_with_a_partner(ladder: Any, triple: range) -> None:
    printed = ChiamataOptions(points_ladder=ladder, triple_as_printed=True)
    plain = ChiamataOptions(points_ladder=ladder)
    for points in (None, *range(62, 121)):
        assert pays(printed, contract(points), True) == pays(plain, contract(points), True)
        if points in triple:
            assert pays(printed, contract(points), False) == (6, 4, 4)
            assert pays(plain, contract(points), False) == (6, 3, 3)
        else:
            assert pays(printed, contract(points), False) == pays(plain, contract(points), False)


# -- cappotto --------------------------------------------------------------------------------------


def cappotto(points: int | None, **changes: Any) -> DealResult:
    """Seat 0 takes all 120 with seven trumps; seat 2 is the partner with the 4, or seat 3 with the 5."""
    match = chiamata(*SEVEN_TRUMPS, annul_poor_hand="off", forced_call=True, **changes)
    if points is None:
        match = play(match, "0 call 5", *ALL_OUT, "0 name d")
    else:
        match = play(
            match, "0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass", f"0 call 4 {points}", "1 pass", "0 name d"
        )
    return all_for(0, match)


@pytest.mark.parametrize("preset", PRESETS)
def test_cappotto_by_the_caller_s_side_doubles(preset: str) -> None:
    assert cappotto(None, preset=preset).scores == (4, -2, -2, 2, -2)


def test_cappotto_doubles_what_was_called() -> None:
    assert cappotto(62).scores == (8, -4, 4, -4, -4)
    assert cappotto(80).scores == (12, -6, 6, -6, -6)
    assert cappotto(120).scores == (28, -14, 14, -14, -14)
    assert cappotto(62, preset="online").scores == (4, -2, 2, -2, -2)


def test_cappotto_of_the_triple_as_printed_is_12_8_8() -> None:
    assert cappotto(80, triple_as_printed=True).scores == (12, -8, 8, -8, -8)
    assert cappotto(81, triple_as_printed=True, preset="online").scores == (12, -8, 8, -8, -8)
    assert cappotto(80, triple_as_printed=True, preset="online").scores == (8, -4, 4, -4, -4)
    assert cappotto(90, triple_as_printed=True).scores == (16, -8, 8, -8, -8)


def test_cappotto_in_mano_and_solo() -> None:
    match = chiamata(*SEVEN_TRUMPS, annul_poor_hand="off", solo=True)
    assert all_for(0, play(match, "0 call A", *ALL_OUT, "0 name d")).scores == (8, -2, -2, -2, -2)
    assert all_for(0, play(match, "0 solo")).scores == (8, -2, -2, -2, -2)


def test_in_the_count_of_many_deals_the_highest_score_of_a_scored_deal_wins_and_a_top_is_shared() -> None:
    def tallied(*scores: int, state: Any = "scored") -> Tally:
        result = DealResult(state=state, scores=scores, points=(0,) * 5, why=())
        return GAMES["chiamata"].tally(result, tuple((seat,) for seat in range(5)))

    assert tallied(4, -1, -1, -1, -1) == Tally((4.0, -1.0, -1.0, -1.0, -1.0), (1.0, 0.0, 0.0, 0.0, 0.0))
    assert tallied(-4, 2, 2, -2, 2).wins == (0.0, 1 / 3, 1 / 3, 0.0, 1 / 3)
    assert tallied(0, 0, 0, 0, 0, state="void") == Tally((0.0,) * 5, (0.0,) * 5)


# -- the part of each seat -------------------------------------------------------------------------

KING = Card("Kd")
HELD = (PartnerRevealed(0, KING),)
SHARED = (PartnerRevealed(3, KING),)


@pytest.mark.parametrize(("events", "scores", "roles", "call"), [
    (
        (Called(1, "3", None), Called(0, "K", None), Passed(1), AuctionWon(0), Named(0, KING), *SHARED),
        (2, -1, -1, 1, -1), ("caller", "defender", "defender", "partner", "defender"), ("K", 1.0, 61.0),
    ),
    (
        (Called(0, "2", None), Called(0, "2", 70), Called(1, "2", 71), Called(0, "2", 72), AuctionWon(0), *SHARED),
        (-4, 2, 2, -2, 2), ("caller", "defender", "defender", "partner", "defender"), ("2", 0.0, 72.0),
    ),
    ((Called(0, "K", None), AuctionWon(0), *HELD), (4, -1, -1, -1, -1), ("alone", *("defender",) * 4),
     ("K", 1.0, 61.0)),
    ((Called(0, "K", None), AuctionWon(0), *SHARED), (0,) * 5, ("caller", *("defender",) * 2, "partner", "defender"),
     ("K", 0.0, 61.0)),
    ((CalledSolo(0),), (-4, 1, 1, 1, 1), ("alone", *("defender",) * 4), ("solo", 0.0, 61.0)),
    ((Called(0, "2", 80), Called(1, "2", 81), CalledSolo(0)), (4, -1, -1, -1, -1), ("alone", *("defender",) * 4),
     ("solo", 1.0, 61.0)),
])  # fmt: skip
def test_the_part_of_each_seat_and_what_its_caller_called(
    events: tuple[Event, ...], scores: tuple[int, ...], roles: tuple[str, ...], call: tuple[str, float, float]
) -> None:
    result = DealResult(state="scored", scores=scores, points=(0,) * 5, why=())
    theirs = [Part("role", role, float(score > 0), float(score)) for role, score in zip(roles, scores, strict=True)]
    assert parts(events, result) == ((theirs[0], Part("call", *call)), *((one,) for one in theirs[1:]))


# -- the sum ---------------------------------------------------------------------------------------


def test_why_tells_the_deal_as_its_sum() -> None:
    match = with_points(play(table(), *raised(62), "0 name d"), 62)
    lines = [say(reason, NAMES[:5]) for reason in match.deal_result().why]
    assert lines[:2] == ["Anna called the two of coins: 62 points asked", "partner: Dino"]
    assert len([line for line in lines if line.startswith("trick ")]) == 8
    assert lines[9].endswith("caller's side 62, defenders 58")
    assert lines[10:] == [
        "in trick 1 the two of coins falls: Dino was dealt it",
        "with trick 8 the caller's side has its 62 points",
        "caller's side 62, defenders 58", "the contract is made",
        "Anna: with a partner, a caller plays for, 2 = 2",
        "Anna: 62 points were asked, × 2 = 4",
        "Anna: the contract is made: the caller gets it = 4",
        "Dino: the partner: half as much, 2 = 2",
        "Bruno, Carla and Elsa: each defender, -2 = -2",
        "Anna 4, Bruno -2, Carla -2, Dino 2, Elsa -2; in all 0",
    ]  # fmt: skip


def decided(*tricks: tuple[int, int], partner: int | None = 3, points: int | None = None, **changes: Any) -> DealResult:
    """A deal of caller 0, the king falling in the second trick: who took which points in each. No partner: solo."""
    done = tuple(Taken(Trick((3,), (KING,) if at == 1 else ()), seat, worth) for at, (seat, worth) in enumerate(tricks))
    asked = Contract(caller=0, rank=None if partner is None else "K", points=points)
    return score(adapt(ChiamataOptions(), changes), asked, None if partner is None else KING, partner, done, 5)


MADE = [("turned_called", {"number": 2, "seat": 3, "called": Card("Kd")}, 1)]


@pytest.mark.parametrize(("tricks", "changes", "turned"), [
    (((0, 30), (1, 20), (3, 31), (1, 39)), {}, [*MADE, ("turned_made", {"number": 3, "points": 61}, 2)]),
    (((0, 30), (1, 20), (3, 30), (2, 39), (4, 1)), {}, MADE),
    (((1, 30), (2, 30), (0, 60)), {}, MADE),
    (((1, 30), (2, 30), (0, 60)), {"sixty_all": "caller"}, MADE),
    (((1, 30), (2, 29), (4, 1), (0, 60)), {"sixty_all": "defenders"},
     [*MADE, ("turned_lost", {"number": 3, "points": 59}, 2)]),
    (((1, 60), (0, 60)), {"points": 62}, [*MADE, ("turned_lost", {"number": 1, "points": 58}, 0)]),
    (((0, 41), (1, 40), (4, 39)), {"points": 80}, [*MADE, ("turned_lost", {"number": 3, "points": 40}, 2)]),
    (((0, 41), (3, 39), (4, 40)), {"points": 80}, [*MADE, ("turned_made", {"number": 2, "points": 80}, 1)]),
    (((0, 30), (3, 30), (0, 31), (1, 29)), {"partner": None}, [("turned_made", {"number": 3, "points": 61}, 2)]),
    (((0, 30), (3, 61), (0, 29)), {"partner": None}, [("turned_lost", {"number": 2, "points": 59}, 1)]),
])  # fmt: skip
def test_a_deal_turns_on_the_called_card_and_on_the_trick_after_which_one_side_could_not_be_caught(
    tricks: tuple[tuple[int, int], ...], changes: dict[str, Any], turned: list[tuple[str, dict[str, Any], int]]
) -> None:
    result = decided(*tricks, **changes)
    assert [(one.code, one.values, one.trick) for one in result.why if isinstance(one, Turning)] == turned


@pytest.mark.parametrize(("changes", "ours", "code"), [
    ({}, 61, "line_made"), ({}, 59, "line_lost"), ({}, 60, "line_sixty_draw"),
    ({"sixty_all": "caller"}, 60, "line_sixty_caller"), ({"sixty_all": "defenders"}, 60, "line_sixty_defenders"),
    ({"points": 62}, 60, "line_lost"), ({"points": 62}, 62, "line_made"),
])  # fmt: skip
def test_how_the_contract_ended_is_told_with_the_points_of_both_sides(
    changes: dict[str, Any], ours: int, code: str
) -> None:
    result = decided((3, ours), (2, 120 - ours), **changes)
    points = Reason("line_points", {"ours": ours, "theirs": 120 - ours})
    at = result.why.index(points)
    assert result.why[at + 1] == Reason(code)
    told = [one.values for one in result.why if one.code == "line_trick"]
    assert told == [
        {"number": 1, "seat": 3, "points": ours, "ours": ours, "theirs": 0},
        {"number": 2, "seat": 2, "points": 120 - ours, "ours": ours, "theirs": 120 - ours},
    ]


STAKES = [
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


@pytest.mark.parametrize(("changes", "ours", "rungs"), STAKES)
def test_the_stake_is_told_step_by_step(changes: dict[str, Any], ours: int, rungs: list[Any]) -> None:
    result = decided((0, ours), (2, 120 - ours), **changes)
    assert [(one.code, one.factors, one.total, one.seats) for one in result.why if isinstance(one, Rung)] == rungs
    assert {one.sign for one in result.why if isinstance(one, Rung) and one.seats != (0,)} <= {"+"}


def test_replay_json_of_a_whole_deal() -> None:
    match = table(preset="online", match_deals=1)
    assert match.phase is not None
    start = new_match("chiamata", match.options, 5, 4)
    hands = [hand.split() for hand in HANDS]
    pack = tuple(Card(hand[at]) for at in range(8) for hand in hands)
    moments = [*replay_moments(start, pack, [*PLAIN, "0 name d"])]
    record = recorded(start, moments, "online")
    ended, deals = results(record)
    found = summary(record, ended, deals)
    assert sorted(found) == ["deals", "game", "over", "seats", "totals", "winners"]
    only = found["deals"][0]
    assert (found["game"], only["state"], found["over"]) == ("chiamata", "scored", True)
    assert sum(only["points"]) == 120
    assert found["totals"] == only["scores"]
    assert found["winners"] == [seat for seat in range(5) if only["scores"][seat] == max(only["scores"])]
    assert "Anna called the knight of coins: 61 points asked; partner: Bruno; trick 1: " in only["why"]
    assert only["why"].endswith("in all 0")


def replay_moments(match: Match, pack: tuple[Card, ...], texts: list[str]) -> Iterator[Moment]:
    step = match.apply(Deal(pack))
    yield Moment(Deal(pack), match, *step)
    match = step.match
    for text in texts:
        action = read_action(match, text)
        step = match.apply(action)
        yield Moment(action, match, *step)
        match = step.match
    while match.deal_open:
        action = match.legal()[0]
        step = match.apply(action)
        yield Moment(action, match, *step)
        match = step.match


# -- the match -------------------------------------------------------------------------------------


def after(options: ChiamataOptions, *deals: tuple[int, ...]) -> Any:
    done = tuple(
        DealResult(state="scored" if any(one) else "void", scores=one, points=(0,) * 5, why=()) for one in deals
    )
    return GAMES["chiamata"].standing(options, sum_scores(5, done))


WON = (2, 1, -1, -1, -1)


@pytest.mark.parametrize("count", [1, 5, 10, 20])
def test_match_deals_counts_scored_deals_only(count: Any) -> None:
    options = ChiamataOptions(match_deals=count)
    nothing = (0,) * 5
    assert not after(options, *[WON] * (count - 1), nothing, nothing).over
    standing = after(options, nothing, *[WON] * count)
    assert (standing.over, standing.winners, standing.totals[0]) == (True, (0,), 2 * count)


def test_a_drawn_deal_counts_as_scored() -> None:
    match = with_points(play(table(match_deals=1), *PLAIN, "0 name d"), 60)
    assert match.deal_result().state == "scored"
    assert match.over
    assert match.standing.winners == (0, 1, 2, 3, 4)


@pytest.mark.parametrize("target", [5, 7, 11])
def test_match_target_ends_it_whichever_comes_first(target: Any) -> None:
    options = ChiamataOptions(match_target=target)
    deals = [WON] * ((target - 1) // 2)
    assert not after(options, *deals).over
    assert after(options, *deals, WON).over
    assert after(ChiamataOptions(match_target=target, match_deals=1), WON).over
    assert not after(ChiamataOptions(match_target="off"), *[WON] * 9).over


def test_several_at_the_top_share_the_win() -> None:
    standing = after(ChiamataOptions(match_deals=5), *[WON] * 2, *[(-1, 1, -2, 1, 1)] * 2, (0, 0, -1, 0, 1))
    assert standing.totals == (2, 4, -7, 0, 1)
    standing = after(ChiamataOptions(match_target=5), (4, 4, -4, -2, -2), (2, 2, -1, -1, -2))
    assert (standing.over, standing.winners) == (True, (0, 1))


# -- properties ------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", paired_tables("chiamata"), ids=str)
def test_scores_add_to_zero_calls_are_ordered_and_auctions_end(one: Any) -> None:
    for seed in range(4):
        said = 0
        for moment in playout(one.match(), ("chiamata", str(one), seed), 1):
            phase = moment.match.phase
            assert bool(moment.match.legal()) == moment.match.deal_open
            if isinstance(phase, Auction):
                said += 1
                assert said <= 5 + 10 + 59
                ordered(phase)
        result = moment.match.deal_result()
        if result.state == "scored":
            assert sum(result.points) == 120
            assert sum(result.scores) == 0 or getattr(one.options, "triple_as_printed", False)


def ordered(phase: Auction) -> None:
    ranks = "A3KQJ76542"
    made = [call for call in phase.calls if isinstance(call, Call)]
    heights = [(ranks.index(call.rank), 0) if call.points is None else (10, call.points) for call in made]
    assert heights == sorted(set(heights))
    assert len(set(phase.passed)) == len(phase.passed)


@pytest.mark.parametrize("preset", PRESETS)
def test_only_the_triple_as_printed_does_not_add_up(preset: str) -> None:
    base = GAMES["chiamata"].presets[preset]
    for printed in (False, True):
        options = adapt(base, {"triple_as_printed": printed})
        assert isinstance(options, ChiamataOptions)
        for points in (None, *range(62, 121)):
            high, middle, low = pays(options, contract(points), False)
            times = multiplier(options, contract(points))
            assert (high + middle - 3 * low == 0) == (not printed or times != 3)
            high, middle, low = pays(options, contract(points), True)
            assert (high - 4 * low, middle) == (0, 0)


def test_the_pack_of_these_tests_is_whole() -> None:
    assert sorted(" ".join(HANDS).split()) == sorted(map(str, ITALIAN_PACK))
