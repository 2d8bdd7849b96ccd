"""Actions of Briscola besides playing cards."""

from __future__ import annotations

from typing import Literal, TypeAlias

from game.core.actions import Action

SignName: TypeAlias = Literal["asso", "tre", "re", "cavallo", "fante", "carico", "niente"]


class Sign(Action, frozen=True):
    """A traditional sign to the partners."""

    verb = "sign"
    sign: SignName
