"""A short form of `python -m tools.endurance`; TAVOLOVERDE_ENDURANCE_SECONDS makes it longer."""

from __future__ import annotations

import os
import signal
from typing import Final

import pytest

from tests.game.store.test_storage import played
from tools.endurance.__main__ import told
from tools.endurance.run import missing, play_with_faults

SECONDS: Final = float(os.environ.get("TAVOLOVERDE_ENDURANCE_SECONDS", "10"))


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="this system stops no process, and removes no open file")
def test_nothing_is_lost_and_nothing_stuck_whatever_goes_wrong() -> None:
    found = play_with_faults(SECONDS, seed=1)
    assert (found.lost, found.stuck) == ([], [])
    assert found.actions and found.faults, told(found)


def test_a_lost_action_is_found() -> None:
    assert missing(played(5), played(5), "now") == []
    assert missing(played(5), played(4), "now") == ["briscola now: 4 actions are on the disk, 5 were accepted"]
