"""Notices that each person gets once, when they first matter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.core.messages import N_

FIRST_NOTICES: Final[Mapping[str, str]] = {
    "assistance": N_("If you undo moves or use hints, the match counts as assisted in your statistics."),
    "check_plays": N_(
        "New here? The program can warn you about a costly play before the next player's turn. The "
        "match then counts as assisted."
    ),
    "check_plays_assisted": N_("New here? The program can warn you about a costly play before the next player's turn."),
    "auction": N_(
        "A lower call beats a higher one: the ace is highest, the two lowest. After the two, you call points."
    ),
    "secret_partner": N_(
        "You're the secret partner: you win and lose with the caller. Nobody else knows until you play the called card."
    ),
    "partner_marks": N_(
        "Who's the secret partner? Click a “?” to note your guess: with you or against you. Only you see it."
    ),
    "face_down": N_(
        "In the first two tricks everyone must play a trump. If you have none, you play a card face down, and it beats "
        "nothing."
    ),
    "gatta": N_("A gatta is five cards of one suit. If you have one, you show it, and the deal ends."),
}
"""The texts by the word that is stored with the profile."""
SECRET_NOTICES: Final = frozenset({"secret_partner", "partner_marks"})
"""The notices for one person alone; they are left out where several people share the screen."""
