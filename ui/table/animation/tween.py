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


class MoveAnimation(NamedTuple):
    """The move of a picture, which turns over if its card differs at the end.

    ``is_removed_at_end``: the picture is hidden after the move; ``arc_height``: pixels by which the middle of the path
    is above the straight line.
    """

    key: str
    start: CardPose
    end: CardPose
    duration: float
    is_removed_at_end: bool = False
    arc_height: float = 0.0

    def compute_poses(self, seconds: float) -> PosesByKey:
        """Return the pose of the picture at a time, also before and after the move.

        ``seconds``: time since the start of the move.
        """
        if seconds >= self.duration:
            return {self.key: None if self.is_removed_at_end else self.end}
        progress = ease(max(seconds, 0.0) / self.duration)
        return {self.key: self._interpolate(progress)}

    def _interpolate(self, progress: float) -> CardPose:
        start, end = self.start, self.end
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


class WaitAnimation(NamedTuple):
    """A pause in which nothing moves."""

    duration: float

    def compute_poses(self, seconds: float) -> PosesByKey:
        return {}


class AppearAnimation(NamedTuple):
    """A picture that is hidden until ``duration`` seconds have passed."""

    key: str
    duration: float

    def compute_poses(self, seconds: float) -> PosesByKey:
        return {self.key: None} if seconds < self.duration else {}


class SequentialAnimation(NamedTuple):
    """Animations one after the other; pictures of later parts wait at their start."""

    parts: tuple[Animation, ...]

    @property
    def duration(self) -> float:
        """The sum of the parts' durations, in seconds."""
        return sum(part.duration for part in self.parts)

    def compute_poses(self, seconds: float) -> PosesByKey:
        poses: dict[str, CardPose | None] = {}
        start_seconds = 0.0
        for part in self.parts:
            has_started = seconds >= start_seconds
            part_poses = part.compute_poses(seconds - start_seconds)
            poses.update({key: pose for key, pose in part_poses.items() if has_started or key not in poses})
            start_seconds += part.duration
        return poses


class ParallelAnimation(NamedTuple):
    """Animations at the same time."""

    parts: tuple[Animation, ...]

    @property
    def duration(self) -> float:
        """The longest duration of the parts, in seconds."""
        return max((part.duration for part in self.parts), default=0.0)

    def compute_poses(self, seconds: float) -> PosesByKey:
        poses: dict[str, CardPose | None] = {}
        for part in self.parts:
            poses.update(part.compute_poses(seconds))
        return poses


def remove_motion(animation: Animation) -> Animation:
    """Return the animation without movement.

    Pictures are at their end at once; pictures that are removed remain at their start until then.
    """
    if isinstance(animation, MoveAnimation):
        pose = animation.start if animation.is_removed_at_end else animation.end
        return MoveAnimation(animation.key, pose, pose, animation.duration, animation.is_removed_at_end)
    if isinstance(animation, (SequentialAnimation, ParallelAnimation)):
        return type(animation)(tuple(remove_motion(part) for part in animation.parts))
    return animation


def with_start_point(animation: Animation, key: str, x: float, y: float) -> Animation:
    """Return the animation with another start point for the picture ``key``.

    The picture starts upright.
    """
    if isinstance(animation, MoveAnimation) and animation.key == key:
        return animation._replace(start=animation.start._replace(x=x, y=y, angle=0.0))
    if isinstance(animation, (SequentialAnimation, ParallelAnimation)):
        return type(animation)(tuple(with_start_point(part, key, x, y) for part in animation.parts))
    return animation


def find_moving_keys(animation: Animation) -> frozenset[str]:
    """Return the keys of all pictures that the animation moves."""
    if isinstance(animation, MoveAnimation):
        return frozenset((animation.key,))
    if isinstance(animation, (SequentialAnimation, ParallelAnimation)):
        return frozenset().union(*(find_moving_keys(part) for part in animation.parts))
    return frozenset()


Animation: TypeAlias = MoveAnimation | WaitAnimation | AppearAnimation | SequentialAnimation | ParallelAnimation
NO_ANIMATION = WaitAnimation(0.0)
"""The animation of an event that shows nothing."""


def delay_animation(delay: float, animation: Animation) -> Animation:
    """Return the animation with a start that is ``delay`` seconds later."""
    return SequentialAnimation((WaitAnimation(delay), animation)) if delay > 0 else animation
