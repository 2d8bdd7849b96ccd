"""Preloading of the images of a table: cards of the deal, portraits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from game.core.cards import Card
from game.session.avatars import choose_portraits
from ui.app.context import AppContext
from ui.table.hud import seats
from ui.table.layout.hands import TWO_ROW_CARD_SCALE, needs_two_rows
from ui.table.layout.seats import TableLayout

if TYPE_CHECKING:
    from ui.table.scene import TableScene

MAX_WAIT_S: Final = 1.0
"""The longest time that an animation waits for its images, in seconds."""


class TableImagePreloader:
    """Requests the images of a table from the drawing thread.

    It requests them once for each size and look of the table, and delays animations until the cards are drawn.
    """

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self._requested_key: object = None
        self.waited_seconds = 0.0
        """The time for which the animations have waited."""

    @property
    def is_ready(self) -> bool:
        """Whether animations can go on.

        They do if the images are ready, the wait was long enough, or animations are off.
        """
        context = self.table.context
        return (
            not context.settings.speed
            or not context.scene_card_images.has_urgent_work
            or self.waited_seconds >= MAX_WAIT_S
        )

    def request_images(self) -> None:
        """Request the images of this deal, once for each size and look of the table."""
        context, layout = self.table.context, self.table.layout
        key = get_images_key(context, layout)
        if key != self._requested_key:
            self._requested_key, self.waited_seconds = key, 0.0
            portrait_numbers = choose_portraits(self.table.session.info.names, self.table.avatars)
            preload_images(context, layout, self.table.session.info.pack, portrait_numbers)


def get_images_key(context: AppContext, layout: TableLayout) -> object:
    """Return a value that changes when other images are needed than `preload_images` has requested."""
    return context.scene_card_images, context.theme, layout.window_size, layout.ui_scale


def preload_images(
    context: AppContext,
    layout: TableLayout,
    pack: Sequence[Card],
    portrait_numbers: Sequence[int],
    other_widths: Iterable[float] = (),
) -> None:
    """Request the cards in all sizes of a layout, and before in other widths, from the drawing thread.

    The portraits are drawn first. ``portrait_numbers``: the portrait of each seat.
    """
    widths = (
        *other_widths,
        layout.hand_card_width,
        *([layout.hand_card_width * TWO_ROW_CARD_SCALE] if needs_two_rows(layout, layout.hand_size) else ()),
        layout.trick_card_width,
        layout.stock_card_width,
        layout.other_card_width,
        layout.pile_card_width,
    )
    context.scene_card_images.prepare(
        pack, [round(width) for width in widths], _list_portrait_painters(context, layout, portrait_numbers)
    )


def _list_portrait_painters(
    context: AppContext, layout: TableLayout, portrait_numbers: Sequence[int]
) -> list[Callable[[], object]]:
    portraits = [(number, seats.compute_portrait_size(layout, seat)) for seat, number in enumerate(portrait_numbers)]
    return [partial(context.scene_card_images.paint_portrait, number, size) for number, size in portraits]
