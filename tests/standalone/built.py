"""The built program, for the tests that want one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from standalone.build import program_in
from standalone.parts import ROOT

VARIABLE = "TAVOLOVERDE_PROGRAM"
"""Names the file of the program that is tried; without it that of ``dist`` is."""


def built() -> Path:
    """The built program. Skips the test, and says so, where there is none."""
    named = os.environ.get(VARIABLE)
    program = Path(named) if named else program_in(ROOT / "dist")
    if named and not program.is_file():
        pytest.fail(f"{VARIABLE} names {program}, which is not there")
    if not program.is_file():
        pytest.skip("needs a built program: python -m standalone.build")
    return program
