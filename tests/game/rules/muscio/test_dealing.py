"""Dealing and declarations (docs/rules.md, "Muscio"; source 003), clause by clause."""

from __future__ import annotations

from game.core.actions import Deal
from game.core.cards import make_hidden_cards, parse_cards
from game.core.events import CardsDealt, DealVoided, PlayerPassed, TrumpCardTurned
from game.core.messages import Reason
from game.match.observation import observe
from game.rules import GAMES
from game.rules.muscio.actions import LayBlinde
from game.rules.muscio.declarations import DeclarationPhase, HandDealingPhase
from game.rules.muscio.events import BlindeTaken, DealMisdealt
from game.rules.muscio.trick_play import ExchangePhase, ForfeitPhase, MuscioTrickPhase
from tests.game.rules.muscio.deals import FOUR_HANDS, apply_phrases, deal_muscio, get_deal_result
from tests.helpers import get_last_events, get_refusal_code, list_legal_phrases, make_match, play
from tests.rows import check_rows

# -- the deal --------------------------------------------------------------------------------------


def test_packets_of_five_are_dealt_from_forehand_and_blinde_before_dealers_hand() -> None:
    match = make_match(game="muscio", seats=4, dealer=1)
    step = match.apply(Deal(match.pack))
    phase = step.match.phase
    assert isinstance(phase, DeclarationPhase)
    fives = [set(match.pack[start : start + 5]) for start in range(0, 25, 5)]
    assert [set(phase.hands[seat]) for seat in (2, 3, 0)] == fives[:3]
    assert set(phase.blinde) == fives[3]
    assert set(phase.hands[1]) == fives[4]
    assert phase.turned_card is match.pack[25]
    assert phase.rest == match.pack[26:]
    assert phase.trump == match.pack[25].suit
    assert [type(event) for event in step.events] == [CardsDealt, TrumpCardTurned]
    board = phase.board()
    assert (board.stock_size, board.spare_card_count, board.turned_card, board.trump) == (
        15,
        5,
        match.pack[25],
        match.pack[25].suit,
    )


@check_rows("seats", [3, 4, 5, 6])
def test_forty_cards_three_to_six_seats_clockwise(seats: int) -> None:
    match = make_match(game="muscio", seats=seats)
    assert len(match.pack) == 40
    assert match.game.is_clockwise
    assert match.standing.totals == (30,) * seats


def test_card_order_is_a_k_q_j_7_6_5_4_3_2() -> None:
    assert "".join(GAMES["muscio"].ranking) == "AKQJ765432"


# -- dealing by hand -------------------------------------------------------------------------------


def test_hand_dealing_shows_no_card_before_blinde_is_laid() -> None:
    match = deal_muscio("2c", *FOUR_HANDS, hand_dealing=True)
    assert isinstance(match.phase, HandDealingPhase)
    assert match.turn == 3
    assert list_legal_phrases(match) == ["lay", "misdeal"]
    for seat in (0, 3, None):
        view = observe(match, seat)
        assert view.phase == HandDealingPhase(
            options=match.phase.options, seats=4, dealer=3, stock=make_hidden_cards(40)
        )
        assert view.board.hands == (make_hidden_cards(5), make_hidden_cards(5), make_hidden_cards(5), ())
        assert (view.board.turned_card, view.board.trump, view.board.stock_size) == (None, None, 25)
        assert view.illegal_cards == ()


def test_hand_dealing_with_blinde_first_gives_normal_deal() -> None:
    match = deal_muscio("2c", *FOUR_HANDS, hand_dealing=True)
    events = get_last_events(match, "3 lay")
    assert [type(event) for event in events] == [CardsDealt, TrumpCardTurned]
    plain = deal_muscio("2c", *FOUR_HANDS).phase
    laid = play(match, "3 lay").phase
    assert isinstance(plain, DeclarationPhase)
    assert isinstance(laid, DeclarationPhase)
    assert (laid.hands, laid.blinde, laid.turned_card, laid.rest) == (
        plain.hands,
        plain.blinde,
        plain.turned_card,
        plain.rest,
    )


