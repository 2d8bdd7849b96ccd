"""Guessed worlds have finite weights in every game, and in none of them was played what the rules refuse."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from game.ai.batch.bits import bits_of
from game.ai.batch.worlds import NEVER, Worlds
from game.ai.briscola.craft import BriscolaCraft
from game.ai.chiamata.craft import ChiamataCraft
from game.ai.chiamata.limits import heard
from game.ai.muscio.craft import MuscioCraft, dealing_of
from game.ai.search import Craft, suspicion
from game.ai.spades.craft import SpadesCraft
from game.engine.cards import cards
from game.engine.options import adapt
from game.engine.tricks import Tricks
from game.rules import GAMES
from game.rules.chiamata.actions import Call
from game.rules.chiamata.options import ChiamataOptions
from game.rules.family import RANKING
from game.view import View, look
from tests.helpers import Table, playout
from tests.pairs import paired_tables

CRAFTS: dict[str, Craft] = {
    "briscola": BriscolaCraft(), "chiamata": ChiamataCraft(), "spades": SpadesCraft(), "muscio": MuscioCraft(),
}  # fmt: skip
WORLDS = 30
OFTEN = {"briscola": 14, "chiamata": 14, "spades": 14, "muscio": 1}
"""Every so manieth position is looked at."""


def positions(table: Table, seed: int) -> Iterator[View]:
    """Turns in the trick play of two deals; not those of a blind first trick, which nobody guesses in."""
    for number, moment in enumerate(playout(table.match(seed % table.seats), seed, deals=2)):
        phase, seat = moment.match.phase, moment.match.to_act
        if isinstance(phase, Tricks) and seat is not None and (number + seed) % OFTEN[table.game] == 0:
            view = look(moment.match, seat)
            if view.choices and not (table.game == "chiamata" and is_blind(phase)):
                yield view


def is_blind(phase: Tricks) -> bool:
    return phase.trump is None and getattr(phase, "called", None) is None and phase.contract.rank is not None  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_world_has_a_finite_weight_and_could_have_been_played(game: str) -> None:
    craft, looked = CRAFTS[game], 0
    for number, table in enumerate(paired_tables(game)):
        for seed in range(2 * number, 2 * number + 2):
            for view in positions(table, seed):
                dealing = craft.deal(view, np.random.default_rng(seed), WORLDS)
                played = suspicion(view, craft, dealing)
                assert np.isfinite(dealing.weights).all() and np.isfinite(played).all(), view
                assert (played > NEVER / 2).all(), view
                looked += 1
    assert looked > 150


def test_who_had_to_lead_the_highest_holds_nothing_above_it() -> None:
    """rules.md, Muscio: in the first two tricks of two, the leader opens with the highest of a suit."""
    table, seen = Table("muscio", "gattorna", GAMES["muscio"].presets["gattorna"], 3), 0
    bits = bits_of(GAMES["muscio"].draw_ranking)
    for seed in range(30):
        for view in positions(table, seed):
            phase = view.phase
            assert isinstance(phase, Tricks) and view.seat is not None
            first = phase.done[0].trick if phase.done else phase.trick
            if len(first.seats) > 2 or not first.cards or first.seats[0] == view.seat:
                continue
            led = first.cards[0]
            ranks = bits.ranking[: bits.ranking.index(led.rank)]
            higher = bits.mask(one for one in bits.numbers if one.suit == led.suit and one.rank in ranks)
            dealing = dealing_of(phase, view.seat, np.random.default_rng(seed), WORLDS)  # type: ignore[arg-type]
            held = dealing.first_hands[dealing.start.players.index(first.seats[0])]
            assert not (held & np.uint64(higher)).any()
            seen += 1
    assert seen > 20


def test_a_call_that_the_hand_may_not_make_is_as_unlikely_as_can_be() -> None:
    """Without in mano nobody calls a rank that he holds in all four suits."""
    options = adapt(ChiamataOptions(), {"in_hand": False})
    bits = bits_of(RANKING)
    hands = np.zeros((5, 1), np.uint64)
    hands[1] = bits.mask(cards("Ad Ah As Ac 5d 5h 5s 5c"))
    found = heard((Call(1, "A"),), options, 0, hands, 0)
    assert np.isfinite(found).all() and (found <= NEVER).all()


def test_worlds_that_can_never_be_are_picked_only_where_there_are_no_others() -> None:
    rng = np.random.default_rng(Random(1).getrandbits(30))
    held = np.zeros((1, 5), np.uint64)
    assert set(Worlds(held, np.full(5, NEVER)).pick(rng, 5)) == {0, 1, 2, 3, 4}
    mixed = np.array([NEVER, 3.0, NEVER - 2.0, 3.0, NEVER])
    assert set(Worlds(held, mixed).pick(rng, 8)) == {1, 3}
