"""Ten pictures of the program as it should look, and the rule by which a picture is compared with its golden one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray

from tests.ui.app_driver import AppDriver
from tests.ui.scene_registry.scenes import open_scene_app, show_views

FOLDER: Final = Path(__file__).parents[1] / "golden_pictures"

CHANNEL_LIMIT: Final = 32
"""The most by which a channel of a pixel may differ, of 255: antialiasing is not the same on every system."""
SQUARE: Final = 20
"""Side in pixels of the squares in which differing pixels are counted."""
PIXEL_LIMIT: Final = 12
"""The most pixels of any square that may differ by more than `CHANNEL_LIMIT`.

A wrong letter of the smallest text changes 25 pixels, a lost line one pixel wide 33.
"""


class Picture(NamedTuple):
    """A view of a scene of the registry, and the changed settings."""

    scene: str
    view: str
    changes: Mapping[str, Any] = {}


PICTURES: Final[Mapping[str, Picture]] = {
    "menu": Picture("menu", "menu-with-a-match"),
    "new-match": Picture("new-match", "new-match"),
    "settings": Picture("settings", "settings-cards"),
    "history": Picture("history", "history"),
    "result-french": Picture("result-5", "result-5", {"language": "fr"}),
    "table-briscola": Picture("table", "table-card-chosen"),
    "table-chiamata-italian": Picture("chiamata-auction", "chiamata-auction-ranks", {"language": "it"}),
    "table-spades": Picture("spades-4", "spades-4-play"),
    "table-muscio": Picture("muscio-4", "muscio-4-fourth-trick"),
    "contrast-150": Picture("spades-4", "spades-4-bidding", {"felt": "contrast", "scale": 1.5}),
}


@contextmanager
def shown(picture: Picture) -> Iterator[AppDriver]:
    """Open the program with the view of a picture."""
    with open_scene_app(**picture.changes) as app:
        assert picture.view in show_views(picture.scene, app)  # the window then shows this view
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
