"""Interaction with the viewer's hand: the selected, lifted and dragged card, and the last one, which plays itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from game.core.actions import Play
from game.core.cards import Card
from game.match.observation import Observation
from ui.graphics import timings
from ui.table.layout.pose import CardPose, contains_point
from ui.table.state import TableState

if TYPE_CHECKING:
    from ui.table.scene import TableScene

LIFT_HEIGHT_RATIO: Final = 0.13
"""The height by which a card lifts, in card widths."""
DRAGGED_CARD_Z: Final = 300
"""The drawing order of a dragged card, above all others."""
DRAG_THRESHOLD: Final = 6
"""Design pixels that the pointer moves before a press becomes a drag."""
PLAY_ABOVE_HEIGHT_RATIO: Final = 0.66
"""The share of the window's height above which a dropped card is played."""


class HandInteraction:
    """The state of the interaction with the hand.

    ``selected_index``: the card that the arrow keys have selected, -1 if none.
    """

    def __init__(self) -> None:
        self.selected_index = -1
        self._lift_by_card_name: dict[str, float] = {}
        self._pressed: tuple[Card, tuple[int, int]] | None = None
        self._drag_point: tuple[int, int] | None = None
        self.dropped_card: tuple[Card, tuple[int, int]] | None = None
        """The card that was dropped to be played, and the point.

        It remains there until its play is shown.
        """

    @property
    def is_animating(self) -> bool:
        """Whether a card is being lifted or lowered."""
        return any(0.01 < lift < 0.99 for lift in self._lift_by_card_name.values())

    @property
    def is_dragging(self) -> bool:
        """Whether a card is being dragged."""
        return self._drag_point is not None

    @property
    def is_idle(self) -> bool:
        """Whether every card is at its place in the layout."""
        return not self._lift_by_card_name and self._drag_point is None and self.dropped_card is None

    def cancel_press(self) -> None:
        """End a press or a drag."""
        self._pressed = self._drag_point = None

    def move_selection(self, step: int, count: int) -> None:
        """Move the selection by ``step`` cards in a hand of ``count``, cyclically."""
        first_index = 0 if step > 0 else count - 1
        self.selected_index = (self.selected_index + step) % count if self.selected_index >= 0 else first_index

    def press(self, card: Card | None, point: tuple[int, int]) -> None:
        """Begin a press on a card at a point in pixels.

        ``card``: None if the press is beside all cards.
        """
        self._pressed = (card, point) if card is not None else None

    def drag(self, point: tuple[int, int], threshold: float) -> None:
        """Move the pointer with the button down.

        A press becomes a drag when it is more than ``threshold`` pixels from its start.
        """
        if self._pressed:
            distance = max(abs(point[0] - self._pressed[1][0]), abs(point[1] - self._pressed[1][1]))
            if self._drag_point or distance > threshold:
                self._drag_point = point

    def release(self, window_height: int) -> tuple[Card, tuple[int, int] | None] | None:
        """Return the released card and the point where it was dropped within the hand, None if the release plays it.

        None if nothing was pressed. ``window_height``: pixels.
        """
        press, drop_point = self._pressed, self._drag_point
        self.cancel_press()
        if press is None:
            return None
        if drop_point is not None and drop_point[1] >= window_height * PLAY_ABOVE_HEIGHT_RATIO:
            return press[0], drop_point
        if drop_point is not None:
            self.dropped_card = press[0], drop_point
        return press[0], None

    def update_lift(self, lifted_card_name: str | None, seconds: float) -> None:
        """Raise the named card and lower the others for the time of a frame.

        ``lifted_card_name``: None to lower all; ``seconds``: time since the last frame.
        """
        share = min(1.0, seconds * timings.CARD_LIFT_RATE_PER_SECOND)
        for card_name in {*self._lift_by_card_name, *([lifted_card_name] if lifted_card_name else [])}:
            target = 1.0 if card_name == lifted_card_name else 0.0
            lift = self._lift_by_card_name.get(card_name, 0.0)
            self._lift_by_card_name[card_name] = lift + (target - lift) * share
        self._lift_by_card_name = {key: lift for key, lift in self._lift_by_card_name.items() if lift > 0.005}

    def find_changed_poses(self, poses: Mapping[str, CardPose | None]) -> dict[str, CardPose]:
        """Return the changed ones of ``poses``.

        They are those of the lifted cards, and of the dragged or dropped card.
        """
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
    """Return the card of the hand at a point, the uppermost if cards overlap.

    None if there is none.
    """
    cards = [card for card in hand if card.name in poses and contains_point(poses[card.name], point)]
    return cards[-1] if cards else None


def find_forced_last_card(observation: Observation) -> Play | None:
    """Return the play of the viewer's only card, if it is the only legal action.

    None otherwise.
    """
    if (
        observation.seat is None
        or len(observation.legal_actions) != 1
        or len(observation.board.hands[observation.seat]) != 1
    ):
        return None
    action = observation.legal_actions[0]
    return action if isinstance(action, Play) else None


class AutoPlayLastCard:
    """Plays the last card after the thinking time of a computer player."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.is_waiting = False
        self._waited_seconds = 0.0

    def update(self, seconds: float) -> None:
        """Play the last card once the waiting time is over, if the setting is on.

        ``seconds``: time since the last frame.
        """
        table = self.table
        is_enabled = table.context.settings.plays_last and table.state is TableState.YOUR_TURN
        play = (
            find_forced_last_card(table.observation)
            if is_enabled and table.is_idle and not table.hand_interaction.is_dragging
            else None
        )
        self._waited_seconds = self._waited_seconds + seconds if play is not None and self.is_waiting else 0.0
        self.is_waiting = play is not None
        if play is not None and self._waited_seconds >= table.min_thinking_s:
            table.act(play)
