"""From the mouse and the keys to what a person wants of the table."""

from __future__ import annotations

from typing import Final, Protocol

import pygame
import pygame_gui
from pygame_gui.elements import UIButton

from game.core.actions import Action, Play
from game.core.cards import Card
from ui.input.key_map import (
    ACTIVATE,
    GO_BACK,
    PLAY_BY_NUMBER,
    PLAY_ON,
    SHOW_CARD_MEMORY,
    SHOW_TRICK_HISTORY,
    STEP_CARD,
    TYPE_CARD_NAME,
    ZOOM_CARD,
)
from ui.table.action_panel import ActionPanel, SeatMarks
from ui.table.assistance import TableAssistance
from ui.table.context import TableContext
from ui.table.hand.arrangement import HandArrangement
from ui.table.hand.inspector import CardInspector
from ui.table.hand.interaction import DRAG_THRESHOLD, HandDrop, HandInteraction
from ui.table.hand.typed_card import TypedCard
from ui.table.overlays.menu import TableOverlays
from ui.widgets.focus import press_button

CONFIRM_KEYS: Final = ACTIVATE.default_keys
STEP_BY_KEY: Final = dict(zip(STEP_CARD.default_keys, (-1, 1), strict=True))


class InputContext(TableContext, Protocol):
    """The table's scene, as far as mouse and keys know it."""

    hand_interaction: HandInteraction
    hand_arrangement: HandArrangement
    inspector: CardInspector
    panel: ActionPanel
    seat_marks: SeatMarks
    overlays: TableOverlays
    assistance: TableAssistance

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's hand, left to right; nobody's while the cover is on."""
        ...

    @property
    def is_idle(self) -> bool:
        """Whether nothing moves and nothing lies over the table."""
        ...

    @property
    def is_hand_over_shown(self) -> bool:
        """Whether the cover is on."""
        ...

    def find_card_at(self, point: tuple[int, int]) -> Card | None:
        """The card of the hand under a point."""
        ...

    def skip_animations(self) -> bool:
        """Jump to the end of all that moves. Whether anything did."""
        ...

    def play_on(self) -> bool:
        """Go quickly to the viewer's next turn. Whether there is anything before it."""
        ...

    def confirm_hand_over(self) -> None:
        """The person that the cover waits for is there."""
        ...


