"""From the mouse and the keys to what a person wants of the table."""

from __future__ import annotations

from typing import Final, Protocol

import pygame
import pygame_gui
from pygame_gui.elements import UIButton

from game.engine.actions import Action, Play
from game.engine.cards import Card
from ui.shortcuts import BACK, DIGIT, LARGE, LAST, MEMORY, NAME, ON, PRESS, STEP
from ui.table.aid import Aid
from ui.table.desk import Desk
from ui.table.hands import Hands
from ui.table.hold import DRAG_FROM, Hold, Put
from ui.table.looking import Looking
from ui.table.openings import Openings
from ui.table.panel import Marks, Panel
from ui.table.typed import Typed
from ui.widgets.focus import press

CONFIRM: Final = PRESS.keys
STEPS: Final = dict(zip(STEP.keys, (-1, 1), strict=True))


class Controlled(Desk, Protocol):
    """The table's scene, as far as mouse and keys know it."""

    hold: Hold
    hands: Hands
    looking: Looking
    panel: Panel
    marks: Marks
    openings: Openings
    aid: Aid

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's hand, left to right; nobody's while the cover is on."""
        ...

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves and nothing lies over the table."""
        ...

    @property
    def covered(self) -> bool:
        """Whether the cover is on."""
        ...

    def card_at(self, point: tuple[int, int]) -> Card | None:
        """The card of the hand under a point."""
        ...

    def skip(self) -> bool:
        """Jump to the end of all that moves. Whether anything did."""
        ...

    def play_on(self) -> bool:
        """Go quickly to the viewer's next turn. Whether there is anything before it."""
        ...

    def uncover(self) -> None:
        """The person that the cover waits for is there."""
        ...


