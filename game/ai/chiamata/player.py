"""The players of Briscola chiamata: by counting on the hand (`club`), and the strong ones by playouts."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from random import Random
from typing import Final

import numpy as np

from game.ai import strong
from game.ai.characters import Character
from game.ai.chiamata.advice import friends, why
from game.ai.chiamata.auction import Look, bids, names, said
from game.ai.chiamata.blind import in_the_blind
from game.ai.chiamata.close import Closely
from game.ai.chiamata.club import club, novice
from game.ai.chiamata.craft import ChiamataCraft
from game.ai.chiamata.habits import HABITS, is_blind
from game.ai.chiamata.suspects import suspects
from game.ai.estimate import Estimate, best
from game.ai.limit import Deadline, Limit, TimeUp
from game.ai.mind import Mind
from game.ai.search import Effort, by_heart, estimates
from game.engine.actions import Action
from game.engine.tricks import replace
from game.rules.chiamata.auction import Auction
from game.rules.chiamata.play import ChiamataTricks, Naming
from game.view import View

PLAIN: Final = Effort(worlds=64, guesses=6, ways=0, trust=0.3)
RAISED: Final = Effort(worlds=100, guesses=6, ways=0)
"""How hard a master thinks over a card who has little time. Where 61 points are asked, as in the deals that the table
was learned from, fewer worlds with trust in it beat more without; where more are asked it is the other way round."""
GLANCE: Final = Effort(worlds=24, guesses=1, ways=0, trust=0.3)
"""What he knows of his cards if a closer look does not come to its end."""
CLOSER: Final = (
    (1000, Effort(worlds=160, guesses=6, ways=0, trust=0.3)),
    (50, Effort(worlds=40, guesses=5, ways=0, trust=0.3)),
)
"""How closely he looks at the others who has so many milliseconds, from the longest look down."""

LEAST_MS: Final = 40
"""In less time no call is tried by playouts."""
GLANCED: Final = 24
"""In so many worlds contracts are tried at a glance."""
LOOKS: Final = ((1000, Look(worlds=96, close=True)), (LEAST_MS, Look(worlds=96)))
"""How they are looked at then by who has so many milliseconds."""


def expert(view: View, rng: Random, limit: Limit, character: Character) -> Action:
    """Bids as `club` does and plays its cards as the playouts have taught."""
    phase = view.phase
    if isinstance(phase, ChiamataTricks) and not is_blind(phase):
        return by_heart(view, ChiamataCraft(), np.random.default_rng(rng.getrandbits(64)), limit)
    return club(view, rng, limit, character)


def master(view: View, rng: Random, limit: Limit, character: Character) -> Action:
    """Bids by how the auction would end, and plays by playouts in worlds that fit all that the others did.

    Who has no time for that does as an expert does.
    """
    if len(view.choices) == 1:
        return view.choices[0]
    if limit.ms < LEAST_MS:
        return expert(view, rng, limit, character)
    found = _weighed(view, rng, limit, character, again=True)
    return said(found) if isinstance(view.phase, Auction) else best(found).action


def weighed(view: View, rng: Random, limit: Limit, character: Character) -> list[Estimate]:
    """What a master finds each choice worth at one look, in match points and a little for the card points."""
    return _weighed(view, rng, limit, character, again=False)


def _weighed(view: View, rng: Random, limit: Limit, character: Character, *, again: bool) -> list[Estimate]:
    """``again``: whether he looks once more who is in doubt between two cards."""
    phase, chance, deadline = view.phase, np.random.default_rng(rng.getrandbits(64)), limit.begin()
    if isinstance(phase, ChiamataTricks):
        return _cards(view, phase, chance, limit, deadline, again=again)
    found = _said(view, chance, character, Look(worlds=GLANCED, check=deadline.check))
    with suppress(TimeUp):
        if look := strong.fitting(LOOKS, limit):
            found = _said(view, chance, character, replace(look, check=deadline.check))
    return found


def _said(view: View, chance: np.random.Generator, character: Character, look: Look) -> list[Estimate]:
    """What each call, or each suit that may be named, is worth."""
    phase = view.phase
    if isinstance(phase, Auction):
        return bids(phase, view.choices, chance, character, look)
    assert isinstance(phase, Naming)
    return names(view, phase, chance, look)


def _cards(
    view: View, phase: ChiamataTricks, chance: np.random.Generator, limit: Limit, deadline: Deadline, *, again: bool
) -> list[Estimate]:
    """What each card is worth."""
    if is_blind(phase):
        return in_the_blind(view, phase, chance, deadline.check)
    closer = strong.fitting(CLOSER, limit)
    if closer is None:
        effort = PLAIN if phase.contract.points is None else RAISED
        return estimates(view, ChiamataCraft(), effort.within(limit.ms), chance, deadline)
    closely = partial(estimates, view, ChiamataCraft(), closer, chance, deadline, regard=Closely())
    found = estimates(view, ChiamataCraft(), GLANCE, chance, deadline)
    with suppress(TimeUp):
        found = strong.in_doubt(closely, limit) if again else closely()
    return found


CHIAMATA: Final = Mind(
    game="chiamata", players={"novice": novice, "club": club, "expert": expert, "master": master},
    weighed=weighed, friends=friends, habits=HABITS, why=why, stake=4.0, suspects=suspects,
)  # fmt: skip
