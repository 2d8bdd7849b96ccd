"""The code keeps to its own rules: types, lint, and drawings that are what their scripts draw."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    "call",
    [("mypy",), ("ruff", "check", "."), ("tools.art.drawing", "--check"), ("tools.art.sounds", "--check")],
    ids=["types", "lint", "drawings", "sounds"],
)
def test_the_code_keeps_to_its_own_rules(call: tuple[str, ...]) -> None:
    done = subprocess.run([sys.executable, "-m", *call], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
