"""State machines: anything in any order, compared with a model; `tools.nightly` runs them with other seeds."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from tests.game.network.table_machine import TableMachine
from tests.game.session.session_machine import SessionMachine
from tests.game.storage.storage_machine import StorageMachine
from tests.lanes import choose_count, long_test


@long_test
@pytest.mark.parametrize(
    ("machine", "examples", "steps"), [(StorageMachine, 25, 30), (SessionMachine, 20, 40), (TableMachine, 15, 30)]
)
def test_nothing_accepted_is_lost_or_shown_early_and_every_fault_is_named(
    machine: type[RuleBasedStateMachine], examples: int, steps: int
) -> None:
    count = choose_count(examples // 4, examples)
    run_state_machine_as_test(machine, settings=settings(max_examples=count, stateful_step_count=steps))