class Controls:
    """One handler for each kind of event. ``menu``, ``last`` and ``score``: the buttons of the upper right corner.

    ``on``: the one that plays on to the viewer's turn.
    """

    def __init__(self, scene: Controlled) -> None:
        self.scene = scene
        self.menu: UIButton | None = None
        self.last: UIButton | None = None
        self.score: UIButton | None = None
        self.on: UIButton | None = None
        self.typed = Typed()
        self._pressed: Action | None = None

    def show_on(self, shown: bool) -> None:
        """Whether there is anything to be played on through."""
        if self.on is not None and bool(self.on.visible) != shown:
            if shown:
                self.on.show()
            else:
                self.on.hide()

    def handle(self, event: pygame.event.Event) -> None:
        """An event that no widget and no focus key has taken."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.typed.sure()
        if self.scene.covered:
            self._cover(event)
        elif event.type == pygame.KEYDOWN:
            self._key(event.key)
        elif event.type == pygame_gui.UI_BUTTON_PRESSED:
            self._button(event.ui_element)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._release(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self.scene.looking.closer(event.pos)
        elif event.type == pygame.MOUSEMOTION:
            self._motion(event)

    def _cover(self, event: pygame.event.Event) -> None:
        pressed = event.type == pygame_gui.UI_BUTTON_PRESSED
        if event.type == pygame.KEYDOWN and event.key in BACK.keys:
            self.scene.openings.pause()
        elif pressed or (event.type == pygame.KEYDOWN and event.key in CONFIRM):
            self.scene.uncover()

    def _key(self, key: int) -> None:
        scene = self.scene
        hand, selected = scene.hand, scene.hold.selected
        if key in BACK.keys:
            self._escape()
        elif scene.table.fault:
            scene.table.retry()
        elif (
            (key in ON.keys and scene.play_on())
            or scene.skip()
            or (scene.offered and self._try(scene.panel.key(key)))
            or (self.typed.begun(scene.stage.clock()) and self._name(key))
        ) or self.scene.aid.key(key):
            return
        elif key in LAST.keys:
            scene.openings.tricks()
        elif key in MEMORY.keys:
            scene.openings.memory()
        elif key in LARGE.keys and 0 <= selected < len(hand):
            scene.looking.open(hand[selected])
        elif key in STEPS and hand:
            scene.hold.step(STEPS[key], len(hand))
            scene.focus.let_go()
        elif key in CONFIRM and 0 <= selected < len(hand):
            self._play(hand[selected])
        elif key in CONFIRM and scene.focus.golden is not None:
            press(scene.focus.golden)
        elif not self._name(key) and key in DIGIT.keys and DIGIT.keys.index(key) < len(hand):
            self._play(hand[DIGIT.keys.index(key)])

    def _name(self, key: int) -> bool:
        """Take a key as part of a card's name. Whether it was; a digit may turn out to be a place of the hand."""
        if key not in (*NAME.keys, *DIGIT.keys):
            return False
        scene, now, begun = self.scene, self.scene.stage.clock(), self.typed.begun(self.scene.stage.clock())
        found = self.typed.take(chr(key), scene.hand, scene.deck, now)
        if found is None:
            return False
        place = DIGIT.keys.index(key) if key in DIGIT.keys and not begun else len(scene.hand)
        if place < len(scene.hand):
            self.typed.doubt(scene.hand[place], now)
        else:
            scene.hold.selected = scene.hand.index(found)
            scene.focus.let_go()
        return True

    @property
    def rest(self) -> float:
        """Seconds until a digit is known to have been a place."""
        return self.typed.rest(self.scene.stage.clock())

    def update(self) -> None:
        """A frame: a digit after which nothing came plays the card at that place."""
        card = self.typed.due(self.scene.stage.clock())
        if card is not None and self.scene.at_rest and card in self.scene.hand:
            self._play(card)

    def _escape(self) -> None:
        """Let go of the button under the ring, close what is open over the table, else pause."""
        if self.scene.focus.shown:
            self.scene.focus.let_go()
        elif not (self.scene.aid.close() or self.scene.panel.close()):
            self.scene.openings.pause()

    def _button(self, button: UIButton) -> None:
        scene = self.scene
        if button is self.menu:
            scene.openings.pause()
        elif button is self.last:
            scene.openings.tricks()
        elif button is self.score:
            scene.openings.pad()
        elif button is self.on:
            scene.play_on()
        elif not (scene.aid.pressed(button) or scene.marks.pressed(button)):
            self._try(scene.panel.pressed(button))

    def _try(self, action: Action | None) -> bool:
        """Do what a panel was asked for, if anything."""
        if action is not None:
            self.scene.act(action)
        return action is not None

    def _press(self, point: tuple[int, int]) -> None:
        scene, self._pressed = self.scene, None
        if scene.table.fault:
            scene.table.retry()
        elif not scene.skip():
            self._pressed = self._offered_at(point)
            if self._pressed is None:
                scene.hold.press(scene.card_at(point), point)
                scene.looking.press(point)

    def _offered_at(self, point: tuple[int, int]) -> Action | None:
        """Return the action that a click at this point of the panel stands for."""
        return self.scene.panel.click(point) if self.scene.offered else None

    def _release(self, point: tuple[int, int]) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is not None and pressed == self._offered_at(point):
            self.scene.act(pressed)
        self.scene.looking.let_go()
        released = self.scene.hold.release(self.scene.stage.size[1])
        if isinstance(released, Put):
            self.scene.hands.put(*released)
        elif released is not None:
            self._play(released)

    def _motion(self, event: pygame.event.Event) -> None:
        self.scene.hold.selected = -1
        if event.buttons[0]:
            self.scene.hold.drag(event.pos, self.scene.stage.px(DRAG_FROM))
            if self.scene.hold.dragging:
                self.scene.looking.let_go()

    def _play(self, card: Card) -> None:
        self.typed.forget()
        seat = self.scene.table.viewer
        if seat is not None:
            self.scene.act((self.scene.panel.card(card) if self.scene.offered else None) or Play(seat, card))
