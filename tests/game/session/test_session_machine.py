"""People do anything in any order while the disk fails and the program is killed."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.game.session.session_machine import SessionMachine


@pytest.mark.slow
def test_what_is_shown_is_stored_and_what_is_stored_is_never_lost() -> None:
    run_state_machine_as_test(SessionMachine, settings=settings(max_examples=30, stateful_step_count=40))
