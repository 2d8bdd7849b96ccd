"""An import of the rules loads no storage, no lessons, no computer players, and none of their libraries."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Final

from tests.rows import check_rows
from tests.source import PROGRAM, ROOT, files, module

UNWANTED_MODULES: Final = (
    "numpy", "sqlite3", "pygame", "game.storage", "game.ai", "game.statistics", "game.session", "game.lessons",
    "gettext",
)  # fmt: skip
NETWORK_MODULES: Final = (
    "game.network.messages",
    "game.network.table",
    "asyncio",
    "ssl",
    "websockets",
    "cryptography",
    "psutil",
    "zeroconf",
    "miniupnpc",
    "spake2",
    "segno",
)
LIGHT_NAMES: Final = ("Observation", "Action", "Play", "Bid", "Card", "Reason", "Record", "GAMES", "TrickPhase")


def list_loaded_modules(statement: str) -> set[str]:
    """Return what a fresh interpreter has loaded after a statement."""
    environment = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    command = [sys.executable, "-c", f"{statement}; import sys; print(*sys.modules)"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env=environment)
    return set(done.stdout.split())


@check_rows(("names", "unwanted"), [
    (("game",), UNWANTED_MODULES),
    ([*map(module, files("game/core", "game/rules", "game/match", "game/shuffling"))], UNWANTED_MODULES),
    (["game.cli.simulate"], ("numpy", "tqdm")),
    (["main", "game.network.relay"], ("numpy", "pygame", "websockets", "cryptography", "psutil", "game.network.table")),
    (["main", "ui.app.launch", "game.cli.host", "game.session.local"], NETWORK_MODULES),
])  # fmt: skip
def test_import_loads_only_what_is_needed(names: list[str], unwanted: tuple[str, ...]) -> None:
    """Check the rules, the arguments of a simulation, a relay, and the window without a network table."""
    assert not list_loaded_modules(f"import {', '.join(names)}") & {*unwanted}


@check_rows("names", [(), LIGHT_NAMES])
def test_names_of_the_public_api_load_no_heavy_library(names: tuple[str, ...]) -> None:
    loaded = list_loaded_modules(f"import game; [getattr(game, name) for name in {names!r}]")
    assert not {"numpy", "sqlite3", "gettext", "pygame"} & loaded
    assert names or not [name for name in loaded if name.startswith("game.")]


def test_window_imports_modules_and_not_the_public_api() -> None:
    """Check what the import contracts of setup.cfg cannot: ``game`` loads names from every layer."""
    public_import = re.compile(r"^\s*import game\b(?!\.)|^\s*from game import (?!version$)", re.MULTILINE)
    assert not [path for path in PROGRAM if public_import.search(path.read_text("utf-8"))]
