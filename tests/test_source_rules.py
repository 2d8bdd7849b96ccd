"""Rules of the source that the import contracts in setup.cfg cannot state."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

import pytest

from tests.rows import check_rows
from tests.source import PROGRAM, ROOT, calls, each, files, imports, module, nodes, tree, within

GAMES: Final = ("briscola", "chiamata", "spades", "muscio")
REGISTRIES: Final = {
    "game", "game.rules", "game.ai.level_table", "game.ai.levels", "game.ai.registry", "game.lessons",
    "game.text.games", "ui.games",
}  # fmt: skip
"""The modules that name all games; ``game`` exports their actions."""
FORBIDDEN_CALLS: Final = {"eval", "exec", "compile", "__import__"}
FORBIDDEN_MODULES: Final = {"pickle", "marshal", "shelve", "dill", "cloudpickle"}
NETWORK_FOLDER: Final = ROOT / "game" / "network"
NETWORK_MODULES: Final = (
    "socket", "socketserver", "ssl", "urllib", "http", "ftplib", "smtplib", "poplib", "imaplib", "telnetlib", "xmlrpc",
    "asyncio", "webbrowser", "requests", "httpx", "aiohttp",
)  # fmt: skip
FILES_STARTING_PROCESSES: Final = {
    "ui/services/file_dialogs.py", "game/network/host_launcher.py", "game/network/sleep_inhibitor.py",
    "game/simulation/programs.py",
}  # fmt: skip
"""The files that start programs: those of the system, the host of a network table, and players that the user names."""
MARKUP_WIDGETS: Final = ("UITextBox", "UITextEntryBox", "UIMessageWindow", "UIConfirmationDialog", "UITooltip", "HTML")
"""The widgets of pygame-gui that interpret their text as HTML."""
WRITING: Final = {"write_text", "write_bytes", "mkdir", "unlink", "rename", "replace", "rmdir", "touch", "symlink_to"}
PATHS: Final = ("path", "folder", "directory", "file")

POSIX_MODULES: Final = {"fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"}
"""Modules that Windows has not."""
POSIX_NAMES: Final = {
    "os.fork", "os.forkpty", "os.geteuid", "os.getuid", "os.killpg", "os.mkfifo", "os.nice", "os.setsid",
    "signal.SIGALRM", "signal.SIGCONT", "signal.SIGKILL", "signal.SIGSTOP", "signal.SIGUSR1", "signal.setitimer",
    "socket.AF_UNIX", "time.tzset",
}  # fmt: skip
"""Names that Windows has not."""
POSIX_TEXTS: Final = ("/dev/", "/proc/", "~nosuchuser")
"""The beginnings of paths that mean nothing on Windows."""
POSIX_PROGRAMS: Final = {"bash", "sh"}
GUARDS: Final = ("skipif", "needs_")


@pytest.mark.slow
@check_rows("game", GAMES)
def test_name_of_game_is_only_in_its_own_packages_and_the_registries(game: str) -> None:
    own = (
        *(f"game.{package}.{game}" for package in ("rules", "ai", "lessons", "text.games")),
        f"ui.games.{game}",
        *(["game.lessons.spades_partners"] if game == "spades" else []),
    )
    for path in PROGRAM:
        name = module(path)
        if within(name, *own) or name in REGISTRIES:
            continue
        assert not [module for module in imports(path) if within(module, *own)], path
        texts = [node.value for node in nodes(path) if isinstance(node, ast.Constant)]
        assert game not in texts or (game, name) == ("spades", "game.text.card_names"), (
            f"{path} names {game}"
        )  # a suit's name


@pytest.mark.slow
@each([path for path in files("game") if not within(module(path), "game.storage")])
def test_only_the_store_opens_and_changes_files(path: Path) -> None:
    assert not [call for on, call, _node in calls(path) if call == "open" and on in ("", "io")]
    written = [call for on, call, _node in calls(path) if call in WRITING and any(word in on.lower() for word in PATHS)]
    assert not written or path.stem == "simulation_report"  # --save DIR writes records


def test_types_of_events_are_made_before_the_first_window_opens() -> None:
    """Pygame gives a type out again once it was closed, and a module that is imported after a restart would get it."""
    makers = {module(path) for path in files("ui") for _on, call, _node in calls(path) if call == "custom_type"}
    assert makers == {"ui.widgets.base"}


@pytest.mark.slow
def test_only_comparisons_read_matches_with_cards_that_may_be_played_elsewhere() -> None:
    """Check that other code uses `Archive.load_match`, which refuses a match in progress."""
    readers = {
        module(path) for path in PROGRAM for _on, call, _n in calls(path) if call == "find_matches_with_same_packs"
    }
    assert readers == {"game.storage.archive", "game.statistics.same_deals", "game.network.finished_matches"}


@pytest.mark.slow
@each(files("game", "ui"))
def test_chance_is_passed_in_never_global(path: Path) -> None:
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert {alias.name for alias in node.names} <= {"Random", "SystemRandom"}, ast.unparse(node)
    module_calls = [call for on, call, _node in calls(path) if on in ("random", "np.random", "numpy.random")]
    assert set(module_calls) <= {"Random", "SystemRandom", "default_rng", "Generator", "SeedSequence"}


@pytest.mark.slow
@each([*files("game", "ui", "assets", "tools"), *ROOT.glob("*.py")])
def test_no_data_is_ever_run(path: Path) -> None:
    """Check also that no call enables pickle, which numpy disables by default."""
    assert not [name for name in imports(path) if within(name, *FORBIDDEN_MODULES)]
    assert not [call for on, call, _node in calls(path) if on == "" and call in FORBIDDEN_CALLS]
    assert "allow_pickle" not in list_keywords(path)


def list_keywords(path: Path) -> set[str | None]:
    """Return the names of the arguments in the calls of a file."""
    return {keyword.arg for _on, _call, node in calls(path) for keyword in node.keywords}


@pytest.mark.slow
@each(PROGRAM)
def test_network_modules_are_imported_only_for_network_tables(path: Path) -> None:
    assert path.parent == NETWORK_FOLDER or not [name for name in imports(path) if within(name, *NETWORK_MODULES)]


@pytest.mark.slow
@each(PROGRAM)
def test_processes_start_only_in_four_files_and_without_shell(path: Path) -> None:
    if path.relative_to(ROOT).as_posix() not in FILES_STARTING_PROCESSES:
        assert not [name for name in imports(path) if within(name, "subprocess", "pty")]
    assert not [call for on, call, _node in calls(path) if on == "os" and re.match("system|popen|exec|spawn", call)]
    assert "shell" not in list_keywords(path)


def test_only_simulate_loads_code_from_a_file_that_is_named() -> None:
    loaders = {path for path in PROGRAM for _on, call, _node in calls(path) if call == "exec_module"}
    assert [path.name for path in loaders] == ["bots.py"]


@pytest.mark.slow
@each(files("ui"))
def test_no_widget_that_parses_markup_is_used(path: Path) -> None:
    words = {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}
    words |= {name.split(".")[-1] for name in imports(path)}
    words |= {alias.name for node in nodes(path) if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert not [word for word in words if word.startswith(MARKUP_WIDGETS)]
    assert not list_keywords(path) & {"tool_tip_text", "html_text"}


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


# -- Windows and macOS -------------------------------------------------------------------------------


def find_posix_parts(code: ast.AST) -> list[str]:
    """Return what Windows has not among the names, paths and programs of ``code``."""
    nodes = list(ast.walk(code))
    names = [ast.unparse(node) for node in nodes if isinstance(node, ast.Attribute)]
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    commands = [ast.unparse(node.elts[0]).strip("'") for node in nodes if isinstance(node, ast.List) and node.elts]
    return [
        *(name for name in names if name in POSIX_NAMES),
        *(text for text in texts if text.startswith(POSIX_TEXTS)),
        *(command for command in commands if command in POSIX_PROGRAMS),
    ]


@pytest.mark.slow
@each(files("game", "ui", "assets", "standalone", "tests", "tools"))
def test_modules_are_imported_on_every_system(path: Path) -> None:
    """Check the imports outside functions and `try`."""
    imported = [node for node in tree(path).body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in imported for alias in node.names}
    names |= {node.module for node in imported if isinstance(node, ast.ImportFrom) and node.module}
    assert not names & POSIX_MODULES


@pytest.mark.slow
@each([path for path in files("tests") if path.name.startswith("test_")])
def test_what_windows_has_not_is_used_only_in_tests_that_are_skipped_there(path: Path) -> None:
    module_marks = [ast.unparse(node) for node in tree(path).body if "pytestmark" in ast.unparse(node)]
    if any(guard in mark for mark in module_marks for guard in GUARDS):
        return
    for node in tree(path).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and find_posix_parts(node):
            guards = [ast.unparse(decorator) for decorator in node.decorator_list]
            assert any(guard in text for text in guards for guard in GUARDS), node.name
