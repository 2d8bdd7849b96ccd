"""Measure the time until the first frame: ``python -m standalone.start_time PROGRAM``.

The program runs on a virtual display whose picture is a file; that file is polled.
"""

from __future__ import annotations

import mmap
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

START_COUNT: Final = 10
START_TIMEOUT_S: Final = 30.0
POLL_INTERVAL_S: Final = 0.002
"""The time between two looks at the picture, in seconds: the precision of the measured times."""
DRAWN_BYTE_RATIO: Final = 0.5
"""The share of sampled bytes that are not black once the menu is painted."""
SAMPLE_STRIDE_BYTES: Final = 4001


def measure_starts(program: Path, starts: int = START_COUNT) -> list[float]:
    """Return the seconds from start to first frame for ``starts`` starts, after a start that fills the disk cache.

    ``program``: the executable. Raise TimeoutError if it ends or shows nothing for 30 seconds.
    """
    with tempfile.TemporaryDirectory() as name:
        seconds = [_measure_first_frame([str(program)], Path(name)) for _start in range(starts + 1)]
    return seconds[1:]


def compute_median(values: Sequence[float]) -> float:
    """Return the median of values. Raise StatisticsError if there are none."""
    return statistics.median(values)


def _measure_first_frame(command: Sequence[str], home: Path) -> float:
    with _open_display() as (display, picture):
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "WAYLAND"))}
        environment |= {"DISPLAY": display, "TAVOLOVERDE_HOME": str(home), "SDL_AUDIODRIVER": "dummy"}
        started_at = time.monotonic()
        program = subprocess.Popen(command, env=environment)
        try:
            while not _is_painted(picture):
                if time.monotonic() > started_at + START_TIMEOUT_S or program.poll() is not None:
                    raise TimeoutError(f"{command[0]} shows nothing")
                time.sleep(POLL_INTERVAL_S)
            return time.monotonic() - started_at
        finally:
            program.terminate()
            program.wait()


def _is_painted(picture: mmap.mmap) -> bool:
    sample = picture[len(picture) // 8 :: SAMPLE_STRIDE_BYTES]
    return sum(byte != 0 for byte in sample) > DRAWN_BYTE_RATIO * len(sample)


@contextmanager
def _open_display() -> Iterator[tuple[str, mmap.mmap]]:
    """Return a context manager that opens a display of the window's default size.

    Its block gets the display's name and a map of its picture. Raise FileNotFoundError if Xvfb is not installed.
    """
    reading, writing = os.pipe()
    with tempfile.TemporaryDirectory() as folder:
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x720x24", "-fbdir", folder]
        command += ["-noreset", "-nolisten", "tcp"]
        server = subprocess.Popen(command, pass_fds=(writing,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        try:
            with os.fdopen(reading) as answer:
                number = answer.readline().strip()
            with (
                (Path(folder) / "Xvfb_screen0").open("rb") as stream,
                mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as picture,
            ):
                yield f":{number}", picture
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    measured = measure_starts(Path(sys.argv[1]))
    print(" ".join(f"{seconds:.3f}" for seconds in measured), f"median {compute_median(measured):.3f} s")
