"""The players of Briscola chiamata: how they bid, name and play by role, and that they know no more than they may."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from statistics import median
from typing import Final

import pytest

from game.ai.chiamata.hand import FITS, KINDS, chance, expected, features
from game.ai.chiamata.reading import read
from game.ai.headless import play_deal
from game.engine.actions import Deal, Pass
from game.engine.cards import HIDDEN, card, cards
from game.engine.options import Options
from game.fairness import shuffled, stream
from game.match import Match, new_match, replace
from game.rules import GAMES
from game.rules.chiamata.actions import Call, Solo
from game.rules.chiamata.auction import Auction
from game.rules.chiamata.play import ChiamataTricks, Naming
from game.view import look
from tests.game.rules.chiamata_tables import ALL_OUT, HANDS
from tests.helpers import QUICK_LEVELS, chiamata, choose, play
from tests.pairs import paired_tables

PRESETS: Final = GAMES["chiamata"].presets
MONSTER: Final = "As 3s Ad 3d Ah 3h Ac 3c"
WEAK: Final = "4s 5s 6d 7d 4h Jh 5c Qc"
TABLE: Final = (
    "Ad 3d Kd 7d 6d As Ks 2h", "4s 5s 6s 7s 4c 5c 6c 7c", "Jd 5d 4d 2s Js Qs 4h 5h", "3s 3c Kh Qh Jh Jc 6h 7h",
    "Qd 3h 2d Ac Kc Qc 2c Ah",
)  # fmt: skip
"""The caller 0 in denari; J is with seat 2, Q with seat 4."""


def chosen(match: Match, level: str = "club") -> str:
    """What a player of ``level`` does on turn, without the seat."""
    return choose(level, look(match, match.to_act), Random(1)).phrase


# -- bidding ---------------------------------------------------------------------------------------


def test_a_weak_hand_passes() -> None:
    for before in ("0 call 7", "0 call 5", "0 call 2"):
        match = play(chiamata("", WEAK), before)
        assert chosen(match) == "pass"
        view = look(match, 1)
        passes = sum(isinstance(choose("novice", view, Random(seed)), Pass) for seed in range(40))
        assert passes > 16


def test_a_strong_hand_asks_for_the_highest_trump_it_lacks() -> None:
    assert chosen(chiamata("Ad 3d Qd Jd 7d As Kh 2c")) == "call K"
    assert chosen(chiamata("3d Kd Qd Jd 7d As Kh 2c")) == "call A"


def test_it_goes_down_as_it_is_outbid_and_stops_where_it_promises_too_little() -> None:
    match = play(chiamata("Jc 3d Kd Qd Jd 7d As Kh"), "0 call A", "1 call 3", "2 pass", "3 pass", "4 pass")
    assert chosen(match) in ("call 6", "call 5", "call 4", "call 2")
    fair = play(chiamata("3d Qd 6d 5d As 4h 7s 2c"), "0 call A", "1 call 3", "2 pass", "3 pass", "4 pass")
    assert chosen(fair).startswith("call")
    last = play(chiamata("3d Qd 6d 5d 4s 4h 7s 2c"), "0 call A", "1 call 2", "2 pass", "3 pass", "4 pass")
    assert chosen(last) == "pass"


def points_called(match: Match, level: str = "club") -> int:
    """The points of the call that a player of ``level`` makes on turn, as he does as often as not."""
    calls = [choose(level, look(match, match.to_act), Random(seed)) for seed in range(5)]
    return int(median(call.points or 0 for call in calls if isinstance(call, Call)))


@pytest.mark.slow
@pytest.mark.parametrize("level", ("club", "master"))
def test_a_very_strong_hand_jumps_and_keeps_some_in_reserve(level: str) -> None:
    match = play(chiamata("Ad 3d Kd Qd 7d 6d As Ks"), "0 call J", "1 call 2", "2 pass", "3 pass", "4 pass")
    first = points_called(match, level)
    assert first > 62
    assert points_called(play(match, f"0 call 2 {first}", f"1 call 2 {first + 1}"), level) > first + 1
    assert chosen(play(match, "0 call 2 62", "1 call 2 110"), level) == "pass"


def test_holding_the_two_it_calls_forced() -> None:
    match = chiamata("Ad 3d Kd Qd 7d 2d As Ks", preset="online")
    match = play(match, "0 call J", "1 call 2", "2 pass", "3 pass", "4 pass")
    assert chosen(match).startswith("call 4 ")
    assert chosen(play(match, "0 call 4 62", "1 pass")) == "name d"


def test_of_calls_that_promise_the_same_the_lowest_is_called_at_once() -> None:
    """From the seven down a partner's trump hardly matters: nobody calls it rank by rank."""
    match = play(chiamata("Ad 3d Kd Qd 5d Js 2h 6h"), "0 call J", "1 pass", "2 call 7", "3 pass", "4 pass")
    assert chosen(match) == "call 2"


