"""Build the standalone program: ``python -m standalone.build``.

The one-folder program, its zip file and the one-file program are written to ``dist``. Each must pass its smoke test
and, on Linux, keep within the size limits. A table shows the size of each part.
"""

from __future__ import annotations

import argparse
import importlib.util
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from standalone import archive, contents, environments, platforms, sizes, start_time

SPEC_FILE: Final = Path(__file__).resolve().parent / "tavoloverde.spec"
MAX_SIZE: Final = sizes.FileSize(130 * sizes.BYTES_PER_MB, 55 * sizes.BYTES_PER_MB)
MAX_START_S: Final = 1.0
"""The longest time from the start to the first frame, in seconds."""
SMOKE_TEST_TIMEOUT_S: Final = 300.0


class BuildError(Exception):
    """The build cannot go on; ``str(error)`` is one line for a person."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build and test the program and return the exit status: 0, or 1 after an error.

    An error is one line on standard error. Raise SystemExit for wrong arguments.
    """
    args = _build_parser().parse_args(arguments)
    try:
        _build(args)
    except BuildError as error:
        print(f"standalone.build: {error}", file=sys.stderr)
        return 1
    return 0


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m standalone.build", description="Build the standalone program.")
    parser.add_argument("--dist", type=Path, default=contents.PROJECT_FOLDER / "dist", help="the output folder")
    parser.add_argument("--one-folder-only", action="store_true", help="build no archive and no one-file program")
    parser.add_argument("--start-times", action="store_true", help="measure ten starts (Linux, needs Xvfb)")
    parser.add_argument("--surroundings", action="store_true", help="test it in unusual environments (Linux)")
    return parser


def _build(args: argparse.Namespace) -> None:
    dist: Path = args.dist.absolute()
    _run_pyinstaller(dist, one_folder_only=args.one_folder_only)
    folder = platforms.get_program_folder(dist)
    if sys.platform == "linux":
        platforms.install_desktop_files(folder)
    programs = [platforms.get_program_path(dist)]
    if sys.platform == "win32":
        programs.append(folder / f"{platforms.PROGRAM_NAME}-console.exe")
        shutil.copy(platforms.LINKS_SCRIPT, folder)
    if not args.one_folder_only:
        pack(folder, dist / f"{platforms.get_full_name()}.zip")
        programs.append(dist / f"{platforms.get_full_name()}{platforms.EXECUTABLE_SUFFIX}")
    for program in programs:
        _run_smoke_test(program)
    if args.surroundings:
        _check_environments(programs)
    if args.start_times:
        _check_start_times(programs[0])


def _run_pyinstaller(dist: Path, *, one_folder_only: bool) -> None:
    if importlib.util.find_spec("PyInstaller") is None:
        raise BuildError("PyInstaller is missing; run pip install -e '.[standalone]'")
    if sys.platform == "linux" and shutil.which("objcopy") is None:
        raise BuildError("objcopy is missing; on Debian and Ubuntu run apt install binutils")
    work = dist.parent / "build" / "standalone"
    work.mkdir(parents=True, exist_ok=True)
    log = work / "pyinstaller.log"
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--distpath", str(dist)]
    command += ["--workpath", str(work), str(SPEC_FILE), *(["--", "--one-folder-only"] if one_folder_only else [])]
    started_at = time.monotonic()
    with log.open("w", encoding="utf-8") as stream:
        result = subprocess.run(
            command, cwd=contents.PROJECT_FOLDER, stdout=stream, stderr=subprocess.STDOUT, check=False
        )
    if result.returncode:
        last = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-1:]
        raise BuildError(f"PyInstaller failed, see {log}: {''.join(last)}")
    print(f"built in {time.monotonic() - started_at:.0f} s: {platforms.get_program_folder(dist)}", flush=True)


def pack(folder: Path, target: Path, largest: sizes.FileSize = MAX_SIZE) -> None:
    """Write the zip file ``target`` of the program in ``folder`` and print the sizes of its parts.

    Raise `BuildError` on Linux if it is larger than ``largest``, unpacked or zipped; the file stays.
    """
    archive.zip_folder(folder, target)
    part_sizes = sizes.measure_parts(target)
    print(
        f"{target}: {target.stat().st_size / sizes.BYTES_PER_MB:.1f} MB\n\n{sizes.format_table(part_sizes)}\n",
        flush=True,
    )
    unpacked, packed = sizes.sum_sizes(part_sizes.values()).unpacked, target.stat().st_size
    if sys.platform == "linux" and (unpacked > largest.unpacked or packed > largest.packed):
        most = (
            f"{largest.unpacked // sizes.BYTES_PER_MB} MB unpacked and {largest.packed // sizes.BYTES_PER_MB} MB zipped"
        )
        size = f"{unpacked / sizes.BYTES_PER_MB:.1f} MB unpacked and {packed / sizes.BYTES_PER_MB:.1f} MB zipped"
        raise BuildError(f"the program has {size}, more than {most}; its largest parts: {sizes.largest(part_sizes)}")


def _run_smoke_test(program: Path) -> None:
    try:
        result = subprocess.run(
            [str(program), "--smoke-test"], capture_output=True, encoding="utf-8", errors="replace",
            timeout=SMOKE_TEST_TIMEOUT_S, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise BuildError(f"the smoke test of {program} did not end within {SMOKE_TEST_TIMEOUT_S:.0f} seconds") from None
    except OSError as error:
        raise BuildError(f"{program}: {error.strerror}") from error
    if result.returncode:
        last = (result.stderr or result.stdout or "no output").strip().splitlines()[-1]
        raise BuildError(f"the smoke test of {program} failed: {last}")
    print(f"{program} ({program.stat().st_size / sizes.BYTES_PER_MB:.1f} MB): the smoke test passed", flush=True)


def _check_start_times(program: Path) -> None:
    if shutil.which("Xvfb") is None:
        raise BuildError("measuring start times needs Xvfb; install it")
    times = start_time.measure_starts(program)
    middle = start_time.compute_median(times)
    listed_times = ", ".join(f"{seconds:.2f}" for seconds in times)
    print(f"first frame after {middle:.2f} s (median of {listed_times})", flush=True)
    if middle > MAX_START_S:
        raise BuildError(f"the first frame took {middle:.2f} s; the limit is {MAX_START_S} s")


def _check_environments(programs: Sequence[Path]) -> None:
    failure_count = 0
    for program in programs:
        for name, fault in environments.run_trials(program):
            print(f"{program.name}: {name}: {fault or 'runs'}", flush=True)
            failure_count += bool(fault)
    if failure_count:
        raise BuildError(f"the program failed in {failure_count} environments")


if __name__ == "__main__":
    sys.exit(main())
