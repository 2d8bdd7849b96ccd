"""A match in a real window that is killed in its middle, left by its pause, and played to the end of its deal."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.journeys.played_turns import leave_and_finish_deal, play_turns, resume_and_play_turn, start_new_match
from tests.journeys.program_screen import StoredMatchReader, contains_beginning, open_screen
from tests.lanes import choose_sample

pytestmark = [pytest.mark.window, pytest.mark.slow, pytest.mark.nightly]


def test_match_that_was_killed_at_any_moment_or_left_continues(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with closing(StoredMatchReader(home)) as store, open_screen(home) as window:
        start_new_match(window, store, speed=2.0)
        rng = Random(8)
        for actions in choose_sample((12, 1), 2):
            play_turns(window, store, actions=actions)
            time.sleep(rng.random() * 0.4)  # the moment of the kill is random
            accepted = store.load_record()
            window.kill()
            left = store.load_record()
            assert accepted is not None and left is not None and contains_beginning(left, accepted)
            reader = resume_and_play_turn(window, store)
            record = store.load_record()
            assert record is not None and contains_beginning(record, left)
        leave_and_finish_deal(window, store, reader, tmp_path)
