"""House rules of Spades (source 001; docs/rules.md, "Partners")."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from game.core.messages import N_
from game.core.options import Options, declare_option


class SpadesOptions(Options, frozen=True, kw_only=True):
    """The house rules of Spades; the defaults are `spades/individual`."""

    target: Annotated[
        Literal[200, 300, 500, 250],
        declare_option(
            N_("Points to win"),
            N_("The first to reach this many points wins; if several do, the highest total. If tied, another "
                "deal."),
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
            names={"zero": N_("no points"), "minus_ten_per_bid": N_("ten off per trick")},
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
    teams: Annotated[
        bool,
        declare_option(
            N_("Partners"),
            N_("Four players form two pairs sitting opposite: bids, tricks and points count for the pair."),
            seats=(4,), is_added=True,
        ),
    ] = False  # fmt: skip
    nil_points: Annotated[
        Literal[50, 100, 200],
        declare_option(
            N_("Points for nil"),
            N_("Nil scores this many points if it is made, and costs as many if it is broken."),
            is_added=True,
        ),
    ] = 100
    bag_limit: Annotated[
        Literal[5, 10],
        declare_option(
            N_("Bags that cost points"),
            N_("When bags reach this number, ten points are lost for each of them and they are taken off."),
            is_added=True,
        ),
    ] = 10
    blind_nil: Annotated[
        bool,
        declare_option(
            N_("Blind nil"),
            N_("If your side is at least 100 points behind, you may bid nil before you see your cards, for twice the"
               " points."),
            is_added=True,
        ),
    ] = False  # fmt: skip
    loss_limit: Annotated[
        Literal["off", -200],
        declare_option(
            N_("Points that lose"),
            N_("The match also ends when a side has this many points or fewer; the side with the most points wins."),
            names={"off": N_("no limit")}, is_added=True,
        ),
    ] = "off"  # fmt: skip


PARTNERS_OPTIONS: Final = SpadesOptions(jokers=False, broken_bid="minus_ten_per_bid", bags=True, nil=True, teams=True)
"""The options of `spades/partners`."""
