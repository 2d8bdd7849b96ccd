"""Compilation of the C programs of the tools. They are compiled at each use and not kept."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def find_compiler() -> str | None:
    """Return the path of a C compiler, or None if there is none."""
    return shutil.which("cc") or shutil.which("gcc")


@contextmanager
def compile_program(source: Path) -> Iterator[Path]:
    """Return a context manager that compiles ``source``; its block gets the program.

    The program is deleted at the end. Raise FileNotFoundError without a C compiler. The code uses the instructions of
    this processor, except fused multiply-add, so that results are equal on every machine.
    """
    compiler = find_compiler()
    if compiler is None:
        raise FileNotFoundError("there is no C compiler on this machine: install gcc")
    flags = ("-std=gnu11", "-O3", "-march=native", "-ffp-contract=off")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, source.stem)
        subprocess.run([compiler, *flags, "-o", program, source, "-lm"], check=True)
        yield program
