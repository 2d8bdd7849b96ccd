"""A widget over the cards of a trick: the names of their players, one of whom can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.scenes.trainer.card_picker import DIGIT_KEYS, KEY_DIRECTIONS
from ui.table.hud.frame import describe_label
from ui.table.layout.pose import CardPose, compute_bounds, compute_corners, contains_point
from ui.widgets.base import Place
from ui.widgets.described import DescribedWidget
from ui.widgets.layout import Anchored, Column
from ui.widgets.nodes import Line, Space

RING_WIDTH: Final = 5
NAME_HEIGHT: Final = 26
NAME_PADDING: Final = 10
"""The height of a name and the space beside its text, in design pixels."""
NAME_OVERHANG: Final = 6
"""The part of a name that is below its card, in design pixels."""


class TrickPicker(DescribedWidget):
    """The names on the cards of a trick. ``value``: the index of the chosen card, None before a choice.

    ``poses``: of the cards, in the order of play. ``is_asked``: a card can be chosen. ``takes_digits``: digits choose
    a card; elsewhere they are points.
    """

    def __init__(
        self,
        poses: Sequence[CardPose],
        names: Sequence[str],
        place: Place,
        value: int | None = None,
        *,
        is_asked: bool = True,
        takes_digits: bool = True,
    ) -> None:
        bounds = [compute_bounds(pose) for pose in poses]
        margin = 2 * place.px(RING_WIDTH)
        rect = bounds[0].unionall(bounds[1:]).inflate(2 * margin, 2 * margin)
        self.poses = [pose._replace(x=pose.x - rect.x, y=pose.y - rect.y) for pose in poses]
        self.names = tuple(names)
        self.value = value
        self.is_asked, self.takes_digits = is_asked, takes_digits
        super().__init__(rect, place)

    @property
    def value_text(self) -> str:
        return _("nothing") if self.value is None else self.names[self.value]

    @property
    def key_help(self) -> str:
        text = _("Player {number} of {count}: choose with Left and Right; type the points")
        if self.takes_digits:
            text = _("Player {number} of {count}: choose with Left and Right, or digits")
        return text.format(number=(self.value or 0) + 1, count=len(self.names))

    def paint(self, canvas: Canvas) -> None:
        for index, pose in enumerate(self.poses):
            color = theme.GOLD if index == self.value else theme.CREAM if index == self.hovered_part else None
            if color is not None and self.is_asked:
                canvas.draw_polygon(color, compute_corners(pose), self.px(RING_WIDTH))
        for index, pose in enumerate(self.poses):
            self._paint_name(canvas, compute_bounds(pose), self.names[index], is_chosen=index == self.value)

    def _paint_name(self, canvas: Canvas, card_rect: pygame.Rect, name: str, *, is_chosen: bool) -> None:
        line = Line(name, face="bold", size=theme.SMALL_TEXT_SIZE, color=theme.INK if is_chosen else theme.CREAM)
        label = describe_label(line, NAME_HEIGHT, NAME_PADDING, color=theme.GOLD if is_chosen else None)
        Anchored(Column(label, Space(-NAME_OVERHANG)), "midbottom").paint(self.frame, canvas, card_rect)

    def find_part(self, position: tuple[int, int]) -> int | None:
        """Return the index of the uppermost card at a point of the widget."""
        indices = (index for index in reversed(range(len(self.poses))) if contains_point(self.poses[index], position))
        return next(indices, None) if self.is_asked else None

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self._choose(part)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Choose with the arrows, Home, End and digits; Enter is left to the page."""
        end_indices, count = {pygame.K_HOME: 0, pygame.K_END: len(self.names) - 1}, len(self.names)
        if event.key in KEY_DIRECTIONS:
            self._choose(0 if self.value is None else (self.value + KEY_DIRECTIONS[event.key]) % count)
        elif event.key in end_indices:
            self._choose(end_indices[event.key])
        elif self.takes_digits and event.key in DIGIT_KEYS and DIGIT_KEYS.index(event.key) < count:
            self._choose(DIGIT_KEYS.index(event.key))
        else:
            return False
        return True

    def _choose(self, index: int) -> None:
        if index != self.value:
            self.value = index
            self.notify_changed()
