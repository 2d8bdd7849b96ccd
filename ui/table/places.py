"""Where people sit and things have their place: a pure function of the window, the scale and the seats.

Seats sit around the table in order of play, the viewer at the bottom; counter-clockwise games go on to the
right. A seat is a medallion: a portrait with a plate, under it a row for what it said and what it took, and
its fan between it and the middle. The upper corners belong to the table: on the left what is played, trump and
stock, on the right the buttons and the cards that are nobody's. The middle is the trick's.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import pygame

from ui.table.pose import RATIO

BASE: Final = (1280, 720)
"""The window that design pixels are measured at."""
ROOM: Final[Mapping[int, tuple[int, int]]] = {
    2: (1010, 584), 3: (1010, 576), 4: (1040, 602), 5: (1070, 602), 6: (1010, 626),
}  # fmt: skip
"""What a table needs at least, in design pixels: this bounds how far it is enlarged."""

EDGE: Final = 22
TOP: Final = 20
GAP: Final = 8
PLATE: Final = (204, 76)
ROW: Final = 36
"""Under each plate: the height of the row for what was said and taken."""
FAN: Final = (84, 116)
"""A fan turned to the side: how far it reaches, how high it is."""
CORNER: Final = (222, 210)
BUTTONS: Final = (84, 118, 96)
"""How wide the buttons are: the score, the last trick, the menu."""
BUTTON: Final = 34
SPARE: Final = (222, 86)
STACKED: Final = 1230
"""In a narrower window (design pixels) the buttons stand one above the other."""
PILE: Final = 58
PROMPT: Final = 42
HAND: Final = 112
HAND_SHARE: Final = 0.275
"""Of the window's height, at most, is the viewer's hand."""
TRICK: Final = 106
WIDEST: Final = 2.0
"""The table is at most so many times as wide as high."""


class Place(NamedTuple):
    """Where a seat is.

    ``plate`` with the ``portrait`` (a square) in it; ``row`` beside or under it, where a chip or a mark stands;
    ``ground`` is all of that together; ``speech`` is where a bubble may be, beside the portrait and at most over the
    seat's own fan; ``fan`` is the ground of its hand, held towards ``angle`` (90 is up); ``hand``, ``trick`` and
    ``pile`` are the middles of what lies there.
    """

    plate: pygame.Rect
    portrait: pygame.Rect
    row: pygame.Rect
    ground: pygame.Rect
    speech: pygame.Rect
    fan: pygame.Rect
    angle: float
    hand: tuple[float, float]
    trick: tuple[float, float]
    pile: tuple[float, float]


class Spot(NamedTuple):
    """All that depends on the window and the seats alone: the places, the sizes, the corners.

    ``unit``: pixels to a design pixel; ``room``: what is free in the middle; ``prompt``: the ground of the line above
    the hand; ``hand``: the ground of the viewer's hand; ``suits``: in which order the viewer sees the suits of a
    sorted hand, empty: as it is.
    """

    size: tuple[int, int]
    unit: float
    places: tuple[Place, ...]
    hand_width: float
    other_width: float
    pile_width: float
    trick_width: float
    stock_width: float
    centre: tuple[float, float]
    ring: pygame.Rect
    room: pygame.Rect
    corner: pygame.Rect
    stock: tuple[float, float]
    turned: tuple[float, float]
    spare: pygame.Rect
    buttons: tuple[pygame.Rect, ...]
    prompt: pygame.Rect
    hand: pygame.Rect
    bottom: int
    suits: str

    def place(self, seat: int) -> Place:
        return self.places[seat]

    def px(self, design: float) -> int:
        """Design pixels as pixels of this window."""
        return round(design * self.unit)


def base_unit(size: tuple[int, int]) -> float:
    """Pixels to a design pixel at scale 1."""
    return max(0.75, min(size[0] / BASE[0], size[1] / BASE[1]))


def largest_scale(size: tuple[int, int], seats: int) -> float:
    """How far a table of so many seats can be enlarged in a window."""
    wide, high = ROOM[min(max(seats, 2), 6)]
    return max(1.0, min(size[0] / wide, size[1] / high) / base_unit(size))


@lru_cache(maxsize=64)
def spot(size: tuple[int, int], seats: int, bottom: int, clockwise: bool, scale: float = 1.0, suits: str = "") -> Spot:
    """The table for a window of ``size`` pixels with ``seats`` seats, seat ``bottom`` at the lower edge."""
    return _Table(size, seats, scale).spot(bottom, clockwise, suits)


class _Table:
    """The measures of one table, in pixels, taken one after the other."""

    def __init__(self, size: tuple[int, int], seats: int, scale: float) -> None:
        base = base_unit(size)
        self.size, self.seats = size, seats
        self.unit = base * min(scale, largest_scale(size, seats))
        wide, high = size
        inset = max(0, round((wide - WIDEST * high) / 2))
        self.left, self.right = inset + self.px(EDGE), wide - inset - self.px(EDGE)
        self.hand_width = min(HAND * max(base, self.unit), HAND_SHARE * high / RATIO)
        self.hand_top = high - self.px(16) - round(self.hand_width * RATIO * 1.03)
        self.corner = pygame.Rect(self.px(EDGE), self.px(TOP), self.px(CORNER[0]), self.px(CORNER[1]))
        self.buttons = self._buttons()
        self.upper = self.px(TOP) + self.px(CORNER[1] + GAP)
        """Under the corners."""

    def px(self, design: float) -> int:
        return round(design * self.unit)

    def _buttons(self) -> tuple[pygame.Rect, ...]:
        wide, px = self.size[0], self.px
        right, top = wide - px(EDGE), px(TOP)
        if wide < px(STACKED):
            most = max(BUTTONS)
            step = px(BUTTON + 5)
            rows = [pygame.Rect(right - px(most), top + at * step, px(most), px(BUTTON)) for at in range(3)]
            return rows[2], rows[1], rows[0]
        rects = []
        for width in reversed(BUTTONS):
            rects.append(pygame.Rect(right - px(width), top, px(width), px(BUTTON)))
            right -= px(width + GAP)
        return tuple(reversed(rects))

    # -- the seats around the table

    def _sides(self) -> list[tuple[str, int]]:
        """The other seats counter-clockwise from the viewer: on which side, how many from the viewer there."""
        return {
            2: [("top", 0)],
            3: [("right", 0), ("left", 0)],
            4: [("right", 0), ("top", 0), ("left", 0)],
            5: [("right", 0), ("top right", 0), ("top left", 0), ("left", 0)],
            6: [("right", 1), ("right", 0), ("top", 0), ("left", 0), ("left", 1)],
        }.get(self.seats, [("top", 0)])

    def spot(self, bottom: int, clockwise: bool, suits: str) -> Spot:
        px, (wide, high) = self.px, self.size
        mine = self._mine()
        self.hand = pygame.Rect(mine.ground.right + px(14), self.hand_top, 0, high - self.hand_top - px(8))
        self.hand.width = self.right - self.hand.x
        self.prompt = pygame.Rect(0, 0, wide - 2 * (mine.ground.right + px(GAP)), px(PROMPT))
        self.prompt.midbottom = (wide // 2, self.hand_top - px(6))
        others = [self._other(side, at) for side, at in self._sides()]
        beside = [place.fan for place in others if place.fan.bottom > self.prompt.top]
        for place in others:
            if max(place.fan.bottom, place.ground.bottom) > self.hand_top - px(GAP) and place.angle in (0.0, 180.0):
                left = max(self.hand.left, place.fan.right + px(GAP)) if place.angle == 0.0 else self.hand.left
                right = min(self.hand.right, place.fan.left - px(GAP)) if place.angle == 180.0 else self.hand.right
                self.hand.left, self.hand.width = left, right - left
        if beside:
            half = min(abs(edge - wide // 2) for fan in beside for edge in (fan.left, fan.right)) - px(GAP)
            self.prompt.inflate_ip(min(0, 2 * half - self.prompt.width), 0)
        room = self._room(others)
        trick_width, offsets = self._trick(room)
        places = [mine, *others]
        ordered = [places[0], *(reversed(places[1:]) if clockwise else places[1:])]
        lay = [offsets[0], *(reversed(offsets[1:]) if clockwise else offsets[1:])]
        centre = (float(room.centerx), float(room.centery))
        ordered = [
            place._replace(trick=(centre[0] + x * trick_width, centre[1] + y * trick_width))
            for place, (x, y) in zip(ordered, lay, strict=True)
        ]
        around = tuple(ordered[(seat - bottom) % self.seats] for seat in range(self.seats))
        stock_width = 56 * self.unit
        row = self.corner.bottom - px(10) - round(stock_width * RATIO / 2)
        spare = pygame.Rect(0, 0, px(SPARE[0]), px(SPARE[1]))
        spare.bottomright = (wide - px(EDGE), self.corner.bottom)
        return Spot(
            size=self.size, unit=self.unit, places=around, hand_width=self.hand_width, other_width=42 * self.unit,
            pile_width=32 * self.unit, trick_width=trick_width, stock_width=stock_width, centre=centre,
            ring=_ring(centre, trick_width, offsets), room=room, corner=self.corner,
            stock=(self.corner.x + px(46), row), turned=(self.corner.x + px(142), row),
            spare=spare, buttons=self.buttons, prompt=self.prompt, hand=self.hand, bottom=bottom, suits=suits,
        )  # fmt: skip

    def _seat(self, plate: pygame.Rect, row_above: bool, fan: pygame.Rect, angle: float, outward: int) -> Place:
        """A seat from its plate; ``outward`` -1: its pile lies at the left end of the row."""
        px = self.px
        row = pygame.Rect(plate.x, plate.bottom + px(4), plate.width, px(ROW))
        if row_above:
            row.bottom = plate.top - px(4)
        portrait = pygame.Rect(plate.x, plate.y, plate.height, plate.height)
        if outward > 0:
            portrait.right = plate.right
        pile = (row.x + px(PILE) / 2, row.centery) if outward < 0 else (row.right - px(PILE) / 2, row.centery)
        start, end = (portrait.right, plate.union(fan).right) if outward < 0 else (plate.union(fan).left, portrait.left)
        speech = pygame.Rect(start + px(2), plate.y, end - start - px(4), plate.height)
        if row_above:
            speech.width += px(10)
        chip = pygame.Rect(row.x if outward > 0 else row.x + px(PILE + 6), row.y, row.width - px(PILE + 6), row.height)
        middle = (pile[0], float(pile[1]))
        return Place(plate, portrait, chip, plate.union(row), speech, fan, angle, fan.center, (0.0, 0.0), middle)

    def _mine(self) -> Place:
        px = self.px
        plate = pygame.Rect(self.left, self.size[1] - px(16 + PLATE[1]), px(PLATE[0]), px(PLATE[1]))
        return self._seat(plate, True, pygame.Rect(plate.topright, (0, 0)), 90.0, -1)

    def _other(self, side: str, at: int) -> Place:
        return self._at_top(side) if side.startswith("top") else self._at_side(side, at)

    def _at_side(self, side: str, at: int) -> Place:
        px = self.px
        count = sum(one == side for one, _at in self._sides())
        block = px(PLATE[1] + 4 + ROW)
        last = self.size[1] - px(16 + PLATE[1] + 4 + ROW + GAP)
        if side == "right":
            last = min(last, self.hand_top - px(GAP))
        free = last - self.upper - block * count
        rest = max(0, min(free, px(60))) // 2 if count == 1 else 0
        top = self.upper + rest + at * (block + max(0, min(free, px(56))))
        plate = pygame.Rect(self.left, top, px(PLATE[0]), px(PLATE[1]))
        fan = pygame.Rect(0, 0, px(FAN[0]), px(FAN[1]))
        if side == "left":
            fan.midleft = (plate.right + px(6), top + block // 2)
            return self._seat(plate, False, fan, 0.0, -1)
        plate.right = self.right
        fan.midright = (plate.left - px(6), top + block // 2)
        return self._seat(plate, False, fan, 180.0, 1)

    def _at_top(self, side: str) -> Place:
        px = self.px
        first, last = self.corner.right + px(12), min(one.left for one in self.buttons) - px(12)
        block = px(PLATE[0] + 6 + FAN[1])
        middle = self.size[0] // 2
        if side == "top":
            left = min(max(middle - block // 2, first), last - block)
        else:
            gap = max(0, min((last - first - 2 * block) // 2, px(180)))
            middle = min(max(middle, first + block + gap // 2), last - block - gap // 2)
            left = middle - gap // 2 - block if side == "top left" else middle + gap // 2
        fan = pygame.Rect(0, px(TOP), px(FAN[1]), px(FAN[0]))
        plate = pygame.Rect(left, px(TOP), px(PLATE[0]), px(PLATE[1]))
        if side == "top right":
            fan.left, plate.left = left, left + px(FAN[1] + 6)
            return self._seat(plate, False, fan, 270.0, 1)
        fan.left = plate.right + px(6)
        return self._seat(plate, False, fan, 270.0, -1)

    # -- the middle

    def _room(self, others: list[Place]) -> pygame.Rect:
        """What is free between the seats, the corners and the prompt."""
        px = self.px
        at_side = [place for place in others if place.angle in (0.0, 180.0)]
        at_top = [place for place in others if place not in at_side]
        left = max([place.fan.right for place in at_side if place.angle == 0.0], default=self.left)
        right = min([place.fan.left for place in at_side if place.angle == 180.0], default=self.right)
        if not at_side:
            left, right = self.corner.right, self.size[0] - self.corner.right
        half = min(self.size[0] // 2 - left, right - self.size[0] // 2) - px(GAP)
        lowest = max(button.bottom for button in self.buttons)
        top = max([max(place.ground.bottom, place.fan.bottom) for place in at_top], default=lowest) + px(GAP)
        return pygame.Rect(self.size[0] // 2 - half, top, 2 * half, self.prompt.top - px(4) - top)

    def _trick(self, room: pygame.Rect) -> tuple[float, list[tuple[float, float]]]:
        """The width of a card in the trick, and where each lies: the arrangement that allows the larger cards."""
        most = TRICK * max(base_unit(self.size), self.unit)
        best = 0.0, [(0.0, 0.0)] * self.seats
        for offsets in ARRANGED[self.seats]:
            across = max(abs(x) for x, _y in offsets) * 2 + SLACK[0]
            down = max(abs(y) for _x, y in offsets) * 2 + SLACK[1]
            width = min(most, room.width / across, room.height / down)
            if width > best[0] * 1.25:
                best = width, list(offsets)
        return best


SLACK: Final = (1.24, RATIO + 0.16)
"""Width and height of a card that is a little tilted, with air around it, in card widths."""
ARRANGED: Final[Mapping[int, tuple[tuple[tuple[float, float], ...], ...]]] = {
    2: (((0, 0.92), (0, -0.92)), ((0.62, 0.12), (-0.62, -0.12))),
    3: (((0, 0.72), (1.14, -0.42), (-1.14, -0.42)), ((0, 0.2), (1.2, -0.1), (-1.2, -0.1))),
    4: (
        ((0, 0.92), (1.24, 0), (0, -0.92), (-1.24, 0)),
        ((0.6, 0.2), (1.8, 0.0), (-0.6, -0.2), (-1.8, 0.0)),
    ),
    5: (((0, 0.98), (1.3, 0.72), (0.72, -0.98), (-0.72, -0.98), (-1.3, 0.72)),),
    6: (((0, 1.0), (1.24, 0.8), (1.24, -0.98), (0, -0.92), (-1.24, -0.98), (-1.24, 0.8)),),
}  # fmt: skip
"""Where the cards of a trick lie, from the viewer counter-clockwise, in card widths from the middle."""


def _ring(centre: tuple[float, float], width: float, offsets: list[tuple[float, float]]) -> pygame.Rect:
    """The inlaid oval that holds a trick together."""
    across = max(abs(x) for x, _y in offsets) * 2 + 2.5
    down = max(abs(y) for _x, y in offsets) * 2 + RATIO * 0.62
    ring = pygame.Rect(0, 0, round(across * width), round(down * width))
    ring.center = (round(centre[0]), round(centre[1]))
    return ring
