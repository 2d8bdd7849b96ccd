"""The README's pictures are those that `python -m tools.readme_pictures` makes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pygame

from game.rules.chiamata.trick_play import ChiamataTrickPhase
from tests.ui.app_driver import open_test_app
from tests.ui.scene_registry import chiamata
from tools import ROOT
from tools.readme_pictures import PICTURES_FOLDER, SHOT_BY_TABLE, TRICK_PICTURE

MAX_PICTURE_BYTES: Final = 150_000
"""The most bytes of a picture, so that the page loads at once."""


MIN_PICTURE_WIDTH: Final = 800
"""The width from which a card can be read on the page, in pixels."""


def test_readme_pictures_exist_are_small_and_wide_enough() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    paths = [*PICTURES_FOLDER.iterdir()]
    assert {path.name for path in paths} == {*(f"{name}.png" for name in SHOT_BY_TABLE), f"{TRICK_PICTURE}.gif"}
    for path in paths:
        assert path.stat().st_size <= MAX_PICTURE_BYTES, path
        assert pygame.image.load(path).get_width() >= MIN_PICTURE_WIDTH, path
        assert f"docs/pictures/{path.name}" in readme


def test_the_partner_on_the_picture_of_chiamata_is_secret(tmp_path: Path) -> None:
    with open_test_app(tmp_path, seed=7) as app:
        assert SHOT_BY_TABLE["chiamata"][1] in chiamata.show_play(app)  # the table then shows this picture
        phase = app.table_scene.observation.phase
    assert isinstance(phase, ChiamataTrickPhase) and phase.called_card is not None and not phase.is_partner_revealed


def test_readme_and_description_say_how_people_play_together() -> None:
    description = (ROOT / "setup.cfg").read_text("utf-8").split("description = ")[1].splitlines()[0]
    readme = (ROOT / "README.md").read_text("utf-8")
    for text in (description, readme.split("\n|")[0]):
        assert "network" in text and "one screen" in text
    assert "releases" not in readme
