"""Expert and master of Muscio: fair, repeatable, in time, legal, and of some judgement."""

from __future__ import annotations

from collections import Counter
from itertools import count
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from game.ai import players
from game.ai.batch.bits import Masks, bits_of
from game.ai.characters import Character
from game.ai.limit import Limit
from game.ai.muscio.craft import dealing_of, put_away
from game.ai.muscio.match import chances, worth
from game.engine.actions import Action, Deal, Pass, Swap
from game.engine.cards import cards
from game.fairness import shuffled, stream
from game.match import Match, new_match
from game.rules import GAMES
from game.rules.muscio.actions import Blinde, Forfeit, In, Lay, Stand
from game.rules.muscio.play import Exchange, MuscioTricks, Standing
from game.rules.muscio.score import RANKING
from game.unseen import unseen_cards
from game.view import look
from tests.game.rules.muscio_tables import muscio, say
from tests.helpers import Moment, Table, choose
from tests.pairs import paired_tables
from tests.twins import known_from, permuted, reveals

STRONG = ("expert", "master")
KINDS = {"Declaring", "Exchange", "Standing", "MuscioTricks"}
"""The phases in which there is something to choose."""
ENOUGH = 8
"""So many choices of a kind are compared."""


def moments_of(seats: int, seed: int) -> list[Moment]:
    """A deal of quick players, step by step."""
    match = new_match("muscio", GAMES["muscio"].presets["gattorna"], seats, seed % seats)
    rng, action = stream(seed, "players", seats), Deal(shuffled(match.pack, stream(seed, "pack", seats)))
    found = [Moment(action, match, *match.apply(action))]
    while (seat := found[-1].match.to_act) is not None:
        before = found[-1].match
        chosen = choose(("random", "novice")[seed % 2], look(before, seat), rng)
        found.append(Moment(chosen, before, *before.apply(chosen)))
    return found


def twin_of(moments: list[Moment], seat: int, rng: Random) -> Match | None:
    """After the same actions, a deal that differs in cards that ``seat`` cannot see; None if none was found."""
    since = known_from(moments, seat)
    hidden = tuple(card for card in moments[0].before.pack if card not in since)
    for _try in range(30):
        other = dict(zip(hidden, shuffled(hidden, rng), strict=True))
        match = moments[0].before
        for moment in moments:
            action = permuted(moment.action, other)
            if match.why_not(action) is not None:
                break
            match, events = match.apply(action)
            if reveals(events) != reveals(moment.events):
                break
        else:
            return match
    return None


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAMES["muscio"].seats)
def test_what_a_player_cannot_see_does_not_change_his_choice(seats: int) -> None:
    compared: Counter[str] = Counter()
    for seed in range(40):
        if seed > 5 and len(compared) == len(KINDS):
            break
        moments = moments_of(seats, seed)
        for at, moment in enumerate(moments[:-1]):
            match, seat = moment.match, moment.match.to_act
            assert seat is not None
            if compared[type(match.phase).__name__] >= ENOUGH:
                continue
            twin = twin_of(moments[: at + 1], seat, stream(seed, "twin", at))
            if twin is None or twin == match or len(look(match, seat).choices) == 1:
                continue
            compared[type(match.phase).__name__] += 1
            for level in STRONG:
                assert choose(level, look(twin, seat), Random(3)) == choose(level, look(match, seat), Random(3))
    assert set(compared) == KINDS


@pytest.mark.slow
def test_the_same_seed_gives_the_same_action() -> None:
    for moment in moments_of(4, 3)[:-1]:
        view = look(moment.match, moment.match.to_act)
        for level in STRONG:
            assert choose(level, view, Random(5)) == choose(level, view, Random(5))


def test_a_clock_that_runs_out_at_once_still_gets_an_answer() -> None:
    ticks = count()
    rushed = Limit(1, lambda: float(next(ticks)))
    for seed in range(4):
        for moment in moments_of(4, seed)[:-1]:
            view = look(moment.match, moment.match.to_act)
            assert players.choose("master", view, Random(1), rushed) in view.choices


