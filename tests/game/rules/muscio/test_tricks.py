"""Tricks of three and more participants, the score and gatte (docs/rules.md, "Muscio"), clause by clause."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from game.core.cards import HIDDEN_CARD, Card, format_cards, make_hidden_cards, parse_cards
from game.core.events import CardPlayed, DealScored, PlayerPassed
from game.core.messages import Reason
from game.core.phase import DealResult, ScoreLine
from game.match.match import Match
from game.match.observation import observe
from game.rules.game import sum_scores
from game.rules.muscio.events import BlindeTaken, FaceDownCardsShown, GattaShown, PlayDeclared
from game.rules.muscio.options import MuscioOptions
from game.rules.muscio.scoring import compute_standing, score_forfeit, score_gatte, score_only_participant, score_tricks
from game.rules.muscio.statistics_entries import list_stat_entries
from game.rules.muscio.trick_play import MuscioTrickPhase
from game.rules.statistics_entries import StatEntry
from tests.game.rules.muscio.deals import FOUR_HANDS, apply_phrases, deal_muscio, get_deal_result, make_deal_results
from tests.helpers import get_last_events, get_refusal_code, play
from tests.rows import check_rows

# -- three or more ---------------------------------------------------------------------------------


def deal_three_participants(*hands: str, turned: str = "2c", **table: Any) -> Match:
    """Return a deal that everyone plays and in which the dealer leaves the turned card."""
    match = deal_muscio(turned, *hands, **table)
    return apply_phrases(match, *["in"] * len(hands), "keep")


@check_rows(("hands", "actions", "codes"), [
    (("Ac Kd 3c Ks 2d", "7c 5c 4s 3d 6d", "Kc Jd Qs 6s 7h"), (), {"0 play Kd": "trump_tricks", "0 play 3c": None}),
    (("Ac Kd 3c Ks 2d", "7c 5c 4s 3d Ad", "Kc Jc Qc 6s 7h"),
     ("0 play Ac", "1 play 5c", "2 play Jc", "0 play 3c", "1 play 7c", "2 play Kc", "2 play 6s"),
     {"0 play Kd": "follow", "0 play Ks": None}),
    (("Ac Kd 3c Ks 2d", "7c 5c 4s 3d Ad", "Kc Jc Qc 6s 7h"),
     ("0 play Ac", "1 play 5c", "2 play Jc", "0 play 3c", "1 play 7c", "2 play Kc", "2 play 6s", "0 play Ks",
      "1 play 4s", "0 play 2d", "1 play 3d"), {"2 play 7h": "must_trump", "2 play Qc": None}),
])  # fmt: skip
def test_card_against_a_duty_is_refused(
    hands: tuple[str, ...], actions: tuple[str, ...], codes: dict[str, str | None]
) -> None:
    """The duties themselves are stated again in `test_no_revoke_is_legal`."""
    match = play(deal_three_participants(*hands), *actions)
    assert {text: get_refusal_code(match, text) for text in codes} == codes


def test_face_down_cards_are_visible_to_their_player_only_until_scoring() -> None:
    match = deal_three_participants("2h Kd Qd 3d 3s", "Ah 5d 4s Jh 6d", "Kh Jd Qs 6s 7h")
    (event,) = get_last_events(match, "0 play 2h")
    assert event == event.seen_by(0) == CardPlayed(0, Card("2h"), True)
    assert event.seen_by(1) == CardPlayed(0, HIDDEN_CARD, True)
    match = play(match, "0 play 2h", "1 play Ah")
    tricks = [format_cards(tuple(card for _seat, card in observe(match, seat).board.trick)) for seat in (0, 1, 2, None)]
    assert tricks == ["2h ??", "?? Ah", "?? ??", "?? ??"]
    assert observe(match, 2).board.face_down_seats == (0, 1)
    match = play(match, "2 play Kh")
    board = observe(match, 2).board
    assert board.last_trick == ((0, HIDDEN_CARD), (1, HIDDEN_CARD), (2, Card("Kh")))
    assert (board.last_trick_face_down_seats, match.turn) == ((0, 1, 2), 0), "the leader wins if nobody plays trump"
    match = play(match, "0 play 3s", "1 play 5d", "2 play 7h", "0 play Kd", "1 play 6d", "2 play Jd", "0 play Qd",
                 "1 play 4s", "2 play Qs")  # fmt: skip
    seen = observe(match, 1).phase
    assert isinstance(seen, MuscioTrickPhase)
    assert format_cards(seen.completed_tricks[0].trick.cards) == "?? Ah ??"
    events = get_last_events(match, "0 play 3d", "1 play Jh", "2 play 6s")
    shown = next(event for event in events if isinstance(event, FaceDownCardsShown))
    assert shown == shown.seen_by(1) == FaceDownCardsShown((0, 1, 2, 0, 1, 2), parse_cards("2h Ah Kh 3s 5d 7h"))


def test_first_participant_after_dealer_leads_and_passed_players_do_not_play() -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS, dealer=0), "pass", "in", "in", "in", "keep")
    assert match.turn == 2
    assert isinstance(match.phase, MuscioTrickPhase)
    assert match.phase.trick.seats == (2, 3, 0)
    while match.is_deal_in_progress:
        match = match.apply(match.legal_actions()[0]).match
    assert get_deal_result(match).scores[1] == 0
    assert sum(get_deal_result(match).points) == 5
    assert observe(match, 1).board.hands[1] == parse_cards("6d 5d 4h 3h 2h")
    assert observe(match, 2).board.hands[1] == make_hidden_cards(5)


# -- score -----------------------------------------------------------------------------------------


def test_example_13_three_two_zero_and_passed() -> None:
    outcome = score_tricks((0, 1, 2), (3, 2, 0, 0))
    assert outcome.scores == (-3, -2, 5, 0)
    assert compute_standing(MuscioOptions(), sum_scores(4, (outcome,))).totals == (27, 28, 35, 30)


@check_rows(("changes", "totals", "winners", "payout"), [
    ((-31, -18, 10), (-1, 12, 40), (0,), (52, 0, 0)),
    ((-30, -32, -5, -20), (0, -2, 25, 10), (0, 1), (Fraction(35, 2), Fraction(35, 2), 0, 0)),
    ((-30, -32, -33, 5), (0, -2, -3, 35), (0, 1, 2), (*[Fraction(35, 3)] * 3, 0)),
    ((-29, 40, 0), (1, 70, 30), (), None),
])  # fmt: skip
def test_example_17_players_at_zero_or_less_share_points_of_others(
    changes: tuple[int, ...], totals: tuple[int, ...], winners: tuple[int, ...], payout: tuple[Fraction, ...] | None
) -> None:
    standing = compute_standing(MuscioOptions(), sum_scores(len(changes), make_deal_results(changes)))
    assert (standing.totals, standing.is_over, standing.winners) == (totals, bool(winners), winners)
    assert standing.payout == payout


def test_statistics_give_declaration_of_each_seat_and_shown_gatta() -> None:
    events = (
        PlayerPassed(2),
        PlayDeclared(3),
        BlindeTaken(0, parse_cards("Ad Kd")),
        PlayDeclared(1),
        GattaShown(3, parse_cards("Ah"), 5),
    )
    result = DealResult(state="scored", scores=(5, 0, -2, -5), points=(0,) * 4, reasons=())
    assert list_stat_entries(events, result) == (
        (StatEntry("declared", "blinde", 0.0, -5.0),), (StatEntry("declared", "play", 0.0, 0.0),),
        (StatEntry("declared", "pass", 1.0, 2.0),),
        (StatEntry("declared", "play", 1.0, 5.0), StatEntry("shown", "gatta", 1.0, 5.0)),
    )  # fmt: skip


# -- gatta ------------------------------------------------------------------------------------------


def test_gatta_is_shown_with_turned_card_where_it_counts() -> None:
    match = apply_phrases(deal_muscio("2d", "As", "Ks", "Qs", "Ad Kd Qd Jd 7c"), "in", "in", "pass")
    events = get_last_events(match, "3 in")
    assert events[1] == GattaShown(3, parse_cards("Ad Kd Qd Jd 7c 2d"), 10)
    assert events[2] == DealScored((10, 10, 5, -10), (0, 0, 0, 0))
    assert observe(play(match, "3 in"), 0).board.hands[3] == parse_cards("Ad Kd Qd Jd 7c")
    assert observe(play(match, "3 in"), 0).board.hands[1] == make_hidden_cards(5)
    player = apply_phrases(deal_muscio("2d", "Ad Kd Qd Jd 7d", "Ks", "Qs", "As"), "in", "in", "pass")
    assert get_last_events(player, "3 in")[1] == GattaShown(0, parse_cards("Ad Kd Qd Jd 7d"), 10)
    dealer = apply_phrases(deal_muscio("2d", "As", "Ks", "Qs", "Ah Kh Qh Jh 7h"), "in", "in", "pass")
    assert get_last_events(dealer, "3 in")[1] == GattaShown(3, parse_cards("Ah Kh Qh Jh 7h"), 5)


@check_rows(("hands", "blinde", "said", "scores"), [
    # a player's five trumps
    (("Ad Kd Qd Jd 7d", "", "", ""), "", "in in pass in", (-10, 10, 5, 10)),
    # Example 15: the dealer's six
    (("", "", "", "Ad Kd Qd Jd 7d"), "", "in in pass in", (15, 15, 10, -15)),
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
    # a player who passed has none, and neither has the hand that was put away
    (("Ad Kd Qd Jd 7d", "", "", ""), "", "pass in in in", None),
    (("Ad Kd Qd Jd 7d", "As", "Ks", ""), "Ah Qh Qs Js 7s", "blinde in in in", None),
    # alone with a gatta: only the players who passed pay
    (("Ad Kd Qd Jd 7d", "", "", ""), "", "in pass pass pass", (-10, 5, 5, 5)),
    (("Ah Kh Qh Jh 7h", "", "", ""), "", "in pass pass pass", (-5, 0, 0, 0)),
])  # fmt: skip
def test_gatte_of_every_kind_score(
    hands: tuple[str, ...], blinde: str, said: str, scores: tuple[int, ...] | None
) -> None:
    fill = iter(["Kc 6c 5s", "4h 5c 6s", "3c 2h 4s", "Jc Qc 6h"])
    full = tuple(hand if len(hand.split()) == 5 else f"{hand} {next(fill)}" for hand in hands)
    match = apply_phrases(deal_muscio("2d", *full, blinde=blinde or "Js 7s 2c 5h 3h"), *said.split())
    if scores is None:
        assert match.is_deal_in_progress
    else:
        assert get_deal_result(match).scores == scores


def test_several_gatte_score_in_turn_and_holders_do_not_pay_each_other() -> None:
    match = deal_muscio("2d", "Ah Kh Qh Jh 7h", "As Ks Qs 3c 7s", "6s 5s 4s Ac 3s", "Ad Kd Qd Jd 7d")
    match = apply_phrases(match, "in", "in", "pass", "in")
    assert get_deal_result(match).scores == (-5, 20, 10, -15)
    gatte = (GattaShown(0, (), 5), GattaShown(1, (), 10))
    assert score_gatte(3, (0, 1), gatte).scores == (-5, -10, 0 + 5)
    assert score_gatte(3, (0, 1, 2), gatte).scores == (-5, -10, 15)


def describe_result(outcome: DealResult) -> list[tuple[str, str, tuple[int, ...], int, tuple[int, ...]]]:
    """Return the score lines of a result; the last line has the changes."""
    assert outcome.reasons[-1] == Reason("line_changes", {"scores": outcome.scores})
    return [
        (reason.code, reason.operator, reason.factors, reason.total, reason.seats)
        for reason in outcome.reasons
        if isinstance(reason, ScoreLine)
    ]


def test_each_gatta_and_its_cost_is_explained() -> None:
    gatte = (GattaShown(0, (), 15), GattaShown(1, (), 10), GattaShown(2, (), 5))
    own = [
        ("gatta_of_dealer", "-", (15,), -15, (0,)), ("gatta_of_trumps", "-", (10,), -10, (1,)),
        ("gatta_plain", "-", (5,), -5, (2,)),
    ]  # fmt: skip
    assert describe_result(score_gatte(3, (0, 1, 2), gatte)) == own
    assert describe_result(score_gatte(5, (0, 1, 2, 4), gatte)) == [
        *own,
        ("rung_pays", "+", (15,), 15, (4,)), ("rung_pays", "+", (10,), 25, (4,)), ("rung_pays", "+", (5,), 30, (4,)),
        ("rung_pays", "+", (15,), 15, (3,)), ("rung_passed", "-", (5,), 10, (3,)),
        ("rung_pays", "+", (10,), 20, (3,)), ("rung_passed", "-", (5,), 15, (3,)),
        ("rung_pays", "+", (5,), 20, (3,)), ("rung_passed", "-", (5,), 15, (3,)),
    ]  # fmt: skip


def test_forfeit_single_participant_and_tricks_are_explained() -> None:
    assert describe_result(score_forfeit(4, 2, 1)) == [
        ("forfeit", "+", (0,), 0, (2,)),
        ("forfeit_other", "-", (5,), -5, (1,)),
    ]
    assert describe_result(score_only_participant(3, 2)) == [("alone", "-", (5,), -5, (2,))]
    assert score_only_participant(3, 2).scores == (0, 0, -5)
    played = score_tricks((3, 0, 1), (3, 2, 0, 0, 0))
    assert describe_result(played) == [
        ("line_tricks", "-", (3,), -3, (0,)), ("line_tricks", "-", (2,), -2, (1,)),
        ("line_no_trick", "+", (5,), 5, (3,)), ("line_passers", "+", (0,), 0, (2, 4)),
    ]  # fmt: skip
    assert (played.reasons[0].values, played.points, played.scores) == (
        {"tricks": 3},
        (3, 2, 0, 0, 0),
        (-3, -2, 0, 5, 0),
    )
    assert [code for code, *_rest in describe_result(score_tricks((0, 1, 2), (4, 1, 0)))] == ["line_tricks"] * 2 + [
        "line_no_trick"
    ]
