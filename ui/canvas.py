"""A surface that paints nothing and notes what a scene paints on it: a picture as a list of strokes.

A scene paints on a `Canvas` as on any surface. Two lists of strokes tell what changed between two pictures, and a
list can be painted again in any part of the window; `ui.painter` does both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypeAlias

import pygame

Paint: TypeAlias = Callable[[pygame.Surface], object]


class Unknown(Exception):
    """Something was asked of a canvas that a list of strokes cannot tell."""


class Stroke(NamedTuple):
    """One thing that is painted. Strokes of the same ``key`` paint the same; ``area`` is all that one can touch.

    ``whole``: painted with its area cut, it would not be the same, so it is painted whole or not at all.
    """

    key: object
    area: pygame.Rect
    clip: pygame.Rect
    paint: Paint
    source: pygame.Surface | None = None
    place: object = None
    whole: bool = False


def frozen(value: Any) -> Any:
    """An argument of a drawing function as a value that can be compared and hashed."""
    if isinstance(value, (int, float, str)):
        return value
    if isinstance(value, Iterable):
        return tuple(frozen(one) for one in value)
    return value


class Canvas(pygame.Surface):
    """A surface of ``size`` without pixels, on which a scene paints; ``strokes`` is what it painted.

    There is nothing behind it: what pygame wants to do with its pixels raises pygame.error, and what a list of
    strokes cannot tell raises Unknown. The picture must then be painted on a real surface.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        # pygame's own __init__ is left out on purpose: a surface without pixels refuses all that is not noted here.
        self.strokes: list[Stroke] = []
        self._all = pygame.Rect((0, 0), size)
        self._clip = self._all.copy()

    def __getattribute__(self, name: str) -> Any:
        if name in FORBIDDEN:
            raise Unknown(name)
        return super().__getattribute__(name)

    # -- what a surface tells

    def get_rect(self, **values: Any) -> pygame.Rect:
        rect = self._all.copy()
        for name, value in values.items():
            setattr(rect, name, value)
        return rect

    def get_size(self) -> tuple[int, int]:
        return self._all.size

    def get_width(self) -> int:
        return self._all.width

    def get_height(self) -> int:
        return self._all.height

    def get_clip(self) -> pygame.Rect:
        return self._clip.copy()

    def set_clip(self, rect: Any = None, *rest: Any) -> None:
        self._clip = self._all.copy() if rect is None else pygame.Rect(rect, *rest).clip(self._all)

    # -- what is painted

    def blit(self, source: pygame.Surface, dest: Any = (0, 0), area: Any = None, special_flags: int = 0) -> pygame.Rect:
        return self.note_blit(source, dest, area, special_flags)

    def note_blit(
        self, source: pygame.Surface, dest: Any, area: Any = None, flags: int = 0, state: object = None
    ) -> pygame.Rect:
        """`blit`; ``state`` is what else the pixels of ``source`` depend on, where it is painted on again."""
        x, y = (int(dest[0]), int(dest[1]))
        cut = None if area is None else pygame.Rect(area)
        size = source.get_size() if cut is None else cut.clip(source.get_rect()).size
        rect = pygame.Rect((x, y), size)
        if cut is not None:  # pygame cuts the area to the picture, and what is cut off at the left moves it
            rect.move_ip(max(0, -cut.x), max(0, -cut.y))
        place = (x, y, frozen(cut), flags, source.get_alpha(), tuple(self._clip), source.get_size())

        def paint(surface: pygame.Surface) -> object:
            return surface.blit(source, (x, y), cut, flags)

        self._add(Stroke((id(source), state, place), rect, self._clip, paint, source, place))
        return rect

    def blits(self, blit_sequence: Iterable[Any], doreturn: Any = 1) -> list[pygame.Rect] | None:
        rects = [self.blit(*one) for one in blit_sequence]
        return rects if doreturn else None

    def fblits(self, blit_sequence: Iterable[Any], special_flags: int = 0, /) -> None:
        for source, dest in blit_sequence:
            self.blit(source, dest, None, special_flags)

    def fill(self, color: Any, rect: Any = None, special_flags: int = 0) -> pygame.Rect:
        where = self._all.copy() if rect is None else pygame.Rect(rect)
        key = ("fill", frozen(color), tuple(where), special_flags, tuple(self._clip))
        self._add(Stroke(key, where, self._clip, lambda surface: surface.fill(color, where, special_flags)))
        return where

    def note_drawn(self, name: str, args: tuple[Any, ...], values: dict[str, Any]) -> pygame.Rect:
        """A function of `pygame.draw` was called with this surface; the rectangle that it can touch."""
        args, values = frozen(args), frozen_values(values)
        draw = PLAIN[name]
        try:
            area = REACH[name](*args, **values)
            key = (name, args, tuple(values.items()), tuple(self._clip))
            hash(key)
        except (TypeError, ValueError, KeyError) as error:
            raise Unknown(name) from error
        whole = name in SHAKY or (name == "rect" and area.size != (args[1][2], args[1][3]))
        self._add(Stroke(key, area, self._clip, lambda surface: draw(surface, *args, **values), whole=whole))
        return area

    def _add(self, stroke: Stroke) -> None:
        area = stroke.area.clip(stroke.clip)
        if area.width and area.height:
            self.strokes.append(stroke._replace(area=area))


