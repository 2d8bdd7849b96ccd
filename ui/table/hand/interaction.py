"""The viewer's hand under the pointer and the keys: what is selected, lifted, dragged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from game.core.cards import Card
from ui.graphics import timings
from ui.table.layout.pose import CardPose, contains_point

LIFT_HEIGHT_RATIO: Final = 0.13
"""How far a card lifts, in card widths."""
DRAGGED_CARD_Z: Final = 300
"""So high lies a card that goes with the pointer, over all others."""
DRAG_THRESHOLD: Final = 6
"""Design pixels that the pointer travels before a press becomes a drag."""
PLAY_ABOVE_HEIGHT_RATIO: Final = 0.66
"""A dragged card is played where it is let go above this share of the window's height."""


class HandDrop(NamedTuple):
    """A card that was let go among the others of the hand, and where."""

    card: Card
    point: tuple[int, int]


class HandInteraction:
    """``selected_index``: the place that the arrow keys are at, -1 if they are not used."""

    def __init__(self) -> None:
        self.selected_index = -1
        self._lift_by_card_name: dict[str, float] = {}
        self._pressed: tuple[Card, tuple[int, int]] | None = None
        self._drag_point: tuple[int, int] | None = None
        self.dropped_card: tuple[Card, tuple[int, int]] | None = None
        """The card that was dragged out and let go, and where: it lies there until it is shown to be played."""

    @property
    def is_animating(self) -> bool:
        """Whether a card is on its way up or down."""
        return any(0.01 < lift < 0.99 for lift in self._lift_by_card_name.values())

    @property
    def is_dragging(self) -> bool:
        """Whether a card goes with the pointer."""
        return self._drag_point is not None

    @property
    def is_idle(self) -> bool:
        """Whether every card is where the layout has it."""
        return not self._lift_by_card_name and self._drag_point is None and self.dropped_card is None

    def cancel_press(self) -> None:
        """Nothing is pressed or dragged any more."""
        self._pressed = self._drag_point = None

    def move_selection(self, step: int, count: int) -> None:
        """An arrow key: one card on in a hand of ``count``."""
        first_index = 0 if step > 0 else count - 1
        self.selected_index = (self.selected_index + step) % count if self.selected_index >= 0 else first_index

    def press(self, card: Card | None, point: tuple[int, int]) -> None:
        """The pointer went down on a card, or beside them all."""
        self._pressed = (card, point) if card is not None else None

    def drag(self, point: tuple[int, int], threshold: float) -> None:
        """The pointer moved with the button down; past ``threshold`` pixels the card goes with it."""
        if self._pressed:
            distance = max(abs(point[0] - self._pressed[1][0]), abs(point[1] - self._pressed[1][1]))
            if self._drag_point or distance > threshold:
                self._drag_point = point

    def release(self, window_height: int) -> Card | HandDrop | None:
        """The pointer was let go in a window so high: the card that is played by it, or put elsewhere in the hand."""
        press, drop_point = self._pressed, self._drag_point
        self.cancel_press()
        if press is None:
            return None
        if drop_point is not None and drop_point[1] >= window_height * PLAY_ABOVE_HEIGHT_RATIO:
            return HandDrop(press[0], drop_point)
        if drop_point is not None:
            self.dropped_card = press[0], drop_point
        return press[0]

    def update_lift(self, lifted_card_name: str | None, seconds: float) -> None:
        """Time passes: the card ``lifted_card_name`` rises, the others sink."""
        share = min(1.0, seconds * timings.CARD_LIFT_RATE_PER_SECOND)
        for card_name in {*self._lift_by_card_name, *([lifted_card_name] if lifted_card_name else [])}:
            target = 1.0 if card_name == lifted_card_name else 0.0
            lift = self._lift_by_card_name.get(card_name, 0.0)
            self._lift_by_card_name[card_name] = lift + (target - lift) * share
        self._lift_by_card_name = {key: lift for key, lift in self._lift_by_card_name.items() if lift > 0.005}

    def find_changed_poses(self, poses: Mapping[str, CardPose | None]) -> dict[str, CardPose]:
        """What of ``poses`` is changed: the lifted cards and the dragged one."""
        changed = {}
        for key, lift in self._lift_by_card_name.items():
            pose = poses.get(key)
            if pose is not None:
                changed[key] = pose._replace(y=pose.y - lift * LIFT_HEIGHT_RATIO * pose.width)
        moved_card = (self._pressed[0], self._drag_point) if self._pressed and self._drag_point else self.dropped_card
        if moved_card is not None:
            card, (x, y) = moved_card
            pose = poses.get(card.name)
            if pose is not None:
                changed[card.name] = pose._replace(x=x, y=y, angle=0.0, z=DRAGGED_CARD_Z)
        return changed


def find_card_at(hand: tuple[Card, ...], poses: Mapping[str, CardPose], point: tuple[int, int]) -> Card | None:
    """The card of the hand under a point, the uppermost if they overlap."""
    cards = [card for card in hand if card.name in poses and contains_point(poses[card.name], point)]
    return cards[-1] if cards else None
