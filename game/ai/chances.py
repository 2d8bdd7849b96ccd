"""How often what the players expect comes true: a chance as it is found in playouts, and as it is told.

Playouts are played by a simpler player than those at the table, so their chances lean to one side. What leans was
measured at tables of masters and put straight by a rising curve, one a game: ``python -m tests.tools.calibration``.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from game.ai.learned import learned_file

FILE: Final = "calibration"


def told(game: str, found: float) -> float:
    """The chance that is told where the playouts of ``game`` found this one; the same where nothing was measured."""
    curve = learned_file(FILE).get(game)
    return found if curve is None else float(np.interp(found, curve[0], curve[1]))
