"""The built program, for the tests that need it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from standalone.contents import PROJECT_FOLDER
from standalone.platforms import get_program_path

PROGRAM_PATH_VARIABLE = "TAVOLOVERDE_PROGRAM"
"""The environment variable with the path of the program to test; by default it is in ``dist``."""


def get_built_program() -> Path:
    """Return the path of the built program. Skip the test if there is none.

    If the environment names a program that does not exist, the test fails.
    """
    named = os.environ.get(PROGRAM_PATH_VARIABLE)
    program = Path(named) if named else get_program_path(PROJECT_FOLDER / "dist")
    if named and not program.is_file():
        pytest.fail(f"{PROGRAM_PATH_VARIABLE} names {program}, which is not there")
    if not program.is_file():
        pytest.skip("needs a built program: python -m standalone.build")
    return program