def test_hand_dealing_own_hand_before_blinde_annuls_deal_and_next_seat_deals() -> None:
    match = deal_muscio("2c", *FOUR_HANDS, hand_dealing=True)
    assert get_last_events(match, "3 misdeal") == (DealMisdealt(3),)
    match = play(match, "3 misdeal")
    assert get_deal_result(match).state == "annulled"
    assert get_deal_result(match).reasons == (Reason("misdeal", {"seat": 3}),)
    assert get_deal_result(match).scores == (0, 0, 0, 0)
    assert match.dealer == 0
    assert match.standing.totals == (30, 30, 30, 30)
    for seat in (0, 3, None):
        assert observe(match, seat).board.hands == (
            make_hidden_cards(5),
            make_hidden_cards(5),
            make_hidden_cards(5),
            (),
        )


def test_hand_dealing_record_without_lay_was_dealt_by_computer() -> None:
    match = deal_muscio("2c", *FOUR_HANDS, hand_dealing=True)
    events = get_last_events(match, "0 in")
    assert [type(event).__name__ for event in events] == ["CardsDealt", "TrumpCardTurned", "PlayDeclared"]
    match = play(match, "0 in")
    assert get_refusal_code(match, "1 lay") == "dealt_already"
    assert get_refusal_code(match, "3 lay") == "not_your_turn"
    assert play(match, "1 pass", "2 pass", "3 pass").results[-1].scores == (-5, 0, 0, 0)


def test_only_dealer_lays_blinde_and_only_with_hand_dealing() -> None:
    match = deal_muscio("2c", *FOUR_HANDS, hand_dealing=True)
    assert match.illegal_reason(LayBlinde(0)) == Reason("not_the_dealer", {"seat": 3})
    assert get_refusal_code(match, "1 in") == "not_your_turn"
    assert get_refusal_code(match, "3 in") == "lay_first"
    assert get_refusal_code(match, "0 play Ad") == "declare_first"
    plain = deal_muscio("2c", *FOUR_HANDS)
    assert get_refusal_code(plain, "3 lay") == "not_your_turn"
    assert get_refusal_code(plain, "0 lay") == "hand_dealing_off"
    assert get_refusal_code(plain, "0 misdeal") == "hand_dealing_off"


def test_only_plays_are_legal_during_card_play() -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS, hand_dealing=True), "lay", "in", "in", "in", "in", "keep")
    seat = match.turn
    assert isinstance(match.phase, MuscioTrickPhase)
    tried = {word: get_refusal_code(match, f"{seat} {word}") for word in ("in", "swap", "lay", "misdeal")}
    assert tried == {"in": "not_now", "swap": "not_now", "lay": "dealt_already", "misdeal": "dealt_already"}
    plain = apply_phrases(deal_muscio("2c", *FOUR_HANDS), "in", "in", "in", "in", "keep")
    assert get_refusal_code(plain, f"{plain.turn} lay") == "hand_dealing_off"


def test_hand_dealing_turn_clock_runs_for_dealer_or_forehand() -> None:
    match = deal_muscio("2c", *FOUR_HANDS, hand_dealing=True, turn_seconds=30)
    for seat, why in ((3, None), (0, None), (1, "not_your_turn"), (2, "not_your_turn")):
        assert get_refusal_code(match, f"{seat} timeout") == why
    assert play(match, "3 timeout").is_aborted
    assert play(match, "0 timeout").is_aborted


# -- declarations ----------------------------------------------------------------------------------


def test_declarations_start_at_forehand_and_end_with_dealer() -> None:
    match = deal_muscio("2c", *FOUR_HANDS, dealer=1)
    turns = []
    for _turn in range(4):
        assert match.turn is not None
        turns.append(match.turn)
        assert list_legal_phrases(match) == ["in", "pass", "blinde"]
        match = apply_phrases(match, "in")
    assert turns == [2, 3, 0, 1]


