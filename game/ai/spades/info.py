"""Metadata of the Spades players, with their remarks on bids."""

from __future__ import annotations

from typing import Final

from game.ai.game_ai_info import GameAIInfo, RemarkSet
from game.core.events import Event
from game.core.messages import N_
from game.match.setup import LEVELS
from game.rules.spades.events import BidMade

MAX_LOW_BID: Final = 1
MIN_HIGH_BID: Final = 5

NIL_REMARKS: Final = RemarkSet((N_("Not a single one."), N_("None for me today.")), (N_("Just try to give me one!"),))
LOW_BID_REMARKS: Final = RemarkSet(
    (N_("I'm being modest tonight."), N_("Baby steps.")), (), (N_("Better be careful."),)
)
USUAL_BID_REMARKS: Final = RemarkSet(
    (N_("That should do."), N_("Write it down.")), (N_("At least that many!"),), (N_("At least I think so."),)
)
HIGH_BID_REMARKS: Final = RemarkSet(
    (N_("Watch me."), N_("Sharpen your pencil.")), (N_("And I could have bid more!"),), (N_("I surprise even myself."),)
)


def find_remarks(event: Event) -> RemarkSet | None:
    """Return remarks on a bid; None for other events."""
    if not isinstance(event, BidMade):
        return None
    if not event.tricks:
        return NIL_REMARKS
    if event.tricks <= MAX_LOW_BID:
        return LOW_BID_REMARKS
    return HIGH_BID_REMARKS if event.tricks >= MIN_HIGH_BID else USUAL_BID_REMARKS


SPADES_AI_INFO: Final = GameAIInfo(
    game="spades",
    levels=LEVELS,
    find_remarks=find_remarks,
    win_probability_label=N_("Chance of making the bid"),
    course_label=N_("Expected lead over the others in this deal, in points"),
)
