"""Widgets that are described by nodes; the boxes among these are their parts, which a click finds."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import RoundedEnds
from ui.widgets.base import CustomWidget, Place
from ui.widgets.nodes import Frame, Ground, Node, Painted, Space, iter_leaves, make_paint_frame


@dataclass
class Box(Painted):
    """A node on a ground with round corners, or without one if ``fill_color`` is None.

    ``part``: the number by which a click finds it, None if a click has no effect; ``line_color``: None for that of
    panels; ``ends``: whether the corners at the left and at the right are round.
    """

    node: Node | None = None
    _: KW_ONLY
    part: int | None = None
    fill_color: theme.Color | None = None
    line_color: theme.Color | None = None
    ends: RoundedEnds = (True, True)
    width: float = 0
    height: float = 0
    grow: float = 0

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        if self.fill_color is not None:
            ground = Ground(self.fill_color, self.line_color, has_contrast_line=True, ends=self.ends)
            ground.paint(frame, canvas, rect)
        if self.node is not None:
            self.node.paint(frame, canvas, rect)


class DescribedWidget(CustomWidget):
    """A widget that is painted as nodes. Subclasses `describe` these, or `paint` the widget themselves."""

    def describe(self) -> Node:
        """Return what is on the widget in its present state; by default nothing."""
        return Space()

    @property
    def frame(self) -> Frame:
        """The surroundings in which the nodes are painted."""
        manager: Any = self.ui_manager
        return make_paint_frame(Place(manager, self.ui_scale))

    @property
    def part_rects(self) -> dict[int, pygame.Rect]:
        """The rectangles of the parts by their numbers, in pixels of the widget."""
        leaves = iter_leaves(self.describe(), self.frame, pygame.Rect((0, 0), self.rect.size))
        return {leaf.part: rect for leaf, rect in leaves if isinstance(leaf, Box) and leaf.part is not None}

    def make_box(
        self, part: int, node: Node, *, fill_color: theme.Color | None = None, is_available: bool = True, **options: Any
    ) -> Box:
        """Return a part with the colors of a button, or another fill color; below the pointer it is bright."""
        is_hovered, colors = is_available and self.hovered_part == part, self.theme
        usual_color = colors.hovered_button_color if is_hovered else colors.button_color
        box = Box(node, part=part, fill_color=fill_color or usual_color, **options)
        if not is_available:
            box.fill_color = colors.disabled_button_color
        box.line_color = theme.GOLD if is_hovered else None
        return box

    def paint(self, canvas: Canvas) -> None:
        self.describe().paint(self.frame, canvas, canvas.rect)

    def find_part(self, position: tuple[int, int]) -> int | None:
        return next((part for part, rect in self.part_rects.items() if rect.collidepoint(position)), None)
