"""Computer players: each gets a view, returns one of its choices."""

from game.ai.players import LEVELS, choose, levels_for

__all__ = ["LEVELS", "choose", "levels_for"]
