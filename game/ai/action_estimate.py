"""What a choice is worth to who has it and why, as the process that thinks tells it to the window."""

from __future__ import annotations

import msgspec

from game.core.actions import Action
from game.core.messages import Reason


class ExplainedEstimate(msgspec.Struct, frozen=True, kw_only=True):
    """A choice. ``value``: in the game's unit, ``standard_error``: of it beside the best; ``expected_points``: what is
    to be expected in the unit of the deal's points; ``win_probability``: the chance to win the deal (in some games the
    match), or to make what was called or bid; both None where that has no meaning; ``reasons``: why it is so."""

    action: Action
    value: float
    standard_error: float
    win_probability: float | None
    reasons: tuple[Reason, ...]
    expected_points: float | None = None
