"""The chat of a match in its host: what people and computer players say, and its storage."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from math import ceil, inf
from typing import Any

import msgspec

from game.chat.computer_chat import choose_remark, choose_reply, choose_result_line
from game.core.events import Event
from game.core.messages import Reason
from game.core.sanitizer import sanitize_line
from game.match.match import Match
from game.match.observation import observe
from game.session.computer_seats import ComputerSeats
from game.session.dealing import Dealing
from game.session.match_store import MatchStore
from game.session.moment import Moment
from game.session.rate_limit import RateLimit
from game.session.turn_clock import TurnClock, identify_turn
from game.storage.matches import MatchRepository
from game.text.chat import (
    MAX_MESSAGE_CHARACTERS,
    MAX_STORED_MESSAGES,
    ChatMessage,
    chat_refusal_reason,
    message_refusal_reason,
    watcher_refusal_reason,
)


class Chat:
    """The chat of one hosted match.

    A person's message appears in ``messages``, the oldest first, once it is stored; a line of a computer player appears
    at once; ``tell`` sends both to all sessions. ``reply``: of a computer player, with the time at which it is due,
    None if none is scheduled. ``is_computer_chat_enabled``: whether the computer players chat. ``get_moment`` returns
    the present moment of the match.
    """

    def __init__(
        self,
        store: MatchStore,
        computer_seats: ComputerSeats,
        dealing: Dealing,
        clock: Callable[[], float],
        tell: Callable[[ChatMessage], None],
        get_moment: Callable[[], Moment],
        messages: tuple[ChatMessage, ...],
    ) -> None:
        self.is_computer_chat_enabled = True
        self.messages = messages
        self.reply: tuple[ChatMessage, float] | None = None
        self._store = store
        self._computer_seats = computer_seats
        self._dealing = dealing
        self._clock = clock
        self._tell = tell
        self._get_moment = get_moment
        self._limit = RateLimit(clock)
        self._unsaved_messages: tuple[ChatMessage, ...] = ()

    # -- people

    def say(
        self, seat: int | None, text: str, turn_clock: TurnClock, *, is_limited: bool, watcher: str = ""
    ) -> Reason | None:
        """Store a message of the person at ``seat``, and show it then. Return the reason if it is refused, else None.

        If it restarts the turn clock, it does so on arrival. ``is_limited``: whether the rate of the person's
        messages is limited. ``watcher``: the name of a person without a seat.
        """
        match, speaker = self._get_moment().match, watcher if seat is None else seat
        reason = watcher_refusal_reason(match) if seat is None else None
        reason = reason or self._find_refusal(match, speaker, text, is_limited=is_limited)
        if reason is None:
            self._limit.count(speaker)
            is_restarted = seat is not None and turn_clock.restart_for(match, seat)
            restarts = (*identify_turn(self._get_moment().record), turn_clock.restart_count) if is_restarted else ()
            self._add_message(ChatMessage(seat, sanitize_line(text, MAX_MESSAGE_CHARACTERS), watcher), restarts)
        return reason

    def _find_refusal(self, match: Match, speaker: int | str, text: str, *, is_limited: bool) -> Reason | None:
        reason = message_refusal_reason(match, text)
        if reason is None and (self._store.error or self._store.is_full):
            reason = Reason("being_saved")
        wait_s = self._limit.find_wait(speaker) if is_limited else 0.0
        return Reason("talk_too_fast", {"seconds": ceil(wait_s)}) if reason is None and wait_s else reason

    def _add_message(self, message: ChatMessage, restarts: tuple[int, ...]) -> None:
        """Store a person's message, then show it.

        ``restarts``: the note about the restarts of the turn clock if the message restarts it, else ().
        """
        self._unsaved_messages = (*self._unsaved_messages, message)

        def save() -> Future[object]:
            notes = {"chat": self._encode_messages(), **({"restarts": [*restarts]} if restarts else {})}
            return self._store.save_beside(MatchRepository.store_notes, notes, restarts_turn_clock=bool(restarts))

        def on_saved(_done: object) -> None:
            self._unsaved_messages = self._unsaved_messages[1:]
            self._show(message)
            self._schedule_reply(message)

        self._store.add(save, on_saved, is_step=False)

    def _show(self, message: ChatMessage) -> None:
        self.messages = (*self.messages, message)[-MAX_STORED_MESSAGES:]
        self._tell(message)

    def _encode_messages(self) -> Any:
        return msgspec.to_builtins((*self.messages, *self._unsaved_messages)[-MAX_STORED_MESSAGES:])

    # -- computer players

    def enable_computers(self, *, is_enabled: bool) -> None:
        """Let the computer players chat, or not."""
        self.is_computer_chat_enabled = is_enabled

    def _is_open_to_computers(self, match: Match) -> bool:
        """Return whether computer players may speak now: they are enabled, and chat is allowed.

        `CHAT_PHRASES` do not limit them: their lines come from the program and reveal no card.
        """
        return self.is_computer_chat_enabled and chat_refusal_reason(match) is None

    def choose_remark(self, seat: int, events: tuple[Event, ...]) -> str | None:
        """Return a remark of the computer player at ``seat`` on the ``events`` of its action, or None."""
        record, match, _events, _revision = self._get_moment()
        if not self._is_open_to_computers(match):
            return None
        seen_events, persona = (event.seen_by(None) for event in events), self._computer_seats.get_persona(seat)
        return choose_remark(match.game_id, seen_events, persona, self._dealing.make_rng(record, "talk"))

    def choose_result_line(self, events: tuple[Event, ...], person_seats: tuple[int, ...]) -> ChatMessage | None:
        """Return what a computer player says on ``events`` if they end a deal or the match, or None."""
        record, match, _events, _revision = self._get_moment()
        if not self.is_computer_chat_enabled or match.options.talk == "none":
            return None
        personas = {
            seat: self._computer_seats.get_persona(seat) for seat in range(match.seats) if seat not in person_seats
        }
        rng = self._dealing.make_rng(record, "result")
        return choose_result_line(match.game_id, events, person_seats, personas, rng)

    def say_computer_line(self, message: ChatMessage) -> None:
        """Show a line of a computer player at once, and store it.

        A failure to store it has no effect.
        """
        self._show(message)
        self._store.save_beside(MatchRepository.store_note, "chat", self._encode_messages(), restarts_turn_clock=False)

    def _schedule_reply(self, message: ChatMessage) -> None:
        """Schedule the reply to a person's message, if there is one, in place of an earlier one."""
        record, match, _events, _revision = self._get_moment()
        if not self.is_computer_chat_enabled or not record.deals:
            return
        rng = self._dealing.make_rng(record, "talk", len(self.messages), message.text)
        personas = {seat: self._computer_seats.get_persona(seat) for seat in range(match.seats)}
        reply = choose_reply(message, observe(match, None), personas, record.names, rng)
        if reply is not None:
            self.reply = reply.message, self._clock() + reply.delay_seconds

    @property
    def seconds_until_reply(self) -> float:
        """The seconds until the scheduled reply is due; infinite without such a reply."""
        return inf if self.reply is None else max(0.0, self.reply[1] - self._clock())

    def say_due_reply(self) -> None:
        """Show the reply that is due. Drop it if computer players may not speak now."""
        if not self._is_open_to_computers(self._get_moment().match):
            self.reply = None
        if self.reply is not None and self.seconds_until_reply == 0.0:
            message, self.reply = self.reply[0], None
            self.say_computer_line(message)
