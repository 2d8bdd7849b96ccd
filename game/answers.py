"""What computer players answer to what a person says at the table, out of what everybody can see.

Nothing here ever gets a hand: an answer follows from the words, from a view of no seat, and from chance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import lru_cache
from math import inf
from random import Random
from typing import Any, Final, NamedTuple

from game.ai.characters import Character
from game.ai.manners import AHEAD, ANSWERS, BEHIND, MANNERS, WORDS, Meaning
from game.conventions import listed
from game.discipline import PHRASES, Message, is_ahead, is_behind
from game.i18n import _
from game.rules import GAMES
from game.talk import lines_of
from game.text import reads_as
from game.view import View

MEANT: Final = dict(zip(PHRASES, (
    Meaning.LUCK, Meaning.COMPLIMENT, Meaning.MOMENT, Meaning.TURN, Meaning.SORRY, Meaning.THANKS,
), strict=True))  # fmt: skip
"""What the offered phrases mean."""
QUESTIONS: Final = (Meaning.TURN, Meaning.SCORE)
"""Somebody always answers a question."""
READY: Final = 0.3
"""How likely even the most silent character answers what was said to all."""
THINKING: Final = (0.8, 2.0)
"""Seconds until somebody begins to answer."""
SPEAKING: Final = 0.04
"""Seconds for a letter."""
WORD: Final = re.compile(r"\w+")


# -- what is understood ----------------------------------------------------------------------------


def meaning_of(text: str) -> Meaning | None:
    """What ``text`` means, in English or in the player's language; None if that is not understood."""
    for phrase, meaning in MEANT.items():
        if text in (phrase, _(phrase)):
            return meaning
    said = _spaced(text)
    return next((one for one, words in WORDS.items() if _mentions(said, words) or _mentions(said, _(words))), None)


def _mentions(said: str, words: str) -> bool:
    return any(_spaced(one) in said for one in words.split(","))


@lru_cache(maxsize=1024)
def _spaced(text: str) -> str:
    """The words of a text as they read, a blank before and after each."""
    return f" {' '.join(WORD.findall(reads_as(text)))} "


# -- what is answered ------------------------------------------------------------------------------


class Answer(NamedTuple):
    """Who answers what, and after how many seconds."""

    message: Message
    seconds: float


def answer(
    said: Message, view: View, talkers: Mapping[int, Character], names: Sequence[str], rng: Random
) -> Answer | None:
    """What one of the ``talkers``, computer players by seat, answers to what a person ``said``; mostly somebody does.

    ``view``: the match as somebody sees it who sits at no seat. Who is called by name answers himself.
    """
    meaning = meaning_of(said.text)
    if meaning is None:
        return None
    called = [seat for seat in talkers if _spaced(names[seat]) in _spaced(said.text)]
    asked = called or rng.sample(tuple(talkers), len(talkers))
    sure = bool(called) or meaning in QUESTIONS
    seat = next((one for one in asked if sure or rng.random() < _readiness(talkers[one])), None)
    if seat is None:
        return None
    words = _fact(meaning, view, seat, said.seat, names) or _manner(meaning, view, seat, talkers[seat], rng)
    seconds = rng.uniform(*THINKING) + SPEAKING * len(words)
    return Answer(Message(seat, words), seconds)


def _readiness(character: Character) -> float:
    return READY + (1 - READY) * character.talkativeness


def _manner(meaning: Meaning, view: View, seat: int, character: Character, rng: Random) -> str:
    """A line for ``meaning``: as likely the character's own as one that anybody may say as the match stands."""
    own = MANNERS.get(character.name, {}).get(meaning, ())
    if own and rng.random() < 0.5:
        return _(rng.choice(own))
    standing = AHEAD if is_ahead(view, seat) else BEHIND if is_behind(view, seat) else {}
    return _(rng.choice((*lines_of(ANSWERS[meaning], character), *standing.get(meaning, ()))))


def _fact(meaning: Meaning, view: View, seat: int, asking: int, names: Sequence[str]) -> str:
    """The answer of ``seat`` to a question of ``asking``; empty if it is none."""
    if meaning is Meaning.TURN:
        return _turn(view.to_act, seat, asking, names)
    return _score(view, names) if meaning is Meaning.SCORE else ""


def _turn(turn: int | None, seat: int, asking: int, names: Sequence[str]) -> str:
    if turn is None:
        return _("Nobody's: the deal is over.")
    if turn == asking:
        return _("Yours!")
    return _("Mine.") if turn == seat else _("It is the turn of {name}.").format(name=names[turn])


def _score(view: View, names: Sequence[str]) -> str:
    best = (min if GAMES[view.game].counts_down else max)(view.totals)
    first = [seat for seat, total in enumerate(view.totals) if total == best]
    if len(first) == view.seats:
        return _("We are all level, at {total}.").format(total=best)
    if len(first) > 1:
        return _("Ahead at {total}: {names}.").format(total=best, names=listed([names[seat] for seat in first]))
    return _("{name} is ahead, at {total}.").format(name=names[first[0]], total=best)


# -- when it is said -------------------------------------------------------------------------------


class Answering:
    """The answer that somebody is about to give: one at a time, said once its time has come and it is on the disk."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._due: tuple[Message, float] | None = None
        self._kept: tuple[Message, Future[Any]] | None = None

    @property
    def wait(self) -> float:
        """Seconds until something is to be done; infinite if nothing is."""
        if self._kept is not None:
            return 0.0
        return inf if self._due is None else max(0.0, self._due[1] - self._clock())

    @property
    def under_way(self) -> tuple[Message, ...]:
        """What is on its way to the disk."""
        return () if self._kept is None else self._kept[:1]

    def think(self, found: Answer | None) -> None:
        """Somebody will answer this; what was to be answered before is dropped then."""
        if found is not None:
            self._due = found.message, self._clock() + found.seconds

    def forget(self) -> None:
        """Nobody answers what was said so far."""
        self._due = None

    def speak(self, keep: Callable[[Message], Future[Any]]) -> None:
        """If it is time, send the answer to the disk by ``keep``."""
        if self._due is not None and self._kept is None and self.wait == 0.0:
            message, self._due = self._due[0], None
            self._kept = message, keep(message)

    def spoken(self) -> Message | None:
        """What is on the disk since the last look. What could not be kept was not said: it is no loss."""
        if self._kept is None or not self._kept[1].done():
            return None
        (message, future), self._kept = self._kept, None
        return message if future.exception() is None else None