@pytest.mark.slow
@pytest.mark.parametrize("table", paired_tables("muscio"), ids=str)
def test_every_choice_is_legal_under_every_house_rule(table: Table) -> None:
    match, rng = table.match(), stream(0, "legal", table)
    for _deal in range(2):
        match = match.apply(Deal(shuffled(match.pack, rng))).match
        while match.to_act is not None:
            view = look(match, match.to_act)
            chosen = [choose(level, view, rng) for level in STRONG]
            assert set(chosen) <= set(view.choices)
            match = match.apply(chosen[match.to_act % 2]).match
        if match.over:
            break


def test_a_computer_dealer_always_deals_rightly() -> None:
    match = muscio("2c", "", "", "", hand_dealing=True)
    for level in STRONG:
        for seed in range(5):
            assert isinstance(choose(level, look(match, match.to_act), Random(seed)), Lay)


def does(match: Match, level: str = "master", character: Character | None = None) -> Action:
    view = look(match, match.to_act)
    return choose(level, view, Random(1)) if character is None else choose(level, view, Random(1), character)


def test_gatte_and_strong_hands_are_played_weak_ones_are_not() -> None:
    assert isinstance(does(muscio("2c", "Ac Kc Qc Ad Ah", "", "", "")), In)
    assert isinstance(does(muscio("2c", "7d 6d 5d 4d 3d", "", "", "")), In)
    weak = say(muscio("2c", "", "", "2d 3d 4h 5h 6s", ""), "in", "in")
    assert not isinstance(does(weak), In)


def test_who_can_be_alone_plays_and_wins_five() -> None:
    match = say(muscio("2c", "", "", "", "2d 3d 4h 5h 6s"), "pass", "pass", "pass")
    assert not isinstance(does(match), Pass)


def test_against_three_only_a_good_hand_is_played() -> None:
    match = say(muscio("2c", "", "", "", "2d 3d 4h 5h 6s"), "in", "in", "in")
    assert isinstance(does(match), Pass)
    assert isinstance(does(say(muscio("2c", "", "", "", "Ac Kc 4h 5h As"), "in", "in", "in")), In)


def test_the_dealer_takes_the_ace_of_trumps_for_his_worst_card() -> None:
    match = say(muscio("Ac", "", "", "Kc Qc 3h As Kd"), "in", "in", "in")
    assert isinstance(match.phase, Exchange)
    assert does(match) == Swap(2, cards("3h")[0])


def test_a_hopeless_hand_gives_up_and_a_good_one_stands() -> None:
    weak = say(muscio("2c", "2d 3d 3h 2h 4s", "", "", ""), "in", "in", "pass", "pass")
    assert isinstance(weak.phase, Standing)
    assert isinstance(does(weak), Forfeit)
    assert isinstance(does(say(muscio("2c", "Ac Kc Ad Ah 4s", "", "", ""), "in", "in", "pass", "pass")), Stand)


def test_the_first_trick_is_taken_with_the_cheapest_trump_that_surely_takes_it() -> None:
    match = say(muscio("2c", "3c 4d 5d 6d 7h", "4c 4h 5h 6h 7s", "Ac 7c 2d 3h Ks"), "in", "in", "in", "keep")
    assert does(say(match, "play 3c", "play 4c")).phrase == "play 7c"


@pytest.mark.slow
def test_the_bold_play_hands_that_the_careful_do_not() -> None:
    seen = {}
    for boldness in (-1.0, 1.0):
        character = Character(name="", boldness=boldness)
        rng = stream(0, "bold")
        openings = [muscio_dealt(seed, rng) for seed in range(40)]
        seen[boldness] = sum(not isinstance(does(one, "master", character), Pass) for one in openings)
    assert seen[1.0] > seen[-1.0]


def muscio_dealt(seed: int, rng: Random) -> Match:
    match = new_match("muscio", GAMES["muscio"].presets["gattorna"], 4, seed % 4)
    return match.apply(Deal(shuffled(match.pack, rng))).match


def test_everybody_knows_which_trump_the_dealer_took() -> None:
    match = say(muscio("Qc", "", "", "Ac Kc 3h As 2d"), "in", "in", "in", "swap 2d")
    phase = match.phase
    assert isinstance(phase, MuscioTricks)
    dealing = dealing_of(phase.seen_by(0), 0, np.random.default_rng(1), 50)
    assert holds(dealing.hands[2], "Qc").all()
    assert np.isfinite(dealing.weights).all()


