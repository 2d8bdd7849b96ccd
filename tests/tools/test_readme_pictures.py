"""The README has the pictures of `python -m tools.readme_pictures`, and its words say what the program is."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pygame

from game.rules import GAMES
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.text.gettext import _
from tests.ui.app_driver import open_test_app
from tests.ui.scene_registry import chiamata
from tools import ROOT
from tools.readme_pictures import PICTURES, PICTURES_FOLDER

README: Final = (ROOT / "README.md").read_text("utf-8")
MAX_WORDS: Final = 600
MAX_PICTURE_BYTES: Final = 200_000
"""The most bytes of a picture, so that the page loads at once."""
MIN_PICTURE_WIDTH: Final = 800
"""The width from which a card can be read on the page, in pixels."""


def test_readme_pictures_exist_are_small_and_wide_enough() -> None:
    paths = [*PICTURES_FOLDER.iterdir()]
    assert {path.name for path in paths} == {f"{name}.png" for name in PICTURES}
    for path in paths:
        assert path.stat().st_size <= MAX_PICTURE_BYTES, path
        assert pygame.image.load(path).get_width() >= MIN_PICTURE_WIDTH, path
        assert f"docs/pictures/{path.name}" in README


def test_the_partner_on_the_picture_of_the_table_is_secret(tmp_path: Path) -> None:
    with open_test_app(tmp_path, seed=7) as app:
        assert any(name.startswith(PICTURES["table"].screenshot) for name in chiamata.show_play(app))
        phase = app.table_scene.observation.phase
    assert isinstance(phase, ChiamataTrickPhase) and phase.called_card is not None and not phase.is_partner_revealed


def test_readme_and_description_say_how_people_play_together() -> None:
    description = (ROOT / "setup.cfg").read_text("utf-8").split("description = ")[1].splitlines()[0]
    for text in (description, README.split("\n## ")[0]):
        assert "network" in text and "one screen" in text
    assert "releases" not in README


def test_readme_is_short_and_its_first_code_installs_and_starts_the_program() -> None:
    assert len(README.split()) <= MAX_WORDS
    assert README.split("```sh\n")[1].split("\n```")[0].endswith("/tavoloverde")


def test_table_of_games_names_all_with_their_numbers_of_players() -> None:
    for game in GAMES.values():
        counts = game.seat_counts
        players = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
        assert f"| **{_(game.title)}** | {players} |" in README
