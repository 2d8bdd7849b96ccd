"""Compile the few programs in C when they are used; the result is not kept."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def find_compiler() -> str | None:
    """The compiler of this machine, if it has one."""
    return shutil.which("cc") or shutil.which("gcc")


@contextmanager
def compile_program(source: Path) -> Iterator[Path]:
    """Compile ``source`` for as long as the program is used. FileNotFoundError if there is no compiler.

    It may use what this processor has, but adds and multiplies one after the other: the same numbers everywhere.
    """
    compiler = find_compiler()
    if compiler is None:
        raise FileNotFoundError("there is no C compiler on this machine: install gcc")
    flags = ("-std=gnu11", "-O3", "-march=native", "-ffp-contract=off")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, source.stem)
        subprocess.run([compiler, *flags, "-o", program, source, "-lm"], check=True)
        yield program