def test_all_aces_and_threes_on_lead_play_solo() -> None:
    assert chosen(chiamata(MONSTER, preset="online")) == "solo"
    assert chosen(chiamata(MONSTER)).startswith("call")


def test_the_caller_names_his_best_suit() -> None:
    match = play(chiamata("Ad 3d Kd 7d 6d Js 4h 2c", annul_poor_hand="off"), "0 call Q", *ALL_OUT)
    assert chosen(match) == "name d"


def test_a_novice_errs_and_hopes_but_does_the_same_for_the_same_chance() -> None:
    match = play(chiamata("3d Qd 6d 5d As 4h 7s 2c"), "0 call A", "1 call 7", "2 pass", "3 pass", "4 pass")
    view = look(match, 0)
    assert len({choose("novice", view, Random(seed)) for seed in range(40)}) > 1
    assert len({choose("club", view, Random(seed)) for seed in range(40)}) == 1
    assert choose("novice", view, Random(3)) == choose("novice", view, Random(3))


def test_what_is_expected_of_a_hand_rises_with_its_cards() -> None:
    hand = cards("Ad 3d 7d 6d As Kh 4c 2c")
    worse = cards("Kd 4d 7d 6d As Kh 4c 2c")
    assert expected(hand, "d", card("K", "d"), 2) > expected(worse, "d", card("A", "d"), 2) - 12
    assert expected(hand, "d", card("K", "d"), 2) > expected(hand, "d", card("2", "d"), 2)
    assert expected(hand, "d", card("K", "d"), 2) > expected(hand, "d", card("A", "d"), 2)
    assert {len(FITS[kind].weights) for kind in KINDS} == {len(features(hand, "d", None, 0))}
    assert chance(70, 61, 17) > 0.5 > chance(50, 61, 17)
    assert chance(60.5, 61, 17) == 0.5


# -- play ------------------------------------------------------------------------------------------


def test_who_loads_the_caller_s_trick_is_taken_for_the_partner() -> None:
    match = play(chiamata(*TABLE, annul_poor_hand="off"), "0 call 4", *ALL_OUT, "0 name d")
    phase = play(match, "0 play Ad", "1 play 4s", "2 play 2s", "3 play 3s").phase
    assert isinstance(phase, ChiamataTricks)
    caller, one, two, loader, reader = read(phase.seen_by(4)).with_caller
    assert (caller, reader) == (1.0, 0.0)
    assert loader > 2 * max(one, two)
    blind = read(phase.seen_by(4), suspicion=False).with_caller
    assert blind[1] == blind[2] == blind[3]


def test_who_takes_from_the_caller_is_hardly_the_partner() -> None:
    match = play(chiamata(*TABLE, annul_poor_hand="off"), "0 call 4", *ALL_OUT, "0 name d")
    phase = play(match, "0 play As", "1 play 4s", "2 play 5d").phase
    assert isinstance(phase, ChiamataTricks)
    found = read(phase.seen_by(3)).with_caller
    assert found[2] < min(found[1], found[4])


def test_after_the_called_card_fell_everybody_knows() -> None:
    match = play(chiamata(*HANDS), "0 call Q", *ALL_OUT, "0 name d", "0 play 4c", "1 play Qd")
    phase = match.phase
    assert isinstance(phase, ChiamataTricks)
    for seat in range(2, 5):
        assert read(phase.seen_by(seat)).with_caller == (1.0, 1.0, 0.0, 0.0, 0.0)


def test_partner_and_caller_in_mano_know_from_the_start_and_in_solo_all_know() -> None:
    match = play(chiamata(*HANDS), "0 call Q", *ALL_OUT, "0 name d", "0 play 4c")
    phase = match.phase
    assert isinstance(phase, ChiamataTricks)
    assert read(phase.seen_by(1)).with_caller == (1.0, 1.0, 0.0, 0.0, 0.0)
    alone = play(chiamata(*HANDS), "0 call A", *ALL_OUT, "0 name d").phase
    assert isinstance(alone, ChiamataTricks)
    assert read(alone.seen_by(0)).with_caller == (1.0, 0.0, 0.0, 0.0, 0.0)
    solo = play(chiamata(*HANDS, preset="online"), "0 solo").phase
    assert isinstance(solo, ChiamataTricks)
    assert read(solo.seen_by(0)).with_caller == (1.0, 0.0, 0.0, 0.0, 0.0)