def test_blinde_replaces_hand_which_is_put_away_unseen() -> None:
    match = deal_muscio("2c", *FOUR_HANDS, blinde="Qd Qc Jd Jc 2s")
    events = get_last_events(match, "0 blinde")
    assert events == (BlindeTaken(0, parse_cards("Qd Jd 2s Qc Jc")),)
    assert events[0].seen_by(1) == BlindeTaken(0, make_hidden_cards(5))
    match = play(match, "0 blinde")
    phase = match.phase
    assert isinstance(phase, DeclarationPhase)
    assert phase.hands[0] == parse_cards("Qd Jd 2s Qc Jc")
    assert set(phase.aside) == set(parse_cards(FOUR_HANDS[0]))
    assert phase.blinde == ()
    assert phase.board().spare_card_count == 0
    own, other = phase.seen_by(0), phase.seen_by(1)
    assert own.aside == phase.aside
    assert other.aside == make_hidden_cards(5)
    assert other.hands[0] == make_hidden_cards(5)
    assert phase.seen_by(None).aside == make_hidden_cards(5)
    playing = apply_phrases(match, "in", "in", "in", "keep").phase
    assert isinstance(playing, MuscioTrickPhase)
    assert [playing.seen_by(seat).aside for seat in (0, 1, None)] == [
        phase.aside,
        make_hidden_cards(5),
        make_hidden_cards(5),
    ]
    assert playing.discarded_cards == phase.aside


def test_blinde_is_taken_once_per_deal() -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS), "blinde")
    assert get_refusal_code(match, "1 blinde") == "blinde_taken"
    assert list_legal_phrases(match) == ["in", "pass"]


def test_no_card_is_played_before_declarations_end() -> None:
    match = deal_muscio("2c", *FOUR_HANDS)
    assert get_refusal_code(match, "0 play Ad") == "declare_first"
    assert get_refusal_code(match, "0 stand") == "declare_first"


def test_deal_without_participant_is_void_and_next_seat_deals() -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS), "pass", "pass", "pass")
    assert get_last_events(match, "3 pass") == (PlayerPassed(3), DealVoided())
    match = play(match, "3 pass")
    assert (get_deal_result(match).state, get_deal_result(match).reasons) == ("void", (Reason("nobody_plays"),))
    assert get_deal_result(match).scores == (0, 0, 0, 0)
    assert match.dealer == 0
    for seat in range(4):
        others = [hand for other_seat, hand in enumerate(observe(match, seat).board.hands) if other_seat != seat]
        assert others == [make_hidden_cards(5)] * 3


@check_rows("word", ["in", "blinde"])
def test_only_participant_gets_five_points_without_play(word: str) -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS), "pass", word, "pass", "pass")
    assert get_deal_result(match).scores == (0, -5, 0, 0)
    assert get_deal_result(match).points == (0, 0, 0, 0)
    assert get_deal_result(match).state == "scored"


def test_dealer_as_only_participant_cannot_exchange() -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS), "pass", "pass", "pass", "in")
    assert get_deal_result(match).scores == (0, 0, 0, -5)


def test_timeout_in_declaration_ends_match() -> None:
    match = deal_muscio("2c", *FOUR_HANDS, turn_seconds=30)
    assert play(match, "0 timeout").is_aborted
    exchange = apply_phrases(match, "in", "pass", "pass", "in")
    assert isinstance(exchange.phase, ExchangePhase)
    assert play(exchange, "3 timeout").is_aborted
    standing_ = apply_phrases(exchange, "keep")
    assert isinstance(standing_.phase, ForfeitPhase)
    assert play(standing_, "0 timeout").is_aborted
    playing = apply_phrases(standing_, "stand", "stand")
    assert play(playing, "0 timeout").auto_play_seat == 0
