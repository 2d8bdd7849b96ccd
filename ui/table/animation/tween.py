"""Animations as values: moves of pictures over time.

``compute_poses(seconds)`` returns the poses at a time after the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from ui.table.layout.pose import CardPose

PosesByKey: TypeAlias = Mapping[str, CardPose | None]
"""Poses by the key of their picture; None: the picture is hidden."""


def ease(progress: float) -> float:
    """Return the eased progress, from 0 to 1: slow at the ends, fast in the middle."""
    return progress * progress * (3 - 2 * progress)


class CardMove(NamedTuple):
    """The move of a picture, which turns over if its card differs at the end.

    ``start``: None for a picture that is hidden until it appears at the end; ``delay``: seconds before the move, in
    which the picture is at its start unless an earlier move has it; ``is_removed_at_end``: the picture is hidden after
    the move; ``arc_height``: pixels by which the middle of the path is above the straight line.
    """

    key: str
    start: CardPose | None
    end: CardPose
    duration: float
    delay: float = 0.0
    is_removed_at_end: bool = False
    arc_height: float = 0.0

    def compute_pose(self, seconds: float) -> CardPose | None:
        """Return the pose of the picture ``seconds`` after the start of the animation, None while it is hidden."""
        seconds -= self.delay
        if seconds >= self.duration:
            return None if self.is_removed_at_end else self.end
        return None if self.start is None else self._interpolate(self.start, ease(max(seconds, 0.0) / self.duration))

    def _interpolate(self, start: CardPose, progress: float) -> CardPose:
        end = self.end
        rotation = (end.angle - start.angle + 180) % 360 - 180
        is_flipped = start.card is not end.card
        return CardPose(
            card=end.card if is_flipped and progress >= 0.5 else start.card,
            x=start.x + (end.x - start.x) * progress,
            y=start.y + (end.y - start.y) * progress - self.arc_height * 4 * progress * (1 - progress),
            width=start.width + (end.width - start.width) * progress,
            angle=start.angle + rotation * progress,
            z=max(start.z, end.z) + 200 if 0 < progress < 1 and start != end else start.z,
            openness=abs(1 - 2 * progress) if is_flipped else 1.0,
        )


class Animation(NamedTuple):
    """Moves of pictures, those of one picture in their order, and seconds in which nothing moves after them."""

    moves: tuple[CardMove, ...] = ()
    pause: float = 0.0

    @property
    def duration(self) -> float:
        """The time until everything is shown, in seconds."""
        return max((move.delay + move.duration for move in self.moves), default=0.0) + self.pause

    def compute_poses(self, seconds: float) -> PosesByKey:
        """Return the pose of each picture ``seconds`` after the start."""
        poses: dict[str, CardPose | None] = {}
        for move in self.moves:
            if seconds >= move.delay or move.key not in poses:
                poses[move.key] = move.compute_pose(seconds)
        return poses


def remove_motion(animation: Animation) -> Animation:
    """Return the animation without movement.

    Pictures are at their end at once; pictures that are removed remain at their start until then.
    """
    return animation._replace(moves=tuple(map(_stop_move, animation.moves)))


def _stop_move(move: CardMove) -> CardMove:
    if move.start is None:
        return move
    pose = move.start if move.is_removed_at_end else move.end
    return move._replace(start=pose, end=pose, arc_height=0.0)


def with_start_point(animation: Animation, key: str, x: float, y: float) -> Animation:
    """Return the animation with another start point for the picture ``key``.

    The picture starts upright.
    """
    moves = (
        move._replace(start=move.start._replace(x=x, y=y, angle=0.0)) if move.key == key and move.start else move
        for move in animation.moves
    )
    return animation._replace(moves=tuple(moves))


def find_moving_keys(animation: Animation) -> frozenset[str]:
    """Return the keys of all pictures that the animation moves."""
    return frozenset(move.key for move in animation.moves if move.start is not None)
