"""Train the response network of Briscola for two players.

A program in C (`briscola_replies.c`) plays the deals and trains the network. It gets the constants of the rules and of
`club` from this module, which stores the network. The same seed gives the same network.
"""

from __future__ import annotations

import subprocess
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.briscola.heuristic import (
    CLUB_WEIGHTS,
    TRUMPING_PROBABILITY_BY_POINTS,
    UNKNOWN_DRAW_VALUE_POINTS,
    UNWILLING_DISCARD_POINTS,
    make_value_array,
)
from game.ai.briscola.response_network import INPUT_SIZE, TURNED_RANK_OFFSET
from game.ai.briscola.value_network import PACK_SIZE
from game.ai.rollout.policy import Scores
from game.ai.trick_outcomes import OVERTAKE_IN_SUIT_PROBABILITY
from game.core.cards import SUITS, Card, Suit
from game.rules.briscola_family import CARD_POINTS, HALF_PACK_POINTS, RANKING
from tools.c_code import compile_program
from tools.training.model_files import Models

C_PROGRAM_SOURCE: Final = Path(__file__).with_suffix(".c")
LAYER_WIDTHS: Final = (INPUT_SIZE, 192, 64, 2)
"""The widths of the layers, as in the C program."""
RANKS_UPWARDS: Final = RANKING[::-1]


def format_constants() -> str:
    """Return the constants of the rules and of `club` as the C program reads them."""
    values_in_hand = make_value_array(CLUB_WEIGHTS, 2).T.tolist()
    ranks = [(CARD_POINTS.get(rank, 0), *values) for rank, values in zip(RANKS_UPWARDS, values_in_hand, strict=True)]
    lines = [
        *ranks,
        (UNKNOWN_DRAW_VALUE_POINTS, UNWILLING_DISCARD_POINTS, OVERTAKE_IN_SUIT_PROBABILITY, HALF_PACK_POINTS),
        *TRUMPING_PROBABILITY_BY_POINTS,
    ]
    return "\n".join(" ".join(map(repr, line)) for line in lines)


def get_card_number(card: Card, trump: Suit) -> int:
    """Return the number of a card in the C program: by suit, trumps first, and within a suit from the weakest."""
    suits = sorted(SUITS, key=lambda suit: (suit != trump, suit))
    return len(RANKING) * suits.index(card.suit) + RANKS_UPWARDS.index(card.rank)


def run_c_program(arguments: list[str], input_bytes: bytes = b"") -> bytes:
    """Compile and run the C program with ``input_bytes`` as its input, and return its output.

    Raise FileNotFoundError without a C compiler, CalledProcessError if the program fails.
    """
    with compile_program(C_PROGRAM_SOURCE) as program, tempfile.TemporaryDirectory() as folder:
        constants_path = Path(folder, "constants")
        constants_path.write_text(format_constants(), encoding="ascii")
        return subprocess.run(
            [program, constants_path, *arguments], input=input_bytes, check=True, capture_output=True
        ).stdout


def reorder_card_rows(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the rows of single cards in the order of the rollouts: by rank from the weakest, then by suit.

    Other rows stay in their place.
    """
    order = np.arange(len(rows))
    for begin in range(0, TURNED_RANK_OFFSET - 1, PACK_SIZE):
        order[begin : begin + PACK_SIZE] = begin + np.arange(PACK_SIZE).reshape(len(SUITS), -1).T.ravel()
    return rows[order]


def parse_network(weights: bytes) -> dict[str, Scores]:
    """Return the network that the C program wrote. Raise ValueError if it has too many weights."""
    numbers, layers = np.frombuffer(weights, np.float32), dict[str, Scores]()
    for layer, shape in enumerate(pairwise(LAYER_WIDTHS)):
        for name, size in ((f"w{layer}", shape), (f"b{layer}", shape[1:])):
            weight_count = int(np.prod(size))
            layers[name], numbers = numbers[:weight_count].reshape(size), numbers[weight_count:]
    if len(numbers):
        raise ValueError(f"the program wrote {len(numbers)} weights too many")
    return layers | {"w0": reorder_card_rows(layers["w0"])}


def make_response_network(*, deals: int, seed: int) -> Models:
    """Return the response network, trained on ``deals`` deals.

    Raise FileNotFoundError without a C compiler, CalledProcessError if the program fails.
    """
    network = parse_network(run_c_program([str(deals), str(seed)]))
    return {"briscola2_replies": {key: weights.astype(np.float16) for key, weights in network.items()}}
