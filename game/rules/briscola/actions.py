"""What a seat can do in Briscola besides playing cards."""

from __future__ import annotations

from typing import Literal, TypeAlias

from game.core.actions import Action

SignName: TypeAlias = Literal["asso", "tre", "re", "cavallo", "fante", "carico", "niente"]


class Sign(Action, frozen=True):
    """Briscola: one of the traditional signs to the partners."""

    verb = "sign"
    sign: SignName
