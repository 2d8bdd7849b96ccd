"""What somebody has made of the trainer's tasks: how many of each kind were right, and how many in a row."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec

from game.text import reads_as

MOST_KEPT: Final = 10_000
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class Practice(msgspec.Struct, frozen=True, kw_only=True):
    """What one person has made of one kind of task of a game. ``streak``: how many were right in a row up to now."""

    name: str
    game: str
    kind: str
    tried: Count = 0
    right: Count = 0
    streak: Count = 0
    best: Count = 0

    def is_of(self, name: str, game: str, kind: str) -> bool:
        """Whether it is what this person has made of this kind."""
        return (self.game, self.kind) == (game, kind) and reads_as(self.name) == reads_as(name)

    def after(self, *, right: bool) -> Practice:
        """With one more task, answered rightly or not."""
        streak = self.streak + 1 if right else 0
        return msgspec.structs.replace(
            self, tried=self.tried + 1, right=self.right + right, streak=streak, best=max(self.best, streak)
        )  # fmt: skip

    def and_then(self, later: Practice) -> Practice:
        """With what the same person has made of it later under another name."""
        return msgspec.structs.replace(
            self, tried=self.tried + later.tried, right=self.right + later.right, streak=later.streak,
            best=max(self.best, later.best),
        )  # fmt: skip


class PracticeBook(msgspec.Struct, frozen=True):
    """All that is kept of the trainer; who practised last stands last."""

    practices: tuple[Practice, ...] = ()

    def of(self, name: str, game: str, kind: str) -> Practice:
        """What this person has made of this kind; nothing yet, if he has not tried it."""
        known = (one for one in self.practices if one.is_of(name, game, kind))
        return next(known, Practice(name=name, game=game, kind=kind))

    def answered(self, name: str, game: str, kind: str, *, right: bool) -> PracticeBook:
        """With one more answer of this person."""
        others = tuple(one for one in self.practices if not one.is_of(name, game, kind))
        return PracticeBook((*others, self.of(name, game, kind).after(right=right))[-MOST_KEPT:])

    def renamed(self, name: str, new: str) -> PracticeBook:
        """With all that a person has made under another name, together with what was made under that already."""
        whose = {reads_as(name), reads_as(new)}
        own: dict[tuple[str, str], Practice] = {}
        for one in self.practices:
            if reads_as(one.name) in whose:
                before = own.get((one.game, one.kind), Practice(name=new, game=one.game, kind=one.kind))
                own[one.game, one.kind] = before.and_then(one)
        others = (one for one in self.practices if reads_as(one.name) not in whose)
        return PracticeBook((*others, *own.values()))
