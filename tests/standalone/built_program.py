"""The built program, for the tests that need it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from standalone.contents import PROJECT_FOLDER
from standalone.platforms import EXECUTABLE_SUFFIX, get_full_name, get_program_path

PROGRAM_PATH_VARIABLE = "TAVOLOVERDE_PROGRAM"
"""The environment variable with the path of the program to test; by default it is in ``dist``."""
ONE_FILE_PATH_VARIABLE = "TAVOLOVERDE_ONE_FILE_PROGRAM"
"""The environment variable with the path of the one-file program to test; by default it is in ``dist``."""


def get_built_program() -> Path:
    """Return the path of the built program. Skip the test if there is none.

    If the environment names a program that does not exist, the test fails.
    """
    return _find_program(PROGRAM_PATH_VARIABLE, get_program_path(PROJECT_FOLDER / "dist"))


def get_one_file_program() -> Path:
    """Return the path of the built one-file program. Skip or fail as `get_built_program`."""
    name = get_full_name() + EXECUTABLE_SUFFIX
    return _find_program(ONE_FILE_PATH_VARIABLE, PROJECT_FOLDER / "dist" / name)


def _find_program(variable: str, default: Path) -> Path:
    named = os.environ.get(variable)
    program = Path(named) if named else default
    if named and not program.is_file():
        pytest.fail(f"{variable} names {program}, which is not there")
    if not program.is_file():
        pytest.skip("needs a built program: python -m standalone.build")
    return program
