"""Drive the window to what a test or a picture shows: play on, or resume a match that was found."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from game.engine.actions import Action, Play
from game.engine.events import Event
from game.match import Match
from game.record import Record
from tests.helpers import fresh, playout, recorded
from tests.ui.stage import AppByHand
from ui.matches import resume
from ui.table.result import Result
from ui.table.scene import TableScene

MOST_MATCHES = 4000
"""The number of matches that are searched before a search fails."""


def still(app: AppByHand) -> None:
    """Some frames, for what comes from the disk."""
    for _frame in range(6):
        app.step()


def forward(app: AppByHand, reached: Callable[[TableScene], bool], *, eager: bool = False) -> None:
    """Play on, pictures skipped, until nothing moves and ``reached`` says so."""
    rng = Random(4)

    def there() -> bool:
        table = app.table
        if table.beats or table.table.saving:
            table.skip()
            return False
        if reached(table):
            return True
        act(table, rng, eager)
        return False

    app.step()
    app.steps(there)
    app.step()


def until_event(app: AppByHand, kind: type[Event], share: float, *, eager: bool = False) -> None:
    """Play on until an event of this kind is being shown, so much of it done."""
    rng = Random(4)

    def there() -> bool:
        table = app.table
        if table.beat is None:
            act(table, rng, eager)
            return False
        if isinstance(table.beat.event, kind):
            return table.showing.elapsed >= share * table.motion.animation(table.beat).length
        return False

    app.steps(there)


def act(table: TableScene, rng: Random, eager: bool) -> None:
    """What a person does: any card; ``eager``: anything but a card, if there is a choice; on from a deal's result."""
    over = table.stage.scene
    if isinstance(over, Result):
        over.go_on()
    elif table.table.cover is not None:
        table.table.ready()
    elif table.table.your_turn:
        table.act(choice(table.view.choices, rng, eager))


def choice(choices: tuple[Action, ...], rng: Random, eager: bool) -> Action:
    wanted = [action for action in choices if isinstance(action, Play) != eager]
    return rng.choice(wanted or list(choices))


def found(game: str, seats: int, wanted: Callable[[Match], bool], *, deals: int = 1, **options: Any) -> Record:
    """The first of many matches, played by chance, in which what is wanted comes up, as it stands then."""
    start = fresh(game, seats=seats, **options)
    for seed in count(1):
        assert seed < MOST_MATCHES, "it never came"
        moments = []
        for moment in playout(start, seed, deals):
            moments.append(moment)
            if wanted(moment.match):
                return recorded(start, moments, options.get("preset"))
    raise AssertionError


def stand(app: AppByHand, record: Record, people: tuple[int, ...] = (0,)) -> TableScene:
    """Go on with the match of a record; the computer players do not move. Nothing is in motion."""
    seats = range(len(record.names))
    kinds = tuple("you" if seat in people else "club" for seat in seats)
    app.mind.thinking = True
    journal = app.storage.journal()
    resume(app.stage, journal.load(journal.create(record, kinds, 1, {})))
    still(app)
    return app.table
