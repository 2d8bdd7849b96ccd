"""Briscola chiamata: the heuristic values cards by what the seat to act has seen, alone and among many states."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from game.ai.card_scores import make_observed_batch
from game.ai.chiamata.features import ChiamataFeatureEncoder
from game.ai.chiamata.heuristic_play import CLUB_PLAY_STYLE, NOVICE_PLAY_STYLE, PlayStyle, score_cards
from game.ai.chiamata.partner_inference import (
    NO_EVIDENCE,
    SEATS,
    PartnerTracker,
    compute_likelihood_ratios,
    make_observed_beliefs,
)
from game.ai.chiamata.search_model import ChiamataSearchModel
from game.ai.rollout.card_bits import get_card_bits
from game.ai.rollout.rollout import Batch, make_public_state
from game.core.actions import Deal
from game.core.cards import parse_cards
from game.core.options import change_options
from game.match.match import create_match
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.rules.briscola_family import RANKING
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.game.rules.chiamata.deals import ALL_PASS_ACTIONS, DEALT_HANDS
from tests.helpers import choose_without_time_limit, deal_chiamata, play
from tests.lanes import choose_sample, long_test
from tests.rows import check_rows

BITS = get_card_bits(RANKING)
SEARCH_MODEL = ChiamataSearchModel()
PRESETS = ("regolamento", "online")
VALUE_TOLERANCE = 1e-4
"""The difference up to which two sums are equal."""
ALONE, PARTNER_1 = (1.0, 0.0, 0.0, 0.0, 0.0), (1.0, 1.0, 0.0, 0.0, 0.0)


def iter_turns(number: int, *, blind: bool = False) -> Iterator[tuple[Observation, ChiamataTrickPhase]]:
    """Yield the turns in the tricks of a deal: the observation and the complete phase."""
    options = change_options(GAMES["chiamata"].presets[PRESETS[number % 2]], {"first_trick_blind": blind})
    match = create_match("chiamata", options, SEATS, number % SEATS)
    match = match.apply(Deal(shuffle_pack(match.pack, derive_random(5, "ordinary", number)))).match
    rng = derive_random(6, "ordinary", number)
    while match.turn is not None:
        view = observe(match, match.turn)
        if isinstance(match.phase, ChiamataTrickPhase):
            yield view, match.phase
        match = match.apply(choose_without_time_limit("club", view, rng)).match


def make_state(observation: Observation, phase: ChiamataTrickPhase) -> tuple[Batch, ChiamataFeatureEncoder]:
    """Return a batch with all cards of the phase in one state, and its encoder."""
    hands, dealt_hands = (
        np.array([[BITS.make_mask(hand)] for hand in cards], np.uint64)
        for cards in (phase.hands, [phase.get_dealt_hand(seat) for seat in range(SEATS)])
    )
    batch = Batch(make_public_state(phase), hands, np.zeros((0, 1), np.uint64))
    encoder = SEARCH_MODEL.make_encoder(observation, batch, dealt_hands)
    assert isinstance(encoder, ChiamataFeatureEncoder)
    return batch, encoder


def get_seen_phase(observation: Observation) -> ChiamataTrickPhase:
    assert isinstance(observation.phase, ChiamataTrickPhase)
    return observation.phase


@long_test
@pytest.mark.parametrize(
    ("blind", "style"),
    choose_sample([*product((False, True), (CLUB_PLAY_STYLE, NOVICE_PLAY_STYLE))], 3),
)
def test_hidden_cards_change_no_value_and_evidence_is_that_of_each_card_in_turn(blind: bool, style: PlayStyle) -> None:
    compared = hidden = 0
    for number in range(12):
        tracker: PartnerTracker | None = None
        for observation, phase in iter_turns(number, blind=blind):
            batch, encoder = make_state(observation, phase)
            if phase.is_trump_awaited or tracker is None or tracker.beliefs.is_blind:
                tracker = PartnerTracker(
                    batch.public_state, encoder, compute_likelihood_ratios(phase), is_blind=phase.is_trump_awaited
                )
            seen_phase = get_seen_phase(observation)
            seen_batch = make_observed_batch(seen_phase)
            beliefs = make_observed_beliefs(seen_phase, seen_batch, compute_likelihood_ratios(seen_phase))
            seen, complete = (score_cards(seen_batch, beliefs, style), score_cards(batch, tracker.update(batch), style))
            assert seen.cards.tolist() == complete.cards.tolist()
            assert seen.scores == pytest.approx(complete.scores, abs=VALUE_TOLERANCE)
            hidden += phase.is_trump_awaited
            compared += bool((tracker.beliefs.likelihood_ratios != 1).any())
    assert compared > 100
    assert bool(hidden) == blind


def get_side_probabilities(actions: tuple[str, ...], preset: str) -> list[float]:
    """Return, by seat, how probably the seat to act takes it for one of the caller's side."""
    match = play(deal_chiamata(*DEALT_HANDS, preset=preset), *actions)
    assert match.turn is not None
    phase = get_seen_phase(observe(match, match.turn))
    batch = make_observed_batch(phase)
    beliefs = make_observed_beliefs(phase, batch, compute_likelihood_ratios(phase))
    probabilities: list[float] = beliefs.compute_caller_side_probabilities(batch)[:, 0].tolist()
    return [probabilities[(seat - match.turn) % SEATS] for seat in range(SEATS)]


