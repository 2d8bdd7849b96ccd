"""Annulled deals and the end of a deal (docs/rules.md, "Briscola chiamata"), with a test for each sentence."""

from __future__ import annotations

from typing import Any, Literal

from game.core.cards import format_cards, parse_cards
from game.core.events import DealAnnulled
from game.core.messages import Reason
from game.core.phase import DealOverPhase
from game.match.observation import observe
from game.rules.chiamata.auction import find_annulling_rule
from game.rules.chiamata.options import ChiamataOptions
from tests.game.rules.chiamata.deals import ALL_PASS_ACTIONS, POOR_HAND, get_auction
from tests.helpers import deal_chiamata, get_last_events, play
from tests.rows import check_rows

# -- annulled deals --------------------------------------------------------------------------------


@check_rows(("hand", "lone_jack", "up_to_6"), [
    ("Jd 2d 4d 5d 6d 7d 2h 4h", True, True),
    ("2s 2d 4d 5d 6d 7d 2h 4h", True, True),
    ("Jd Jh 4d 5d 6d 7d 2h 4h", False, True),
    ("Jd Jh Js 5d 6d 7d 2h 4h", False, True),
    ("Qd Qh 4d 5d 6d 7d 2h 4h", False, True),
    ("Qd 2s 4d 5d 6d 7d 2h 4h", False, True),
    ("Kd Jh 4d 5d 6d 7d 2h 4h", False, True),
    ("Kd Qh 4d 5d 6d 7d 2h 4h", False, False),
    ("Jd Jh Js Jc 6d 7d 2h 4h", False, False),
    ("3d 2s 4d 5d 6d 7d 2h 4h", False, False),
    ("Ad Jh 4d 5d 6d 7d 2h 4h", False, False),
])  # fmt: skip
def test_poor_hand_annuls_deal(hand: str, lone_jack: bool, up_to_6: bool) -> None:
    def find_rule(value: Literal["off", "lone_jack", "up_to_6"]) -> str | None:
        return find_annulling_rule(parse_cards(hand), ChiamataOptions(annul_poor_hand=value))

    assert find_rule("off") is None
    assert find_rule("lone_jack") == ("lone_jack" if lone_jack else None)
    assert find_rule("up_to_6") == ("up_to_6" if up_to_6 else None)


@check_rows(("hand", "changes", "rule"), [
    ("2d 2h 2s 2c Ad 3d Kd Qd", {"annul_four_twos": True}, "four_twos"), ("2d 2h 2s 2c Ad 3d Kd Qd", {}, None),
    ("2d 2h 2s 4c Ad 3d Kd Qd", {"annul_four_twos": True}, None),
])  # fmt: skip
def test_four_twos_annul_deal(hand: str, changes: dict[str, Any], rule: str | None) -> None:
    assert find_annulling_rule(parse_cards(hand), ChiamataOptions(**changes)) == rule


@check_rows("preset", ["regolamento", "online"])
@check_rows("end", [("0 call A", *ALL_PASS_ACTIONS), ("0 call A", "1 solo")])
@check_rows(("top", "rules", "rule", "points"), [
    (("", "Jd 2d 4d 5h 6h 7h 2s 4s"), {"annul_poor_hand": "lone_jack"}, "lone_jack", 2),
    (("", "Qd Jd 4d 5h 6h 7h 2s 4s"), {"annul_poor_hand": "up_to_6"}, "up_to_6", 5),
    (("", "2d 2h 2s 2c Ad 3d Kd Qd"), {"annul_poor_hand": "off", "annul_four_twos": True}, "four_twos", 28),
])  # fmt: skip
def test_annulled_deal_is_repeated_by_same_dealer_and_shows_the_hand_and_the_rule(
    preset: str, end: tuple[str, ...], top: tuple[str, ...], rules: dict[str, Any], rule: str, points: int
) -> None:
    rest = (top[0] or "As 3s Ks", top[1], "Ah 3h Kh Qh", "Ac 3c Kc Qc", "Qs Js Jh Jc")
    match = deal_chiamata(*rest, preset=preset, solo=True, **rules)
    shown = get_auction(match).hands[1]
    match = play(match, *end[:-1])
    event = get_last_events(match, end[-1])[-1]
    assert event == DealAnnulled((1,), (shown,), rule)
    assert all(event.seen_by(seat) == event for seat in (*range(5), None))
    match = play(match, end[-1])
    result = match.get_deal_result()
    assert (result.state, result.scores, result.points, result.is_dealer_kept) == ("annulled", (0,) * 5, (0,) * 5, True)
    assert result.reasons == (Reason(f"annulled_{rule}", {"seat": 1, "points": points}),)
    assert (match.dealer, match.needs_deal) == (4, True)
    assert isinstance(match.phase, DealOverPhase)
    for seat in (0, 2, 3, 4, None):
        hands = observe(match, seat).board.hands
        assert hands[1] == shown
        assert all(set(map(str, hand)) == {"??"} for hand_seat, hand in enumerate(hands) if hand_seat not in (1, seat))


def test_every_poor_hand_is_shown() -> None:
    match = deal_chiamata("As 3s Ah 3h", "Jd 2d 4d 5h 6h 7h 2s 4s", "", "4h 5d 6d 7d 2h 5s 6s 7s")
    event = get_last_events(match, "0 call A", *ALL_PASS_ACTIONS)[-1]
    assert isinstance(event, DealAnnulled)
    assert (event.seats, event.rule) == ((1, 3), "lone_jack")
    assert [format_cards(hand) for hand in event.hands] == ["Jd 4d 2d 7h 6h 5h 4s 2s", "7d 6d 5d 4h 2h 7s 6s 5s"]


def test_no_annulment_in_online_preset_or_during_auction() -> None:
    assert play(deal_chiamata(*POOR_HAND, preset="online"), "0 call A", *ALL_PASS_ACTIONS).is_deal_in_progress
    assert play(deal_chiamata(*POOR_HAND), "0 call A", *ALL_PASS_ACTIONS[:-1]).is_deal_in_progress
