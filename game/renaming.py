"""Under which names people have played: a match keeps the names that were sat down with; people may have others now.

Matches are never changed by it; whoever asks what a person has done asks under all the names of that person.
"""

from __future__ import annotations

from typing import Final

import msgspec

from game.text import reads_as

MOST_KEPT: Final = 2_000


class Renaming(msgspec.Struct, frozen=True, kw_only=True):
    """From the moment ``when``, as `time.time` tells it, the person called ``name`` is called ``new``."""

    name: str
    new: str
    when: float


class NameBook(msgspec.Struct, frozen=True):
    """All names that were given up for others, the first one first.

    ``nameless``: what the person is called here who has given no name, in the language of the last time; empty if the
    person has given one.
    """

    renamings: tuple[Renaming, ...] = ()
    nameless: str = ""

    def today(self, name: str, when: float) -> str:
        """What a person is called now who was called ``name`` at the moment ``when``.

        Whoever took that name after it had been given up is somebody else.
        """
        for one in self.renamings:
            if when < one.when and reads_as(one.name) == reads_as(name):
                name = one.new
        return name

    def renamed(self, name: str, new: str, when: float) -> NameBook:
        """With one more name that was given up."""
        one = Renaming(name=name, new=new, when=when)
        return msgspec.structs.replace(self, renamings=(*self.renamings, one)[-MOST_KEPT:])

    def given_up(self, called: str) -> str:
        """By what the person was called so far who had given no name and is ``called`` otherwise now; else nothing."""
        return self.nameless if reads_as(self.nameless) != reads_as(called) else ""

    def recognised(self, called: str, *, named: bool) -> NameBook:
        """With what the person is called, who has given that name or has none."""
        return msgspec.structs.replace(self, nameless="" if named else called)
