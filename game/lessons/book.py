"""How far people have come in the lessons, and who has been shown that there are any."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from game.text import reads_as

MOST_KEPT: Final = 2_000
MOST_ANSWERS: Final = 500
Answers = Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_ANSWERS)]


class Learnt(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody has done in a lesson: his ``answers`` (`game.lessons.course.Stand`); ``done``: once to its end."""

    name: str
    game: str
    answers: Answers = ()
    done: bool = False

    def is_of(self, name: str, game: str) -> bool:
        """Whether it is what this person did in the lesson of this game."""
        return self.game == game and reads_as(self.name) == reads_as(name)


class LessonBook(msgspec.Struct, frozen=True, kw_only=True):
    """All that is kept of lessons, the oldest first. ``offered``: who has been shown them, so that it is done once."""

    learnt: tuple[Learnt, ...] = ()
    offered: tuple[str, ...] = ()

    def of(self, name: str, game: str) -> Learnt:
        """What this person has done in the lesson of a game."""
        return next((one for one in self.learnt if one.is_of(name, game)), Learnt(name=name, game=game))

    def was_offered(self, name: str) -> bool:
        """Whether this person has been shown the lessons, or has begun one."""
        return any(reads_as(one) == reads_as(name) for one in (*self.offered, *(one.name for one in self.learnt)))

    def kept(self, now: Learnt) -> LessonBook:
        """With where somebody stands in a lesson; what was done once stays done."""
        before = self.of(now.name, now.game)
        now = msgspec.structs.replace(now, done=now.done or before.done)
        others = tuple(one for one in self.learnt if not one.is_of(now.name, now.game))
        return msgspec.structs.replace(self, learnt=(*others, now)[-MOST_KEPT:])

    def offered_to(self, name: str) -> LessonBook:
        """With somebody who has been shown the lessons."""
        known = self.was_offered(name)
        return self if known else msgspec.structs.replace(self, offered=(*self.offered, name)[-MOST_KEPT:])

    def renamed(self, name: str, new: str) -> LessonBook:
        """With all of a person under another name; of two beginnings of a lesson the one that came further."""
        old, own = {reads_as(name), reads_as(new)}, dict[str, Learnt]()
        for one in self.learnt:
            if reads_as(one.name) in old:
                before = own.get(one.game, one)
                further = max(before, one, key=lambda each: len(each.answers))
                own[one.game] = msgspec.structs.replace(further, name=new, done=before.done or one.done)
        others = (one for one in self.learnt if reads_as(one.name) not in old)
        offered = dict.fromkeys(new if reads_as(one) in old else one for one in self.offered)
        return LessonBook(learnt=(*others, *own.values()), offered=tuple(offered))
