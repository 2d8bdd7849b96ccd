"""Notices that each person gets once, when they first matter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.core.messages import N_

FIRST_NOTICES: Final[Mapping[str, str]] = {
    "assistance": N_("Undo and hints mark a match: your statistics count it as assisted."),
    "check_plays": N_(
        "New here? You can be told of a costly play before the others go on. The match then counts as assisted."
    ),
    "check_plays_assisted": N_("New here? You can be told of a costly play before the others go on."),
    "auction": N_(
        "A lower call beats a higher one: the ace is highest, the two lowest. After the two, you call points."
    ),
    "secret_partner": N_(
        "A secret partner wins and loses with the caller. Nobody else knows who it is until the called card is played."
    ),
    "gatta": N_("A gatta is five cards of one suit. The player shows them, and the deal ends."),
}
"""The texts by the word that is stored with the profile."""
SECRET_NOTICES: Final = frozenset({"secret_partner"})
"""The notices for one person alone; they are left out where several people share the screen."""
