"""The pictures of a table are drawn ahead of need: the cards of this deal, the table's top, the portraits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from game.core.cards import Card
from ui.app.context import AppContext
from ui.graphics.avatars import choose_portraits
from ui.table.context import TableContext
from ui.table.hud import seats
from ui.table.layout.hands import TWO_ROW_CARD_SCALE
from ui.table.layout.seats import TableLayout

MAX_WAIT_S: Final = 1.0
"""So many seconds the cards wait at most until they are drawn that move first."""


class TableImagePreloader:
    """Asks the art thread for what this window will show, once for a size, and lets the cards wait a little for it."""

    def __init__(self, table: TableContext) -> None:
        self.table = table
        self._requested_key: tuple[object, tuple[int, int]] | None = None
        self._waited_seconds = 0.0

    @property
    def is_ready(self) -> bool:
        """Whether the cards need not wait: they are drawn, have waited long enough, or nothing is seen to move."""
        context = self.table.context
        return (
            not context.settings.speed
            or not context.scene_card_images.has_urgent_work
            or self._waited_seconds >= MAX_WAIT_S
        )

    def add_waiting_time(self, seconds: float) -> None:
        """The cards have waited another while."""
        self._waited_seconds += seconds

    def request_images(self) -> None:
        """Have the cards drawn that this deal will show, once for a size of the window."""
        context, layout = self.table.context, self.table.layout
        key = (context.scene_card_images, layout.window_size)
        if key != self._requested_key:
            self._requested_key, self._waited_seconds = key, 0.0
            portrait_numbers = choose_portraits(self.table.session.info.names, self.table.avatars)
            preload_images(context, layout, self.table.session.info.pack, portrait_numbers)


def preload_images(
    context: AppContext, layout: TableLayout, pack: Sequence[Card], portrait_numbers: Sequence[int]
) -> None:
    """Have the cards drawn on a thread in all the sizes that they have there, after what lies under them.

    ``portrait_numbers``: the portrait of each seat.
    """
    widths = (
        layout.hand_card_width,
        layout.hand_card_width * TWO_ROW_CARD_SCALE,
        layout.trick_card_width,
        layout.stock_card_width,
        layout.other_card_width,
        layout.pile_card_width,
    )
    context.scene_card_images.prepare(
        pack, [round(width) for width in widths], _list_background_painters(context, layout, portrait_numbers)
    )


def _list_background_painters(
    context: AppContext, layout: TableLayout, portrait_numbers: Sequence[int]
) -> list[Callable[[], object]]:
    """What paints the large pictures under the cards."""
    portraits = [(number, seats.get_portrait_rect(layout, seat).width) for seat, number in enumerate(portrait_numbers)]
    table_top_painter = partial(
        context.table_tops.paint_ahead, context.size, context.theme, tuple(layout.trick_ring_rect)
    )
    return [
        table_top_painter,
        *(partial(context.scene_card_images.paint_portrait, number, size) for number, size in portraits),
    ]
