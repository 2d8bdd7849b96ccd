"""Advice: every choice with what it is expected to bring and why, from what the seat may know."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from game.ai.explain import Advice, explain, weigh
from game.ai.limit import Limit
from game.ai.players import MINDS
from game.ai.search import WHOLE_MS
from game.engine.actions import Deal, Play
from game.engine.cards import Card, cards
from game.engine.tricks import Tricks
from game.fairness import shuffled, stream
from game.match import Match, new_match
from game.rules import GAMES
from game.unseen import unseen_cards
from game.view import look
from game.words import say
from tests.game.rules.chiamata_tables import ALL_OUT
from tests.game.rules.muscio_tables import muscio
from tests.game.rules.muscio_tables import say as declared
from tests.helpers import NAMES, UNHURRIED, briscola, chiamata, choose, deal, play

A_LOOK = Limit(WHOLE_MS, lambda: 0.0)
"""As long as every game thinks at least with all its effort."""


def advice(match: Match) -> dict[str, Advice]:
    """What is advised to the seat on turn, by the action."""
    found = explain(look(match, match.to_act), UNHURRIED)
    return {one.action.phrase: one for one in found}


def friends(match: Match, seat: int) -> tuple[int, ...]:
    """Who is known to be on the side of ``seat``."""
    return MINDS[match.name].friends(look(match, seat))


def codes(match: Match, phrase: str) -> set[str]:
    return {reason.code for reason in advice(match)[phrase].reasons}


def in_words(match: Match, phrase: str) -> set[str]:
    return {say(reason, NAMES[: match.seats]) for reason in advice(match)[phrase].reasons}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_choice_that_matters_is_advised_on_in_words(game: str) -> None:
    advised = 0
    for seats in GAMES[game].seats:
        match, rng = new_match(game, next(iter(GAMES[game].presets.values())), seats, 0), stream(seats, "explain")
        match = match.apply(Deal(shuffled(match.pack, rng))).match
        while (seat := match.to_act) is not None:
            view = look(match, seat)
            if advised % 3 == 0 or not isinstance(match.phase, Tricks):
                found = explain(view, A_LOOK)
                assert {one.action for one in found} <= set(view.choices)
                assert {one for one in view.choices if isinstance(one, Play)} <= {one.action for one in found}
                worth = [one.estimate.worth for one in found]
                assert worth == sorted(worth, reverse=True)
                for one in found:
                    assert one.reasons
                    assert all(say(reason, NAMES[:seats]) for reason in one.reasons)
                    assert one.estimate.error >= 0
                    assert one.estimate.win is None or 0 <= one.estimate.win <= 1
            advised += 1
            match = match.apply(choose("club", view, rng)).match
    assert advised > 20


def test_the_same_view_gets_the_same_advice() -> None:
    view = look(briscola("7d", "Ah 4c 3s", "2d 4s 5s"), 0)
    assert explain(view, UNHURRIED) == explain(view, UNHURRIED)
    assert explain(view, UNHURRIED, Random(2))[0].action in view.choices


def test_nothing_is_advised_out_of_turn() -> None:
    with pytest.raises(ValueError, match="nothing to choose"):
        explain(look(briscola("7d", "Ah 4c 3s", "2d 4s 5s"), 1), UNHURRIED)


def test_a_trump_is_kept_for_the_ace_still_out() -> None:
    match = play(briscola("7d", "4h 4c 5c", "3d 6s 5s"), "0 play 4h")
    assert "keeps the three of trump for the ace still out" in in_words(match, "play 6s")
    assert "why_keeps" not in codes(match, "play 3d")


def test_what_takes_a_trick_for_good_says_so() -> None:
    match = play(briscola("7d", "Kh 4c 5c", "Ah 2d 5s"), "0 play Kh")
    assert "takes 15 points that nobody can take away" in in_words(match, "play Ah")
    assert codes(match, "play Ah") & {"why_best", "why_close"}


def test_what_can_be_taken_again_says_by_how_many_cards() -> None:
    match = play(briscola("7d", "4h 5c 6c", "Kh 5s 6s", "6h 2s 4s", "2d 3c 5h"), "0 play 4h")
    said = {say(reason, NAMES) for reason in advice(match)["play Kh"].reasons}
    assert "takes the trick for now; 11 cards still out would beat it" in said


def test_points_for_a_partner_are_told_from_points_for_the_others() -> None:
    match = play(briscola("7d", "4h 5c 6c", "Ah 5s 6s", "6h 2s 4s", "2d 3c 5h"), "0 play 4h", "1 play Ah", "2 play 6h")
    assert "10 points for Bruno, who has the trick" in in_words(match, "play 3c")
    other = play(briscola("7d", "Ah 5c 6c", "4h 5s 6s"), "0 play Ah")
    assert codes(other, "play 5s") & {"why_gives_nothing"}


def test_a_hidden_partner_is_nobodys_friend_until_the_card_falls() -> None:
    match = chiamata(
        "Ad 3d Kd 7d 6d As Ks 2h", "4s 5s 6s 7s 4c 5c 6c 7c", "Ah Jd 5d 4d 2s Js 4h 5h", annul_poor_hand="off"
    )
    match = play(match, "0 call J", *ALL_OUT, "0 name d", "0 play Ad", "1 play 4s")
    assert friends(match, 2) == (0,)
    assert friends(match, 0) == ()
    match = play(match, "2 play Jd")
    assert friends(match, 0) == (2,)
    assert set(friends(match, 1)) == {3, 4}


def test_a_call_says_what_is_asked_and_how_often_it_is_made() -> None:
    found = advice(chiamata("Ad 3d Qd Jd 7d As Kh 2c"))
    reason = found["call K"].reasons[0]
    assert reason.code == "why_contract"
    assert reason.values["asked"] == 61
    assert reason.values["times"] == round(100 * (found["call K"].estimate.win or 0))
    assert found["call K"].estimate.worth > found["pass"].estimate.worth


def test_a_bid_says_how_many_tricks_are_to_be_expected() -> None:
    found = advice(deal(game="spades", seats=4))
    assert all(one.reasons[0].code == "why_bid" for one in found.values())


def test_what_playing_a_deal_of_muscio_brings_on_average_is_told_with_what_passing_risks() -> None:
    poor = advice(muscio("Ad", "Kh 3h 4s 5s 6s", "Kd 3d 4c 5c 6c", "Qd 4d 7s 7c Js"))
    rich = advice(muscio("2d", "Ad 3d Kd Ah Ac", "Kh 3h 4c 5c 6c", "Qh 4s 7s 7c Js"))
    assert [one["pass"].reasons[0].code for one in (poor, rich)] == ["why_pass", "why_pass"]
    assert [one["in"].reasons[0].code for one in (poor, rich)] == ["why_added", "why_taken_off"]
    for one in (poor, rich):
        assert one["in"].reasons[0].values["points"] == round(abs(one["in"].estimate.points or 0), 1)


def test_the_dealer_of_muscio_hears_what_the_turned_trump_is_in_place_of_the_card_he_gives() -> None:
    match = declared(muscio("Qd", "Kh 3h 4s 5s 6s", "Kd 3d 4c 5c 6c", "Jd Ad 7s 7c Js"), "in", "in", "in")
    assert "why_trump_more" in codes(match, "swap 7s")
    assert "why_exchange" in codes(match, "swap Jd")
    assert not {"why_trump_more", "why_exchange"} & (codes(match, "swap Ad") | codes(match, "keep"))


def test_one_of_two_at_muscio_hears_what_giving_up_costs() -> None:
    match = declared(muscio("Ad", "Kd 3d 4s 5s 6s", "Kh 3h 4c 5c 6c", "Qd 4d 7s 7c Js"), "in", "pass", "in")
    while not {one.verb for one in match.legal()} & {"forfeit"}:
        match = match.apply(match.legal()[0]).match
    assert "why_forfeit" in codes(match, "forfeit")
    assert codes(match, "stand") & {"why_taken_off", "why_added", "why_unchanged"}


def test_a_card_that_falls_face_down_says_so() -> None:
    match = declared(muscio("Ad", "Kh 3h 4s 5s 6s", "Kd 3d 4c 5c 6c", "Qd 4d 7s 7c Js"), "in", "in", "in")
    while not isinstance(match.phase, Tricks):
        match = match.apply(match.legal()[0]).match
    seat = match.to_act
    view = look(match, seat)
    plain = [one for one in view.choices if isinstance(one, Play) and one.card.suit != "d"]
    assert plain
    assert "why_face_down" in codes(match, plain[0].phrase)


def test_what_was_seen_is_not_still_out() -> None:
    match = play(briscola("7d", "Ah 4c 3s", "2d 4s 5s"), "0 play Ah")
    unseen = set(unseen_cards(look(match, 1)))
    assert not unseen & set(cards("Ah 7d 2d 4s 5s"))
    assert Card("4c") in unseen


# -- what the window hears -------------------------------------------------------------------------


def test_the_window_hears_the_same_in_the_same_order() -> None:
    view = look(briscola("7d", "Ah 4c 3s", "2d 4s 5s"), 0)
    heard = weigh(view, UNHURRIED, Random(3))
    assert [(one.action, one.worth, one.reasons) for one in heard] == [
        (one.action, one.estimate.worth, one.reasons) for one in explain(view, UNHURRIED, Random(3))
    ]


def test_a_sign_that_is_due_and_an_exchange_that_gains_come_before_the_card() -> None:
    signed = play(briscola("7d", "Ad 4c 3s", "2d 4s 5s", "6h 5h 4h", "6s 7s 2s"), *_first_trick())
    heard = weigh(look(signed, signed.to_act), UNHURRIED, Random(1))
    first, second = heard[:2]
    assert (first.action.verb, first.reasons[0].code) == ("sign", "why_sign")
    assert second.action.verb == "play"
    rich = play(briscola("Ad", "7d Ac 3s", "2d 4s 5s", stock="2h 4h", trump_exchange="seven"), "0 play Ac", "1 play 4s")
    heard = weigh(look(rich, 0), UNHURRIED, Random(1))
    assert (heard[0].action.phrase, heard[0].reasons[0].code) == ("swap", "why_exchange")
    assert say(heard[0].reasons[0], NAMES[:2]) == "the Ad is worth more than the 7d that is given for it"


def _first_trick() -> tuple[str, ...]:
    return "0 play 3s", "1 play 4s", "2 play 4h", "3 play 2s"


def test_of_a_game_that_nobody_knows_nothing_is_heard() -> None:
    view = look(briscola("7d", "Ah 4c 3s", "2d 4s 5s"), 0)
    assert weigh(msgspec.structs.replace(view, game="unknown"), UNHURRIED, Random(1)) == ()
