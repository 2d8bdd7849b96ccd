"""The table in this process: one match between its players, people and computers, saved as it is played.

The controller between the screen and the rules. It is polled once a frame and never waits: the journal
writes on the storage thread, the computer thinks in its own process. An action is taken in three steps:
the rules allow it, the journal has it on disk, then it has happened and `update` tells of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import msgspec

from game.arrangement import arrangements_of
from game.claim import claim_of
from game.discipline import (
    MESSAGE_LENGTH,
    MESSAGES_KEPT,
    Message,
    agreeing,
    ending,
    may_remark,
    restarts_clock,
    why_not_said,
)
from game.engine.actions import Action, Deal, Leave, Play, Timeout, Unlock
from game.engine.cards import Card
from game.engine.events import DealerDrawn, Event, Left, Unlocked
from game.engine.phases import Reason
from game.fairness import draw_dealer, shuffled, stream
from game.known import ASSISTED, Claimed, Known
from game.marks import marks_of
from game.match import Match
from game.minds import Minds, Thinking
from game.record import DealRecord, Record
from game.rules import GAMES
from game.screen import Step
from game.seating import Player, Seating
from game.store.reading import SavedMatch
from game.store.storage import Storage
from game.table import Happening
from game.talk import chat_of
from game.text import clean
from game.turn_clock import restarts_of, turn_of
from game.undo import Choice, is_choice, taken_back
from game.view import look


class LocalTable(Known):
    """A `game.table.Table`: what its methods promise stands there."""

    def __init__(
        self, record: Record, players: tuple[Player, ...], seed: int,
        *, storage: Storage, thinker: Thinking, clock: Callable[[], float],
    ) -> None:  # fmt: skip
        super().__init__(record, players, thinker, clock)
        self.pace = 0.6
        self._seed = seed
        self._storage = storage
        self._minds = Minds(thinker, players)
        self._id: int | None = None
        self._happenings: list[Happening] = []
        self._closed = False
        self._deserting = False

    # -- beginning and ending

    @classmethod
    def begin(cls, seating: Seating, seed: int, *, storage: Storage, thinker: Thinking,
              clock: Callable[[], float]) -> LocalTable:  # fmt: skip
        """A new match: the first dealer is drawn, unless it is agreed who that is, the match is created in the journal,
        the first deal follows."""
        game, seats, dealer = GAMES[seating.game], len(seating.players), seating.dealer
        drawn: tuple[DealerDrawn, ...] = ()
        if dealer is None:
            pack = game.pack_for(seating.options, seats)
            drawn = (draw_dealer(pack, seats, game.draw_ranking, stream(seed, "dealer")),)
            dealer = drawn[0].dealer
        record = seating.record(dealer)
        table = cls(record, seating.players, seed, storage=storage, thinker=thinker, clock=clock)
        kinds = tuple(player.kind for player in seating.players)

        def created(match_id: int) -> None:
            table._id = match_id
            view = look(table._match, table.viewer)
            table._happenings.append(Happening(view, view, drawn))

        table._saving.send(lambda: storage.create(record, kinds, seed, {}), created)
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
        table._assisted = saved.extra.get(ASSISTED) is True
        if table._match.over:
            table._end()
        return table

    def close(self) -> None:
        self._closed = True
        self._minds.forget()
        self._hints.forget()
        if self._id is not None:
            self._storage.release(self._id)

    # -- what people do

    def act(self, action: Action) -> Reason | None:
        reason = self._match.why_not(action)
        if reason is None and self._match.forced is not None and isinstance(action, Play):
            # The time is over: chance plays, not the person.
            reason = Reason("forced_card", {"seat": self._match.forced})
        reason = reason or self._still_saved
        if reason is None:
            self._take(action)
        return reason

    def undo(self) -> Reason | None:
        reason, match_id = self.why_not_undo or self._still_saved, self._id
        if reason is None and match_id is not None:
            choice = self._choices[-1]
            record = taken_back(self._record, choice)
            cut = partial(self._storage.cut, match_id, record, {ASSISTED: True})
            self._saving.send(cut, lambda _done: self._taken_back(record, choice))
        return reason

    @property
    def _still_saved(self) -> Reason | None:
        """Why nothing more is taken now: something is on its way to the disk, or could not be saved."""
        return Reason("being_saved") if self.saving or self.fault or self._id is None else None

    def ask_hint(self) -> Reason | None:
        reason, match_id = self.why_no_hint or self._still_saved, self._id
        if reason is None and match_id is not None and not self._assisted:
            mark = partial(self._storage.note, match_id, ASSISTED, True, acted=False)
            self._saving.send(mark, lambda _done: self._think_of_hint())
        elif reason is None:
            self._think_of_hint()
        return reason

    def _think_of_hint(self) -> None:
        self._assisted = True
        self._hints.ask(self.view, self._chance("hint"))

    def forget_hint(self) -> None:
        self._hints.forget()

    def claim(self) -> Reason | None:
        found = claim_of(self.view) if self.your_turn else None
        if found is None or self.viewer is None:
            return Reason("claim_not")
        self._hints.forget()
        self._claimed = Claimed(self.viewer, found, len(self._record.deals[-1].actions))
        return None

    def _taken_back(self, record: Record, choice: Choice) -> None:
        """On with the match as it was; nobody remembers what was thought since."""
        self._record, self._match, self._story = record, choice.match, choice.story
        self._choices, self._assisted, self._claimed = self._choices[:-1], True, None
        self._minds.forget()
        self._hints.forget()
        self._turn.clear()
        self._happenings.append(Happening(self.view, self.view, (), back=True))

    def ready(self) -> None:
        self._happenings += [self._screen.seen(step, late=True) for step in self._screen.ready()]

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
            self._note(Message(seat, clean(text, MESSAGE_LENGTH)), acted=acted)
        return reason

    def mark(self, seat: int, word: str) -> None:
        if self.viewer is not None and self._id is not None:
            self._marks = self._marks.marked(len(self._record.deals), self.viewer, seat, word)
            self._storage.note(self._id, "marks", msgspec.to_builtins(self._marks), acted=False)

    def arrange(self, hand: tuple[Card, ...]) -> None:
        if self.viewer is not None and self._id is not None and hand != self.arranged:
            self._arrangements = self._arrangements.arranged(len(self._record.deals), self.viewer, hand)
            kept = msgspec.to_builtins(self._arrangements)
            self._storage.note(self._id, "arrangements", kept, acted=False)

    def ask_to_leave(self, seat: int) -> None:
        if restarts_clock(self._match, seat, self._turn.restarts):
            self._turn.restart()

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
        self._hints.poll()
        self._saving.collect()
        if not self.saving and not self._closed and not self._vote() and idle and not self._happenings:
            self._advance()
        happenings, self._happenings = self._happenings, []
        return happenings

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
        if self._claimed is not None and self._claimed.seat == turn:
            play = self._claimed.claim.next(look(self._match, turn))
            if play is not None and self._turn.spent >= self.pace:
                self._take(play)
            return
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
        record, choices = self._record.acted(action), self._choices
        claimed = self._claimed is not None and len(record.deals[-1].actions) > self._claimed.actions + 1
        if is_choice(self._match, action, self._people) and not claimed:
            choices = (*choices, Choice(self._match, self._story, len(self._record.deals[-1].actions)))
        deal, number, match_id = len(record.deals), len(record.deals[-1].actions), self._id
        assert match_id is not None
        end = ending(step.match, self.names, self._people) if step.match.over else None
        said = None if end is not None else self._remark(action.seat, step.events)

        def happened(_done: object) -> None:
            self._happened(record, step.match, step.events)
            self._choices = choices
            if said is not None:
                self._note(Message(action.seat, said), acted=False)

        acted = not self._is_aside(action)
        save = partial(self._storage.add_action, match_id, deal, number, action, end, acted=acted)
        self._saving.send(save, happened)

    def _is_aside(self, action: Action) -> bool:
        """Whether an action leaves the clock of a person on turn as it is: another leaves or votes meanwhile."""
        aside, turn = isinstance(action, (Leave, Unlock)), self._match.to_act
        return aside and turn in self.persons and not restarts_clock(self._match, action.seat, self._turn.restarts)

    def _note(self, message: Message, *, acted: bool) -> None:
        """Say something to all, once it is saved. ``acted``: who says it is on turn, and has acted with it."""
        match_id = self._id
        assert match_id is not None
        chat = (*self.chat, message)[-MESSAGES_KEPT:]

        def said(_done: object) -> None:
            self.chat = chat
            if acted:
                self._turn.restart()

        if acted:
            # Before the message, so that no restart of the program forgets how often the clock was begun again.
            self._storage.note(match_id, "restarts", [*turn_of(self._record), self._turn.restarts + 1], acted=False)
        lines = msgspec.to_builtins(chat)
        self._saving.send(lambda: self._storage.note(match_id, "chat", lines, acted=acted), said)

    def _deal(self) -> None:
        match, number, match_id = self._match, len(self._record.deals) + 1, self._id
        assert match_id is not None
        pack = shuffled(match.pack, stream(self._seed, "deal", number))
        record = self._record.dealt(match.dealer, pack)
        step = match.apply(Deal(pack))
        self._deal_wanted = False
        self._saving.send(
            lambda: self._storage.add_deal(match_id, number, DealRecord(match.dealer, pack)),
            lambda _done: self._dealt(record, step.match, step.events),
        )

    def _dealt(self, record: Record, match: Match, events: tuple[Event, ...]) -> None:
        self._story, self._choices = (), ()
        self._happened(record, match, events)
        if match.over:
            self._end()

    def _happened(self, record: Record, match: Match, events: tuple[Event, ...]) -> None:
        aside = [event.seat for event in events if isinstance(event, (Left, Unlocked))]
        before, turn = self._match, match.to_act
        step = Step(self._match, match, events)
        self._happenings.append(self._screen.see(step))
        self._story = (*self._story, *events)
        self._record, self._match = record, match
        if not aside or turn not in self.persons:
            self._turn.clear()
        elif turn in aside and restarts_clock(before, turn, self._turn.restarts):
            # Who leaves or votes while another person is on turn gives that one no more time.
            self._turn.restart()
        self._minds.forget()
        self._hints.forget()
        self._claimed = self._claimed if match.deal_open else None
        if match.to_act is not None and match.to_act not in self.persons and match.forced is None:
            self._ask(match.to_act)

    def _end(self) -> None:
        """The match is over without an action that could have said so: it is finished in the journal."""
        match_id, last = self._id, ending(self._match, self.names, self._people)
        assert match_id is not None
        self._saving.send(lambda: self._storage.finish(match_id, last), lambda _done: None)

    # -- the computer

    def _ask(self, seat: int) -> None:
        self._minds.ask(look(self._match, seat), seat, self._chance("ai"))

    def _remark(self, seat: int, events: tuple[Event, ...]) -> str | None:
        """What a computer player says to what it has just bid or declared."""
        if not may_remark(self._match):
            return None
        return self._minds.remark(self._match.name, seat, events, self._chance("talk"))

    def _chance(self, purpose: str) -> Random:
        """The chance of this moment: the same seed, deal and action give the same."""
        deals = self._record.deals
        return stream(self._seed, purpose, len(deals), len(deals[-1].actions))
