"""The way of one card from a session to its host and back, in one process: short, and checked once."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

from game.core.actions import Action
from tests.session_driver import SessionDriver

ROOT = Path(__file__).parents[3]
MAX_FUNCTION_COUNT = 117
"""The functions of rules, match and session that one card calls; those for the disk run on another thread."""


def count_calls(driver: SessionDriver, action: Action) -> Counter[tuple[str, str]]:
    """Return how often each function of the program is called until the screen gets the transition of ``action``."""
    calls = Counter[tuple[str, str]]()

    def note_call(frame: FrameType, event: str, _argument: Any) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(ROOT / "game"):
            calls[path.relative_to(ROOT).as_posix(), frame.f_code.co_qualname] += 1

    sys.setprofile(note_call)
    try:
        reason = driver.session.act(action)
        driver.storage.finish_writes()
        transitions = driver.session.update(is_idle=True)
    finally:
        sys.setprofile(None)
    assert reason is None and len(transitions) == 1
    return calls


def is_of_storage(path: str, name: str) -> bool:
    """Return whether a function serves the storage: it belongs to it, or makes the text of an action."""
    return path.startswith("game/storage/") or name.startswith(("Action.", "Card.__str__"))


def test_card_of_a_person_is_checked_twice_and_calls_few_functions(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path)
    driver.advance_to_shown_turn()
    driver.play_turn()
    driver.storage.is_paused = driver.worker.is_paused = True
    calls = count_calls(driver, driver.observation.legal_actions[0])
    functions = [name for name in calls if not is_of_storage(*name)]
    print(f"{len(functions)} functions, {len(calls) - len(functions)} for the disk")
    assert calls["game/match/match.py", "Match.illegal_reason"] == 2
    assert len(functions) <= MAX_FUNCTION_COUNT
