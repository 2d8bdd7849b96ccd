"""Going through a lesson: lesson × where one stands × action → where one stands next, or why not. Nothing is kept here.

It is played on the rules themselves: what is legal, who takes a trick and what it counts, they say.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from game.engine.actions import Action, Deal, parse, verbs_of
from game.engine.events import Event
from game.engine.phases import Reason
from game.match import Match, new_match
from game.rules import GAMES
from game.rules.lesson import LEARNER, Lesson, Seen, Step

READ_ON = Reason("lesson_read_on")
OTHER = Reason("lesson_other")


class Lost(Exception):
    """A way through a lesson that the lesson does not have (any more)."""


class Done(NamedTuple):
    """An action of a lesson: the match before and after it, and what happened."""

    before: Match
    after: Match
    events: tuple[Event, ...]


class Stand(msgspec.Struct, frozen=True):
    """Where somebody stands in a lesson.

    ``answers``: what he did at each step that is behind him, "" where there was only something to read. ``story``: what
    has happened in this deal; ``led``: what has led here from the step before, the oldest first, and ``leapt`` of how
    much of it nothing is shown.
    """

    lesson: Lesson
    answers: tuple[str, ...]
    match: Match
    story: tuple[Event, ...] = ()
    led: tuple[Done, ...] = ()
    leapt: bool = False

    @property
    def number(self) -> int:
        """How many steps are behind him."""
        return len(self.answers)

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.number]

    @property
    def is_last(self) -> bool:
        return self.number + 1 == len(self.lesson.steps)

    @property
    def seen(self) -> Seen:
        """What he knows here."""
        assert self.match.phase is not None, "a lesson begins with a deal"
        return Seen(self.match.phase.seen_by(LEARNER), tuple(event.seen_by(LEARNER) for event in self.story))


class Wrong(NamedTuple):
    """An action that leads nowhere: why the rules refuse it, else what the lesson answers (English), if anything."""

    why: Reason
    words: str = ""


def begin(game: str) -> Stand:
    """The first step of a game's lesson. KeyError if it has none."""
    lesson = lesson_of(game)
    match = new_match(game, lesson.options, len(lesson.others) + 1, lesson.first_dealer)
    return _enter(Stand(lesson, (), match))


def lesson_of(game: str) -> Lesson:
    """The lesson of a game. KeyError if it has none."""
    lesson = GAMES[game].lesson
    if lesson is None:
        raise KeyError(game)
    return lesson


def lessons() -> tuple[str, ...]:
    """The games that have one."""
    return tuple(name for name, game in GAMES.items() if game.lesson is not None)


def why_wrong(stand: Stand, action: Action) -> Wrong | None:
    """Why an action of the learner's is not what this step waits for; None if it is."""
    step = stand.step
    if not step.asks:
        return Wrong(READ_ON)
    refused = stand.match.why_not(action)
    if refused is None and action.phrase in step.asks:
        return None
    words = step.wrong.get(action.phrase, "" if refused else step.wrong.get("", ""))
    return Wrong(refused or OTHER, words)


def answered(stand: Stand, action: Action) -> Stand:
    """The next step, after an action that is right. ValueError if it is not, or if there is no next step."""
    if why_wrong(stand, action) is not None:
        raise ValueError(f"{action} is not what the step waits for")
    return _enter(_done(_after(stand, action.phrase), action))


def read(stand: Stand) -> Stand:
    """The next step, after one that is only read. ValueError if it waits for an action, or is the last."""
    if stand.step.asks:
        raise ValueError("the step waits for an action")
    return _enter(_after(stand, ""))


def resumed(game: str, answers: tuple[str, ...]) -> Stand:
    """Where somebody stands who has answered so. Lost if the lesson does not go like that."""
    stand = begin(game)
    for said in answers:
        if stand.is_last or (said not in stand.step.asks if stand.step.asks else said):
            raise Lost(said)
        stand = answered(stand, _read(stand, f"{LEARNER} {said}")) if said else read(stand)
    return msgspec.structs.replace(stand, led=())


def _after(stand: Stand, answer: str) -> Stand:
    if stand.is_last:
        raise ValueError("the lesson is over")
    return Stand(stand.lesson, (*stand.answers, answer), stand.match, stand.story)


def _enter(stand: Stand) -> Stand:
    """What happens before the text of a step is read. IllegalAction if the lesson is not made well."""
    step = stand.step
    if step.deal:
        stand = _done(msgspec.structs.replace(stand, story=()), Deal(step.deal))
    for text in step.acts:
        stand = _done(stand, _read(stand, text))
    return msgspec.structs.replace(stand, leapt=step.leaps)


def _read(stand: Stand, text: str) -> Action:
    return parse(text, verbs_of(*stand.match.game.actions))


def _done(stand: Stand, action: Action | Deal) -> Stand:
    after, events = stand.match.apply(action)
    led = (*stand.led, Done(stand.match, after, events))
    return msgspec.structs.replace(stand, match=after, story=(*stand.story, *events), led=led)
