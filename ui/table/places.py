"""Where people sit and things have their place: a pure function of the window, the scale and the seats.

Seats sit around the table in order of play, the viewer at the bottom; counter-clockwise games go on to the
right. A seat is a medallion: a portrait with a plate, under or beside it a row for what it said and what it took,
and its fan between it and the middle. The upper corners belong to the table: on the left what is played, trump and
stock, on the right the buttons and the cards that are nobody's. The middle is the trick's.

A table is laid out in the largest `Measures` that leave nothing over anything else. The scale asks for larger text
and buttons; it is followed as far as the table can be laid out in the least measures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

import pygame

from ui.table.measures import LARGEST, Measures, base_unit, least
from ui.table.middle import arranged
from ui.table.order import AS_DEALT, Order
from ui.table.pose import RATIO

FAN: Final = (2.0, 2.8)
"""A fan turned to the side, in widths of its cards: how far it reaches, how high it is."""
BUTTONS: Final = (84, 118, 96)
"""How wide the buttons are: the score, the last trick, the menu."""
BUTTON: Final = 36
SPARE: Final = 222
PROMPT: Final = 40
PANEL: Final = (330, 196)
"""The room that a panel needs in the middle."""
LOW: Final = 10
"""Under the viewer's hand and plate."""
HAND: Final = 114
HAND_SHARE: Final = 0.275
"""Of the window's height, at most, is the viewer's hand."""
HAND_ROOM: Final = 4.6
"""The room that a hand needs, in widths of its cards."""
TRICK: Final = 124
TRICK_LEAST: Final[Mapping[int, int]] = {2: 92, 3: 92, 4: 92, 5: 80, 6: 74}
"""No plate grows at the cost of a trick with smaller cards than these, in design pixels at scale 1."""
WIDEST: Final = 2.0
"""The table is at most so many times as wide as high."""
MOST: Final = 3.0
STEPS: Final = 7
"""So often the search for the largest table halves what is left."""


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
    the hand; ``hand``: the ground of the viewer's hand; ``order``: in which order the viewer sees it.
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
    order: Order

    def place(self, seat: int) -> Place:
        return self.places[seat]

    def px(self, design: float) -> int:
        """Design pixels as pixels of this window."""
        return round(design * self.unit)


def largest_scale(size: tuple[int, int], seats: int) -> float:
    """How far text and buttons of a table of so many seats can be enlarged in a window."""
    return _largest_scale(size, min(max(seats, 2), 6))


@lru_cache(maxsize=64)
def _largest_scale(size: tuple[int, int], seats: int) -> float:
    return _most(1.0, MOST, lambda scale: _laid_out(size, seats, base_unit(size) * scale, least(seats)) is not None)


@lru_cache(maxsize=64)
def spot(
    size: tuple[int, int], seats: int, bottom: int, clockwise: bool, scale: float = 1.0, order: Order = AS_DEALT
) -> Spot:
    """The table for a window of ``size`` pixels with ``seats`` seats, seat ``bottom`` at the lower edge."""
    return _table(size, seats, scale).spot(bottom, clockwise, order)


def _table(size: tuple[int, int], seats: int, scale: float) -> _Table:
    """The table in the largest measures that it can be laid out in."""
    base, small = base_unit(size), least(seats)
    unit = base * min(scale, largest_scale(size, seats))
    share = _most(0.0, 1.0, lambda part: _laid_out(size, seats, unit, small.towards(LARGEST, part)) is not None)
    measures = small.towards(LARGEST, share)
    return _laid_out(size, seats, unit, measures) or _Table(size, seats, unit, measures, stacked=True)


def _laid_out(size: tuple[int, int], seats: int, unit: float, measures: Measures) -> _Table | None:
    """The table in these measures, if all has its place: its buttons in a row if they can be, else in a column."""
    tables = (_Table(size, seats, unit, measures, stacked=stacked) for stacked in (False, True))
    return next((table for table in tables if table.fits), None)


def _most(low: float, high: float, fits: Callable[[float], bool]) -> float:
    """The largest number between two that fits, as near as need be; ``low`` where none does."""
    if fits(high):
        return high
    for _step in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


