"""What is played in the tournament and what it must show: the table of targets, as data."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, Literal, TypeAlias

import msgspec

from game.ai.levels import list_levels

ContestDesign: TypeAlias = Literal["turns", "early", "one", "calls", "matches"]
"""How a pack is played, the same cards in every game of it, so that each player holds each hand:

- ``turns``: ours and theirs alternate round the table, then they change places (2 games);
- ``early``: as ``turns``, but `club` plays the last six tricks for all;
- ``one``: one of ours among theirs, once at every seat (as many games as seats);
- ``calls``: chiamata without its auction: a random caller calls the highest card that he lacks of a random suit,
  plain 61; ours are his side, then the defenders (2 games);
- ``matches``: as ``one``, but each game is a whole match; the deals of a match are those of all its rotations.
"""

ContestMeasure: TypeAlias = Literal["won", "lead", "score"]
"""What a game is to our player, in the unit of the game's own `tally`; a pack is the mean of its games.

- ``won``: his part of the win in %, a shared one split;
- ``lead``: the mean score of his seats less the mean of the others';
- ``score``: the mean score of his seats.
"""

SCORE_UNIT_BY_GAME: Final[dict[str, str]] = {
    "briscola": "card points",
    "chiamata": "match points",
    "spades": "points",
    "muscio": "points off",
}
"""What a score is, by game."""


class ContestGoal(msgspec.Struct, frozen=True, kw_only=True):
    """What a contest must show: so much or more. ``min_value`` None: nothing is asked of these players."""

    measure: ContestMeasure
    min_value: float | None

    def __str__(self) -> str:
        if self.min_value is None:
            return "-"
        return f">= {self.min_value:g}" if self.min_value else "> 0"


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays whom, what, how, and how often. ``deals``: packs, or matches; ``limit_ms``: the time for a move."""

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
        """The unit of the figure."""
        if measure == "won":
            return "% of matches" if self.design == "matches" else "% of deals"
        return "card points" if self.design == "calls" else SCORE_UNIT_BY_GAME[self.game]

    @property
    def missing_levels(self) -> tuple[str, ...]:
        """The levels that its game does not have."""
        return tuple(level for level in (self.ours, self.theirs) if level not in list_levels(self.game))


def _make_target(
    name: str, opponent_level: str, table: tuple[str, str, int], design: ContestDesign, deals: int, **min_values: float
) -> Contest:
    """A contest of master against ``theirs``; the goals are written measure=least."""
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
MUSCIO_TABLE: Final = ("muscio", "gattorna", 4)

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
    _make_target("muscio-4-match", "club", MUSCIO_TABLE, "matches", 200, won=33),
    _make_target("muscio-4-match", "expert", MUSCIO_TABLE, "matches", 400, won=25),
)
"""What is asked of master."""

LEVEL_LADDER: Final = ("random", "novice", "club", "expert", "master")
"""The steps that every game must have, each surely stronger than the one before."""

LADDER_TABLES: Final = (
    *(("briscola", "classic", seats) for seats in (2, 3, 4, 5, 6)),
    CHIAMATA_TABLE,
    CHIAMATA_ONLINE_TABLE,
    *(("spades", "individual", seats) for seats in (3, 4)),
    *(("muscio", "gattorna", seats) for seats in (4, 5)),
)
"""Where the ladder is climbed: game, preset, seats."""

DEALS_BY_UPPER_LEVEL: Final = {"novice": 200, "club": 2000, "expert": 400, "master": 400}
"""How many packs a step of the ladder takes, by its upper level."""


def _make_ladder_contest(table: tuple[str, str, int], lower: str, upper: str) -> Contest:
    game, preset, seats = table
    place = f"{game}-{preset}" if game == "chiamata" else f"{game}-{seats}"
    return Contest(
        name=f"ladder/{place}/{upper}-{lower}", game=game, preset=preset, seats=seats, design="turns", ours=upper,
        theirs=lower, goals=(ContestGoal(measure="lead", min_value=0),), deals=DEALS_BY_UPPER_LEVEL[upper],
    )  # fmt: skip


LADDER_CONTESTS: Final = tuple(
    _make_ladder_contest(table, lower, upper) for table in LADDER_TABLES for lower, upper in pairwise(LEVEL_LADDER)
)
"""Every step of every ladder; two levels in turn round the table."""

ALL_CONTESTS: Final = (*TARGET_CONTESTS, *LADDER_CONTESTS)
