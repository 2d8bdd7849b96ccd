"""Runs of the program in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def run_program(
    home_folder: Path, *arguments: str, cwd: Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the program as a person does, without a display unless ``environment`` has one."""
    base = {name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "DISPLAY", "WAYLAND"))}
    values = {**base, "TAVOLOVERDE_HOME": str(home_folder), **environment}
    command = [sys.executable, str(ROOT / "main.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env=values, cwd=cwd, check=False)


def get_single_error_line(done: subprocess.CompletedProcess[str], status: int) -> str:
    """Return the only line of an error, after a check of the exit status."""
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, lines
    return lines[0]
