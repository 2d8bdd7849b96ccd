"""A short form of `python -m tools.crash_tests`."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from tests.game.storage.database_files import DatabaseFiles, make_database_files
from tools.crash_tests.__main__ import run_crash_tests
from tools.crash_tests.damage import DAMAGE_KINDS, OUTCOMES, add_other_files, open_damaged

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="a fork of a process with SDL and threads is safe only there"),
]
COMPANION_WORDS = ("journal", "other", "page")


def test_no_loss_goes_unreported(capsys: pytest.CaptureFixture[str]) -> None:
    results = run_crash_tests(1, is_short=True)
    assert {counts.name: counts.examples for counts in results if counts.bad_count} == {}
    assert len(results) > 10
    assert "silently short" in capsys.readouterr().out


@pytest.fixture(scope="module")
def good_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, DatabaseFiles]:
    home = tmp_path_factory.mktemp("good")
    return add_other_files(make_database_files(home / "good"), home)


@pytest.mark.parametrize(
    "kind", [name for name in DAMAGE_KINDS if "journal" in name or "another" in name or "page" in name]
)
def test_damaged_or_foreign_companion_loses_nothing_without_a_word(
    tmp_path: Path, good_files: dict[str, DatabaseFiles], kind: str
) -> None:
    _tries, state, damage = DAMAGE_KINDS[kind]
    for seed in range(4):
        outcome, example = open_damaged(tmp_path, damage(good_files[state], Random(seed)))
        assert OUTCOMES.index(outcome) < 2, example
