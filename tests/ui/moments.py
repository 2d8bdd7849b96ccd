"""What is shown large over the table: a solo, a caller alone, a hand that annuls, a cappotto, a nil, a gatta."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from game.engine.events import Annulled, Event, Voided
from game.record import Record
from game.rules.chiamata.events import CalledSolo, PartnerRevealed
from game.rules.chiamata.play import ChiamataTricks
from game.rules.muscio.events import Gatta
from game.table import Happening
from game.view import look
from tests.helpers import Moment, fresh, playout, recorded
from tests.ui.driving import MOST_MATCHES, stand
from tests.ui.stage import AppByHand
from ui.table.scene import TableScene


class Wanted(NamedTuple):
    """A kind of moment: the game, the rules, and how to tell it."""

    game: str
    seats: int
    is_it: Callable[[Moment], bool]
    options: Mapping[str, Any] = {}


def happens(kind: type[Event]) -> Callable[[Moment], bool]:
    return lambda moment: any(isinstance(event, kind) for event in moment.events)


def says(*codes: str) -> Callable[[Moment], bool]:
    """Whether the deal ends, and its result says one of these."""

    def wanted(moment: Moment) -> bool:
        result = moment.match.phase.result if moment.match.phase is not None else None
        return result is not None and any(one.code in codes for one in result.why)

    return wanted


def in_hand(moment: Moment) -> bool:
    """Whether the called card falls from the caller's own hand."""
    phase = moment.before.phase
    caller = phase.contract.caller if isinstance(phase, ChiamataTricks) else None
    return any(isinstance(event, PartnerRevealed) and event.seat == caller for event in moment.events)


MOMENTS: Mapping[str, Wanted] = {
    "solo": Wanted("chiamata", 5, happens(CalledSolo), {"solo": True}),
    "in-hand": Wanted("chiamata", 5, in_hand),
    "annulled": Wanted("chiamata", 5, happens(Annulled), {"annul_poor_hand": "up_to_6"}),
    "cappotto": Wanted("chiamata", 5, says("rung_cappotto")),
    "void": Wanted("muscio", 4, happens(Voided)),
    "nil-made": Wanted("spades", 5, says("rung_nil"), {"nil": True}),
    "nil-broken": Wanted("spades", 4, says("rung_nil_broken"), {"nil": True}),
    "gatta": Wanted("muscio", 4, happens(Gatta)),
}


def before(wanted: Wanted) -> tuple[Record, Moment]:
    """The match as it stood before such a moment, and the moment."""
    start = fresh(wanted.game, seats=wanted.seats, **wanted.options)
    for seed in range(MOST_MATCHES):
        earlier: list[Moment] = []
        for moment in playout(start, seed, 3):
            if earlier and wanted.is_it(moment):
                return recorded(start, earlier), moment
            earlier.append(moment)
    raise AssertionError("it never came")


def begin(app: AppByHand, wanted: Wanted) -> TableScene:
    """The table on which such a moment begins to be shown."""
    record, moment = before(wanted)
    scene = stand(app, record)
    seen = tuple(event.seen_by(0) for event in moment.events)
    scene.showing.add(Happening(look(moment.before, 0), look(moment.match, 0), seen))
    return scene


def shown(scene: TableScene) -> bool:
    """Whether something is shown large."""
    return scene.beat is not None and scene.motion.moment(scene.beat) is not None


def shown_for(scene: TableScene, seconds: float) -> bool:
    """Whether something has been shown large for so long."""
    return shown(scene) and scene.showing.elapsed > seconds