def holds(hands: Masks, card: str) -> NDArray[np.bool_]:
    """In which worlds the hand has this card."""
    found: NDArray[np.bool_] = (hands & np.uint64(bits_of(RANKING).mask(cards(card)))) != 0
    return found


def test_only_the_dealer_knows_which_card_he_gave() -> None:
    """To the others it may be anywhere, most likely away: they count with it as with any card that they do not see."""
    match = say(muscio("Qc", "", "", "Ac Kc 3h As 2d"), "in", "in", "in", "swap 2d")
    phase = match.phase
    assert isinstance(phase, MuscioTricks)
    own = dealing_of(phase.seen_by(2), 2, np.random.default_rng(1), 200)
    assert not holds(np.bitwise_or.reduce(own.hands, axis=0), "2d").any()
    theirs = dealing_of(phase.seen_by(0), 0, np.random.default_rng(1), 400)
    elsewhere = holds(theirs.hands[1], "2d")
    assert 0.05 < elsewhere.mean() < 0.35, "one of 34 - 5 unseen cards, five of which seat 1 holds"


def test_what_the_dealer_gave_is_guessed_as_he_would_have_given_it() -> None:
    """The gift is one of the cards that nobody at play holds; seldom another than the lowest that he had."""
    bits, rng = bits_of(RANKING), np.random.default_rng(1)
    beside = np.full(4000, bits.mask(cards("3h 4d 7s 2c")), np.uint64)
    trump = np.uint64(bits.mask(cards("2c 3c 4c 5c 6c 7c Jc Qc Kc Ac")))
    low, high, bare = (np.full(4000, bits.mask(cards(hand)), np.uint64)
                       for hand in ("Qc Kc 2h Ad As", "Qc Kc 6h Ad As", "Qc Kc Ac Jc 7c"))  # fmt: skip
    gifts = [put_away(beside, hand, trump, rng) for hand in (low, high, bare)]
    singles = [bits.mask(cards(card)) for card in ("3h", "4d", "7s", "2c")]
    shares = [[float((gift == one).mean()) for one in singles] for gift, _likely in gifts]
    assert shares[0] == pytest.approx([0.25] * 4, abs=0.03), "none of them is usual: he held a lower one"
    assert shares[1] == pytest.approx([1 / 2.3, 1 / 2.3, 0.15 / 2.3, 0.15 / 2.3], abs=0.03)
    assert shares[2] == pytest.approx([1 / 3.15] * 3 + [0.15 / 3.15], abs=0.03), "never a trump"
    likely = [float(logs[0]) for _gift, logs in gifts]
    assert likely == sorted(likely) and np.exp(likely) == pytest.approx([0.6, 2.3, 3.15])


def test_advice_to_the_dealer_counts_what_he_gave_as_gone() -> None:
    match = say(muscio("Qc", "", "", "Ac Kc 3h As 2d"), "in", "in", "in", "swap 2d")
    phase = match.phase
    assert isinstance(phase, MuscioTricks)
    for seat, still in ((0, True), (1, True), (2, False)):
        assert (cards("2d")[0] in unseen_cards(look(match, seat))) == still


def test_far_from_the_end_a_point_is_a_point_and_at_the_end_the_match_counts() -> None:
    change = np.array([[-1, 0], [0, -1], [0, 0], [0, 0]])
    far = worth((30, 30, 30, 30), change)
    assert 0.7 < far[0, 0] < 1.4
    assert far[0, 1] < 0 < far[1, 1]
    near = worth((2, 30, 30, 30), np.array([[-2, -1], [0, 0], [0, 0], [0, 0]]))
    assert near[0, 0] > 1.5 * near[0, 1]


def test_who_is_at_nothing_has_won_and_shares_it() -> None:
    assert chances(np.array([[0], [-3], [12]]))[:, 0].tolist() == [0.5, 0.5, 0.0]


def test_blinde_is_never_taken_twice() -> None:
    match = say(muscio("2c", "2d 3d 4h 5h 6s", "2s 3s 4d 5d 6h", "", ""), "blinde")
    assert not isinstance(does(match), Blinde)
