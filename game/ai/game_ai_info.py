"""Metadata of a game's computer players: their levels and remarks.

This module imports no numpy: the window offers levels and shows remarks, but runs no search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import msgspec

from game.core.actions import Action
from game.core.events import Event
from game.core.messages import N_
from game.match.setup import LEVELS

ERROR_PRONE_LEVELS: Final = LEVELS[:3]
"""The levels that may make dominated plays, as beginners do."""


class RemarkSet(NamedTuple):
    """Remarks for an occasion: for any player, and more for bold or careful ones."""

    anybody: tuple[str, ...]
    bold: tuple[str, ...] = ()
    careful: tuple[str, ...] = ()


PASS_REMARKS: Final = RemarkSet(
    (N_("Not this time."), N_("I'd rather watch."), N_("Go on without me.")),
    (N_("You can have this one."), N_("Enjoy it while it lasts.")),
    (N_("Better safe than sorry."), N_("Patience, patience.")),
)
"""Remarks on a pass, for all games with passes."""

RemarkFinder: TypeAlias = Callable[[Event], RemarkSet | None]
"""(event) -> remarks of the acting seat on its own bid or declaration, or None.

The event is masked: it holds only public facts.
"""


def find_no_remarks(_event: Event) -> RemarkSet | None:
    """Return None: the players make no remarks."""
    return None


class GameAIInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Metadata of a game's computer players, available without loading them.

    ``win_probability_label``: the label of `ActionEstimate.win_probability` during card play; ``value_label``: what
    a longer bar of a hint means if win probabilities cannot be compared; ``loss_text``: the sentence on the loss by a
    choice that is not the best, in the unit of `game.ai.game_ai.GameAI.get_additive_value`; ``loss_title``: the heading
    of a column of losses; ``is_loss_percentage``: the unit is a hundredth of a chance; ``levels``: in ascending
    strength; ``course_label``: what the course of a match in its analysis shows in the unit of the losses, "" if it
    shows the win probability; ``never_random_actions``: types of actions that the random player never chooses;
    ``find_remarks``: the remarks on an event.
    """

    game: str
    win_probability_label: str = N_("Chance of winning")
    value_label: str = N_("Points compared with the best choice")
    loss_text: str = N_("{choice} costs {loss} points on average")
    loss_title: str = N_("Points lost on average")
    is_loss_percentage: bool = False
    course_label: str = ""
    levels: tuple[str, ...] = LEVELS[:1]
    never_random_actions: tuple[type[Action], ...] = ()
    find_remarks: RemarkFinder = find_no_remarks
