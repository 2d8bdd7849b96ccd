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
            N_("Points to win"),
            N_("The first to reach this many points wins; the highest total counts. A tie means another"
               " deal."),
        ),
    ] = 500  # fmt: skip
    jokers: Annotated[
        bool,
        declare_option(
            N_("Jokers"),
            N_("The big and the little joker are the highest spades. Some twos are left out."),
        ),
    ] = True  # fmt: skip
    broken_bid: Annotated[
        Literal["zero", "minus_ten_per_bid"],
        declare_option(
            N_("Missed bid"),
            N_("The cost of taking fewer tricks than you bid: no points, or ten off for each trick bid."),
            names={"zero": N_("no points"), "minus_ten_per_bid": N_("ten off each")},
        ),
    ] = "zero"
    bags: Annotated[
        bool,
        declare_option(
            N_("Bags"),
            N_("Each trick over your bid is a bag; every tenth bag costs 100 points."),
        ),
    ] = False
    nil: Annotated[
        bool,
        declare_option(
            N_("Nil"),
            N_("You may bid no tricks: 100 points if you take none, or 100 off if you take any."),
        ),
    ] = False  # fmt: skip
