"""Who sits down to a match, and what they agree on before it begins."""

from __future__ import annotations

from typing import Final

import msgspec

from game.aids import KEY, Aids
from game.engine.options import Options, deviations
from game.house_rules import RuleSet
from game.record import Record
from game.rules import GAMES

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
