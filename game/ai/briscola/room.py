"""Briscola as its players know it. They have signs to speak with, and say nothing."""

from __future__ import annotations

from typing import Final

from game.ai.room import LEVELS, Room

BRISCOLA: Final = Room(game="briscola", levels=LEVELS)
