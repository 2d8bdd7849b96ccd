"""Each object of a live match owns its state: no other object assigns its attributes or reads its private ones."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import game.session

MODULES = sorted(Path(game.session.__file__).parent.glob("*.py"))
OWN_OBJECTS = {("host", "host"), ("write_queue", "write"), ("write_queue", "self._writes[0]")}
"""Names of objects whose class is in the same module, with the module."""


def list_foreign_uses(module: str, source: str) -> Iterator[str]:
    """Yield the attributes of other objects that a module assigns, and the private ones that it reads."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Attribute):
            continue
        owner = ast.unparse(node.value)
        is_private = node.attr.startswith("_") and not node.attr.startswith("__") and node.attr != "_replace"
        is_assigned = isinstance(node.ctx, (ast.Store, ast.Del))
        if (is_private or is_assigned) and owner not in ("self", "cls") and (module, owner) not in OWN_OBJECTS:
            yield f"{owner}.{node.attr}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_module_of_a_session_changes_no_object_of_another(path: Path) -> None:
    assert list(list_foreign_uses(path.stem, path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("line", ["state.match = match", "self.chat.messages = ()", "chat.reply[0].seat += 1", "x._y"])
def test_foreign_use_is_found(line: str) -> None:
    assert len(list(list_foreign_uses("module", line))) == 1
