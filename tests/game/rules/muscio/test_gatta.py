"""The gatta and its cost (docs/rules.md, "Muscio"; source 003), clause by clause."""

from __future__ import annotations

from game.core.cards import make_hidden_cards, parse_cards
from game.core.events import DealScored
from game.core.messages import Reason
from game.core.phase import DealResult, ScoreLine
from game.match.observation import observe
from game.rules.muscio.events import GattaShown
from game.rules.muscio.scoring import score_forfeit, score_gatte, score_only_participant, score_tricks
from tests.game.rules.muscio.deals import apply_phrases, deal_muscio, get_deal_result
from tests.helpers import get_last_events, play
from tests.rows import check_rows


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
