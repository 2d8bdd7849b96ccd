"""Result, score and end of a match (docs/rules.md, "Briscola chiamata"); the worked examples 1-6."""

from __future__ import annotations

from itertools import product
from typing import Any

from game.core.cards import Card
from game.core.events import Event, PlayerPassed
from game.core.messages import Reason
from game.core.options import Options, change_options
from game.core.phase import DealResult, DecisiveTrick, ScoreLine
from game.core.trick_taking import CompletedTrick, Trick
from game.rules import GAMES
from game.rules.chiamata.actions import Call
from game.rules.chiamata.auction import AuctionPhase
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
from game.rules.game import Tally, sum_scores
from game.rules.statistics_entries import StatEntry
from tests.game.rules.chiamata.deals import ALL_PASS_ACTIONS
from tests.helpers import deal_chiamata, play
from tests.pairwise_tables import make_pairwise_tables
from tests.playouts import play_deals
from tests.rows import check_rows

REGOLAMENTO, ONLINE = (GAMES["chiamata"].presets[name] for name in ("regolamento", "online"))
BOTH = (REGOLAMENTO, ONLINE)
CALLED_KING = Card("Kd")


def score_tricks(
    *tricks: tuple[int, int], points: int | None = None, partner: int | None = 3, options: Options = REGOLAMENTO,
    **changes: Any,
) -> DealResult:  # fmt: skip
    """Return the result of a deal of caller 0 in which the king is played in the second trick.

    ``tricks``: (winner, points) of each; ``points``: called; without a partner it is a solo.
    """
    done = tuple(
        CompletedTrick(Trick((3,), (CALLED_KING,) if index == 1 else ()), seat, worth)
        for index, (seat, worth) in enumerate(tricks)
    )
    contract = Contract(caller=0, rank=None if partner is None else "K", points=points)
    rules = change_options(options, changes)
    assert isinstance(rules, ChiamataOptions)
    return score_deal(rules, contract, None if partner is None else CALLED_KING, partner, done, 5)


# -- the score -------------------------------------------------------------------------------------

PARTNER_MADE, PARTNER_LOST, DRAWN = (2, -1, -1, 1, -1), (-2, 1, 1, -1, 1), (0,) * 5
ALONE_MADE, ALONE_LOST = (4, -1, -1, -1, -1), (-4, 1, 1, 1, 1)


def multiply(scores: tuple[int, ...], factor: int) -> tuple[int, ...]:
    return tuple(factor * score for score in scores)


