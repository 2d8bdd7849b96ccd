"""rules.md, "Spades, each for himself": one test a sentence."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any, Literal

import pytest

from game.commands.replay import summary
from game.engine.cards import FRENCH_PACK, JOKERS, Card, cards, notation
from game.engine.events import Dealt, Scored, TrickTaken
from game.engine.phases import DealResult, Reason, Rung, Turning
from game.engine.tricks import Taken, Trick, replace
from game.match import Match
from game.names import card_name, suit_name
from game.record import dump, read, results
from game.rules import GAMES
from game.rules.game import sum_scores
from game.rules.parts import Part
from game.rules.spades.actions import Bid
from game.rules.spades.events import BidMade
from game.rules.spades.options import SpadesOptions
from game.rules.spades.parts import parts
from game.rules.spades.play import RANKING, Bidding, SpadesTricks
from game.rules.spades.score import Line, SpadesResult, score
from game.words import say, tell
from tests.helpers import NAMES, deal, fresh, happened, legal, play, playout, recorded, refused

SEATS = (2, 3, 4, 5)
PACKS = [
    (2, True, "2c 2d", 26), (2, False, "", 26), (3, True, "", 18), (3, False, "2c", 17), (4, True, "2c 2d", 13),
    (4, False, "", 13), (5, True, "2d 2h 2s 2c", 10), (5, False, "2c 2d", 10),
]  # fmt: skip


def spades(*hands: str, bids: tuple[int, ...] = (), **table: Any) -> Match:
    """Seat 0 leads; the hands from seat 0 on begin with these cards, the rest comes as it may. Everyone bids 1."""
    seats = len(hands)
    rows = [hand.split() for hand in hands]
    match = fresh("spades", seats=seats, dealer=seats - 1, **table)
    given = set(cards(" ".join(hands)))
    rest = iter([card.name for card in match.pack if card not in given])
    size = len(match.pack) // seats
    for row in rows:
        row.extend(next(rest) for _ in range(size - len(row)))
    top = " ".join(card for one in zip(*rows, strict=True) for card in one)
    match = deal(top, game="spades", seats=seats, dealer=seats - 1, **table)
    return play(match, *(f"{seat} bid {bid}" for seat, bid in enumerate(bids or (1,) * seats)))


def ending(*hands: str, **table: Any) -> Match:
    """The last tricks: only these cards are left, seat 0 leads, no spade has been played."""
    match = spades(*("" for _hand in hands), **table)
    return match_with(match, hands=tuple(map(cards, hands)))


def match_with(match: Match, **fields: Any) -> Match:
    return replace(match, phase=replace(tricks(match), **fields))


def tricks(match: Match) -> SpadesTricks:
    assert isinstance(match.phase, SpadesTricks)
    return match.phase


def bidding(match: Match) -> Bidding:
    assert isinstance(match.phase, Bidding)
    return match.phase


def taker(match: Match, *texts: str) -> int:
    """Who takes the trick that the last of these cards completes."""
    return next(event.winner for event in happened(match, *texts) if isinstance(event, TrickTaken))


def scored(
    bids: tuple[int, ...], taken: tuple[int, ...], kept: tuple[int, ...] = (), **changes: Any
) -> SpadesResult:
    """The result of a deal in which each seat takes so many tricks."""
    seats = len(bids)
    match = spades(*("",) * seats, bids=bids, **changes)
    done = tuple(Taken(Trick((0,)), seat, 1) for seat, count in enumerate(taken) for _ in range(count))
    over = replace(tricks(match), done=done, hands=((),) * seats, bags=kept or (0,) * seats).settle().state
    assert isinstance(over.result, SpadesResult)
    return over.result


# -- cards -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "jokers", "left_out", "size"), PACKS)
def test_pack_by_seat_count_with_and_without_jokers(seats: int, jokers: bool, left_out: str, size: int) -> None:
    match = fresh("spades", seats=seats, jokers=jokers)
    whole = {*FRENCH_PACK, *(JOKERS if jokers else ())}
    assert len(match.pack) == len(set(match.pack)) == size * seats
    assert whole - set(match.pack) == set(cards(left_out))
    hands = bidding(deal(game="spades", seats=seats, jokers=jokers)).hands
    assert [len(hand) for hand in hands] == [size] * seats
    assert {card for hand in hands for card in hand} == set(match.pack)


def test_spades_is_for_two_to_five_clockwise_each_for_himself() -> None:
    game = GAMES["spades"]
    assert game.clockwise
    assert game.seats == SEATS
    for seats in SEATS:
        assert fresh("spades", seats=seats).sides == tuple((seat,) for seat in range(seats))


def test_whole_pack_is_dealt_one_card_at_a_time_from_forehand() -> None:
    match = fresh("spades", seats=3, dealer=1)
    hands = bidding(deal(notation(match.pack), game="spades", seats=3, dealer=1)).hands
    for place, seat in enumerate((2, 0, 1)):
        assert set(hands[seat]) == set(match.pack[place::3])


def test_hands_are_sorted_by_suit_from_high_to_low() -> None:
    for hand in bidding(deal(game="spades", seats=4)).hands:
        suits = [card.suit for card in hand]
        assert suits == sorted(suits, key="dhsc".index)
        for one, other in pairwise(hand):
            assert one.suit != other.suit or RANKING.index(one.rank) < RANKING.index(other.rank)


# -- bids ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
def test_forehand_bids_first_everyone_bids_once_and_forehand_leads(seats: int) -> None:
    for dealer in range(seats):
        match = deal(game="spades", seats=seats, dealer=dealer)
        for turn in range(seats):
            assert isinstance(match.phase, Bidding)
            assert match.to_act == (dealer + 1 + turn) % seats
            match = play(match, f"{match.to_act} bid {turn + 1}")
        assert match.to_act == (dealer + 1) % seats
        assert tricks(match).bids == tuple((seat - dealer - 1) % seats + 1 for seat in range(seats))


@pytest.mark.parametrize(("seats", "jokers", "_left_out", "size"), PACKS)
def test_a_bid_is_one_to_the_hand_size(seats: int, jokers: bool, _left_out: str, size: int) -> None:
    match = deal(game="spades", seats=seats, jokers=jokers)
    assert legal(match) == [f"bid {tricks}" for tricks in range(1, size + 1)]
    assert refused(match, "1 bid 0") == "nil_off"
    assert refused(match, f"1 bid {size + 1}") == "bid_out_of_range"
    assert refused(match, "1 bid -1") == "bid_out_of_range"
    assert match.why_not(Bid(1, size + 1)) == Reason("bid_out_of_range", {"least": 1, "most": size})
    assert refused(match, "0 bid 1") == "not_your_turn"


def test_nobody_passes_and_no_card_is_played_before_all_have_bid() -> None:
    match = deal(game="spades", seats=4)
    assert "pass" not in {action.verb for action in match.game.actions}
    assert refused(match, f"1 play {bidding(match).hands[1][0]}") == "bidding_on"
    match = spades("Ah", "", "", "")
    assert refused(match, "0 bid 2") == "not_now"


def test_bids_are_told_to_all() -> None:
    match = deal(game="spades", seats=3, nil=True)
    (told,) = happened(match, "1 bid 4")
    assert told == told.seen_by(0) == told.seen_by(None) == BidMade(1, 4)
    assert tell(told, NAMES[:3]) == "Bruno bids 4"
    assert tell(BidMade(0, 0), NAMES[:3]) == "Anna bids nil"


# -- tricks ----------------------------------------------------------------------------------------


def test_order_of_the_cards_jokers_above_the_ace_of_spades() -> None:
    names = [rank if rank.endswith("J") and len(rank) == 2 else f"{rank}s" for rank in RANKING]
    assert names[:4] == ["BJ", "LJ", "As", "Ks"]
    for high, low in pairwise(names):
        match = ending(f"{low} 2h", f"{high} 3h")
        assert taker(match_with(match, broken=True), f"0 play {low}", f"1 play {high}") == 1
    for high, low in pairwise("AKQJT98765432"):
        assert taker(ending(f"{low}h 2c", f"{high}h 3c"), f"0 play {low}h", f"1 play {high}h") == 1


def test_example_12_the_joker_wins_the_trick() -> None:
    match = ending("9h 2c", "Kh 3c", "3s 4c", "LJ 5c")
    assert taker(match, "0 play 9h", "1 play Kh", "2 play 3s", "3 play LJ") == 3


def test_example_12_a_hand_whose_only_spade_is_the_little_joker_must_play_it_to_the_big_one() -> None:
    match = play(match_with(ending("BJ 2c", "LJ Ah 3c"), broken=True), "0 play BJ")
    assert legal(match) == ["play LJ"]
    assert refused(match, "1 play Ah") == "suit_not_followed"


def test_jokers_are_spades_and_are_not_needed_to_follow_another_suit() -> None:
    match = play(ending("9h 2c", "LJ 3h 4d"), "0 play 9h")
    assert legal(match) == ["play 3h"]
    match = play(ending("9h 2c", "LJ 4d"), "0 play 9h")
    assert legal(match) == ["play LJ", "play 4d"]


def test_follow_suit_if_able_otherwise_any_card() -> None:
    match = play(ending("9h 2c", "3h Kh 4s 5d"), "0 play 9h")
    assert legal(match) == ["play 3h", "play Kh"]
    assert say(Reason("suit_not_followed", {"suit": "h"}), NAMES) == "hearts are led and must be followed"
    assert legal(play(ending("9h 2c", "4s 5d 6c"), "0 play 9h")) == ["play 4s", "play 5d", "play 6c"]


def test_a_card_off_suit_never_wins_and_the_winner_leads() -> None:
    match = ending("9h 2c 3c", "Ad 4c 5c", "Th 6c 7c")
    after = play(match, "0 play 9h", "1 play Ad", "2 play Th")
    assert after.to_act == 2


def test_spades_may_not_be_led_until_one_has_been_played() -> None:
    match = ending("As LJ 9h 2c", "3h 4s 5s 6c")
    assert legal(match) == ["play 9h", "play 2c"]
    assert refused(match, "0 play As") == refused(match, "0 play LJ") == "spades_not_broken"
    match = play(match, "0 play 9h", "1 play 3h")
    assert refused(match, "0 play As") == "spades_not_broken"


def test_a_ruff_breaks_spades() -> None:
    match = play(ending("9h 2c 8s", "3s 4s 5c"), "0 play 9h", "1 play 3s")
    assert legal(match) == ["play 4s", "play 5c"]


def test_a_spade_thrown_under_a_ruff_breaks_spades() -> None:
    match = play(ending("9h 2c 8s", "LJ 4c 5c", "2s 6c 7c"), "0 play 9h", "1 play LJ", "2 play 2s")
    assert tricks(match).broken


def test_who_holds_nothing_but_spades_may_lead_one_and_that_breaks_them() -> None:
    match = ending("LJ 8s", "3h 4h")
    assert legal(match) == ["play LJ", "play 8s"]
    match = play(ending("4s 8s", "5s 9s"), "0 play 4s", "1 play 5s")
    assert tricks(match).broken
    assert legal(match) == ["play 9s"]
    match = play(ending("2s 8s 3s", "Ts 5c 6s"), "0 play 2s", "1 play Ts")
    assert legal(match) == ["play 5c", "play 6s"]


# -- score -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bid", "taken", "zero", "minus"), [(7, 7, 70, 70), (5, 8, 53, 53), (4, 3, 0, -40)])
def test_example_10_contracts(bid: int, taken: int, zero: int, minus: int) -> None:
    assert score(SpadesOptions(), bid, taken, 0) == Line(bid, taken, zero, 0, 0, 0)
    assert score(SpadesOptions(broken_bid="minus_ten_per_bid"), bid, taken, 0).points == minus


def test_example_11_the_tenth_bag_costs_a_hundred_and_one_is_left() -> None:
    assert score(SpadesOptions(bags=True), 3, 6, 8) == Line(3, 6, 33, 11, 100, 1)
    result = scored((3, 7), (6, 20), (8, 0), bags=True)
    assert result.scores == (33 - 100, 83 - 100)
    assert result.bags == (1, 3)


def test_without_bags_overtricks_cost_nothing() -> None:
    result = scored((1, 1), (13, 13))
    assert result.scores == (22, 22)
    assert result.bags == (0, 0)


def test_a_broken_contract_brings_no_bags() -> None:
    assert score(SpadesOptions(bags=True), 4, 3, 8) == Line(4, 3, 0, 8, 0, 8)


@pytest.mark.parametrize("bags", [False, True])
def test_nil_made_brings_100_broken_costs_100_and_its_tricks_are_bags(bags: bool) -> None:
    options = SpadesOptions(nil=True, bags=bags)
    assert score(options, 0, 0, 0).points == 100
    broken = score(options, 0, 3, 8)
    assert broken.points == -100
    assert (broken.bags, broken.penalty, broken.left) == ((11, 100, 1) if bags else (0, 0, 0))
    assert score(SpadesOptions(nil=True, broken_bid="minus_ten_per_bid"), 0, 1, 0).points == -100


def test_nil_is_bid_only_where_the_table_has_it() -> None:
    assert legal(deal(game="spades", seats=4, nil=True))[0] == "bid 0"
    assert legal(deal(game="spades", seats=4))[0] == "bid 1"


def test_twenty_bags_in_one_deal_cost_two_hundred() -> None:
    assert score(SpadesOptions(bags=True), 1, 26, 0) == Line(1, 26, 35, 25, 200, 5)


def test_the_sums_are_told_seat_by_seat() -> None:
    result = scored((3, 0, 5), (6, 2, 10), (8, 0, 4), bags=True, nil=True)
    assert [say(line, NAMES[:3]) for line in result.why if not isinstance(line, Turning)] == [
        "Anna: bid 3, took 6: made, 3 × 10 = 30",
        "Anna: tricks over the bid, + 3 = 33",
        "Anna: 11 bags: every ten cost, - 1 × 100 = -67",
        "bags kept by Anna: 1",
        "Bruno: nil, and 2 taken: broken, - 100 = -100",
        "bags kept by Bruno: 2",
        "Carla: bid 5, took 10: made, 5 × 10 = 50",
        "Carla: tricks over the bid, + 5 = 55",
        "bags kept by Carla: 9",
    ]
    assert result.points == (6, 2, 10)
    assert result.scores == (-67, -100, 55)


def test_a_nil_that_is_made_and_one_that_is_broken_are_told() -> None:
    result = scored((0, 0, 4), (0, 1, 17), nil=True)
    told = [(one.code, one.sign, one.factors, one.total) for one in result.why if isinstance(one, Rung)]
    assert told == [
        ("rung_nil", "+", (100,), 100), ("rung_nil_broken", "-", (100,), -100),
        ("rung_bid", "+", (4, 10), 40), ("rung_over", "+", (13,), 53),
    ]  # fmt: skip
    turns = [(one.code, one.values, one.trick) for one in result.why if isinstance(one, Turning)]
    assert turns == [("turned_nil", {"number": 1, "seat": 1, "bid": 0}, 0)], "the best of the deal was the nil"


def test_a_broken_bid_is_told_as_nothing_or_as_what_it_costs() -> None:
    ways: tuple[tuple[str, Literal["+", "-"], tuple[int, ...], int], ...] = (
        ("zero", "+", (0,), 0), ("minus_ten_per_bid", "-", (5, 10), -50),
    )  # fmt: skip
    for broken_bid, sign, factors, total in ways:
        result = scored((5, 3, 1), (4, 3, 11), broken_bid=broken_bid)
        first, *others = (one for one in result.why if isinstance(one, Rung))
        assert first == Rung(
            "rung_broken", {"bid": 5, "tricks": 4, "bags": 0}, sign=sign, factors=factors, total=total, seats=(0,)
        )
        assert [(one.code, one.seats) for one in others] == [
            ("rung_bid", (1,)),
            ("rung_bid", (2,)),
            ("rung_over", (2,)),
        ]
        turns = [(one.code, one.values, one.trick) for one in result.why if isinstance(one, Turning)]
        assert turns == [("turned_bid", {"number": 7, "seat": 1, "bid": 3}, 6)]


def test_the_refusals_are_the_cards_of_the_hand_that_may_not_be_played_each_with_its_reason() -> None:
    match = ending("Kd 2h As", "3d 4h 5c", "5h 6c 7c")
    assert tricks(match).refusals(0) == {Card("As"): Reason("spades_not_broken")}
    led = tricks(play(match, "0 play Kd"))
    why = Reason("suit_not_followed", {"suit": "d"})
    assert led.refusals(1) == {Card("4h"): why, Card("5c"): why}
    assert tricks(play(match, "0 play Kd", "1 play 3d")).refusals(2) == {}
    assert (led.why_not_card(1, Card("3d")), led.why_not_card(1, Card("4h"))) == (None, why)
    assert led.why_not_card(1, Card("Ks")) == Reason("not_in_hand", {"card": Card("Ks")})


def test_as_if_no_card_had_fallen_spades_are_not_broken() -> None:
    match = play(ending("Kd 2h", "3s 4h", "5d 6c"), "0 play Kd", "1 play 3s", "2 play 5d")
    assert tricks(match).broken and tricks(match).done
    asked = tricks(match).unplayed()
    assert (asked.broken, asked.done, asked.trick) == (False, (), Trick((1, 2, 0)))
    assert asked.hands == tricks(match).hands
    begun = tricks(play(match, "1 play 4h")).unplayed()
    assert (begun.done, begun.trick) == ((), Trick((1, 2, 0)))


def test_the_part_of_each_seat_is_its_bid_against_its_tricks() -> None:
    result = scored((0, 0, 4), (0, 1, 17), nil=True)
    assert parts((), result) == (
        (Part("bid", "0", 1.0, 0.0),), (Part("bid", "0", 0.0, 1.0),), (Part("bid", "4", 1.0, 17.0),),
    )  # fmt: skip
    (short,), _made = parts((), scored((5, 3), (4, 22)))
    assert short == Part("bid", "5", 0.0, 4.0)
    void = DealResult(state="void", scores=(0, 0), points=(0, 0), why=())
    assert parts((), void) == parts((), replace(result, state="void", scores=(0, 0))) == ((), ())


def test_card_and_suit_names_are_french() -> None:
    assert GAMES["spades"].deck == "french"
    assert [card_name(card, "french") for card in cards("Td Qh Js Ac LJ BJ")] == [
        "ten of diamonds", "queen of hearts", "jack of spades", "ace of clubs", "the little joker", "the big joker",
    ]  # fmt: skip
    assert [suit_name(suit) for suit in "dhsc"] == ["coins", "cups", "swords", "batons"]


# -- the match -------------------------------------------------------------------------------------


def standing(*deals: tuple[int, ...], **changes: Any) -> tuple[bool, tuple[int, ...]]:
    """Whether the match is over after deals with these scores, and who has won."""
    blank = scored((1,) * len(deals[0]), (0,) * len(deals[0]))
    match = fresh("spades", seats=len(deals[0]), **changes)
    added = sum_scores(match.seats, (replace(blank, scores=one) for one in deals))
    found = match.game.standing(match.options, added)
    assert found.totals == tuple(map(sum, zip(*deals, strict=True)))
    return found.over, found.winners


@pytest.mark.parametrize("target", [200, 300, 500])
def test_match_is_played_to_the_target(target: int) -> None:
    assert standing((target - 1, 0), target=target) == (False, ())
    assert standing((target, 0), target=target) == (True, (0,))
    assert standing((target - 1, 0), (10, 0), target=target) == (True, (0,))


def test_target_is_500_if_nothing_is_said() -> None:
    assert standing((499, 0)) == (False, ())
    assert standing((500, 0)) == (True, (0,))


def test_reached_by_several_the_highest_wins() -> None:
    assert standing((510, 505, 520)) == (True, (2,))


def test_a_tie_at_the_top_means_another_deal_for_all() -> None:
    assert standing((510, 510, 500)) == (False, ())
    assert standing((510, 510, 500), (0, 10, 0)) == (True, (1,))
    assert standing((100, 100, 0)) == (False, ())


def test_deals_pass_on_and_bags_are_kept_from_deal_to_deal() -> None:
    moments = list(playout(fresh("spades", seats=4, bags=True, broken_bid="minus_ten_per_bid"), "bags", 6))
    ended = [moment.match for moment in moments if any(isinstance(event, Scored) for event in moment.events)]
    dealers = [event.dealer for moment in moments for event in moment.events if isinstance(event, Dealt)]
    assert dealers == [number % 4 for number in range(6)]
    kept: tuple[int, ...] = (0,) * 4
    for match in ended:
        result = match.deal_result()
        assert isinstance(result, SpadesResult)
        assert isinstance(match.options, SpadesOptions)
        lines = [score(match.options, *each) for each in zip(result.bids, result.points, kept, strict=True)]
        assert result.scores == tuple(line.points - line.penalty for line in lines)
        kept = result.bags
        assert kept == tuple(line.left for line in lines)
    assert any(kept)
    assert ended[-1].standing.totals == tuple(
        sum(result.scores[seat] for result in ended[-1].results) for seat in range(4)
    )


def test_replay_s_scores_add_up_to_its_totals_with_bag_penalties_among_them() -> None:
    moments = list(playout(fresh("spades", seats=2, bags=True, nil=True), "json", 5))
    record = read(dump(recorded(moments[0].before, moments)))
    told = json.loads(json.dumps(summary(record, *results(record))))
    assert told["totals"] == [sum(one["scores"][seat] for one in told["deals"]) for seat in (0, 1)]
    assert any("every ten cost" in one["why"] for one in told["deals"])
    assert all(sum(one["points"]) == 26 for one in told["deals"])


# -- whatever is played ----------------------------------------------------------------------------


@pytest.mark.parametrize("jokers", [True, False])
@pytest.mark.parametrize("seats", SEATS)
def test_whatever_is_played(seats: int, jokers: bool) -> None:
    """Tricks sum to the hand size, no revoke, no spade led too early, scores follow from bids and tricks."""
    for seed in range(6):
        moments = list(playout(fresh("spades", seats=seats, jokers=jokers), seed))
        size = len(moments[0].match.pack) // seats
        fallen = False
        for moment in moments:
            phase = moment.before.phase
            if isinstance(phase, SpadesTricks):
                seat = phase.trick.to_play
                card = moment.action.card  # type: ignore[union-attr]
                suits = {one.suit for one in phase.hands[seat]}
                if phase.trick.led is not None:
                    assert card.suit == phase.trick.led.suit or phase.trick.led.suit not in suits
                elif card.suit == "s":
                    assert fallen or suits == {"s"}
                fallen = fallen or card.suit == "s"
        result = moments[-1].match.deal_result()
        assert isinstance(result, SpadesResult)
        assert sum(result.points) == size
        for bid, taken, got in zip(result.bids, result.points, result.scores, strict=True):
            assert got == (10 * bid + taken - bid if taken >= bid else 0)


@pytest.mark.parametrize("seats", SEATS)
def test_a_match_of_random_players_ends(seats: int) -> None:
    moments = list(playout(fresh("spades", seats=seats, target=200), "whole", 400))
    match = moments[-1].match
    assert match.over
    assert len(match.standing.winners) == 1
    assert max(match.standing.totals) == match.standing.totals[match.standing.winners[0]] >= 200
