"""Learn what a card of Briscola for two promises: ``python -m tools.training.briscola_replies [--deals N] [--seed S]``.

The deals are played, and the network learns, in C (`briscola_replies.c`): from here come the constants of the readable
rules and of `club`, and to here goes the network. Same seed, same network.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from game.ai import learned
from game.ai.batch.policy import Scores
from game.ai.briscola.club import CLUB, DISCARD, DRAWN, PLAIN_WILL, TRUMP_WILL
from game.ai.briscola.promise import PACK_SIZE
from game.ai.briscola.replies import SIZE, TURNED
from game.engine.cards import SUITS, Card, Suit, card
from game.rules.briscola.play import MAJORITY
from game.rules.family import RANKING, VALUES
from tools.c_code import compiled

PROGRAM: Final = Path(__file__).with_suffix(".c")
WIDTHS: Final = (SIZE, 192, 64, 2)
"""As in the program."""
UPWARDS: Final = RANKING[::-1]


def constants() -> str:
    """What the program reads of the rules and of `club`."""
    trump, plain, *_others = SUITS
    kept = ((CLUB.keeping(card(rank, suit), trump, 2) for suit in (plain, trump)) for rank in UPWARDS)
    ranks = [(VALUES.get(rank, 0), *both) for rank, both in zip(UPWARDS, kept, strict=True)]
    lines = [*ranks, (DRAWN, DISCARD, PLAIN_WILL, MAJORITY), *TRUMP_WILL]
    return "\n".join(" ".join(map(repr, line)) for line in lines)


def number_of(one: Card, trump: Suit) -> int:
    """The card as the program counts: by suit, trumps first, and upwards in each."""
    suits = sorted(SUITS, key=lambda suit: (suit != trump, suit))
    return len(RANKING) * suits.index(one.suit) + UPWARDS.index(one.rank)


def asked(words: list[str], typed: bytes = b"") -> bytes:
    """What the program answers."""
    with compiled(PROGRAM) as program, tempfile.TemporaryDirectory() as folder:
        known = Path(folder, "constants")
        known.write_text(constants(), encoding="ascii")
        return subprocess.run([program, known, *words], input=typed, check=True, capture_output=True).stdout


def listed(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """The rows of one card each in the order in which the playouts list cards: upwards, the suits of each rank."""
    order = np.arange(len(rows))
    for begin in range(0, TURNED - 1, PACK_SIZE):
        order[begin : begin + PACK_SIZE] = begin + np.arange(PACK_SIZE).reshape(len(SUITS), -1).T.ravel()
    return rows[order]


def network(weights: bytes) -> dict[str, Scores]:
    """The network that the program wrote. ValueError if it is another one."""
    numbers, found = np.frombuffer(weights, np.float32), dict[str, Scores]()
    for layer, shape in enumerate(pairwise(WIDTHS)):
        for name, size in ((f"w{layer}", shape), (f"b{layer}", shape[1:])):
            many = int(np.prod(size))
            found[name], numbers = numbers[:many].reshape(size), numbers[many:]
    if len(numbers):
        raise ValueError(f"the program wrote {len(numbers)} weights too many")
    return found | {"w0": listed(found["w0"])}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.training.briscola_replies", description=__doc__)
    parser.add_argument("--deals", type=int, default=90_000_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    net = network(asked([str(args.deals), str(args.seed)]))
    path = Path(*learned.__path__) / "briscola2_replies.npz"
    parts: dict[str, Any] = {key: one.astype(np.float16) for key, one in net.items()}
    np.savez_compressed(path, **parts)
    print(f"{path.name}: {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
