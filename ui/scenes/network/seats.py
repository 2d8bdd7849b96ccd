"""The seats of a lobby around the table that it will be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import cos, radians
from typing import Final

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.hud.markers import OTHER_SIDE_MARK, OWN_SIDE_MARK, draw_side_arc
from ui.widgets.fields import Bound
from ui.widgets.layout import Anchored, Column, Layers, Row
from ui.widgets.nodes import Frame, Node, Painter, Space, Text

SEAT_HEIGHT: Final = 96
SEAT_WIDTH: Final = 248
SIDE_SEAT_WIDTH: Final = 168
SIDE_SEAT_HEIGHT: Final = 140
"""The size of a seat above or below the table, and of one at its side, in design pixels."""
OVAL_ASPECT: Final = 2.6
MIN_OVAL_WIDTH: Final = 120
RIM_WIDTH: Final = 12
ARC_INSET: Final = 24
"""The width of the oval as a multiple of its height, its least width, its rim, and the marks of sides in it."""
ARC_HALF_LENGTH: Final = 20
"""In degrees."""
SUPERSAMPLING: Final = 2


def arrange_seats(
    seats: Sequence[Bound], own_seat: int, sides: Mapping[int, int], note: str, *, is_clockwise: bool
) -> Node:  # fmt: skip
    """Return the seats around the table in order of play, the own one at the bottom.

    ``sides``: of seats; ``note``: a line on the table.
    """
    count = len(seats)
    order = [(own_seat + step) % count for step in range(count)]
    if is_clockwise:
        order[1:] = order[:0:-1]
    top = order[1:] if count == 2 else order[2:-1][::-1]
    above, below = ([replace(seats[number], width=SEAT_WIDTH) for number in numbers] for numbers in (top, order[:1]))
    ground = Painter(lambda frame, canvas, rect: paint_oval(frame, canvas, rect, sides, order), width=MIN_OVAL_WIDTH)
    oval = Layers(ground, Anchored(Text(note, face="serif", align="centre"), margin=theme.GAP), grow=1)
    right, left = order[1], order[-1]
    middle = Row(make_side_seat(seats[left]), oval, make_side_seat(seats[right]), gap=theme.GAP, grow=1)
    if count == 2:
        middle = Row(oval, grow=1)
    rows = [Row(Space(grow=1), *row, Space(grow=1), gap=theme.GAP) for row in (above, below)]
    return Column(rows[0] if above else None, middle, rows[1], gap=theme.GAP, grow=1)


def make_side_seat(seat: Bound) -> Node:
    """Return a seat at the left or the right of the table, in the middle of its height."""
    narrow = replace(seat, width=SIDE_SEAT_WIDTH, height=SIDE_SEAT_HEIGHT)
    return Column(Space(grow=1), narrow, Space(grow=1))


def paint_oval(
    frame: Frame, canvas: Canvas, rect: pygame.Rect, sides: Mapping[int, int], order: Sequence[int]
) -> None:  # fmt: skip
    """Paint the table with the marks of the sides before the seats; ``order``: from the own to the right."""
    height = min(rect.height, round(rect.width / OVAL_ASPECT))
    oval = pygame.Rect(0, 0, min(rect.width, round(height * OVAL_ASPECT)), height)
    oval.center = rect.center
    colors, rim, inset = frame.place.manager.theme, frame.px(RIM_WIDTH), frame.px(ARC_INSET)
    if oval.height <= 2 * inset:
        return
    canvas.blit(render_oval(oval.size, rim, colors.edge_color, colors.middle_color), oval)
    ring = oval.inflate(-2 * inset, -2 * inset)
    for step, seat in enumerate(order):
        if seat in sides:
            angle, mark = 270 + 360 / len(order) * step, OTHER_SIDE_MARK if sides[seat] else OWN_SIDE_MARK
            half_length = ARC_HALF_LENGTH * (1 + abs(cos(radians(angle))))
            draw_side_arc(canvas, ring, angle, half_length, mark, colors.compute_line_width(frame.px(4)))


@lru_cache(maxsize=4)
def render_oval(size: tuple[int, int], rim: int, rim_color: theme.Color, color: theme.Color) -> pygame.Surface:
    """Return an oval with a rim, drawn larger and scaled down."""
    image = pygame.Surface((size[0] * SUPERSAMPLING, size[1] * SUPERSAMPLING), pygame.SRCALPHA)
    pygame.draw.ellipse(image, rim_color, image.get_rect())
    pygame.draw.ellipse(image, color, image.get_rect().inflate(-2 * rim * SUPERSAMPLING, -2 * rim * SUPERSAMPLING))
    return pygame.transform.smoothscale(image, size)
