"""The players of Briscola: by rules of thumb (`club`), and the strong ones by playouts."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from game.ai import strong
from game.ai.briscola import for_two
from game.ai.briscola.club import CLUB, aside, club, gains, novice, sign_due
from game.ai.briscola.craft import BriscolaCraft, exchanged, given_for
from game.ai.briscola.habits import HABITS
from game.ai.characters import Character
from game.ai.estimate import Estimate, best
from game.ai.limit import Limit
from game.ai.mind import Mind, by_wins
from game.ai.search import Before, Effort, by_heart
from game.engine.actions import Action, Play, Swap
from game.engine.phases import Reason
from game.engine.tricks import replace
from game.rules.briscola.actions import Sign
from game.rules.briscola.play import BriscolaTricks
from game.view import View

EXPERT: Final = Effort(worlds=60, guesses=1, ways=40, tricks=2, trust=0.3)
MASTER: Final = Effort(worlds=400, guesses=4, ways=330, tricks=2, trust=0.8)


def expert(view: View, rng: Random, limit: Limit, _character: Character) -> Action:
    """Plays its cards by playouts in a few worlds; where more than two play, each for himself, as they have taught: a
    few worlds say hardly more there.
    """
    if (done := aside(view, CLUB)) or len(view.choices) == 1:
        return done or view.choices[0]
    if len(view.sides) == view.seats > 2:
        return by_heart(view, BriscolaCraft(), np.random.default_rng(rng.getrandbits(64)), limit)
    return strong.card(view, BriscolaCraft(), EXPERT, rng, limit)


def master(view: View, rng: Random, limit: Limit, _character: Character) -> Action:
    """Plays its cards by playouts in worlds that fit all that the others did."""
    if len(view.choices) == 1:
        return view.choices[0]
    return aside(view, CLUB) or best(_cards(view, rng, limit, again=True)).action


def weighed(view: View, rng: Random, limit: Limit, _character: Character) -> list[Estimate]:
    """What a master finds each card, the exchange and the sign that is due worth: points beyond the others', and what
    winning the deal adds. A sign takes no card: it is worth as much as the best one, which follows it."""
    phase, seat = view.phase, view.seat
    assert isinstance(phase, BriscolaTricks) and seat is not None
    if not any(isinstance(choice, Play) for choice in view.choices):
        return []
    before = next((_exchange(phase, choice) for choice in view.choices if isinstance(choice, Swap)), None)
    found = _cards(view, rng, limit, before)
    if before is not None and not gains(phase, CLUB):
        found[-1] = _no_better(found[-1], best(found[:-1]))
    due = [choice for choice in view.choices if isinstance(choice, Sign) and choice.sign == sign_due(phase, seat)]
    return [*(replace(best(found), action=sign, error=0.0) for sign in due), *found]


def _cards(
    view: View, rng: Random, limit: Limit, before: Before | None = None, *, again: bool = False
) -> list[Estimate]:
    """What each card is worth, and what may be done ``before``; ``again``: at more than one look."""
    phase = view.phase
    assert isinstance(phase, BriscolaTricks)
    if phase.seats == 2 and limit.ms >= for_two.LEAST_MS:
        return for_two.weighed(view, rng, limit, before, again=again)
    return strong.weighed(view, BriscolaCraft(), MASTER, rng, limit, before, again=again)


def _no_better(swap: Estimate, card: Estimate) -> Estimate:
    """An exchange for a lower trump, whatever the playouts say: not worth more than the best card without it."""
    return replace(swap, worth=min(swap.worth, card.worth), win=min(swap.win or 0.0, card.win or 0.0))


def _exchange(phase: BriscolaTricks, swap: Swap) -> Before:
    return lambda dealing: (swap, exchanged(phase, dealing))


def why(view: View, estimate: Estimate) -> tuple[Reason, ...]:
    """What an exchange gains, and what a sign is good for."""
    phase = view.phase
    assert isinstance(phase, BriscolaTricks)
    if not isinstance(estimate.action, Swap):
        return (Reason("why_sign"),)
    return (Reason("why_exchange", {"taken": phase.turned, "given": given_for(phase)}),) if gains(phase, CLUB) else ()


BRISCOLA: Final = Mind(
    game="briscola", players={"novice": novice, "club": club, "expert": expert, "master": master},
    weighed=weighed, why=why, habits=HABITS, price=by_wins, stake=30.0,
)  # fmt: skip
