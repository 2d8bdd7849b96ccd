"""``import game``: the names for scripts and bots, which are loaded on use, and the page that documents them."""

from __future__ import annotations

import ast
import doctest
import re
import sys
from pathlib import Path

import pytest

import game
from tests.rows import check_rows
from tests.source import ROOT, tree
from tests.written_bots import PAGE, write_bot_of_page


def test_bot_page_runs_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_bot_of_page(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "my_bot", raising=False)
    text = re.sub(r"^```.*$", "", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    lines = list[str]()
    results = doctest.DocTestRunner(verbose=False).run(examples, out=lines.append)
    monkeypatch.delitem(sys.modules, "my_bot")
    assert results.attempted > 10 and not results.failed, "".join(lines)


@check_rows("name", game.__all__)
def test_every_public_name_exists(name: str) -> None:
    assert getattr(game, name) is not None
    assert name in dir(game)


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'game' has no attribute 'nonsense'"):
        _ = game.nonsense  # type: ignore[attr-defined]


def test_names_for_type_checkers_are_the_public_names() -> None:
    block = next(node for node in tree(ROOT / "game" / "__init__.py").body if isinstance(node, ast.If))
    typed = {
        (alias.asname, node.module) for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert typed == set(game._MODULES_BY_NAME.items())


def test_package_says_that_it_is_typed() -> None:
    assert (ROOT / "game" / "py.typed").exists()
    assert re.search(r"^game =\n(?:    .*\n)*?    py\.typed$", (ROOT / "setup.cfg").read_text("utf-8"), re.MULTILINE)
