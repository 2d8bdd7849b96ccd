"""The comparison of environments with `MatchRunner` and of twin deals, for a few deals."""

from __future__ import annotations

from unittest.mock import patch

with patch.dict("os.environ"):  # PettingZoo chooses the audio driver of the process
    from tools.environment_trials import main


def test_deals_are_those_of_the_runner_and_twins_look_alike() -> None:
    assert main(["--deals", "2", "--pairs", "3"]) == 0
