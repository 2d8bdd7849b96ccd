"""Briscola chiamata: the heuristic batch plays like `club`, and the plays so far show the types of opponents."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from game.ai.chiamata.equivalence import is_suit_unnamed
from game.ai.chiamata.features import ChiamataFeatureEncoder
from game.ai.chiamata.heuristic_batch import (
    NO_EVIDENCE,
    SEATS,
    PartnerBeliefs,
    PartnerTracker,
    choose_best_cards,
    make_heuristic_policy,
    score_cards,
)
from game.ai.chiamata.heuristic_play import CLUB_PLAY_STYLE, evaluate_card
from game.ai.chiamata.opponent_model import (
    HEURISTIC,
    LEARNED,
    OPPONENT_TYPE_PRIOR,
    RANDOM,
    MixtureOpponentModel,
    compute_type_log_weights,
    make_mixture_policy,
)
from game.ai.chiamata.partner_inference import derive_card_knowledge, iter_partner_evidence
from game.ai.chiamata.players import CHIAMATA_AI
from game.ai.chiamata.search_model import ChiamataSearchModel
from game.ai.personas import NEUTRAL_PERSONA
from game.ai.rollout.card_bits import CardMasks, get_card_bits
from game.ai.rollout.policy import make_table_policy
from game.ai.rollout.rollout import Batch, make_public_state
from game.ai.rollout.sampling import marginalize_types
from game.ai.search import DeterminizedStates, SearchBudget, compute_play_log_likelihood
from game.ai.time_limit import no_time_limit
from game.core.actions import Deal
from game.core.options import change_options
from game.match.match import create_match, replace
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.rules.briscola_family import RANKING
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.helpers import DETERMINISTIC_TIME_LIMIT, choose_without_time_limit

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


@pytest.mark.slow
def test_heuristic_batch_plays_like_club_through_whole_deal() -> None:
    """Accept either of two cards whose scores are equal up to `VALUE_TOLERANCE`."""
    same = checked_count = 0
    for number in range(12):
        steps = list(iter_turns(number))
        batch, first = make_dealt_state(steps[0][1])
        sight = SEARCH_MODEL.make_encoder(steps[0][0], batch, first)
        assert isinstance(sight, ChiamataFeatureEncoder)
        play = make_heuristic_policy(batch.public_state, sight)
        for (view, phase), (_view, after) in pairwise(steps):
            seat = phase.trick.next_seat
            (card,) = set(phase.hands[seat]) - set(after.hands[seat])
            checked_count += 1
            same += BITS.list_cards(int(play(batch, batch.legal_cards())[0])) == (card,)
            batch.play(np.array([BITS.make_mask((card,))], np.uint64))
            assert batch.players_to_act()[0] == after.trick.next_seat
            assert view.seat == seat
    assert same > 0.9 * checked_count


def play_to_middle_of_deals(level: str, deals: int) -> Iterator[tuple[Observation, ChiamataTrickPhase]]:
    """Yield the first turn after five tricks of each deal that is played, with this level on all seats but seat 0."""
    for number in range(deals):
        yield from islice((turn for turn in iter_turns(number, level=level) if len(turn[1].completed_tricks) == 5), 1)


def sample_states(view: Observation, number: int, worlds: int = 300) -> DeterminizedStates:
    return SEARCH_MODEL.sample_states(view, np.random.default_rng(number), worlds)


@pytest.mark.slow
def test_opponent_model_makes_true_deal_more_likely() -> None:
    """Compare the mean probability of the true places of the others' cards."""
    close, rough = list[float](), list[float]()
    for number, (view, phase) in enumerate(play_to_middle_of_deals("club", 40)):
        dealing = sample_states(view, number)
        truth = np.array([BITS.make_mask(hand) for hand in phase.hands], np.uint64)[:, None]
        right = np.bitwise_count(dealing.hands & truth).sum(axis=0)
        for states, weights in (
            (close, marginalize_types(compute_type_log_weights(view, SEARCH_MODEL, dealing))),
            (rough, compute_play_log_likelihood(view, SEARCH_MODEL, dealing)),
        ):
            likely = np.exp(weights + dealing.log_weights - (weights + dealing.log_weights).max())
            states.append(float((right * likely).sum() / likely.sum()))
    assert np.mean(close) > np.mean(rough)


