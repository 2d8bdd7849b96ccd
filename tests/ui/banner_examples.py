"""Banners over the table: a solo, a caller alone, an annulling hand, a cappotto, a nil, a gatta."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from game.core.events import DealAnnulled, DealVoided, Event
from game.match.observation import Transition, observe
from game.match.record import Record
from game.rules.chiamata.events import PartnerRevealed, SoloCalled
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.rules.muscio.events import GattaShown
from tests.helpers import PlayoutMoment, make_match, make_record, play_random_actions
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import MAX_MATCHES_SEARCHED, resume_at
from ui.table.animation.motion import make_banner
from ui.table.scene import TableScene


class BannerKind(NamedTuple):
    """A kind of banner: the game, the options, and a condition for its moment."""

    game: str
    seats: int
    matches: Callable[[PlayoutMoment], bool]
    options: Mapping[str, Any] = {}


def has_event(kind: type[Event]) -> Callable[[PlayoutMoment], bool]:
    return lambda moment: any(isinstance(event, kind) for event in moment.events)


def has_reason(*codes: str) -> Callable[[PlayoutMoment], bool]:
    """Return a condition: the deal ends with one of these codes in its result."""

    def is_reached(step: PlayoutMoment) -> bool:
        result = step.match.phase.result if step.match.phase is not None else None
        return result is not None and any(reason.code in codes for reason in result.reasons)

    return is_reached


def is_called_card_in_callers_hand(step: PlayoutMoment) -> bool:
    """Return whether the caller plays the called card."""
    phase = step.match_before.phase
    caller = phase.contract.caller if isinstance(phase, ChiamataTrickPhase) else None
    return any(isinstance(event, PartnerRevealed) and event.seat == caller for event in step.events)


BANNER_KINDS: Mapping[str, BannerKind] = {
    "solo": BannerKind("chiamata", 5, has_event(SoloCalled), {"solo": True}),
    "in-hand": BannerKind("chiamata", 5, is_called_card_in_callers_hand),
    "annulled": BannerKind("chiamata", 5, has_event(DealAnnulled), {"annul_poor_hand": "up_to_6"}),
    "cappotto": BannerKind("chiamata", 5, has_reason("rung_cappotto")),
    "void": BannerKind("muscio", 4, has_event(DealVoided)),
    "nil-made": BannerKind("spades", 5, has_reason("rung_nil"), {"nil": True}),
    "nil-broken": BannerKind("spades", 4, has_reason("rung_nil_broken"), {"nil": True}),
    "gatta": BannerKind("muscio", 4, has_event(GattaShown)),
}


def find_match_before(kind: BannerKind) -> tuple[Record, PlayoutMoment]:
    """Return the record of a random match before such a moment, and the moment.

    Raise AssertionError if none of `MAX_MATCHES_SEARCHED` matches has it.
    """
    start = make_match(kind.game, seats=kind.seats, **kind.options)
    for seed in range(MAX_MATCHES_SEARCHED):
        earlier_steps: list[PlayoutMoment] = []
        for step in play_random_actions(start, seed, 3):
            if earlier_steps and kind.matches(step):
                return make_record(start, earlier_steps), step
            earlier_steps.append(step)
    raise AssertionError("it never came")


def start_banner(app: AppDriver, kind: BannerKind) -> TableScene:
    """Return the table at the start of such a banner."""
    record, step = find_match_before(kind)
    scene = resume_at(app, record)
    visible_events = tuple(event.seen_by(0) for event in step.events)
    scene.playback.add_transition(Transition(observe(step.match_before, 0), observe(step.match, 0), visible_events))
    return scene


def is_banner_shown(scene: TableScene) -> bool:
    """Return whether a banner is visible."""
    return scene.playback.current_step is not None and make_banner(scene, scene.playback.current_step) is not None


def is_banner_shown_for(scene: TableScene, seconds: float) -> bool:
    """Return whether a banner has been visible for ``seconds``."""
    return is_banner_shown(scene) and scene.playback.elapsed_seconds > seconds