@check_rows(("preset", "actions", "probabilities"), [
    ("regolamento", ("0 call Q", *ALL_PASS_ACTIONS, "0 name d", "0 play 4c"), PARTNER_1),
    ("regolamento", ("0 call Q", *ALL_PASS_ACTIONS, "0 name d", "0 play 4c", "1 play Qd"), PARTNER_1),
    ("regolamento", ("0 call Q", *ALL_PASS_ACTIONS, "0 name d", "0 play 4c", "1 play Qd", "2 play 5d"), PARTNER_1),
    ("regolamento", ("0 call A", *ALL_PASS_ACTIONS, "0 name d"), ALONE), ("online", ("0 solo",), ALONE),
    ("online", ("0 solo", "0 play Ad"), ALONE),
])  # fmt: skip
def test_side_is_known_to_the_partner_a_caller_alone_and_after_the_called_card(
    preset: str, actions: tuple[str, ...], probabilities: tuple[float, ...]
) -> None:
    assert get_side_probabilities(actions, preset) == list(probabilities)


@check_rows(("card", "comparison"), [("Ac", 1), ("5h", -1)])
def test_seat_that_adds_points_to_the_callers_trick_is_suspected(card: str, comparison: int) -> None:
    """A defender compares seat 1, which played the card, with seat 3, which has played none."""
    actions = ("0 call Q", *ALL_PASS_ACTIONS, "0 name d", "0 play Ad", f"1 play {card}")
    probabilities = get_side_probabilities(actions, "regolamento")
    assert sum(probabilities) < 2
    assert np.sign(probabilities[1] - probabilities[3]) == comparison


def test_without_evidence_no_seat_is_suspected_more_than_another() -> None:
    match = play(deal_chiamata(*DEALT_HANDS), "0 call Q", *ALL_PASS_ACTIONS, "0 name d", "0 play Ad", "1 play Ac")
    phase = get_seen_phase(observe(match, 2))
    batch = make_observed_batch(phase)
    probabilities = make_observed_beliefs(phase, batch, NO_EVIDENCE).compute_caller_side_probabilities(batch)
    assert len({round(float(probability), 6) for probability in probabilities[[1, 2, 4], 0]}) == 1


@check_rows(("actions", "values"), [
    (("1 play 5h", "2 play 5d", "3 play 6s"), {"7c": -11 - 0.05, "Qh": -14 - 0.8, "2s": -11.0}),
    (("1 play Ac", "2 play Kc", "3 play 3h"), {"7c": -36 - 0.05, "Qh": -39 - 0.8, "2s": -36.0}),
])  # fmt: skip
def test_last_defender_loses_the_points_of_the_trick_and_the_value_of_the_card(
    actions: tuple[str, ...], values: dict[str, float]
) -> None:
    """The caller wins the trick with the ace of trumps."""
    match = play(deal_chiamata(*DEALT_HANDS), "0 call Q", *ALL_PASS_ACTIONS, "0 name d", "0 play Ad", *actions)
    phase = get_seen_phase(observe(match, 4))
    batch = make_observed_batch(phase)
    scores = score_cards(batch, make_observed_beliefs(phase, batch, compute_likelihood_ratios(phase)))
    score_by_mask = dict(zip(scores.cards[:, 0].tolist(), scores.scores[:, 0].tolist(), strict=True))
    for card, value in values.items():
        assert score_by_mask[BITS.make_mask(parse_cards(card))] == pytest.approx(value, abs=VALUE_TOLERANCE)
