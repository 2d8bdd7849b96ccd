"""Expert and master of Briscola chiamata: fair, repeatable, in time, legal, and of some judgement."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Final

import numpy as np
import pytest

from game.ai import players
from game.ai.batch.bits import bits_of
from game.ai.batch.worlds import Worlds
from game.ai.characters import PLAIN, Character
from game.ai.chiamata.auction import Look, bids, said
from game.ai.chiamata.craft import ChiamataCraft, pay_table
from game.ai.chiamata.limits import NONE, heard, limits, margins, step_of
from game.ai.chiamata.prospects import Prospects, held_from_below, held_from_top
from game.ai.estimate import Estimate
from game.ai.limit import Limit
from game.ai.search import suspicion
from game.engine.actions import Action, Deal, Pass, Play
from game.engine.cards import Card, cards
from game.fairness import shuffled, stream
from game.match import Match, new_match, replace
from game.rules import GAMES
from game.rules.chiamata.actions import Call, Solo
from game.rules.chiamata.auction import Auction
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.play import ChiamataTricks, Naming
from game.rules.family import RANKING
from game.view import look
from tests.game.rules.chiamata_tables import ALL_OUT
from tests.helpers import UNHURRIED, chiamata, choose, play
from tests.pairs import paired_tables

STRONG: Final = ("expert", "master")
BRIEF: Final = Limit(50, lambda: 0.0)
PRESETS: Final = GAMES["chiamata"].presets
REGOLAMENTO: Final = ChiamataOptions()
BITS: Final = bits_of(RANKING)
STRONG_HAND: Final = "Ad 3d Qd Jd 7d As Kh 2c"


def auctioned(seed: int, preset: str = "online") -> Iterator[Match]:
    """The moments of a deal that novices bid and play, each before a choice."""
    match = new_match("chiamata", PRESETS[preset], 5, seed % 5)
    match = match.apply(Deal(shuffled(match.pack, stream(seed, "pack")))).match
    rng = stream(seed, "players")
    while match.to_act is not None:
        yield match
        match = match.apply(choose("novice", look(match, match.to_act), rng)).match


def twin(match: Match, seat: int, rng: Random) -> Match:
    """The same public moment, the cards that ``seat`` cannot see dealt otherwise to the other hands."""
    phase = match.phase
    tricks = phase.tricks if isinstance(phase, Naming) else phase
    assert isinstance(tricks, (Auction, ChiamataTricks))
    others = [one for one in range(5) if one != seat]
    hidden = [card for one in others for card in tricks.hands[one]]
    rng.shuffle(hidden)
    rest = iter(hidden)
    hands = tuple(hand if one == seat else tuple(next(rest) for _card in hand) for one, hand in enumerate(tricks.hands))
    dealt = replace(tricks, hands=hands)
    return replace(match, phase=replace(phase, tricks=dealt) if isinstance(phase, Naming) else dealt)


@pytest.mark.slow
def test_what_a_player_cannot_see_does_not_change_his_choice() -> None:
    compared = set()
    for seed in range(2):
        for number, match in enumerate(auctioned(seed)):
            seat = match.to_act
            assert seat is not None
            if number % 3 and isinstance(match.phase, ChiamataTricks):
                continue
            other = twin(match, seat, stream(seed, "twin", number))
            for level in STRONG:
                assert choose(level, look(other, seat), Random(3)) == choose(level, look(match, seat), Random(3))
            compared.add(type(match.phase))
    assert compared == {Auction, Naming, ChiamataTricks}


def test_a_clock_that_runs_out_at_once_still_gets_an_answer() -> None:
    ticks = count()
    rushed = Limit(1, lambda: float(next(ticks)))
    for match in auctioned(5):
        view = look(match, match.to_act)
        assert players.choose("master", view, Random(1), rushed) in view.choices


@pytest.mark.slow
def test_every_choice_is_legal_under_every_house_rule() -> None:
    for number, table in enumerate(paired_tables("chiamata")):
        match, rng = table.match(number % 5), stream(number, "legal")
        match = match.apply(Deal(shuffled(match.pack, rng))).match
        while (seat := match.to_act) is not None:
            view = look(match, seat)
            opening = not (isinstance(match.phase, ChiamataTricks) and match.phase.done)
            action = players.choose(STRONG[(seat + number) % 2] if opening else "novice", view, rng, BRIEF)
            assert action in view.choices
            match = match.apply(action).match


# -- worlds ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_worlds_agree_with_what_was_seen_and_hold_the_true_deal() -> None:
    for seed in range(4):
        for match in auctioned(seed):
            phase, seat = match.phase, match.to_act
            if not isinstance(phase, ChiamataTricks) or seat is None or phase.trump is None:
                continue
            view = look(match, seat)
            dealing = ChiamataCraft().deal(view, np.random.default_rng(seed), 30)
            assert (np.bitwise_count(np.bitwise_or.reduce(dealing.first_hands, axis=0)) == 40).all()
            assert (dealing.hands[seat] == BITS.mask(phase.hands[seat])).all()
            for other in range(5):
                assert (np.bitwise_count(dealing.hands[other]) == len(phase.hands[other])).all()
            assert np.isfinite(dealing.weights + suspicion(view, ChiamataCraft(), dealing)).all()


def test_who_loads_the_callers_trick_is_suspected() -> None:
    """The caller leads and takes; seat 2 gives him an ace, seat 3 nothing: 2 is likelier to hold the called jack."""
    match = chiamata(
        "Ad 3d Kd 7d 6d As Ks 2h", "4s 5s 6s 7s 4c 5c 6c 7c", "Ah Jd 5d 4d 2s Js 4h 5h", "3s 3c Kh Qh Jh Jc 6h 7h",
        annul_poor_hand="off",
    )  # fmt: skip
    match = play(match, "0 call J", *ALL_OUT, "0 name d", "0 play Ad", "1 play 4s", "2 play Ah", "3 play 6h")
    view = look(match, 4)
    dealing = ChiamataCraft().deal(view, np.random.default_rng(1), 4000)
    weights = dealing.weights + suspicion(view, ChiamataCraft(), dealing)
    picked = Worlds(dealing.hands, weights).pick(np.random.default_rng(2), 4000)
    jack = np.uint64(BITS.mask([Card("Jd")]))
    held = [float(((dealing.first_hands[seat, picked] & jack) != 0).mean()) for seat in range(4)]
    assert held[2] > 1.5 * held[3]
    assert held[2] > held[1]


def test_who_called_low_is_taken_to_hold_what_he_needs() -> None:
    """Weighed by his calls, the caller of a 2 holds more points in trumps than chance gives him."""
    match = play(chiamata(), "0 call 2", "1 pass", "2 pass", "3 pass", "4 pass", "0 name d")
    phase = match.phase
    assert isinstance(phase, ChiamataTricks)
    dealing = ChiamataCraft().deal(look(match, 1), np.random.default_rng(1), 3000)
    strong = np.uint64(BITS.mask(cards("Ad 3d Kd As 3s Ah 3h Ac 3c")))
    count = np.bitwise_count(dealing.first_hands[0] & strong)
    picked = Worlds(dealing.hands, dealing.weights).pick(np.random.default_rng(2), 3000)
    assert count[picked].mean() > count.mean() + 0.3


# -- the auction -----------------------------------------------------------------------------------


def test_the_ladder_follows_the_rules_of_calling() -> None:
    match = chiamata(preset="online")
    assert isinstance(match.phase, Auction)
    said = [choice for choice in match.legal() if isinstance(choice, Call)]
    assert [step_of(one) for one in said] == list(range(10))
    raised = play(match, "0 call 2").legal()
    assert step_of(next(one for one in raised if isinstance(one, Call))) == 10


def test_a_hand_goes_as_far_as_it_may_expect_what_is_asked() -> None:
    hands = np.array([BITS.mask(cards(hand)) for hand in (STRONG_HAND, "4s 5s 6d 7d 4h Jh 5c Qc")], np.uint64)
    prospects = Prospects(hands, np.zeros(2, np.intp), in_mano=True)
    strong, weak = limits(margins(prospects, REGOLAMENTO))
    assert NONE <= weak < 5 < strong
    assert (held_from_top(hands, 0) == [2, 0]).all()
    assert (held_from_below(hands, 3) == [1, 0]).all()


def test_a_seat_that_passed_is_taken_to_be_weaker_than_one_that_called() -> None:
    hands = np.array([[BITS.mask(cards(STRONG_HAND)), BITS.mask(cards("4s 5s 6d 7d 4h Jh 5c Qc"))]] * 5, np.uint64)
    passes = heard((Pass(1),), REGOLAMENTO, 0, hands, 0)
    calls = heard((Call(1, "4"),), REGOLAMENTO, 0, hands, 0)
    assert passes[1] > passes[0]
    assert calls[0] > calls[1]


@pytest.mark.slow
def test_a_strong_hand_calls_and_a_weak_one_passes() -> None:
    assert isinstance(choose("master", look(chiamata(STRONG_HAND), 0), Random(1)), Call)
    match = play(chiamata("", "4s 5s 6d 7d 4h Jh 5c Qc"), "0 call 5")
    assert isinstance(choose("master", look(match, 1), Random(1)), Pass)


@pytest.mark.slow
def test_all_aces_and_threes_play_solo() -> None:
    match = chiamata("As 3s Ad 3d Ah 3h Ac 3c", preset="online")
    assert isinstance(choose("master", look(match, 0), Random(1)), Solo)


def test_the_bold_call_what_the_careful_pass() -> None:
    """Boldness moves every call by the same, in match points; passing stays what it is."""
    match = play(chiamata("3d Qd 6d 5d 4s 4h 7s 2c"), "0 call 6")
    phase = look(play(match, "1 pass", "2 pass", "3 pass", "4 call 5"), 0).phase
    assert isinstance(phase, Auction)
    choices = tuple(phase.legal())
    plain, bold = (
        bids(phase, choices, np.random.default_rng(1), one, Look(worlds=96))
        for one in (PLAIN, Character(name="", boldness=1.0))
    )
    assert bold[0].worth == plain[0].worth
    assert all(one.worth > other.worth for one, other in zip(bold[1:], plain[1:], strict=True))


def estimate(action: Action, worth: float) -> Estimate:
    return Estimate(action=action, worth=worth, error=0.1)


def test_of_calls_worth_nearly_as_much_the_one_that_asks_most_is_said() -> None:
    found = [estimate(Pass(0), 0.0), estimate(Call(0, "J"), 0.5), estimate(Call(0, "2"), 0.45), estimate(Solo(0), 0.1)]
    assert said(found) == Call(0, "2")
    assert said([*found, estimate(Call(0, "2", 64), 0.2)]) == Call(0, "2")
    assert said([*found, estimate(Solo(0), 0.6)]) == Solo(0)


def test_nobody_jumps_to_what_is_worse_than_passing() -> None:
    assert said([estimate(Pass(0), 0.0), estimate(Call(0, "A"), 0.05), estimate(Call(0, "2"), -0.01)]) == Call(0, "A")
    assert said([estimate(Pass(0), 0.1), estimate(Call(0, "A"), 0.05)]) == Pass(0)


def test_the_suit_named_is_the_one_with_the_trumps() -> None:
    match = play(chiamata("Ad 3d Kd 7d 6d Js 4h 2c", annul_poor_hand="off"), "0 call Q", *ALL_OUT)
    assert choose("master", look(match, 0), Random(1)).phrase == "name d"


# -- the score -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_the_playouts_count_is_what_the_rules_pay() -> None:
    paid = 0
    for table in paired_tables("chiamata"):
        for seed in range(2):
            match, rng = table.match(seed), stream(seed, str(table))
            match = match.apply(Deal(shuffled(match.pack, rng))).match
            tricks = None
            while match.to_act is not None:
                tricks = match.phase if isinstance(match.phase, ChiamataTricks) else tricks
                match = match.apply(choose("novice", look(match, match.to_act), rng)).match
            result = match.deal_result()
            if tricks is None or result.state != "scored":
                continue
            caller, partner = tricks.contract.caller, tricks.partner()
            side = {caller, caller if partner is None else partner}
            ours = sum(result.points[seat] for seat in side)
            pays = pay_table(table.options, tricks.contract)[int(len(side) == 1)]
            for seat in range(5):
                role = 0 if seat == caller else 1 if seat in side else 2
                assert pays[role, ours] == result.scores[seat]
            paid += 1
    assert paid > 10


def test_the_last_trick_needs_no_thought() -> None:
    for match in auctioned(7):
        view = look(match, match.to_act)
        if len(view.choices) == 1:
            assert players.choose("master", view, Random(1), UNHURRIED) == view.choices[0]
            assert isinstance(view.choices[0], Play)
