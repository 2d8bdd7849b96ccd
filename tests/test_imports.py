"""An import of the rules loads no storage, no lessons, no computer players, and none of their libraries."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from typing import Final

from tests.rows import check_rows
from tests.source import ROOT, files, module

LOWER_PACKAGES: Final = ("game/core", "game/rules", "game/match", "game/shuffling")
UNWANTED_MODULES: Final = (
    "numpy", "sqlite3", "pygame", "game.storage", "game.ai", "game.statistics", "game.session", "game.lessons",
    "gettext",
)  # fmt: skip


@cache
def list_loaded_modules(*names: str) -> frozenset[str]:
    """Return what a fresh interpreter has loaded after importing these modules."""
    code = f"import sys, json, {', '.join(names)}; print(json.dumps(sorted(sys.modules)))"
    environment = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    completed = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, env=environment
    )
    return frozenset(json.loads(completed.stdout))


@check_rows("unwanted", UNWANTED_MODULES)
def test_import_game_loads_only_what_rules_need(unwanted: str) -> None:
    assert unwanted not in list_loaded_modules("game")


@check_rows("unwanted", UNWANTED_MODULES)
def test_lower_packages_load_nothing_of_upper_packages(unwanted: str) -> None:
    assert unwanted not in list_loaded_modules(*map(module, files(*LOWER_PACKAGES)))


def test_arguments_of_a_simulation_are_parsed_without_numeric_libraries() -> None:
    assert not {"numpy", "tqdm"} & list_loaded_modules("game.cli.simulate")


@check_rows("unwanted", ["game.network", "asyncio", "ssl", "websockets", "cryptography", "psutil"])
def test_program_loads_network_modules_only_for_a_network_table(unwanted: str) -> None:
    assert unwanted not in list_loaded_modules("main", "ui.app.launch", "game.cli.host", "game.session.local")
