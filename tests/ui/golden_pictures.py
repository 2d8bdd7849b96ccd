"""Ten pictures of the program as it should look, and the rule by which a picture is compared with its golden one."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import numpy as np
import pygame
from msgspec.structs import replace
from numpy.typing import NDArray

from game.core.phase import DealOverPhase
from game.match.match import Match
from game.rules.chiamata.auction import AuctionPhase
from game.text.gettext import use_language
from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, make_settings, open_table, open_test_app
from tests.ui.match_conditions import is_last_bid
from tests.ui.match_driver import find_match, play_until, resume_at, run_settling_frames
from tests.ui.scene_registry.examples import fill_history
from ui.app.settings import Language, TableThemeName
from ui.graphics.card_images import CardImageCache
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.settings.scene import SettingsScene

FOLDER: Final = Path(__file__).parents[1] / "golden_pictures"
SIZE: Final = (1280, 720)
"""Width and height of a picture in pixels, those of a new window."""
LONG_NAMES: Final = (
    "Massimiliano Bentivoglio", "Maria Antonietta Zanetti", "Jean-Baptiste de Villars", "Guglielmo Montefiascone",
    "Marguerite de Villeneuve",
)  # fmt: skip

CHANNEL_LIMIT: Final = 32
"""The most by which a channel of a pixel may differ, of 255: antialiasing is not the same on every system."""
SQUARE: Final = 20
"""Side in pixels of the squares in which differing pixels are counted."""
PIXEL_LIMIT: Final = 12
"""The most pixels of any square that may differ by more than `CHANNEL_LIMIT`.

A wrong letter of the smallest text changes 25 pixels, a lost line one pixel wide 33.
"""


def menu(app: AppDriver) -> None:
    open_table(app, make_match_setup("you club"))
    play_until(app, lambda table: table.session.is_your_turn)
    app.context.scenes.replace(MainMenuScene(app.context))


def new_match(app: AppDriver) -> None:
    app.context.scenes.replace(MainMenuScene(app.context))
    app.context.scenes.push(NewMatchScene(app.context))


def show_settings(app: AppDriver) -> None:
    app.context.scenes.replace(MainMenuScene(app.context))
    app.context.scenes.push(SettingsScene(app.context, "cards"))


def history(app: AppDriver) -> None:
    fill_history(app, 12, unfinished_count=1)
    app.context.scenes.replace(MainMenuScene(app.context))
    app.context.router.open_history(lambda: None)


def is_my_turn(match: Match) -> bool:
    """Return whether seat 0 is to play a card to a trick that was begun, after a trick or more."""
    phase = match.phase
    if match.turn != 0 or phase is None or not phase.is_card_play:
        return False
    board = phase.board()
    return bool(board.trick) and sum(board.pile_sizes) > 0


def is_my_call(match: Match) -> bool:
    """Return whether seat 0 is to call or to pass after three others."""
    phase = match.phase
    return isinstance(phase, AuctionPhase) and phase.turn == 0 and len(phase.calls) >= 3


def is_scored(match: Match) -> bool:
    return isinstance(match.phase, DealOverPhase) and not match.is_over


def show_match(
    game: str, seats: int, wanted: Callable[[Match], bool], names: tuple[str, ...] = (), **options: Any
) -> Callable[[AppDriver], None]:
    """Return a function that shows the first match in which ``wanted`` is true, in the program that it gets."""

    def show(app: AppDriver) -> None:
        record = find_match(game, seats, wanted, **options)
        resume_at(app, replace(record, names=names[:seats]) if names else record)

    return show


class Picture(NamedTuple):
    """A function that shows the scene of a picture, and the changed settings."""

    show: Callable[[AppDriver], None]
    language: Language = "en"
    felt: TableThemeName = "green"
    scale: float = 1.0


PICTURES: Final[Mapping[str, Picture]] = {
    "menu": Picture(menu),
    "new-match": Picture(new_match),
    "settings": Picture(show_settings),
    "history": Picture(history),
    "result-french": Picture(show_match("briscola", 5, is_scored, LONG_NAMES), language="fr"),
    "table-briscola": Picture(show_match("briscola", 4, is_my_turn)),
    "table-chiamata-italian": Picture(show_match("chiamata", 5, is_my_call, LONG_NAMES), language="it"),
    "table-spades": Picture(show_match("spades", 4, is_my_turn)),
    "table-muscio": Picture(show_match("muscio", 4, is_my_turn)),
    "contrast-150": Picture(show_match("spades", 4, is_last_bid), felt="contrast", scale=1.5),
}


@contextmanager
def shown(picture: Picture) -> Iterator[AppDriver]:
    """Open the program with the scene of a picture; time, random numbers, size and time zone are fixed."""
    looks = make_settings(speed=0.0, language=picture.language, felt=picture.felt, scale=picture.scale)
    with (
        use_language(picture.language),
        patch("time.localtime", time.gmtime),
        tempfile.TemporaryDirectory() as home,
        open_test_app(Path(home), size=SIZE, settings=looks, seed=7, card_images=CardImageCache()) as app,
    ):
        picture.show(app)
        run_settling_frames(app)
        app.advance_until(lambda: not app.context.scenes.top.is_busy, max_frames=100_000)
        app.wait_for_card_images()
        app.advance_frame()
        yield app


def draw(app: AppDriver) -> pygame.Surface:
    """Return what the window shows now."""
    app.repaint()
    return app.surface.convert(24)


def draw_picture(picture: Picture) -> pygame.Surface:
    """Return a picture as the program draws it now."""
    with shown(picture) as app:
        return draw(app)


def path_of(name: str) -> Path:
    """Return the file of a golden picture."""
    return FOLDER / f"{name}.png"


def differing(picture: pygame.Surface, golden: pygame.Surface) -> NDArray[np.bool_]:
    """Return which pixels, by x and y, differ by more than `CHANNEL_LIMIT`."""
    pixels, expected = (pygame.surfarray.array3d(image) for image in (picture, golden))
    return np.asarray((np.maximum(pixels, expected) - np.minimum(pixels, expected) > CHANNEL_LIMIT).any(axis=2))


def most_differing(pixels: NDArray[np.bool_]) -> int:
    """Return the number of differing pixels in the square that has most of them."""
    if not pixels.any():
        return 0
    sums = np.pad(pixels, ((SQUARE, 0), (SQUARE, 0))).cumsum(axis=0, dtype=np.int32).cumsum(axis=1, dtype=np.int32)
    squares = sums[SQUARE:, SQUARE:] - sums[:-SQUARE, SQUARE:] - sums[SQUARE:, :-SQUARE] + sums[:-SQUARE, :-SQUARE]
    return int(squares.max())


def is_alike(picture: pygame.Surface, golden: pygame.Surface) -> bool:
    """Return whether no square of two pictures has more than `PIXEL_LIMIT` differing pixels."""
    return most_differing(differing(picture, golden)) <= PIXEL_LIMIT


def check_picture(name: str, picture: pygame.Surface, golden: pygame.Surface, folder: Path) -> str:
    """Return an empty text if two pictures are alike, else a line that names the files written to ``folder``.

    They are the new picture, and the golden one darkened, with the differing pixels in red.
    """
    if is_alike(picture, golden):
        return ""
    marked = pygame.surfarray.array3d(golden) // 4
    marked[differing(picture, golden)] = (255, 0, 0)
    new, difference = folder / f"{name}.png", folder / f"{name}-difference.png"
    pygame.image.save(picture, new)
    pygame.image.save(pygame.surfarray.make_surface(marked), difference)
    return f"{path_of(name)} differs: see {new} and {difference}"
