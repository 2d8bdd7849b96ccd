"""Dealing, declarations, the exchange and two participants (docs/rules.md, "Muscio"), clause by clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.core.actions import Deal
from game.core.cards import HIDDEN_CARD, Card, make_hidden_cards, parse_cards
from game.core.events import (
    CardPlayed,
    CardsDealt,
    DealVoided,
    PlayerPassed,
    TrickTaken,
    TrumpCardTurned,
    TurnedCardSwapped,
)
from game.core.messages import Reason
from game.match.match import Match
from game.match.observation import observe
from game.rules import GAMES
from game.rules.muscio.actions import LayBlinde
from game.rules.muscio.declarations import DeclarationPhase, HandDealingPhase
from game.rules.muscio.events import BlindeTaken, DealMisdealt
from game.rules.muscio.trick_play import ExchangePhase, ForfeitPhase, MuscioTrickPhase
from game.text.messages import format_event
from tests.game.rules.muscio.deals import FOUR_HANDS, apply_phrases, deal_muscio, get_deal_result
from tests.helpers import PLAYER_NAMES, get_last_events, get_refusal_code, list_legal_phrases, make_match, play
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


# -- exchange --------------------------------------------------------------------------------------


def test_dealer_may_exchange_a_card_for_turned_trump() -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS), "in", "in", "in", "in")
    assert isinstance(match.phase, ExchangePhase)
    assert match.turn == 3
    assert list_legal_phrases(match) == ["keep", "swap 6s", "swap 5s", "swap 4s", "swap Ac", "swap Kc"]
    match = play(match, "3 swap 4s")
    assert isinstance(match.phase, MuscioTrickPhase)
    assert set(match.phase.hands[3]) == set(parse_cards("6s 5s Ac Kc 2c"))
    assert match.phase.trump == "c", "the trump suit stays"


def test_card_given_by_dealer_is_hidden_from_all_others() -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS), "in", "in", "in", "in")
    before, events = observe(match, 0).board, get_last_events(match, "3 swap 4s")
    assert events == (TurnedCardSwapped(3, Card("4s"), Card("2c"), is_face_down=True),)
    assert events[0].seen_by(3) == events[0]
    for seat in (0, 1, 2, None):
        assert events[0].seen_by(seat) == TurnedCardSwapped(3, HIDDEN_CARD, Card("2c"), is_face_down=True)
    match = play(match, "3 swap 4s")
    for seat in (0, 1, 2, 3, None):
        view = observe(match, seat)
        assert isinstance(view.phase, MuscioTrickPhase)
        assert view.phase.dealer_discard == (parse_cards("4s") if seat == 3 else make_hidden_cards(1))
        assert (view.board.turned_card, view.board.trump) == (None, "c"), "nothing lies face up any more"
        assert view.board.stock_size == before.stock_size - 1 == 14


def test_exchange_is_formatted() -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS), "in", "in", "in", "in")
    (event,) = get_last_events(match, "3 swap 4s")
    assert format_event(event.seen_by(0), PLAYER_NAMES) == "Dino takes the turned card, 2c"
    assert format_event(event.seen_by(3), PLAYER_NAMES) == "Dino takes the turned card, 2c, and discards 4s face down"


@check_rows("word", ["pass", "blinde"])
def test_three_cannot_forfeit_and_dealer_who_passed_or_took_blinde_cannot_exchange(word: str) -> None:
    match = deal_muscio("2c", *FOUR_HANDS, blinde="Qd Qc Jd Jc 2s")
    assert isinstance(apply_phrases(match, "in", "in", "in", word).phase, MuscioTrickPhase)


# -- two participants ------------------------------------------------------------------------------


def test_two_participants_may_forfeit_starting_with_forehand() -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS, dealer=1), "pass", "in", "in", "pass")
    assert isinstance(match.phase, ForfeitPhase)
    assert (match.turn, list_legal_phrases(match)) == (3, ["stand", "forfeit"])
    match = play(match, "3 stand")
    assert match.turn == 0
    match = play(match, "0 stand")
    assert isinstance(match.phase, MuscioTrickPhase)
    assert match.turn == 3


@check_rows(("words", "blinde", "totals"), [
    (("in", "in", "pass", "pass", "forfeit"), "", (30, 25, 30, 30)),
    (("in", "in", "pass", "pass", "stand", "forfeit"), "", (25, 30, 30, 30)),
    (("blinde", "in", "pass", "pass", "forfeit"), "Qd Qc Jd Jc 2s", (25, 30, 30, 30)),
    (("in", "blinde", "pass", "pass", "forfeit"), "Qd Qc Jd Jc 2s", (30, 25, 30, 30)),
])  # fmt: skip
def test_example_14_forfeit_scores_five_to_zero_and_player_with_blinde_is_not_asked(
    words: tuple[str, ...], blinde: str, totals: tuple[int, ...]
) -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS, blinde=blinde), *words)
    assert (match.standing.totals, get_deal_result(match).points) == (totals, (0,) * 4)
    if blinde:
        *declarations, _forfeit = words
        playing = apply_phrases(deal_muscio("2c", *FOUR_HANDS, blinde=blinde), *declarations, "stand")
        assert isinstance(playing.phase, MuscioTrickPhase) and playing.turn == 0


def test_example_16_leader_of_two_leads_highest_of_suit_in_first_two_tricks() -> None:
    match = apply_phrases(
        deal_muscio("2c", "Ah 4h Ks 3s 2d", "7h 5h 4s 3d 6d", ""), "in", "in", "pass", "stand", "stand"
    )
    assert list_legal_phrases(match) == ["play 2d", "play Ah", "play Ks"]
    assert get_refusal_code(match, "0 play 4h") == "lead_highest"
    assert isinstance(match.phase, MuscioTrickPhase)
    hearts, spades = (Reason("lead_highest", {"card": card}) for card in parse_cards("Ah Ks"))
    assert match.phase.illegal_cards(0) == {Card("4h"): hearts, Card("3s"): spades}
    match = play(match, "0 play Ah")
    assert list_legal_phrases(match) == ["play 7h", "play 5h"], "the second plays any card of the suit"
    match = play(match, "1 play 5h")
    assert list_legal_phrases(match) == ["play 2d", "play 4h", "play Ks"], "the highest that he holds now"
    match = play(match, "0 play 2d", "1 play 3d")
    assert match.turn == 1
    assert list_legal_phrases(match) == ["play 6d", "play 7h", "play 4s"]
    match = play(match, "1 play 7h")
    assert list_legal_phrases(match) == ["play 4h"]


def test_two_participants_follow_suit_or_trump_and_play_nothing_face_down() -> None:
    match = apply_phrases(
        deal_muscio("2c", "Ah 4h Ks 3s 2d", "7c 5c 4s 3d 6d", ""), "in", "in", "pass", "stand", "stand"
    )
    match = play(match, "0 play Ah")
    assert get_refusal_code(match, "1 play 3d") == "must_trump"
    played, taken = get_last_events(match, "1 play 5c")
    assert isinstance(played, CardPlayed) and not played.is_face_down
    assert isinstance(taken, TrickTaken) and taken.winner == 1
