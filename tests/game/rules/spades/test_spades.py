"""The rules of Spades (docs/rules.md, "Spades, each for himself"), with a test for each sentence."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Literal

from game.core.cards import FRENCH_PACK, JOKERS, format_cards, parse_cards
from game.core.events import TrickTaken
from game.core.messages import Reason
from game.core.phase import DealResult, DecisiveTrick, ScoreLine
from game.core.trick_taking import CompletedTrick, Trick, replace
from game.match.match import Match
from game.rules.game import sum_scores
from game.rules.spades.actions import Bid
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import RANKING, BiddingPhase
from game.rules.spades.scoring import SideBid, SideScore, SpadesResult, score_side
from game.rules.spades.statistics_entries import list_stat_entries
from game.rules.statistics_entries import StatEntry
from tests.game.rules.spades.deals import deal_spades, get_trick_phase, make_last_tricks, replace_phase_fields
from tests.helpers import deal_match, get_last_events, get_refusal_code, list_legal_phrases, make_match, play
from tests.rows import check_rows

SEATS = (2, 3, 4, 5)
PACK_CASES = [
    (2, True, "2c 2d", 26), (2, False, "", 26), (3, True, "", 18), (3, False, "2c", 17), (4, True, "2c 2d", 13),
    (4, False, "", 13), (5, True, "2d 2h 2s 2c", 10), (5, False, "2c 2d", 10),
]  # fmt: skip


def get_bidding_phase(match: Match) -> BiddingPhase:
    assert isinstance(match.phase, BiddingPhase)
    return match.phase


def score_seat(options: SpadesOptions, bid: int, tricks: int, bags: int) -> SideScore:
    return score_side(options, SideBid((0,), (bid,), (tricks,)), bags)


def find_trick_winner(match: Match, *texts: str) -> int:
    """Return the winner of the trick that the last of these plays completes."""
    return next(event.winner for event in get_last_events(match, *texts) if isinstance(event, TrickTaken))


def score_bids(
    bids: tuple[int, ...], taken: tuple[int, ...], kept: tuple[int, ...] = (), **changes: Any
) -> SpadesResult:
    """Return the result of a deal with these bids and tricks."""
    seats = len(bids)
    match = deal_spades(*("",) * seats, bids=bids, **changes)
    done = tuple(CompletedTrick(Trick((0,)), seat, 1) for seat, count in enumerate(taken) for _ in range(count))
    over = (
        replace(get_trick_phase(match), completed_tricks=done, hands=((),) * seats, bags=kept or (0,) * seats)
        .score_deal()
        .phase
    )
    assert isinstance(over.result, SpadesResult)
    return over.result


# -- cards -----------------------------------------------------------------------------------------


@check_rows(("seats", "jokers", "left_out", "size"), PACK_CASES)
def test_pack_depends_on_seat_count_and_jokers(seats: int, jokers: bool, left_out: str, size: int) -> None:
    match = make_match("spades", seats=seats, jokers=jokers)
    whole_pack = {*FRENCH_PACK, *(JOKERS if jokers else ())}
    assert len(match.pack) == len(set(match.pack)) == size * seats
    assert whole_pack - set(match.pack) == set(parse_cards(left_out))
    hands = get_bidding_phase(deal_match(game="spades", seats=seats, jokers=jokers)).hands
    assert [len(hand) for hand in hands] == [size] * seats
    assert {card for hand in hands for card in hand} == set(match.pack)


def test_whole_pack_is_dealt_singly_from_forehand_clockwise_without_partners() -> None:
    match = make_match("spades", seats=3, dealer=1)
    hands = get_bidding_phase(deal_match(format_cards(match.pack), game="spades", seats=3, dealer=1)).hands
    assert [{*hands[seat]} for seat in (2, 0, 1)] == [{*match.pack[place::3]} for place in range(3)]
    assert (match.game.is_clockwise, match.game.seat_counts, match.sides) == (True, SEATS, ((0,), (1,), (2,)))


# -- bids ------------------------------------------------------------------------------------------


@check_rows("seats", SEATS)
def test_forehand_bids_first_all_bid_once_and_forehand_leads(seats: int) -> None:
    for dealer in range(seats):
        match = deal_match(game="spades", seats=seats, dealer=dealer)
        for turn in range(seats):
            assert isinstance(match.phase, BiddingPhase)
            assert match.turn == (dealer + 1 + turn) % seats
            match = play(match, f"{match.turn} bid {turn + 1}")
        assert match.turn == (dealer + 1) % seats
        assert get_trick_phase(match).bids == tuple((seat - dealer - 1) % seats + 1 for seat in range(seats))


@check_rows(("seats", "jokers", "_left_out", "size"), PACK_CASES)
def test_bid_is_between_one_and_hand_size(seats: int, jokers: bool, _left_out: str, size: int) -> None:
    match = deal_match(game="spades", seats=seats, jokers=jokers)
    assert list_legal_phrases(match) == [f"bid {tricks}" for tricks in range(1, size + 1)]
    assert get_refusal_code(match, "1 bid 0") == "nil_off"
    assert get_refusal_code(match, f"1 bid {size + 1}") == "bid_out_of_range"
    assert get_refusal_code(match, "1 bid -1") == "bid_out_of_range"
    assert match.illegal_reason(Bid(1, size + 1)) == Reason("bid_out_of_range", {"least": 1, "most": size})
    assert get_refusal_code(match, "0 bid 1") == "not_your_turn"


@check_rows(("make", "codes"), [
    (lambda: deal_match("", game="spades", seats=4, dealer=3), {"0 play 2d": "bidding_on", "1 bid 1": "not_your_turn"}),
    (lambda: deal_spades("Ah", "", "", ""), {"0 bid 2": "not_now", "0 play Ah": None}),
    (lambda: play(make_last_tricks("9h 2c", "3h Kh 4s 5d"), "0 play 9h"),
     {"1 play 4s": "suit_not_followed", "1 play 3h": None}),
    (lambda: make_last_tricks("As LJ 9h 2c", "3h 4s 5s 6c"),
     {"0 play As": "spades_not_broken", "0 play LJ": "spades_not_broken", "0 play 9h": None}),
    (lambda: play(make_last_tricks("As LJ 9h 2c", "3h 4s 5s 6c"), "0 play 9h", "1 play 3h"),
     {"0 play As": "spades_not_broken"}),
    (lambda: play(replace_phase_fields(make_last_tricks("BJ 2c", "LJ Ah 3c"), is_trump_broken=True), "0 play BJ"),
     {"1 play Ah": "suit_not_followed", "1 play LJ": None}),  # example 12: a joker is a spade
])  # fmt: skip
def test_bid_or_card_against_the_rules_is_refused(make: Callable[[], Match], codes: dict[str, str | None]) -> None:
    match = make()
    assert {text: get_refusal_code(match, text) for text in codes} == codes


# -- tricks ----------------------------------------------------------------------------------------


def test_jokers_rank_above_ace_of_spades() -> None:
    names = [rank if rank.endswith("J") and len(rank) == 2 else f"{rank}s" for rank in RANKING]
    assert names[:4] == ["BJ", "LJ", "As", "Ks"]
    for high, low in pairwise(names):
        match = make_last_tricks(f"{low} 2h", f"{high} 3h")
        broken = replace_phase_fields(match, is_trump_broken=True)
        assert find_trick_winner(broken, f"0 play {low}", f"1 play {high}") == 1
    for high, low in pairwise("AKQJT98765432"):
        assert (
            find_trick_winner(make_last_tricks(f"{low}h 2c", f"{high}h 3c"), f"0 play {low}h", f"1 play {high}h") == 1
        )


def test_example_12_joker_wins_the_trick() -> None:
    match = make_last_tricks("9h 2c", "Kh 3c", "3s 4c", "LJ 5c")
    assert find_trick_winner(match, "0 play 9h", "1 play Kh", "2 play 3s", "3 play LJ") == 3


@check_rows(("hands", "actions", "cards"), [
    (("9h 2c", "LJ 3h 4d"), ("0 play 9h",), ["3h"]), (("9h 2c", "LJ 4d"), ("0 play 9h",), ["LJ", "4d"]),
    (("9h 2c 8s", "3s 4s 5c"), ("0 play 9h", "1 play 3s"), ["4s", "5c"]), (("LJ 8s", "3h 4h"), (), ["LJ", "8s"]),
    (("4s 8s", "5s 9s"), ("0 play 4s", "1 play 5s"), ["9s"]),
    (("2s 8s 3s", "Ts 5c 6s"), ("0 play 2s", "1 play Ts"), ["5c", "6s"]),
    (("9h 2c 8s", "LJ 4c 5c", "2s 6c 7c"), ("0 play 9h", "1 play LJ", "2 play 2s"), ["4c", "5c"]),
])  # fmt: skip
def test_jokers_are_spades_and_ruff_or_hand_of_only_spades_breaks_spades(
    hands: tuple[str, ...], actions: tuple[str, ...], cards: list[str]
) -> None:
    assert list_legal_phrases(play(make_last_tricks(*hands), *actions)) == [f"play {card}" for card in cards]


# -- score -----------------------------------------------------------------------------------------


@check_rows(("bid", "taken", "zero", "minus"), [(7, 7, 70, 70), (5, 8, 53, 53), (4, 3, 0, -40)])
def test_example_10_contract_scores(bid: int, taken: int, zero: int, minus: int) -> None:
    assert score_seat(SpadesOptions(), bid, taken, 0) == SideScore(zero, 0, 0, 0)
    assert score_seat(SpadesOptions(broken_bid="minus_ten_per_bid"), bid, taken, 0).points == minus


def test_example_11_tenth_bag_costs_100_and_one_bag_is_left() -> None:
    assert score_seat(SpadesOptions(bags=True), 3, 6, 8) == SideScore(33, 11, 100, 1)
    result = score_bids((3, 7), (6, 20), (8, 0), bags=True)
    assert result.scores == (33 - 100, 83 - 100)
    assert result.bags == (1, 3)


def test_made_and_broken_nils_are_explained() -> None:
    result = score_bids((0, 0, 4), (0, 1, 17), nil=True)
    score_lines = [
        (reason.code, reason.operator, reason.factors, reason.total)
        for reason in result.reasons
        if isinstance(reason, ScoreLine)
    ]
    assert score_lines == [
        ("rung_nil", "+", (100,), 100), ("rung_nil_broken", "-", (100,), -100),
        ("rung_bid", "+", (4, 10), 40), ("rung_over", "+", (13,), 53),
    ]  # fmt: skip
    turns = [
        (reason.code, reason.values, reason.trick_index)
        for reason in result.reasons
        if isinstance(reason, DecisiveTrick)
    ]
    assert turns == [("turned_nil", {"number": 1, "seat": 1, "bid": 0}, 0)], "the best of the deal was the nil"


def test_broken_bid_is_explained_with_its_cost() -> None:
    ways: tuple[tuple[str, Literal["+", "-"], tuple[int, ...], int], ...] = (
        ("zero", "+", (0,), 0), ("minus_ten_per_bid", "-", (5, 10), -50),
    )  # fmt: skip
    for broken_bid, sign, factors, total in ways:
        result = score_bids((5, 3, 1), (4, 3, 11), broken_bid=broken_bid)
        first, *others = (reason for reason in result.reasons if isinstance(reason, ScoreLine))
        assert first == ScoreLine(
            "rung_broken", {"bid": 5, "tricks": 4, "bags": 0}, operator=sign, factors=factors, total=total, seats=(0,)
        )
        assert [(reason.code, reason.seats) for reason in others] == [
            ("rung_bid", (1,)),
            ("rung_bid", (2,)),
            ("rung_over", (2,)),
        ]
        turns = [
            (reason.code, reason.values, reason.trick_index)
            for reason in result.reasons
            if isinstance(reason, DecisiveTrick)
        ]
        assert turns == [("turned_bid", {"number": 7, "seat": 1, "bid": 3}, 6)]


def test_statistics_give_bid_and_tricks_of_each_seat() -> None:
    result = score_bids((0, 0, 4), (0, 1, 17), nil=True)
    assert list_stat_entries((), result) == (
        (StatEntry("bid", "0", 1.0, 0.0),), (StatEntry("bid", "0", 0.0, 1.0),), (StatEntry("bid", "4", 1.0, 17.0),),
    )  # fmt: skip
    (short,), _made = list_stat_entries((), score_bids((5, 3), (4, 22)))
    assert short == StatEntry("bid", "5", 0.0, 4.0)
    void = DealResult(state="void", scores=(0, 0), points=(0, 0), reasons=())
    assert (
        list_stat_entries((), void) == list_stat_entries((), replace(result, state="void", scores=(0, 0))) == ((), ())
    )


# -- the match -------------------------------------------------------------------------------------


def get_result_after(*deals: tuple[int, ...], **changes: Any) -> tuple[bool, tuple[int, ...]]:
    """Return whether the match is over after deals with these scores, and the winners."""
    blank = score_bids((1,) * len(deals[0]), (0,) * len(deals[0]))
    match = make_match("spades", seats=len(deals[0]), **changes)
    added = sum_scores(match.seats, (replace(blank, scores=seat_scores) for seat_scores in deals))
    result = match.game.compute_standing(match.options, added)
    assert result.totals == tuple(map(sum, zip(*deals, strict=True)))
    return result.is_over, result.winners


@check_rows(("deals", "changes", "winners"), [
    *(deals for target in (200, 300, 500) for deals in (
        (((target - 1, 0),), {"target": target}, ()), (((target, 0),), {"target": target}, (0,)),
        (((target - 1, 0), (10, 0)), {"target": target}, (0,)),
    )),
    (((499, 0),), {}, ()), (((500, 0),), {}, (0,)), (((510, 505, 520),), {}, (2,)), (((510, 510, 500),), {}, ()),
    (((510, 510, 500), (0, 10, 0)), {}, (1,)), (((100, 100, 0),), {}, ()),
])  # fmt: skip
def test_highest_alone_at_the_target_wins(
    deals: tuple[tuple[int, ...], ...], changes: dict[str, Any], winners: tuple[int, ...]
) -> None:
    assert get_result_after(*deals, **changes) == (bool(winners), winners)
