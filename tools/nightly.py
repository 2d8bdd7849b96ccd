"""Tell every lie of a host, run the long tests and the coverage, then the state machines with new seeds.

The lies (`tools.host_lies`) and the tests take some minutes each; the lies of a game, and the tests, are left out if
the time is over before they begin. Each machine of `MACHINES` gets a new seed in each round until the time is over;
what was found before is tried first. A sequence that fails is kept, and its machine is left out afterwards. The exit
status is 1 if anything was found, or a lie was not named.
"""

from __future__ import annotations

import argparse
import logging
import os
import secrets
import subprocess
import sys
import time
import traceback
from importlib import import_module
from pathlib import Path
from typing import Final

from hypothesis import HealthCheck, seed, settings
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from tests.lanes import NIGHTLY_VARIABLE
from tests.network.lies import SEATS
from tools import ROOT
from tools.host_lies import tell_lies

MACHINES: Final = (
    "tests.game.storage.storage_machine:StorageMachine",
    "tests.game.rules.test_random_play:TableStateMachine",
    "tests.game.session.session_machine:SessionMachine",
    "tests.game.network.table_machine:TableMachine",
)
"""All state machines, as module and class."""
LIES: Final = "HostLies"
"""The name of the lies, beside those of the machines."""
TESTS: Final = "Tests"
"""The name of the tests, beside the others."""
TEST_COMMANDS: Final = (
    ("pytest", "-n", "auto", "-m", "nightly"),
    ("pytest", "-n", "auto", "-m", "not slow or golden", "--cov"),
    ("coverage", "report", "--include=game/*", "--fail-under=95", "--format=total"),
    ("coverage", "report", "--include=ui/*", "--fail-under=90", "--format=total"),
)
"""The tests of which each change is tried with some rows only, with all rows; then those that the coverage counts."""
FOLDER: Final = ROOT / ".hypothesis" / "nightly"
EXAMPLES_IN_A_ROUND: Final = 20
STEPS: Final = 50


def main(arguments: list[str] | None = None) -> int:
    """Print a line for each round and what was found. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.nightly", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, required=True, help="time for the lies, the tests and the machines")
    parser.add_argument("--only", metavar="NAME", help=f"run only the machine of this name, {LIES} or {TESTS}")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="what is found is kept here (default: %(default)s)")
    args = parser.parse_args(arguments)
    names = [name for name in MACHINES if args.only in (None, name.rpartition(":")[2])]
    if not names and args.only not in (LIES, TESTS):
        parser.error(f"--only: choose from {', '.join([LIES, TESTS, *(name.rpartition(':')[2] for name in MACHINES)])}")
    os.environ["LANGUAGE"] = "en"
    logging.disable(logging.CRITICAL)
    deadline, unnamed_count = time.monotonic() + args.minutes * 60, 0
    for game in SEATS if args.only in (None, LIES) else ():
        if time.monotonic() < deadline:
            unnamed_count += tell_lies([game])
    failed_count = run_tests() if args.only in (None, TESTS) and time.monotonic() < deadline else 0
    found_count = run_machines(names, deadline - time.monotonic(), args.folder)
    logging.disable(logging.NOTSET)
    print(f"{found_count} of {len(names)} machines found a fault" + (f", kept in {args.folder}" if found_count else ""))
    print(f"{unnamed_count} lies were not named")
    return 1 if found_count or unnamed_count or failed_count else 0


def run_tests() -> int:
    """Run `TEST_COMMANDS` and return the number of those that failed."""
    values = {**os.environ, NIGHTLY_VARIABLE: "1"}
    commands = ([sys.executable, "-m", *words] for words in TEST_COMMANDS)
    return sum(subprocess.run(command, cwd=ROOT, env=values, check=False).returncode != 0 for command in commands)


def run_machines(names: list[str], seconds: float, folder: Path) -> int:
    """Run the machines in turn, each at least once, and return the number of those that failed."""
    deadline, found_count, waiting = time.monotonic() + seconds, 0, list(names)
    while waiting:
        name = waiting.pop(0)
        number = secrets.randbits(32)
        fault = run_machine(load_machine(name), number, folder / "examples")
        title = name.rpartition(":")[2]
        print(f"{title}, seed {number}: {'FAULT' if fault else 'nothing'}", flush=True)
        if fault:
            found_count += 1
            file = folder / f"{title}-{number}.txt"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(fault, encoding="utf-8")
            print(fault, flush=True)
        elif time.monotonic() < deadline:
            waiting.append(name)
    return found_count


def load_machine(name: str) -> type[RuleBasedStateMachine]:
    """Return the class that a line of `MACHINES` names."""
    module, _colon, class_name = name.partition(":")
    machine: type[RuleBasedStateMachine] = getattr(import_module(module), class_name)
    return machine


def run_machine(machine: type[RuleBasedStateMachine], number: int, examples: Path) -> str:
    """Run a machine with this seed and return its fault with the steps to it, "" if there is none.

    ``examples``: the folder of the sequences that failed, which are tried first.
    """
    try:
        run_state_machine_as_test(
            seed(number)(machine),
            settings=settings(
                max_examples=EXAMPLES_IN_A_ROUND, stateful_step_count=STEPS, derandomize=False, deadline=None,
                database=DirectoryBasedExampleDatabase(examples), suppress_health_check=list(HealthCheck),
            ),
        )  # fmt: skip
    except Exception:  # any error of the program or of a check is what this program looks for
        return traceback.format_exc()
    return ""


if __name__ == "__main__":
    sys.exit(main())
