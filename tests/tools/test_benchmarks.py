"""The C loop of the benchmarks plays the same game as our rollouts."""

from __future__ import annotations

import numpy as np
import pytest

from tools.benchmarks.__main__ import roll_out_spades_at_random
from tools.benchmarks.comparison import C_LOOP_SOURCE, run_c_loop
from tools.c_code import compile_program, find_compiler

pytestmark = pytest.mark.slow

DEAL_COUNT = 400_000
BATCH_SIZE = 65_536
FOREHAND_SEAT = 1


def test_c_loop_follows_suit_and_scores_tricks_like_our_rollouts() -> None:
    """Compare how often forehand takes 0, 1, 2, ... tricks at random, which shows differences of the rules."""
    if find_compiler() is None:
        pytest.skip("needs a C compiler")
    with compile_program(C_LOOP_SOURCE) as program:
        c_shares = [counts / DEAL_COUNT for counts in run_c_loop(program, DEAL_COUNT, 3)]
    our_shares = np.bincount(roll_out_spades_at_random(BATCH_SIZE).points()[FOREHAND_SEAT], minlength=14) / BATCH_SIZE
    assert c_shares == pytest.approx(our_shares, abs=0.006)
