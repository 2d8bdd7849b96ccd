"""What a game says of its players without thinking: the levels it has, and what they say at the table.

Nothing here needs the libraries that players think with: the window offers levels and remarks, and never thinks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import msgspec

from game.core.actions import Action
from game.core.events import Event
from game.core.messages import N_
from game.match.setup import LEVELS

ERROR_PRONE_LEVELS: Final = LEVELS[:2]
"""Those that play foolish cards, as chance and beginners do."""


class RemarkSet(NamedTuple):
    """The remarks for an occasion: those for any player, and more for the bold or the careful ones."""

    anybody: tuple[str, ...]
    bold: tuple[str, ...] = ()
    careful: tuple[str, ...] = ()


PASS_REMARKS: Final = RemarkSet(
    (N_("Not this time."), N_("I'd rather watch."), N_("Go on without me.")),
    (N_("I let you have this one."), N_("Enjoy it while it lasts.")),
    (N_("Better safe than sorry."), N_("Patience, patience.")),
)
"""Who passes, in whatever game one may."""

RemarkFinder: TypeAlias = Callable[[Event], RemarkSet | None]
"""What there is to say to one's own bid or declaration, as everybody sees it; None if nothing."""


def find_no_remarks(_event: Event) -> RemarkSet | None:
    """Nothing is said."""
    return None


class GameAIInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a game's computer players without loading them.

    ``win_probability_label``: what is expected as cards are played, from 0 to 1; ``loss_label``: what a choice that is
    not the best costs, in the unit of `game.ai.game_ai.GameAI.get_additive_value`. ``levels``: in rising strength;
    ``never_random_actions``: what the random player never does; ``find_remarks``: what the players say.
    """

    game: str
    win_probability_label: str = N_("Chance to win")
    loss_label: str = N_("costs {loss}")
    levels: tuple[str, ...] = LEVELS[:1]
    never_random_actions: tuple[type[Action], ...] = ()
    find_remarks: RemarkFinder = find_no_remarks
