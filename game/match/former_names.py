"""Under which names people have played: a match keeps the names that were sat down with; people may have others now.

Matches are never changed by it; whoever asks what a person has done asks under all the names of that person.
"""

from __future__ import annotations

from typing import Final

import msgspec

from game.core.sanitizer import name_key

MAX_NAME_CHANGES: Final = 2_000


class NameChange(msgspec.Struct, frozen=True, kw_only=True):
    """From the time ``when``, as of `time.time`, the person called ``name`` is called ``new``."""

    name: str
    new: str
    when: float


class FormerNames(msgspec.Struct, frozen=True):
    """All names that were given up for others, the first one first.

    ``nameless``: what the person is called here who has given no name, in the language of the last time; empty if the
    person has given one.
    """

    renamings: tuple[NameChange, ...] = ()
    nameless: str = ""

    def find_current_name(self, name: str, time: float) -> str:
        """What a person is called now who was called ``name`` at the moment ``time``.

        Whoever took that name after it had been given up is somebody else.
        """
        for change in self.renamings:
            if time < change.when and name_key(change.name) == name_key(name):
                name = change.new
        return name

    def with_name_change(self, name: str, new_name: str, changed_at: float) -> FormerNames:
        """With one more name that was given up."""
        change = NameChange(name=name, new=new_name, when=changed_at)
        return msgspec.structs.replace(self, renamings=(*self.renamings, change)[-MAX_NAME_CHANGES:])

    def find_replaced_default_name(self, name: str) -> str:
        """By what the person was called so far who had given no name and is ``name`` otherwise now; else nothing."""
        return self.nameless if name_key(self.nameless) != name_key(name) else ""

    def with_owner_name(self, name: str, *, is_chosen_name: bool) -> FormerNames:
        """With what the person is called, who has given that name or has none."""
        return msgspec.structs.replace(self, nameless="" if is_chosen_name else name)
