"""Fit the tables of declarations and totals in Muscio.

They are the tables of `game.ai.muscio.declaration_inference` and `game.ai.muscio.match_equity`.

The value of each card in a hand is fitted to rollouts by the learned policy table. Then `club` plays complete matches,
to which the declarations by the strength of the hand, and the probability to win by the points left, are fitted.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.models import load_policy_table as read
from game.ai.muscio.declaration_inference import (
    DECLARATION_MODEL_SHAPE,
    DECLARES_PLAY,
    HAND_FEATURE_COUNT,
    compute_features,
    exchange_turned_card,
    get_declaration_kind,
    predict_points,
)
from game.ai.muscio.match_equity import MAX_TOTAL, MIN_SEATS
from game.ai.registry import choose_action
from game.ai.rollout.card_bits import get_card_bits, make_suit_mask
from game.ai.rollout.policy import make_table_policy
from game.core.actions import Action, Deal
from game.core.cards import Hand, Suit
from game.match.match import Match, create_match
from game.match.observation import observe
from game.rules import GAMES
from game.rules.muscio.actions import Forfeit, Stand
from game.rules.muscio.declarations import DeclarationPhase
from game.rules.muscio.scoring import NO_TRICK_POINTS, RANKING
from game.rules.muscio.trick_play import Declaration, ForfeitPhase, find_blinde_taker, list_participants
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.progress import show_progress
from tools.tournament.calibration import DETERMINISTIC_TIME_LIMIT
from tools.training.games.muscio import MuscioTraining
from tools.training.model_files import Models

FloatArray: TypeAlias = NDArray[np.float64]

TOTAL_KNOTS: Final = (1, 2, 3, 4, 6, 8, 11, 15, 20, 25, 30, 36, 44, 60)
"""The totals between which the value of a total is interpolated linearly."""
RIDGE_PENALTY: Final = 20.0
"""The number of observations that the common estimate of all situations counts for."""
LONE_PLAY_LOGIT: Final = 8.0
"""The logit added to playing for a seat that may be alone, a situation that hardly ever occurs."""
MAX_DEALS_PER_MATCH: Final = 300


# -- the strength of a hand ------------------------------------------------------------------------


def fit_hand_strength(batches: int, seed: int) -> FloatArray:
    """Return the weight of each feature of a hand in its gain among three players."""
    rng, task = np.random.default_rng(seed), MuscioTraining()
    matrix, gain = np.zeros((HAND_FEATURE_COUNT, HAND_FEATURE_COUNT)), np.zeros(HAND_FEATURE_COUNT)
    while batches:
        batch, sight = task.deal_batch(rng, 2048)
        if batch.player_count != 3:
            continue
        batches -= 1
        hands, trump = batch.hands.copy(), np.tile(batch.trump_mask, batch.player_count)
        batch.play_out(make_table_policy(sight, read("muscio")))
        tricks = batch.points().reshape(-1)
        values = np.where(tricks > 0, tricks, -NO_TRICK_POINTS)
        for suit in np.unique(trump):
            rows = np.array(compute_features(hands[trump == suit], int(suit)), np.float64)
            matrix += rows @ rows.T
            gain += rows @ values[trump == suit]
    weights: FloatArray = np.linalg.solve(matrix + 50 * np.eye(HAND_FEATURE_COUNT), gain).astype(np.float64)
    return weights


# -- declarations ----------------------------------------------------------------------------------


class DeclarationSample(NamedTuple):
    """A declaration: the situation, the strength of the hand, and its kind."""

    player_count: int
    players_behind: int
    is_blinde_free: bool
    hand_strength: float
    kind: int


class MatchSamples(NamedTuple):
    """The samples of matches.

    ``stand_choices``: (strength, whether the seat chose to stand); ``totals_and_win_shares``: (totals before a deal,
    shares of the win), by seat.
    """

    declarations: list[DeclarationSample]
    stand_choices: list[tuple[float, bool]]
    totals_and_win_shares: list[tuple[tuple[int, ...], tuple[float, ...]]]


def compute_hand_strength(hand: Hand, trump: Suit, turned: int | None) -> float:
    """Return the strength of a hand; ``turned``: the bit of the turned trump if the dealer may take it."""
    numbers, trump_mask = get_card_bits(RANKING), make_suit_mask(trump)
    mask = np.array([numbers.make_mask(hand)], np.uint64)
    if turned is not None:
        mask = exchange_turned_card(mask, np.uint64(trump_mask), np.uint64(turned))
    return float(predict_points(mask, trump_mask)[0])


def make_declaration_sample(phase: DeclarationPhase, declaration: Declaration) -> DeclarationSample:
    seat = declaration.seat
    turned = 1 << get_card_bits(RANKING).bit_by_card[phase.turned_card] if seat == phase.dealer else None
    hand_strength = compute_hand_strength(phase.hands[seat], phase.trump, turned)
    players_behind = phase.seats - 1 - len(phase.declarations)
    return DeclarationSample(
        len(list_participants(phase.declarations)),
        players_behind,
        find_blinde_taker(phase.declarations) is None,
        hand_strength,
        get_declaration_kind(declaration),
    )


def sample_match(seats: int, number: int, seed: int) -> MatchSamples:
    """Return the samples of match ``number`` of `club` against itself."""
    samples = MatchSamples([], [], [])
    match = create_match("muscio", GAMES["muscio"].presets["gattorna"], seats, number % seats)
    packs = derive_random(seed, "pack", seats, number)
    generators = [derive_random(seed, "seat", seats, number, seat) for seat in range(seats)]
    totals: list[tuple[int, ...]] = []
    while not match.is_over and len(match.results) < MAX_DEALS_PER_MATCH:
        if match.needs_deal:
            totals.append(match.standing.totals)
            match = match.apply(Deal(shuffle_pack(match.pack, packs))).match
            continue
        seat = match.turn or 0
        action = choose_action("club", observe(match, seat), generators[seat], DETERMINISTIC_TIME_LIMIT)
        match = _apply_and_record(match, action, samples)
    winners = match.standing.winners
    if winners:
        shares = tuple((seat in winners) / len(winners) for seat in range(seats))
        samples.totals_and_win_shares.extend((deal_totals, shares) for deal_totals in totals)
    return samples


def _apply_and_record(match: Match, action: Action, samples: MatchSamples) -> Match:
    phase = match.phase
    if isinstance(phase, DeclarationPhase) and isinstance(action, Declaration):
        samples.declarations.append(make_declaration_sample(phase, action))
    elif isinstance(phase, ForfeitPhase) and isinstance(action, (Stand, Forfeit)):
        hand = phase.trick_phase.hands[action.seat]
        samples.stand_choices.append(
            (compute_hand_strength(hand, phase.trick_phase.trump, None), isinstance(action, Stand))
        )
    return match.apply(action).match


def fit_multinomial(
    matrix: FloatArray, kinds: NDArray[np.intp], classes: int, prior: FloatArray, ridge: float
) -> FloatArray:
    """Return the weights of a multinomial logit model, (classes, features).

    ``matrix``: (samples, features); ``kinds``: the class of each sample, from 0; ``prior``: weights from which a
    deviation is penalized by ``ridge``.
    """
    weights, feature_count = prior.copy(), matrix.shape[1]
    wanted = np.eye(classes)[kinds]
    for _step in range(25):
        logits = matrix @ weights.T
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        gradient = (wanted - shares).T @ matrix - ridge * (weights - prior)
        curve = np.zeros((classes, feature_count, classes, feature_count))
        for class_index in range(classes):
            for other_class in range(classes):
                weights_product = shares[:, class_index] * ((class_index == other_class) - shares[:, other_class])
                curve[class_index, :, other_class] = (matrix * weights_product[:, None]).T @ matrix
        flat = curve.reshape(classes * feature_count, classes * feature_count) + (ridge + 1e-6) * np.eye(
            classes * feature_count
        )
        weights += np.linalg.solve(flat, gradient.reshape(-1)).reshape(classes, feature_count)
    return weights


def fit_declarations(spoken: list[DeclarationSample]) -> FloatArray:
    """Return the table of shape `declaration_inference.DECLARATION_MODEL_SHAPE`.

    Each situation has its own weights, with those of all situations together as the prior.
    """
    table = np.zeros(DECLARATION_MODEL_SHAPE)
    for blinde in (False, True):
        rows = [sample for sample in spoken if sample.is_blinde_free == blinde]
        classes = 3 if blinde else 2
        zero_prior = np.zeros((classes, 2))
        general = fit_multinomial(_make_matrix(rows), _list_kinds(rows), classes, zero_prior, 0.1)
        table[:, :, int(blinde), :classes] = general
        for players in range(DECLARATION_MODEL_SHAPE[0]):
            for behind in range(DECLARATION_MODEL_SHAPE[1]):
                situation_rows = [
                    sample for sample in rows if (sample.player_count, sample.players_behind) == (players, behind)
                ]
                if situation_rows:
                    table[players, behind, int(blinde), :classes] = fit_multinomial(
                        _make_matrix(situation_rows), _list_kinds(situation_rows), classes, general, RIDGE_PENALTY / 20
                    )
    table[0, 0, 1, DECLARES_PLAY] += LONE_PLAY_LOGIT, 0
    return table


def _make_matrix(rows: list[DeclarationSample]) -> FloatArray:
    return np.array([(1.0, sample.hand_strength) for sample in rows])


def _list_kinds(rows: list[DeclarationSample]) -> NDArray[np.intp]:
    return np.array([sample.kind for sample in rows])


def fit_stand_choices(stood: list[tuple[float, bool]]) -> FloatArray:
    matrix = np.array([(1.0, value) for value, _stays in stood])
    kinds = np.array([int(has_stood) for _value, has_stood in stood])
    weights = fit_multinomial(matrix, kinds, 2, np.zeros((2, 2)), 0.1)
    difference: FloatArray = weights[1] - weights[0]
    return difference


# -- totals ----------------------------------------------------------------------------------------


def fit_match_totals(won: list[tuple[tuple[int, ...], tuple[float, ...]]]) -> FloatArray:
    """Return the distance from winning of each total; the shares of the win are in proportion to exp(-distance)."""
    totals = np.array([deal_totals for deal_totals, _shares in won])
    shares = np.array([part for _at, part in won])
    basis = np.array([np.interp(np.arange(MAX_TOTAL + 1), TOTAL_KNOTS, row) for row in np.eye(len(TOTAL_KNOTS))]).T
    rows = basis[np.clip(totals, 0, MAX_TOTAL)]
    weights = np.array(TOTAL_KNOTS, np.float64) / 10
    prior = weights.copy()
    for _step in range(25):
        chance = np.exp(-(rows @ weights))
        chance /= chance.sum(axis=1, keepdims=True)
        mean = (chance[:, :, None] * rows).sum(axis=1)
        gradient = -((shares - chance)[:, :, None] * rows).sum(axis=(0, 1)) - (weights - prior)
        deviations = rows - mean[:, None]
        curve = np.einsum("ws,wsk,wsl->kl", chance, deviations, deviations) + np.eye(len(TOTAL_KNOTS))
        weights += np.linalg.solve(curve, gradient)
    distances: FloatArray = basis @ weights
    return distances


def make_hand_strength(*, batches: int, seed: int) -> Models:
    """Return the value of each feature of a hand, fitted to ``batches`` batches of rollouts."""
    return _make_tables(muscio_strength=fit_hand_strength(batches, seed))


def make_match_models(*, matches: int, seed: int) -> Models:
    """Return the tables fitted to ``matches`` matches of `club` for each number of seats."""
    samples_by_seats = [
        [sample_match(seats, number, seed) for number in show_progress(range(matches), f"{seats} seats")]
        for seats in GAMES["muscio"].seat_counts
    ]
    assert GAMES["muscio"].seat_counts[0] == MIN_SEATS
    samples = [sample for matches_of_seats in samples_by_seats for sample in matches_of_seats]
    return _make_tables(
        muscio_says=fit_declarations([one for sample in samples for one in sample.declarations]),
        muscio_stands=fit_stand_choices([one for sample in samples for one in sample.stand_choices]),
        muscio_match=np.array(
            [
                fit_match_totals([one for sample in matches_of_seats for one in sample.totals_and_win_shares])
                for matches_of_seats in samples_by_seats
            ]
        ),
    )


def _make_tables(**tables: FloatArray) -> Models:
    return {name: {"table": table.astype(np.float32).reshape(-1)} for name, table in tables.items()}
