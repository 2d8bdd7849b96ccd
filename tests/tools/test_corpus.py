"""Every level plays the golden corpus as it was recorded, byte for byte."""

from __future__ import annotations

import platform
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.lanes import choose_sample, long_test
from tests.rows import check_rows
from tools.corpus import ENTRIES, FOLDER, CorpusEntry, play_entry

FLOAT_LEVELS: Final = ("expert", "master")
"""The levels that search, and compare sums of floating-point numbers."""
IS_RECORDING_PLATFORM: Final = sys.platform == "linux" and platform.machine() == "x86_64"


def read_records(folder: Path) -> dict[str, bytes]:
    """Return the records of a folder by file name."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.tvr"))}


def check_entry(entry: CorpusEntry, folder: Path) -> None:
    """Play the deals of an entry again and compare all of them with the records."""
    assert play_entry(entry, folder / entry.name) == 0
    played, recorded = read_records(folder / entry.name), read_records(FOLDER / entry.name)
    assert [name for name in played.keys() | recorded.keys() if played.get(name) != recorded.get(name)] == []


def test_corpus_has_every_rule_set_at_every_level_and_nothing_else() -> None:
    deals = {path.name: len([*path.iterdir()]) for path in FOLDER.iterdir()}
    assert deals == {entry.name: entry.deals for entry in ENTRIES}


@pytest.mark.nightly
@check_rows("entry", choose_sample([entry for entry in ENTRIES if entry.level not in FLOAT_LEVELS], 3))
def test_quick_levels_play_as_they_were_recorded(entry: CorpusEntry, tmp_path: Path) -> None:
    check_entry(entry, tmp_path)


@long_test
@pytest.mark.skipif(
    not IS_RECORDING_PLATFORM,
    reason="the last bits of numpy's exp and log differ by system, and may decide between equal moves",
)
@pytest.mark.parametrize(
    "entry", choose_sample([entry for entry in ENTRIES if entry.level in FLOAT_LEVELS], 4), ids=lambda e: e.name
)
def test_levels_that_search_play_as_they_were_recorded(entry: CorpusEntry, tmp_path: Path) -> None:
    check_entry(entry, tmp_path)
