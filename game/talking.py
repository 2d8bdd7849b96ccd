"""What is said and noted at a table in this process: people's talk, the computer's answers, marks, the hand's order."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from typing import Any, Final

import msgspec

from game.ai.characters import Character, character_of
from game.answers import Answering
from game.discipline import MESSAGE_LENGTH, MESSAGES_KEPT, Message, may_remark, restarts_clock, why_not_said
from game.engine.cards import Card
from game.engine.events import Event
from game.engine.phases import Reason
from game.fairness import stream
from game.i18n import N_, _
from game.known import Known
from game.minds import Minds, Thinking
from game.record import Record
from game.seating import Player
from game.store.files import StorageError
from game.store.storage import Storage
from game.text import clean
from game.turn_clock import turn_of
from game.view import look

NOT_KEPT: Final = N_("Your marks and the order of your cards are not saved. {fault}")
NOT_GIVEN_UP: Final = N_("The match is not given up: you find it in the menu. {fault}")


class Talking(Known):
    """A `Known` with a storage, in which what is said and noted is kept beside the match, and with its minds."""

    def __init__(
        self, record: Record, players: tuple[Player, ...], seed: int,
        *, storage: Storage, thinker: Thinking, clock: Callable[[], float],
        characters: Callable[[str], Character] = character_of,
    ) -> None:  # fmt: skip
        super().__init__(record, players, seed, thinker, clock)
        self.talks = True
        self._storage = storage
        self._minds = Minds(thinker, players, characters)
        self._answering = Answering(clock)
        self._id: int | None = None
        self._closed = False
        self._losses_told = set[str]()

    @property
    def match_id(self) -> int | None:
        return self._id

    @property
    def _still_saved(self) -> Reason | None:
        """Why nothing more is taken now: something is on its way to the disk, could not be saved, or it has ended."""
        if self._closed:
            return Reason("match_over")
        return Reason("being_saved") if self.saving or self.fault or self._id is None else None

    # -- what people say and note

    def say(self, text: str, seat: int | None = None) -> Reason | None:
        """A person says something to all; in play it counts as action of who is on turn. None if it was taken.

        ``seat`` is the one at the screen unless another is given.
        """
        seat = self.speaker if seat is None else seat
        if seat not in self.persons or self._id is None:
            return Reason("not_sayable", {"most": MESSAGE_LENGTH})
        reason = why_not_said(self.match, text) or self._still_saved
        if reason is None:
            acted = restarts_clock(self.match, seat, self.turn_clock.restarts)
            message = Message(seat, clean(text, MESSAGE_LENGTH))
            self._note(message, acted=acted, then=lambda: self._think_of_answer(message))
        return reason

    @property
    def answers_in(self) -> float:
        return self._answering.wait

    def mark(self, seat: int, word: str) -> None:
        if self.viewer is not None and self._id is not None and not self._closed:
            self._marks = self._marks.marked(len(self.record.deals), self.viewer, seat, word)
            marks = msgspec.to_builtins(self._marks)
            self._report_loss(self._storage.note(self._id, "marks", marks, acted=False), NOT_KEPT)

    def arrange(self, hand: tuple[Card, ...]) -> None:
        if self.viewer is not None and self._id is not None and hand != self.arranged and not self._closed:
            self._arrangements = self._arrangements.arranged(len(self.record.deals), self.viewer, hand)
            kept = msgspec.to_builtins(self._arrangements)
            self._report_loss(self._storage.note(self._id, "arrangements", kept, acted=False), NOT_KEPT)

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

    def _note(self, message: Message, *, acted: bool, then: Callable[[], None] = lambda: None) -> None:
        """Say something to all, once it is saved. ``acted``: who says it is on turn, and has acted with it."""
        match_id = self._id
        assert match_id is not None
        chat = (*self.chat, *self._answering.under_way, message)[-MESSAGES_KEPT:]

        def said(_done: object) -> None:
            self._hear_answer()  # it was written before, and ``chat`` holds it: nothing may add it a second time
            self.chat = chat
            if acted:
                self.turn_clock.restart()
            then()

        lines, restarts = msgspec.to_builtins(chat), [*turn_of(self.record), self.turn_clock.restarts + 1]

        def keep() -> None:
            journal = self._storage.journal()
            if acted:
                # Before the message, so that no restart of the program forgets how often the clock was begun again.
                journal.note(match_id, "restarts", restarts, acted=False)
            journal.note(match_id, "chat", lines, acted=acted)

        self._saving.send(lambda: self._storage.run(keep), said)

    # -- what the computer says

    def _remark(self, seat: int, events: tuple[Event, ...]) -> str | None:
        """What a computer player says to what it has just bid or declared."""
        if not self.talks or not may_remark(self.match):
            return None
        return self._minds.remark(self.match.name, seat, events, self._chance("talk"))

    def _think_of_answer(self, said: Message) -> None:
        """A person has said something: perhaps a computer player will answer."""
        if self.talks and self.record.deals:
            rng = self._chance("talk", len(self.chat), said.text)
            self._answering.think(self._minds.reply(said, look(self.match, None), rng))

    def _answer(self) -> None:
        """Say the answer whose time has come; where nobody may talk now it is dropped.

        It is saved beside whatever a person does: he need not wait for it.
        """
        match_id = self._id
        if match_id is None or self.saving or self._closed:
            return
        if not self.talks or not may_remark(self.match):
            self._answering.forget()

        def keep(message: Message) -> Future[Any]:
            lines = msgspec.to_builtins((*self.chat, message)[-MESSAGES_KEPT:])
            return self._storage.note(match_id, "chat", lines, acted=False)

        self._answering.speak(keep)

    def _hear_answer(self) -> None:
        message = self._answering.spoken()
        if message is not None:
            self.chat = (*self.chat, message)[-MESSAGES_KEPT:]

    def _chance(self, purpose: str, *more: object) -> Random:
        """The chance of this moment: the same seed, deal and action give the same."""
        deals = self.record.deals
        return stream(self._seed, purpose, len(deals), len(deals[-1].actions), *more)
