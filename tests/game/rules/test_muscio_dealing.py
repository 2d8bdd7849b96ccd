"""Muscio as rules.md and seed 003 have it, clause by clause: the deal, by hand or not, and who plays."""

from __future__ import annotations

import pytest

from game.engine.actions import Deal
from game.engine.cards import cards, hidden
from game.engine.events import Dealt, Passed, Turned, Voided
from game.engine.phases import Reason
from game.rules import GAMES
from game.rules.muscio.actions import Lay
from game.rules.muscio.declaring import DealByHand, Declaring
from game.rules.muscio.events import BlindeTaken, Misdealt
from game.rules.muscio.play import Exchange, MuscioTricks, Standing
from game.view import look
from tests.game.rules.muscio_tables import FOUR, muscio, result, say
from tests.helpers import fresh, happened, legal, play, refused

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
