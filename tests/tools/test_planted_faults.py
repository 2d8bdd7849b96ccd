"""Faults are planted where a small mistake could be, one at a time, and the same seed draws the same ones."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.rows import check_rows
from tools.planted_faults.__main__ import list_tests, try_fault
from tools.planted_faults.faults import FaultFinder, collect_signatures, draw_faults

SOURCE = b'''"""An example."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    LIMIT = 1


def place(left: int, top: int, name: str) -> str:
    if left <= 3:
        return place(top, left, name) if not name else name
    return name
'''


@check_rows(("line", "kind", "planted"), [
    (10, "comparison turned round", "    if left >= 3:"),
    (10, "constant off by one", "    if left <= 4:"),
    (10, "constant off by one", "    if left <= 2:"),
    (10, "branch dropped", "    if False:"),
    (11, "branch dropped", "        return place(top, left, name) if False else name"),
    (11, "branch dropped", "        return place(top, left, name) if True else name"),
    (11, "not removed", "        return place(top, left, name) if name else name"),
    (11, "arguments swapped", "        return place(left, top, name) if not name else name"),
])  # fmt: skip
def test_fault_changes_one_place_of_its_line(line: int, kind: str, planted: str) -> None:
    faults = FaultFinder(Path("example.py"), SOURCE, collect_signatures([SOURCE])).find_faults()
    changed = [fault.plant(SOURCE).decode().splitlines() for fault in faults[line] if fault.kind == kind]
    lines = SOURCE.decode().splitlines()
    assert [*lines[: line - 1], planted, *lines[line:]] in changed


def test_same_seed_draws_the_same_faults_in_different_lines(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / "game").mkdir(exist_ok=True)
        (tmp_path / "game" / f"module_{number}.py").write_bytes(SOURCE)
    first, again, other = (draw_faults(tmp_path, ["game"], 6, Random(seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert len({(fault.path, fault.line) for fault in first}) == 6


def test_module_is_tried_with_the_tests_of_its_package_and_those_that_import_it(tmp_path: Path) -> None:
    (tmp_path / "tests" / "game" / "rules").mkdir(parents=True)
    (tmp_path / "tests" / "ui").mkdir()
    (tmp_path / "tests" / "ui" / "test_table.py").write_text("from game.rules.tricks import Trick\n", "utf-8")
    (tmp_path / "tests" / "ui" / "test_other.py").write_text("from game.rules import GAMES\n", "utf-8")
    tests = list_tests(Path("game/rules/tricks.py"), tmp_path)
    assert [Path(name) for name in tests] == [Path("tests/ui/test_table.py"), Path("tests/game/rules")]


@pytest.mark.parametrize(("test", "is_noticed"), [("assert double(1) == 2", True), ("assert double(1) == 3", False)])
def test_only_a_test_that_passes_without_the_fault_notices_it(tmp_path: Path, test: str, is_noticed: bool) -> None:
    (tmp_path / "game" / "core").mkdir(parents=True)
    (tmp_path / "game" / "core" / "sums.py").write_text("def double(x: int) -> int:\n    return x * 2\n", "utf-8")
    (tmp_path / "tests" / "game" / "core").mkdir(parents=True)
    test_text = f"from game.core.sums import double\n\n\ndef test_double() -> None:\n    {test}\n"
    (tmp_path / "tests" / "game" / "core" / "test_sums.py").write_text(test_text, "utf-8")
    source = (tmp_path / "game" / "core" / "sums.py").read_bytes()
    fault = FaultFinder(Path("game/core/sums.py"), source, {}).find_faults()[2][0]
    noticed, summary = try_fault(fault, tmp_path)
    assert noticed == is_noticed, summary
    assert (tmp_path / "game" / "core" / "sums.py").read_bytes() == source
