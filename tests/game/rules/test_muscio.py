"""Muscio as rules.md and seed 003 have it, clause by clause; the worked examples 13-17."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from game.commands.replay import summary
from game.engine.actions import Deal
from game.engine.cards import HIDDEN, Card, cards, hidden
from game.engine.events import Dealt, Passed, Played, Scored, Swapped, TrickTaken, Turned, Voided
from game.engine.options import declared
from game.engine.phases import DealResult, Reason, Rung
from game.match import Match
from game.record import dump, read, results
from game.rules import GAMES
from game.rules.muscio.actions import Lay
from game.rules.muscio.declaring import DealByHand, Declaring
from game.rules.muscio.events import BlindeTaken, Declared, Gatta, Misdealt, Uncovered
from game.rules.muscio.options import MuscioOptions
from game.rules.muscio.parts import parts
from game.rules.muscio.play import Exchange, MuscioTricks, Standing
from game.rules.muscio.score import by_being_alone, by_forfeit, by_gatte, by_tricks, standing
from game.rules.parts import Part
from game.view import look
from game.words import tell
from tests.game import test_twin_deals as twins
from tests.helpers import NAMES, fresh, happened, legal, play, playout, recorded, refused, stacked


def muscio(turned: str, *hands: str, blinde: str = "", dealer: int | None = None, **table: Any) -> Match:
    """A deal with these hands from seat 0 on (the last seat deals), filled up from the rest of the pack."""
    seats = len(hands)
    dealer = seats - 1 if dealer is None else dealer
    named = [turned, *blinde.split(), *(card for hand in hands for card in hand.split())]
    match = fresh(game="muscio", seats=seats, dealer=dealer, **table)
    left = iter(sorted((card.name for card in match.pack if card.name not in named), key=lambda name: name[0]))
    full = [" ".join([*hand.split(), *(next(left) for _ in range(5 - len(hand.split())))]) for hand in (*hands, blinde)]
    order = [(dealer + 1 + at) % seats for at in range(seats)]
    top = " ".join([*(full[seat] for seat in order[:-1]), full[-1], full[dealer], turned])
    return match.apply(Deal(stacked(match, top))).match


def say(match: Match, *words: str) -> Match:
    """The match after these actions of whoever is to act."""
    for word in words:
        match = play(match, f"{match.to_act} {word}")
    return match


def result(match: Match) -> DealResult:
    assert match.phase is not None
    assert match.phase.result is not None
    return match.phase.result


def after(*scores: tuple[int, ...]) -> tuple[DealResult, ...]:
    """Deals that changed the scores so."""
    return tuple(DealResult(state="scored", scores=one, points=(0,) * len(one), why=()) for one in scores)


FOUR = ("Ad Kd Qh Jh 7h", "6d 5d 4h 3h 2h", "As Ks Qs Js 5c", "6s 5s 4s Ac Kc")
"""Four hands without a gatta, whatever suit is turned."""


# -- the deal --------------------------------------------------------------------------------------


def test_five_together_to_each_from_forehand_the_blinde_before_the_dealers_five() -> None:
    match = fresh(game="muscio", seats=4, dealer=1)
    step = match.apply(Deal(match.pack))
    phase = step.match.phase
    assert isinstance(phase, Declaring)
    fives = [set(match.pack[at : at + 5]) for at in range(0, 25, 5)]
    assert [set(phase.hands[seat]) for seat in (2, 3, 0)] == fives[:3]
    assert set(phase.blinde) == fives[3]
    assert set(phase.hands[1]) == fives[4]
    assert phase.turned is match.pack[25]
    assert phase.rest == match.pack[26:]
    assert phase.trump == match.pack[25].suit
    assert [type(event) for event in step.events] == [Dealt, Turned]
    board = phase.board()
    assert (board.stock, board.spare, board.turned, board.trump) == (15, 5, match.pack[25], match.pack[25].suit)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_forty_cards_three_to_six_seats_clockwise(seats: int) -> None:
    match = fresh(game="muscio", seats=seats)
    assert len(match.pack) == 40
    assert match.game.clockwise
    assert match.standing.totals == (30,) * seats


def test_the_order_is_a_k_q_j_7_6_5_4_3_2() -> None:
    assert "".join(GAMES["muscio"].draw_ranking) == "AKQJ765432"


# -- dealing by hand -------------------------------------------------------------------------------


def test_by_hand_nobody_sees_a_card_before_the_blinde_is_laid() -> None:
    match = muscio("2c", *FOUR, hand_dealing=True)
    assert isinstance(match.phase, DealByHand)
    assert match.to_act == 3
    assert legal(match) == ["lay", "misdeal"]
    for seat in (0, 3, None):
        view = look(match, seat)
        assert view.phase == DealByHand(options=match.phase.options, seats=4, dealer=3, stock=hidden(40))
        assert view.board.hands == (hidden(5), hidden(5), hidden(5), ())
        assert (view.board.turned, view.board.trump, view.board.stock) == (None, None, 25)
        assert view.refused == ()


def test_by_hand_the_blinde_laid_first_deals_as_ever() -> None:
    match = muscio("2c", *FOUR, hand_dealing=True)
    events = happened(match, "3 lay")
    assert [type(event) for event in events] == [Dealt, Turned]
    plain = muscio("2c", *FOUR).phase
    laid = play(match, "3 lay").phase
    assert isinstance(plain, Declaring)
    assert isinstance(laid, Declaring)
    assert (laid.hands, laid.blinde, laid.turned, laid.rest) == (plain.hands, plain.blinde, plain.turned, plain.rest)


def test_by_hand_taking_his_own_five_first_annuls_the_deal_and_the_next_seat_deals() -> None:
    match = muscio("2c", *FOUR, hand_dealing=True)
    assert happened(match, "3 misdeal") == (Misdealt(3),)
    match = play(match, "3 misdeal")
    assert result(match).state == "annulled"
    assert result(match).why == (Reason("misdeal", {"seat": 3}),)
    assert result(match).scores == (0, 0, 0, 0)
    assert match.dealer == 0
    assert match.standing.totals == (30, 30, 30, 30)
    for seat in (0, 3, None):
        assert look(match, seat).board.hands == (hidden(5), hidden(5), hidden(5), ())


def test_a_hand_dealt_deal_without_lay_was_dealt_by_the_computer() -> None:
    match = muscio("2c", *FOUR, hand_dealing=True)
    events = happened(match, "0 in")
    assert [type(event).__name__ for event in events] == ["Dealt", "Turned", "Declared"]
    match = play(match, "0 in")
    assert refused(match, "1 lay") == "dealt_already"
    assert refused(match, "3 lay") == "not_your_turn"
    assert play(match, "1 pass", "2 pass", "3 pass").results[-1].scores == (-5, 0, 0, 0)


def test_only_the_dealer_lays_and_only_with_hand_dealing() -> None:
    match = muscio("2c", *FOUR, hand_dealing=True)
    assert match.why_not(Lay(0)) == Reason("not_the_dealer", {"seat": 3})
    assert refused(match, "1 in") == "not_your_turn"
    assert refused(match, "3 in") == "lay_first"
    assert refused(match, "0 play Ad") == "declare_first"
    plain = muscio("2c", *FOUR)
    assert refused(plain, "3 lay") == "not_your_turn"
    assert refused(plain, "0 lay") == "hand_dealing_off"
    assert refused(plain, "0 misdeal") == "hand_dealing_off"


def test_once_cards_are_played_there_is_nothing_else_to_do() -> None:
    match = say(muscio("2c", *FOUR, hand_dealing=True), "lay", "in", "in", "in", "in", "keep")
    seat = match.to_act
    assert isinstance(match.phase, MuscioTricks)
    tried = {word: refused(match, f"{seat} {word}") for word in ("in", "swap", "lay", "misdeal")}
    assert tried == {"in": "not_now", "swap": "not_now", "lay": "dealt_already", "misdeal": "dealt_already"}
    plain = say(muscio("2c", *FOUR), "in", "in", "in", "in", "keep")
    assert refused(plain, f"{plain.to_act} lay") == "hand_dealing_off"


def test_by_hand_the_clock_may_run_for_the_dealer_or_for_forehand() -> None:
    match = muscio("2c", *FOUR, hand_dealing=True, turn_seconds=30)
    for seat, why in ((3, None), (0, None), (1, "not_your_turn"), (2, "not_your_turn")):
        assert refused(match, f"{seat} timeout") == why
    assert play(match, "3 timeout").aborted
    assert play(match, "0 timeout").aborted


# -- declarations ----------------------------------------------------------------------------------


def test_declarations_from_forehand_the_dealer_last() -> None:
    match = muscio("2c", *FOUR, dealer=1)
    turns = []
    for _turn in range(4):
        assert match.to_act is not None
        turns.append(match.to_act)
        assert legal(match) == ["in", "pass", "blinde"]
        match = say(match, "in")
    assert turns == [2, 3, 0, 1]


def test_the_blinde_replaces_the_hand_which_is_put_away_unseen() -> None:
    match = muscio("2c", *FOUR, blinde="Qd Qc Jd Jc 2s")
    events = happened(match, "0 blinde")
    assert events == (BlindeTaken(0, cards("Qd Jd 2s Qc Jc")),)
    assert events[0].seen_by(1) == BlindeTaken(0, hidden(5))
    match = play(match, "0 blinde")
    phase = match.phase
    assert isinstance(phase, Declaring)
    assert phase.hands[0] == cards("Qd Jd 2s Qc Jc")
    assert set(phase.aside) == set(cards(FOUR[0]))
    assert phase.blinde == ()
    assert phase.board().spare == 0
    own, other = phase.seen_by(0), phase.seen_by(1)
    assert own.aside == phase.aside
    assert other.aside == hidden(5)
    assert other.hands[0] == hidden(5)
    assert phase.seen_by(None).aside == hidden(5)
    playing = say(match, "in", "in", "in", "keep").phase
    assert isinstance(playing, MuscioTricks)
    assert [playing.seen_by(seat).aside for seat in (0, 1, None)] == [phase.aside, hidden(5), hidden(5)]
    assert playing.away == phase.aside


def test_the_blinde_is_taken_once_a_deal() -> None:
    match = say(muscio("2c", *FOUR), "blinde")
    assert refused(match, "1 blinde") == "blinde_taken"
    assert legal(match) == ["in", "pass"]


def test_no_card_before_the_declarations_are_over() -> None:
    match = muscio("2c", *FOUR)
    assert refused(match, "0 play Ad") == "declare_first"
    assert refused(match, "0 stand") == "declare_first"


def test_nobody_plays_void_and_the_next_seat_deals() -> None:
    match = say(muscio("2c", *FOUR), "pass", "pass", "pass")
    assert happened(match, "3 pass") == (Passed(3), Voided())
    match = play(match, "3 pass")
    assert (result(match).state, result(match).why) == ("void", (Reason("nobody_plays"),))
    assert result(match).scores == (0, 0, 0, 0)
    assert match.dealer == 0
    for seat in range(4):
        others = [hand for at, hand in enumerate(look(match, seat).board.hands) if at != seat]
        assert others == [hidden(5)] * 3


@pytest.mark.parametrize("word", ["in", "blinde"])
def test_one_plays_five_for_him_and_no_play(word: str) -> None:
    match = say(muscio("2c", *FOUR), "pass", word, "pass", "pass")
    assert result(match).scores == (0, -5, 0, 0)
    assert result(match).points == (0, 0, 0, 0)
    assert result(match).state == "scored"


def test_the_dealer_alone_has_nothing_to_exchange() -> None:
    match = say(muscio("2c", *FOUR), "pass", "pass", "pass", "in")
    assert result(match).scores == (0, 0, 0, -5)


def test_a_clock_that_runs_out_in_a_declaration_ends_the_match() -> None:
    match = muscio("2c", *FOUR, turn_seconds=30)
    assert play(match, "0 timeout").aborted
    exchange = say(match, "in", "pass", "pass", "in")
    assert isinstance(exchange.phase, Exchange)
    assert play(exchange, "3 timeout").aborted
    standing_ = say(exchange, "keep")
    assert isinstance(standing_.phase, Standing)
    assert play(standing_, "0 timeout").aborted
    playing = say(standing_, "stand", "stand")
    assert play(playing, "0 timeout").forced == 0


# -- gatta -----------------------------------------------------------------------------------------


def test_example_15_dealer_with_six_trumps() -> None:
    match = muscio("2d", "As", "Ks", "Qs", "Ad Kd Qd Jd 7d")
    match = say(match, "in", "in", "pass", "in")
    assert result(match).scores == (15, 15, 10, -15)
    assert match.standing.totals == (45, 45, 40, 15)
    assert result(match).points == (0, 0, 0, 0)


def test_a_gatta_is_shown_with_the_turned_card_where_that_counts() -> None:
    match = say(muscio("2d", "As", "Ks", "Qs", "Ad Kd Qd Jd 7c"), "in", "in", "pass")
    events = happened(match, "3 in")
    assert events[1] == Gatta(3, cards("Ad Kd Qd Jd 7c 2d"), 10)
    assert events[2] == Scored((10, 10, 5, -10), (0, 0, 0, 0))
    assert look(play(match, "3 in"), 0).board.hands[3] == cards("Ad Kd Qd Jd 7c")
    assert look(play(match, "3 in"), 0).board.hands[1] == hidden(5)
    player = say(muscio("2d", "Ad Kd Qd Jd 7d", "Ks", "Qs", "As"), "in", "in", "pass")
    assert happened(player, "3 in")[1] == Gatta(0, cards("Ad Kd Qd Jd 7d"), 10)
    dealer = say(muscio("2d", "As", "Ks", "Qs", "Ah Kh Qh Jh 7h"), "in", "in", "pass")
    assert happened(dealer, "3 in")[1] == Gatta(3, cards("Ah Kh Qh Jh 7h"), 5)


@pytest.mark.parametrize(("hands", "blinde", "said", "scores"), [
    # a player's five trumps
    (("Ad Kd Qd Jd 7d", "", "", ""), "", "in in pass in", (-10, 10, 5, 10)),
    # the dealer's four and the turned one
    (("", "", "", "Ad Kd Qd Jd 7c"), "", "in in pass in", (10, 10, 5, -10)),
    # four trumps of another player are none
    (("Ad Kd Qd Jd 7c", "", "", ""), "", "in in pass in", None),
    # five trumps from the blinde, for the dealer too
    (("", "As", "", ""), "Ad Kd Qd Jd 7d", "blinde in pass in", (-10, 10, 5, 10)),
    (("", "As", "", ""), "Ad Kd Qd Jd 7d", "in in pass blinde", (10, 10, 5, -10)),
    # the turned trump does not count with the blinde
    (("", "As", "", ""), "Ad Kd Qd Jd 7c", "in in pass blinde", None),
    # five of another suit, dealt or from the blinde
    (("Ah Kh Qh Jh 7h", "", "", ""), "", "in in pass in", (-5, 5, 0, 5)),
    (("", "", "", "Ah Kh Qh Jh 7h"), "", "in in pass in", (5, 5, 0, -5)),
    (("", "As", "", ""), "Ah Kh Qh Jh 7h", "in blinde pass in", (5, -5, 0, 5)),
    # who passed has none, and neither has the hand that was put away
    (("Ad Kd Qd Jd 7d", "", "", ""), "", "pass in in in", None),
    (("Ad Kd Qd Jd 7d", "As", "Ks", ""), "Ah Qh Qs Js 7s", "blinde in in in", None),
    # alone with a gatta: only those who passed pay
    (("Ad Kd Qd Jd 7d", "", "", ""), "", "in pass pass pass", (-10, 5, 5, 5)),
    (("Ah Kh Qh Jh 7h", "", "", ""), "", "in pass pass pass", (-5, 0, 0, 0)),
])  # fmt: skip
def test_gatte_of_every_kind(hands: tuple[str, ...], blinde: str, said: str, scores: tuple[int, ...] | None) -> None:
    fill = iter(["Kc 6c 5s", "4h 5c 6s", "3c 2h 4s", "Jc Qc 6h"])
    full = tuple(hand if len(hand.split()) == 5 else f"{hand} {next(fill)}" for hand in hands)
    match = say(muscio("2d", *full, blinde=blinde or "Js 7s 2c 5h 3h"), *said.split())
    if scores is None:
        assert match.deal_open
    else:
        assert result(match).scores == scores


def test_several_gatte_each_in_turn_and_holders_do_not_pay_holders() -> None:
    match = muscio("2d", "Ah Kh Qh Jh 7h", "As Ks Qs 3c 7s", "6s 5s 4s Ac 3s", "Ad Kd Qd Jd 7d")
    match = say(match, "in", "in", "pass", "in")
    assert result(match).scores == (-5, 20, 10, -15)
    gatte = (Gatta(0, (), 5), Gatta(1, (), 10))
    assert by_gatte(3, (0, 1), gatte).scores == (-5, -10, 0 + 5)
    assert by_gatte(3, (0, 1, 2), gatte).scores == (-5, -10, 15)


def told(outcome: DealResult) -> list[tuple[str, str, tuple[int, ...], int, tuple[int, ...]]]:
    """The sums of a result, line by line; the last line has the changes."""
    assert outcome.why[-1] == Reason("line_changes", {"scores": outcome.scores})
    return [(one.code, one.sign, one.factors, one.total, one.seats) for one in outcome.why if isinstance(one, Rung)]


def test_each_gatta_and_what_it_costs_the_others_is_told() -> None:
    gatte = (Gatta(0, (), 15), Gatta(1, (), 10), Gatta(2, (), 5))
    own = [
        ("gatta_of_dealer", "-", (15,), -15, (0,)), ("gatta_of_trumps", "-", (10,), -10, (1,)),
        ("gatta_plain", "-", (5,), -5, (2,)),
    ]  # fmt: skip
    assert told(by_gatte(3, (0, 1, 2), gatte)) == own
    assert told(by_gatte(5, (0, 1, 2, 4), gatte)) == [
        *own,
        ("rung_pays", "+", (15,), 15, (4,)), ("rung_pays", "+", (10,), 25, (4,)), ("rung_pays", "+", (5,), 30, (4,)),
        ("rung_pays", "+", (15,), 15, (3,)), ("rung_passed", "-", (5,), 10, (3,)),
        ("rung_pays", "+", (10,), 20, (3,)), ("rung_passed", "-", (5,), 15, (3,)),
        ("rung_pays", "+", (5,), 20, (3,)), ("rung_passed", "-", (5,), 15, (3,)),
    ]  # fmt: skip


def test_a_forfeit_a_deal_alone_and_the_tricks_are_told() -> None:
    assert told(by_forfeit(4, 2, 1)) == [("forfeit", "+", (0,), 0, (2,)), ("forfeit_other", "-", (5,), -5, (1,))]
    assert told(by_being_alone(3, 2)) == [("alone", "-", (5,), -5, (2,))]
    assert by_being_alone(3, 2).scores == (0, 0, -5)
    played = by_tricks((3, 0, 1), (3, 2, 0, 0, 0))
    assert told(played) == [
        ("line_tricks", "-", (3,), -3, (0,)), ("line_tricks", "-", (2,), -2, (1,)),
        ("line_no_trick", "+", (5,), 5, (3,)), ("line_passers", "+", (0,), 0, (2, 4)),
    ]  # fmt: skip
    assert (played.why[0].values, played.points, played.scores) == ({"tricks": 3}, (3, 2, 0, 0, 0), (-3, -2, 0, 5, 0))
    assert [code for code, *_rest in told(by_tricks((0, 1, 2), (4, 1, 0)))] == ["line_tricks"] * 2 + ["line_no_trick"]


def test_a_gatta_comes_before_the_exchange_and_the_forfeit() -> None:
    match = say(muscio("2d", "Ah Kh Qh Jh 7h", "", "", "Ad Qs"), "in", "pass", "pass")
    events = happened(match, "3 in")
    assert [type(event).__name__ for event in events] == ["Declared", "Gatta", "Scored"]


# -- exchange --------------------------------------------------------------------------------------


def test_the_dealer_may_take_the_turned_trump_for_one_of_his_cards() -> None:
    match = say(muscio("2c", *FOUR), "in", "in", "in", "in")
    assert isinstance(match.phase, Exchange)
    assert match.to_act == 3
    assert legal(match) == ["keep", "swap 6s", "swap 5s", "swap 4s", "swap Ac", "swap Kc"]
    match = play(match, "3 swap 4s")
    assert isinstance(match.phase, MuscioTricks)
    assert set(match.phase.hands[3]) == set(cards("6s 5s Ac Kc 2c"))
    assert match.phase.trump == "c", "the trump suit stays"


def test_the_card_that_the_dealer_gives_is_put_away_face_down_and_nobody_else_sees_it() -> None:
    match = say(muscio("2c", *FOUR), "in", "in", "in", "in")
    before, events = look(match, 0).board, happened(match, "3 swap 4s")
    assert events == (Swapped(3, Card("4s"), Card("2c"), face_down=True),)
    assert events[0].seen_by(3) == events[0]
    for seat in (0, 1, 2, None):
        assert events[0].seen_by(seat) == Swapped(3, HIDDEN, Card("2c"), face_down=True)
    match = play(match, "3 swap 4s")
    for seat in (0, 1, 2, 3, None):
        view = look(match, seat)
        assert isinstance(view.phase, MuscioTricks)
        assert view.phase.given == (cards("4s") if seat == 3 else hidden(1))
        assert (view.board.turned, view.board.trump) == (None, "c"), "nothing lies face up any more"
        assert view.board.stock == before.stock - 1 == 14
    while match.deal_open:
        match = match.apply(match.legal()[0]).match
    for seat in (0, 1, 2, None):
        assert Card("4s") not in set(twins.walk(look(match, seat))), "nor when the deal is scored"


def test_the_exchange_in_words() -> None:
    match = say(muscio("2c", *FOUR), "in", "in", "in", "in")
    (event,) = happened(match, "3 swap 4s")
    assert tell(event.seen_by(0), NAMES) == "Dino takes the turned card, 2c"
    assert tell(event.seen_by(3), NAMES) == "Dino takes the turned card, 2c, and puts 4s away face down"


def test_a_record_names_the_card_given_as_ever() -> None:
    moments = [moment for seed in range(30) for moment in playout(fresh(game="muscio", seats=4), f"given {seed}", 1)]
    swaps = [moment for moment in moments if moment.action.__class__.__name__ == "Swap"]
    assert swaps and all(str(moment.action).split()[1] == "swap" and len(str(moment.action)) == 9 for moment in swaps)


def test_what_is_no_exchange() -> None:
    match = say(muscio("2c", *FOUR), "in", "in", "in", "in")
    assert refused(match, "3 swap") == "swap_what"
    assert refused(match, "3 swap Ad") == "not_in_hand"
    assert refused(match, "3 swap 2c") == "not_in_hand"
    assert refused(match, "3 play Ac") == "exchange_first"
    assert refused(match, "3 lay") == "hand_dealing_off"
    assert refused(match, "0 play Ad") == "not_your_turn"
    kept = play(match, "3 keep").phase
    assert isinstance(kept, MuscioTricks)
    assert kept.hands[3] == cards("6s 5s 4s Ac Kc")


def test_no_exchange_for_a_dealer_who_passed_or_took_the_blinde() -> None:
    match = muscio("2c", *FOUR, blinde="Qd Qc Jd Jc 2s")
    assert isinstance(say(match, "in", "in", "in", "pass").phase, MuscioTricks)
    assert isinstance(say(match, "in", "in", "in", "blinde").phase, MuscioTricks)


# -- two participants ------------------------------------------------------------------------------


def test_two_may_forfeit_forehand_of_the_two_first() -> None:
    match = say(muscio("2c", *FOUR, dealer=1), "pass", "in", "in", "pass")
    assert isinstance(match.phase, Standing)
    assert match.to_act == 3
    assert legal(match) == ["stand", "forfeit"]
    assert refused(match, "3 play Ac") == "stand_first"
    assert refused(match, "3 lay") == "hand_dealing_off"
    match = play(match, "3 stand")
    assert match.to_act == 0
    match = play(match, "0 stand")
    assert isinstance(match.phase, MuscioTricks)
    assert match.to_act == 3


def test_example_14_forfeit_and_five_to_none() -> None:
    match = say(muscio("2c", *FOUR), "in", "in", "pass", "pass")
    first, second = say(match, "forfeit"), say(match, "stand", "forfeit")
    assert first.standing.totals == (30, 25, 30, 30)
    assert second.standing.totals == (25, 30, 30, 30)
    assert result(first).points == (0, 0, 0, 0)
    assert by_forfeit(4, 0, 1).scores == (0, -5, 0, 0)
    match = say(muscio("2c", "Ad Kd Qd Ah Kh", "6d 5d 4h 3h 2h", "", ""), "in", "in", "pass", "pass", "stand", "stand")
    for lead, reply in zip(["Ad", "Kd", "Ah", "Kh", "Qd"], ["6d", "5d", "4h", "3h", "2h"], strict=True):
        match = play(match, f"0 play {lead}", f"1 play {reply}")
    assert result(match).points == (5, 0, 0, 0)
    assert match.standing.totals == (25, 35, 30, 30)


def test_a_participant_with_the_blinde_may_not_forfeit_and_is_not_asked() -> None:
    match = say(muscio("2c", *FOUR, blinde="Qd Qc Jd Jc 2s"), "blinde", "in", "pass", "pass")
    assert match.to_act == 1
    assert refused(match, "0 forfeit") == "not_your_turn"
    assert play(match, "1 forfeit").standing.totals == (25, 30, 30, 30)
    playing = play(match, "1 stand")
    assert isinstance(playing.phase, MuscioTricks)
    assert playing.to_act == 0
    other = say(muscio("2c", *FOUR, blinde="Qd Qc Jd Jc 2s"), "in", "blinde", "pass", "pass")
    assert other.to_act == 0
    assert isinstance(play(other, "0 stand").phase, MuscioTricks)


def test_three_are_not_asked_whether_they_forfeit() -> None:
    assert isinstance(say(muscio("2c", *FOUR), "in", "in", "in", "pass").phase, MuscioTricks)


def test_example_16_in_tricks_1_and_2_the_leader_of_two_leads_his_highest_of_the_suit() -> None:
    match = say(muscio("2c", "Ah 4h Ks 3s 2d", "7h 5h 4s 3d 6d", ""), "in", "in", "pass", "stand", "stand")
    assert legal(match) == ["play 2d", "play Ah", "play Ks"]
    assert refused(match, "0 play 4h") == "lead_highest"
    assert {str(card): reason.values["card"].name for card, reason in look(match, 0).refused} == {
        "4h": "Ah",
        "3s": "Ks",
    }
    assert isinstance(match.phase, MuscioTricks)
    hearts, spades = (Reason("lead_highest", {"card": card}) for card in cards("Ah Ks"))
    assert match.phase.refusals(0) == {Card("4h"): hearts, Card("3s"): spades}
    match = play(match, "0 play Ah")
    assert legal(match) == ["play 7h", "play 5h"], "the second plays any card of the suit"
    match = play(match, "1 play 5h")
    assert legal(match) == ["play 2d", "play 4h", "play Ks"], "the highest that he holds now"
    match = play(match, "0 play 2d", "1 play 3d")
    assert match.to_act == 1
    assert legal(match) == ["play 6d", "play 7h", "play 4s"]
    match = play(match, "1 play 7h")
    assert legal(match) == ["play 4h"]


def test_the_third_trick_of_two_is_led_freely() -> None:
    match = say(muscio("2c", "Ah 4h Ks 3s 2d", "7h 5h 4s 3d 6d", ""), "in", "in", "pass", "stand", "stand")
    match = play(match, "0 play Ah", "1 play 5h", "0 play Ks", "1 play 4s")
    assert legal(match) == ["play 2d", "play 4h", "play 3s"]


def test_with_exactly_ah_4h_ks_the_leads_are_ah_and_ks() -> None:
    phase = say(muscio("2c", "Ah 4h Ks 3s 2d", "7h 5h 4s 3d 6d", ""), "in", "in", "pass", "stand", "stand").phase
    assert isinstance(phase, MuscioTricks)
    from game.engine.tricks import replace

    few = replace(phase, hands=(cards("Ah 4h Ks"), *phase.hands[1:]))
    assert [action.phrase for action in few.legal()] == ["play Ah", "play Ks"]


def test_two_follow_suit_or_trump_from_the_first_trick_and_nothing_falls_face_down() -> None:
    match = say(muscio("2c", "Ah 4h Ks 3s 2d", "7c 5c 4s 3d 6d", ""), "in", "in", "pass", "stand", "stand")
    match = play(match, "0 play Ah")
    assert legal(match) == ["play 7c", "play 5c"]
    assert refused(match, "1 play 3d") == "must_trump"
    events = happened(match, "1 play 5c")
    assert isinstance(events[0], Played)
    assert not events[0].face_down
    assert isinstance(events[1], TrickTaken)
    assert events[1].winner == 1


# -- three or more ---------------------------------------------------------------------------------


def three(*hands: str, turned: str = "2c", **table: Any) -> Match:
    """Everyone plays, the dealer leaves the turned card."""
    match = muscio(turned, *hands, **table)
    return say(match, *["in"] * len(hands), "keep")


def test_in_tricks_1_and_2_everyone_must_play_a_trump() -> None:
    match = three("Ac Kd 3c Ks 2d", "7c 5c 4s 3d 6d", "Kc Jd Qs 6s 7h")
    assert legal(match) == ["play Ac", "play 3c"]
    assert refused(match, "0 play Kd") == "trump_tricks"
    match = play(match, "0 play 3c")
    assert legal(match) == ["play 7c", "play 5c"]
    match = play(match, "1 play 5c", "2 play Kc")
    assert match.to_act == 2
    assert legal(match) == ["play Jd", "play 7h", "play Qs", "play 6s"], "none left: any card"
    match = play(match, "2 play Qs")
    assert legal(match) == ["play Ac"]
    match = play(match, "0 play Ac")
    assert legal(match) == ["play 7c"]


def test_who_has_no_trump_plays_any_card_face_down_which_never_wins() -> None:
    match = three("Ah Kh Qh 3d 3s", "7c 5d 4s Jh 6d", "Ks Jd Qs 6s 7h")
    match = play(match, "0 play Ah")
    events = happened(match, "1 play 7c")
    assert events == (Played(1, cards("7c")[0]),)
    match = play(match, "1 play 7c")
    step = match.apply(match.legal()[0])
    taken = next(event for event in step.events if isinstance(event, TrickTaken))
    assert taken.winner == 1
    assert taken.face_down == (0, 2)
    assert [card.name for card in taken.seen_by(None).cards] == ["??", "7c", "??"]
    assert [card.name for card in taken.seen_by(0).cards] == ["Ah", "7c", "??"]


def test_nobody_plays_a_trump_the_leader_wins() -> None:
    match = three("2h Kd Qd 3d 3s", "Ah 5d 4s Jh 6d", "Kh Jd Qs 6s 7h")
    match = play(match, "0 play 2h", "1 play Ah", "2 play Kh")
    assert isinstance(match.phase, MuscioTricks)
    assert match.phase.done[0].winner == 0
    assert match.to_act == 0


def test_face_down_cards_are_seen_by_their_player_alone_until_the_deal_is_scored() -> None:
    match = three("2h Kd Qd 3d 3s", "Ah 5d 4s Jh 6d", "Kh Jd Qs 6s 7h")
    events = happened(match, "0 play 2h")
    assert events == (Played(0, cards("2h")[0], True),)
    assert events[0].seen_by(1) == Played(0, HIDDEN, True)
    assert events[0].seen_by(0) == events[0]
    match = play(match, "0 play 2h", "1 play Ah")
    trick = [look(match, seat).board.trick for seat in (0, 1, 2, None)]
    assert [[card.name for _seat, card in one] for one in trick] == [["2h", "??"], ["??", "Ah"], ["??"] * 2, ["??"] * 2]
    assert look(match, 2).board.face_down == (0, 1)
    match = play(match, "2 play Kh")
    assert look(match, 2).board.last == ((0, HIDDEN), (1, HIDDEN), (2, cards("Kh")[0]))
    assert look(match, 2).board.last_face_down == (0, 1, 2)
    match = play(match, "0 play 3s", "1 play 5d", "2 play 7h")
    for texts in (("0 play Kd", "1 play 6d", "2 play Jd"), ("0 play Qd", "1 play 4s", "2 play Qs")):
        match = play(match, *texts)
    seen = look(match, 1).phase
    assert isinstance(seen, MuscioTricks)
    assert [card.name for card in seen.done[0].trick.cards] == ["??", "Ah", "??"]
    events = happened(match, "0 play 3d", "1 play Jh", "2 play 6s")
    shown = next(event for event in events if isinstance(event, Uncovered))
    assert shown == Uncovered((0, 1, 2, 0, 1, 2), cards("2h Ah Kh 3s 5d 7h"))
    assert shown.seen_by(1) == shown


def test_from_the_third_trick_follow_suit_else_trump_else_any_card() -> None:
    match = three("Ac Kd 3c Ks 2d", "7c 5c 4s 3d Ad", "Kc Jc Qc 6s 7h", turned="2c")
    match = play(match, "0 play Ac", "1 play 5c", "2 play Jc", "0 play 3c", "1 play 7c", "2 play Kc")
    assert legal(match) == ["play 7h", "play 6s", "play Qc"], "the leader plays what he likes"
    match = play(match, "2 play 6s")
    assert refused(match, "0 play Kd") == "follow"
    assert legal(match) == ["play Ks"]
    match = play(match, "0 play Ks")
    assert legal(match) == ["play 4s"]
    match = play(match, "1 play 4s", "0 play 2d", "1 play 3d")
    assert refused(match, "2 play 7h") == "must_trump"
    assert legal(match) == ["play Qc"]
    match = play(match, "2 play Qc")
    assert match.to_act == 2, "a trump takes it"
    match = play(match, "2 play 7h")
    assert legal(match) == ["play Kd"], "neither suit nor trump: any card"


def test_the_first_participant_after_the_dealer_leads_and_who_passed_plays_nothing() -> None:
    match = say(muscio("2c", *FOUR, dealer=0), "pass", "in", "in", "in", "keep")
    assert match.to_act == 2
    assert isinstance(match.phase, MuscioTricks)
    assert match.phase.trick.seats == (2, 3, 0)
    while match.deal_open:
        match = match.apply(match.legal()[0]).match
    assert result(match).scores[1] == 0
    assert sum(result(match).points) == 5
    assert look(match, 1).board.hands[1] == cards("6d 5d 4h 3h 2h")
    assert look(match, 2).board.hands[1] == hidden(5)


# -- score -----------------------------------------------------------------------------------------


def test_example_13_three_two_none_and_passed() -> None:
    outcome = by_tricks((0, 1, 2), (3, 2, 0, 0))
    assert outcome.scores == (-3, -2, 5, 0)
    assert standing(MuscioOptions(), 4, (outcome,)).totals == (27, 28, 35, 30)


def test_example_17_all_at_nothing_or_less_share_what_the_others_have() -> None:
    one = standing(MuscioOptions(), 3, after((-31, -18, 10)))
    assert (one.totals, one.over, one.winners) == ((-1, 12, 40), True, (0,))
    assert one.payout == (52, 0, 0)
    two = standing(MuscioOptions(), 4, after((-30, -32, -5, -20)))
    assert (two.totals, two.winners) == ((0, -2, 25, 10), (0, 1))
    assert two.payout == (Fraction(35, 2), Fraction(35, 2), 0, 0)
    three_ = standing(MuscioOptions(), 4, after((-30, -32, -33, 5)))
    assert three_.payout == (Fraction(35, 3), Fraction(35, 3), Fraction(35, 3), 0)


def test_the_match_goes_on_while_everyone_is_above_nothing() -> None:
    on = standing(MuscioOptions(), 3, after((-29, 40, 0)))
    assert (on.over, on.winners, on.payout) == (False, (), None)


def test_a_gatta_or_a_deal_alone_may_end_the_match() -> None:
    match = muscio("2d", "As", "Ks", "Qs", "Ad Kd Qd Jd 7d")
    match = say(match, "in", "in", "pass", "in")
    pack = stacked(match, "")
    while not match.over:
        if match.awaits_deal:
            match = match.apply(Deal(pack)).match
        match = play(match, f"{match.to_act} {'in' if match.to_act == 3 else 'pass'}")
    assert match.standing.winners == (3,)
    assert match.standing.totals[3] == 0
    assert result(match).scores == (0, 0, 0, -5)


def test_the_payout_is_in_the_summary_as_record_md_has_it() -> None:
    moments = list(playout(fresh(game="muscio", seats=4), "payout", 400))
    match = moments[-1].match
    assert match.over
    assert look(match, 0).payout == match.standing.payout
    record = read(dump(recorded(moments[0].before, moments)))
    played, deals = results(record)
    whole = json.loads(json.dumps(summary(record, played, deals)))
    winners = whole["winners"]
    left = sum(total for total in whole["totals"] if total > 0)
    share = Fraction(left, len(winners))
    expected: Any = int(share) if share.denominator == 1 else float(share)
    assert [whole["payout"][seat] for seat in winners] == [expected] * len(winners)
    assert whole["totals"] == [30 + sum(deal["scores"][seat] for deal in whole["deals"]) for seat in range(4)]


def test_the_part_of_each_seat_is_what_it_declared_and_a_gatta_that_it_showed() -> None:
    said = (Passed(2), Declared(3), BlindeTaken(0, cards("Ad Kd")), Declared(1), Gatta(3, cards("Ah"), 5))
    result = DealResult(state="scored", scores=(5, 0, -2, -5), points=(0,) * 4, why=())
    assert parts(said, result) == (
        (Part("declared", "blinde", 0.0, -5.0),), (Part("declared", "play", 0.0, 0.0),),
        (Part("declared", "pass", 1.0, 2.0),),
        (Part("declared", "play", 1.0, 5.0), Part("shown", "gatta", 1.0, 5.0)),
    )  # fmt: skip


def test_every_deal_says_why() -> None:
    codes = set()
    for seed in range(40):
        for moment in playout(fresh(game="muscio", seats=4), f"why {seed}", 2):
            if moment.match.phase is not None and moment.match.phase.result is not None:
                codes |= {reason.code for reason in moment.match.phase.result.why}
    assert {"line_tricks", "line_no_trick", "line_passers", "alone", "forfeit"} <= codes


def test_the_options() -> None:
    own = [rule.name for rule in declared(MuscioOptions)][:1]
    assert own == ["hand_dealing"]
    assert GAMES["muscio"].presets["gattorna"] == MuscioOptions()