def estimate_opponent_types(view: Observation, number: int) -> NDArray[np.float64]:
    """Return the mean probability of each opponent type."""
    regard, dealing = MixtureOpponentModel(), sample_states(view, number)
    effort = SearchBudget(rollouts=100, oversampling=1, max_exact_lines=0)
    picked = regard.sample_determinizations(
        view, SEARCH_MODEL, dealing, effort, np.random.default_rng(number), no_time_limit
    )
    others = [seat for seat in range(1, SEATS) if seat != view.seat]
    return np.bincount(regard.opponent_types[others][:, picked].reshape(-1), minlength=len(OPPONENT_TYPE_PRIOR)) / (
        len(others) * 100
    )


@pytest.mark.slow
def test_matching_players_are_recognized_more_often_than_others() -> None:
    probabilities = np.array(
        [
            np.mean(
                [
                    estimate_opponent_types(view, number)
                    for number, (view, _phase) in enumerate(play_to_middle_of_deals(level, 24))
                ],
                axis=0,
            )
            for level in ("club", "expert", "random")
        ]
    )
    for manner, common in ((HEURISTIC, 0.45), (LEARNED, 0.45), (RANDOM, 0.1)):
        assert probabilities[manner, manner] > common + 0.1
        assert probabilities[manner, manner] == probabilities[:, manner].max()


def test_each_sampled_state_continues_with_its_sampled_opponent_types() -> None:
    view, _phase = next((view, phase) for view, phase in iter_turns(3) if len(phase.trick.cards) == 1)
    dealing = sample_states(view, 3, 60)
    batch = Batch(dealing.current_state, dealing.hands, dealing.stock)
    sight = SEARCH_MODEL.make_encoder(view, batch, dealing.initial_hands)
    assert isinstance(sight, ChiamataFeatureEncoder)
    manners = np.zeros((SEATS, batch.width), np.intp)
    manners[:] = np.arange(batch.width) % len(OPPONENT_TYPE_PRIOR)
    play = make_mixture_policy(view, sight, manners, SEARCH_MODEL.load_policy_table(view), np.random.default_rng(1))
    batch.play(batch.hands_to_act() & (~batch.hands_to_act() + np.uint64(1)))
    values, legal = play(batch, batch.legal_cards()), batch.legal_cards()
    signs = NO_EVIDENCE.copy()
    for seat, sign in iter_partner_evidence(get_observed_phase(view)):
        signs[seat] *= sign
    sums = choose_best_cards(score_cards(batch, PartnerTracker(dealing.current_state, sight, signs).update(batch)))
    learned = make_table_policy(sight, SEARCH_MODEL.load_policy_table(view))(batch, legal)
    assert (values[HEURISTIC::3] == sums[HEURISTIC::3]).all() and (values[LEARNED::3] == learned[LEARNED::3]).all()
    assert ((values & legal) == values).all() and (np.bitwise_count(values) == 1).all()
    assert (sums != learned).any() and (values != sums)[RANDOM::3].any()


def swap_hidden_cards(view: Observation, phase: ChiamataTrickPhase, rng: Random) -> Observation:
    """Return the observation of its seat if the others had each other's hidden cards."""
    others = [seat for seat in range(SEATS) if seat != view.seat]
    cards = [card for seat in others for card in phase.hands[seat]]
    rng.shuffle(cards)
    rest = iter(cards)
    hands = tuple(
        tuple(next(rest) for _card in hand) if seat in others else hand for seat, hand in enumerate(phase.hands)
    )
    return replace(view, phase=replace(phase, hands=hands).seen_by(view.seat))


@pytest.mark.slow
def test_blind_first_trick_is_searched_without_using_hidden_cards() -> None:
    thought = 0
    for number in range(4):
        for view, phase in iter_turns(number, blind=True):
            if not is_suit_unnamed(phase):
                break
            if len(view.legal_actions) > 1:
                estimates = CHIAMATA_AI.estimate_actions(
                    view, Random(number), DETERMINISTIC_TIME_LIMIT, NEUTRAL_PERSONA
                )
                other = swap_hidden_cards(view, phase, derive_random(number, "elsewhere"))
                assert (
                    CHIAMATA_AI.estimate_actions(other, Random(number), DETERMINISTIC_TIME_LIMIT, NEUTRAL_PERSONA)
                    == estimates
                )
                assert {estimate.action for estimate in estimates} == set(view.legal_actions)
                thought += len({estimate.value for estimate in estimates}) > 1
    assert thought > 10
