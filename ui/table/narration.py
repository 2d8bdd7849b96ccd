"""Narration of the table for players who follow it without the picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING, Final

import pygame

from game.core.actions import Action
from game.core.events import DealerDrawn
from game.core.sanitizer import capitalize_first
from game.text.card_names import format_card_name
from game.text.chat import ChatMessage, format_speaker
from game.text.formatting import join_with_and, join_with_commas
from game.text.gettext import _, ngettext
from game.text.narration import narrate_board, narrate_dealer, narrate_event, narrate_numbered_hand
from game.text.trick_status import describe_current_trick
from ui.input.key_map import CLAIM_REST
from ui.table.animation.playback import EventStep
from ui.table.screen_seats import get_awaited_seat, get_screen_seats, get_your_seat
from ui.table.state import TableState
from ui.table.view_model import find_refused_cards

if TYPE_CHECKING:
    from ui.table.scene import TableScene

CHOICE_KEYS: Final = (*range(pygame.K_0, pygame.K_9 + 1), *range(pygame.K_a, pygame.K_z + 1))
"""Keys that may have an action in a panel."""


class TableNarrator:
    """Narrates the events of a table and the viewer's turns, each once.

    It does nothing without a listener.
    """

    def __init__(self, table: TableScene) -> None:
        self._table = table
        self._narrated_lines: tuple[str, ...] = ()
        self._narrated_index = -1
        self._was_late = False
        self._unseen_draw: EventStep | None = None

    @property
    def _is_enabled(self) -> bool:
        return self._table.context.narrate is not None

    # -- what happens

    def narrate_step(self, step: EventStep) -> None:
        """Narrate an event, as the viewer saw it, when it is first shown or skipped.

        A draw for the dealer waits for `narrate_dealer_draw`, or for the next event.
        """
        self.narrate_dealer_draw()
        if not self._is_enabled:
            return
        if isinstance(step.event, DealerDrawn):
            self._unseen_draw = step
            return
        self._narrate_event(step)

    def narrate_dealer_draw(self) -> None:
        """Narrate the draw for the first dealer; called when its cards are seen."""
        draw, self._unseen_draw = self._unseen_draw, None
        if draw is not None:
            self._narrate_event(draw)

    def _narrate_event(self, step: EventStep) -> None:
        if step.is_replayed and not self._was_late:
            self._table.narrate(_("Meanwhile:"))
        self._was_late = step.is_replayed
        self._table.narrate(
            narrate_event(
                step.event, self._table.session.info.names, self._table.deck, get_your_seat(self._table.session)
            )
        )

    def narrate_message(self, text: str) -> None:
        """Narrate a message, such as a refusal."""
        self._table.narrate(text)
        self._narrated_index = self._table.hand_interaction.selected_index

    def narrate_selection(self) -> None:
        """Narrate the selected card of the hand, and why it may not be played, if the selection has moved."""
        table, index = self._table, self._table.hand_interaction.selected_index
        if index != self._narrated_index and 0 <= index < len(table.hand) and self._is_enabled:
            card = table.hand[index]
            self._table.narrate(f"{index + 1} {format_card_name(card, table.deck)}", table.describe_refused_card(card))
        self._narrated_index = index

    # -- what is to be done

    def narrate_turn(self, *, is_top_scene: bool) -> None:
        """Narrate whose turn it is, and what the viewer needs for their turn.

        Called when nothing moves. The lines are narrated once, and again after another scene was over the table.
        ``is_top_scene``: no other scene is over the table.
        """
        if not self._is_enabled:
            return
        lines = self.turn_lines if is_top_scene else ()
        if lines != self._narrated_lines:
            self._narrated_lines = lines
            self._table.narrate(*lines)
            if lines:
                self._narrate_clock()

    def _narrate_clock(self) -> None:
        seconds_left = self._table.session.turn_seconds_left
        if seconds_left is not None and self._table.session.is_your_turn:
            count = ceil(seconds_left)
            self._table.narrate(ngettext("{count} second left", "{count} seconds left", count).format(count=count))

    @property
    def turn_lines(self) -> tuple[str, ...]:
        """The lines for the current turn.

        The viewer's cards are included only on their own turn.
        """
        table, session = self._table, self._table.session
        if table.network is not None and (table.network.outage_text or session.error):
            return (session.error,) if session.error else self._narrated_lines
        if table.state is TableState.ERROR:
            if session.has_computer_failed:
                return session.error, _("Press any key to try again. If that doesn't help, restart the program.")
            return session.error, _("Press any key to save it now.")
        turn, awaited_seat = table.observation.turn, get_awaited_seat(session)
        if table.state is TableState.HAND_OVER and awaited_seat is not None:
            return (
                _("{name}, come to the screen. Press Enter when you're ready.").format(
                    name=session.info.names[awaited_seat]
                ),
            )
        if session.is_saving:
            return self._narrated_lines
        if table.state is TableState.DEAL_OVER or turn is None:
            return ()
        if table.state is not TableState.YOUR_TURN:
            return (_("It's {name}'s turn").format(name=session.info.names[turn]),)
        return tuple(filter(None, self._list_your_turn_lines(session.info.names, turn)))

    def _list_your_turn_lines(self, names: tuple[str, ...], turn: int) -> Iterator[str]:
        table, observation, deck = self._table, self._table.observation, self._table.deck
        trick_text = describe_current_trick(observation, names)
        is_alone = len(get_screen_seats(table.session)) < 2
        turn_text = _("Your turn") if is_alone else _("{name}, it's your turn").format(name=names[turn])
        yield _("{turn}: {trick}").format(turn=turn_text, trick=trick_text) if trick_text else turn_text
        yield capitalize_first(self._table.presentation.describe_duty(observation, names))
        if not observation.board.last_trick:
            yield capitalize_first(narrate_dealer(observation.dealer, names, get_your_seat(table.session)))
        yield from self._table.presentation.describe_contract(observation, names, deck)
        for side in observation.sides:
            side_text = self._table.presentation.describe_side(observation, side)
            if side_text:
                yield _("{name}: {words}").format(name=join_with_and([names[seat] for seat in side]), words=side_text)
        called_card = self._table.presentation.find_called_card(observation)
        if called_card is not None:
            yield _("Called card: {card}").format(card=format_card_name(called_card, deck))
        yield self._table.presentation.describe_secret(observation, deck)
        yield narrate_board(observation.board, names, deck)
        refused_cards = [*find_refused_cards(table)]
        if table.hand:
            yield _("Your hand: {cards}").format(cards=narrate_numbered_hand(table.hand, refused_cards, deck))
        if self._table.assistance.available_claim is not None:
            key = table.context.key_map.label(CLAIM_REST)
            if self._table.assistance.available_claim.wins_tricks:
                yield _("The rest is decided. {key}: claim the rest").format(key=key)
            else:
                yield _("You can't win any more tricks. {key}: finish quickly").format(key=key)
        if table.offered_actions:
            yield self._table.controls.panel.question_text
            yield self._describe_choices()

    def _describe_choices(self) -> str:
        """Return the legal actions of the panel with the keys that choose them."""
        panel, legal_actions = self._table.controls.panel, self._table.observation.legal_actions
        keys: dict[Action | None, str] = {
            panel.get_key_action(key): pygame.key.name(key) for key in reversed(CHOICE_KEYS)
        }
        default_button = self._table.focus.default_button
        choices = [(button.text, action) for button, action in panel.actions_by_button.items()]
        default_action = None if default_button is None else panel.actions_by_button.get(default_button)
        texts = []
        for text, action in (*choices, *panel.list_hidden_choices()):
            key = keys.get(action) or (_("Enter") if action == default_action else "")
            if action in legal_actions:
                texts.append(f"{text} ({key})" if key else text)
        if not texts:
            return _("Tab: next button. Enter: press it")
        text = _("Choices: {choices}. Tab: next button. Enter: press it")
        return text.format(choices=join_with_commas(texts))


def format_chat_lines(messages: Iterable[ChatMessage], names: Sequence[str]) -> tuple[str, ...]:
    """Return a line of narration for each message."""
    text = _("Chat from {name}: {text}")
    return tuple(text.format(name=format_speaker(message, names), text=message.text) for message in messages)


def find_new_messages(old_messages: Sequence[ChatMessage], messages: Sequence[ChatMessage]) -> Sequence[ChatMessage]:
    """Return the part of ``messages`` that follows ``old_messages``.

    The oldest of ``old_messages`` may be missing in ``messages``.
    """
    kept_count = next(
        count
        for count in range(min(len(old_messages), len(messages)), -1, -1)
        if tuple(old_messages[len(old_messages) - count :]) == tuple(messages[:count])
    )
    return messages[kept_count:]
