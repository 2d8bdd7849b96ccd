"""The table in this process: one match between its players, people and computers, saved as it is played.

The controller between the screen and the rules. It is polled once a frame and never waits: the journal
writes on the storage thread, the computer thinks in its own process. An action is taken in three steps:
the rules allow it, the journal has it on disk, then it has happened and `update` tells of it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from random import Random
from typing import Any

import msgspec

from game.answers import Answering
from game.arrangement import Arrangements, arrangements_of
from game.dailies import so_far
from game.discipline import (
    MESSAGE_LENGTH,
    MESSAGES_KEPT,
    Message,
    agreeing,
    bar_seconds,
    may_remark,
    offers_vote,
    restarts_clock,
    why_barred,
    why_not_said,
)
from game.engine.actions import Action, Deal, Leave, Play, Timeout, Unlock
from game.engine.cards import Card
from game.engine.events import DealerDrawn, Event, Left, Sealed, Unlocked
from game.engine.phases import Reason
from game.fairness import key_like, stream
from game.marks import Marks, marks_of
from game.match import Match
from game.minds import Minds, Thinking
from game.proof import Proof, begun, first_draw, next_deal, proof, revealed, seal_of, word_of
from game.record import Record
from game.rules import Game
from game.saving import Saving
from game.screen import Screen, Step
from game.seating import Player, Seating
from game.store.journal import Ending
from game.store.profiles import Verdict
from game.store.reading import SavedMatch
from game.store.storage import Storage
from game.table import Happening
from game.talk import chat_of
from game.text import clean
from game.turn_clock import TurnClock, restarts_of, turn_of
from game.view import View, look


class LocalTable:
    """A `game.table.Table`: what its methods promise stands there."""

    def __init__(
        self, record: Record, players: tuple[Player, ...], seed: int,
        *, storage: Storage, thinker: Thinking, clock: Callable[[], float],
    ) -> None:  # fmt: skip
        self.players = players
        self.pace = 0.6
        self.talks = True
        self._screen = Screen(tuple(seat for seat, player in enumerate(players) if player.is_person))
        self._record = record
        self._match = record.replay()
        self._story = (*_sealed(record), *record.last_deal())
        self._seed = seed
        self._key = ""
        self._daily = ""
        self._storage = storage
        self._minds = Minds(thinker, players)
        self._id: int | None = None
        self._saving = Saving()
        self._happenings: list[Happening] = []
        self._deal_wanted = not record.deals
        self._turn = TurnClock(clock)
        self._answering = Answering(clock)
        self.chat: tuple[Message, ...] = ()
        self._marks = Marks()
        self._arrangements = Arrangements()
        self._closed = False
        self._deserting = False

    # -- beginning and ending

    @classmethod
    def begin(cls, seating: Seating, seed: int, *, storage: Storage, thinker: Thinking,
              clock: Callable[[], float]) -> LocalTable:  # fmt: skip
        """A new match: the first dealer is drawn, unless it is agreed who that is, the match is created in the journal,
        the first deal follows."""
        dealer, drawn = seating.dealer, tuple[DealerDrawn, ...]()
        if dealer is None:
            drawn = (first_draw(seating.record(0).start(), seed, seating.word),)
            dealer = drawn[0].dealer
        record = begun(seating.record(dealer), seed, seating.word, drawn=bool(drawn))
        table = cls(record, seating.players, seed, storage=storage, thinker=thinker, clock=clock)
        kinds = tuple(player.kind for player in seating.players)
        table._key, table._daily = seating.key, seating.daily
        # Beside the record: it may leave the program before the deal is over.
        kept = {key: value for key, value in (("key", seating.key), ("daily", seating.daily)) if value}

        def created(match_id: int) -> None:
            table._id = match_id
            view = look(table._match, table.viewer)
            table._happenings.append(Happening(view, view, drawn))
            begun_daily = so_far(table._daily, match_id, table._match, table.players)
            if begun_daily is not None:
                table._saving.send(lambda: storage.begin_daily(begun_daily), lambda _done: None)

        table._saving.send(lambda: storage.create(record, kinds, seed, kept), created)
        return table

    @classmethod
    def resume(cls, saved: SavedMatch, *, storage: Storage, thinker: Thinking,
               clock: Callable[[], float]) -> LocalTable:  # fmt: skip
        """A saved match, exactly where it stood. Its claim (`Storage.claim`) is the caller's."""
        names = saved.record.names
        players = tuple(Player(name, kind) for name, kind in zip(names, saved.players, strict=True))
        table = cls(saved.record, players, saved.seed, storage=storage, thinker=thinker, clock=clock)
        table._id = saved.id
        table._turn.resume(table._match.to_act, saved.idle, restarts_of(saved.extra.get("restarts"), saved.record))
        table.chat = chat_of(saved.extra.get("chat", []), len(players))
        table._marks = marks_of(saved.extra.get("marks", {}))
        table._arrangements = arrangements_of(saved.extra.get("arrangements", {}))
        table._key, table._daily = key_like(saved.extra.get("key")), str(saved.extra.get("daily", ""))
        if table._match.over:
            table._end()
        return table

    def close(self) -> None:
        self._closed = True
        self._minds.forget()
        if self._id is not None:
            self._storage.release(self._id)

    # -- what the screen may know

    @property
    def match_id(self) -> int | None:
        return self._id

    @property
    def names(self) -> tuple[str, ...]:
        return self._record.names

    @property
    def again(self) -> Seating:
        record, match = self._record, self._match
        return Seating(record.game, record.preset, match.options, self.players, match.dealer, word_of(record))

    @property
    def pack(self) -> tuple[Card, ...]:
        return self._match.pack

    @property
    def game(self) -> Game:
        return self._match.game

    @property
    def viewer(self) -> int | None:
        return self._screen.viewer

    @property
    def cover(self) -> int | None:
        return self._screen.cover

    @property
    def view(self) -> View:
        return look(self._match, self.viewer)

    @property
    def story(self) -> tuple[Event, ...]:
        return tuple(event.seen_by(self.viewer) for event in self._story)

    @property
    def persons(self) -> tuple[int, ...]:
        left = self._match.left
        return tuple(seat for seat, player in enumerate(self.players) if player.is_person and seat not in left)

    @property
    def deserted(self) -> bool:
        return not self.persons and any(player.is_person for player in self.players)

    @property
    def saving(self) -> bool:
        return self._saving.busy

    @property
    def fault(self) -> str:
        return self._saving.fault

    @property
    def between_deals(self) -> bool:
        return self._match.awaits_deal and not self._deal_wanted

    @property
    def over(self) -> bool:
        return self._match.over

    @property
    def your_turn(self) -> bool:
        turn = self._match.to_act
        return turn is not None and turn == self.viewer and turn in self.persons and not self.saving

    @property
    def seconds_left(self) -> float | None:
        seconds = self._match.options.turn_seconds
        if not seconds or self._match.to_act not in self.persons or self._match.forced is not None:
            return None
        return max(0.0, seconds - self._turn.spent)

    def export(self) -> Record:
        """The record as a player may have it: without the deal that is being played, the others with their seeds."""
        return revealed(self._record.without_open_deal(), self._seed)

    def proof(self, number: int) -> Proof:
        return proof(self._record, self._match, self._seed, number)

    # -- what people do

    def act(self, action: Action) -> Reason | None:
        reason = self._match.why_not(action)
        if reason is None and self._match.forced is not None and isinstance(action, Play):
            # The time is over: chance plays, not the person.
            reason = Reason("forced_card", {"seat": self._match.forced})
        if reason is None and (self.saving or self.fault):
            return Reason("being_saved")
        if reason is None:
            self._take(action)
        return reason

    def ready(self) -> None:
        self._happenings += [self._seen(step, late=True) for step in self._screen.ready()]

    def say(self, text: str, seat: int | None = None) -> Reason | None:
        """A person says something to all; in play it counts as action of who is on turn. None if it was taken.

        ``seat`` is the one at the screen unless another is given.
        """
        seat = self.speaker if seat is None else seat
        if seat not in self.persons or self._id is None:
            return Reason("not_sayable", {"most": MESSAGE_LENGTH})
        reason = why_not_said(self._match, text)
        if reason is None and (self.saving or self.fault):
            reason = Reason("being_saved")
        if reason is None:
            acted = restarts_clock(self._match, seat, self._turn.restarts)
            message = Message(seat, clean(text, MESSAGE_LENGTH))
            self._note(message, acted=acted, then=lambda: self._think_of_answer(message))
        return reason

    @property
    def answers_in(self) -> float:
        return self._answering.wait

    @property
    def marks(self) -> dict[int, str]:
        return {} if self.viewer is None else self._marks.of(len(self._record.deals), self.viewer)

    def mark(self, seat: int, word: str) -> None:
        if self.viewer is not None and self._id is not None:
            self._marks = self._marks.marked(len(self._record.deals), self.viewer, seat, word)
            self._storage.note(self._id, "marks", msgspec.to_builtins(self._marks), acted=False)

    @property
    def arranged(self) -> tuple[Card, ...]:
        return () if self.viewer is None else self._arrangements.of(len(self._record.deals), self.viewer)

    def arrange(self, hand: tuple[Card, ...]) -> None:
        if self.viewer is not None and self._id is not None and hand != self.arranged:
            self._arrangements = self._arrangements.arranged(len(self._record.deals), self.viewer, hand)
            kept = msgspec.to_builtins(self._arrangements)
            self._storage.note(self._id, "arrangements", kept, acted=False)

    @property
    def speaker(self) -> int | None:
        seat = self.viewer if self.cover is None else self.cover
        return seat if seat in self.persons else None

    @property
    def votes(self) -> tuple[int, int]:
        return len(self._match.votes), self._match.votes_needed

    @property
    def barred(self) -> tuple[tuple[int, Reason], ...]:
        if not self._match.options.leaving_costs:
            return ()
        reasons = ((seat, why_barred(self._match, seat)) for seat, one in enumerate(self.players) if one.is_person)
        return tuple((seat, reason) for seat, reason in reasons if reason is not None)

    def ask_to_leave(self, seat: int) -> None:
        if restarts_clock(self._match, seat, self._turn.restarts):
            self._turn.restart()

    def may_leave(self, action: type[Leave] | type[Unlock], seat: int) -> bool:
        if seat not in self.persons or (action is Unlock and not offers_vote(self._match, seat)):
            return False
        return self._match.why_not(action(seat)) is None

    def give_up(self) -> None:
        self._closed = True
        self._minds.forget()
        match_id = self._id
        if match_id is not None:
            self._saving.send(lambda: self._storage.give_up(match_id), lambda _done: None)

    def desert(self) -> None:
        """Every person leaves for good, one after the other, as soon as may be; the computer plays on."""
        self._deserting, self._deal_wanted = True, self._deal_wanted or self._match.phase is None

    def next_deal(self) -> None:
        self._deal_wanted = True

    def retry(self) -> None:
        self._saving.retry()

    # -- the frame

    def update(self, idle: bool) -> list[Happening]:
        self._minds.poll()
        self._hear_answer()
        self._saving.collect()
        self._end_daily()
        if not self.saving and not self._closed and not self._vote() and idle and not self._happenings:
            self._advance()
        self._answer()
        happenings, self._happenings = self._happenings, []
        return happenings

    def _end_daily(self) -> None:
        """Once the daily deal is over its result is kept."""
        result = so_far(self._daily, self._id or 0, self._match, self.players)
        if result is not None and result.over and not self.saving:
            self._daily = ""
            self._saving.send(lambda: self._storage.end_daily(result), lambda _done: None)

    def _advance(self) -> None:
        match = self._match
        if match.awaits_deal:
            if self._deserting and self.persons and match.phase is not None:
                self._take(Leave(self.persons[0]))
            elif self._deal_wanted:
                self._deal()
            return
        turn = match.to_act
        if turn is None:
            return
        if self._deserting and self.persons:
            self._take(Leave(self.persons[0]))
        elif match.forced is not None:
            self._take(self._chance("forced").choice([one for one in match.legal() if isinstance(one, Play)]))
        elif turn in self.persons:
            self._person_on_turn(turn)
        else:
            self._computer_on_turn(turn)

    def _vote(self) -> bool:
        """Let the computer players answer a vote, one at a time. Whether one did."""
        computers = tuple(seat for seat in range(len(self.players)) if seat not in self.persons)
        agreed = agreeing(self._match, computers)
        if agreed:
            self._take(Unlock(agreed[0]))
        return bool(agreed)

    def _person_on_turn(self, turn: int) -> None:
        self._turn.wait_for(turn)
        self._screen.wait_for(turn)
        if self.seconds_left == 0.0:
            self._take(Timeout(turn))

    def _computer_on_turn(self, turn: int) -> None:
        if not self._minds.asked:
            self._ask(turn)
        action = self._minds.answer
        if action is not None and self._turn.spent >= self.pace:
            self._minds.forget()
            self._take(action)

    # -- taking an action

    def _take(self, action: Action) -> None:
        step = self._match.apply(action)
        record = self._record.acted(action)
        deal, number, match_id = len(record.deals), len(record.deals[-1].actions), self._id
        assert match_id is not None
        ending = self._ending(step.match) if step.match.over else None
        said = None if ending is not None else self._remark(action.seat, step.events)

        def happened(_done: object) -> None:
            self._happened(record, step.match, step.events)
            if said is not None:
                self._note(Message(action.seat, said), acted=False)

        acted = not self._is_aside(action)
        save = partial(self._storage.add_action, match_id, deal, number, action, ending, acted=acted)
        self._saving.send(save, happened)

    def _is_aside(self, action: Action) -> bool:
        """Whether an action leaves the clock of a person on turn as it is: another leaves or votes meanwhile."""
        aside, turn = isinstance(action, (Leave, Unlock)), self._match.to_act
        return aside and turn in self.persons and not restarts_clock(self._match, action.seat, self._turn.restarts)

    def _note(self, message: Message, *, acted: bool, then: Callable[[], None] = lambda: None) -> None:
        """Say something to all, once it is saved. ``acted``: who says it is on turn, and has acted with it."""
        match_id = self._id
        assert match_id is not None
        chat = (*self.chat, *self._answering.under_way, message)[-MESSAGES_KEPT:]

        def said(_done: object) -> None:
            self.chat = chat
            if acted:
                self._turn.restart()
            then()

        if acted:
            # Before the message, so that no restart of the program forgets how often the clock was begun again.
            self._storage.note(match_id, "restarts", [*turn_of(self._record), self._turn.restarts + 1], acted=False)
        lines = msgspec.to_builtins(chat)
        self._saving.send(lambda: self._storage.note(match_id, "chat", lines, acted=acted), said)

    def _deal(self) -> None:
        match, number, match_id = self._match, len(self._record.deals) + 1, self._id
        assert match_id is not None
        deal = next_deal(self._record, match, self._seed, self._key if number == 1 else "")
        record = msgspec.structs.replace(self._record, deals=(*self._record.deals, deal))
        step = match.apply(Deal(deal.pack))
        self._deal_wanted = False
        self._saving.send(
            lambda: self._storage.add_deal(match_id, number, deal),
            lambda _done: self._dealt(record, step.match, (*_sealed(record), *step.events)),
        )

    def _dealt(self, record: Record, match: Match, events: tuple[Event, ...]) -> None:
        self._story = ()
        self._happened(record, match, events)
        if match.over:
            self._end()

    def _happened(self, record: Record, match: Match, events: tuple[Event, ...]) -> None:
        aside = [event.seat for event in events if isinstance(event, (Left, Unlocked))]
        before, turn = self._match, match.to_act
        step = Step(self._match, match, events)
        self._look(step)
        self._story = (*self._story, *events)
        self._record, self._match = record, match
        if not aside or turn not in self.persons:
            self._turn.clear()
        elif turn in aside and restarts_clock(before, turn, self._turn.restarts):
            # Who leaves or votes while another person is on turn gives that one no more time.
            self._turn.restart()
        self._minds.forget()
        if match.to_act is not None and match.to_act not in self.persons and match.forced is None:
            self._ask(match.to_act)

    def _ending(self, match: Match) -> Ending:
        """Who is barred now that the match is over: who left, and who let the clock end it."""
        people = (seat for seat, player in enumerate(self.players) if player.is_person)
        reasons = {seat: why_barred(match, seat) for seat in people}
        verdicts = tuple(Verdict(self.names[seat], reason.code) for seat, reason in reasons.items() if reason)
        seconds = bar_seconds(match)
        return Ending(verdicts if seconds else (), seconds)

    def _end(self) -> None:
        """The match is over without an action that could have said so: it is finished in the journal."""
        match_id, ending = self._id, self._ending(self._match)
        assert match_id is not None
        self._saving.send(lambda: self._storage.finish(match_id, ending), lambda _done: None)

    def _look(self, step: Step) -> None:
        """Who is at the screen sees what happens; who is not will see it later."""
        for event in step.events:
            if isinstance(event, Left):
                self._screen.stand_up(event.seat)
        if not step.before.deal_open:
            self._screen.clear()
        seen = self._seen(step)
        self._screen.remember(step)
        if not step.after.deal_open:
            self._screen.clear()
            seen = msgspec.structs.replace(seen, after=look(step.after, self.viewer))
        self._happenings.append(seen)

    def _seen(self, step: Step, *, late: bool = False) -> Happening:
        """What happened as the viewer may know it."""
        seen = tuple(event.seen_by(self.viewer) for event in step.events)
        return Happening(look(step.before, self.viewer), look(step.after, self.viewer), seen, late)

    # -- the computer

    def _ask(self, seat: int) -> None:
        self._minds.ask(look(self._match, seat), seat, self._chance("ai"))

    def _remark(self, seat: int, events: tuple[Event, ...]) -> str | None:
        """What a computer player says to what it has just bid or declared."""
        if not self.talks or not may_remark(self._match):
            return None
        return self._minds.remark(self._match.name, seat, events, self._chance("talk"))

    def _think_of_answer(self, said: Message) -> None:
        """A person has said something: perhaps a computer player will answer."""
        if self.talks and self._record.deals:
            rng = self._chance("talk", len(self.chat), said.text)
            self._answering.think(self._minds.reply(said, look(self._match, None), rng))

    def _answer(self) -> None:
        """Say the answer whose time has come; where nobody may talk now it is dropped.

        It is saved beside whatever a person does: he need not wait for it.
        """
        match_id = self._id
        if match_id is None or self.saving or self._closed:
            return
        if not self.talks or not may_remark(self._match):
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
        deals = self._record.deals
        return stream(self._seed, purpose, len(deals), len(deals[-1].actions), *more)


def _sealed(record: Record) -> tuple[Sealed, ...]:
    """What is told of the last deal before its first card."""
    seal = seal_of(record.deals[-1]) if record.deals else None
    return () if seal is None else (Sealed(len(record.deals), seal),)
