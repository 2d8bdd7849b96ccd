"""Partial repaints: only the areas in which two pictures differ are painted and sent to the screen.

A scene paints its whole picture each frame, on a `Canvas` that collects draw commands. The pixels of commands that the
last picture had too, in the same order, are on the window already. The areas of all others, in the last picture and in
the new one, are painted again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import pygame

from ui.graphics.canvas import DrawCommand, PaintFunction, paint_commands, record_commands

MAX_COMPARED_BYTES: Final = 1 << 20
"""The largest image, in bytes, that is compared with the one of the last frame pixel by pixel."""
FULL_REPAINT_RATIO: Final = 0.7
"""The share of the window's area above which the whole window is painted."""
ShowFunction: TypeAlias = Callable[[Sequence[pygame.Rect]], object]
"""A function that sends painted areas to the screen."""


class DirtyRectRenderer:
    """The painter of a window.

    ``frame_count`` counts the rendered frames, ``painted_frame_count`` those that differed from the one before.
    """

    def __init__(self) -> None:
        self._commands: list[DrawCommand] | None = None
        self._size = (0, 0)
        self.frame_count = self.painted_frame_count = 0

    def invalidate(self) -> None:
        """Schedule a full repaint, because the content of the window is unknown."""
        self._commands = None

    @property
    def needs_full_repaint(self) -> bool:
        """Whether the content of the window is unknown."""
        return self._commands is None

    def render(
        self, window: pygame.Surface, paint: PaintFunction, show: ShowFunction = pygame.display.update
    ) -> bool:  # fmt: skip
        """Update the window to the picture that ``paint`` paints; return whether it changed.

        Only the areas that differ from the last picture are painted, and sent to the screen by ``show``.
        """
        self.frame_count += 1
        commands = record_commands(window.get_size(), paint)
        if self._commands is None or self._size != window.get_size():
            self._commands, self._size = commands, window.get_size()
            paint_commands(window, commands, [window.get_rect()])
            show([window.get_rect()])
            self.painted_frame_count += 1
            return True
        areas, self._commands = find_changed_areas(self._commands, commands, window.get_rect())
        if not areas:
            return False
        paint_commands(window, self._commands, areas)
        show(areas)
        self.painted_frame_count += 1
        return True


def find_changed_areas(
    old: list[DrawCommand], new: list[DrawCommand], window: pygame.Rect
) -> tuple[list[pygame.Rect], list[DrawCommand]]:  # fmt: skip
    """Return the areas in which two pictures may differ, and the new commands; no areas if they are equal.

    No area cuts an indivisible command. In the returned commands, images with the same pixels as in ``old`` are
    replaced by the old images, so that they need not be compared again.
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
    """Return the new commands; those that blit equal pixels to the same place are replaced by the old ones."""
    old_keys, new_keys = {command.key for command in old}, {command.key for command in new}
    if new_keys <= old_keys:
        return new
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
    """Return whether two surfaces have the same format and pixels; False for large surfaces."""
    if first.get_masks() != second.get_masks() or first.get_colorkey() != second.get_colorkey():
        return False
    if first.get_pitch() * first.get_height() > MAX_COMPARED_BYTES or first.get_pitch() != second.get_pitch():
        return False
    if first.get_flags() != second.get_flags() or first.get_parent() is not None or second.get_parent() is not None:
        return False
    return bool(first.get_buffer().raw == second.get_buffer().raw)


def _find_common_commands(old: list[DrawCommand], new: list[DrawCommand]) -> tuple[set[int], set[int]]:
    """Return the indices in both lists of their longest common subsequence."""
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
    """Return areas that cover ``areas``, merged where that costs little; none cuts an indivisible area."""
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
