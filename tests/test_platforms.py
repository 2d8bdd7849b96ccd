"""Tests and programs that Windows or macOS cannot run say so, and the others run there too."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

from tests.source import each, files, tree

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
