"""Golden playthroughs: a match in words for every game, preset, house rule and seat count.

``python -m tests.playthroughs`` writes them; read the difference before it is committed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from game.commands.replay import lines
from game.engine.actions import Leave, Timeout, Unlock
from game.engine.events import TrickTaken
from game.engine.options import DISCIPLINE, declared
from game.record import results
from game.rules import GAMES
from tests.helpers import Moment, Table, playout, recorded, tables

FOLDER: Final = Path(__file__).parent
WHOLE: Final = 40
"""Deals at most in the playthrough of a preset, at other seat counts until one was played; a house rule shows one."""
TRIES: Final = 12


def chosen() -> Iterator[Table]:
    """Each preset at each seat count; each single deviation at the usual seat count at which it matters."""
    for table in tables():
        rules = {rule.name: rule for rule in declared(type(table.options))}
        if all(table.seats == usual(table.game, rules[name].seats) for name in table.changes):
            yield table


def usual(game: str, seats: tuple[int, ...]) -> int:
    """The seat count at which a rule is shown: the game's usual one if the rule matters there."""
    every = GAMES[game].seats
    known = every[min(1, len(every) - 1)]
    return known if known in seats or not seats else seats[0]


def moments_of(table: Table) -> list[Moment]:
    """Of some random playouts the one in which the most happens; what only discipline changes is played out."""
    if not table.changes:
        deals = (WHOLE,) if table.seats == usual(table.game, ()) else range(1, WHOLE)
        tries = (list(playout(table.match(), f"golden {table}", many, curious=True)) for many in deals)
        return next(one for one in tries if any(isinstance(e, TrickTaken) for moment in one for e in moment.events))
    played = [list(playout(table.match(), f"golden {table} {seed}", 1, curious=True)) for seed in range(TRIES)]
    best = max(played, key=lambda one: len({event.code for moment in one for event in moment.events}))
    return disciplined(best[:4]) if DISCIPLINE & set(table.changes) else best


def disciplined(moments: list[Moment]) -> list[Moment]:
    """What discipline adds, after some moves: a clock that runs out, a seat that leaves, votes until they suffice."""
    moments = moments[:]
    match = moments[-1].match
    assert match.to_act is not None
    forced = match.legal()[0]
    for action in (Timeout(match.to_act), forced, Leave(0), *map(Unlock, range(match.seats))):
        before = moments[-1].match
        if before.why_not(action) is None:
            moments.append(Moment(action, before, *before.apply(action)))
    return moments


def text(table: Table) -> str:
    """The playthrough of one table."""
    record = recorded(table.match(), moments_of(table), table.preset)
    match, deals = results(record)
    return "\n".join(line.rstrip() for line in lines(record, match, deals)) + "\n"


def path(table: Table) -> Path:
    return FOLDER / f"{table}.txt"
