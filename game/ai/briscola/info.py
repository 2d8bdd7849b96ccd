"""Metadata of the Briscola players. They make no remarks, because the game has signs instead."""

from __future__ import annotations

from typing import Final

from game.ai.game_ai_info import GameAIInfo
from game.core.messages import N_
from game.match.setup import LEVELS

BRISCOLA_AI_INFO: Final = GameAIInfo(
    game="briscola", levels=LEVELS, win_probability_label=N_("Chance of winning the deal"),
    value_label=N_("Longer bar: better chance of winning the deal"),
    loss_text=N_("{choice} lowers the chance of winning by {loss} percentage points"),
    loss_title=N_("Drop in winning chances"),
    is_loss_percentage=True,
)  # fmt: skip
