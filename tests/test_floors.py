"""docs/house.md, "Floors": imports point down only and in no circle, files and chance have their rooms."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
GAMES: Final = ("briscola", "chiamata", "spades", "muscio")
REGISTRIES: Final = {"game.rules", "game.ai.levels", "game.ai.players", "ui.games"}
"""Where all the games are named."""

FLOORS: Final = (
    ("game.version", "game.i18n"),
    ("game.conventions",),
    ("game.text", "game.checking"),
    ("game.console",),
    ("game.engine",),
    ("game.rules",),
    ("game.match", "game.aids", "game.house_rules"),
    (
        "game.fairness", "game.deal_code", "game.daily", "game.view", "game.names", "game.words", "game.narration",
        "game.recall", "game.unseen", "game.claim", "game.lessons",
    ),
    ("game.record",),
    ("game.seating", "game.renaming", "game.tallies", "game.statistics", "game.same_cards", "game.practice"),
    ("game.proof",),
    ("game.store",),
    ("game.ai",),
    ("game.analysis",),
    ("game.trainer",),
    (
        "game.discipline", "game.talk", "game.answers", "game.turn_clock", "game.marks", "game.arrangement",
        "game.dailies", "game.undo",
    ),
    ("game.saving", "game.minds", "game.hints", "game.screen", "game.table"),
    ("game.review",),
    ("game.duplicate",),
    ("game.known", "game.talking", "game.local_table", "game.quiet", "game.position", "game.guide"),
    ("game.commands",),
    ("ui.fonts",),
    ("ui.theme", "ui.log", "ui.shortcuts", "ui.settings", "ui.timings", "ui.doors", "ui.canvas", "ui.dialogs"),
    ("ui.tongue",),
    ("ui.kept",),
    ("ui.art", "ui.looks", "ui.backdrop", "ui.sounds", "ui.widgets", "ui.window", "ui.painter"),
    ("ui.remapping", "ui.controllers"),
    ("ui.scene",),
    ("ui.notice", "ui.page", "ui.narrator", "ui.fetched"),
    ("ui.table",),
    ("ui.games",),
    ("ui.form", "ui.scenes"),
    ("ui.matches", "ui.errands", "ui.studies", "ui.practising"),
    ("ui.app",),
    ("ui.hanging",),
    ("ui.front",),
    ("ui.smoke",),
    ("main",),
)
"""The house from the ground up: a file imports from its own floor and from those below it."""

UI_MAY_USE: Final = {
    f"game.{name}"
    for name in (
        "version", "i18n", "conventions", "text", "console", "engine", "rules", "aids", "house_rules", "view", "names",
        "words", "narration", "recall", "discipline", "deal_code", "daily", "seating", "table", "position", "claim",
        "minds", "review", "duplicate", "same_cards", "tallies", "statistics", "store", "ai.levels", "ai.characters",
        "ai.weighed", "analysis.values", "analysis.telling", "practice", "trainer.values", "trainer.telling",
        "lessons", "guide",
    )
}  # fmt: skip
"""What the window knows of the game: what is declared of it, what a seat may know, who sits there, what is kept."""
UI_OPENS: Final = {
    "ui/matches.py": {"game.local_table"},
    "ui/errands.py": {"game.local_table", "game.ai.worker"},
    "ui/app.py": {"game.ai.worker"},
    "ui/studies.py": {"game.analysis.study", "game.record"},
    "ui/practising.py": {"game.trainer.setter"},
}
"""The edges: where a table is opened in this process, where the computer's mind is started."""

FORBIDDEN_CALLS: Final = {"eval", "exec", "compile", "__import__"}
FORBIDDEN_MODULES: Final = {"pickle", "marshal", "shelve", "dill", "cloudpickle"}
WRITING: Final = {"write_text", "write_bytes", "mkdir", "unlink", "rename", "replace", "rmdir", "touch", "symlink_to"}
PATHS: Final = ("path", "folder", "directory", "file")


