"""A game's name stands in its own room and in the registries; what all games share knows none of them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from game.ai.levels import ROOMS
from game.ai.players import MINDS
from game.rules import GAMES

ROOT = Path(__file__).resolve().parents[3]
REGISTRIES = {ROOT / "game/ai/levels.py", ROOT / "game/ai/players.py"}
NAMED = re.compile(rf"\b({'|'.join(GAMES)})\b")


def rooms(game: str) -> list[Path]:
    return sorted((ROOT / "game/ai" / game).glob("*.py"))


def shared() -> list[Path]:
    own = {path for game in GAMES for path in rooms(game)}
    every = {*(ROOT / "game/ai").rglob("*.py"), *(ROOT / "game/commands").glob("*.py"), ROOT / "game/talk.py"}
    return sorted(every - own - REGISTRIES)


def names(path: Path) -> set[str]:
    """The games that a file's code speaks of: in the modules it imports, and in text that is no docstring."""
    tree = ast.parse(path.read_text("utf-8"))
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = list[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found.append(str(node.module))
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
            found.append(node.value)
    return {game for text in found for game in NAMED.findall(text)}


@pytest.mark.parametrize("path", shared(), ids=lambda path: str(path.relative_to(ROOT)))
def test_what_all_games_share_names_none(path: Path) -> None:
    assert not names(path)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_no_other(game: str) -> None:
    for path in rooms(game):
        assert names(path) <= {game}, path


def test_every_game_is_registered_by_its_name() -> None:
    assert set(ROOMS) == set(MINDS) == set(GAMES)
    assert all(room.game == name for name, room in ROOMS.items())
    assert all(mind.game == name for name, mind in MINDS.items())
