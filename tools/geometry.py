"""Count the calls in the window's code that make or move rectangles or scale numbers: ``python -m tools.geometry``.

The layout of pages and that of the table compute places; their modules, and those that paint cards, are left out.
"""

from __future__ import annotations

import argparse
import ast
import sys
from pathlib import Path
from typing import Final

from tools import ROOT

RECTANGLE_CALLS: Final = frozenset({"Rect", "FRect", "move", "move_ip", "inflate", "inflate_ip", "px", "_px"})
"""The names of the functions and methods that are counted."""
LAYOUT_PATHS: Final = (
    "ui/widgets/layout.py",
    "ui/widgets/nodes.py",
    "ui/widgets/fields.py",
    "ui/table/layout",
    "ui/table/animation",
    "ui/table/hand",
    "ui/table/painting.py",
    "ui/graphics",
)
"""The modules and packages whose task is geometry: the two layouts, movement, graphics and the painters of cards."""


def count_calls(source: str) -> int:
    """Return the number of calls in a module that make or move a rectangle or scale a number."""
    names = (
        node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
    )
    return sum(name in RECTANGLE_CALLS for name in names)


def count_by_module(root: Path = ROOT) -> dict[str, int]:
    """Return the number of such calls for each module of ``ui`` that has one, the most first."""
    counts = {}
    for path in (root / "ui").rglob("*.py"):
        name = path.relative_to(root).as_posix()
        if not any(name == part or name.startswith(f"{part}/") for part in LAYOUT_PATHS):
            counts[name] = count_calls(path.read_text("utf-8"))
    return {name: count for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])) if count}


def main(arguments: list[str] | None = None) -> int:
    argparse.ArgumentParser(prog="python -m tools.geometry", description=__doc__).parse_args(arguments)
    counts = count_by_module()
    for name, count in counts.items():
        print(f"{count:5} {name}")
    print(f"{sum(counts.values()):5} in all")
    return 0


if __name__ == "__main__":
    sys.exit(main())