def files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def module(path: Path) -> str:
    """The dotted name of a file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports(path: Path) -> frozenset[str]:
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
    return frozenset(found)


@cache
def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


@cache
def calls(path: Path) -> tuple[tuple[str, str, ast.Call], ...]:
    """(what it is called on, its name, the call) for every call of a file."""
    found = list[tuple[str, str, ast.Call]]()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                found.append(("", node.func.id, node))
            elif isinstance(node.func, ast.Attribute):
                found.append((ast.unparse(node.func.value), node.func.attr, node))
    return tuple(found)


def each(paths: list[Path]) -> Callable[[Callable[[Path], None]], Callable[[], None]]:
    """The test is asked of each of these files; all that fail are named."""

    def asked(test: Callable[[Path], None]) -> Callable[[], None]:
        def of_all() -> None:
            faults = list[str]()
            for path in paths:
                try:
                    test(path)
                except AssertionError as fault:
                    faults.append(f"{path.relative_to(ROOT)}: {fault}")
            assert not faults, "\n".join(faults)

        of_all.__doc__ = test.__doc__
        return of_all

    return asked


HOUSE: Final = [*files("game", "ui"), ROOT / "main.py"]


def floor_of(name: str) -> int:
    """The number of the floor that a module of the house is on."""
    found = [number for number, floor in enumerate(FLOORS) if within(name, *floor)]
    assert found, f"{name} is on no floor: give it one in FLOORS"
    return found[0]


def house_imports(path: Path) -> set[str]:
    """The modules of the house that a file imports, whether at its top, in a function or for types only."""
    packages = {"game", "ui", *(floor for floor in ("game.ai", "game.rules") if is_package(floor))}
    return {name for name in imports(path) if within(name, "game", "ui", "main") and name not in packages - REGISTRIES}


def is_package(name: str) -> bool:
    return ROOT.joinpath(*name.split(".")).is_dir()


@each(HOUSE)
def test_imports_point_down_only(path: Path) -> None:
    if module(path) in ("game", "ui"):
        return
    here = floor_of(module(path))
    assert not [name for name in house_imports(path) if floor_of(name) > here]


def test_no_file_leads_back_to_itself() -> None:
    """No circle of imports, those in functions and under TYPE_CHECKING counted."""
    files_of = {module(path): path for path in HOUSE}
    arrows = {name: [one for one in house_imports(path) if one in files_of] for name, path in files_of.items()}
    state: dict[str, int] = {}

    def visit(name: str, way: tuple[str, ...]) -> None:
        assert state.get(name) != 1, " -> ".join((*way[way.index(name) :], name))
        if name in state:
            return
        state[name] = 1
        for other in arrows[name]:
            visit(other, (*way, name))
        state[name] = 2

    for name in sorted(arrows):
        visit(name, ())


@each(HOUSE)
def test_nothing_is_imported_late_but_by_main(path: Path) -> None:
    """An import in a function, or for types only, is an arrow that a reader does not see."""
    late = [
        ast.unparse(node)
        for outer in ast.walk(tree(path))
        if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef, ast.If))
        for node in ast.walk(outer)
        if isinstance(node, (ast.Import, ast.ImportFrom)) and any(within(name, "game", "ui") for name in named_in(node))
    ]
    assert not late or path.name == "main.py"


def named_in(node: ast.Import | ast.ImportFrom) -> list[str]:
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else [str(node.module)]


def rooms_of(game: str) -> tuple[str, ...]:
    return f"game.rules.{game}", f"game.ai.{game}", f"ui.games.{game}"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_known_only_in_its_own_rooms_and_the_registries(game: str) -> None:
    own = rooms_of(game)
    for path in HOUSE:
        name = module(path)
        if within(name, *own) or name in REGISTRIES:
            continue
        assert not [one for one in house_imports(path) if within(one, *own)], path
        texts = [node.value for node in ast.walk(tree(path)) if isinstance(node, ast.Constant)]
        assert game not in texts or (game, name) == ("spades", "game.names"), f"{path} names {game}"  # a suit's name


def test_players_and_records_never_import_each_other() -> None:
    for path in files("game/ai"):
        assert not [name for name in imports(path) if within(name, "game.record")], path
    assert not [name for name in imports(ROOT / "game/record.py") if within(name, "game.ai")]


@each([path for path in files("game") if not within(module(path), "game.store")])
def test_only_the_store_touches_the_disk(path: Path) -> None:
    assert not [name for name in imports(path) if within(name, "sqlite3", "shutil", "tempfile", "platformdirs")]
    assert not [call for on, call, _node in calls(path) if call == "open" and on in ("", "io")]
    written = [call for on, call, _node in calls(path) if call in WRITING and any(one in on.lower() for one in PATHS)]
    assert not written or path.stem == "simulation"  # --save DIR writes records


PURE: Final = [
    *files("game/engine"),
    *(ROOT / "game" / f"{name}.py" for name in ("match", "view", "words", "narration", "record")),
]


@each([*files("game/rules"), *PURE])
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


@each(files("game", "ui"))
def test_chance_is_passed_in_never_global(path: Path) -> None:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert {alias.name for alias in node.names} <= {"Random", "SystemRandom"}, ast.unparse(node)
    module_calls = [call for on, call, _node in calls(path) if on in ("random", "np.random", "numpy.random")]
    assert set(module_calls) <= {"Random", "SystemRandom", "default_rng", "Generator", "SeedSequence"}


@each(files("ui"))
def test_the_window_reaches_the_game_through_its_doors_only(path: Path) -> None:
    reached = {name for name in imports(path) if name.startswith("game.") and name != "game.ai"}
    reached -= UI_OPENS.get(str(path.relative_to(ROOT)), set())
    assert not [name for name in reached if not within(name, *UI_MAY_USE)]


@each([*files("game", "ui", "assets", "standalone"), *ROOT.glob("*.py")])
def test_the_program_imports_no_test_and_no_tool(path: Path) -> None:
    assert not [name for name in imports(path) if within(name, "tests", "tools")]


@each([path for path in files("tests") if not within(module(path), "tests.tools")])
def test_only_the_tests_of_a_tool_import_it(path: Path) -> None:
    """Helpers that a tool and tests share are in tests/, so that a tool can change alone."""
    assert not [name for name in imports(path) if within(name, "tools")]


@each([*files("game", "ui", "assets", "tools"), *ROOT.glob("*.py")])
def test_no_data_is_ever_run(path: Path) -> None:
    assert not [name for name in imports(path) if within(name, *FORBIDDEN_MODULES)]
    assert not [call for on, call, _node in calls(path) if on == "" and call in FORBIDDEN_CALLS]


@each([path for path in [ROOT / "main.py"] if path.exists()])
def test_main_imports_late(path: Path) -> None:
    allowed = {"__future__", "argparse", "sys", "os", "multiprocessing", "collections.abc", "typing", "pathlib"}
    top = {
        name
        for node in tree(path).body
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [str(node.module)])
    }
    assert top <= allowed | {"game.version", "game.i18n"}, top - allowed
