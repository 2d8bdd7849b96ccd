"""Has the pictures of a page's widgets rasterized in a thread."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ui.widgets.tile import PictureWidget


class PictureLoader:
    """The widgets of a page whose cards and portraits are rasterized in a thread, so that no frame waits for them."""

    def __init__(self) -> None:
        self._widgets: tuple[PictureWidget, ...] = ()

    @property
    def is_busy(self) -> bool:
        """Whether pictures are ready that a widget does not show yet; while a thread works, frames follow anyway."""
        return any(widget.is_waiting and not widget.images.is_busy for widget in self._widgets)

    def request(self, widgets: Sequence[PictureWidget]) -> None:
        """Request the pictures of widgets, in the place of those of an earlier call."""
        self._widgets = tuple(widgets)
        for images in dict.fromkeys(widget.images for widget in widgets):
            own_widgets = [widget for widget in widgets if widget.images is images]
            pairs = [pair for widget in own_widgets for pair in widget.cards]
            portraits = dict.fromkeys(portrait for widget in own_widgets for portrait in widget.portraits)
            images.prepare(
                dict.fromkeys(card for card, _width in pairs),
                dict.fromkeys(width for _card, width in pairs),
                [partial(images.paint_portrait, *portrait) for portrait in portraits],
            )
        self.update()

    def update(self) -> None:
        """Paint the pictures that have become ready."""
        for widget in self._widgets:
            widget.update_pictures()
