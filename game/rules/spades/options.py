"""House rules of Spades (source 001)."""

from __future__ import annotations

from typing import Annotated, Literal

from game.core.messages import N_
from game.core.options import Options, declare_option


class SpadesOptions(Options, frozen=True, kw_only=True):
    """The house rules of Spades; the defaults are `spades/individual`."""

    target: Annotated[
        Literal[200, 300, 500],
        declare_option(
            N_("Points that win"),
            N_("Who has so many points after a deal wins the match; of several the highest. If the top is shared,"
               " everyone plays another deal."),
        ),
    ] = 500  # fmt: skip
    jokers: Annotated[
        bool,
        declare_option(
            N_("Jokers"),
            N_("The big and the little joker are the two highest spades. Some twos stay in the box, so that the"
               " cards can be shared out evenly."),
        ),
    ] = True  # fmt: skip
    broken_bid: Annotated[
        Literal["zero", "minus_ten_per_bid"],
        declare_option(
            N_("A broken contract"),
            N_("Who takes fewer tricks than he bid scores nothing, or loses ten points for each trick of the bid."),
            names={"zero": N_("scores nothing"), "minus_ten_per_bid": N_("loses ten a trick")},
        ),
    ] = "zero"
    bags: Annotated[
        bool,
        declare_option(
            N_("Bags"),
            N_("Each trick over the bid is also a bag; every tenth bag costs 100 points, and ten bags are taken off."),
        ),
    ] = False
    nil: Annotated[
        bool,
        declare_option(
            N_("Nil"),
            N_("A player may bid no trick at all: 100 points if he takes none, else he loses 100; tricks that he"
               " takes are bags."),
        ),
    ] = False  # fmt: skip
