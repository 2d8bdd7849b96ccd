"""The rules of thumb of Briscola: what a sound player does and a beginner does not."""

from __future__ import annotations

from random import Random

import pytest

from game.ai.briscola.counting import count
from game.ai.briscola.endgame import WON, best_card
from game.engine.actions import Action, Play, Swap
from game.engine.cards import Card, cards
from game.engine.tricks import Tricks
from game.fairness import stream
from game.match import Match
from game.rules.briscola.actions import Sign
from game.rules.briscola.play import BriscolaTricks
from game.view import look
from tests.helpers import briscola, choose, play, playout, read_action


def chosen(match: Match, level: str = "club") -> str:
    """What a player of ``level`` does on turn, without the seat."""
    return choose(level, look(match, match.to_act), Random(1)).phrase


def test_a_low_trump_takes_an_opponents_three() -> None:
    assert chosen(play(briscola("7d", "3h 4c 5c", "2d 4s 5s"), "0 play 3h")) == "play 2d"


def test_no_trump_is_spent_on_an_empty_trick() -> None:
    assert chosen(play(briscola("7d", "4h 4c 5c", "2d 3d 5s"), "0 play 4h")) == "play 5s"


def test_the_last_to_play_takes_with_the_ace_of_the_suit_led() -> None:
    assert chosen(play(briscola("7d", "Kh 4c 5c", "Ah 2d 5s"), "0 play Kh")) == "play Ah"


def test_an_ace_is_not_led_into_trumps_that_are_out() -> None:
    assert chosen(briscola("7d", "Ah 4c 3s", "2d 4s 5s")) == "play 4c"


def test_points_are_thrown_on_a_partners_sure_trick_and_he_is_not_overtaken() -> None:
    match = briscola("7d", "4h 5c 6c", "Ah 5s 6s", "6h 2s 4s", "2d 3c 5h")
    assert chosen(play(match, "0 play 4h", "1 play Ah", "2 play 6h")) == "play 3c"


def test_a_beginner_trumps_what_a_sound_player_lets_go() -> None:
    match = play(briscola("7d", "Jh 4c 5c", "4d 4s 5s"), "0 play Jh")
    assert chosen(match, "novice") == "play 4d"
    assert chosen(match) in ("play 4s", "play 5s")


def test_a_beginner_forgets_what_has_fallen() -> None:
    match = play(briscola("7d", "3h 4c 5c", "2h 4s 5s"), "0 play 3h", "1 play 2h")
    phase = match.phase
    assert isinstance(phase, BriscolaTricks)
    masked = phase.seen_by(0)
    fallen = set(cards("3h 2h"))
    assert fallen <= set(count(masked, memory=False).unseen)
    assert not fallen & set(count(masked).unseen)


def test_a_player_with_the_trump_ace_signs_it_once() -> None:
    match = briscola("7d", "Ad 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2d 3c 5h", stock="2c 4c 2h 4d")
    match = play(match, "0 play 6c", "1 play 6s", "2 play 4h", "3 play 5h")
    assert chosen(match) == "sign asso"
    assert chosen(play(match, "0 sign asso")) != "sign asso"


def test_a_player_without_trump_signs_a_carico_else_nothing() -> None:
    match = briscola("7d", "3h 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2d 3c 5h", stock="2c 4c 2h 4d")
    match = play(match, "0 play 6c", "1 play 6s", "2 play 4h", "3 play 5h")
    assert chosen(match) == "sign carico"
    match = briscola("7d", "4h 5c 6c", "Ah 5s 6s", "3h 2s 4s", "2d 3c 5h", stock="2c 4c 2h 4d")
    match = play(match, "0 play 6c", "1 play 6s", "2 play 4s", "3 play 5h")
    assert chosen(match) == "sign niente"


def test_a_player_with_small_trumps_only_has_nothing_to_sign() -> None:
    match = briscola("7d", "2d 5c 6c", "Ah 5s 6s", "3h 2s 4s", "4h 3c 5h", stock="2c 4c 2h 4d")
    match = play(match, "0 play 6c", "1 play 6s", "2 play 4s", "3 play 5h")
    assert chosen(match).startswith("play")


def test_a_partner_believes_a_sign_until_the_card_falls() -> None:
    match = briscola("7d", "Ad 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2d 3c 5h", stock="2c 4c 2h 4d")
    match = play(match, "0 play 6c", "1 play 6s", "2 play 4h", "3 play 5h", "0 sign asso")
    ace = Card("Ad")

    def told(at: Match) -> float:
        phase = at.phase
        assert isinstance(phase, BriscolaTricks)
        return count(phase.seen_by(2)).chance(0, {ace})

    assert 0.8 < told(match) < 1
    assert told(play(match, "0 play Ad")) == 0


