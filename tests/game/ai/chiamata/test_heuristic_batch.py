"""Briscola chiamata: the heuristic batch values cards like `club`, from features that are updated card by card."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from game.ai.chiamata.equivalence import is_suit_unnamed
from game.ai.chiamata.features import ChiamataFeatureEncoder
from game.ai.chiamata.heuristic_batch import NO_EVIDENCE, SEATS, PartnerBeliefs, PartnerTracker, score_cards
from game.ai.chiamata.heuristic_play import CLUB_PLAY_STYLE, evaluate_card
from game.ai.chiamata.partner_inference import derive_card_knowledge, iter_partner_evidence
from game.ai.chiamata.search_model import ChiamataSearchModel
from game.ai.rollout.card_bits import CardMasks, get_card_bits
from game.ai.rollout.rollout import Batch, make_public_state
from game.core.actions import Deal
from game.core.options import change_options
from game.match.match import create_match
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.rules.briscola_family import RANKING
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.helpers import choose_without_time_limit

BITS = get_card_bits(RANKING)
SEARCH_MODEL = ChiamataSearchModel()
PRESETS = ("regolamento", "online")
VALUE_TOLERANCE = 1e-4
"""The difference up to which two sums are equal."""


def iter_turns(
    number: int, *, level: str = "club", blind: bool = False
) -> Iterator[tuple[Observation, ChiamataTrickPhase]]:
    """Yield the turns in the tricks of a deal: the observation and the complete phase."""
    options = change_options(GAMES["chiamata"].presets[PRESETS[number % 2]], {"first_trick_blind": blind})
    match = create_match("chiamata", options, SEATS, number % SEATS)
    match = match.apply(Deal(shuffle_pack(match.pack, derive_random(5, "ordinary", number)))).match
    rng = derive_random(6, "ordinary", number)
    while match.turn is not None:
        view = observe(match, match.turn)
        if isinstance(match.phase, ChiamataTrickPhase):
            yield view, match.phase
        match = match.apply(choose_without_time_limit(level if match.turn else "club", view, rng)).match


def get_observed_phase(view: Observation) -> ChiamataTrickPhase:
    assert isinstance(view.phase, ChiamataTrickPhase)
    return view.phase


def make_dealt_state(phase: ChiamataTrickPhase) -> tuple[Batch, CardMasks]:
    """Return a batch with the cards of the phase in one state, and the hands as they were dealt."""
    hands, first = (
        np.array([[BITS.make_mask(hand)] for hand in cards], np.uint64)
        for cards in (phase.hands, [phase.get_dealt_hand(seat) for seat in range(SEATS)])
    )
    return Batch(make_public_state(phase), hands, np.zeros((0, 1), np.uint64)), first


def make_features(view: Observation, phase: ChiamataTrickPhase, batch: Batch, first: CardMasks) -> PartnerBeliefs:
    """Return the beliefs that follow from what everyone has seen."""
    signs = NO_EVIDENCE.copy()
    for seat, sign in iter_partner_evidence(get_observed_phase(view)):
        signs[seat] *= sign
    blind = is_suit_unnamed(phase)
    sight = SEARCH_MODEL.make_encoder(view, batch, first)
    assert isinstance(sight, ChiamataFeatureEncoder)
    return PartnerTracker(batch.public_state, sight, signs, is_blind=blind).update(batch)


@pytest.mark.slow
@pytest.mark.parametrize("blind", [False, True])
def test_heuristic_batch_values_equal_club_values(blind: bool) -> None:
    compared = hidden = 0
    for number in range(20):
        for view, phase in iter_turns(number, blind=blind):
            batch, first = make_dealt_state(phase)
            values = score_cards(batch, make_features(view, phase, batch, first))
            known = derive_card_knowledge(get_observed_phase(view))
            hidden += is_suit_unnamed(phase)
            for bit, worth in zip(values.cards[:, 0].tolist(), values.scores[:, 0].tolist(), strict=True):
                (card,) = BITS.list_cards(bit)
                assert worth == pytest.approx(
                    evaluate_card(get_observed_phase(view), card, known, CLUB_PLAY_STYLE), abs=VALUE_TOLERANCE
                )
                compared += 1
    assert compared > 3000
    assert bool(hidden) == blind


@pytest.mark.slow
def test_features_updated_card_by_card_equal_features_built_from_history() -> None:
    judged = 0
    for number in range(12):
        watcher: PartnerTracker | None = None
        for view, phase in iter_turns(number):
            batch, first = make_dealt_state(phase)
            if watcher is None:
                sight = SEARCH_MODEL.make_encoder(view, batch, first)
                assert isinstance(sight, ChiamataFeatureEncoder)
                watcher = PartnerTracker(batch.public_state, sight)
            watched, told_now = watcher.update(batch), make_features(view, phase, batch, first)
            assert watched.likelihood_ratios == pytest.approx(told_now.likelihood_ratios, rel=1e-5)
            assert watched.compute_caller_side_probabilities(batch) == pytest.approx(
                told_now.compute_caller_side_probabilities(batch), rel=1e-5
            )
            judged += bool((watched.likelihood_ratios != 1).any())
    assert judged > 100
