"""A canvas that collects draw commands: a picture as a list, which can be compared and painted in parts.

A scene paints on a `Canvas` with methods named after those of `pygame.Surface` and the functions of `pygame.draw`. Two
lists of commands tell what changed between two pictures, and a list can be painted again in any part of the window;
`ui.graphics.renderer` does both. An image that is kept, such as that of a widget, is painted once with `render_image`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar, TypeVarTuple

import pygame

from ui.graphics.theme import Color

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")
Point: TypeAlias = tuple[float, float]
Box: TypeAlias = pygame.Rect | tuple[float, float, float, float]
"""A rectangle: left, top, width and height."""
PICTURE_CACHE_BYTES: Final = 32_000_000
"""The size of the cache of widgets' images: about the largest window."""
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def count_surface_bytes(surface: pygame.Surface) -> int:
    """Return the number of bytes of a surface's pixels."""
    return surface.get_pitch() * surface.get_height()


class ByteBoundedLRUCache(Generic[K, V]):
    """A mapping whose values have at most ``max_bytes`` bytes in total, counted by ``count_bytes``.

    The least recently used values are dropped first; the last one is always kept.
    """

    def __init__(self, max_bytes: int, count_bytes: Callable[[V], int]) -> None:
        self.max_bytes = max_bytes
        self.used_bytes = 0
        self._count_bytes = count_bytes
        self._values: OrderedDict[K, V] = OrderedDict()

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, key: K) -> V:
        """Return the value of ``key`` and mark it as used most recently. Raise KeyError if the key is missing."""
        self._values.move_to_end(key)
        return self._values[key]

    def __setitem__(self, key: K, value: V) -> None:
        if key in self._values:
            self.used_bytes -= self._count_bytes(self._values.pop(key))
        self._values[key] = value
        self.used_bytes += self._count_bytes(value)
        while self.used_bytes > self.max_bytes and len(self._values) > 1:
            _key, oldest = self._values.popitem(last=False)
            self.used_bytes -= self._count_bytes(oldest)


class DrawCommand(NamedTuple):
    """A drawing call. Commands with the same ``key`` paint the same pixels, none of them outside ``area``.

    ``source`` and ``placement`` are the image of a blit and all else that decides its pixels. ``is_indivisible``: the
    pixels differ if only a part of the area is painted, so all of it is painted or nothing.
    """

    key: object
    area: pygame.Rect
    clip: pygame.Rect
    paint: Callable[[pygame.Surface], object]
    source: pygame.Surface | None = None
    placement: object = None
    is_indivisible: bool = False


class Canvas:
    """A surface to paint on; ``commands`` are the draw commands so far, in order.

    The pixels of an image that is blitted must not change until the commands are painted.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self.commands: list[DrawCommand] = []
        self._rect = self._clip = pygame.Rect((0, 0), size)
        self._clip_key = tuple(self._clip)

    @property
    def rect(self) -> pygame.Rect:
        """A new rectangle of the canvas's size at (0, 0), in pixels."""
        return self._rect.copy()

    @property
    def size(self) -> tuple[int, int]:
        """The width and height in pixels."""
        return self._rect.size

    @property
    def width(self) -> int:
        """The width in pixels."""
        return self._rect.width

    @property
    def height(self) -> int:
        """The height in pixels."""
        return self._rect.height

    @contextmanager
    def clipped_to(self, rect: pygame.Rect) -> Iterator[None]:
        """Return a context manager that restricts the commands of its block to a rectangle."""
        previous_clip = self._clip
        self._set_clip(rect.clip(previous_clip))
        try:
            yield
        finally:
            self._set_clip(previous_clip)

    def _set_clip(self, clip: pygame.Rect) -> None:
        self._clip, self._clip_key = clip, tuple(clip)

    def blit(
        self, image: pygame.Surface, position: pygame.Rect | Point, area: Box | None = None, *,
        flags: int = 0, state: object = None,
    ) -> None:  # fmt: skip
        """Add a command that paints an image, or its part ``area``, with its upper left corner at a position.

        Nothing is painted yet: the image must keep its pixels until the command is run. ``flags``: a blend mode of
        pygame, such as ``BLEND_RGB_MULT``. ``state``: a hashable value that changes whenever the program changes the
        pixels of the same image between two pictures.
        """
        x, y = int(position[0]), int(position[1])
        image_size = image.get_size()
        if area is None:
            source_rect, source_key = None, None
            rect = pygame.Rect((x, y), image_size)
        else:
            source_rect = pygame.Rect(area)
            source_key = tuple(source_rect)
            rect = pygame.Rect((x, y), source_rect.clip((0, 0), image_size).size)
            rect.move_ip(max(0, -source_rect.x), max(0, -source_rect.y))  # pygame moves by what it cuts off here
        placement = (x, y, source_key, flags, image.get_alpha(), self._clip_key, image_size)
        self._add_command(
            (id(image), state, placement),
            rect,
            lambda surface: surface.blit(image, (x, y), source_rect, flags),
            image,
            placement,
        )

    def fill(self, color: Color, rect: Box | None = None) -> None:
        """Add a command that fills a rectangle, or the whole canvas if ``rect`` is None."""
        area = self._rect if rect is None else pygame.Rect(rect)
        self._add_command(("fill", color, tuple(area)), area, lambda surface: surface.fill(color, area))

    def draw_rect(self, color: Color, rect: Box, width: int = 0, radius: int = 0) -> None:
        """Add a command that draws a rectangle, filled if ``width`` is 0, with round corners of ``radius`` pixels."""
        box = pygame.Rect(rect)
        if 2 * width > min(box.size):
            width = 0  # pygame would paint far outside
        area = box.inflate(2 * width + 2, 2 * width + 2) if width else box.copy()
        area.normalize()
        self._add_command(
            ("rect", color, tuple(box), width, radius),
            area,
            lambda surface: pygame.draw.rect(surface, color, box, width, radius),
            is_indivisible=width > 0,
        )

    def draw_line(self, color: Color, start: Point, end: Point, width: int = 1) -> None:
        """Add a command that draws a straight line, ``width`` pixels wide."""
        self._add_command(
            ("line", color, start, end, width),
            bound_points((start, end), width),
            lambda surface: pygame.draw.line(surface, color, start, end, width),
        )

    def draw_polygon(self, color: Color, points: Sequence[Point], width: int = 0) -> None:
        """Add a command that draws a polygon with lines of ``width`` pixels, or a filled one if ``width`` is 0."""
        corners = tuple((x, y) for x, y in points)
        self._add_command(
            ("polygon", color, corners, width),
            bound_points(corners, width),
            lambda surface: pygame.draw.polygon(surface, color, corners, width),
        )

    def draw_aacircle(self, color: Color, center: Point, radius: float) -> None:
        """Add a command that draws a filled circle with smooth edges."""
        self._add_command(
            ("aacircle", color, center, radius),
            bound_points((center,), radius),
            lambda surface: pygame.draw.aacircle(surface, color, center, radius),
        )

    def _add_command(
        self, key: tuple[object, ...], area: pygame.Rect, paint: Callable[[pygame.Surface], object],
        source: pygame.Surface | None = None, placement: object = None, *, is_indivisible: bool = False,
    ) -> None:  # fmt: skip
        visible_area = area.clip(self._clip)
        if visible_area:
            self.commands.append(
                DrawCommand((key, self._clip_key), visible_area, self._clip, paint, source, placement, is_indivisible)
            )


