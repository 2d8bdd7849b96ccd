"""The few programs in C: compiled where they are wanted, kept nowhere."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FOLDER = Path(__file__).parent


def compiler() -> str | None:
    """The compiler of this machine, if it has one."""
    return shutil.which("cc") or shutil.which("gcc")


@contextmanager
def compiled(name: str) -> Iterator[Path]:
    """``name``.c of this folder as a program, while it is wanted. FileNotFoundError if there is no compiler.

    It may use what this processor has, but adds and multiplies one after the other: the same numbers everywhere.
    """
    found = compiler()
    if found is None:
        raise FileNotFoundError("there is no C compiler on this machine: install gcc")
    flags = ("-std=gnu11", "-O3", "-march=native", "-ffp-contract=off")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, name)
        subprocess.run([found, *flags, "-o", program, FOLDER / f"{name}.c", "-lm"], check=True)
        yield program