def test_a_signed_carico_is_expected_until_one_is_thrown() -> None:
    match = briscola("7d", "3h 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2d 3c 5h", stock="2c 4c 2h 4d")
    match = play(match, "0 play 6c", "1 play 6s", "2 play 4s", "3 play 5h")

    def told(at: Match, seat: int) -> bool:
        phase = at.phase
        assert isinstance(phase, BriscolaTricks)
        return count(phase.seen_by(seat)).carico[0]

    assert not told(match, 2)
    match = play(match, "0 sign carico")
    assert told(match, 2)
    assert not told(match, 1)
    assert not told(play(match, "0 play 3h"), 2)


def test_the_exchange_is_made_when_it_gains_and_only_then() -> None:
    taken = ("0 play Ah", "1 play 4h")
    gains = briscola("3d", "Ah 7d 5c", "4h 5s 6s", stock="2c 4c", trump_exchange="seven")
    assert chosen(play(gains, *taken)) == "swap"
    assert chosen(play(gains, *taken), "novice") == "swap"
    loses = briscola("4d", "Ah 7d 5c", "4h 5s 6s", stock="2c 4c", trump_exchange="seven")
    assert chosen(play(loses, *taken)) != "swap"


def test_who_drew_the_turned_card_is_known() -> None:
    last = [
        moment.match.phase
        for moment in playout(briscola("7d", "3h 4c 5c", "7h 4s 5s", "2c 5h 6h"), 3)
        if isinstance(moment.match.phase, BriscolaTricks) and not moment.match.phase.stock
    ]
    assert last
    for phase in last:
        for seat in range(3):
            known = count(phase.seen_by(seat))
            for other in {0, 1, 2} - {seat}:
                assert known.known[other] == tuple(one for one in phase.hands[other] if one is phase.turned)
            assert sum(known.covered) == len(known.unseen)
            everything = {*known.unseen, *(one for hand in known.known for one in hand)}
            assert everything == {one for hand in phase.hands for one in hand}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
def test_the_end_of_two_is_played_as_well_as_it_can_be(seed: int) -> None:
    for moment in playout(briscola("7d", "3h 4c 5c", "2h 4s 5s"), seed):
        phase = moment.match.phase
        if not isinstance(phase, BriscolaTricks) or phase.stock:
            continue
        seat = phase.trick.to_play
        points = phase.points()
        card = best_card(
            phase.hands[seat], phase.hands[1 - seat], phase.trick.led, phase.trump, (points[seat], points[1 - seat]),
            phase.hands[seat],
        )  # fmt: skip
        assert worth(phase, Play(seat, card), seat) == max(worth(phase, one, seat) for one in plays(phase))
        found = read_action(moment.match, f"{seat} {chosen(moment.match)}")
        assert worth(phase, found, seat) == worth(phase, Play(seat, card), seat)


def plays(phase: Tricks) -> list[Action]:
    return [action for action in phase.legal() if isinstance(action, Play)]


def worth(phase: Tricks, action: Action, seat: int) -> int:
    """What ``action`` is worth to ``seat`` by the rules themselves, if both play perfectly."""
    after = phase.apply(action).state
    if isinstance(after, Tricks):
        values = [worth(after, one, seat) for one in plays(after)]
        return max(values) if after.trick.to_play == seat else min(values)
    mine, theirs = after.points()[seat], after.points()[1 - seat]
    return mine - theirs + WON * ((mine > 60) - (theirs > 60))


def test_signs_tell_the_truth() -> None:
    made = 0
    for seed in range(12):
        match, rng = briscola("7d", "Ad 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2d 3c 5h"), stream(seed, "club")
        while match.to_act is not None:
            seat = match.to_act
            action = choose("club" if rng.random() < 0.7 else "random", look(match, seat), rng)
            assert not isinstance(action, Swap)
            if isinstance(action, Sign):
                phase = match.phase
                assert isinstance(phase, BriscolaTricks)
                hand = phase.hands[seat]
                trumps = {one.rank for one in hand if one.suit == "d"}
                shown = {"asso": "A", "tre": "3", "re": "K", "cavallo": "Q", "fante": "J"}.get(action.sign)
                carichi = [one for one in hand if one.rank in ("A", "3")]
                assert shown in trumps if shown else bool(carichi) == (action.sign == "carico")
                made += 1
            match = match.apply(action).match
    assert made
