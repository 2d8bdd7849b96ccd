"""The probability of each seat of Briscola chiamata to be the caller's partner, as one seat can infer it."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from game.ai.chiamata.search_model import ChiamataSearchModel, find_partners
from game.ai.opponent_mixture import weigh_states
from game.ai.search import CardSearch, SearchBudget
from game.ai.time_limit import TimeLimit, TimeUp
from game.match.observation import Observation
from game.rules.chiamata.trick_play import ChiamataTrickPhase

STATE_BUDGET: Final = SearchBudget(rollouts=600, oversampling=1)
"""The sampled states, reweighted by all calls and plays."""
MIN_LIKELY_PARTNER_PROBABILITY: Final = 0.65
LIKELY_PARTNERS_SEED: Final = 0
"""The probability from which a seat is probably a partner, and the seed with which it is estimated."""


def estimate_secret_partners(observation: Observation, rng: Random, time_limit: TimeLimit) -> tuple[float, ...]:
    """Return by seat the probability that it is the partner.

    For the caller, it is the probability that they play alone. Empty where nothing is uncertain: no card is called, it
    has been played, or the observing seat holds it. Empty also if the time ends first.
    """
    phase, seat = observation.phase, observation.seat
    if (
        not isinstance(phase, ChiamataTrickPhase)
        or seat is None
        or phase.called_card is None
        or phase.find_partner() is not None
    ):
        return ()
    numpy_rng, check_time = np.random.default_rng(rng.getrandbits(64)), time_limit.start()
    search = CardSearch(observation, ChiamataSearchModel(), STATE_BUDGET, numpy_rng, check_time)
    try:
        states = search.sample_states()
        log_weights = weigh_states(search, states).log_weights
    except TimeUp:
        return ()
    probabilities = np.exp(log_weights - log_weights.max())
    shares = (
        np.bincount(find_partners(phase, states.initial_hands), probabilities, minlength=observation.seats)
        / probabilities.sum()
    )
    return tuple(round(float(share), 4) for share in shares)


def list_likely_partners(observation: Observation, time_limit: TimeLimit) -> tuple[int, ...]:
    """Return the other seats that are probably on the observing seat's side, while it cannot know."""
    phase, seat = observation.phase, observation.seat
    probabilities = estimate_secret_partners(observation, Random(LIKELY_PARTNERS_SEED), time_limit)
    if not probabilities or not isinstance(phase, ChiamataTrickPhase):
        return ()
    caller = phase.contract.caller
    return tuple(
        other
        for other, probability in enumerate(probabilities)
        if other not in (caller, seat)
        and (probability if seat == caller else 1 - probability) >= MIN_LIKELY_PARTNER_PROBABILITY
    )
