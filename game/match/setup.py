"""Match setup: the players of a match, and what they agree on before it begins."""

from __future__ import annotations

from typing import Final

import msgspec

from game.core.options import Options
from game.match.assistance import ASSISTANCE_KEY, AssistanceOptions
from game.match.house_rules import RuleSet, make_rule_set
from game.match.record import Record

PERSON_KIND: Final = "you"
"""The kind of a player who is a person; every other kind is a computer player's level."""
LEVELS: Final[tuple[str, ...]] = ("random", "beginner", "novice", "club", "expert", "master")
"""All levels, from weak to strong. The window does not offer the first."""

SEED_BITS: Final = 256
"""Bits of a match's seed, from which packs, computer players and their chat are derived."""
MAX_SHUFFLE_WORD_CHARACTERS: Final = 40
"""Characters of the word that the players add to the shuffle."""


class PlayerInfo(msgspec.Struct, frozen=True):
    """The player at a seat; ``kind`` is "you" for a person, else a computer player's level."""

    name: str
    kind: str

    @property
    def is_person(self) -> bool:
        return self.kind == PERSON_KIND


class MatchSetup(msgspec.Struct, frozen=True):
    """A match as agreed on before it begins; ``players`` in order of play.

    ``first_dealer``: None if it is drawn; ``shuffle_word``: a word of the players that takes part in the shuffles;
    ``shuffle_key``: the key of the first pack if a deal code gave it; ``daily_date``: the date of the daily deal, if
    the match counts for it; ``assistance``: see `AssistanceOptions`.
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
        """The rules of the match as an unnamed rule set."""
        return make_rule_set(self.game_id, self.preset, self.options, self.assistance)

    def create_record(self, first_dealer: int) -> Record:
        """Return the record of the match before its first deal. Raise RecordError if the setup is invalid."""
        names, extra = (
            tuple(player.name for player in self.players),
            {ASSISTANCE_KEY: msgspec.to_builtins(self.assistance)},
        )
        return Record(
            game_id=self.game_id, preset=self.preset, options=self.options, names=names, first_dealer=first_dealer,
            extra=extra,
        )  # fmt: skip


def rotate_seats(match_setup: MatchSetup) -> MatchSetup:
    """Return the setup with the same players at other seats, the first dealer to be drawn.

    The first player stays and the others move up by one, so that repeated use gives all of them new neighbors and
    partners. Two players change places.
    """
    first_player, *other_players = match_setup.players
    players = (
        (*other_players, first_player)
        if len(other_players) < 2
        else (first_player, *other_players[1:], other_players[0])
    )
    return msgspec.structs.replace(match_setup, players=players, first_dealer=None)
