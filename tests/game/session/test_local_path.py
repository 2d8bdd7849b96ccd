"""The way of one card from a session to its host and back, in one process: it is checked twice."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

from game.match.match import Match
from tests.session_driver import SessionDriver


def test_card_of_a_person_is_checked_by_the_host_and_by_the_rules_alone(tmp_path: Path) -> None:
    driver, checks = SessionDriver(tmp_path), list[FrameType]()

    def note_check(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and frame.f_code is Match.illegal_reason.__code__:
            checks.append(frame)

    driver.advance_to_shown_turn()
    driver.play_turn()
    driver.worker.is_paused = True
    sys.setprofile(note_check)
    try:
        assert driver.session.act(driver.observation.legal_actions[0]) is None
        assert driver.session.update(is_idle=True)
    finally:
        sys.setprofile(None)
    assert len(checks) == 2
