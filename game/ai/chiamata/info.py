"""Metadata of the Briscola chiamata players, with their remarks in the auction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.ai.game_ai_info import PASS_REMARKS, GameAIInfo, RemarkSet
from game.core.events import Event, PlayerPassed
from game.core.messages import N_
from game.match.setup import LEVELS
from game.rules.chiamata.events import CalledCardNamed, CallMade, SoloCalled

CALL_REMARKS: Final = RemarkSet(
    (N_("Let's see who's next."), N_("My turn to try, then."), N_("Anybody lower?")),
    (N_("Who dares go lower?"), N_("I'm just warming up.")),
    (N_("This far and no further."), N_("If nobody else will…")),
)
RAISE_REMARKS: Final = RemarkSet(
    (N_("And I mean it."), N_("I've done the math.")),
    (N_("That's how it's done!"),),
    (N_("I hope I counted right."),),
)
SOLO_REMARKS: Final = RemarkSet(
    (N_("Me against all of you!"), N_("Who needs a partner?")), (N_("Come on, all four of you!"),)
)
CALLED_CARD_REMARKS: Final = RemarkSet(
    (N_("One of you is on my side."), N_("Let's see who's smiling now."), N_("Well, somebody has it…")),
    (N_("Partner, make me proud!"),),
    (N_("Be kind to me, partner."),),
)

REMARKS_BY_EVENT: Final[Mapping[type[Event], RemarkSet]] = {
    CallMade: CALL_REMARKS,
    SoloCalled: SOLO_REMARKS,
    PlayerPassed: PASS_REMARKS,
    CalledCardNamed: CALLED_CARD_REMARKS,
}


def find_remarks(event: Event) -> RemarkSet | None:
    """Return remarks on a call, a pass, or the naming of the called card; None for other events."""
    if isinstance(event, CallMade) and event.points is not None:
        return RAISE_REMARKS
    return REMARKS_BY_EVENT.get(type(event))


CHIAMATA_AI_INFO: Final = GameAIInfo(
    game="chiamata",
    levels=LEVELS,
    find_remarks=find_remarks,
    win_probability_label=N_("Chance of winning the deal"),
    value_label=N_("Match points compared with the best choice"),
    loss_text=N_("{choice} costs {loss} match points on average"),
    loss_title=N_("Match points lost on average"),
)
