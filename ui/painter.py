"""What changed between two pictures is painted and sent to the screen, and nothing else.

A scene paints its whole picture each frame, on a `Canvas` that only notes the strokes. Strokes that the last picture
had too, in the same order, are on the window already; where the others were and where they are is painted again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

import pygame

from ui.canvas import Canvas, Stroke, Unknown, noting

Picture: TypeAlias = Callable[[pygame.Surface], None]
"""Paints all there is to be seen on a surface."""

LARGEST_COMPARED: Final = 1 << 20
"""Bytes of a picture that is made anew each frame, up to which it is compared with the last one pixel by pixel."""
WHOLE: Final = 0.7
"""From this share of the window on, all of it is painted."""


class Painter:
    """Keeps a window as a picture says. ``frames`` counts the pictures asked for, ``painted`` those that changed."""

    def __init__(self) -> None:
        self._strokes: list[Stroke] | None = None
        self._size = (0, 0)
        self.frames = self.painted = 0

    def forget(self) -> None:
        """The window shows nobody knows what: the next picture is painted and sent whole."""
        self._strokes = None

    @property
    def lost(self) -> bool:
        """Whether the window may show something that is no picture of ours."""
        return self._strokes is None

    def rehearse(self, window: pygame.Surface, picture: Picture) -> None:
        """Have ``picture`` make all that it keeps, such as texts and grounds, without painting it."""
        noted(window.get_size(), picture)

    def show(self, window: pygame.Surface, picture: Picture) -> bool:
        """Bring the window to what ``picture`` paints. Whether anything had to be painted."""
        self.frames += 1
        strokes = noted(window.get_size(), picture)
        if strokes is None or self._strokes is None or self._size != window.get_size():
            self._strokes, self._size = strokes, window.get_size()
            if strokes is None:
                picture(window)
            else:
                paint(window, strokes, [window.get_rect()])
            pygame.display.flip()
            self.painted += 1
            return True
        areas, self._strokes = changed(self._strokes, strokes, window.get_rect())
        if not areas:
            return False
        paint(window, self._strokes, areas)
        pygame.display.update(areas)
        self.painted += 1
        return True


def noted(size: tuple[int, int], picture: Picture) -> list[Stroke] | None:
    """The strokes of a picture; None if they cannot be told."""
    canvas = Canvas(size)
    try:
        with noting():
            picture(canvas)
    except (Unknown, pygame.error):
        return None
    return canvas.strokes


def paint(window: pygame.Surface, strokes: list[Stroke], areas: Iterable[pygame.Rect]) -> None:
    """Paint the strokes within the areas."""
    before = window.get_clip()
    for area in areas:
        for stroke in strokes:
            if stroke.area.colliderect(area):
                window.set_clip(stroke.clip.clip(area))
                stroke.paint(window)
    window.set_clip(before)


def changed(
    old: list[Stroke], new: list[Stroke], window: pygame.Rect
) -> tuple[list[pygame.Rect], list[Stroke]]:  # fmt: skip
    """The areas in which two pictures may differ, none overlapping another's strokes that must be painted whole.

    Also the new strokes, with the surfaces of the old ones where they are alike: what is alike is compared once.
    """
    new = _recognised(old, new)
    kept_old, kept_new = _in_both(old, new)
    stale = [stroke.area for at, stroke in enumerate(old) if at not in kept_old]
    fresh = [stroke.area for at, stroke in enumerate(new) if at not in kept_new]
    if not stale and not fresh:
        return [], new
    whole = [stroke.area for stroke in new if stroke.whole]
    areas = _merged([*stale, *fresh], whole)
    if sum(area.width * area.height for area in areas) > WHOLE * window.width * window.height:
        areas = [window.copy()]
    return areas, new


def _recognised(old: list[Stroke], new: list[Stroke]) -> list[Stroke]:
    """New pictures that are pixel by pixel old ones at the same place become those."""
    known = {stroke.key for stroke in old}
    if all(stroke.key in known for stroke in new):
        return new
    still = {stroke.key for stroke in new}
    left: dict[object, list[Stroke]] = {}
    for stroke in old:
        if stroke.source is not None and stroke.key not in still:
            left.setdefault(stroke.place, []).append(stroke)
    return [_same(left.get(one.place, []), one) if one.key not in known and one.source else one for one in new]


def _same(olds: list[Stroke], new: Stroke) -> Stroke:
    for at, old in enumerate(olds):
        if old.source is not None and new.source is not None and alike(old.source, new.source):
            return olds.pop(at)
    return new


def alike(one: pygame.Surface, two: pygame.Surface) -> bool:
    """Whether two surfaces of the same size have the same pixels; large ones are not looked at."""
    if one.get_masks() != two.get_masks() or one.get_colorkey() != two.get_colorkey():
        return False
    if one.get_pitch() * one.get_height() > LARGEST_COMPARED or one.get_pitch() != two.get_pitch():
        return False
    if one.get_flags() != two.get_flags() or one.get_parent() is not None or two.get_parent() is not None:
        return False
    return bool(one.get_buffer().raw == two.get_buffer().raw)


def _in_both(old: list[Stroke], new: list[Stroke]) -> tuple[set[int], set[int]]:
    """The places in both lists of the strokes that are in both, in the same order: as many as there can be."""
    places: dict[object, list[int]] = {}
    for at in range(len(old) - 1, -1, -1):
        places.setdefault(old[at].key, []).append(at)
    pairs = [(found.pop(), at) for at, stroke in enumerate(new) if (found := places.get(stroke.key))]
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for index, (place, _at) in enumerate(pairs):
        length = bisect_left(ends, place)
        ends[length : length + 1] = [place]
        last[length : length + 1] = [index]
        before.append(last[length - 1] if length else -1)
    kept, index = list[tuple[int, int]](), last[-1] if last else -1
    while index >= 0:
        kept.append(pairs[index])
        index = before[index]
    return {place for place, _at in kept}, {at for _place, at in kept}


def _merged(areas: list[pygame.Rect], whole: list[pygame.Rect]) -> list[pygame.Rect]:
    """Areas that cover all of these: one where it costs little more than two, and none that cuts one of ``whole``."""
    done: list[pygame.Rect] = []
    waiting = list(areas)
    while waiting:
        area = waiting.pop()
        grown = area.unionall([one for one in whole if one.colliderect(area)])
        near = [one for one in done if _better_together(one, grown)]
        if near or grown != area:
            done = [one for one in done if one not in near]
            waiting.append(grown.unionall(near))
        else:
            done.append(area)
    return done


def _better_together(one: pygame.Rect, two: pygame.Rect) -> bool:
    both = one.union(two)
    apart = one.width * one.height + two.width * two.height
    return (one.colliderect(two) and both.width * both.height <= 1.5 * apart) or both.width * both.height <= apart
