"""A surface that paints nothing and notes what a scene paints on it: a picture as a list of strokes.

A scene paints on a `RecordingSurface` as on any surface. Two lists of strokes tell what changed between two pictures,
and a list can be painted again in any part of the window; `ui.graphics.renderer` does both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypeAlias

import pygame

PaintFunction: TypeAlias = Callable[[pygame.Surface], object]


class NotRecordableError(Exception):
    """Something was asked of a canvas that a list of strokes cannot tell."""


class DrawCommand(NamedTuple):
    """One thing that is painted. Strokes of the same ``key`` paint the same; ``area`` is all that one can touch.

    ``is_indivisible``: painted with its area cut, it would not be the same, so it is painted whole or not at all.
    """

    key: object
    area: pygame.Rect
    clip: pygame.Rect
    paint: PaintFunction
    source: pygame.Surface | None = None
    placement: object = None
    is_indivisible: bool = False


def freeze(value: Any) -> Any:
    """An argument of a drawing function as a value that can be compared and hashed."""
    if isinstance(value, (int, float, str)):
        return value
    if isinstance(value, Iterable):
        return tuple(freeze(item) for item in value)
    return value


class RecordingSurface(pygame.Surface):
    """A surface of ``size`` without pixels, on which a scene paints; ``commands`` is what it painted.

    There is nothing behind it: what pygame wants to do with its pixels raises pygame.error, and what a list of
    strokes cannot tell raises Unknown. The picture must then be painted on a real surface.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        # pygame's own __init__ is left out on purpose: a surface without pixels refuses all that is not noted here.
        self.commands: list[DrawCommand] = []
        self._bounds = pygame.Rect((0, 0), size)
        self._clip = self._bounds.copy()

    def __getattribute__(self, name: str) -> Any:
        if name in UNSUPPORTED_METHODS:
            raise NotRecordableError(name)
        return super().__getattribute__(name)

    # -- what a surface tells

    def get_rect(self, **values: Any) -> pygame.Rect:
        rect = self._bounds.copy()
        for name, value in values.items():
            setattr(rect, name, value)
        return rect

    def get_size(self) -> tuple[int, int]:
        return self._bounds.size

    def get_width(self) -> int:
        return self._bounds.width

    def get_height(self) -> int:
        return self._bounds.height

    def get_clip(self) -> pygame.Rect:
        return self._clip.copy()

    def set_clip(self, rect: Any = None, *rest: Any) -> None:
        self._clip = self._bounds.copy() if rect is None else pygame.Rect(rect, *rest).clip(self._bounds)

    # -- what is painted

    def blit(self, source: pygame.Surface, dest: Any = (0, 0), area: Any = None, special_flags: int = 0) -> pygame.Rect:
        return self.record_blit(source, dest, area, special_flags)

    def record_blit(
        self, source: pygame.Surface, dest: Any, area: Any = None, flags: int = 0, state: object = None
    ) -> pygame.Rect:
        """`blit`; ``state`` is what else the pixels of ``source`` depend on, where it is painted on again."""
        x, y = (int(dest[0]), int(dest[1]))
        source_area = None if area is None else pygame.Rect(area)
        size = source.get_size() if source_area is None else source_area.clip(source.get_rect()).size
        rect = pygame.Rect((x, y), size)
        if source_area is not None:  # pygame cuts the area to the picture, and what is cut off at the left moves it
            rect.move_ip(max(0, -source_area.x), max(0, -source_area.y))
        placement = (x, y, freeze(source_area), flags, source.get_alpha(), tuple(self._clip), source.get_size())

        def paint(surface: pygame.Surface) -> object:
            return surface.blit(source, (x, y), source_area, flags)

        self._add_command(DrawCommand((id(source), state, placement), rect, self._clip, paint, source, placement))
        return rect

    def blits(self, blit_sequence: Iterable[Any], doreturn: Any = 1) -> list[pygame.Rect] | None:
        rects = [self.blit(*blit_arguments) for blit_arguments in blit_sequence]
        return rects if doreturn else None

    def fblits(self, blit_sequence: Iterable[Any], special_flags: int = 0, /) -> None:
        for source, dest in blit_sequence:
            self.blit(source, dest, None, special_flags)

    def fill(self, color: Any, rect: Any = None, special_flags: int = 0) -> pygame.Rect:
        area = self._bounds.copy() if rect is None else pygame.Rect(rect)
        key = ("fill", freeze(color), tuple(area), special_flags, tuple(self._clip))
        self._add_command(DrawCommand(key, area, self._clip, lambda surface: surface.fill(color, area, special_flags)))
        return area

    def record_draw(self, name: str, args: tuple[Any, ...], keywords: dict[str, Any]) -> pygame.Rect:
        """A function of `pygame.draw` was called with this surface; the rectangle that it can touch."""
        args, keywords = freeze(args), freeze_values(keywords)
        draw = PYGAME_DRAW_FUNCTIONS[name]
        try:
            area = BOUND_FUNCTIONS[name](*args, **keywords)
            key = (name, args, tuple(keywords.items()), tuple(self._clip))
            hash(key)
        except (TypeError, ValueError, KeyError) as error:
            raise NotRecordableError(name) from error
        is_indivisible = name in INDIVISIBLE_FUNCTIONS or (name == "rect" and area.size != (args[1][2], args[1][3]))
        self._add_command(
            DrawCommand(
                key, area, self._clip, lambda surface: draw(surface, *args, **keywords), is_indivisible=is_indivisible
            )
        )
        return area

    def _add_command(self, command: DrawCommand) -> None:
        area = command.area.clip(command.clip)
        if area.width and area.height:
            self.commands.append(command._replace(area=area))


