"""Build the standalone program: ``python -m standalone.build``.

Into ``dist`` go the one-folder program, its zip and the one-file program; both programs must pass their smoke test
and, on Linux, keep within their sizes. What each part weighs is printed as a table.
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

from standalone import archive, desktop, macos, parts, sizes, start, surroundings

SPEC: Final = Path(__file__).resolve().parent / "tavoloverde.spec"
LARGEST: Final = sizes.Size(110 * sizes.MB, 48 * sizes.MB)
SLOWEST: Final = 1.0
"""Seconds from the start to the first frame."""
SMOKE_LIMIT: Final = 300.0


class BuildError(Exception):
    """The build cannot go on; ``str(error)`` is one line for a person."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build and try the program; gives the exit status. What is wrong is one line on standard error."""
    args = _parser().parse_args(arguments)
    try:
        _build(args)
    except BuildError as error:
        print(f"standalone.build: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m standalone.build", description="Build the standalone program.")
    parser.add_argument("--dist", type=Path, default=parts.ROOT / "dist", help="the folder it comes into")
    parser.add_argument("--one-folder-only", action="store_true", help="neither the archive nor the one-file program")
    parser.add_argument("--start-times", action="store_true", help="measure ten starts (Linux, needs Xvfb)")
    parser.add_argument("--surroundings", action="store_true", help="try it in odd surroundings (Linux)")
    return parser


def _build(args: argparse.Namespace) -> None:
    dist: Path = args.dist.absolute()
    _freeze(dist, one_folder_only=args.one_folder_only)
    folder = folder_in(dist)
    if sys.platform == "linux":
        desktop.furnish(folder)
    programs = [program_in(dist)]
    if sys.platform == "win32":
        programs.append(folder / f"{parts.PROGRAM}-console.exe")
    if not args.one_folder_only:
        pack(folder, dist / f"{parts.full_name()}.zip")
        programs.append(dist / (parts.full_name() + (".exe" if sys.platform == "win32" else "")))
    for program in programs:
        _smoke_test(program)
    if args.surroundings:
        _surroundings(programs)
    if args.start_times:
        _start_times(programs[0])


def folder_in(dist: Path) -> Path:
    """The one-folder program: on macOS the application."""
    return dist / (f"{macos.APP}.app" if sys.platform == "darwin" else parts.PROGRAM)


def program_in(dist: Path) -> Path:
    """The file in it that is run."""
    if sys.platform == "darwin":
        return folder_in(dist) / "Contents" / "MacOS" / parts.PROGRAM
    return folder_in(dist) / (parts.PROGRAM + (".exe" if sys.platform == "win32" else ""))


def _freeze(dist: Path, *, one_folder_only: bool) -> None:
    if importlib.util.find_spec("PyInstaller") is None:
        raise BuildError("PyInstaller is missing: pip install -e '.[standalone]'")
    if sys.platform == "linux" and shutil.which("objcopy") is None:
        raise BuildError("objcopy is missing (on Debian and Ubuntu: apt install binutils)")
    work = dist.parent / "build" / "standalone"
    work.mkdir(parents=True, exist_ok=True)
    log = work / "pyinstaller.log"
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--distpath", str(dist)]
    command += ["--workpath", str(work), str(SPEC), *(["--", "--one-folder-only"] if one_folder_only else [])]
    began = time.monotonic()
    with log.open("w", encoding="utf-8") as stream:
        done = subprocess.run(command, cwd=parts.ROOT, stdout=stream, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        last = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-1:]
        raise BuildError(f"PyInstaller failed, see {log}: {''.join(last)}")
    print(f"built in {time.monotonic() - began:.0f} s: {folder_in(dist)}", flush=True)


def pack(folder: Path, target: Path, largest: sizes.Size = LARGEST) -> None:
    """Put the program into an archive, and print its parts. BuildError on Linux if it is larger than ``largest``."""
    archive.pack(folder, target)
    found = sizes.by_part(target)
    print(f"{target}: {target.stat().st_size / sizes.MB:.1f} MB\n\n{sizes.table(found)}\n", flush=True)
    unpacked, packed = sizes.total(found.values()).unpacked, target.stat().st_size
    if sys.platform == "linux" and (unpacked > largest.unpacked or packed > largest.packed):
        most = f"{largest.unpacked // sizes.MB} MB unpacked and {largest.packed // sizes.MB} MB zipped"
        size = f"{unpacked / sizes.MB:.1f} MB unpacked and {packed / sizes.MB:.1f} MB zipped"
        raise BuildError(f"the program has {size}, more than {most}; its largest parts: {sizes.largest(found)}")


def _smoke_test(program: Path) -> None:
    try:
        done = subprocess.run(
            [str(program), "--smoke-test"], capture_output=True, encoding="utf-8", errors="replace",
            timeout=SMOKE_LIMIT, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise BuildError(f"the smoke test of {program} is not over after {SMOKE_LIMIT:.0f} seconds") from None
    except OSError as error:
        raise BuildError(f"{program}: {error.strerror}") from error
    if done.returncode:
        last = (done.stderr or done.stdout or "it says nothing").strip().splitlines()[-1]
        raise BuildError(f"the smoke test of {program} fails: {last}")
    print(f"{program} ({program.stat().st_size / sizes.MB:.1f} MB): the smoke test passed", flush=True)


def _start_times(program: Path) -> None:
    if shutil.which("Xvfb") is None:
        raise BuildError("the start times are measured in Xvfb, which is not here")
    times = start.times(program)
    middle = start.median(times)
    told = ", ".join(f"{one:.2f}" for one in times)
    print(f"first frame after {middle:.2f} s (median of {told})", flush=True)
    if middle > SLOWEST:
        raise BuildError(f"the first frame comes after {middle:.2f} s, not within {SLOWEST} s")


def _surroundings(programs: Sequence[Path]) -> None:
    failed = 0
    for program in programs:
        for name, fault in surroundings.tried(program):
            print(f"{program.name}: {name}: {fault or 'runs'}", flush=True)
            failed += bool(fault)
    if failed:
        raise BuildError(f"it does not run in {failed} of the surroundings")


if __name__ == "__main__":
    sys.exit(main())
