"""A short form of `python -m tools.screenshots`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.toy import TOY, registered
from tools.screenshots.__main__ import draw

pytestmark = pytest.mark.slow


def test_a_new_game_is_drawn(tmp_path: Path) -> None:
    with registered():
        pictures = list(draw(tmp_path, (960, 540), f"any-{TOY.name}"))
    assert [path.exists() for path in pictures] == [True] * 3
