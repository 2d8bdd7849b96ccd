"""Briscola chiamata: the ordinary player over arrays is `club`, and what was played tells who is one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from game.ai.batch.bits import Masks, bits_of
from game.ai.batch.playout import Batch, start_of
from game.ai.batch.policy import by_table
from game.ai.batch.worlds import whole
from game.ai.characters import PLAIN
from game.ai.chiamata.close import ANYHOW, COMMON, LEARNED, ORDINARY, Closely, in_manner, told
from game.ai.chiamata.craft import ChiamataCraft
from game.ai.chiamata.habits import is_blind
from game.ai.chiamata.ordinary import NOTHING, SEATS, Seen, Watcher, all_by_sums, chosen, weighed
from game.ai.chiamata.play import CLUB, evaluate_card
from game.ai.chiamata.player import CHIAMATA
from game.ai.chiamata.reading import behaviour, read
from game.ai.chiamata.sight import ChiamataSight
from game.ai.limit import unhurried
from game.ai.search import Dealing, Effort, suspicion
from game.engine.actions import Deal
from game.engine.options import adapt
from game.fairness import shuffled, stream
from game.match import new_match, replace
from game.rules import GAMES
from game.rules.chiamata.play import ChiamataTricks
from game.rules.family import RANKING
from game.view import View, look
from tests.helpers import UNHURRIED, choose

BITS = bits_of(RANKING)
CRAFT = ChiamataCraft()
PRESETS = ("regolamento", "online")
DIGITS = 1e-4
"""What a sum in fewer digits may be off by."""


def turns(number: int, *, level: str = "club", blind: bool = False) -> Iterator[tuple[View, ChiamataTricks]]:
    """The turns of a deal with a card to play: what was seen, what there was."""
    options = adapt(GAMES["chiamata"].presets[PRESETS[number % 2]], {"first_trick_blind": blind})
    match = new_match("chiamata", options, SEATS, number % SEATS)
    match = match.apply(Deal(shuffled(match.pack, stream(5, "ordinary", number)))).match
    rng = stream(6, "ordinary", number)
    while match.to_act is not None:
        view = look(match, match.to_act)
        if isinstance(match.phase, ChiamataTricks):
            yield view, match.phase
        match = match.apply(choose(level if match.to_act else "club", view, rng)).match


def seen_phase(view: View) -> ChiamataTricks:
    assert isinstance(view.phase, ChiamataTricks)
    return view.phase


def laid(phase: ChiamataTricks) -> tuple[Batch, Masks]:
    """The cards as they lie, in one world, and as they were dealt."""
    hands, first = (
        np.array([[BITS.mask(hand)] for hand in some], np.uint64)
        for some in (phase.hands, [phase.dealt_to(seat) for seat in range(SEATS)])
    )
    return Batch(start_of(phase), hands, np.zeros((0, 1), np.uint64)), first


def seen_in(view: View, phase: ChiamataTricks, batch: Batch, first: Masks) -> Seen:
    """What all have seen."""
    signs = NOTHING.copy()
    for seat, sign in behaviour(seen_phase(view)):
        signs[seat] *= sign
    blind = is_blind(phase)
    sight = CRAFT.sight(view, batch, first)
    assert isinstance(sight, ChiamataSight)
    return Watcher(batch.start, sight, signs, blind=blind).see(batch)


@pytest.mark.slow
@pytest.mark.parametrize("blind", [False, True])
def test_every_card_is_worth_to_the_ordinary_player_what_it_is_worth_to_club(blind: bool) -> None:
    compared = hidden = 0
    for number in range(20):
        for view, phase in turns(number, blind=blind):
            batch, first = laid(phase)
            found = weighed(batch, seen_in(view, phase, batch, first))
            known = read(seen_phase(view))
            hidden += is_blind(phase)
            for bit, worth in zip(found.cards[:, 0].tolist(), found.worth[:, 0].tolist(), strict=True):
                (card,) = BITS.listed(bit)
                assert worth == pytest.approx(evaluate_card(seen_phase(view), card, known, CLUB), abs=DIGITS)
                compared += 1
    assert compared > 3000
    assert bool(hidden) == blind


@pytest.mark.slow
def test_what_all_have_seen_is_kept_card_by_card() -> None:
    """Who watches from the first card knows as much as who is told what has happened."""
    judged = 0
    for number in range(12):
        watcher: Watcher | None = None
        for view, phase in turns(number):
            batch, first = laid(phase)
            if watcher is None:
                sight = CRAFT.sight(view, batch, first)
                assert isinstance(sight, ChiamataSight)
                watcher = Watcher(batch.start, sight)
            watched, told_now = watcher.see(batch), seen_in(view, phase, batch, first)
            assert watched.signs == pytest.approx(told_now.signs, rel=1e-5)
            assert watched.with_caller(batch) == pytest.approx(told_now.with_caller(batch), rel=1e-5)
            judged += bool((watched.signs != 1).any())
    assert judged > 100


@pytest.mark.slow
def test_from_the_first_card_to_the_last_they_play_as_club() -> None:
    """Where two cards are worth the same to a hair, either will do."""
    same = asked = 0
    for number in range(12):
        steps = list(turns(number))
        batch, first = laid(steps[0][1])
        sight = CRAFT.sight(steps[0][0], batch, first)
        assert isinstance(sight, ChiamataSight)
        play = all_by_sums(batch.start, sight)
        for (view, phase), (_view, after) in pairwise(steps):
            seat = phase.trick.to_play
            (card,) = set(phase.hands[seat]) - set(after.hands[seat])
            asked += 1
            same += BITS.listed(int(play(batch, batch.legal())[0])) == (card,)
            batch.play(np.array([BITS.mask((card,))], np.uint64))
            assert batch.turns()[0] == after.trick.to_play
            assert view.seat == seat
    assert same > 0.9 * asked


def middles(level: str, deals: int) -> Iterator[tuple[View, ChiamataTricks]]:
    """Of each deal that is played the first turn after five tricks, where all but seat 0 are of this level."""
    for number in range(deals):
        yield from islice((turn for turn in turns(number, level=level) if len(turn[1].done) == 5), 1)


def guessed(view: View, number: int, worlds: int = 300) -> Dealing:
    return CRAFT.deal(view, np.random.default_rng(number), worlds)


@pytest.mark.slow
def test_a_closer_look_finds_the_truth_likelier() -> None:
    """The mean chance that the cards lie where they lie, of those that others hold."""
    close, rough = list[float](), list[float]()
    for number, (view, phase) in enumerate(middles("club", 40)):
        dealing = guessed(view, number)
        truth = np.array([BITS.mask(hand) for hand in phase.hands], np.uint64)[:, None]
        right = np.bitwise_count(dealing.hands & truth).sum(axis=0)
        for found, weights in ((close, whole(told(view, CRAFT, dealing))), (rough, suspicion(view, CRAFT, dealing))):
            likely = np.exp(weights + dealing.weights - (weights + dealing.weights).max())
            found.append(float((right * likely).sum() / likely.sum()))
    assert np.mean(close) > np.mean(rough)


def taken_for(view: View, number: int) -> NDArray[np.float64]:
    """How likely the others are taken for players of each manner, on the whole."""
    regard, dealing = Closely(), guessed(view, number)
    effort = Effort(worlds=100, guesses=1, ways=0)
    picked = regard.likely(view, CRAFT, dealing, effort, np.random.default_rng(number), unhurried)
    others = [seat for seat in range(1, SEATS) if seat != view.seat]
    return np.bincount(regard.manners[others][:, picked].reshape(-1), minlength=len(COMMON)) / (len(others) * 100)


@pytest.mark.slow
def test_who_plays_in_a_manner_is_sooner_taken_for_such_a_one_than_others_are() -> None:
    found = np.array(
        [
            np.mean([taken_for(view, at) for at, (view, _phase) in enumerate(middles(level, 24))], axis=0)
            for level in ("club", "expert", "random")
        ]
    )
    for manner, common in ((ORDINARY, 0.45), (LEARNED, 0.45), (ANYHOW, 0.1)):
        assert found[manner, manner] > common + 0.1
        assert found[manner, manner] == found[:, manner].max()


def test_each_world_goes_on_as_its_players_are_taken() -> None:
    view, _phase = next((view, phase) for view, phase in turns(3) if len(phase.trick.cards) == 1)
    dealing = guessed(view, 3, 60)
    batch = Batch(dealing.start, dealing.hands, dealing.stock)
    sight = CRAFT.sight(view, batch, dealing.first_hands)
    assert isinstance(sight, ChiamataSight)
    manners = np.zeros((SEATS, batch.width), np.intp)
    manners[:] = np.arange(batch.width) % len(COMMON)
    play = in_manner(view, sight, manners, CRAFT.table(view), np.random.default_rng(1))
    batch.play(batch.held() & (~batch.held() + np.uint64(1)))
    found, legal = play(batch, batch.legal()), batch.legal()
    signs = NOTHING.copy()
    for seat, sign in behaviour(seen_phase(view)):
        signs[seat] *= sign
    sums = chosen(weighed(batch, Watcher(dealing.start, sight, signs).see(batch)))
    learned = by_table(sight, CRAFT.table(view))(batch, legal)
    assert (found[ORDINARY::3] == sums[ORDINARY::3]).all() and (found[LEARNED::3] == learned[LEARNED::3]).all()
    assert ((found & legal) == found).all() and (np.bitwise_count(found) == 1).all()
    assert (sums != learned).any() and (found != sums)[ANYHOW::3].any()


def hidden_elsewhere(view: View, phase: ChiamataTricks, rng: Random) -> View:
    """What the view's seat sees if the others hold each other's cards."""
    others = [seat for seat in range(SEATS) if seat != view.seat]
    cards = [card for seat in others for card in phase.hands[seat]]
    rng.shuffle(cards)
    rest = iter(cards)
    hands = tuple(
        tuple(next(rest) for _card in hand) if seat in others else hand for seat, hand in enumerate(phase.hands)
    )
    return replace(view, phase=replace(phase, hands=hands).seen_by(view.seat))


@pytest.mark.slow
def test_a_blind_first_trick_is_thought_over_and_hidden_cards_do_not_move_it() -> None:
    thought = 0
    for number in range(4):
        for view, phase in turns(number, blind=True):
            if not is_blind(phase):
                break
            if len(view.choices) > 1:
                found = CHIAMATA.weighed(view, Random(number), UNHURRIED, PLAIN)
                other = hidden_elsewhere(view, phase, stream(number, "elsewhere"))
                assert CHIAMATA.weighed(other, Random(number), UNHURRIED, PLAIN) == found
                assert {one.action for one in found} == set(view.choices)
                thought += len({one.worth for one in found}) > 1
    assert thought > 10
