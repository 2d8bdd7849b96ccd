"""What is said and noted at a table in this process: people's talk, the computer's answers, marks, the hand's order."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from typing import Any, Final

import msgspec

from game.ai.client import AIClient
from game.ai.personas import Persona, get_persona
from game.core.cards import Card
from game.core.events import Event
from game.core.messages import N_, Reason
from game.core.sanitizer import sanitize_line
from game.match.observation import observe
from game.match.record import Record
from game.match.setup import PlayerInfo
from game.session.chat_replies import PendingReply
from game.session.computer_seats import ComputerSeats
from game.session.penalties import (
    MAX_MESSAGE_CHARACTERS,
    MAX_STORED_MESSAGES,
    ChatMessage,
    can_computer_players_chat,
    can_restart_clock,
    message_refusal_reason,
)
from game.session.session_state import SessionState
from game.session.turn_clock import identify_turn
from game.shuffling.shuffle import derive_random
from game.storage.files import StorageError
from game.storage.thread import StorageThread
from game.text.gettext import _

NOT_KEPT: Final = N_("Your marks and the order of your cards are not saved. {fault}")
NOT_GIVEN_UP: Final = N_("The match is not given up: you find it in the menu. {fault}")


class ChatSession(SessionState):
    """A `SessionState` with a storage, in which what is said and noted is kept beside the match, and with its minds."""

    def __init__(
        self, record: Record, players: tuple[PlayerInfo, ...], seed: int,
        *, storage: StorageThread, ai_client: AIClient, clock: Callable[[], float],
        characters: Callable[[str], Persona] = get_persona,
    ) -> None:  # fmt: skip
        super().__init__(record, players, seed, ai_client, clock)
        self.is_computer_chat_enabled = True
        self._storage = storage
        self._computer_seats = ComputerSeats(ai_client, players, characters)
        self._pending_reply = PendingReply(clock)
        self._match_id: int | None = None
        self._is_closed = False
        self._losses_told = set[str]()

    @property
    def match_id(self) -> int | None:
        return self._match_id

    @property
    def _busy_reason(self) -> Reason | None:
        """Why nothing more is taken now: something is on its way to the disk, could not be saved, or it has ended."""
        if self._is_closed:
            return Reason("match_over")
        return Reason("being_saved") if self.is_saving or self.error or self._match_id is None else None

    # -- what people say and note

    def say(self, text: str, seat: int | None = None) -> Reason | None:
        """A person says something to all; in play it counts as action of who is on turn. None if it was taken.

        ``seat`` is the one at the screen unless another is given.
        """
        seat = self.active_seat if seat is None else seat
        if seat not in self.human_seats or self._match_id is None:
            return Reason("not_sayable", {"most": MAX_MESSAGE_CHARACTERS})
        reason = message_refusal_reason(self.match, text) or self._busy_reason
        if reason is None:
            restarts_turn_clock = can_restart_clock(self.match, seat, self.turn_clock.restart_count)
            message = ChatMessage(seat, sanitize_line(text, MAX_MESSAGE_CHARACTERS))
            self._store_message(
                message, restarts_turn_clock=restarts_turn_clock, on_stored=lambda: self._schedule_reply(message)
            )
        return reason

    @property
    def seconds_until_reply(self) -> float:
        return self._pending_reply.seconds_left

    def mark_seat(self, seat: int, word: str) -> None:
        if self.viewer is not None and self._match_id is not None and not self._is_closed:
            self._marks = self._marks.with_mark(len(self.record.deals), self.viewer, seat, word)
            marks = msgspec.to_builtins(self._marks)
            self._report_loss(
                self._storage.store_note(self._match_id, "marks", marks, restarts_turn_clock=False), NOT_KEPT
            )

    def arrange_hand(self, hand: tuple[Card, ...]) -> None:
        if self.viewer is not None and self._match_id is not None and hand != self.hand_order and not self._is_closed:
            self._hand_orders = self._hand_orders.with_order(len(self.record.deals), self.viewer, hand)
            encoded_orders = msgspec.to_builtins(self._hand_orders)
            self._report_loss(
                self._storage.store_note(self._match_id, "arrangements", encoded_orders, restarts_turn_clock=False),
                NOT_KEPT,
            )

    def _report_loss(self, written: Future[Any], words: str) -> None:
        """Tell a person if a write fails that nothing waits for: once, until one succeeds again."""

        def look(done: Future[Any]) -> None:  # on the storage thread; the table may be closed by then
            error = done.exception()
            if error is None:
                self._losses_told.discard(words)
            elif not isinstance(error, StorageError):
                raise error
            elif words not in self._losses_told:
                self._losses_told.add(words)
                self._storage.tell(_(words).format(fault=error))

        written.add_done_callback(look)

    def _store_message(
        self, message: ChatMessage, *, restarts_turn_clock: bool, on_stored: Callable[[], None] = lambda: None
    ) -> None:
        """Say something to all, once it is saved. ``acted``: who says it is on turn, and has acted with it."""
        match_id = self._match_id
        assert match_id is not None
        messages = (*self.chat_messages, *self._pending_reply.unsaved_messages, message)[-MAX_STORED_MESSAGES:]

        def on_saved(_done: object) -> None:
            # it was written before, and ``chat_messages`` holds it: nothing may add it a second time
            self._add_stored_reply()
            self.chat_messages = messages
            if restarts_turn_clock:
                self.turn_clock.restart()
            on_stored()

        encoded_messages, restarts = (
            msgspec.to_builtins(messages),
            [*identify_turn(self.record), self.turn_clock.restart_count + 1],
        )

        def keep() -> None:
            journal = self._storage.get_repository()
            if restarts_turn_clock:
                # Before the message, so that no restart of the program forgets how often the clock was begun again.
                journal.store_note(match_id, "restarts", restarts, restarts_turn_clock=False)
            journal.store_note(match_id, "chat", encoded_messages, restarts_turn_clock=restarts_turn_clock)

        self._pending_write.start(lambda: self._storage.submit(keep), on_saved)

    # -- what the computer says

    def _choose_remark(self, seat: int, events: tuple[Event, ...]) -> str | None:
        """What a computer player says to what it has just bid or declared."""
        if not self.is_computer_chat_enabled or not can_computer_players_chat(self.match):
            return None
        return self._computer_seats.choose_remark(self.match.game_id, seat, events, self._make_rng("talk"))

    def _schedule_reply(self, message: ChatMessage) -> None:
        """A person has said something: perhaps a computer player will answer."""
        if self.is_computer_chat_enabled and self.record.deals:
            rng = self._make_rng("talk", len(self.chat_messages), message.text)
            self._pending_reply.schedule(self._computer_seats.choose_reply(message, observe(self.match, None), rng))

    def _send_due_reply(self) -> None:
        """Say the answer whose time has come; where nobody may talk now it is dropped.

        It is saved beside whatever a person does: he need not wait for it.
        """
        match_id = self._match_id
        if match_id is None or self.is_saving or self._is_closed:
            return
        if not self.is_computer_chat_enabled or not can_computer_players_chat(self.match):
            self._pending_reply.cancel()

        def store(message: ChatMessage) -> Future[Any]:
            encoded_messages = msgspec.to_builtins((*self.chat_messages, message)[-MAX_STORED_MESSAGES:])
            return self._storage.store_note(match_id, "chat", encoded_messages, restarts_turn_clock=False)

        self._pending_reply.send_if_due(store)

    def _add_stored_reply(self) -> None:
        message = self._pending_reply.take_stored_message()
        if message is not None:
            self.chat_messages = (*self.chat_messages, message)[-MAX_STORED_MESSAGES:]

    def _make_rng(self, purpose: str, *parts: object) -> Random:
        """The chance of this moment: the same seed, deal and action give the same."""
        deals = self.record.deals
        return derive_random(self._seed, purpose, len(deals), len(deals[-1].actions), *parts)
