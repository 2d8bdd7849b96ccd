"""The table of a guided deal: a person at the first seat, the others do what the lesson has written down for them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from game.engine.actions import Action
from game.engine.events import Event
from game.engine.phases import Reason
from game.lessons.course import Done, Stand, answered, read, resumed, why_wrong
from game.quiet import Quiet
from game.rules.lesson import LEARNER
from game.saving import Saving
from game.table import Happening
from game.view import View, look


class Guide(Quiet):
    """A `game.table.Table`: what its methods promise stands there. ``stand``: the step that is on the disk.

    ``keep`` takes the answers so far to the disk. The rules' events are told one action after the other, none before
    it is kept; until they are all told ``telling`` is true.
    """

    def __init__(
        self, stand: Stand, name: str, keep: Callable[[Stand], Future[Any]], clock: Callable[[], float]
    ) -> None:
        super().__init__(LEARNER, (name, *stand.lesson.others))
        self.stand = stand
        self._keep = keep
        self._clock = clock
        self._saving = Saving()
        self._match = stand.led[0].before if stand.led else stand.match
        self._story = () if stand.led else stand.story
        self._ahead: deque[Done] = deque()
        self._jumped = False
        self._told_at = clock()
        self._ahead.extend(stand.led)

    # -- what the screen may know

    @property
    def view(self) -> View:
        return look(self._match, LEARNER)

    @property
    def story(self) -> tuple[Event, ...]:
        return tuple(event.seen_by(LEARNER) for event in self._story)

    @property
    def telling(self) -> bool:
        """Whether something is still to be told before the step is read."""
        return bool(self._ahead) or self._jumped or self.saving

    @property
    def your_turn(self) -> bool:
        return bool(self.stand.step.asks) and not self.telling

    @property
    def saving(self) -> bool:
        return self._saving.busy

    @property
    def fault(self) -> str:
        return self._saving.fault

    # -- what the person does

    def act(self, action: Action) -> Reason | None:
        if self.telling:
            return Reason("being_saved")
        wrong = why_wrong(self.stand, action)
        if wrong is not None:
            return wrong.why
        self._go(answered(self.stand, action))
        return None

    @property
    def may_read_on(self) -> bool:
        """Whether there is nothing to do here but to go on to the next step."""
        return not self.stand.step.asks and not self.stand.is_last and not self.telling

    def read_on(self) -> None:
        """On to the next step, from one that is only read."""
        if self.may_read_on:
            self._go(read(self.stand))

    def back(self) -> None:
        """Back to the step before, if there is one."""
        if self.stand.answers and not self.saving:
            self._jump(resumed(self.stand.match.name, self.stand.answers[:-1]))

    def _go(self, stand: Stand) -> None:
        self._saving.send(lambda: self._keep(stand), lambda _kept: self._tell(stand))

    def _jump(self, stand: Stand) -> None:
        self._saving.send(lambda: self._keep(stand), lambda _kept: self._lie(stand))

    def _tell(self, stand: Stand) -> None:
        """The step is kept: what has led to it happens."""
        if stand.leapt:
            self._lie(stand)
            return
        self.stand, self._told_at = stand, self._clock()
        self._ahead.extend(stand.led)

    def _lie(self, stand: Stand) -> None:
        """The table is at once as the step has it."""
        self.stand, self._match, self._story = stand, stand.match, stand.story
        self._ahead.clear()
        self._jumped = True

    def retry(self) -> None:
        self._saving.retry()

    # -- the frame

    def update(self, idle: bool) -> list[Happening]:
        self._saving.collect()
        if self._jumped:
            self._jumped = False
            return [Happening(self.view, self.view, ())]
        if not idle or not self._ahead or not self._is_due:
            return []
        return [self._happened(self._ahead.popleft())]

    @property
    def _is_due(self) -> bool:
        """Whether a player would have done it by now; the learner has done it already, and cards are dealt at once."""
        turn = self._match.to_act
        return turn in (None, LEARNER) or self._clock() - self._told_at >= self.pace

    def _happened(self, done: Done) -> Happening:
        before, dealt = self.view, not done.before.deal_open
        self._match, self._told_at = done.after, self._clock()
        self._story = (*(() if dealt else self._story), *done.events)
        events = tuple(event.seen_by(LEARNER) for event in done.events)
        return Happening(before, self.view, events)

    def close(self) -> None:
        """What was done is kept."""
