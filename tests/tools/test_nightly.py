"""The state machines run with new seeds, and a sequence that fails is printed and kept."""

from __future__ import annotations

import re
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from tests.lanes import NIGHTLY_VARIABLE
from tests.source import files, module
from tools import nightly


class CounterMachine(RuleBasedStateMachine):
    """A counter; 3 of them in a row are a fault."""

    total = 0

    @rule(number=st.integers(0, 3))
    def add(self, number: int) -> None:
        self.total = self.total + number if number else 0
        assert self.total < 3, "planted"


class SoundMachine(RuleBasedStateMachine):
    """A machine without a fault."""

    @rule()
    def wait(self) -> None:
        pass


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"{__name__}:{machine.__name__}" for machine in (SoundMachine, CounterMachine)]
    monkeypatch.setattr(nightly, "MACHINES", names)


@pytest.mark.usefixtures("planted")
def test_fault_is_printed_with_its_seed_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _run in range(2):  # the second one tries first what is kept
        assert nightly.main(["--minutes", "0", "--folder", str(tmp_path)]) == 1
        output = capsys.readouterr().out
        assert "SoundMachine, seed" in output and "CounterMachine, seed" in output
        assert "planted" in output and "state.add(number=3)" in output and str(tmp_path) in output
    assert len(list(tmp_path.glob("CounterMachine-*.txt"))) == 2
    assert any(path.is_file() for path in (tmp_path / "examples").rglob("*"))


@pytest.mark.parametrize("arguments", [["--help"], [], ["--minutes", "1", "--only", "NoMachine"]])
def test_nothing_starts_without_a_budget_and_a_known_machine(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nightly, "run_machines", lambda *_arguments: pytest.fail("started"))
    with pytest.raises(SystemExit):
        nightly.main(arguments)


def test_every_state_machine_is_run() -> None:
    found = {
        f"{module(path)}:{name}"
        for path in files("tests")
        if path != Path(__file__)
        for name in re.findall(r"^class (\w+)\(RuleBasedStateMachine\)", path.read_text("utf-8"), re.MULTILINE)
    }
    assert found == set(nightly.MACHINES)
    assert all(nightly.load_machine(name) for name in nightly.MACHINES)


def test_all_rows_of_long_tests_are_run_and_the_coverage_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Mock(return_value=Mock(returncode=1))
    monkeypatch.setattr("subprocess.run", run)
    assert nightly.main(["--minutes", "1", "--only", nightly.TESTS]) == 1
    assert [tuple(call.args[0][2:]) for call in run.call_args_list] == list(nightly.TEST_COMMANDS)
    assert run.call_args.kwargs["env"][NIGHTLY_VARIABLE]
