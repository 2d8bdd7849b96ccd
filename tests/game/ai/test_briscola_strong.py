"""The strong players of Briscola: what they promise to know, and not to know."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from game.ai import strong
from game.ai.batch.playout import Batch
from game.ai.briscola.counting import count
from game.ai.briscola.craft import BriscolaCraft, dealing, won_by
from game.ai.briscola.promise import promised
from game.ai.learned import learned_file
from game.ai.limit import Limit
from game.ai.search import Effort, suspicion
from game.engine.actions import Deal, Play
from game.engine.cards import HIDDEN, SUITS, Card, card
from game.fairness import shuffled, stream
from game.match import Match, replace
from game.rules.briscola.game import pack_for
from game.rules.briscola.options import BriscolaOptions
from game.rules.briscola.play import BriscolaTricks, find_winning_side
from game.view import look
from tests.game.ai.test_ai_briscola import plays, worth
from tests.helpers import Table, briscola, choose, fresh, playout
from tests.pairs import paired_tables

CRAFT = BriscolaCraft()
SEATS = (2, 3, 4, 5, 6)
HARD = {"trump_exchange": "seven", "show_partner_hand": True}


def turns(seats: int, seed: int, **options: Any) -> Iterator[tuple[Match, BriscolaTricks]]:
    """Every turn of a random deal."""
    for moment in playout(fresh(seats=seats, **options), seed, curious=True):
        if isinstance(moment.match.phase, BriscolaTricks):
            yield moment.match, moment.match.phase


def twin(phase: BriscolaTricks, seat: int, rng: Random) -> BriscolaTricks:
    """The same for ``seat``, with the cards mixed that it cannot know."""
    known = count(phase.seen_by(seat), signs=False)
    unseen = list(known.unseen)
    rng.shuffle(unseen)
    hands = [(*sure, *(unseen.pop() for _card in range(known.covered[at]))) for at, sure in enumerate(known.known)]
    hands[seat] = phase.hands[seat]
    return replace(phase, hands=tuple(hands), stock=(*unseen, phase.turned) if phase.stock else ())


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_what_a_seat_cannot_see_does_not_move_it(seats: int) -> None:
    rng, differed = Random(seats), 0
    for at, (match, phase) in enumerate(turns(seats, 1, **HARD)):
        if at % 4:
            continue
        seat = phase.trick.to_play
        other = replace(match, phase=twin(phase, seat, rng))
        differed += other != match
        for level in ("expert", "master"):
            assert choose(level, look(match, seat), Random(3)) == choose(level, look(other, seat), Random(3))
    assert differed > 3


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_the_same_seed_plays_the_same(seats: int) -> None:
    for at, (match, phase) in enumerate(turns(seats, 2)):
        if at % 7 == 0:
            view = look(match, phase.trick.to_play)
            assert choose("master", view, Random(5)) == choose("master", view, Random(5))


def test_when_the_clock_runs_out_the_first_worlds_decide() -> None:
    asked = iter(range(1000))
    hurried = Limit(50, lambda: 0.004 * next(asked))
    effort = Effort(worlds=20_000, guesses=1, ways=0, tricks=1)
    view = look(briscola("7d", "Jd 4c Ac", "2h 4s 5s"), 0)
    assert isinstance(strong.card(view, CRAFT, effort, Random(1), hurried), Play)
    assert next(asked) < 20


@pytest.mark.slow
@pytest.mark.parametrize("table", paired_tables("briscola"), ids=str)
def test_a_deal_is_played_by_every_rule(table: Table) -> None:
    rng = stream(0, "strong", str(table))
    match = table.match()
    match = match.apply(Deal(shuffled(match.pack, rng))).match
    while match.deal_open:
        view = look(match, match.to_act)
        action = choose("expert", view, rng)
        assert action in view.choices
        match = match.apply(action).match


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_the_end_of_two_is_played_as_well_as_it_can_be(seed: int) -> None:
    for match, phase in turns(2, seed):
        if not phase.stock:
            seat = phase.trick.to_play
            action = choose("master", look(match, seat), Random(1))
            assert worth(phase, action, seat) == max(worth(phase, one, seat) for one in plays(phase))


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("seed", range(3))
def test_guessed_worlds_never_contradict_what_was_seen(seats: int, seed: int) -> None:
    chance = np.random.default_rng(seed)
    for match, phase in turns(seats, seed, **HARD):
        seat = phase.trick.to_play
        view = look(match, seat)
        masked = view.phase
        assert isinstance(masked, BriscolaTricks)
        found = CRAFT.deal(view, chance, 8)
        bits = found.start.tables.bits
        for world in range(found.hands.shape[1]):
            hands = [bits.listed(int(hand)) for hand in found.hands[:, world]]
            stock = [bits.listed(int(one))[0] for one in found.stock[:, world]]
            assert [len(hand) for hand in hands] == [len(hand) for hand in phase.hands]
            for held, shown in zip(hands, masked.hands, strict=True):
                assert set(shown) - {HIDDEN} <= set(held)
            assert stock[-1:] == list(phase.stock[-1:])
            fallen = [*phase.trick.cards, *(one for taken in phase.done for one in taken.trick.cards)]
            everything = [*(one for hand in hands for one in hand), *stock, *fallen]
            assert len(everything) == len(set(everything))
            assert set(everything) == set(pack_for(phase.options, seats))
        if phase.stock and seats == 2:
            assert np.isfinite(suspicion(view, CRAFT, found)).all()


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_the_true_deal_is_always_possible(seats: int) -> None:
    for match, phase in turns(seats, 4, **HARD):
        view = look(match, phase.trick.to_play)
        assert isinstance(view.phase, BriscolaTricks)
        bits = CRAFT.deal(view, np.random.default_rng(1), 1).start.tables.bits
        hands = np.array([[bits.mask(hand)] for hand in phase.hands], np.uint64)
        stock = np.array([[bits.mask((one,))] for one in phase.stock], np.uint64).reshape(-1, 1)
        known = count(view.phase)
        found = dealing(view.phase, known, hands, stock, np.random.default_rng(1))
        assert np.isfinite(found.weights).all()
        assert np.isfinite(suspicion(view, CRAFT, found)).all()
        replayed = Batch(found.first, found.first_hands, found.first_stock)
        for bit in found.plays:
            replayed.play(bit)
        assert (replayed.hands.reshape(seats, 1) == hands).all()
        assert all(set(sure) <= set(hand) for sure, hand in zip(known.known, phase.hands, strict=True))


def test_a_partner_who_signs_is_believed_and_not_wholly() -> None:
    match = briscola("7d", "Ad 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2d 3c 5h", stock="2c 4c 2h 4d")
    for text in ("play 6c", "play 6s", "play 4h", "play 5h", "sign asso", "play 2c"):
        action = next(one for one in match.legal() if one.phrase == text)
        match = match.apply(action).match
    while match.to_act != 2:
        match = match.apply(next(one for one in match.legal() if isinstance(one, Play))).match
    found = CRAFT.deal(look(match, 2), np.random.default_rng(1), 1000)
    ace = np.uint64(found.start.tables.bits.mask((Card("Ad"),)))
    assert 0.8 < ((found.hands[0] & ace) != 0).mean() < 0.95


def test_who_wins_is_what_the_rules_say() -> None:
    rng = np.random.default_rng(3)
    for rule in ("most_points", "over_60"):
        options = BriscolaOptions(deal_winner=rule)
        for points in rng.multinomial(120, (0.5, 0.25, 0.25), 300):
            winner, _why = find_winning_side({(at,): int(one) for at, one in enumerate(points)}, options)
            found = won_by(points[:, None].astype(np.float32), rule == "over_60")[:, 0]
            assert [at for at in range(3) if found[at]] == list(winner or ())


@pytest.mark.parametrize("seats", (2, 3))
def test_a_promise_does_not_hang_on_names_of_suits_and_gives_out_all_points(seats: int) -> None:
    match, phase = next(iter(turns(seats, 1)))
    other = {one: card(one.rank, SUITS[SUITS.index(one.suit) - 1]) for one in pack_for(BriscolaOptions(), 2)}
    net = learned_file(f"briscola{seats}_promise")
    found = []
    for names in ({one: one for one in other}, other):
        turned = replace(
            phase, hands=tuple(tuple(names[one] for one in hand) for hand in phase.hands),
            stock=tuple(names[one] for one in phase.stock), turned=names[phase.turned],
            trump=names[phase.turned].suit,
        )  # fmt: skip
        start = CRAFT.deal(look(replace(match, phase=turned), phase.trick.to_play), np.random.default_rng(1), 1).start
        bits = start.tables.bits
        hands = np.array([[bits.mask(hand)] for hand in turned.hands], np.uint64)
        stock = np.array([[bits.mask((one,))] for one in turned.stock], np.uint64)
        found.append(promised(Batch(start, hands, stock), net))
    assert found[0].sum() == pytest.approx(120, abs=6)
    assert np.abs(found[0] - found[1]).max() < 6
