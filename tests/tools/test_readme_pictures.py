"""The README's pictures are those that `python -m tools.readme_pictures` makes."""

from __future__ import annotations

from typing import Final

from tools import ROOT
from tools.readme_pictures import PICTURES_FOLDER, SHOT_BY_TABLE, TRICK_PICTURE

MAX_PICTURE_BYTES: Final = 150_000
"""The most bytes of a picture, so that the page loads at once."""


def test_readme_pictures_exist_and_are_small() -> None:
    pictures = {path.name: path.stat().st_size for path in PICTURES_FOLDER.iterdir()}
    assert set(pictures) == {*(f"{name}.png" for name in SHOT_BY_TABLE), f"{TRICK_PICTURE}.gif"}
    assert max(pictures.values()) <= MAX_PICTURE_BYTES, pictures
    readme = (ROOT / "README.md").read_text("utf-8")
    assert not [name for name in pictures if f"docs/pictures/{name}" not in readme]
