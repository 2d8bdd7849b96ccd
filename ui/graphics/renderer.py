"""What changed between two pictures is painted and sent to the screen, and nothing else.

A scene paints its whole picture each frame, on a `RecordingSurface` that only notes the strokes. Strokes that the last
picture had too, in the same order, are on the window already; where the others were and where they are is painted
again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

import pygame

from ui.graphics.recording_surface import DrawCommand, NotRecordableError, RecordingSurface, record_pygame_draw

PaintCallback: TypeAlias = Callable[[pygame.Surface], None]
"""Paints all there is to be seen on a surface."""

MAX_COMPARED_BYTES: Final = 1 << 20
"""Bytes of a picture that is made anew each frame, up to which it is compared with the last one pixel by pixel."""
FULL_REPAINT_RATIO: Final = 0.7
"""From this share of the window on, all of it is painted."""


class DirtyRectRenderer:
    """Keeps a window as a picture says. ``frame_count`` counts the pictures asked for, ``painted_frame_count`` those
    that changed.
    """

    def __init__(self) -> None:
        self._commands: list[DrawCommand] | None = None
        self._size = (0, 0)
        self.frame_count = self.painted_frame_count = 0

    def invalidate(self) -> None:
        """The window shows nobody knows what: the next picture is painted and sent whole."""
        self._commands = None

    @property
    def needs_full_repaint(self) -> bool:
        """Whether the window may show something that is no picture of ours."""
        return self._commands is None

    def warm_caches(self, window: pygame.Surface, paint_window: PaintCallback) -> None:
        """Have ``paint_window`` make all that it keeps, such as texts and grounds, without painting it."""
        record_commands(window.get_size(), paint_window)

    def render(self, window: pygame.Surface, paint_window: PaintCallback) -> bool:
        """Bring the window to what ``paint_window`` paints. Whether anything had to be painted."""
        self.frame_count += 1
        commands = record_commands(window.get_size(), paint_window)
        if commands is None or self._commands is None or self._size != window.get_size():
            self._commands, self._size = commands, window.get_size()
            if commands is None:
                paint_window(window)
            else:
                paint_commands(window, commands, [window.get_rect()])
            pygame.display.flip()
            self.painted_frame_count += 1
            return True
        areas, self._commands = find_changed_areas(self._commands, commands, window.get_rect())
        if not areas:
            return False
        paint_commands(window, self._commands, areas)
        pygame.display.update(areas)
        self.painted_frame_count += 1
        return True


def record_commands(size: tuple[int, int], paint_window: PaintCallback) -> list[DrawCommand] | None:
    """The strokes of a picture; None if they cannot be told."""
    surface = RecordingSurface(size)
    try:
        with record_pygame_draw():
            paint_window(surface)
    except (NotRecordableError, pygame.error):
        return None
    return surface.commands


def paint_commands(window: pygame.Surface, commands: list[DrawCommand], areas: Iterable[pygame.Rect]) -> None:
    """Paint the strokes within the areas."""
    old_clip = window.get_clip()
    for area in areas:
        for command in commands:
            if command.area.colliderect(area):
                window.set_clip(command.clip.clip(area))
                command.paint(window)
    window.set_clip(old_clip)


def find_changed_areas(
    old: list[DrawCommand], new: list[DrawCommand], window: pygame.Rect
) -> tuple[list[pygame.Rect], list[DrawCommand]]:  # fmt: skip
    """The areas in which two pictures may differ, none overlapping another's strokes that must be painted whole.

    Also the new strokes, with the surfaces of the old ones where they are alike: what is alike is compared once.
    """
    new = _reuse_equal_images(old, new)
    common_old, common_new = _find_common_commands(old, new)
    stale = [command.area for index, command in enumerate(old) if index not in common_old]
    fresh = [command.area for index, command in enumerate(new) if index not in common_new]
    if not stale and not fresh:
        return [], new
    indivisible_areas = [command.area for command in new if command.is_indivisible]
    areas = _merge_areas([*stale, *fresh], indivisible_areas)
    if sum(area.width * area.height for area in areas) > FULL_REPAINT_RATIO * window.width * window.height:
        areas = [window.copy()]
    return areas, new


def _reuse_equal_images(old: list[DrawCommand], new: list[DrawCommand]) -> list[DrawCommand]:
    """New pictures that are pixel by pixel old ones at the same place become those."""
    old_keys = {command.key for command in old}
    if all(command.key in old_keys for command in new):
        return new
    new_keys = {command.key for command in new}
    unmatched: dict[object, list[DrawCommand]] = {}
    for command in old:
        if command.source is not None and command.key not in new_keys:
            unmatched.setdefault(command.placement, []).append(command)
    return [
        _find_equal_command(unmatched.get(new_command.placement, []), new_command)
        if new_command.key not in old_keys and new_command.source
        else new_command
        for new_command in new
    ]


def _find_equal_command(old_commands: list[DrawCommand], new_command: DrawCommand) -> DrawCommand:
    for index, old_command in enumerate(old_commands):
        if (
            old_command.source is not None
            and new_command.source is not None
            and have_equal_pixels(old_command.source, new_command.source)
        ):
            return old_commands.pop(index)
    return new_command


def have_equal_pixels(first: pygame.Surface, second: pygame.Surface) -> bool:
    """Whether two surfaces of the same size have the same pixels; large ones are not looked at."""
    if first.get_masks() != second.get_masks() or first.get_colorkey() != second.get_colorkey():
        return False
    if first.get_pitch() * first.get_height() > MAX_COMPARED_BYTES or first.get_pitch() != second.get_pitch():
        return False
    if first.get_flags() != second.get_flags() or first.get_parent() is not None or second.get_parent() is not None:
        return False
    return bool(first.get_buffer().raw == second.get_buffer().raw)


def _find_common_commands(old: list[DrawCommand], new: list[DrawCommand]) -> tuple[set[int], set[int]]:
    """The places in both lists of the strokes that are in both, in the same order: as many as there can be."""
    old_indices: dict[object, list[int]] = {}
    for index in range(len(old) - 1, -1, -1):
        old_indices.setdefault(old[index].key, []).append(index)
    pairs = [(indices.pop(), index) for index, command in enumerate(new) if (indices := old_indices.get(command.key))]
    ends: list[int] = []
    tail_indices: list[int] = []
    previous: list[int] = []
    for pair_index, (old_index, _new_index) in enumerate(pairs):
        length = bisect_left(ends, old_index)
        ends[length : length + 1] = [old_index]
        tail_indices[length : length + 1] = [pair_index]
        previous.append(tail_indices[length - 1] if length else -1)
    common, pair_index = list[tuple[int, int]](), tail_indices[-1] if tail_indices else -1
    while pair_index >= 0:
        common.append(pairs[pair_index])
        pair_index = previous[pair_index]
    return {old_index for old_index, _new_index in common}, {index for _old_index, index in common}


def _merge_areas(areas: list[pygame.Rect], indivisible_areas: list[pygame.Rect]) -> list[pygame.Rect]:
    """Areas that cover all of these: one where it costs little more than two, and none that cuts one of
    ``indivisible_areas``.
    """
    merged: list[pygame.Rect] = []
    pending = list(areas)
    while pending:
        area = pending.pop()
        grown = area.unionall([candidate for candidate in indivisible_areas if candidate.colliderect(area)])
        near = [candidate for candidate in merged if _should_merge(candidate, grown)]
        if near or grown != area:
            merged = [candidate for candidate in merged if candidate not in near]
            pending.append(grown.unionall(near))
        else:
            merged.append(area)
    return merged


def _should_merge(first: pygame.Rect, second: pygame.Rect) -> bool:
    union = first.union(second)
    separate_size = first.width * first.height + second.width * second.height
    return (
        first.colliderect(second) and union.width * union.height <= 1.5 * separate_size
    ) or union.width * union.height <= separate_size
