"""House rules of Muscio (source 003)."""

from __future__ import annotations

from typing import Annotated

from game.core.messages import N_
from game.core.options import Options, declare_option


class MuscioOptions(Options, frozen=True, kw_only=True):
    """The house rules of Muscio; the defaults are `muscio/gattorna`."""

    hand_dealing: Annotated[
        bool,
        declare_option(
            N_("The dealer deals by hand"),
            N_("A person who deals lays the cards out himself. Who takes his own five before he has laid the blinde"
               " annuls the deal, and the next seat deals. The computer always deals rightly."),
        ),
    ] = False  # fmt: skip
