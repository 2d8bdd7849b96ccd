"""A short form of `python -m tools.screenshots`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.toy_game import TOY, register_temporarily
from tools.screenshots import draw_pictures

pytestmark = pytest.mark.slow


def test_new_game_has_screenshots(tmp_path: Path) -> None:
    with register_temporarily():
        pictures = list(draw_pictures(tmp_path, (960, 540), f"any-{TOY.id}"))
    assert [path.exists() for path in pictures] == [True] * 3
