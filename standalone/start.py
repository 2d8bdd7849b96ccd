"""How long a person waits for the first frame: ``python -m standalone.start PROGRAM``.

The program draws onto a display without a screen whose picture lies in a file; that file is watched.
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

STARTS: Final = 10
LIMIT: Final = 30.0
LOOK: Final = 0.002
"""Seconds from one look at the picture to the next: as exact as the times are."""
DRAWN: Final = 0.5
"""The share of the looked-at bytes that are no longer black once the menu is painted."""
STRIDE: Final = 4001


def times(program: Path, starts: int = STARTS) -> list[float]:
    """Seconds from the start to the first frame, of ``starts`` starts; one more before them warms the disk."""
    with tempfile.TemporaryDirectory() as name:
        found = [_first_frame([str(program)], Path(name)) for _start in range(starts + 1)]
    return found[1:]


def median(found: Sequence[float]) -> float:
    """The one in the middle."""
    return statistics.median(found)


def _first_frame(command: Sequence[str], home: Path) -> float:
    with _display() as (display, picture):
        values = {name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "WAYLAND"))}
        values |= {"DISPLAY": display, "TAVOLOVERDE_HOME": str(home), "SDL_AUDIODRIVER": "dummy"}
        began = time.monotonic()
        program = subprocess.Popen(command, env=values)
        try:
            while not _painted(picture):
                if time.monotonic() > began + LIMIT or program.poll() is not None:
                    raise TimeoutError(f"{command[0]} shows nothing")
                time.sleep(LOOK)
            return time.monotonic() - began
        finally:
            program.terminate()
            program.wait()


def _painted(picture: mmap.mmap) -> bool:
    looked = picture[len(picture) // 8 :: STRIDE]
    return sum(byte != 0 for byte in looked) > DRAWN * len(looked)


@contextmanager
def _display() -> Iterator[tuple[str, mmap.mmap]]:
    """A display of the window's size: its name, and its picture."""
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
    measured = times(Path(sys.argv[1]))
    print(" ".join(f"{one:.3f}" for one in measured), f"median {median(measured):.3f} s")
