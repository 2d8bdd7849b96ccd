"""Matches between clients that are docs/example_client.py, each in its own process."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

from tests.network.processes import HostProcess
from tests.source import ROOT

EXAMPLE: Final = ROOT / "docs" / "example_client.py"


def play_match(host: HostProcess, *names: str, timeout_s: float = 60.0) -> list[str]:
    """Play a match between clients called ``names``, and return what each has printed; the first one starts it."""
    clients = [
        subprocess.Popen(
            [sys.executable, str(EXAMPLE), host.invitation, name, *([host.owner_key] if index == 0 else [])],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for index, name in enumerate(names)
    ]  # fmt: skip
    try:
        ends = [client.communicate(timeout=timeout_s) for client in clients]
    finally:
        for client in clients:
            client.kill()
    assert not any(errors for _output, errors in ends), ends
    return [output.strip() for output, _errors in ends]
