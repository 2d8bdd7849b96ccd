"""Rules of the source that the import contracts in setup.cfg cannot state."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

import pytest

from tests.source import PROGRAM, ROOT, calls, each, files, imports, module, tree, within

GAMES: Final = ("briscola", "chiamata", "spades", "muscio")
REGISTRIES: Final = {"game", "game.rules", "game.ai.levels", "game.ai.registry", "game.lessons", "ui.games"}
"""The modules that name all games; ``game`` exports their actions."""
FORBIDDEN_CALLS: Final = {"eval", "exec", "compile", "__import__"}
FORBIDDEN_MODULES: Final = {"pickle", "marshal", "shelve", "dill", "cloudpickle"}
WRITING: Final = {"write_text", "write_bytes", "mkdir", "unlink", "rename", "replace", "rmdir", "touch", "symlink_to"}
PATHS: Final = ("path", "folder", "directory", "file")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_name_of_game_is_only_in_its_own_packages_and_the_registries(game: str) -> None:
    own = (
        *(f"game.{package}.{game}" for package in ("rules", "ai", "lessons")),
        f"ui.games.{game}",
        *(["game.lessons.spades_partners"] if game == "spades" else []),
    )
    for path in PROGRAM:
        name = module(path)
        if within(name, *own) or name in REGISTRIES:
            continue
        assert not [module for module in imports(path) if within(module, *own)], path
        texts = [node.value for node in ast.walk(tree(path)) if isinstance(node, ast.Constant)]
        assert game not in texts or (game, name) == ("spades", "game.text.card_names"), (
            f"{path} names {game}"
        )  # a suit's name


@pytest.mark.slow
@each([path for path in files("game") if not within(module(path), "game.storage")])
def test_only_the_store_opens_and_changes_files(path: Path) -> None:
    assert not [call for on, call, _node in calls(path) if call == "open" and on in ("", "io")]
    written = [call for on, call, _node in calls(path) if call in WRITING and any(word in on.lower() for word in PATHS)]
    assert not written or path.stem == "simulation_report"  # --save DIR writes records


def test_only_comparisons_read_matches_with_cards_that_may_be_played_elsewhere() -> None:
    """Check that other code uses `Archive.load_match`, which refuses a match in progress."""
    readers = {
        module(path) for path in PROGRAM for _on, call, _n in calls(path) if call == "find_matches_with_same_packs"
    }
    assert readers == {"game.storage.archive", "game.statistics.same_deals", "game.network.finished_matches"}


@pytest.mark.slow
@each(files("game", "ui"))
def test_chance_is_passed_in_never_global(path: Path) -> None:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert {alias.name for alias in node.names} <= {"Random", "SystemRandom"}, ast.unparse(node)
    module_calls = [call for on, call, _node in calls(path) if on in ("random", "np.random", "numpy.random")]
    assert set(module_calls) <= {"Random", "SystemRandom", "default_rng", "Generator", "SeedSequence"}


@pytest.mark.slow
@each([*files("game", "ui", "assets", "tools"), *ROOT.glob("*.py")])
def test_no_data_is_ever_run(path: Path) -> None:
    assert not [name for name in imports(path) if within(name, *FORBIDDEN_MODULES)]
    assert not [call for on, call, _node in calls(path) if on == "" and call in FORBIDDEN_CALLS]


def test_no_test_module_is_imported_by_another() -> None:
    """Check also the scripts that tests write: helpers are in modules of their own."""
    imported = [
        (path.name, name)
        for path in files("tests", "tools")
        for name in re.findall(
            r"^\s*(?:from|import) (tests\.(?:\w+\.)*test_\w+)", path.read_text("utf-8"), re.MULTILINE
        )
    ]
    assert imported == []


def test_main_imports_no_test_and_no_tool() -> None:
    assert not [name for name in imports(ROOT / "main.py") if within(name, "tests", "tools")]


def test_main_imports_the_program_only_when_it_runs_a_command() -> None:
    allowed = {"__future__", "argparse", "sys", "os", "multiprocessing", "collections.abc", "typing", "pathlib"}
    top = {
        name
        for node in tree(ROOT / "main.py").body
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [str(node.module)])
    }
    assert top <= allowed | {"game.version", "game.text.gettext"}, top - allowed
