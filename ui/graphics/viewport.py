"""The picture in its window: as large as the window, or scaled as a whole where the window is too small for it."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

MIN_PICTURE_SIZE: Final = (960, 540)
"""The smallest picture that scenes are laid out for, in pixels."""
MAX_ENLARGEMENT: Final = 3
"""The most times that a side of a picture that is scaled is longer than in `MIN_PICTURE_SIZE`."""


class Viewport(NamedTuple):
    """The sizes of the window and of the picture in it, in pixels; the picture fills the window."""

    window_size: tuple[int, int]
    picture_size: tuple[int, int]

    @property
    def is_scaled(self) -> bool:
        """Whether the picture is larger than the window, and scaled down to it."""
        return self.window_size != self.picture_size

    def map_to_picture(self, point: tuple[int, int]) -> tuple[int, int]:
        """Return the pixel of the picture in the middle of a pixel of the window, which may be outside of it.

        >>> fit_viewport((480, 300)).map_to_picture((479, 0))
        (959, 1)
        """
        (x, y), (width, height), (shown_width, shown_height) = point, self.picture_size, self.window_size
        return (2 * x + 1) * width // (2 * shown_width), (2 * y + 1) * height // (2 * shown_height)

    def map_to_window(self, rect: pygame.Rect) -> pygame.Rect:
        """Return the rectangle of the window in which a rectangle of the picture is shown."""
        (width, height), (shown_width, shown_height) = self.picture_size, self.window_size
        left, top = rect.left * shown_width // width, rect.top * shown_height // height
        right, bottom = -(-rect.right * shown_width // width), -(-rect.bottom * shown_height // height)
        return pygame.Rect(left, top, right - left, bottom - top)

    def translate_event(self, event: pygame.event.Event) -> pygame.event.Event:
        """Return an event of the mouse with its position in the picture, and any other event unchanged."""
        if not self.is_scaled or event.type not in (
            pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP
        ):  # fmt: skip
            return event
        return pygame.event.Event(event.type, {**event.dict, "pos": self.map_to_picture(event.pos)})


def fit_viewport(window_size: tuple[int, int]) -> Viewport:
    """Return the picture for a window of any size: of the same shape, at least as large as `MIN_PICTURE_SIZE`.

    A window of a very long shape gets a picture that is less long, so that it does not get huge.

        >>> fit_viewport((1280, 720)).picture_size, fit_viewport((480, 300)).picture_size
        ((1280, 720), (960, 600))
    """
    width, height = max(1, window_size[0]), max(1, window_size[1])
    scale = max(1.0, MIN_PICTURE_SIZE[0] / width, MIN_PICTURE_SIZE[1] / height)
    picture_width, picture_height = (
        max(shown, min(round(shown * scale), MAX_ENLARGEMENT * min_side))
        for shown, min_side in zip((width, height), MIN_PICTURE_SIZE, strict=True)
    )
    return Viewport((width, height), (picture_width, picture_height))
