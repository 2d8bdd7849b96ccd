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
            N_("Deal by hand"),
            N_("As dealer, you deal the cards yourself. If you deal your own hand before the blinde, "
"the deal is annulled."),
        ),
    ] = False  # fmt: skip