def freeze_values(values: dict[str, Any]) -> dict[str, Any]:
    return {name: freeze(value) for name, value in values.items()}


# -- how far the functions of pygame.draw reach


def _bound_points(points: Iterable[Any], margin: float = 0) -> pygame.Rect:
    """The rectangle around the points with so much room on every side, and a pixel for rounding."""
    xs, ys = zip(*((point[0], point[1]) for point in points), strict=True)
    left, top, padding = min(xs), min(ys), margin + 2
    return pygame.Rect(left - padding, top - padding, max(xs) - left + 2 * padding + 1, max(ys) - top + 2 * padding + 1)


def _bound_rect(_color: Any, rect: Any, width: int = 0, *_radii: int, **_more: int) -> pygame.Rect:
    area = pygame.Rect(rect)
    area.normalize()
    return area if width == 0 else area.inflate(2 * width + 2, 2 * width + 2)


def _bound_ellipse(_color: Any, rect: Any, *_rest: Any, **_more: Any) -> pygame.Rect:
    return pygame.Rect(rect).inflate(4, 4)


def _bound_circle(_color: Any, center: Any, radius: float, *_rest: Any, **_more: Any) -> pygame.Rect:
    return _bound_points([center], radius)


def _bound_polygon(_color: Any, points: Any, width: int = 0) -> pygame.Rect:
    return _bound_points(points, width)


def _bound_line(_color: Any, start_pos: Any, end_pos: Any, width: int = 1, *_rest: Any) -> pygame.Rect:
    return _bound_points([start_pos, end_pos], width)


def _bound_lines(_color: Any, _closed: Any, points: Any, width: int = 1, *_rest: Any) -> pygame.Rect:
    return _bound_points(points, width)


BOUND_FUNCTIONS: Final[dict[str, Callable[..., pygame.Rect]]] = {
    "rect": _bound_rect,
    "ellipse": _bound_ellipse,
    "arc": _bound_ellipse,
    "circle": _bound_circle,
    "aacircle": _bound_circle,
    "polygon": _bound_polygon,
    "line": _bound_line,
    "aaline": _bound_line,
    "lines": _bound_lines,
    "aalines": _bound_lines,
}
INDIVISIBLE_FUNCTIONS: Final = frozenset(("aaline", "aalines", "arc"))
"""These come out otherwise where a part of them is cut off; so does the edge of a rectangle."""
PYGAME_DRAW_FUNCTIONS: Final[dict[str, Callable[..., pygame.Rect]]] = {
    name: getattr(pygame.draw, name) for name in BOUND_FUNCTIONS
}
UNSUPPORTED_METHODS: Final = frozenset(
    name for name in dir(pygame.Surface) if not name.startswith("_") and name not in vars(RecordingSurface)
)
"""What a surface can and a canvas cannot."""


def _make_recording_function(name: str) -> Callable[..., pygame.Rect]:
    pygame_function = PYGAME_DRAW_FUNCTIONS[name]

    def draw(surface: pygame.Surface, *args: Any, **values: Any) -> pygame.Rect:
        if isinstance(surface, RecordingSurface):
            return surface.record_draw(name, args, values)
        return pygame_function(surface, *args, **values)

    return draw


RECORDING_FUNCTIONS: Final = {name: _make_recording_function(name) for name in BOUND_FUNCTIONS}


@contextmanager
def record_pygame_draw() -> Iterator[None]:
    """Meanwhile what is drawn with `pygame.draw` on a canvas is noted; on any other surface it is drawn as ever."""
    for name, draw in RECORDING_FUNCTIONS.items():
        setattr(pygame.draw, name, draw)
    try:
        yield
    finally:
        for name, draw in PYGAME_DRAW_FUNCTIONS.items():
            setattr(pygame.draw, name, draw)
