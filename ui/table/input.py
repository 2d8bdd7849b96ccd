"""Input of the table: mouse and key events, and typed names of cards, become actions of the person."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

import pygame

from game.core.actions import Action, Play
from game.core.cards import Card, DeckStyle, Hand
from game.text.card_letters import list_spellings
from game.text.card_names import format_card_name
from game.text.gettext import _
from ui.input.key_map import (
    ACTIVATE,
    GO_BACK,
    PLAY_BY_NUMBER,
    PLAY_ON,
    SHOW_CARD_MEMORY,
    SHOW_CODE,
    SHOW_TRICK_HISTORY,
    STEP_CARD,
    TYPE_CARD_NAME,
    ZOOM_CARD,
)
from ui.table.hand.interaction import DRAG_THRESHOLD
from ui.table.overlays.trick_history import TrickHistoryOverlay
from ui.table.state import TableState

if TYPE_CHECKING:
    from ui.table.scene import TableScene

CONFIRM_KEYS: Final = ACTIVATE.default_keys
STEP_BY_KEY: Final = dict(zip(STEP_CARD.default_keys, (-1, 1), strict=True))
NAME_TIMEOUT_S: Final = 1.5
"""Seconds after which another key begins a new name."""
DIGIT_DELAY_S: Final = 0.6
"""Seconds that a digit waits if it may be the place of a card or a rank."""


class TableInput:
    """Handlers for the events of one table, a method for each kind."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.typed_card = TypedCard()
        self._pressed: Action | None = None

    def handle_event(self, event: pygame.event.Event) -> None:
        """Handle an event that no widget and no focus key has taken."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) and self.typed_card.delayed_card is not None:
            card, self.typed_card.delayed_card = self.typed_card.delayed_card[0], None
            self.table.message_seconds_left = 0.0
            if event.type == pygame.KEYDOWN and event.key in CONFIRM_KEYS:
                self._play_card(card)
                return
        if self.table.focus.call_handler(event):
            return
        if self.table.state is TableState.HAND_OVER:
            self._handle_hand_over_event(event)
        elif event.type == pygame.KEYDOWN:
            self._handle_key(event.key)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._handle_press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._handle_release(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self.table.inspector.zoom_at(event.pos)
        elif event.type == pygame.MOUSEMOTION:
            self._handle_motion(event)

    def handle_television_event(self, event: pygame.event.Event) -> None:
        """Handle an event at a table for all: Esc opens the pause, a shortcut shows the code for phones."""
        key_map, network = self.table.context.key_map, self.table.network
        if self.table.focus.call_handler(event) or event.type != pygame.KEYDOWN:
            return
        if event.key in GO_BACK.default_keys:
            self._handle_escape()
        elif event.key in key_map.keys(SHOW_CODE) and network is not None:
            network.open_code()

    def _handle_hand_over_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key in GO_BACK.default_keys:
            self.table.open_pause()
        elif event.type == pygame.KEYDOWN and event.key in CONFIRM_KEYS:
            self.table.confirm_hand_over()

    def _handle_key(self, key: int) -> None:
        table, key_map, panel = self.table, self.table.context.key_map, self.table.controls.panel
        hand, selected_index = table.hand, self.table.hand_interaction.selected_index
        if key in GO_BACK.default_keys:
            self._handle_escape()
        elif table.state is TableState.ERROR:
            table.session.retry()
        elif (
            (key in key_map.keys(PLAY_ON) and table.play_on())
            or table.skip_animations()
            or (table.offered_actions and (self._try_action(panel.get_key_action(key)) or panel.type_digit(key)))
            or (self.typed_card.is_typing(table.context.clock()) and self._type_card_name(key))
        ) or self.table.assistance.handle_key(key):
            return
        elif key in key_map.keys(SHOW_TRICK_HISTORY):
            self.table.open_overlay(TrickHistoryOverlay)
        elif key in key_map.keys(SHOW_CARD_MEMORY):
            self.table.open_card_memory()
        elif key in key_map.keys(ZOOM_CARD) and 0 <= selected_index < len(hand):
            self.table.inspector.zoom_card(hand[selected_index])
        elif key in STEP_BY_KEY and hand:
            self.table.hand_interaction.move_selection(STEP_BY_KEY[key], len(hand))
            table.focus.hide_ring()
        elif key in CONFIRM_KEYS and 0 <= selected_index < len(hand):
            self._play_card(hand[selected_index])
        elif key in CONFIRM_KEYS and table.focus.default_button is not None:
            table.focus.default_button.notify_changed()
        elif (
            not self._type_card_name(key)
            and key in PLAY_BY_NUMBER.default_keys
            and PLAY_BY_NUMBER.default_keys.index(key) < len(hand)
        ):
            self._play_card(hand[PLAY_BY_NUMBER.default_keys.index(key)])

    def _type_card_name(self, key: int) -> bool:
        """Take a key as part of a card's name, and return whether it was.

        A digit may also be the place of a card in the hand; it is then delayed.
        """
        table, now = self.table, self.table.context.clock()
        is_panel_alone = bool(table.offered_actions) and table.offered_actions == table.observation.legal_actions
        has_card = not is_panel_alone or any(map(table.find_panel_action, table.hand))
        if not has_card or key not in (*TYPE_CARD_NAME.default_keys, *PLAY_BY_NUMBER.default_keys):
            return False
        is_typing = self.typed_card.is_typing(now)
        card = self.typed_card.type_letter(chr(key), table.hand, table.deck, now)
        if card is None:
            return False
        hand_index = (
            PLAY_BY_NUMBER.default_keys.index(key)
            if key in PLAY_BY_NUMBER.default_keys and not is_typing
            else len(table.hand)
        )
        place_card = table.hand[hand_index] if hand_index < len(table.hand) else None
        if place_card is not None and place_card == table.named_card:
            self._play_card(place_card)
        elif place_card is not None:
            self.typed_card.delayed_card = place_card, now + DIGIT_DELAY_S
            text = _(
                "You typed {digit}: {card:the} will be played in a moment. If you meant the "
                "{digit} of a suit, type the suit now."
            )
            table.show_message(text.format(digit=chr(key), card=format_card_name(place_card, table.deck)))
        else:
            self.table.hand_interaction.selected_index = table.hand.index(card)
            table.focus.hide_ring()
            if len(self.typed_card.text) == 1:  # with more letters, the name is being spelled out
                text = _("{typed}: {card}. Press Enter to play it.")
                if key in PLAY_BY_NUMBER.default_keys:
                    text = _("{typed}: {card}. Enter or {place} (its place in your hand) plays it.")
                place = table.hand.index(card) + 1
                name = format_card_name(card, table.deck)
                table.show_message(text.format(typed=chr(key).upper(), card=name, place=place))
        return True

    @property
    def seconds_until_next_update(self) -> float:
        """Seconds until a delayed digit means a place in the hand."""
        return self.typed_card.get_seconds_until_due(self.table.context.clock())

    def update(self) -> None:
        """Play the card at the place of a delayed digit once its delay is over."""
        card = self.typed_card.take_due_card(self.table.context.clock())
        if card is not None and self.table.is_idle and card in self.table.hand:
            self._play_card(card)

    def _handle_escape(self) -> None:
        """Hide the focus ring, else close the chat, the hint, the note or the panel, else open the pause menu."""
        table = self.table
        if table.focus.is_ring_shown:
            table.focus.hide_ring()
        elif table.side_chat.is_shown:
            table.side_chat.toggle()
        elif not (table.assistance.close() or table.check_note.close() or table.controls.panel.close()):
            table.open_pause()

    def _try_action(self, action: Action | None) -> bool:
        """Perform an action if there is one, and return whether there was."""
        if action is not None:
            self.table.act(action)
        return action is not None

    def _handle_press(self, point: tuple[int, int]) -> None:
        table, self._pressed = self.table, None
        if table.state is TableState.ERROR:
            table.session.retry()
        elif not table.skip_animations():
            self._pressed = self._find_offered_action_at(point)
            if self._pressed is None:
                self.table.hand_interaction.press(table.find_card_at(point), point)
                self.table.inspector.press(point)

    def _find_offered_action_at(self, point: tuple[int, int]) -> Action | None:
        """Return the action of a click at a point of the panel, None if there is none."""
        return self.table.controls.panel.get_click_action(point) if self.table.offered_actions else None

    def _handle_release(self, point: tuple[int, int]) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is not None and pressed == self._find_offered_action_at(point):
            self.table.act(pressed)
        self.table.inspector.cancel_press()
        released = self.table.hand_interaction.release(self.table.context.size[1])
        if released is None:
            return
        card, drop_point = released
        if drop_point is None:
            self._play_card(card)
        else:
            self.table.hand_arrangement.drop_card(card, drop_point)

    def _handle_motion(self, event: pygame.event.Event) -> None:
        self.table.hand_interaction.selected_index = -1
        if event.buttons[0]:
            self.table.hand_interaction.drag(event.pos, self.table.context.px(DRAG_THRESHOLD))
            if self.table.hand_interaction.is_dragging:
                self.table.inspector.cancel_press()

    def _play_card(self, card: Card) -> None:
        self.typed_card.reset()
        seat = self.table.session.observation.seat
        if seat is not None:
            self.table.act(self.table.find_panel_action(card) or Play(seat, card))


def find_card_by_spelling(hand: Hand, text: str, deck: DeckStyle) -> Card | None:
    """Return the card with the spelling ``text``, else the first that begins so.

    None if no spelling begins so.
    """
    matches = [
        (spelling != text, index)
        for index, card in enumerate(hand)
        for spelling in list_spellings(card, deck)
        if spelling.startswith(text)
    ]
    return hand[min(matches)[1]] if matches else None


class TypedCard:
    """The letters of a name typed so far, and a delayed digit.

    Times are those of the context's clock, in seconds.
    """

    def __init__(self) -> None:
        self.text = ""
        """The letters typed so far."""
        self._last_key_seconds = -inf
        self.delayed_card: tuple[Card, float] | None = None
        """The card at the place of a digit that may also be the rank of another card, and when it is meant."""

    def is_typing(self, now: float) -> bool:
        """Return whether a name is being typed."""
        return bool(self.text) and now - self._last_key_seconds < NAME_TIMEOUT_S

    def type_letter(self, letter: str, hand: Hand, deck: DeckStyle, now: float) -> Card | None:
        """Return the card that is meant after another letter.

        If there is none, reject the letter and return None.
        """
        text = (self.text if self.is_typing(now) else "") + letter
        card = find_card_by_spelling(hand, text, deck)
        if card is not None:
            self.text, self._last_key_seconds = text, now
        return card

    def reset(self) -> None:
        """Forget the typed letters and the delayed digit."""
        self.text, self.delayed_card = "", None

    def get_seconds_until_due(self, now: float) -> float:
        """Return the seconds until `take_due_card` returns a card; infinity if never."""
        return max(0.0, self.delayed_card[1] - now) if self.delayed_card is not None else inf

    def take_due_card(self, now: float) -> Card | None:
        """Return the card at the place of the delayed digit once its delay is over.

        None before, and after it was taken.
        """
        if self.delayed_card is None or now < self.delayed_card[1]:
            return None
        card = self.delayed_card[0]
        self.reset()
        return card
