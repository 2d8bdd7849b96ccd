"""Play the golden corpus again: ``python -m tools.corpus [NAME ...]`` writes ``tests/corpus/NAME/deal-*.tvr``.

The records are deals that each level played with fixed seeds and without a time limit. A change of the program that
alters them alters the moves of a computer player or the format of records; both must be intended.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from typing import Final, NamedTuple

from game.match.setup import LEVELS
from main import main as run_command
from tools import ROOT

FOLDER: Final = ROOT / "tests" / "corpus"
DEALS: Final = 5
SEARCHED_DEALS: Final = {"expert": 2, "master": 1}
"""The deals of an entry, and of one of the levels that search, which think for seconds."""
SEED: Final = 1
TIME_LIMIT_MS: Final = 1_000_000
"""More than any move takes, so that the speed of the machine changes nothing."""


class CorpusEntry(NamedTuple):
    """A rule set with a number of seats and the level on all of them."""

    game: str
    preset: str
    seats: int
    level: str

    @property
    def name(self) -> str:
        """The name of the entry's folder."""
        return f"{self.game}-{self.preset}-{self.seats}-{self.level}"

    @property
    def deals(self) -> int:
        """The number of its deals."""
        return SEARCHED_DEALS.get(self.level, DEALS)


RULE_SETS: Final = (
    ("briscola", "classic", 2), ("briscola", "classic", 4), ("chiamata", "regolamento", 5), ("chiamata", "online", 5),
    ("spades", "individual", 4), ("spades", "partners", 4), ("muscio", "gattorna", 4),
)  # fmt: skip
MASTER_RULE_SETS: Final = (RULE_SETS[0], RULE_SETS[-1])
"""Those with the shortest deals; some choices of ``master`` at all others are in ``tests/game/ai/decisions``."""
ENTRIES: Final = tuple(
    CorpusEntry(*rule_set, level)
    for level in LEVELS
    for rule_set in (MASTER_RULE_SETS if level == "master" else RULE_SETS)
)


def play_entry(entry: CorpusEntry, folder: Path) -> int:
    """Play the deals of an entry and save their records in ``folder``.

    Return the exit status of the simulation: 2 if the records exist already.
    """
    return run_command([
        "simulate", entry.game, "--preset", entry.preset, "--seats", str(entry.seats), "--players", entry.level,
        "--deals", str(entry.deals), "--seed", str(SEED), "--limit", str(TIME_LIMIT_MS),
        "--save", str(folder), "--json",
    ])  # fmt: skip


def main() -> int:
    """Write the records of the named entries, by default of all. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.corpus", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="such as briscola-classic-2-club; without one: all")
    names = parser.parse_args().names or [entry.name for entry in ENTRIES]
    status = 0
    for entry in ENTRIES:
        if entry.name in names:
            shutil.rmtree(FOLDER / entry.name, ignore_errors=True)
            status |= play_entry(entry, FOLDER / entry.name)
    return status


if __name__ == "__main__":
    raise SystemExit(main())
