"""A short form of `python -m tools.golden_pictures`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.golden_pictures import main

pytestmark = pytest.mark.slow


def test_same_picture_is_drawn_twice(tmp_path: Path) -> None:
    name = "history"
    first, second = (tmp_path / folder for folder in ("first", "second"))
    assert main([str(first), "--only", name]) == main([str(second), "--only", name]) == 0
    assert [path.name for path in first.iterdir()] == [f"{name}.png"]
    assert (first / f"{name}.png").read_bytes() == (second / f"{name}.png").read_bytes()
