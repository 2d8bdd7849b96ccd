"""Dealing and declarations (docs/rules.md, "Muscio"; source 003), clause by clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.core.actions import Deal
from game.core.cards import make_hidden_cards, parse_cards
from game.core.events import CardsDealt, DealVoided, PlayerPassed, TrumpCardTurned
from game.core.messages import Reason
from game.match.match import Match
from game.match.observation import observe
from game.rules import GAMES
from game.rules.muscio.actions import LayBlinde
from game.rules.muscio.declarations import DeclarationPhase, HandDealingPhase
from game.rules.muscio.events import BlindeTaken, DealMisdealt
from game.rules.muscio.trick_play import MuscioTrickPhase
from tests.game.rules.muscio.deals import FOUR_HANDS, apply_phrases, deal_muscio, get_deal_result
from tests.helpers import get_last_events, get_refusal_code, list_legal_phrases, make_match, play
from tests.rows import check_rows

HIDDEN_HAND = make_hidden_cards(5)
BLINDE = "Qd Qc Jd Jc 2s"


def deal_four(*words: str, **changes: Any) -> Match:
    """Return a deal of `FOUR_HANDS` after these actions of the seats on turn."""
    return apply_phrases(deal_muscio("2c", *FOUR_HANDS, **changes), *words)


# -- the deal --------------------------------------------------------------------------------------


def test_packets_of_five_are_dealt_from_forehand_and_blinde_before_dealers_hand() -> None:
    match = make_match(game="muscio", seats=4, dealer=1)
    step, pack = match.apply(Deal(match.pack)), match.pack
    phase = step.match.phase
    assert isinstance(phase, DeclarationPhase)
    packets = [phase.hands[2], phase.hands[3], phase.hands[0], phase.blinde, phase.hands[1]]
    assert [{*packet} for packet in packets] == [{*pack[start : start + 5]} for start in range(0, 25, 5)]
    assert (phase.turned_card, phase.rest, phase.trump) == (pack[25], pack[26:], pack[25].suit)
    assert [type(event) for event in step.events] == [CardsDealt, TrumpCardTurned]
    board = phase.board()
    assert (board.stock_size, board.spare_card_count, board.turned_card, board.trump) == (
        15, 5, pack[25], pack[25].suit,
    )  # fmt: skip


@check_rows("seats", [3, 4, 5, 6])
def test_forty_cards_three_to_six_seats_clockwise(seats: int) -> None:
    match = make_match(game="muscio", seats=seats)
    assert (len(match.pack), match.game.is_clockwise, match.standing.totals) == (40, True, (30,) * seats)
    assert "".join(GAMES["muscio"].ranking) == "AKQJ765432"


# -- dealing by hand -------------------------------------------------------------------------------


def test_hand_dealing_shows_no_card_before_blinde_is_laid() -> None:
    match = deal_four(hand_dealing=True)
    phase = match.phase
    assert isinstance(phase, HandDealingPhase)
    assert (match.turn, list_legal_phrases(match)) == (3, ["lay", "misdeal"])
    for seat in (0, 3, None):
        view = observe(match, seat)
        assert view.phase == HandDealingPhase(options=phase.options, seats=4, dealer=3, stock=make_hidden_cards(40))
        assert view.board.hands == (HIDDEN_HAND, HIDDEN_HAND, HIDDEN_HAND, ())
        assert (view.board.turned_card, view.board.trump, view.board.stock_size) == (None, None, 25)
        assert view.illegal_cards == ()


def test_hand_dealing_with_blinde_first_gives_normal_deal() -> None:
    match = deal_four(hand_dealing=True)
    assert [type(event) for event in get_last_events(match, "3 lay")] == [CardsDealt, TrumpCardTurned]
    plain, laid = deal_four().phase, play(match, "3 lay").phase
    assert isinstance(plain, DeclarationPhase) and isinstance(laid, DeclarationPhase)
    assert (laid.hands, laid.blinde, laid.turned_card, laid.rest) == (
        plain.hands, plain.blinde, plain.turned_card, plain.rest,
    )  # fmt: skip


def test_hand_dealing_own_hand_before_blinde_annuls_deal_and_next_seat_deals() -> None:
    match = deal_four(hand_dealing=True)
    assert get_last_events(match, "3 misdeal") == (DealMisdealt(3),)
    match = play(match, "3 misdeal")
    result = get_deal_result(match)
    assert (result.state, result.reasons, result.scores) == ("annulled", (Reason("misdeal", {"seat": 3}),), (0,) * 4)
    assert (match.dealer, match.standing.totals) == (0, (30,) * 4)
    for seat in (0, 3, None):
        assert observe(match, seat).board.hands == (HIDDEN_HAND, HIDDEN_HAND, HIDDEN_HAND, ())


def test_hand_dealing_record_without_lay_was_dealt_by_computer() -> None:
    match = deal_four(hand_dealing=True)
    assert [type(event).__name__ for event in get_last_events(match, "0 in")] == [
        "CardsDealt", "TrumpCardTurned", "PlayDeclared",
    ]  # fmt: skip
    assert play(match, "0 in", "1 pass", "2 pass", "3 pass").results[-1].scores == (-5, 0, 0, 0)


@check_rows(("make", "codes"), [
    (lambda: deal_four(hand_dealing=True),
     {"0 lay": "not_the_dealer", "1 in": "not_your_turn", "3 in": "lay_first", "0 play Ad": "declare_first",
      "3 timeout": "no_clock"}),
    (lambda: deal_four("lay", hand_dealing=True), {"0 lay": "dealt_already", "3 lay": "not_your_turn"}),
    (deal_four, {"3 lay": "not_your_turn", "0 lay": "hand_dealing_off", "0 misdeal": "hand_dealing_off",
                 "0 play Ad": "declare_first", "0 stand": "declare_first"}),
    (lambda: deal_four("blinde"), {"1 blinde": "blinde_taken", "1 in": None, "1 pass": None}),
    (lambda: deal_four("lay", "in", "in", "in", "in", "keep", hand_dealing=True),
     {"0 in": "not_now", "0 swap": "not_now", "0 lay": "dealt_already", "0 misdeal": "dealt_already"}),
    (lambda: deal_four("in", "in", "in", "in", "keep"), {"0 lay": "hand_dealing_off"}),
    (lambda: deal_four(hand_dealing=True, turn_seconds=30),
     {"3 timeout": None, "0 timeout": None, "1 timeout": "not_your_turn", "2 timeout": "not_your_turn"}),
    (lambda: deal_four("in", "in", "in", "in"),
     {"3 swap": "swap_what", "3 swap Ad": "not_in_hand", "3 swap 2c": "not_in_hand", "3 play Ac": "exchange_first",
      "3 lay": "hand_dealing_off", "0 play Ad": "not_your_turn", "3 keep": None}),
    (lambda: deal_four("in", "in", "pass", "pass"),
     {"0 play Ac": "stand_first", "0 lay": "hand_dealing_off", "1 stand": "not_your_turn"}),
    (lambda: deal_four("blinde", "in", "pass", "pass", blinde=BLINDE), {"0 forfeit": "not_your_turn", "1 stand": None}),
])  # fmt: skip
def test_action_at_the_wrong_time_is_refused(make: Callable[[], Match], codes: dict[str, str | None]) -> None:
    match = make()
    assert {text: get_refusal_code(match, text) for text in codes} == codes


def test_only_dealer_lays_blinde() -> None:
    assert deal_four(hand_dealing=True).illegal_reason(LayBlinde(0)) == Reason("not_the_dealer", {"seat": 3})


# -- declarations ----------------------------------------------------------------------------------


def test_declarations_start_at_forehand_and_end_with_dealer() -> None:
    match, turns = deal_four(dealer=1), []
    while isinstance(match.phase, DeclarationPhase):
        turns.append(match.turn)
        assert list_legal_phrases(match) == ["in", "pass", "blinde"]
        match = apply_phrases(match, "in")
    assert turns == [2, 3, 0, 1]


def test_blinde_replaces_hand_which_is_put_away_unseen() -> None:
    match, hand = deal_four(blinde=BLINDE), parse_cards("Qd Jd 2s Qc Jc")
    (event,) = get_last_events(match, "0 blinde")
    assert (event, event.seen_by(1)) == (BlindeTaken(0, hand), BlindeTaken(0, HIDDEN_HAND))
    match = play(match, "0 blinde")
    playing = apply_phrases(match, "in", "in", "in", "keep")
    for phase in (match.phase, playing.phase):
        assert isinstance(phase, DeclarationPhase | MuscioTrickPhase)
        assert {*phase.aside} == {*parse_cards(FOUR_HANDS[0])}
        assert [phase.seen_by(seat).aside for seat in (0, 1, None)] == [phase.aside, HIDDEN_HAND, HIDDEN_HAND]
        assert [phase.seen_by(seat).hands[0] for seat in (0, 1)] == [hand, HIDDEN_HAND]
    assert isinstance(match.phase, DeclarationPhase) and isinstance(playing.phase, MuscioTrickPhase)
    assert (match.phase.blinde, match.phase.board().spare_card_count) == ((), 0)
    assert playing.phase.discarded_cards == playing.phase.aside


def test_deal_without_participant_is_void_and_next_seat_deals() -> None:
    match = deal_four("pass", "pass", "pass")
    assert get_last_events(match, "3 pass") == (PlayerPassed(3), DealVoided())
    match = play(match, "3 pass")
    result = get_deal_result(match)
    assert (result.state, result.reasons, result.scores) == ("void", (Reason("nobody_plays"),), (0,) * 4)
    assert match.dealer == 0
    for seat in range(4):
        hands = observe(match, seat).board.hands
        assert [hand == HIDDEN_HAND for hand in hands] == [other_seat != seat for other_seat in range(4)]


@check_rows(("words", "scores"), [
    (("pass", "in", "pass", "pass"), (0, -5, 0, 0)), (("pass", "blinde", "pass", "pass"), (0, -5, 0, 0)),
    (("pass", "pass", "pass", "in"), (0, 0, 0, -5)),  # the dealer cannot exchange
])  # fmt: skip
def test_only_participant_gets_five_points_without_play(words: tuple[str, ...], scores: tuple[int, ...]) -> None:
    result = get_deal_result(deal_four(*words))
    assert (result.scores, result.points, result.state) == (scores, (0,) * 4, "scored")


@check_rows(("words", "is_aborted"), [
    (("lay",), True), (("lay", "in", "pass", "pass", "in"), True), (("lay", "in", "pass", "pass", "in", "keep"), True),
    (("lay", "in", "pass", "pass", "in", "keep", "stand", "stand"), False), ((), True),
])  # fmt: skip
def test_timeout_before_the_first_card_ends_match(words: tuple[str, ...], is_aborted: bool) -> None:
    match = deal_four(*words, hand_dealing=True, turn_seconds=30)
    after = play(match, f"{match.turn} timeout")
    assert (after.is_aborted, after.auto_play_seat) == (is_aborted, None if is_aborted else match.turn)
