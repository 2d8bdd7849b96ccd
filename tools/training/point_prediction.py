"""Train the networks that predict each player's points from the present trick to the end of the deal.

Deals of Briscola are played by the learned policy table, with some random cards in the first tricks. From positions
after these the network learns the points that each player then took. The same seed gives the same network.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from game.ai import models
from game.ai.briscola.value_network import encode_inputs, get_input_size, run_network
from game.ai.rollout.policy import Scores, make_table_policy, make_uniform_policy
from game.ai.rollout.rollout import MAX_TRICKS, IndexArray
from game.rules.briscola_family import PACK_POINTS
from game.simulation.progress import show_progress
from tools.training.games.briscola import TRAINING_TASKS, BriscolaTraining
from tools.training.model_files import Models

BATCH_SIZE: Final = 2048
HIDDEN_LAYER_WIDTHS: Final = (64, 32)
MINIBATCH_SIZE: Final = 1024
"""The number of positions in a training step."""
MAX_SAMPLES_PER_DEAL: Final = 5
"""The most positions of a deal that are used."""
RANDOM_MOVE_PROBABILITY: Final = 0.15
"""The probability of a random card before the first of these positions."""
LEARNING_RATE: Final = 2e-3
ADAM_BETA_1, ADAM_BETA_2, ADAM_EPSILON = 0.9, 0.999, 1e-8
"""The usual parameters of Adam (Kingma and Ba, 2015)."""
BATCHES_PER_REPORT: Final = 100
"""The number of batches between two reports of the error."""


class ValueSamples(NamedTuple):
    """Positions between tricks, with what each player gained from there.

    ``inputs``: of the network, (positions, inputs); ``gains``: the points of each player above an equal share of the
    remaining points, (positions, players), from the leader on; ``leaders``, ``tricks_left``: (positions).
    """

    inputs: Scores
    gains: Scores
    leaders: IndexArray
    tricks_left: IndexArray


def sample_values(task: BriscolaTraining, table: Scores, rng: np.random.Generator) -> ValueSamples:
    """Return positions of a batch of deals, which are played by the table from the first of these positions on."""
    batch, sight = task.deal_batch(rng, BATCH_SIZE)
    table_policy, random_policy = make_table_policy(sight, table), make_uniform_policy(rng)
    tricks = batch.cards_left // batch.player_count
    first_trick = int(rng.integers(0, tricks))
    wanted_tricks = set(rng.permutation(np.arange(first_trick, tricks))[:MAX_SAMPLES_PER_DEAL].tolist())
    snapshots: list[tuple[Scores, Scores, IndexArray, int]] = []
    while batch.cards_left:
        if not batch.cards_in_trick and batch.tricks_done in wanted_tricks:
            snapshots.append(
                (
                    encode_inputs(batch),
                    batch.points().astype(np.float32),
                    batch.players_to_act(),
                    tricks - batch.tricks_done,
                )
            )
        legal = batch.legal_cards()
        cards = table_policy(batch, legal)
        if batch.tricks_done < first_trick:
            cards = np.where(rng.random(BATCH_SIZE) < RANDOM_MOVE_PROBABILITY, random_policy(batch, legal), cards)
        batch.play(cards)
    final_points = batch.points().astype(np.float32)
    order = np.arange(batch.player_count)[:, None]
    gains = [
        (final_points - points - (PACK_POINTS - points.sum(axis=0)) / batch.player_count)[
            (leaders + order) % batch.player_count, batch.column
        ].T
        for _seen, points, leaders, _left in snapshots
    ]
    return ValueSamples(
        inputs=np.concatenate([snapshot[0] for snapshot in snapshots]),
        gains=np.concatenate(gains),
        leaders=np.concatenate([snapshot[2] for snapshot in snapshots]),
        tricks_left=np.repeat([snapshot[3] for snapshot in snapshots], BATCH_SIZE),
    )


class TrainableNetwork:
    """A network with two hidden layers and its state of the Adam optimizer."""

    def __init__(self, sizes: tuple[int, ...], rng: np.random.Generator) -> None:
        self.weights: dict[str, Scores] = {}
        for layer, (input_size, output_size) in enumerate(pairwise(sizes)):
            self.weights[f"w{layer}"] = (
                rng.normal(size=(input_size, output_size)) * (2 / min(input_size, 30)) ** 0.5 * 0.5
            ).astype(np.float32)
            self.weights[f"b{layer}"] = np.zeros(output_size, np.float32)
        self.first_moments = {name: np.zeros_like(array) for name, array in self.weights.items()}
        self.second_moments = {name: np.zeros_like(array) for name, array in self.weights.items()}
        self.step_count = 0

    def learn(self, inputs: Scores, targets: Scores, rate: float) -> None:
        """Take a training step towards ``targets`` with the learning rate ``rate``."""
        weights = self.weights
        hidden_1 = np.maximum(inputs @ weights["w0"] + weights["b0"], 0)
        hidden_2 = np.maximum(hidden_1 @ weights["w1"] + weights["b1"], 0)
        error = (hidden_2 @ weights["w2"] + weights["b2"] - targets) / len(targets)
        error_2 = (error @ weights["w2"].T) * (hidden_2 > 0)
        error_1 = (error_2 @ weights["w1"].T) * (hidden_1 > 0)
        gradients = {
            "w2": hidden_2.T @ error, "b2": error.sum(0), "w1": hidden_1.T @ error_2, "b1": error_2.sum(0),
            "w0": inputs.T @ error_1, "b0": error_1.sum(0),
        }  # fmt: skip
        self.step_count += 1
        for name, gradient in gradients.items():
            self.first_moments[name] += (1 - ADAM_BETA_1) * (gradient - self.first_moments[name])
            self.second_moments[name] += (1 - ADAM_BETA_2) * (gradient * gradient - self.second_moments[name])
            step_scale = np.sqrt(self.second_moments[name] / (1 - ADAM_BETA_2**self.step_count)) + ADAM_EPSILON
            weights[name] -= rate * self.first_moments[name] / (1 - ADAM_BETA_1**self.step_count) / step_scale


def train_network(
    task: BriscolaTraining, table: Scores, batches: int, error_batches: int, seed: int
) -> dict[str, Scores]:
    """Return the weights after ``batches`` batches, with the error of ``error_batches`` more as "scatter".

    The program reports its progress on standard error.
    """
    rng = np.random.default_rng(seed)
    players = len(task.sides)
    network = TrainableNetwork((get_input_size(players), *HIDDEN_LAYER_WIDTHS, players), rng)
    start, errors = time.perf_counter(), list[float]()
    bar = show_progress(range(1, batches + 1))
    for number in bar:
        samples = sample_values(task, table, rng)
        errors.append(float(((run_network(network.weights, samples.inputs) - samples.gains) ** 2).mean()))
        rate = LEARNING_RATE * min(1.0, 2.0 * (1 - number / (batches + 1)))
        for minibatch in np.array_split(rng.permutation(len(samples.inputs)), len(samples.inputs) // MINIBATCH_SIZE):
            network.learn(samples.inputs[minibatch], samples.gains[minibatch], rate)
        if number % BATCHES_PER_REPORT == 0:
            seconds = time.perf_counter() - start
            bar.write(
                f"{number}: mean square {np.mean(errors[-BATCHES_PER_REPORT:]):.2f}, {seconds:.0f} s", file=sys.stderr
            )
    return network.weights | {"scatter": measure_error(task, network.weights, table, error_batches, rng)}


def measure_error(
    task: BriscolaTraining, weights: Mapping[str, Scores], table: Scores, batches: int, rng: np.random.Generator
) -> Scores:
    """Return the root mean square error of a side's points by tricks left, at least 1."""
    players = len(task.sides)
    side_seats = [seat for seat in range(players) if task.sides[seat] == 0]
    squares, count = np.zeros(MAX_TRICKS), np.zeros(MAX_TRICKS)
    for _batch in range(batches):
        samples = sample_values(task, table, rng)
        errors = run_network(weights, samples.inputs) - samples.gains
        by_seat = (np.array(side_seats) - samples.leaders[:, None]) % players
        side_errors = np.take_along_axis(errors, by_seat, axis=1).sum(axis=1)
        squares += np.bincount(samples.tricks_left, side_errors**2, minlength=MAX_TRICKS)
        count += np.bincount(samples.tricks_left, minlength=MAX_TRICKS)
    return np.sqrt(np.maximum(1, squares / np.maximum(1, count))).astype(np.float32)


def make_point_prediction(table_name: str, *, batches: int, error_batches: int, seed: int) -> Models:
    """Return the network for the deals of a policy table."""
    table = models.load_policy_table(table_name)
    weights = train_network(TRAINING_TASKS[table_name], table, batches, error_batches, seed)
    return {f"{table_name}_promise": {key: array.astype(np.float16) for key, array in weights.items()}}
