"""The viewer's hand under the pointer and the keys: what is selected, lifted, dragged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from game.engine.cards import Card
from ui import timings
from ui.table.pose import Pose, covers

LIFT: Final = 0.13
"""How far a card lifts, in card widths."""
DRAGGED: Final = 300
"""So high lies a card that goes with the pointer, over all others."""
DRAG_FROM: Final = 6
"""Design pixels that the pointer travels before a press becomes a drag."""
PLAYED_ABOVE: Final = 0.66
"""A dragged card is played where it is let go above this share of the window's height."""


class Put(NamedTuple):
    """A card that was let go among the others of the hand, and where."""

    card: Card
    point: tuple[int, int]


class Hold:
    """``selected``: the place that the arrow keys are at, -1 if they are not used."""

    def __init__(self) -> None:
        self.selected = -1
        self._lifts: dict[str, float] = {}
        self._pressed: tuple[Card, tuple[int, int]] | None = None
        self._dragged: tuple[int, int] | None = None
        self.dropped: tuple[Card, tuple[int, int]] | None = None
        """The card that was dragged out and let go, and where: it lies there until it is shown to be played."""

    @property
    def moving(self) -> bool:
        """Whether a card is on its way up or down."""
        return any(0.01 < lift < 0.99 for lift in self._lifts.values())

    @property
    def dragging(self) -> bool:
        """Whether a card goes with the pointer."""
        return self._dragged is not None

    @property
    def idle(self) -> bool:
        """Whether every card is where the layout has it."""
        return not self._lifts and self._dragged is None and self.dropped is None

    def let_go(self) -> None:
        """Nothing is pressed or dragged any more."""
        self._pressed = self._dragged = None

    def step(self, by: int, count: int) -> None:
        """An arrow key: one card on in a hand of ``count``."""
        first = 0 if by > 0 else count - 1
        self.selected = (self.selected + by) % count if self.selected >= 0 else first

    def press(self, card: Card | None, point: tuple[int, int]) -> None:
        """The pointer went down on a card, or beside them all."""
        self._pressed = (card, point) if card is not None else None

    def drag(self, point: tuple[int, int], reach: float) -> None:
        """The pointer moved with the button down; past ``reach`` pixels the card goes with it."""
        if self._pressed:
            far = max(abs(point[0] - self._pressed[1][0]), abs(point[1] - self._pressed[1][1]))
            if self._dragged or far > reach:
                self._dragged = point

    def release(self, height: int) -> Card | Put | None:
        """The pointer was let go in a window so high: the card that is played by it, or put elsewhere in the hand."""
        pressed, dragged = self._pressed, self._dragged
        self.let_go()
        if pressed is None:
            return None
        if dragged is not None and dragged[1] >= height * PLAYED_ABOVE:
            return Put(pressed[0], dragged)
        if dragged is not None:
            self.dropped = pressed[0], dragged
        return pressed[0]

    def lift(self, wanted: str | None, seconds: float) -> None:
        """Time passes: the card ``wanted`` rises, the others sink."""
        share = min(1.0, seconds * timings.LIFT_RATE)
        for card in {*self._lifts, *([wanted] if wanted else [])}:
            goal = 1.0 if card == wanted else 0.0
            lift = self._lifts.get(card, 0.0)
            self._lifts[card] = lift + (goal - lift) * share
        self._lifts = {key: lift for key, lift in self._lifts.items() if lift > 0.005}

    def poses(self, poses: Mapping[str, Pose | None]) -> dict[str, Pose]:
        """What of ``poses`` is changed: the lifted cards and the dragged one."""
        changed = {}
        for key, lift in self._lifts.items():
            pose = poses.get(key)
            if pose is not None:
                changed[key] = pose._replace(y=pose.y - lift * LIFT * pose.width)
        out = (self._pressed[0], self._dragged) if self._pressed and self._dragged else self.dropped
        if out is not None:
            card, (x, y) = out
            pose = poses.get(card.name)
            if pose is not None:
                changed[card.name] = pose._replace(x=x, y=y, angle=0.0, z=DRAGGED)
        return changed


def card_at(hand: tuple[Card, ...], poses: Mapping[str, Pose], point: tuple[int, int]) -> Card | None:
    """The card of the hand under a point, the uppermost if they overlap."""
    under = [card for card in hand if card.name in poses and covers(poses[card.name], point)]
    return under[-1] if under else None
