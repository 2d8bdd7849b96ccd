"""Looking at a card: the pointer rests on it, the keys are at it, a press is held, the right button is pressed."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Protocol

import pygame

from game.engine.cards import Card
from game.names import card_name
from ui import timings
from ui.table.closeup import Closeup
from ui.table.corner import called_card
from ui.table.desk import Desk
from ui.table.face import Face
from ui.table.faceup import Seen, draw_name, ground, seen, seen_at
from ui.table.hold import Hold
from ui.table.pose import Pose


class Looked(Desk, Protocol):
    """The table's scene, as far as one looks at its cards."""

    face: Face
    hold: Hold

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's hand, left to right."""
        ...

    @property
    def sprites(self) -> Mapping[str, Pose]:
        """Every card picture, as it is drawn now."""
        ...

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves and nothing lies over the table."""
        ...


class Looking:
    """What the pointer is on, and since when; what is pressed, and since when. Seconds are those of the stage."""

    def __init__(self, scene: Looked) -> None:
        self.scene = scene
        self._on: tuple[Card, tuple[int, int], float] | None = None
        self._pressed: tuple[Card, float] | None = None

    @property
    def rest(self) -> float:
        """Seconds until something is to be shown, or has been for a while."""
        now, due = self.scene.stage.clock(), list[float]()
        if self._on is not None and now < self._on[2] + timings.HOVER_REST:
            due.append(self._on[2] + timings.HOVER_REST - now)
        if self._pressed is not None:
            due.append(max(0.0, self._pressed[1] + timings.HELD - now))
        return min(due, default=inf)

    def update(self) -> None:
        """A frame: where the pointer is, and whether a press was held long enough."""
        now = self.scene.stage.clock()
        point = pygame.mouse.get_pos() if pygame.mouse.get_focused() else None
        under = self.at(point) if point is not None and self._looks else None
        if under is None or point is None:
            self._on = None
        elif self._on is None or self._on[0] is not under.card or (point != self._on[1] and not self._rested(now)):
            self._on = under.card, point, now
        if not self.scene.at_rest:
            self._pressed = None
        if self._pressed is not None and now >= self._pressed[1] + timings.HELD:
            self.open(self._pressed[0])

    @property
    def _looks(self) -> bool:
        return self.scene.at_rest and not self.scene.hold.dragging

    def _rested(self, now: float) -> bool:
        return self._on is not None and now >= self._on[2] + timings.HOVER_REST

    def at(self, point: tuple[int, int]) -> Seen | None:
        """The card that lies open at a point."""
        scene = self.scene
        called = called_card(scene.face, scene.view, scene.table.names, scene.deck, scene.spot)
        if called is not None and called[1].collidepoint(point):
            return Seen(*called)
        return seen_at(scene.sprites, point)

    @property
    def named(self) -> Seen | None:
        """The card that is named now: the one that the keys are at, else the one that the pointer rests on."""
        scene, on = self.scene, self._on
        if not scene.at_rest:
            return None
        if 0 <= scene.hold.selected < len(scene.hand) and not scene.focus.shown:
            pose = scene.sprites.get(scene.hand[scene.hold.selected].name)
            return seen(pose) if pose is not None else None
        return self.at(on[1]) if on is not None and self._rested(scene.stage.clock()) else None

    def draw(self, surface: pygame.Surface) -> None:
        """The name of the card, where it lies over no other card, no button, no plate and no line to the person."""
        found, spot = self.named, self.scene.spot
        if found is not None:
            widgets = (pygame.Rect(one.get_abs_rect()) for one in self.scene.focus.widgets if one.visible)
            cards = (ground(pose) for pose in self.scene.sprites.values() if pose.card is not found.card)
            taken = (spot.prompt, spot.corner, *(place.ground for place in spot.places), *widgets, *cards)
            draw_name(surface, spot, card_name(found.card, self.scene.deck), found.rect, taken)

    # -- the pointer's buttons

    def press(self, point: tuple[int, int]) -> None:
        """The left button went down: held, it shows the card large."""
        under = self.at(point)
        self._pressed = (under.card, self.scene.stage.clock()) if under is not None else None

    def let_go(self) -> None:
        """The button was let go, or the card is dragged."""
        self._pressed = None

    def closer(self, point: tuple[int, int]) -> None:
        """The right button: the card at once."""
        under = self.at(point)
        if under is not None:
            self.open(under.card)

    def open(self, card: Card) -> None:
        """Show a card large."""
        self._pressed = None
        self.scene.hold.let_go()
        self.scene.stage.push(Closeup(self.scene.stage, self.scene, card))
