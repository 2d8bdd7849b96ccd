"""The README's pictures are those that `python -m tools.readme_pictures` makes."""

from __future__ import annotations

from typing import Final

from tools import ROOT
from tools.readme_pictures import PICTURES, TABLES, TRICK

HEAVIEST: Final = 150_000
"""The most bytes of a picture, so that the page loads at once."""


def test_the_pictures_are_those_that_are_made_and_small() -> None:
    there = {path.name: path.stat().st_size for path in PICTURES.iterdir()}
    assert set(there) == {*(f"{name}.png" for name in TABLES), f"{TRICK}.gif"}
    assert max(there.values()) <= HEAVIEST, there
    readme = (ROOT / "README.md").read_text("utf-8")
    assert not [name for name in there if f"docs/pictures/{name}" not in readme]