def frozen_values(values: dict[str, Any]) -> dict[str, Any]:
    return {name: frozen(value) for name, value in values.items()}


# -- how far the functions of pygame.draw reach


def _around(points: Iterable[Any], room: float = 0) -> pygame.Rect:
    """The rectangle around the points with so much room on every side, and a pixel for rounding."""
    xs, ys = zip(*((one[0], one[1]) for one in points), strict=True)
    left, top, more = min(xs), min(ys), room + 2
    return pygame.Rect(left - more, top - more, max(xs) - left + 2 * more + 1, max(ys) - top + 2 * more + 1)


def _rect(_color: Any, rect: Any, width: int = 0, *_radii: int, **_more: int) -> pygame.Rect:
    area = pygame.Rect(rect)
    area.normalize()
    return area if width == 0 else area.inflate(2 * width + 2, 2 * width + 2)


def _box(_color: Any, rect: Any, *_rest: Any, **_more: Any) -> pygame.Rect:
    return pygame.Rect(rect).inflate(4, 4)


def _circle(_color: Any, center: Any, radius: float, *_rest: Any, **_more: Any) -> pygame.Rect:
    return _around([center], radius)


def _polygon(_color: Any, points: Any, width: int = 0) -> pygame.Rect:
    return _around(points, width)


def _line(_color: Any, start_pos: Any, end_pos: Any, width: int = 1, *_rest: Any) -> pygame.Rect:
    return _around([start_pos, end_pos], width)


def _lines(_color: Any, _closed: Any, points: Any, width: int = 1, *_rest: Any) -> pygame.Rect:
    return _around(points, width)


REACH: Final[dict[str, Callable[..., pygame.Rect]]] = {
    "rect": _rect, "ellipse": _box, "arc": _box, "circle": _circle, "aacircle": _circle, "polygon": _polygon,
    "line": _line, "aaline": _line, "lines": _lines, "aalines": _lines,
}  # fmt: skip
SHAKY: Final = frozenset(("aaline", "aalines", "arc"))
"""These come out otherwise where a part of them is cut off; so does the edge of a rectangle."""
PLAIN: Final[dict[str, Callable[..., pygame.Rect]]] = {name: getattr(pygame.draw, name) for name in REACH}
FORBIDDEN: Final = frozenset(
    name for name in dir(pygame.Surface) if not name.startswith("_") and name not in vars(Canvas)
)
"""What a surface can and a canvas cannot."""


def _noted(name: str) -> Callable[..., pygame.Rect]:
    plain = PLAIN[name]

    def draw(surface: pygame.Surface, *args: Any, **values: Any) -> pygame.Rect:
        if isinstance(surface, Canvas):
            return surface.note_drawn(name, args, values)
        return plain(surface, *args, **values)

    return draw


NOTED: Final = {name: _noted(name) for name in REACH}


@contextmanager
def noting() -> Iterator[None]:
    """Meanwhile what is drawn with `pygame.draw` on a canvas is noted; on any other surface it is drawn as ever."""
    for name, draw in NOTED.items():
        setattr(pygame.draw, name, draw)
    try:
        yield
    finally:
        for name, draw in PLAIN.items():
            setattr(pygame.draw, name, draw)
