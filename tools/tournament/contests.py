"""The contests of the tournament and their goals, as data."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, Literal, TypeAlias

import msgspec

from game.ai.levels import list_levels
from game.match.setup import LEVELS
from game.rules import GAMES
from game.simulation.bots import parse_bot_file

ContestDesign: TypeAlias = Literal["turns", "early", "one", "calls", "matches", "turn_matches"]
"""The way in which a pack is played. All its games have the same cards, so that each player gets each hand.

- ``turns``: our players and theirs alternate around the table, then change places (2 games);
- ``early``: as ``turns``, but `club` plays the last six tricks for all;
- ``one``: one player of ours among theirs, once at each seat (as many games as seats);
- ``calls``: chiamata without its auction: a random caller calls the highest card missing in a random suit, with 61
  points to make; our players are the caller's side, then the defenders (2 games);
- ``matches``: as ``one``, but each game is a complete match; all its rotations have the same deals;
- ``turn_matches``: as ``turns``, with such matches.
"""

ContestMeasure: TypeAlias = Literal["won", "lead", "score"]
"""The figure of a game for our players, in the unit of the game's `tally`; a pack has the mean of its games.

- ``won``: our part of the win in %, shared wins divided;
- ``lead``: the mean score of our seats less that of the others;
- ``score``: the mean score of our seats.
"""

SCORE_UNIT_BY_GAME: Final[dict[str, str]] = {
    "briscola": "card points",
    "chiamata": "match points",
    "spades": "points",
    "muscio": "points off",
}
"""The unit of a score, by game."""


class ContestGoal(msgspec.Struct, frozen=True, kw_only=True):
    """The least figure that a contest must show; ``min_value`` None asks for nothing."""

    measure: ContestMeasure
    min_value: float | None

    def __str__(self) -> str:
        if self.min_value is None:
            return "-"
        return f">= {self.min_value:g}" if self.min_value else "> 0"


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """A contest between two levels, ``ours`` and ``theirs``.

    ``deals``: the number of packs or matches; ``limit_ms``: the time for a move, in milliseconds.
    """

    name: str
    game: str
    preset: str
    seats: int
    design: ContestDesign
    ours: str
    theirs: str
    goals: tuple[ContestGoal, ...]
    deals: int
    limit_ms: int = 50

    def get_unit(self, measure: ContestMeasure) -> str:
        """Return the unit of a figure."""
        if measure == "won":
            return "% of matches" if self.design.endswith("matches") else "% of deals"
        return "card points" if self.design == "calls" else SCORE_UNIT_BY_GAME[self.game]

    @property
    def missing_levels(self) -> tuple[str, ...]:
        """The levels that the game does not have."""
        levels = list_levels(self.game)
        return tuple(
            player for player in (self.ours, self.theirs) if parse_bot_file(player) is None and player not in levels
        )


def _make_target(
    name: str, opponent_level: str, table: tuple[str, str, int], design: ContestDesign, deals: int, **min_values: float
) -> Contest:
    """Return a contest of master against ``opponent_level``; ``min_values``: the least figure by measure."""
    game, preset, seats = table
    goals = tuple(ContestGoal(measure=measure, min_value=min_value) for measure, min_value in min_values.items())  # type: ignore[arg-type]
    return Contest(
        name=f"{name}/master-{opponent_level}", game=game, preset=preset, seats=seats, design=design, ours="master",
        theirs=opponent_level, goals=goals, deals=deals,
    )  # fmt: skip


BRISCOLA_TABLE: Final = ("briscola", "classic", 2)
CHIAMATA_TABLE: Final = ("chiamata", "regolamento", 5)
CHIAMATA_ONLINE_TABLE: Final = ("chiamata", "online", 5)
SPADES_TABLE: Final = ("spades", "individual", 4)
SPADES_PARTNERS_TABLE: Final = ("spades", "partners", 4)
MUSCIO_TABLE: Final = ("muscio", "gattorna", 4)

STUDY_TABLES: Final = (
    *((game.id, next(iter(game.presets)), game.proposed_seat_count) for game in GAMES.values()),
    SPADES_PARTNERS_TABLE,
)
"""The tables of the studies: each game with its first preset and usual number of seats, and Spades with partners."""


def format_table_name(table: tuple[str, str, int]) -> str:
    """Return the name of a table of a study; the preset is named unless it is the game's first."""
    game, preset, seats = table
    return f"{game} {seats}" if preset == next(iter(GAMES[game].presets)) else f"{game}/{preset} {seats}"