class TableInput:
    """One handler for each kind of event. ``menu_button``, ``trick_history_button`` and ``score_button``: the buttons
    of the upper right corner.

    ``play_on_button``: the one that plays on to the viewer's turn.
    """

    def __init__(self, scene: InputContext) -> None:
        self.scene = scene
        self.menu_button: UIButton | None = None
        self.trick_history_button: UIButton | None = None
        self.score_button: UIButton | None = None
        self.play_on_button: UIButton | None = None
        self.typed_card = TypedCard()
        self._pressed: Action | None = None

    def set_play_on_button_visible(self, is_visible: bool) -> None:
        """Whether there is anything to be played on through."""
        if self.play_on_button is not None and bool(self.play_on_button.visible) != is_visible:
            if is_visible:
                self.play_on_button.show()
            else:
                self.play_on_button.hide()

    def handle_event(self, event: pygame.event.Event) -> None:
        """An event that no widget and no focus key has taken."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.typed_card.cancel_digit()
        if self.scene.is_hand_over_shown:
            self._handle_hand_over_event(event)
        elif event.type == pygame.KEYDOWN:
            self._handle_key(event.key)
        elif event.type == pygame_gui.UI_BUTTON_PRESSED:
            self._handle_button(event.ui_element)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._handle_press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._handle_release(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self.scene.inspector.zoom_at(event.pos)
        elif event.type == pygame.MOUSEMOTION:
            self._handle_motion(event)

    def _handle_hand_over_event(self, event: pygame.event.Event) -> None:
        is_button_pressed = event.type == pygame_gui.UI_BUTTON_PRESSED
        if event.type == pygame.KEYDOWN and event.key in GO_BACK.default_keys:
            self.scene.overlays.open_pause()
        elif is_button_pressed or (event.type == pygame.KEYDOWN and event.key in CONFIRM_KEYS):
            self.scene.confirm_hand_over()

    def _handle_key(self, key: int) -> None:
        scene, key_map = self.scene, self.scene.context.key_map
        hand, selected_index = scene.hand, scene.hand_interaction.selected_index
        if key in GO_BACK.default_keys:
            self._handle_escape()
        elif scene.session.error:
            scene.session.retry()
        elif (
            (key in key_map.keys(PLAY_ON) and scene.play_on())
            or scene.skip_animations()
            or (scene.offered_actions and self._try_action(scene.panel.get_key_action(key)))
            or (self.typed_card.is_typing(scene.context.clock()) and self._type_card_name(key))
        ) or self.scene.assistance.handle_key(key):
            return
        elif key in key_map.keys(SHOW_TRICK_HISTORY):
            scene.overlays.open_trick_history()
        elif key in key_map.keys(SHOW_CARD_MEMORY):
            scene.overlays.open_card_memory()
        elif key in key_map.keys(ZOOM_CARD) and 0 <= selected_index < len(hand):
            scene.inspector.zoom_card(hand[selected_index])
        elif key in STEP_BY_KEY and hand:
            scene.hand_interaction.move_selection(STEP_BY_KEY[key], len(hand))
            scene.focus.hide_ring()
        elif key in CONFIRM_KEYS and 0 <= selected_index < len(hand):
            self._play_card(hand[selected_index])
        elif key in CONFIRM_KEYS and scene.focus.default_button is not None:
            press_button(scene.focus.default_button)
        elif (
            not self._type_card_name(key)
            and key in PLAY_BY_NUMBER.default_keys
            and PLAY_BY_NUMBER.default_keys.index(key) < len(hand)
        ):
            self._play_card(hand[PLAY_BY_NUMBER.default_keys.index(key)])

    def _type_card_name(self, key: int) -> bool:
        """Take a key as part of a card's name. Whether it was; a digit may turn out to be a place of the hand."""
        if key not in (*TYPE_CARD_NAME.default_keys, *PLAY_BY_NUMBER.default_keys):
            return False
        scene, now, is_typing = (
            self.scene,
            self.scene.context.clock(),
            self.typed_card.is_typing(self.scene.context.clock()),
        )
        card = self.typed_card.type_letter(chr(key), scene.hand, scene.deck, now)
        if card is None:
            return False
        hand_index = (
            PLAY_BY_NUMBER.default_keys.index(key)
            if key in PLAY_BY_NUMBER.default_keys and not is_typing
            else len(scene.hand)
        )
        if hand_index < len(scene.hand):
            self.typed_card.delay_digit(scene.hand[hand_index], now)
        else:
            scene.hand_interaction.selected_index = scene.hand.index(card)
            scene.focus.hide_ring()
        return True

    @property
    def seconds_until_next_update(self) -> float:
        """Seconds until a digit is known to have been a place."""
        return self.typed_card.get_seconds_until_due(self.scene.context.clock())

    def update(self) -> None:
        """A frame: a digit after which nothing came plays the card at that place."""
        card = self.typed_card.take_due_card(self.scene.context.clock())
        if card is not None and self.scene.is_idle and card in self.scene.hand:
            self._play_card(card)

    def _handle_escape(self) -> None:
        """Let go of the button under the ring, close what is open over the table, else pause."""
        if self.scene.focus.is_ring_shown:
            self.scene.focus.hide_ring()
        elif not (self.scene.assistance.close() or self.scene.panel.close()):
            self.scene.overlays.open_pause()

    def _handle_button(self, button: UIButton) -> None:
        scene = self.scene
        if button is self.menu_button:
            scene.overlays.open_pause()
        elif button is self.trick_history_button:
            scene.overlays.open_trick_history()
        elif button is self.score_button:
            scene.overlays.open_score_pad()
        elif button is self.play_on_button:
            scene.play_on()
        elif not (scene.assistance.handle_button(button) or scene.seat_marks.handle_button(button)):
            self._try_action(scene.panel.get_button_action(button))

    def _try_action(self, action: Action | None) -> bool:
        """Do what a panel was asked for, if anything."""
        if action is not None:
            self.scene.act(action)
        return action is not None

    def _handle_press(self, point: tuple[int, int]) -> None:
        scene, self._pressed = self.scene, None
        if scene.session.error:
            scene.session.retry()
        elif not scene.skip_animations():
            self._pressed = self._find_offered_action_at(point)
            if self._pressed is None:
                scene.hand_interaction.press(scene.find_card_at(point), point)
                scene.inspector.press(point)

    def _find_offered_action_at(self, point: tuple[int, int]) -> Action | None:
        """Return the action that a click at this point of the panel stands for."""
        return self.scene.panel.get_click_action(point) if self.scene.offered_actions else None

    def _handle_release(self, point: tuple[int, int]) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is not None and pressed == self._find_offered_action_at(point):
            self.scene.act(pressed)
        self.scene.inspector.cancel_press()
        released = self.scene.hand_interaction.release(self.scene.context.size[1])
        if isinstance(released, HandDrop):
            self.scene.hand_arrangement.drop_card(*released)
        elif released is not None:
            self._play_card(released)

    def _handle_motion(self, event: pygame.event.Event) -> None:
        self.scene.hand_interaction.selected_index = -1
        if event.buttons[0]:
            self.scene.hand_interaction.drag(event.pos, self.scene.context.px(DRAG_THRESHOLD))
            if self.scene.hand_interaction.is_dragging:
                self.scene.inspector.cancel_press()

    def _play_card(self, card: Card) -> None:
        self.typed_card.reset()
        seat = self.scene.session.observation.seat
        if seat is not None:
            self.scene.act(
                (self.scene.panel.get_card_action(card) if self.scene.offered_actions else None) or Play(seat, card)
            )