def test_the_partner_loads_the_caller_s_sure_trick_and_a_defender_does_not() -> None:
    trick = ("0 play Ad", "1 play 4c", "2 play 2s", "3 play 6h")
    partner = play(chiamata(*TABLE, annul_poor_hand="off"), "0 call Q", *ALL_OUT, "0 name d", *trick)
    assert chosen(partner) in ("play Ah", "play 3h", "play Ac")
    defender = play(chiamata(*TABLE, annul_poor_hand="off"), "0 call J", *ALL_OUT, "0 name d", *trick)
    assert chosen(defender) == "play 2c"


def test_the_last_defender_takes_the_caller_s_rich_trick_with_a_low_trump() -> None:
    match = play(chiamata(*TABLE, annul_poor_hand="off"), "0 call J", *ALL_OUT, "0 name d")
    match = play(match, "0 play As", "1 play 4c", "2 play 2s", "3 play 6h")
    assert chosen(match) == "play 2d"


def test_the_partner_does_not_show_his_card_for_nothing() -> None:
    hands = ("Ad 3d Kd 7d 6d As Ks 2h", "Qd 5s 6s 7s 4c 5c 6c 7c")
    match = play(chiamata(*hands, annul_poor_hand="off"), "0 call Q", *ALL_OUT, "0 name d", "0 play 2h")
    assert chosen(match) != "play Qd"


# -- what holds for every player -------------------------------------------------------------------


def states(options: Options, seed: int) -> Iterator[Match]:
    """Every state of a deal that players of all levels play."""
    match = new_match("chiamata", options, 5, seed % 5)
    match = match.apply(Deal(shuffled(match.pack, stream(seed, "pack")))).match
    rng = stream(seed, "players")
    while match.to_act is not None:
        yield match
        match = match.apply(choose(QUICK_LEVELS[(match.to_act + seed) % 3], look(match, match.to_act), rng)).match


@pytest.mark.slow
def test_every_level_makes_legal_choices_under_every_house_rule() -> None:
    for number, table in enumerate(paired_tables("chiamata")):
        for match in states(table.options, number):
            view = look(match, match.to_act)
            for level in QUICK_LEVELS:
                assert choose(level, view, Random(number)) in view.choices


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_what_a_player_cannot_see_does_not_change_his_choice(preset: str) -> None:
    rng = Random(4)
    for seed in range(3):
        for match in states(PRESETS[preset], seed):
            seat = match.to_act
            assert seat is not None
            view, other = look(match, seat), look(twin(match, seat, rng), seat)
            for level in QUICK_LEVELS:
                assert choose(level, view, Random(3)) == choose(level, other, Random(3))


def twin(match: Match, seat: int, rng: Random) -> Match:
    """``match`` with the cards that ``seat`` cannot see dealt anew."""
    phase = match.phase
    tricks = phase.tricks if isinstance(phase, Naming) else phase
    assert isinstance(tricks, (Auction, ChiamataTricks))
    masked = tricks.seen_by(seat).hands
    covered = [
        one
        for hand, backs in zip(tricks.hands, masked, strict=True)
        for one, back in zip(hand, backs, strict=True)
        if back is HIDDEN
    ]
    anew = iter(shuffled(tuple(covered), rng))
    hands = tuple(tuple(next(anew) if back is HIDDEN else back for back in backs) for backs in masked)
    dealt = replace(tricks, hands=hands)
    return replace(match, phase=replace(phase, tricks=dealt) if isinstance(phase, Naming) else dealt)


# -- strength --------------------------------------------------------------------------------------


def gain(strong: str, weak: str, packs: int, preset: str) -> float:
    """What a seat of ``strong`` scores in a deal more than one of ``weak``; each pack is played both ways."""
    sums = {strong: 0.0, weak: 0.0}
    for number in range(packs):
        match = new_match("chiamata", PRESETS[preset], 5, number % 5)
        pack = shuffled(match.pack, stream(6, "pack", number))
        for turn in (0, 1):
            levels = [strong if (seat + turn) % 2 == 0 else weak for seat in range(5)]
            players = [partial(choose, level, rng=stream(6, number, seat)) for seat, level in enumerate(levels)]
            for level, score in zip(levels, play_deal(match, pack, players).match.deal_result().scores, strict=True):
                sums[level] += score / levels.count(level) / (2 * packs)
    return sums[strong] - sums[weak]


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_club_beats_novice_and_novice_beats_random(preset: str) -> None:
    assert gain("club", "novice", 40, preset) > 0.2
    assert gain("novice", "random", 40, preset) > 0.2


def test_bids_are_calls_passes_and_solos() -> None:
    kinds = set()
    for seed in range(6):
        for match in states(PRESETS["online"], seed):
            if isinstance(match.phase, Auction):
                kinds.add(type(choose("club", look(match, match.to_act), Random(0))))
    assert kinds <= {Call, Pass, Solo}
    assert {Call, Pass} <= kinds
