"""rules.md, "Briscola chiamata (a cinque)", one test a sentence: annulled deals, the clock, the record."""

from __future__ import annotations

from typing import Any

import pytest

from game.commands.replay import summary
from game.engine.cards import cards, notation
from game.engine.events import Annulled, Scored
from game.engine.phases import Over
from game.record import Record, dump, read, results
from game.rules.chiamata.auction import is_poor
from game.rules.chiamata.options import ChiamataOptions
from game.view import look
from tests.game.rules.chiamata_tables import ALL_OUT, BLIND, FIRST, HANDS, POOR, auction, table
from tests.helpers import NAMES, chiamata, fresh, happened, legal, play, read_action, refused

# -- annulled deals --------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "lone_jack", "up_to_6"), [
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
def test_annul_poor_hand(hand: str, lone_jack: bool, up_to_6: bool) -> None:
    def poor(value: str) -> bool:
        return is_poor(cards(hand), ChiamataOptions(annul_poor_hand=value))  # type: ignore[arg-type]

    assert (poor("off"), poor("lone_jack"), poor("up_to_6")) == (False, lone_jack, up_to_6)


def test_annul_four_twos() -> None:
    twos = cards("2d 2h 2s 2c Ad 3d Kd Qd")
    three = cards("2d 2h 2s 4c Ad 3d Kd Qd")
    assert is_poor(twos, ChiamataOptions(annul_four_twos=True))
    assert not is_poor(twos, ChiamataOptions())
    assert not is_poor(three, ChiamataOptions(annul_four_twos=True))


@pytest.mark.parametrize("preset", ["regolamento", "online"])
@pytest.mark.parametrize("end", [("0 call A", *ALL_OUT), ("0 call A", "1 solo")])
@pytest.mark.parametrize(("top", "rules"), [
    (("", "Jd 2d 4d 5h 6h 7h 2s 4s"), {"annul_poor_hand": "lone_jack"}),
    (("", "Qd Jd 4d 5h 6h 7h 2s 4s"), {"annul_poor_hand": "up_to_6"}),
    (("", "2d 2h 2s 2c Ad 3d Kd Qd"), {"annul_poor_hand": "off", "annul_four_twos": True}),
])  # fmt: skip
def test_an_annulled_deal_is_dealt_again_by_the_same_dealer_nothing_scored_and_the_hand_shown(
    preset: str, end: tuple[str, ...], top: tuple[str, ...], rules: dict[str, Any]
) -> None:
    rest = (top[0] or "As 3s Ks", top[1], "Ah 3h Kh Qh", "Ac 3c Kc Qc", "Qs Js Jh Jc")
    match = chiamata(*rest, preset=preset, solo=True, **rules)
    shown = auction(match).hands[1]
    match = play(match, *end[:-1])
    event = happened(match, end[-1])[-1]
    assert event == Annulled((1,), (shown,))
    assert all(event.seen_by(seat) == event for seat in (*range(5), None))
    match = play(match, end[-1])
    result = match.deal_result()
    assert (result.state, result.scores, result.points, result.same_dealer) == ("annulled", (0,) * 5, (0,) * 5, True)
    assert (match.dealer, match.awaits_deal) == (4, True)
    assert isinstance(match.phase, Over)
    for seat in (0, 2, 3, 4, None):
        hands = look(match, seat).board.hands
        assert hands[1] == shown
        assert all(set(map(str, hand)) == {"??"} for at, hand in enumerate(hands) if at not in (1, seat))


def test_all_five_hands_are_checked_and_every_poor_one_is_shown() -> None:
    match = chiamata("As 3s Ah 3h", "Jd 2d 4d 5h 6h 7h 2s 4s", "", "4h 5d 6d 7d 2h 5s 6s 7s")
    event = happened(match, "0 call A", *ALL_OUT)[-1]
    assert isinstance(event, Annulled)
    assert event.seats == (1, 3)
    assert [notation(hand) for hand in event.hands] == ["Jd 4d 2d 7h 6h 5h 4s 2s", "7d 6d 5d 4h 2h 7s 6s 5s"]


def test_nothing_is_annulled_online_or_while_the_auction_goes_on() -> None:
    assert play(chiamata(*POOR, preset="online"), "0 call A", *ALL_OUT).deal_open
    assert play(chiamata(*POOR), "0 call A", *ALL_OUT[:-1]).deal_open


# -- clock -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [(), ("0 call K", "1 pass"), ("0 call Q", *ALL_OUT)])
def test_a_timeout_in_the_auction_or_in_the_naming_ends_the_match_with_no_winner(before: tuple[str, ...]) -> None:
    match = play(table(preset="online"), *before)
    assert match.options.turn_seconds == 90
    match = play(match, f"{match.to_act} timeout")
    assert match.over
    assert match.standing.winners == ()
    assert match.deal_result().state == "unfinished"


def test_a_timeout_in_the_naming_of_a_blind_first_trick_ends_the_match_too() -> None:
    match = play(table(preset="online", first_trick_blind=True), *BLIND, *FIRST, "0 timeout")
    assert match.over
    assert match.deal_result().state == "unfinished"


def test_a_timeout_in_play_forces_a_card() -> None:
    match = play(table(preset="online"), "0 call Q", *ALL_OUT, "0 name d", "0 timeout")
    assert not match.over
    assert refused(match, "1 play Qd") == "forced_card"
    assert play(match, "0 play 2h").to_act == 1


def test_the_regolamento_has_no_clock() -> None:
    assert refused(table(), "0 timeout") == "no_clock"


# -- the record ------------------------------------------------------------------------------------


def test_the_record_is_written_as_record_md_says() -> None:
    match = fresh("chiamata", "online", 5, 4, match_deals=1)
    record = Record(game="chiamata", preset="online", options=match.options, names=NAMES[:5], first_dealer=4)
    record = record.dealt(4, tuple(cards(" ".join(" ".join(row) for row in zip(*map(str.split, HANDS), strict=True)))))
    lines = ["0 call K", "1 call 2", "2 call 2 62", "3 call 4 64", "4 pass", "0 pass", "1 pass", "2 pass", "3 name d"]
    match = record.replay()
    for line in lines:
        action = read_action(match, line)
        assert str(action) == line
        record = record.acted(action)
        match = match.apply(action).match
    whole = dump(record).decode()
    assert '"actions": [\n    "0 call K",\n    "1 call 2",\n    "2 call 2 62",\n    "3 call 4 64"' in whole.replace(
        "     ", "    "
    )
    assert read(dump(record)) == record
    assert record.undo().replay().phase == play(table(preset="online", match_deals=1), *lines[:-1]).phase
    again, deals = results(record)
    found = summary(record, again, deals)
    assert found["game"] == "chiamata"
    assert found["deals"][0]["state"] == "unfinished"
    assert found["deals"][0]["scores"] == [0] * 5


def test_solo_is_written_solo() -> None:
    match = table(preset="online")
    assert str(read_action(match, "0 solo")) == "0 solo"
    assert "solo" in legal(match)


def test_scored_is_the_last_event_of_a_deal_and_tells_points_and_scores() -> None:
    match = play(table(), "0 call Q", *ALL_OUT, "0 name d")
    events: tuple[object, ...] = ()
    while match.deal_open:
        match, events = match.apply(match.legal()[0])
    assert isinstance(events[-1], Scored)
    assert (events[-1].scores, events[-1].points) == (match.deal_result().scores, match.deal_result().points)
