"""The players of Spades: those that go by rules of thumb, and those that try bids and cards in guessed worlds."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from random import Random
from typing import Final

import msgspec
import numpy as np

from game.ai import strong
from game.ai.characters import Character
from game.ai.estimate import Estimate, best
from game.ai.limit import Limit, TimeUp
from game.ai.mind import Mind
from game.ai.search import LEAST_MS, Effort, estimates
from game.ai.spades import close
from game.ai.spades.advice import why
from game.ai.spades.auction import Bidder, bids
from game.ai.spades.close import Look
from game.ai.spades.club import club, novice
from game.ai.spades.craft import SpadesCraft
from game.ai.spades.habits import HABITS
from game.engine.actions import Action
from game.rules.spades.play import Bidding, SpadesTricks
from game.view import View

EXPERT: Final = Effort(worlds=48, guesses=4, ways=0)
MASTER: Final = Effort(worlds=100, guesses=16, ways=0, trust=0.4, enough=0.5)
"""The end is left to the learned play too: who plays with all cards open is not the player across the table."""
GLANCE: Final = msgspec.structs.replace(MASTER, worlds=48, guesses=4)
"""What a master knows of his cards if a closer look does not come to its end."""
CLOSER: Final = (
    (1000, Look(Effort(worlds=160, guesses=26, ways=0, close=768, enough=0.3, part=480), rounds=3)),
    (50, Look(Effort(worlds=40, guesses=24, ways=0, trust=0.4, close=128, enough=0.5, part=480))),
)
"""How closely he looks who has so many milliseconds, from the longest look down."""
LAST: Final = 4
"""With so few cards the playouts alone are believed."""
FULL: Final = 13
"""With more cards than these in hand, at two seats and three, half as many worlds and guesses must do: a playout is
so much longer."""
EXPERT_SKILL: Final = 0.1
"""How often he takes a trick more than his playouts find when he bids: he plays better than they do."""
MASTER_SKILL: Final = {2: 0.05, 3: 0.05, 4: 0.35, 5: 0.05}
"""The same of a master, by seats: only where four play is it known to pay."""
EXPERT_BIDS, MASTER_BIDS, GLANCE_BIDS = 64, 128, 32
"""How many worlds bids are tried in."""
CLOSER_BIDS: Final = ((1000, 256), (50, 64))
"""The same for a closer look by who has so many milliseconds."""


def expert(view: View, rng: Random, limit: Limit, character: Character) -> Action:
    """Bids and plays by playouts in a few worlds."""
    if len(view.choices) == 1:
        return view.choices[0]
    if isinstance(view.phase, Bidding):
        return best(_bids(view, rng, limit, Bidder(EXPERT_SKILL, character.boldness), EXPERT_BIDS)).action
    return best(strong.weighed(view, SpadesCraft(), _fitting(view, EXPERT), rng, limit)).action


def master(view: View, rng: Random, limit: Limit, character: Character) -> Action:
    """Bids and plays by playouts in many worlds that fit all that the others bid and played."""
    if len(view.choices) == 1:
        return view.choices[0]
    return best(_weighed(view, rng, limit, character, again=True)).action


def weighed(view: View, rng: Random, limit: Limit, character: Character) -> list[Estimate]:
    """What a master finds each choice worth at one look: points beyond the mean of the others, near the end the
    match."""
    return _weighed(view, rng, limit, character, again=False)


def _weighed(view: View, rng: Random, limit: Limit, character: Character, *, again: bool) -> list[Estimate]:
    """``again``: whether he looks once more who is in doubt between two cards."""
    if isinstance(view.phase, Bidding):
        return _closer_bids(view, rng, limit, Bidder(MASTER_SKILL[view.seats], character.boldness))
    deadline, chance = limit.begin(), np.random.default_rng(rng.getrandbits(64))
    closer = strong.fitting(CLOSER, limit)
    if closer is None:
        return strong.weighed(view, SpadesCraft(), _fitting(view, MASTER), rng, limit)
    found = estimates(view, SpadesCraft(), _fitting(view, GLANCE), chance, deadline)
    look = closer._replace(effort=_fitting(view, closer.effort))
    with suppress(TimeUp):
        leaning = close.likely_places(view, SpadesCraft(), look, chance, deadline.check)
        once = partial(close.estimates, view, SpadesCraft(), look.effort, leaning, chance, deadline.check)
        found = strong.in_doubt(once, limit) if again else once()
    return found


def _bids(view: View, rng: Random, limit: Limit, bidder: Bidder, worlds: int) -> list[Estimate]:
    if limit.ms < LEAST_MS:
        raise TimeUp
    return bids(view, bidder, worlds, np.random.default_rng(rng.getrandbits(64)), limit.begin())


def _closer_bids(view: View, rng: Random, limit: Limit, bidder: Bidder) -> list[Estimate]:
    closer = strong.fitting(CLOSER_BIDS, limit)
    if closer is None:
        return _bids(view, rng, limit, bidder, MASTER_BIDS)
    chance, deadline = np.random.default_rng(rng.getrandbits(64)), limit.begin()
    found = bids(view, bidder, GLANCE_BIDS, chance, deadline)
    with suppress(TimeUp):
        found = bids(view, bidder, closer, chance, deadline, close=True)
    return found


def _fitting(view: View, effort: Effort) -> Effort:
    """What of this effort so many cards in hand ask for."""
    assert isinstance(view.phase, SpadesTricks) and view.seat is not None
    held = len(view.phase.hands[view.seat])
    if held > FULL:
        halves = {name: getattr(effort, name) // 2 for name in ("worlds", "guesses", "close")}
        return msgspec.structs.replace(effort, **halves)
    return msgspec.structs.replace(effort, trust=0.0) if held <= LAST else effort


SPADES: Final = Mind(
    game="spades", players={"novice": novice, "club": club, "expert": expert, "master": master},
    weighed=weighed, why=why, habits=HABITS, stake=30.0,
)  # fmt: skip