@check_rows(("presets", "contract", "ours", "scores"), [
    # Example 1: a plain contract. Example 2: sixty points each.
    (BOTH, {}, 75, PARTNER_MADE), (BOTH, {}, 61, PARTNER_MADE), (BOTH, {}, 59, PARTNER_LOST),
    ((REGOLAMENTO,), {}, 60, DRAWN), ((ONLINE,), {}, 60, PARTNER_MADE),
    *((BOTH, {"sixty_all": rule} | alone, 60, multiply(scores, sign))
      for rule, sign in (("draw", 0), ("caller", 1), ("defenders", -1))
      for alone, scores in (({}, PARTNER_MADE), ({"partner": 0}, ALONE_MADE), ({"partner": None}, ALONE_MADE))),
    # Example 3: points. Example 4: times three, also as printed.
    ((REGOLAMENTO,), {"points": 62}, 62, multiply(PARTNER_MADE, 2)), ((ONLINE,), {"points": 62}, 62, PARTNER_MADE),
    ((REGOLAMENTO,), {"points": 70}, 69, multiply(PARTNER_LOST, 2)), ((ONLINE,), {"points": 70}, 69, PARTNER_LOST),
    ((REGOLAMENTO,), {"points": 62}, 61, multiply(PARTNER_LOST, 2)),
    ((REGOLAMENTO,), {"points": 80}, 80, multiply(PARTNER_MADE, 3)),
    ((ONLINE,), {"points": 80}, 80, multiply(PARTNER_MADE, 2)),
    ((REGOLAMENTO,), {"points": 80, "triple_as_printed": True}, 80, (6, -4, -4, 4, -4)),
    # Example 5: in mano and solo, and a cappotto, which doubles.
    (BOTH, {"partner": 0}, 65, ALONE_MADE), (BOTH, {"partner": 0}, 55, ALONE_LOST),
    (BOTH, {"partner": 0, "points": 75}, 75, multiply(ALONE_MADE, 2)),
    (BOTH, {"partner": 0, "points": 75}, 74, multiply(ALONE_LOST, 2)),
    (BOTH, {"partner": None}, 61, ALONE_MADE), (BOTH, {"partner": None}, 58, ALONE_LOST),
    (BOTH, {}, 0, multiply(PARTNER_LOST, 2)), (BOTH, {}, 120, multiply(PARTNER_MADE, 2)),
    (BOTH, {}, 119, PARTNER_MADE), (BOTH, {}, 1, PARTNER_LOST),
    (BOTH, {"partner": 0}, 120, multiply(ALONE_MADE, 2)), (BOTH, {"partner": None}, 120, multiply(ALONE_MADE, 2)),
    ((REGOLAMENTO,), {"points": 62}, 120, multiply(PARTNER_MADE, 4)),
    ((ONLINE,), {"points": 62}, 120, multiply(PARTNER_MADE, 2)),
    ((REGOLAMENTO,), {"points": 80}, 120, multiply(PARTNER_MADE, 6)),
    ((REGOLAMENTO,), {"points": 120}, 120, multiply(PARTNER_MADE, 14)),
    ((REGOLAMENTO,), {"points": 80, "triple_as_printed": True}, 120, (12, -8, -8, 8, -8)),
    ((ONLINE,), {"points": 81, "triple_as_printed": True}, 120, (12, -8, -8, 8, -8)),
    ((ONLINE,), {"points": 80, "triple_as_printed": True}, 120, multiply(PARTNER_MADE, 4)),
    ((REGOLAMENTO,), {"points": 90, "triple_as_printed": True}, 120, multiply(PARTNER_MADE, 8)),
])  # fmt: skip
def test_deal_scores_base_times_points_times_cappotto(
    presets: tuple[Options, ...], contract: dict[str, Any], ours: int, scores: tuple[int, ...]
) -> None:
    """Let caller and partner each win half of their side's card points."""
    for options in presets:
        partner = contract.get("partner", 3)
        tricks = ((0, ours // 2), (0 if partner is None else partner, ours - ours // 2), (2, 120 - ours))
        result = score_tricks(*tricks, options=options, **contract)
        assert result.scores == scores
        assert sum(result.scores) == 0 or "triple_as_printed" in contract


SEVEN_TRUMP_HANDS = ("Ad 3d Kd Qd Jd 7d 6d 2d", "3h 3s 3c Ks Kc Kh Qh Jh", "4d Qs Qc Js Jc 7s 7c 6s", "5d Ac Ah 5s")


@check_rows(("auction", "changes", "scores"), [
    (("0 call 5", *ALL_PASS_ACTIONS, "0 name d"), {}, (4, -2, -2, 2, -2)),
    (("0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass", "0 call 4 62", "1 pass", "0 name d"), {"forced_call": True},
     (8, -4, 4, -4, -4)),
    (("0 call A", *ALL_PASS_ACTIONS, "0 name d"), {}, (8, -2, -2, -2, -2)),
    (("0 solo",), {"solo": True}, (8, -2, -2, -2, -2)),
    (("0 call 3", "1 call 2", "2 call 2 80", "3 pass", "4 pass", "0 solo"), {"solo": True}, (8, -2, -2, -2, -2)),
])  # fmt: skip
def test_played_deal_is_scored_for_its_contract(
    auction: tuple[str, ...], changes: dict[str, Any], scores: tuple[int, ...]
) -> None:
    """Let seat 0 play seven trumps from the highest, and the others any card."""
    match = play(deal_chiamata(*SEVEN_TRUMP_HANDS, annul_poor_hand="off", **changes), *auction)
    while match.is_deal_in_progress:
        match = match.apply(match.legal_actions()[0]).match
    result = match.get_deal_result()
    assert (result.points[0], result.scores) == (120, scores)


@check_rows("sixty_all", ["draw", "caller", "defenders"])
def test_points_contract_is_won_by_reaching_it_and_lost_below(sixty_all: Any) -> None:
    options = ChiamataOptions(sixty_all=sixty_all)
    for called_points, caller_points in product(range(62, 121), range(121)):
        outcome = get_contract_outcome(options, make_contract(called_points), caller_points)
        assert outcome == (1 if caller_points >= called_points else -1)


def make_contract(points: int | None = None, rank: Any = "2") -> Contract:
    return Contract(caller=0, rank=rank, points=points)


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


@check_rows(("ladder", "triple"), [("from_62", range(80, 90)), ("from_71", range(81, 91)), ("none", range(0))])
def test_triple_as_printed_applies_only_to_times_three_with_partner(ladder: Any, triple: range) -> None:
    for contract, is_printed in product([make_contract(points) for points in (None, *range(62, 121))], (True, False)):
        options = ChiamataOptions(points_ladder=ladder, triple_as_printed=is_printed)
        times = get_points_multiplier(options, contract)
        assert compute_base_stakes(options, contract, True) == (4 * times, 0, times)
        expected = (6, 4, 4) if is_printed and contract.points in triple else (2 * times, times, times)
        assert compute_base_stakes(options, contract, False) == expected


# -- the simulation --------------------------------------------------------------------------------


def test_highest_score_wins_in_simulations_and_tie_is_shared() -> None:
    def tally_scores(*scores: int, state: Any = "scored") -> Tally:
        result = DealResult(state=state, scores=scores, points=(0,) * 5, reasons=())
        return GAMES["chiamata"].tally_deal(result, tuple((seat,) for seat in range(5)))

    assert tally_scores(4, -1, -1, -1, -1) == Tally((4.0, -1.0, -1.0, -1.0, -1.0), (1.0, 0.0, 0.0, 0.0, 0.0))
    assert tally_scores(-4, 2, 2, -2, 2).wins == (0.0, 1 / 3, 1 / 3, 0.0, 1 / 3)
    assert tally_scores(0, 0, 0, 0, 0, state="void") == Tally((0.0,) * 5, (0.0,) * 5)


# -- shares of the seats ----------------------------------------------------------------------------

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
    result = score_tricks(*tricks, **changes)
    assert [
        (reason.code, reason.values, reason.trick_index)
        for reason in result.reasons
        if isinstance(reason, DecisiveTrick)
    ] == turned


@check_rows(("changes", "ours", "code", "rungs"), [
    ({}, 61, "line_made",
     [("rung_base", (2,), 2, (0,)), ("rung_made", (1,), 2, (0,)), ("rung_partner", (1,), 1, (3,)),
      ("rung_each", (-1,), -1, (1, 2, 4))]),
    ({"points": 80}, 79, "line_lost",
     [("rung_base", (2,), 2, (0,)), ("rung_asked", (3,), 6, (0,)), ("rung_lost", (-1,), -6, (0,)),
      ("rung_partner", (-3,), -3, (3,)), ("rung_each", (3,), 3, (1, 2, 4))]),
    ({"points": 80, "triple_as_printed": True}, 120, "line_made",
     [("rung_base", (2,), 2, (0,)), ("rung_asked", (3,), 6, (0,)), ("rung_cappotto", (2,), 12, (0,)),
      ("rung_made", (1,), 12, (0,)), ("rung_partner_printed", (8,), 8, (3,)), ("rung_each", (-8,), -8, (1, 2, 4))]),
    ({"points": 80, "triple_as_printed": True, "partner": 0}, 80, "line_made",
     [("rung_base_alone", (4,), 4, (0,)), ("rung_asked", (3,), 12, (0,)), ("rung_made", (1,), 12, (0,)),
      ("rung_each_alone", (-3,), -3, (1, 2, 3, 4))]),
    ({"partner": None}, 59, "line_lost",
     [("rung_base_alone", (4,), 4, (0,)), ("rung_lost", (-1,), -4, (0,)), ("rung_each_alone", (1,), 1, (1, 2, 3, 4))]),
    ({}, 60, "line_sixty_draw", []), ({"sixty_all": "caller"}, 60, "line_sixty_caller", None),
    ({"sixty_all": "defenders"}, 60, "line_sixty_defenders", None), ({"points": 62}, 60, "line_lost", None),
])  # fmt: skip
def test_result_and_stake_are_explained_step_by_step(
    changes: dict[str, Any], ours: int, code: str, rungs: list[Any] | None
) -> None:
    """``rungs``: None if another row has the same steps."""
    result = score_tricks((0, ours), (2, 120 - ours), **changes)
    lines = [reason for reason in result.reasons if isinstance(reason, ScoreLine)]
    assert result.reasons[result.reasons.index(Reason("line_points", {"ours": ours, "theirs": 120 - ours})) + 1] == (
        Reason(code)
    )
    if rungs is not None:
        assert [(line.code, line.factors, line.total, line.seats) for line in lines] == rungs
    assert {line.operator for line in lines if line.seats != (0,)} <= {"+"}


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


@check_rows("target", [5, 7, 11])
def test_match_ends_at_target_or_deal_count_whichever_is_first(target: Any) -> None:
    options = ChiamataOptions(match_target=target)
    deals = [CALLER_WON_SCORES] * ((target - 1) // 2)
    assert not compute_standing_after(options, *deals).is_over
    assert compute_standing_after(options, *deals, CALLER_WON_SCORES).is_over
    assert compute_standing_after(ChiamataOptions(match_target=target, match_deals=1), CALLER_WON_SCORES).is_over
    assert not compute_standing_after(ChiamataOptions(match_target="off"), *[CALLER_WON_SCORES] * 9).is_over


def test_tied_leaders_share_the_win() -> None:
    standing = compute_standing_after(ChiamataOptions(match_target=5), (4, 4, -4, -2, -2), (2, 2, -1, -1, -2))
    assert (standing.is_over, standing.winners, standing.totals) == (True, (0, 1), (6, 6, -5, -3, -4))


# -- properties ------------------------------------------------------------------------------------


@check_rows("table", make_pairwise_tables("chiamata"))
def test_scores_add_up_to_zero_calls_rise_and_auctions_end(table: Any) -> None:
    for deal in play_deals(table).deals:
        call_count = 0
        for moment in deal:
            phase = moment.match.phase
            if isinstance(phase, AuctionPhase):
                call_count += 1
                assert call_count <= 5 + 10 + 59
                are_calls_ordered(phase)
        result = moment.match.get_deal_result()
        if result.state == "scored":
            assert sum(result.scores) == 0 or getattr(table.options, "triple_as_printed", False)


def are_calls_ordered(phase: AuctionPhase) -> None:
    ranks = "A3KQJ76542"
    calls_made = [call for call in phase.calls if isinstance(call, Call)]
    heights = [(ranks.index(call.rank), 0) if call.points is None else (10, call.points) for call in calls_made]
    assert heights == sorted(set(heights))
    assert len(set(phase.passed_seats)) == len(phase.passed_seats)
