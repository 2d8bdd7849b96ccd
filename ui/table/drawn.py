"""The pictures of a table are drawn ahead of need: the cards of this deal, the table's top, the portraits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from game.engine.cards import Card
from ui.backdrop import paint_table_top
from ui.looks import portraits
from ui.scene import Stage
from ui.table import hud
from ui.table.desk import Desk
from ui.table.fans import TWO_ROWS
from ui.table.places import Spot

MOST_HELD: Final = 1.0
"""So many seconds the cards wait at most until they are drawn that move first."""


class Drawn:
    """Asks the art thread for what this window will show, once for a size, and lets the cards wait a little for it."""

    def __init__(self, scene: Desk) -> None:
        self.scene = scene
        self._for: tuple[object, tuple[int, int]] | None = None
        self._held = 0.0

    @property
    def ready(self) -> bool:
        """Whether the cards need not wait: they are drawn, have waited long enough, or nothing is seen to move."""
        stage = self.scene.stage
        return not stage.settings.speed or not stage.art.late or self._held >= MOST_HELD

    def wait(self, seconds: float) -> None:
        """The cards have waited another while."""
        self._held += seconds

    def prepare(self) -> None:
        """Have the cards drawn that this deal will show, once for a size of the window."""
        stage, place = self.scene.stage, self.scene.spot
        key = (stage.art, place.size)
        if key != self._for:
            self._for, self._held = key, 0.0
            people = portraits(self.scene.table.names, self.scene.looks)
            draw_ahead(stage, place, self.scene.table.pack, people)


def draw_ahead(stage: Stage, place: Spot, pack: Sequence[Card], people: Sequence[int]) -> None:
    """Have the cards drawn on a thread in all the sizes that they have there, after what lies under them.

    ``people``: the portrait of each seat.
    """
    widths = (
        place.hand_width, place.hand_width * TWO_ROWS, place.trick_width, place.stock_width, place.other_width,
        place.pile_width,
    )  # fmt: skip
    stage.art.prepare(pack, [round(width) for width in widths], _ground(stage, place, people))


def _ground(stage: Stage, place: Spot, people: Sequence[int]) -> list[Callable[[], object]]:
    """What paints the large pictures under the cards."""
    sizes = [(number, hud.face_of(place, seat).width) for seat, number in enumerate(people)]
    top = partial(paint_table_top, stage.size, stage.settings.felt, tuple(place.ring))
    return [top, *(partial(stage.art.paint_portrait, number, size) for number, size in sizes)]
