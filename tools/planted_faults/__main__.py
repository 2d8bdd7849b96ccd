"""Plant small faults into the program, one at a time, and count those that the quick tests of their package notice.

The faults are drawn over all lines of `game` and `ui`: a comparison turned round, a constant off by one, a branch
dropped, two arguments of one type swapped, a `not` removed. Each is planted into a copy of the checkout. A fault whose
tests do not end in time counts as noticed, one that changes nothing that can be seen as not noticed.
"""

from __future__ import annotations

import argparse
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import cache_from_source
from pathlib import Path
from random import Random
from typing import Final

from tools import ROOT
from tools.planted_faults.faults import Fault, draw_faults

FOLDERS: Final = ("game", "ui")
DEFAULT_COUNT: Final = 60
TEST_TIMEOUT_S: Final = 600
GOLDEN_TESTS: Final = ("tests/transcripts", "tests/test_error_lines.py", "tests/game/rules/test_playthroughs.py")
"""The tests of golden texts, which reach most packages without their names."""
QUICK_TESTS: Final = "not slow or golden"
"""The markers of the tests that are run."""
SCENE_TESTS: Final = "tests/ui/test_*.py"
"""The tests of the window as a whole, for all modules of `ui`."""
IGNORED_FILES: Final = shutil.ignore_patterns(
    ".git", "__pycache__", ".*_cache", ".hypothesis", ".venv*", "dist", "build"
)
FAILED_TEST: Final = re.compile(r"FAILED (.+?)( - .*)?")
"""The line of a test that failed; the name of one with parameters may have blanks."""
MAX_SUMMARY_CHARACTERS: Final = 120
ENDED_WITH_FAILURES: Final = 1
NO_TESTS: Final = 5


def main(words: Sequence[str] | None = None) -> int:
    """Print a line for each fault and the sum. Return the exit status: 0, or 2 if the tests cannot be run."""
    parser = argparse.ArgumentParser(prog="python -m tools.planted_faults", description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, required=True, help="seed by which the faults are drawn")
    parser.add_argument("--count", type=int, default=DEFAULT_COUNT, help="number of faults (default: %(default)s)")
    parser.add_argument("--under", default="", metavar="FOLDER", help="try only the drawn faults below this folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="faults tried at once (default: cores)")
    parser.add_argument("--list", action="store_true", help="print the faults and try none")
    args = parser.parse_args(words)
    drawn = draw_faults(ROOT, FOLDERS, args.count, Random(args.seed))
    faults = [fault for fault in drawn if fault.path.is_relative_to(args.under)]
    if args.list:
        for fault in faults:
            print(describe_fault(fault))
        return 0
    noticed_count = 0
    for fault, is_noticed, summary in try_faults(faults, args.jobs):
        noticed_count += is_noticed
        print("killed  " if is_noticed else "SURVIVED", describe_fault(fault), f"[{summary}]", flush=True)
    print(f"seed {args.seed}: {noticed_count} of {len(faults)} killed")
    return 0


def try_faults(faults: list[Fault], jobs: int) -> Iterator[tuple[Fault, bool, str]]:
    """Yield each fault, whether the tests notice it, and the last line of the tests; ``jobs`` are tried at once."""
    with tempfile.TemporaryDirectory(prefix="planted-") as folder, ThreadPoolExecutor(jobs) as pool:
        copies = queue.SimpleQueue[Path]()
        for number in range(jobs):
            copy = Path(folder, str(number))
            shutil.copytree(ROOT, copy, ignore=IGNORED_FILES)
            copies.put(copy)

        def try_in_free_copy(fault: Fault) -> tuple[Fault, bool, str]:
            copy = copies.get()
            try:
                return fault, *try_fault(fault, copy)
            finally:
                copies.put(copy)

        yield from pool.map(try_in_free_copy, faults)


def try_fault(fault: Fault, copy: Path) -> tuple[bool, str]:
    """Plant a fault into a copy of the checkout, run its tests, and take it out again.

    A test that fails without the fault too is left out.
    """
    module, tests = copy / fault.path, list_tests(fault.path, copy)
    source = module.read_bytes()
    broken_tests = list[str]()
    while True:
        write_module(module, fault.plant(source))
        try:
            is_noticed, summary = run_tests(tests, copy, broken_tests)
        finally:
            write_module(module, source)
        failed = FAILED_TEST.fullmatch(summary)
        if failed is None or not run_tests([failed[1]], copy)[0]:
            return is_noticed, summary[:MAX_SUMMARY_CHARACTERS]
        broken_tests.append(failed[1])


def write_module(module: Path, source: bytes) -> None:
    """Write a module, and remove its compiled form, which Python would use for another source of the same second."""
    module.write_bytes(source)
    Path(cache_from_source(module)).unlink(missing_ok=True)


def list_tests(module: Path, root: Path) -> list[str]:
    """Return the tests of a module: those of its package, all others that import it by name, and the golden texts.

    For a module of `ui` also those of the window as a whole.
    """
    package = Path("tests", *module.parts[:2])
    folder = package if (root / package).is_dir() else None
    name = ".".join(module.with_suffix("").parts).removesuffix(".__init__")
    importing = re.compile(rf"^\s*(from {re.escape(name)} import|import {re.escape(name)}\b)", re.MULTILINE)
    others = [
        path.relative_to(root)
        for path in sorted((root / "tests").rglob("test_*.py"))
        if importing.search(path.read_text("utf-8"))
    ]
    if module.parts[0] == "ui":
        others += [path.relative_to(root) for path in sorted(root.glob(SCENE_TESTS))]
    outside = [path for path in dict.fromkeys(others) if folder is None or folder not in path.parents]
    golden = [path for path in GOLDEN_TESTS if (root / path).exists()]
    own_tests = [*map(str, outside), *([] if folder is None else [str(folder)])]
    return [*own_tests, *golden] if own_tests else ["tests"]


def run_tests(tests: list[str], copy: Path, left_out: Sequence[str] = ()) -> tuple[bool, str]:
    """Return whether the quick ones of ``tests`` fail in the copy, and their last line."""
    command = (
        sys.executable, "-m", "pytest", "--no-cov", "-x", "-q", "-m", QUICK_TESTS, "-p", "no:cacheprovider", *tests,
        *(f"--deselect={test}" for test in left_out),
    )  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, text=True, timeout=TEST_TIMEOUT_S, check=False
        )
    except subprocess.TimeoutExpired:
        return True, "the tests did not end"
    if done.returncode not in (0, ENDED_WITH_FAILURES, NO_TESTS, 2):
        raise RuntimeError(done.stdout + done.stderr)
    lines = done.stdout.strip().splitlines() or [""]
    failures = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    return done.returncode not in (0, NO_TESTS), (failures or lines)[-1]


def describe_fault(fault: Fault) -> str:
    """Return the place and kind of a fault, and the line before and after."""
    source = (ROOT / fault.path).read_bytes()
    before = source.decode().splitlines()[fault.line - 1].strip()
    old = source[fault.start : fault.end].decode()
    return f"{fault.path}:{fault.line}: {fault.kind}: {' '.join(old.split())!r} -> {fault.text.strip()!r} in {before!r}"


if __name__ == "__main__":
    sys.exit(main())