PaintFunction: TypeAlias = Callable[[Canvas], object]
"""A function that paints a picture on a canvas."""


def bound_points(points: Iterable[Point], margin: float) -> pygame.Rect:
    """Return a rectangle around points that is larger on each side by ``margin`` and by two pixels for rounding.

    ``points``: at least one.
    """
    xs, ys = zip(*points, strict=True)
    left, top, padding = min(xs), min(ys), margin + 2
    return pygame.Rect(left - padding, top - padding, max(xs) - left + 2 * padding + 1, max(ys) - top + 2 * padding + 1)


def record_commands(size: tuple[int, int], paint: PaintFunction) -> list[DrawCommand]:
    """Return the draw commands that ``paint`` adds to a canvas of ``size`` pixels, in order."""
    canvas = Canvas(size)
    paint(canvas)
    return canvas.commands


def paint_commands(surface: pygame.Surface, commands: Iterable[DrawCommand], areas: Iterable[pygame.Rect]) -> None:
    """Paint the parts of draw commands within the areas, in order, on a surface."""
    previous_clip = surface.get_clip()
    for area in areas:
        for command in commands:
            if command.area.colliderect(area):
                surface.set_clip(command.clip.clip(area))
                command.paint(surface)
    surface.set_clip(previous_clip)


def paint_picture(surface: pygame.Surface, paint: PaintFunction) -> None:
    """Paint a whole picture on a surface of its size."""
    paint_commands(surface, record_commands(surface.get_size(), paint), [surface.get_rect()])


def render_image(size: tuple[int, int], paint: PaintFunction) -> pygame.Surface:
    """Return a new image of ``size`` pixels with a picture on a transparent background."""
    image = pygame.Surface(size, pygame.SRCALPHA)
    paint_picture(image, paint)
    return image


class KeptResults:
    """The last result of each function: what a frame shows is computed and painted again only when it changes."""

    def __init__(self) -> None:
        self._results: dict[object, tuple[object, Any]] = {}

    def get(self, compute: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
        """Return ``compute(*arguments)``, which is not called while the arguments are equal to the last ones."""
        return self._get(compute, arguments, lambda: compute(*arguments))

    def draw(self, canvas: Canvas, paint: Callable[[Canvas, *Arguments], object], *arguments: *Arguments) -> None:
        """Add to a canvas what ``paint(canvas, *arguments)`` adds, which is not called while they are equal."""
        size = canvas.size
        canvas.commands += self._get(
            paint, (size, arguments), lambda: record_commands(size, lambda part: paint(part, *arguments))
        )

    def _get(self, function: object, arguments: object, compute: Callable[[], T]) -> T:
        if function not in self._results or self._results[function][0] != arguments:
            self._results[function] = arguments, compute()
        result: T = self._results[function][1]
        return result

    def clear(self) -> None:
        """Forget all results, because colors, images or words have changed."""
        self._results.clear()


class PictureCache:
    """Images of pictures that were painted before: a widget that is made again looks as it did.

    Two pictures with equal draw commands have equal pixels. The commands are kept with an image, so that the images
    they blit are not replaced by others with the same id.
    """

    def __init__(self) -> None:
        self._images = ByteBoundedLRUCache[object, tuple[pygame.Surface, list[DrawCommand]]](
            PICTURE_CACHE_BYTES, lambda entry: count_surface_bytes(entry[0])
        )

    def render_premultiplied(self, size: tuple[int, int], paint: PaintFunction) -> pygame.Surface:
        """Return a picture as `render_image` paints it, with premultiplied alpha. It must not be changed."""
        commands = record_commands(size, paint)
        key = (size, *(command.key for command in commands))
        if key not in self._images:
            image = pygame.Surface(size, pygame.SRCALPHA)
            paint_commands(image, commands, [image.get_rect()])
            self._images[key] = (image.premul_alpha_ip(), commands)
        return self._images[key][0]
