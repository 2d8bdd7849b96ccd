"""How often what the players expect comes true: a chance as it is found in playouts, and as it is told.

Playouts are played by a simpler player than those at the table, so their chances lean to one side. How far was measured
at tables of masters: ``python -m tools.training.calibration``. What is sure stays sure, and the order stays the same.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from game.ai.learned import learned_file

FILE: Final = "calibration"
BEFORE: Final = "_before"


def told(name: str, found: float) -> float:
    """The chance that is told where this one was found; the same where nothing was measured. ``name``: the game, for
    its cards; with `BEFORE` for what comes before them."""
    lean = learned_file(FILE).get(name)
    return found if lean is None else straightened(found, float(lean[0]), float(lean[1]))


def straightened(found: float, level: float, slope: float) -> float:
    """A chance whose odds, as a logarithm, are put straight by a ``level`` and a ``slope``."""
    if not 0 < found < 1:
        return found
    return 1 / (1 + exp(-level - slope * log(found / (1 - found))))
