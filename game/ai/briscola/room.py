"""Briscola as its players know it. They have signs to speak with, and say nothing."""

from __future__ import annotations

from typing import Final

from game.ai.room import Room
from game.i18n import N_
from game.seating import LEVELS

BRISCOLA: Final = Room(
    game="briscola", levels=LEVELS, hopes=N_("Chance to win the deal"),
    costs=N_("costs {loss}% of the chance to win the deal"),
)  # fmt: skip
