"""Metadata of the Muscio players, with their remarks on declarations. The random player never misdeals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.ai.game_ai_info import PASS_REMARKS, GameAIInfo, RemarkSet
from game.core.events import Event, PlayerPassed
from game.core.messages import N_
from game.match.setup import LEVELS
from game.rules.muscio.actions import Misdeal
from game.rules.muscio.events import BlindeTaken, DealForfeited, PlayDeclared, PlayerStood

REMARKS_BY_EVENT: Final[Mapping[type[Event], RemarkSet]] = {
    PlayerPassed: PASS_REMARKS,
    PlayDeclared: RemarkSet(
        (N_("Let's see."), N_("I'm curious."), N_("One trick will do.")),
        (N_("Of course I'm in!"), N_("Who's with me?")),
        (N_("If you don't mind."), N_("I hope I don't regret this.")),
    ),
    BlindeTaken: RemarkSet(
        (N_("Come on, Lady Luck!"), N_("Anything beats that hand!")), (N_("I'll take it sight unseen!"),)
    ),
    DealForfeited: RemarkSet((N_("Take it. It's yours."), N_("Not worth the trouble.")), (N_("Wait till next time."),)),
    PlayerStood: RemarkSet((N_("Not so fast."), N_("Let's play it out.")), (N_("Me, run? Never!"),)),
}


def find_remarks(event: Event) -> RemarkSet | None:
    """Return remarks on an event such as a declaration or a forfeit; None for an event without remarks."""
    return REMARKS_BY_EVENT.get(type(event))


MUSCIO_AI_INFO: Final = GameAIInfo(
    game="muscio",
    levels=LEVELS,
    never_random_actions=(Misdeal,),
    find_remarks=find_remarks,
    win_probability_label=N_("Chance of winning the match"),
)
