"""The levels that search, as one table: the effort of each of them in the time that it has.

Another level, another budget or another opponent model is one line here.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Final, NamedTuple, TypeAlias

import msgspec
import numpy as np

from game.ai.personas import Persona
from game.ai.search import FULL_BUDGET_MS, SearchBudget
from game.ai.time_limit import TimeCheck
from game.match.observation import Observation


class SearchStep(msgspec.Struct, frozen=True, kw_only=True):
    """The search of a level with at least ``min_ms`` milliseconds.

    ``cards``: the budget for a card; None chooses it by the policy table. ``has_mixture``: whether the opponents are a
    mixture of types; ``prior_rounds``: see `game.ai.spades.search_model.estimate_card_prior`. ``max_passes``: the
    most searches with other states; ``stops_when_clear``: whether none follows once the best action is clear.
    ``deals``: the number of deals in which calls are compared, 0 calls like `club`; ``plays_like_club``: whether all
    play like `club` in these deals, instead of by the policy table; ``call_margin``: how much better than a pass a call
    must be, or in Spades the probability of a trick more than in the rollouts. ``quick``: a search before, whose
    result counts if the time ends.
    """

    min_ms: int = 0
    cards: SearchBudget | None = None
    has_mixture: bool = False
    prior_rounds: int = 0
    max_passes: int = 1
    stops_when_clear: bool = True
    deals: int = 0
    plays_like_club: bool = False
    call_margin: float = 0.0
    quick: SearchStep | None = None

    def scale_to_time(self, ms: int) -> SearchStep:
        """Return the step for ``ms`` milliseconds; see `SearchBudget.scale_to_time`."""
        cards = None if self.cards is None else self.cards.scale_to_time(ms)
        deals = self.deals if ms >= FULL_BUDGET_MS else ceil(self.deals * ms / FULL_BUDGET_MS)
        return msgspec.structs.replace(self, cards=cards, deals=deals)


class SearchTask(NamedTuple):
    """An action to search for: what a level does for it, for which seat, and with which temperament.

    ``check_time``: called between two steps; it raises TimeUp to end the search.
    """

    observation: Observation
    step: SearchStep
    rng: np.random.Generator
    persona: Persona
    check_time: TimeCheck


SearchLevels: TypeAlias = Mapping[str, tuple[SearchStep, ...]]
"""Level -> its steps, the one with the most time first."""

_BRISCOLA_MASTER: Final = SearchBudget(
    rollouts=400, oversampling=4, max_exact_lines=330, max_tricks=2, prior_weight=0.8
)
_BRISCOLA: Final[SearchLevels] = {
    "expert": (
        SearchStep(cards=SearchBudget(rollouts=60, oversampling=1, max_exact_lines=40, max_tricks=2, prior_weight=0.3)),
    ),
    "master": (SearchStep(min_ms=1000, cards=_BRISCOLA_MASTER, max_passes=4), SearchStep(cards=_BRISCOLA_MASTER)),
}
_CHIAMATA_QUICK: Final = SearchStep(cards=SearchBudget(rollouts=24, oversampling=1, prior_weight=0.3), deals=24)
_SPADES_QUICK: Final = SearchBudget(rollouts=48, oversampling=4, prior_weight=0.4, min_effective_sample_ratio=0.5)
_SPADES_LONG: Final = SearchBudget(
    rollouts=160, oversampling=26, reweighted_states=768, min_effective_sample_ratio=0.3, chunk_size=480
)
_SPADES_SHORT: Final = SearchBudget(
    rollouts=40, oversampling=24, prior_weight=0.4, reweighted_states=128, min_effective_sample_ratio=0.5,
    chunk_size=480,
)  # fmt: skip


def _make_two_player_levels(cards: SearchBudget) -> SearchLevels:
    """Return the levels of Briscola for two while there is a stock.

    One trick of rollout is enough, because the response network evaluates the rest, or after the last draw an exact
    search.
    """
    return {
        "expert": _BRISCOLA["expert"],
        "master": (
            SearchStep(min_ms=1000, cards=cards, has_mixture=True, max_passes=8, stops_when_clear=False),
            SearchStep(min_ms=50, cards=cards, has_mixture=True, max_passes=2, stops_when_clear=False),
            SearchStep(min_ms=10, cards=cards, has_mixture=True),
            SearchStep(cards=_BRISCOLA_MASTER),
        ),
    }


def _make_spades_levels(call_margin: float, prior_weight: float | None = None) -> SearchLevels:
    """Return the levels of Spades. ``prior_weight``: of all searches, if it is not that of each budget."""

    def weigh(budget: SearchBudget) -> SearchBudget:
        return budget if prior_weight is None else msgspec.structs.replace(budget, prior_weight=prior_weight)

    quick = SearchStep(cards=weigh(_SPADES_QUICK), deals=32, call_margin=call_margin)
    return {
        "expert": (SearchStep(cards=weigh(SearchBudget(rollouts=48, oversampling=4)), deals=64, call_margin=0.1),),
        "master": (
            SearchStep(
                min_ms=1000, cards=weigh(_SPADES_LONG), has_mixture=True, prior_rounds=3, max_passes=4, deals=256,
                plays_like_club=True, call_margin=call_margin, quick=quick,
            ),
            SearchStep(
                min_ms=50, cards=weigh(_SPADES_SHORT), has_mixture=True, deals=64, plays_like_club=True,
                call_margin=call_margin, quick=quick,
            ),
            quick,
        ),
    }  # fmt: skip


LEVEL_TABLE: Final[Mapping[str, SearchLevels]] = {
    "briscola": _BRISCOLA,
    "briscola2": _make_two_player_levels(SearchBudget(rollouts=400, oversampling=8, max_tricks=1)),
    "briscola2 last draw": _make_two_player_levels(
        SearchBudget(rollouts=160, oversampling=8, max_tricks=1, chunk_size=240)
    ),
    "briscola2 without stock": {
        "expert": _BRISCOLA["expert"],
        "master": (
            SearchStep(
                min_ms=10, cards=SearchBudget(rollouts=40, oversampling=20, max_exact_lines=36), has_mixture=True
            ),  # all cards are known then: few states are enough, which differ in the order of drawing
            SearchStep(cards=_BRISCOLA_MASTER),
        ),
    },
    "briscola each": {**_BRISCOLA, "expert": (SearchStep(),)},  # there a few states add little to the policy table
    "chiamata": {
        "expert": (SearchStep(),),
        "master": (
            SearchStep(
                min_ms=1000, cards=SearchBudget(rollouts=160, oversampling=6, prior_weight=0.3), has_mixture=True,
                max_passes=4, deals=96, plays_like_club=True, quick=_CHIAMATA_QUICK,
            ),
            SearchStep(
                min_ms=40, cards=SearchBudget(rollouts=40, oversampling=5, prior_weight=0.3), has_mixture=True,
                deals=96, quick=_CHIAMATA_QUICK,
            ),
            _CHIAMATA_QUICK,
        ),
    },
    "muscio": {
        "expert": (SearchStep(cards=SearchBudget(rollouts=100, oversampling=4), deals=25, call_margin=0.8),),
        "master": (SearchStep(cards=SearchBudget(rollouts=300, oversampling=8), deals=400, call_margin=0.4),),
    },
    "spades": _make_spades_levels(0.05),
    "spades4": _make_spades_levels(0.35),
    "spades4pairs": _make_spades_levels(0.35, prior_weight=1.0),
}  # fmt: skip
"""The levels by game, and number of seats where that matters."""
