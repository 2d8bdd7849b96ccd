"""design.md, "Floors": imports point down only, files and chance have their rooms."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
STORAGE: Final = {"storage", "files", "database", "journal", "locks"}
"""The rooms of game/ that may touch the disk."""

UI_MAY_USE: Final = {
    f"game.{name}"
    for name in ("table", "view", "events", "options", "i18n", "version", "cards", "words", "phases", "actions")
} | {"game.storage", "game.files", "game.journal"}  # fmt: skip
"""`game.storage` and its rooms: folders, notices, saved matches."""
STARTS_THE_PLAYERS: Final = {"ui/app.py": {"game.ai.worker"}}
"""The process of the computer's players is started with the window."""

FORBIDDEN_CALLS: Final = {"eval", "exec", "compile", "__import__"}
FORBIDDEN_MODULES: Final = {"pickle", "marshal", "shelve", "dill", "cloudpickle"}
WRITING: Final = {"write_text", "write_bytes", "mkdir", "unlink", "rename", "replace", "rmdir", "touch", "symlink_to"}
PATHS: Final = ("path", "folder", "directory", "file")


def files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def module(path: Path) -> str:
    """The dotted name of a file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> set[str]:
    """Every module that a file imports, anywhere in it; of ``from game import view`` both names."""
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            here = path.relative_to(ROOT).parts[: -node.level] if node.level else ()
            source = ".".join([*here, *([node.module] if node.module else [])])
            found.add(source)
            found |= {f"{source}.{alias.name}" for alias in node.names if is_module(f"{source}.{alias.name}")}
    return found


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def calls(path: Path) -> Iterator[tuple[str, str, ast.Call]]:
    """(what it is called on, its name, the call) for every call of a file."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                yield "", node.func.id, node
            elif isinstance(node.func, ast.Attribute):
                yield ast.unparse(node.func.value), node.func.attr, node


def named(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=[str(path.relative_to(ROOT)) for path in paths])


@named(files("game"))
def test_game_knows_no_window(path: Path) -> None:
    assert not [name for name in imports(path) if within(name, "ui", "pygame", "pygame_gui", "main")]


@named(files("game/rules"))
def test_rules_know_neither_players_nor_records_nor_the_match(path: Path) -> None:
    above = ("ai", "record", "match", "view", "table", "storage", "replay", "simulate", "words", "fairness")
    assert not [name for name in imports(path) if within(name, *(f"game.{one}" for one in above))]


GAME_FILES: Final = [p for p in files("game/rules") if p.stem not in ("__init__", "game", "family")]


@named(GAME_FILES)
def test_a_game_never_imports_another_game(path: Path) -> None:
    game = path.stem.split("_")[0]  # a game may have several files: chiamata, chiamata_score
    others = {module(other) for other in GAME_FILES if other.stem.split("_")[0] != game}
    assert not imports(path) & others


@named([ROOT / "game" / f"{name}.py" for name in ("cards", "options", "actions", "events", "phases", "tricks")])
def test_what_all_games_share_lies_below_them(path: Path) -> None:
    floors = ["game.i18n", "game.cards", "game.options", "game.actions", "game.events", "game.phases", "game.tricks"]
    below = {"options": 2, "cards": 1, "actions": 2, "events": 4, "phases": 5, "tricks": 6}[path.stem]
    assert {name for name in imports(path) if name.startswith("game.")} <= set(floors[:below])


def test_players_and_records_never_import_each_other() -> None:
    for path in files("game/ai"):
        assert not [name for name in imports(path) if within(name, "game.record")], path
    assert not [name for name in imports(ROOT / "game/record.py") if within(name, "game.ai")]


@named([path for path in files("game") if path.stem not in STORAGE])
def test_only_storage_touches_the_disk(path: Path) -> None:
    assert not [name for name in imports(path) if within(name, "sqlite3", "shutil", "tempfile", "platformdirs")]
    assert not [call for on, call, _node in calls(path) if call == "open" and on in ("", "io")]
    written = [call for on, call, _node in calls(path) if call in WRITING and any(one in on.lower() for one in PATHS)]
    assert not written or path.stem == "simulate"  # --save DIR writes records


PURE: Final = [ROOT / "game" / f"{name}.py" for name in ("match", "view", "tricks", "phases", "words", "record")]


@named([*files("game/rules"), *PURE])
def test_rules_hold_no_chance_no_clock_and_no_files(path: Path) -> None:
    roots = {name.split(".")[0] for name in imports(path)}
    assert not roots & {
        "random",
        "secrets",
        "time",
        "datetime",
        "os",
        "sys",
        "pathlib",
        "numpy",
        "threading",
        "asyncio",
    }


@named(files("game", "ui"))
def test_chance_is_passed_in_never_global(path: Path) -> None:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert {alias.name for alias in node.names} <= {"Random", "SystemRandom"}, ast.unparse(node)
    module_calls = [call for on, call, _node in calls(path) if on in ("random", "np.random", "numpy.random")]
    assert set(module_calls) <= {"Random", "SystemRandom", "default_rng", "Generator", "SeedSequence"}


@named(files("ui"))
def test_the_window_reaches_the_game_through_its_doors_only(path: Path) -> None:
    reached = {name for name in imports(path) if name.startswith("game.") and name != "game.ai"}
    reached -= STARTS_THE_PLAYERS.get(str(path.relative_to(ROOT)), set())
    assert reached <= UI_MAY_USE, reached - UI_MAY_USE


@named([*files("game", "ui", "assets"), *ROOT.glob("*.py")])
def test_no_data_is_ever_run(path: Path) -> None:
    assert not [name for name in imports(path) if within(name, *FORBIDDEN_MODULES)]
    assert not [call for on, call, _node in calls(path) if on == "" and call in FORBIDDEN_CALLS]


@named([path for path in [ROOT / "main.py"] if path.exists()])
def test_main_imports_late(path: Path) -> None:
    allowed = {"__future__", "argparse", "sys", "os", "multiprocessing", "collections.abc", "typing", "pathlib"}
    top = {
        name
        for node in tree(path).body
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [str(node.module)])
    }
    assert top <= allowed | {"game.version", "game.i18n"}, top - allowed
