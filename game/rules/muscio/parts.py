"""What a deal of Muscio was for each seat: what it declared and what that brought."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from game.engine.events import Event, Passed
from game.engine.phases import DealResult
from game.i18n import N_
from game.rules.muscio.events import BlindeTaken, Declared, Gatta
from game.rules.parts import Group, Part, Parts

GROUPS: Final = (
    Group(
        "declared", N_("By what was declared"),
        {"play": N_("Play"), "blinde": N_("Play with the blinde"), "pass": N_("Pass")},
        N_("score brought down"), N_("points taken off"),
    ),
    Group("shown", N_("Gatte"), {"gatta": N_("Gatta shown")}, N_("score brought down"), N_("points taken off")),
)  # fmt: skip
_KEYS: Final[Mapping[type[Event], tuple[str, str]]] = {
    Declared: ("declared", "play"), BlindeTaken: ("declared", "blinde"), Passed: ("declared", "pass"),
    Gatta: ("shown", "gatta"),
}  # fmt: skip


def parts(events: Sequence[Event], result: DealResult) -> Parts:
    """The declaration of each seat, and a gatta where it showed one."""
    if result.state != "scored":
        return ((),) * len(result.scores)
    found: list[list[Part]] = [[] for _score in result.scores]
    for event in events:
        if isinstance(event, (Declared, BlindeTaken, Passed, Gatta)):
            change = result.scores[event.seat]
            found[event.seat].append(Part(*_KEYS[type(event)], float(change < 0), float(-change)))
    return tuple(map(tuple, found))
