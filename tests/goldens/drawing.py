"""What the golden pictures show, and how two pictures are compared: by what can be seen from afar."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pygame

from game.match import Match
from game.rules import GAMES
from tests.ui.driving import found, stand, still
from tests.ui.stage import AppByHand, opened, settings
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.scenes.settings import SettingsScene
from ui.settings import Settings

FOLDER: Final = Path(__file__).parent
SIZE: Final = (160, 90)
"""Of a golden picture: an eighth of the window."""
GRID: Final = (32, 18)
"""Two pictures are compared by so many fields, each as the mean of its pixels."""
FIELD_LIMIT: Final = 14
"""So much may the colour of a field differ, of 255: fonts are not drawn alike everywhere."""
MEAN_LIMIT: Final = 2.0
"""So much may all fields differ in the mean."""
SPEED: Final = settings(speed=0.0)
LOOKS: Final[Mapping[str, Settings]] = {
    "75": settings(speed=0.0, scale=0.75),
    "100": SPEED,
    "150": settings(speed=0.0, scale=1.5),
    "200": settings(speed=0.0, scale=2.0),
    "contrast": settings(speed=0.0, felt="contrast"),
}


def drawn() -> Iterator[tuple[str, pygame.Surface]]:
    """Every golden picture as the program draws it now, with its name."""
    with tempfile.TemporaryDirectory() as home, opened(Path(home), settings=SPEED, seed=7) as app:
        for name in scenes(app):
            for look, wanted in LOOKS.items():
                app.stage.apply(wanted)
                still(app)
                app.steps(lambda: not app.stage.scene.busy, most=100_000)
                for art in app.stage.arts.values():
                    art.wait()
                app.draw()
                yield f"{name}-{look}", pygame.transform.smoothscale(app.surface, SIZE)
            app.stage.apply(SPEED)


def scenes(app: AppByHand) -> Iterator[str]:
    """Show one scene after the other; the name of each."""
    app.stage.go(Menu(app.stage))
    still(app)
    yield "menu"
    for name, scene in (("new-match", NewMatch), ("settings", SettingsScene)):
        app.over(scene(app.stage))
        yield name
        app.stage.back()
    for game, rules in GAMES.items():
        stand(app, found(game, rules.proposed_seats, my_turn))
        yield f"table-{game}"
    first = next(iter(GAMES.values()))
    stand(app, found(first.name, 2, lambda match: bool(match.results) and not match.deal_open))
    yield "result"


def my_turn(match: Match) -> bool:
    """Whether the first seat has to play to a trick in which a card lies, after two tricks."""
    phase = match.phase
    if match.to_act != 0 or phase is None or not phase.in_play:
        return False
    board = phase.board()
    return bool(board.trick) and sum(board.piles) > 0


def differences(one: pygame.Surface, other: pygame.Surface) -> list[int]:
    """How much each field of two pictures differs, the channel that differs most."""
    small = [pygame.transform.smoothscale(picture.convert(24), GRID) for picture in (one, other)]
    places = [(x, y) for y in range(GRID[1]) for x in range(GRID[0])]
    return [
        max(abs(a - b) for a, b in zip(*(picture.get_at(at)[:3] for picture in small), strict=True)) for at in places
    ]


def alike(one: pygame.Surface, other: pygame.Surface) -> bool:
    """Whether two pictures look the same from afar."""
    fields = differences(one, other)
    return max(fields) <= FIELD_LIMIT and sum(fields) / len(fields) <= MEAN_LIMIT


def path_of(name: str) -> Path:
    """The file of a golden picture."""
    return FOLDER / f"{name}.png"
