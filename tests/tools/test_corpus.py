"""Every level plays the golden corpus as it was recorded, byte for byte."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path
from typing import Final

import pytest

from tools.corpus import DEALS, ENTRIES, FOLDER, CorpusEntry, play_entry

WANTED_DEALS: Final = os.environ.get("TAVOLOVERDE_CORPUS_DEALS", "")
PLAYED_DEALS: Final = {level: int(WANTED_DEALS or default) for level, default in (("master", 1), ("expert", 2))}
"""The number of deals that are played again for levels that search: all 20 take six minutes of a core."""
FIRST_ENTRIES: Final = {(entry.game, entry.level): entry for entry in reversed(ENTRIES)}
PLAYED_ENTRIES: Final = [
    entry
    for entry in ENTRIES
    if WANTED_DEALS or entry.level != "master" or entry == FIRST_ENTRIES[entry.game, "master"]
]
"""``master``, the slowest level, plays the first rule set of each game unless the environment asks for more."""


FLOAT_LEVELS: Final = ("expert", "master")
"""The levels that compare sums of floating-point numbers."""
IS_RECORDING_PLATFORM: Final = sys.platform == "linux" and platform.machine() == "x86_64"


def read_records(folder: Path, deals: int) -> dict[str, bytes]:
    """Return the first ``deals`` records of a folder by file name."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.tvr"))[:deals]}


def test_corpus_has_every_rule_set_at_every_level() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {entry.name for entry in ENTRIES}
    assert all(len(read_records(FOLDER / entry.name, DEALS)) == DEALS for entry in ENTRIES)


@pytest.mark.slow
@pytest.mark.parametrize("entry", PLAYED_ENTRIES, ids=[entry.name for entry in PLAYED_ENTRIES])
def test_deals_are_played_as_they_were_recorded(
    entry: CorpusEntry, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if entry.level in FLOAT_LEVELS and not IS_RECORDING_PLATFORM:
        pytest.skip("the last bits of numpy's exp and log differ by system, and may decide between equal moves")
    deals = PLAYED_DEALS.get(entry.level, DEALS)
    assert play_entry(entry, tmp_path / "played", deals) == 0
    capsys.readouterr()
    assert read_records(tmp_path / "played", DEALS) == read_records(FOLDER / entry.name, deals)
