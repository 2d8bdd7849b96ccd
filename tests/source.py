"""The syntax trees of the program: the imports and the calls in a file."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]


def files(*folders: str) -> list[Path]:
    """Return the Python files below some folders, sorted."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


PROGRAM: Final = [*files("game", "ui"), ROOT / "main.py"]


@cache
def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text("utf-8"), str(path))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all parts of the syntax tree of a file."""
    return tuple(ast.walk(tree(path)))


def module(path: Path) -> str:
    """Return the dotted name of a file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports(path: Path) -> frozenset[str]:
    """Return every module that a file imports, anywhere in it; of ``from game import view`` both names."""
    names: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            here = path.relative_to(ROOT).parts[: -node.level] if node.level else ()
            source = ".".join([*here, *([node.module] if node.module else [])])
            names.add(source)
            names |= {f"{source}.{alias.name}" for alias in node.names if is_module(f"{source}.{alias.name}")}
    return frozenset(names)


@cache
def is_module(name: str) -> bool:
    """Return whether this is the name of a module of the project."""
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


def within(name: str, *packages: str) -> bool:
    """Return whether a module is one of ``packages`` or is in one of them."""
    return any(name == package or name.startswith(package + ".") for package in packages)


@cache
def calls(path: Path) -> tuple[tuple[str, str, ast.Call], ...]:
    """Return for each call in a file the object that it is called on, its name, and the call."""
    calls_found = list[tuple[str, str, ast.Call]]()
    for node in nodes(path):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                calls_found.append(("", node.func.id, node))
            elif isinstance(node.func, ast.Attribute):
                calls_found.append((ast.unparse(node.func.value), node.func.attr, node))
    return tuple(calls_found)


def each(paths: list[Path]) -> Callable[[Callable[[Path], None]], Callable[[], None]]:
    """Return a decorator that runs a test on each of these files and names all that fail.

    The decorated test raises AssertionError if any fails.
    """

    def run_on_each(test: Callable[[Path], None]) -> Callable[[], None]:
        def run_on_all() -> None:
            faults = list[str]()
            for path in paths:
                try:
                    test(path)
                except AssertionError as fault:
                    faults.append(f"{path.relative_to(ROOT)}: {fault}")
            assert not faults, "\n".join(faults)

        run_on_all.__doc__ = test.__doc__
        return run_on_all

    return run_on_each
