"""The table in this process: one match between its players, people and computers, saved as it is played.

The controller between the screen and the rules. It is polled once a frame and never waits: the journal
writes on the storage thread, the computer thinks in its own process. An action is taken in three steps:
the rules allow it, the journal has it on disk, then it has happened and `update` tells of it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

import msgspec

from game.ai.characters import Character, character_of
from game.arrangement import arrangements_of
from game.claim import claim_of
from game.dailies import so_far
from game.discipline import (
    Message,
    agreeing,
    ending,
    restarts_clock,
)
from game.engine.actions import Action, Deal, Leave, Play, Timeout, Unlock
from game.engine.events import DealerDrawn, Event, Left, Unlocked
from game.engine.phases import Reason
from game.fairness import key_like
from game.known import ASSISTED, Claimed, sealed
from game.marks import marks_of
from game.match import Match
from game.minds import Thinking
from game.proof import begun, first_draw, next_deal
from game.record import Record
from game.screen import Step
from game.seating import Player, Seating
from game.store.reading import SavedMatch
from game.store.storage import Storage
from game.table import Happening
from game.talk import chat_of
from game.talking import NOT_GIVEN_UP, Talking
from game.turn_clock import restarts_of
from game.undo import Choice, is_choice, taken_back
from game.view import look


class LocalTable(Talking):
    """A `game.table.Table`: what its methods promise stands there."""

    def __init__(
        self, record: Record, players: tuple[Player, ...], seed: int,
        *, storage: Storage, thinker: Thinking, clock: Callable[[], float],
        characters: Callable[[str], Character] = character_of,
    ) -> None:  # fmt: skip
        """``characters`` gives the temperament that belongs to the name of a computer player."""
        super().__init__(
            record, players, seed, storage=storage, thinker=thinker, clock=clock, characters=characters
        )
        self.pace = 0.6
        self._key = ""
        self._daily = ""
        self._happenings: list[Happening] = []
        self._deserting = False
        self._creation: Future[int] | None = None
        self._is_give_up_told = False

    # -- beginning and ending

    @classmethod
    def begin(
        cls, seating: Seating, seed: int, *, storage: Storage, thinker: Thinking, clock: Callable[[], float],
        characters: Callable[[str], Character] = character_of,
    ) -> LocalTable:  # fmt: skip
        """A new match: the first dealer is drawn, unless it is agreed who that is, the match is created in the journal,
        the first deal follows."""
        dealer, drawn = seating.dealer, tuple[DealerDrawn, ...]()
        if dealer is None:
            drawn = (first_draw(seating.record(0).start(), seed, seating.word),)
            dealer = drawn[0].dealer
        record = begun(seating.record(dealer), seed, seating.word, drawn=bool(drawn))
        table = cls(
            record, seating.players, seed, storage=storage, thinker=thinker, clock=clock, characters=characters
        )
        kinds = tuple(player.kind for player in seating.players)
        table._key, table._daily = seating.key, seating.daily
        # Beside the record: it may leave the program before the deal is over.
        kept = {key: value for key, value in (("key", seating.key), ("daily", seating.daily)) if value}

        def created(match_id: int) -> None:
            table._id = match_id
            view = look(table.match, table.viewer)
            table._happenings.append(Happening(view, view, drawn))
            begun_daily = so_far(table._daily, match_id, table.match, table.players)
            if begun_daily is not None:
                table._saving.send(lambda: storage.begin_daily(begun_daily), lambda _done: None)

        def create() -> Future[int]:
            table._creation = storage.create(record, kinds, seed, kept)
            return table._creation

        table._saving.send(create, created)
        return table

    @classmethod
    def resume(
        cls, saved: SavedMatch, *, storage: Storage, thinker: Thinking, clock: Callable[[], float],
        characters: Callable[[str], Character] = character_of,
    ) -> LocalTable:  # fmt: skip
        """A saved match, exactly where it stood. Its claim (`Storage.claim`) is the caller's."""
        names = saved.record.names
        players = tuple(Player(name, kind) for name, kind in zip(names, saved.players, strict=True))
        table = cls(
            saved.record, players, saved.seed, storage=storage, thinker=thinker, clock=clock, characters=characters
        )
        table._id = saved.id
        table.turn_clock.resume(table.match.to_act, saved.idle, restarts_of(saved.extra.get("restarts"), saved.record))
        table.chat = chat_of(saved.extra.get("chat", []), len(players))
        table._marks = marks_of(saved.extra.get("marks", {}))
        table._arrangements = arrangements_of(saved.extra.get("arrangements", {}))
        table._assisted = saved.extra.get(ASSISTED) is True
        table._key, table._daily = key_like(saved.extra.get("key")), str(saved.extra.get("daily", ""))
        if table.match.over:
            table._end()
        return table

    def close(self) -> None:
        self._closed = True
        self._minds.forget()
        self._hints.forget()
        if self._id is not None:
            self._let_go(self._id)
        elif self._creation is not None:
            # The match may not be created yet: it is claimed by then, and nobody collects its number any more.
            self._creation.add_done_callback(
                lambda done: None if done.exception() is not None else self._let_go(done.result())
            )

    def _let_go(self, match_id: int) -> None:
        """Free the match for other windows; given up first, if that was wanted and is not done."""
        if self._giving_up and not self._given_up and not self.match.over:
            self._report_loss(self._storage.give_up(match_id), NOT_GIVEN_UP)
        self._storage.release(match_id)

    # -- what people do

    def act(self, action: Action) -> Reason | None:
        if not isinstance(action, Action):
            raise TypeError(f"{action!r} is not an action")
        reason = self._why_not_here(action) or self.match.why_not(action)
        if reason is None and self.match.forced is not None and isinstance(action, Play):
            # The time is over: chance plays, not the person.
            reason = Reason("forced_card", {"seat": self.match.forced})
        reason = reason or self._still_saved
        if reason is None:
            self._take(action)
        return reason

    def undo(self) -> Reason | None:
        reason, match_id = self.why_not_undo or self._still_saved, self._id
        if reason is None and match_id is not None:
            choice = self._choices[-1]
            record = taken_back(self.record, choice)
            cut = partial(self._storage.cut, match_id, record, {ASSISTED: True})
            self._saving.send(cut, lambda _done: self._taken_back(record, choice))
        return reason

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
        self._claimed = Claimed(self.viewer, found, len(self.record.deals[-1].actions))
        return None

    def _taken_back(self, record: Record, choice: Choice) -> None:
        """On with the match as it was; nobody remembers what was thought since."""
        self.record, self.match, self._story = record, choice.match, self._story[: choice.events]
        self._choices, self._assisted, self._claimed = self._choices[:-1], True, None
        self._minds.forget()
        self._hints.forget()
        self.turn_clock.clear()
        self._happenings.append(Happening(self.view, self.view, (), back=True))

    def ready(self) -> None:
        self._happenings += [self._screen.seen(step, late=True) for step in self._screen.ready()]

    def ask_to_leave(self, seat: int) -> None:
        if seat in self.persons and restarts_clock(self.match, seat, self.turn_clock.restarts):
            self.turn_clock.restart()

    def give_up(self) -> None:
        if self._closed and not self._giving_up:
            return
        self._closed = self._giving_up = True
        self._is_give_up_told = False
        self._minds.forget()
        self._hints.forget()
        self.retry()
        self._send_give_up()

    def _send_give_up(self) -> None:
        """Give the match up once all that was done before is on the disk; say so, once, if that fails."""
        match_id = self._id
        if not self._giving_up or self._given_up:
            return
        if self.fault and not self._is_give_up_told:
            self._is_give_up_told = True
            self._storage.tell(self.fault)
        if self.saving or match_id is None:
            return
        if self.match.over:
            self._given_up = True  # what was on its way has ended it: nobody can go on with it
            return

        def done(_done: object) -> None:
            self._given_up = True

        self._saving.send(lambda: self._storage.give_up(match_id), done)

    def desert(self) -> None:
        """Every person leaves for good, one after the other, as soon as may be; the computer plays on."""
        self._deserting, self._deal_wanted = True, self._deal_wanted or self.match.phase is None

    def next_deal(self) -> None:
        self._deal_wanted = True

    def retry(self) -> None:
        self._saving.retry()

    # -- the frame

    def update(self, idle: bool) -> list[Happening]:
        self._minds.poll()
        self._hints.poll()
        self._hear_answer()
        self._saving.collect()
        self._send_give_up()
        self._end_daily()
        if not self.saving and not self._closed and not self._vote() and idle and not self._happenings:
            self._advance()
        self._answer()
        happenings, self._happenings = self._happenings, []
        return happenings

    def _end_daily(self) -> None:
        """Once the daily deal is over its result is kept."""
        result = so_far(self._daily, self._id or 0, self.match, self.players)
        if result is not None and result.over and not self.saving:
            self._daily = ""
            self._saving.send(lambda: self._storage.end_daily(result), lambda _done: None)

    def _advance(self) -> None:
        match = self.match
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
        agreed = agreeing(self.match, computers)
        if agreed:
            self._take(Unlock(agreed[0]))
        return bool(agreed)

    def _person_on_turn(self, turn: int) -> None:
        self.turn_clock.wait_for(turn)
        if self._claimed is not None and self._claimed.seat == turn:
            play = self._claimed.claim.next(look(self.match, turn))
            if play is not None and self.turn_clock.spent >= self.pace:
                self._take(play)
            return
        self._screen.wait_for(turn)
        if self.seconds_left == 0.0:
            self._take(Timeout(turn))

    def _computer_on_turn(self, turn: int) -> None:
        if not self._minds.asked:
            self._ask(turn)
        action = self._minds.answer
        if action is not None and self.turn_clock.spent >= self.pace:
            self._minds.forget()
            self._take(action)

    # -- taking an action

    def _take(self, action: Action) -> None:
        step = self.match.apply(action)
        record, choices = self.record.acted(action), self._choices
        claimed = self._claimed is not None and len(record.deals[-1].actions) > self._claimed.actions + 1
        if is_choice(self.match, action, self._people) and not claimed:
            choices = (*choices, Choice(self.match, len(self._story), len(self.record.deals[-1].actions)))
        deal, number, match_id = len(record.deals), len(record.deals[-1].actions), self._id
        assert match_id is not None
        end = ending(step.match, self.record.names, self._people) if step.match.over else None
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
        aside, turn = isinstance(action, (Leave, Unlock)), self.match.to_act
        return aside and turn in self.persons and not restarts_clock(self.match, action.seat, self.turn_clock.restarts)

    def _deal(self) -> None:
        match, number, match_id = self.match, len(self.record.deals) + 1, self._id
        assert match_id is not None
        deal = next_deal(self.record, match, self._seed, self._key if number == 1 else "")
        record = msgspec.structs.replace(self.record, deals=(*self.record.deals, deal))
        step = match.apply(Deal(deal.pack))
        self._deal_wanted = False
        self._saving.send(
            lambda: self._storage.add_deal(match_id, number, deal),
            lambda _done: self._dealt(record, step.match, (*sealed(record), *step.events)),
        )

    def _dealt(self, record: Record, match: Match, events: tuple[Event, ...]) -> None:
        self._story, self._choices = (), ()
        self._happened(record, match, events)
        if match.over:
            self._end()

    def _happened(self, record: Record, match: Match, events: tuple[Event, ...]) -> None:
        aside = [event.seat for event in events if isinstance(event, (Left, Unlocked))]
        before, turn = self.match, match.to_act
        step = Step(self.match, match, events)
        self._happenings.append(self._screen.see(step))
        self._story = (*self._story, *events)
        self.record, self.match = record, match
        if not aside or turn not in self.persons:
            self.turn_clock.clear()
        elif turn in aside and restarts_clock(before, turn, self.turn_clock.restarts):
            # Who leaves or votes while another person is on turn gives that one no more time.
            self.turn_clock.restart()
        self._minds.forget()
        self._hints.forget()
        self._claimed = self._claimed if match.deal_open else None
        if match.to_act is not None and match.to_act not in self.persons and match.forced is None and not self._closed:
            self._ask(match.to_act)

    def _end(self) -> None:
        """The match is over without an action that could have said so: it is finished in the journal."""
        match_id, last = self._id, ending(self.match, self.record.names, self._people)
        assert match_id is not None
        self._saving.send(lambda: self._storage.finish(match_id, last), lambda _done: None)

    # -- the computer

    def _ask(self, seat: int) -> None:
        self._minds.ask(look(self.match, seat), seat, self._chance("ai"))