TARGET_CONTESTS: Final = (
    _make_target("briscola-2", "random", BRISCOLA_TABLE, "turns", 400, won=94),
    _make_target("briscola-2", "club", BRISCOLA_TABLE, "turns", 2000, won=68),
    _make_target("briscola-2-early", "club", BRISCOLA_TABLE, "early", 2000, won=55),
    _make_target("chiamata-cards", "random", CHIAMATA_TABLE, "calls", 300, lead=45),
    _make_target("chiamata-cards", "club", CHIAMATA_TABLE, "calls", 1200, lead=18),
    _make_target("chiamata-regolamento-whole", "club", CHIAMATA_TABLE, "one", 800, score=0.5),
    _make_target("chiamata-online-whole", "club", CHIAMATA_ONLINE_TABLE, "one", 800, score=0.5),
    _make_target("spades-4-one", "random", SPADES_TABLE, "one", 200, lead=27),
    _make_target("spades-4-one", "club", SPADES_TABLE, "one", 400, lead=8.5, won=37),
    _make_target("spades-partners", "random", SPADES_PARTNERS_TABLE, "turns", 300, lead=100),
    _make_target("spades-partners", "club", SPADES_PARTNERS_TABLE, "turns", 300, lead=0),
    _make_target("spades-partners-match", "club", SPADES_PARTNERS_TABLE, "turn_matches", 200, won=62),
    _make_target("muscio-4-match", "club", MUSCIO_TABLE, "matches", 200, won=33),
    _make_target("muscio-4-match", "expert", MUSCIO_TABLE, "matches", 400, won=25),
)
"""The targets of the level master."""

LEVEL_LADDER: Final = LEVELS
"""The levels that every game must have; each must be stronger than the one before."""

LADDER_TABLES: Final = (
    *(("briscola", "classic", seats) for seats in (2, 3, 4, 5, 6)),
    CHIAMATA_TABLE,
    CHIAMATA_ONLINE_TABLE,
    *(("spades", "individual", seats) for seats in (3, 4)),
    SPADES_PARTNERS_TABLE,
    *(("muscio", "gattorna", seats) for seats in (4, 5)),
)
"""The tables on which each step of the ladder is measured: game, preset, seats."""

DEALS_BY_UPPER_LEVEL: Final = {"beginner": 200, "novice": 200, "club": 2000, "expert": 400, "master": 400}
"""The number of packs of a step of the ladder, by its upper level."""


def _make_ladder_contest(table: tuple[str, str, int], lower: str, upper: str) -> Contest:
    game, preset, seats = table
    place = f"{game}-{preset}" if game == "chiamata" or preset == "partners" else f"{game}-{seats}"
    return Contest(
        name=f"ladder/{place}/{upper}-{lower}", game=game, preset=preset, seats=seats, design="turns", ours=upper,
        theirs=lower, goals=(ContestGoal(measure="lead", min_value=0),), deals=DEALS_BY_UPPER_LEVEL[upper],
    )  # fmt: skip


LADDER_CONTESTS: Final = tuple(
    _make_ladder_contest(table, lower, upper) for table in LADDER_TABLES for lower, upper in pairwise(LEVEL_LADDER)
)
"""All steps of all ladders; the two levels alternate around the table."""

ALL_CONTESTS: Final = (*TARGET_CONTESTS, *LADDER_CONTESTS)
