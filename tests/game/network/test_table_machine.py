"""People come, go, play and are lied to in any order while the host and its disk fail."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.game.network.table_machine import TableMachine


@pytest.mark.slow
def test_everybody_sees_the_match_of_the_host_and_only_a_liar_is_named() -> None:
    run_state_machine_as_test(TableMachine, settings=settings(max_examples=25, stateful_step_count=30))
