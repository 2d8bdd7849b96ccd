"""Nothing that was accepted is lost by kills, full disks and damage, or it is named."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.game.storage.storage_machine import StorageMachine


@pytest.mark.slow
def test_accepted_writes_outlive_kills_and_damage_is_named() -> None:
    run_state_machine_as_test(StorageMachine, settings=settings(max_examples=30, stateful_step_count=30))
