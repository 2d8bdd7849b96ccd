"""Who sits down to a match, and what they agree on before it begins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

import msgspec

from game.aids import KEY, Aids
from game.engine.options import Options, deviations
from game.house_rules import RuleSet
from game.i18n import language, pgettext, translations
from game.record import Record
from game.rules import GAMES
from game.text import reads_as

PERSON: Final = "you"
"""The kind of a player who is a person; every other kind is a computer player's level."""
LEVELS: Final[tuple[str, ...]] = ("random", "novice", "club", "expert", "master")
"""All levels, in rising strength."""

SEED_BITS: Final = 256
"""Of the seed that a match is begun with: from it follow the packs, what the computer does, what it says."""
WORD_LENGTH: Final = 40
"""The players' own word has at most so many signs."""


class Player(msgspec.Struct, frozen=True):
    """Who sits at a seat: ``kind`` is ``you`` for a person, else a computer player's level."""

    name: str
    kind: str

    @property
    def is_person(self) -> bool:
        return self.kind == PERSON


class Seating(msgspec.Struct, frozen=True):
    """A match as it is agreed on before it begins; ``players`` in order of play.

    ``dealer``: who deals first, None where that is drawn. ``word``: the players' own, from which the packs follow too.
    ``key``: the first pack's, where a deal code gave it; ``daily``: the date whose daily deal it is, if it counts.
    ``aids``: what helps the people at the table.
    """

    game: str
    preset: str
    options: Options
    players: tuple[Player, ...]
    dealer: int | None = None
    word: str = ""
    key: str = ""
    daily: str = ""
    aids: Aids = Aids()

    @property
    def rules(self) -> RuleSet:
        """What is agreed on, as house rules are kept."""
        preset = GAMES[self.game].presets[self.preset]
        changes = {**deviations(self.options, preset), **deviations(self.aids, Aids())}
        return RuleSet(game=self.game, preset=self.preset, changes=changes)

    def record(self, first_dealer: int) -> Record:
        """The record of the match before its first deal."""
        names, beside = tuple(player.name for player in self.players), {KEY: msgspec.to_builtins(self.aids)}
        return Record(
            game=self.game, preset=self.preset, options=self.options, names=names, first_dealer=first_dealer,
            extra=beside,
        )  # fmt: skip


def swapped(seating: Seating) -> Seating:
    """The same people at other seats, the first dealer to be drawn anew.

    The first stays where he is and the others move up by one, so that done again it gives everybody new neighbours,
    and new partners where there are partners; two change places.
    """
    first, *others = seating.players
    moved = (*others, first) if len(others) < 2 else (first, *others[1:], others[0])
    return msgspec.structs.replace(seating, players=moved, dealer=None)


def nameless_word() -> str:
    """Return what a person without a name is called in the language that is spoken."""
    return pgettext("a person without a name", "You")


@cache
def _nameless_words() -> frozenset[str]:
    return frozenset(map(reads_as, translations("a person without a name", "You")))


def is_nameless(name: str) -> bool:
    """Return whether ``name`` is the word of some language for a person without a name."""
    return reads_as(name) in _nameless_words()


def shown_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of a record as they are shown in the language that is spoken."""
    return _shown_in(language(), tuple(names))


@lru_cache(maxsize=4096)
def _shown_in(_language: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(nameless_word() if is_nameless(name) else name for name in names)
