"""What the benchmark holds our playouts against plays the same game as they do."""

from __future__ import annotations

import numpy as np
import pytest

from tools.benchmarks.__main__ import spades_uniform
from tools.benchmarks.comparison import LOOP, tricks_of
from tools.c_code import compiled, compiler

pytestmark = pytest.mark.slow

DEALS = 400_000
WORLDS = 65_536
FOREHAND = 1


def test_the_loop_in_c_follows_suit_and_takes_as_our_playouts_do() -> None:
    """How often forehand takes no trick, one, two, ... at random tells the rules apart."""
    if compiler() is None:
        pytest.skip("needs a C compiler")
    with compiled(LOOP) as program:
        theirs = [found / DEALS for found in tricks_of(program, DEALS, 3)]
    ours = np.bincount(spades_uniform(WORLDS).points()[FOREHAND], minlength=14) / WORLDS
    assert theirs == pytest.approx(ours, abs=0.006)
