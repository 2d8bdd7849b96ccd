"""Who sits down to a match, and what they agree on before it begins."""

from __future__ import annotations

from typing import Final

import msgspec

from game.core.options import Options, find_changed_options
from game.match.assistance import ASSISTANCE_KEY, AssistanceOptions
from game.match.house_rules import RuleSet
from game.match.record import Record
from game.rules import GAMES

PERSON_KIND: Final = "you"
"""The kind of a player who is a person; every other kind is a computer player's level."""
LEVELS: Final[tuple[str, ...]] = ("random", "novice", "club", "expert", "master")
"""All levels, in rising strength."""

SEED_BITS: Final = 256
"""Of the seed that a match is begun with: from it follow the packs, what the computer does, what it says."""
MAX_SHUFFLE_WORD_CHARACTERS: Final = 40
"""The players' own word has at most so many signs."""


class PlayerInfo(msgspec.Struct, frozen=True):
    """The player at a seat; ``kind`` is "you" for a person, else a computer player's level."""

    name: str
    kind: str

    @property
    def is_person(self) -> bool:
        return self.kind == PERSON_KIND


class MatchSetup(msgspec.Struct, frozen=True):
    """A match as it is agreed on before it begins; ``players`` in order of play.

    ``first_dealer``: who deals first, None where that is drawn. ``shuffle_word``: the players' own, from which the
    packs follow too. ``shuffle_key``: the first pack's, where a deal code gave it; ``daily_date``: the date whose
    daily deal it is, if it counts.
    ``assistance``: what helps the people at the table.
    """

    game_id: str
    preset: str
    options: Options
    players: tuple[PlayerInfo, ...]
    first_dealer: int | None = None
    shuffle_word: str = ""
    shuffle_key: str = ""
    daily_date: str = ""
    assistance: AssistanceOptions = AssistanceOptions()

    @property
    def rule_set(self) -> RuleSet:
        """What is agreed on, as house rules are kept."""
        preset = GAMES[self.game_id].presets[self.preset]
        changes = {
            **find_changed_options(self.options, preset),
            **find_changed_options(self.assistance, AssistanceOptions()),
        }
        return RuleSet(game=self.game_id, preset=self.preset, changes=changes)

    def create_record(self, first_dealer: int) -> Record:
        """The record of the match before its first deal."""
        names, extra = (
            tuple(player.name for player in self.players),
            {ASSISTANCE_KEY: msgspec.to_builtins(self.assistance)},
        )
        return Record(
            game_id=self.game_id, preset=self.preset, options=self.options, names=names, first_dealer=first_dealer,
            extra=extra,
        )  # fmt: skip


def rotate_seats(match_setup: MatchSetup) -> MatchSetup:
    """The same people at other seats, the first dealer to be drawn anew.

    The first stays where he is and the others move up by one, so that done again it gives everybody new neighbours,
    and new partners where there are partners; two change places.
    """
    first_player, *other_players = match_setup.players
    players = (
        (*other_players, first_player)
        if len(other_players) < 2
        else (first_player, *other_players[1:], other_players[0])
    )
    return msgspec.structs.replace(match_setup, players=players, first_dealer=None)
