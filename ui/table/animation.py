"""Animations as values: what moves from where to where, and when. ``at(seconds)`` is where it all is then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from ui.table.pose import Pose

Poses: TypeAlias = Mapping[str, Pose | None]
"""Pictures by key; None: the picture is not there."""


def ease(share: float) -> float:
    """Slow, quick, slow: 0..1 to 0..1."""
    return share * share * (3 - 2 * share)


class Move(NamedTuple):
    """A picture travels; it turns over on the way if its card differs at the end. ``gone``: then it vanishes.

    ``arc``: pixels that the way rises above the straight line in its middle.
    """

    key: str
    start: Pose
    end: Pose
    length: float
    gone: bool = False
    arc: float = 0.0

    def at(self, seconds: float) -> Poses:
        """Where the picture is, before, during and after its travel."""
        if seconds >= self.length:
            return {self.key: None if self.gone else self.end}
        share = ease(max(seconds, 0.0) / self.length)
        return {self.key: self._between(share)}

    def _between(self, share: float) -> Pose:
        one, two = self.start, self.end
        turning = (two.angle - one.angle + 180) % 360 - 180
        flips = one.card is not two.card
        return Pose(
            card=two.card if flips and share >= 0.5 else one.card,
            x=one.x + (two.x - one.x) * share,
            y=one.y + (two.y - one.y) * share - self.arc * 4 * share * (1 - share),
            width=one.width + (two.width - one.width) * share,
            angle=one.angle + turning * share,
            z=max(one.z, two.z) + 200 if 0 < share < 1 and one != two else one.z,
            open=abs(1 - 2 * share) if flips else 1.0,
        )


class Wait(NamedTuple):
    """Nothing moves for a while."""

    length: float

    def at(self, seconds: float) -> Poses:
        return {}


class Appear(NamedTuple):
    """A picture that is not there before ``length`` seconds have passed."""

    key: str
    length: float

    def at(self, seconds: float) -> Poses:
        return {self.key: None} if seconds < self.length else {}


class InTurn(NamedTuple):
    """One after the other; what has not begun is where it will begin."""

    parts: tuple[Animation, ...]

    @property
    def length(self) -> float:
        return sum(part.length for part in self.parts)

    def at(self, seconds: float) -> Poses:
        found: dict[str, Pose | None] = {}
        begin = 0.0
        for part in self.parts:
            begun = seconds >= begin
            there = part.at(seconds - begin)
            found.update({key: pose for key, pose in there.items() if begun or key not in found})
            begin += part.length
        return found


class Together(NamedTuple):
    """All at the same time."""

    parts: tuple[Animation, ...]

    @property
    def length(self) -> float:
        return max((part.length for part in self.parts), default=0.0)

    def at(self, seconds: float) -> Poses:
        found: dict[str, Pose | None] = {}
        for part in self.parts:
            found.update(part.at(seconds))
        return found


def still(animation: Animation) -> Animation:
    """The animation with nothing that travels: what moves is at its end at once, what goes away stays until then."""
    if isinstance(animation, Move):
        where = animation.start if animation.gone else animation.end
        return Move(animation.key, where, where, animation.length, animation.gone)
    if isinstance(animation, (InTurn, Together)):
        return type(animation)(tuple(still(part) for part in animation.parts))
    return animation


def started_at(animation: Animation, key: str, x: float, y: float) -> Animation:
    """The animation with the picture ``key`` coming from another point, upright."""
    if isinstance(animation, Move) and animation.key == key:
        return animation._replace(start=animation.start._replace(x=x, y=y, angle=0.0))
    if isinstance(animation, (InTurn, Together)):
        return type(animation)(tuple(started_at(part, key, x, y) for part in animation.parts))
    return animation


def movers(animation: Animation) -> frozenset[str]:
    """The keys of all pictures that the animation moves."""
    if isinstance(animation, Move):
        return frozenset((animation.key,))
    if isinstance(animation, (InTurn, Together)):
        return frozenset().union(*(movers(part) for part in animation.parts))
    return frozenset()


Animation: TypeAlias = Move | Wait | Appear | InTurn | Together
NOTHING = Wait(0.0)
"""An animation of no length: what has no picture."""


def after(delay: float, part: Animation) -> Animation:
    """``part``, begun ``delay`` seconds later."""
    return InTurn((Wait(delay), part)) if delay > 0 else part
