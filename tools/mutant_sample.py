"""Choose a sample of the mutants that mutmut has made, and count those that the tests notice.

``mutmut run`` must have made the mutants in ``mutants``. Without ``--results`` the names of the sample are printed, for
``mutmut run NAMES``; those that no test reaches are left out, because mutmut refuses them, and count as unnoticed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from tools import ROOT

FOLDER: Final = ROOT / "mutants"
PACKAGES: Final = ("match", "network", "rules", "session", "shuffling", "statistics", "storage", "text")
"""The packages of ``game`` from which a sample can be taken."""
UNNOTICED: Final = (None, 0, 33, 34)
"""The exit codes of mutants that were not tried, passed all tests, have no tests, or are skipped by a comment."""


def main(arguments: list[str] | None = None) -> int:
    """Print the names of the sample or its result, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutant_sample", description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=400, help="mutants in the sample (default: %(default)s)")
    parser.add_argument("--packages", nargs="+", choices=PACKAGES, default=PACKAGES, help="take the sample from these")
    parser.add_argument("--results", action="store_true", help="count those that the tests notice; name the others")
    args = parser.parse_args(arguments)
    exit_codes = read_exit_codes(FOLDER, args.packages)
    if not exit_codes:
        parser.error(f"there are no mutants in {FOLDER}: run `mutmut run` first")
    sample = sorted(Random(args.seed).sample(sorted(exit_codes), args.count))
    if not args.results:
        tests = json.loads((FOLDER / "mutmut-stats.json").read_text("utf-8"))["tests_by_mangled_function_name"]
        print(*(name for name in sample if tests.get(name.partition("__mutmut_")[0])))
        return 0
    unnoticed = [name for name in sample if exit_codes[name] in UNNOTICED]
    print(*unnoticed, sep="\n")
    print(f"{len(sample) - len(unnoticed)} of {len(sample)} mutants noticed")
    return 0


def read_exit_codes(folder: Path, packages: Sequence[str]) -> dict[str, Any]:
    """Return the exit code of the tests for each mutant of ``packages``, by its name."""
    return {
        name: code
        for package in packages
        for path in sorted((folder / "game" / package).rglob("*.meta"))
        for name, code in json.loads(path.read_text("utf-8"))["exit_code_by_key"].items()
    }


if __name__ == "__main__":
    raise SystemExit(main())