class _Table:
    """The places of one table, in pixels, found one after the other."""

    def __init__(self, size: tuple[int, int], seats: int, unit: float, measures: Measures, *, stacked: bool) -> None:
        self.size, self.seats, self.unit, self.measures = size, seats, unit, measures
        px, (wide, high) = self.px, size
        base = base_unit(size)
        self.edge, self.gap = px(measures.edge), px(measures.gap)
        inset = max(0, round((wide - WIDEST * high) / 2))
        self.left, self.right = inset + self.edge, wide - inset - self.edge
        self.hand_width = min(HAND * max(base, unit), HAND_SHARE * high / RATIO)
        self.hand_top = high - px(LOW) - round(self.hand_width * RATIO * 1.03)
        self.plate = px(measures.plate_wide), px(measures.plate_high)
        self.row = px(measures.row)
        self.pile = round(self.row * 0.86)
        self.fan = round(px(measures.fan) * FAN[0]), round(px(measures.fan) * FAN[1])
        self.corner = pygame.Rect(self.edge, self.edge, px(measures.corner_wide), px(measures.corner_high))
        self.buttons = self._stacked() if stacked else self._in_a_row()
        lowest = max(button.bottom for button in self.buttons)
        spare = pygame.Rect(0, 0, px(SPARE), px(measures.spare_high))
        self.spare = spare.move(
            wide - self.edge - spare.width, max(lowest + self.gap, self.corner.bottom - spare.height)
        )
        self.mine = self._mine()
        self.hand = pygame.Rect(self.mine.ground.right + px(14), self.hand_top, 0, high - self.hand_top - px(2))
        self.hand.width = self.right - self.hand.x
        self.prompt = pygame.Rect(0, 0, wide - 2 * (self.mine.ground.right + self.gap), px(PROMPT))
        self.prompt.midbottom = (wide // 2, self.hand_top - px(6))
        self.others = [self._other(side, at) for side, at in SIDES[seats]]
        self._make_way()
        self.room = self._room()
        self.trick_width, self.offsets = arranged(self.room, seats, TRICK * max(base, unit))

    def px(self, design: float) -> int:
        return round(design * self.unit)

    @property
    def fits(self) -> bool:
        """Whether nothing lies over anything else and all has the room that it needs."""
        window = pygame.Rect((0, 0), self.size)
        things = [self.corner, *self.buttons, self.spare, self.mine.ground, self.hand, self.prompt]
        for place in self.others:
            things += [place.ground, place.fan]
        return (
            self.room.width >= self.px(PANEL[0])
            and self.room.height >= self.px(PANEL[1])
            and self.prompt.width >= self.px(PANEL[0])
            and self.hand.width >= self.hand_width * HAND_ROOM
            and self.trick_width >= TRICK_LEAST[self.seats] * base_unit(self.size)
            and all(window.contains(thing) for thing in things)
            and not any(one.colliderect(other) for one, other in combinations(things, 2))
        )

    def _in_a_row(self) -> tuple[pygame.Rect, ...]:
        right, rects = self.size[0] - self.edge, []
        for width in reversed(BUTTONS):
            rects.append(pygame.Rect(right - self.px(width), self.edge, self.px(width), self.px(BUTTON)))
            right -= self.px(width) + self.gap
        return tuple(reversed(rects))

    def _stacked(self) -> tuple[pygame.Rect, ...]:
        wide, high = self.px(max(BUTTONS)), self.px(BUTTON)
        left, step = self.size[0] - self.edge - wide, high + self.px(5)
        menu, last, score = (pygame.Rect(left, self.edge + at * step, wide, high) for at in range(3))
        return score, last, menu

    # -- the seats around the table

    def _seat(self, plate: pygame.Rect, row: pygame.Rect, fan: pygame.Rect, angle: float, outward: int) -> Place:
        """A seat from its plate; ``outward`` -1: the portrait and its pile are at the left end."""
        px = self.px
        portrait = pygame.Rect(plate.x, plate.y, plate.height, plate.height)
        if outward > 0:
            portrait.right = plate.right
        long = round(self.pile * RATIO) + px(4)
        pile = (row.x + long / 2, float(row.centery)) if outward < 0 else (row.right - long / 2, float(row.centery))
        chip = pygame.Rect(row.x, row.y, row.width - long - px(5), row.height)
        if outward < 0:
            chip.right = row.right
        start, end = (portrait.right, plate.union(fan).right) if outward < 0 else (plate.union(fan).left, portrait.left)
        speech = pygame.Rect(start + px(2), plate.y, end - start - px(4), plate.height)
        if angle == MINE:
            speech.width += px(10)
        return Place(plate, portrait, chip, plate.union(row), speech, fan, angle, fan.center, (0.0, 0.0), pile)

    def _mine(self) -> Place:
        wide, high = self.plate
        plate = pygame.Rect(self.left, self.size[1] - self.px(LOW + 2) - high, wide, high)
        row = pygame.Rect(plate.x, plate.y - self.px(4) - self.row, wide, self.row)
        return self._seat(plate, row, pygame.Rect(plate.topright, (0, 0)), MINE, -1)

    def _other(self, side: str, at: int) -> Place:
        if side == "top":
            return self._above()
        return self._in_pair(side) if side.startswith("top") else self._beside(side, at)

    def _beside(self, side: str, at: int) -> Place:
        """A seat at the left or the right edge, ``at`` from above."""
        px, (wide, high) = self.px, self.plate
        count = sum(one == side for one, _at in SIDES[self.seats])
        body = high + px(4) + self.row
        block = max(body, self.fan[1])
        own = (self.corner if side == "left" else self.spare).bottom + self.gap
        both = max(self.corner.bottom, self.spare.bottom) + self.gap
        last = self.mine.ground.top - self.gap
        if count == 1:
            last = min(last, self.hand_top - self.gap)
        first = both if last - both >= block * count else own
        free = last - first - block * count
        between = max(0, min((free + self.gap) // 2 if count > 1 else 0, px(56)))
        rest = max(0, free - between * (count - 1))
        top = first + (rest // 2 if count == 1 and self.seats != 4 else min(rest // 2, px(20))) + at * (block + between)
        plate = pygame.Rect(self.left, top + (block - body) // 2, wide, high)
        fan = pygame.Rect((0, 0), self.fan)
        if side == "left":
            fan.midleft = (plate.right + self.gap, top + block // 2)
        else:
            plate.right = self.right
            fan.midright = (plate.left - self.gap, top + block // 2)
        row = pygame.Rect(plate.x, plate.bottom + px(4), wide, self.row)
        return self._seat(plate, row, fan, *((LEFT, -1) if side == "left" else (RIGHT, 1)))

    def _span(self) -> tuple[int, int]:
        """From where to where there is room along the upper edge."""
        return self.corner.right + self.gap, min(one.left for one in self.buttons) - self.gap

    def _above(self) -> Place:
        """The seat in the middle of the upper edge: what it said and took on its left, its fan on its right."""
        first, last = self._span()
        wide, high = self.plate
        aside = self.px(self.measures.aside)
        left = self.size[0] // 2 - wide // 2
        left = max(min(left, last - wide - self.gap - self.fan[1]), first + aside + self.gap)
        plate = pygame.Rect(left, self.edge, wide, high)
        fan = pygame.Rect(plate.right + self.gap, self.edge, self.fan[1], self.fan[0])
        row = pygame.Rect(plate.left - self.gap - aside, plate.y, aside, self.row)
        place = self._seat(plate, row.move(0, plate.height - row.height), fan, ABOVE, -1)
        long = round(self.pile * RATIO) + self.px(4)
        return place._replace(row=row, ground=plate.union(row), pile=(row.right - long / 2, place.pile[1]))

    def _in_pair(self, side: str) -> Place:
        """One of two seats at the upper edge, its row under the plate."""
        first, last = self._span()
        block = self.plate[0] + self.gap + self.fan[1]
        gap = max(self.gap, min((last - first - 2 * block) // 2, self.px(180)))
        middle = min(max(self.size[0] // 2, first + block + gap // 2), last - block - gap // 2)
        left = middle - gap // 2 - block if side == "top left" else middle + gap // 2
        plate, fan = pygame.Rect((left, self.edge), self.plate), pygame.Rect(left, self.edge, self.fan[1], self.fan[0])
        if side == "top right":
            plate.left = left + self.fan[1] + self.gap
        else:
            fan.left = plate.right + self.gap
        row = pygame.Rect(plate.x, plate.bottom + self.px(4), plate.width, self.row)
        return self._seat(plate, row, fan, ABOVE, 1 if side == "top right" else -1)

    def _make_way(self) -> None:
        """The hand and the line above it end before what stands beside them."""
        for place in self.others:
            whole = place.ground.union(place.fan)
            if place.angle == ABOVE:
                continue
            if whole.bottom > self.hand_top - self.gap:
                left, right = self.hand.left, self.hand.right
                left = max(left, whole.right + self.gap) if place.angle == LEFT else left
                right = min(right, whole.left - self.gap) if place.angle == RIGHT else right
                self.hand.left, self.hand.width = left, max(0, right - left)
            if whole.bottom > self.prompt.top:
                inner = whole.right if place.angle == LEFT else whole.left
                half = abs(inner - self.size[0] // 2) - self.gap
                self.prompt.inflate_ip(min(0, 2 * half - self.prompt.width), 0)

    # -- the middle

    def _room(self) -> pygame.Rect:
        """What is free between the seats, the corners and the prompt."""
        at_side = [place for place in self.others if place.angle != ABOVE]
        at_top = [place for place in self.others if place.angle == ABOVE]
        left = max([place.fan.right for place in at_side if place.angle == LEFT], default=self.corner.right)
        right = min([place.fan.left for place in at_side if place.angle == RIGHT], default=self.spare.left)
        half = min(self.size[0] // 2 - left, right - self.size[0] // 2) - self.gap
        lowest = max([button.bottom for button in self.buttons if button.left < self.size[0] // 2 + half], default=0)
        top = max([lowest, *(max(place.ground.bottom, place.fan.bottom) for place in at_top)]) + self.gap
        return pygame.Rect(self.size[0] // 2 - half, top, 2 * half, self.prompt.top - self.px(4) - top)

    def spot(self, bottom: int, clockwise: bool, order: Order) -> Spot:
        """The table as seat ``bottom`` sees it."""
        unit, px, room = self.unit, self.px, self.room
        around = [0, *range(self.seats - 1, 0, -1)] if clockwise else list(range(self.seats))
        places = [self.mine, *self.others]
        ordered = [places[at]._replace(trick=self._lies(self.offsets[at])) for at in around]
        stock_width = self.measures.stock * unit
        row = self.corner.bottom - px(10) - round(stock_width * RATIO / 2)
        left = self.corner.x + px(12)
        beside = left + round(stock_width) + px(8)
        return Spot(
            size=self.size, unit=unit, places=(*ordered[self.seats - bottom :], *ordered[: self.seats - bottom]),
            hand_width=self.hand_width, other_width=self.measures.fan * unit, pile_width=self.pile,
            trick_width=self.trick_width, stock_width=stock_width, centre=(float(room.centerx), float(room.centery)),
            ring=self._ring(), room=room, corner=self.corner, stock=(left + stock_width / 2 + px(2), row),
            turned=((beside + self.corner.right - px(8)) / 2, row), spare=self.spare, buttons=self.buttons,
            prompt=self.prompt, hand=self.hand, bottom=bottom, order=order,
        )  # fmt: skip

    def _lies(self, offset: tuple[float, float]) -> tuple[float, float]:
        return self.room.centerx + offset[0] * self.trick_width, self.room.centery + offset[1] * self.trick_width

    def _ring(self) -> pygame.Rect:
        """The inlaid oval that holds a trick together."""
        across = max(abs(x) for x, _y in self.offsets) * 2 + 2.2
        down = max(abs(y) for _x, y in self.offsets) * 2 + RATIO
        wide, high = round(across * self.trick_width), round(down * self.trick_width)
        ring = pygame.Rect(0, 0, min(wide, self.room.width), min(high, self.room.height - 2 * self.gap))
        ring.center = self.room.center
        return ring


LEFT: Final = 0.0
RIGHT: Final = 180.0
ABOVE: Final = 270.0
MINE: Final = 90.0
"""Where fans are turned to, by where they are held."""
SIDES: Final[Mapping[int, tuple[tuple[str, int], ...]]] = {
    2: (("top", 0),),
    3: (("right", 0), ("left", 0)),
    4: (("right", 0), ("top", 0), ("left", 0)),
    5: (("right", 0), ("top right", 0), ("top left", 0), ("left", 0)),
    6: (("right", 1), ("right", 0), ("top", 0), ("left", 0), ("left", 1)),
}
"""The other seats counter-clockwise from the viewer: on which side, which from above."""
