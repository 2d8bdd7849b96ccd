"""What is played in the tournament and what it must show: the table of targets, as data."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, Literal, TypeAlias

import msgspec

from game.ai.levels import levels_for

Design: TypeAlias = Literal["turns", "early", "one", "calls", "matches"]
"""How a pack is played, the same cards in every game of it, so that each player holds each hand:

- ``turns``: ours and theirs alternate round the table, then they change places (2 games);
- ``early``: as ``turns``, but `club` plays the last six tricks for all;
- ``one``: one of ours among theirs, once at every seat (as many games as seats);
- ``calls``: chiamata without its auction: a random caller calls the highest card that he lacks of a random suit,
  plain 61; ours are his side, then the defenders (2 games);
- ``matches``: as ``one``, but each game is a whole match; the deals of a match are those of all its rotations.
"""

Measure: TypeAlias = Literal["won", "lead", "score"]
"""What a game is to our player, in the unit of the game's own `tally`; a pack is the mean of its games.

- ``won``: his part of the win in %, a shared one split;
- ``lead``: the mean score of his seats less the mean of the others';
- ``score``: the mean score of his seats.
"""

UNITS: Final[dict[str, str]] = {
    "briscola": "card points",
    "chiamata": "match points",
    "spades": "points",
    "muscio": "points off",
}
"""What a score is, by game."""


class Goal(msgspec.Struct, frozen=True, kw_only=True):
    """What a contest must show: so much or more. ``least`` None: nothing is asked of these players."""

    measure: Measure
    least: float | None

    def __str__(self) -> str:
        if self.least is None:
            return "-"
        return f">= {self.least:g}" if self.least else "> 0"


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays whom, what, how, and how often. ``deals``: packs, or matches; ``limit_ms``: the time for a move."""

    name: str
    game: str
    preset: str
    seats: int
    design: Design
    ours: str
    theirs: str
    goals: tuple[Goal, ...]
    deals: int
    limit_ms: int = 50

    def unit(self, measure: Measure) -> str:
        """The unit of the figure."""
        if measure == "won":
            return "% of matches" if self.design == "matches" else "% of deals"
        return "card points" if self.design == "calls" else UNITS[self.game]

    @property
    def missing(self) -> tuple[str, ...]:
        """The levels that its game does not have."""
        return tuple(level for level in (self.ours, self.theirs) if level not in levels_for(self.game))


def _against(
    name: str, theirs: str, table: tuple[str, str, int], design: Design, deals: int, **least: float
) -> Contest:
    """A contest of master against ``theirs``; the goals are written measure=least."""
    game, preset, seats = table
    goals = tuple(Goal(measure=measure, least=asked) for measure, asked in least.items())  # type: ignore[arg-type]
    return Contest(
        name=f"{name}/master-{theirs}", game=game, preset=preset, seats=seats, design=design, ours="master",
        theirs=theirs, goals=goals, deals=deals,
    )  # fmt: skip


BRISCOLA: Final = ("briscola", "classic", 2)
CHIAMATA: Final = ("chiamata", "regolamento", 5)
ONLINE: Final = ("chiamata", "online", 5)
SPADES: Final = ("spades", "individual", 4)
MUSCIO: Final = ("muscio", "gattorna", 4)

TARGETS: Final = (
    _against("briscola-2", "random", BRISCOLA, "turns", 400, won=94),
    _against("briscola-2", "club", BRISCOLA, "turns", 2000, won=68),
    _against("briscola-2-early", "club", BRISCOLA, "early", 2000, won=55),
    _against("chiamata-cards", "random", CHIAMATA, "calls", 300, lead=45),
    _against("chiamata-cards", "club", CHIAMATA, "calls", 1200, lead=18),
    _against("chiamata-regolamento-whole", "club", CHIAMATA, "one", 800, score=0.5),
    _against("chiamata-online-whole", "club", ONLINE, "one", 800, score=0.5),
    _against("spades-4-one", "random", SPADES, "one", 200, lead=27),
    _against("spades-4-one", "club", SPADES, "one", 400, lead=8.5, won=37),
    _against("muscio-4-match", "club", MUSCIO, "matches", 200, won=33),
    _against("muscio-4-match", "expert", MUSCIO, "matches", 400, won=25),
)
"""What is asked of master."""

LADDER: Final = ("random", "novice", "club", "expert", "master")
"""The steps that every game must have, each surely stronger than the one before."""

TABLES: Final = (
    *(("briscola", "classic", seats) for seats in (2, 3, 4, 5, 6)),
    CHIAMATA,
    ONLINE,
    *(("spades", "individual", seats) for seats in (3, 4)),
    *(("muscio", "gattorna", seats) for seats in (4, 5)),
)
"""Where the ladder is climbed: game, preset, seats."""

STEP_DEALS: Final = {"novice": 200, "club": 2000, "expert": 400, "master": 400}
"""How many packs a step of the ladder takes, by its upper level."""


def _step(table: tuple[str, str, int], lower: str, upper: str) -> Contest:
    game, preset, seats = table
    place = f"{game}-{preset}" if game == "chiamata" else f"{game}-{seats}"
    return Contest(
        name=f"ladder/{place}/{upper}-{lower}", game=game, preset=preset, seats=seats, design="turns", ours=upper,
        theirs=lower, goals=(Goal(measure="lead", least=0),), deals=STEP_DEALS[upper],
    )  # fmt: skip


STEPS: Final = tuple(_step(table, lower, upper) for table in TABLES for lower, upper in pairwise(LADDER))
"""Every step of every ladder; two levels in turn round the table."""

CONTESTS: Final = (*TARGETS, *STEPS)
