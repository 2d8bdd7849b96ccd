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
            N_("The first to reach this many points wins; if several do at once, the highest total "
"wins. A tie means another deal."),
        ),
    ] = 500  # fmt: skip
    jokers: Annotated[
        bool,
        declare_option(
            N_("Jokers"),
            N_("The big and little jokers are the highest spades. Some twos may be left out."),
        ),
    ] = True  # fmt: skip
    broken_bid: Annotated[
        Literal["zero", "minus_ten_per_bid"],
        declare_option(
            N_("Missed bid"),
            N_("If you take fewer tricks than you bid, you score nothing or lose ten points for each trick bid."),
            names={"zero": N_("no points"), "minus_ten_per_bid": N_("−10 per trick bid")},
        ),
    ] = "zero"
    bags: Annotated[
        bool,
        declare_option(
            N_("Bags"),
            N_("Each trick over your bid is a bag; too many bags cost you points."),
        ),
    ] = False
    nil: Annotated[
        bool,
        declare_option(
            N_("Nil"),
            N_("You may bid zero tricks: you gain points if you take none, and lose as many if you take even one."),
        ),
    ] = False  # fmt: skip
    teams: Annotated[
        bool,
        declare_option(
            N_("Partners"),
            N_("With four players, partners sit opposite each other and share bids, tricks and points."),
            seats=(4,), is_added=True,
        ),
    ] = False  # fmt: skip
    nil_points: Annotated[
        Literal[50, 100, 200],
        declare_option(
            N_("Points for nil"),
            N_("Nil scores this many points if it's made, and costs you the same if it fails."),
            needs=("nil", "blind_nil"),
            is_added=True,
        ),
    ] = 100
    bag_limit: Annotated[
        Literal[5, 10],
        declare_option(
            N_("Bags per penalty"),
            N_("When a side has this many bags, it loses ten points for each, and those bags are cleared."),
            needs=("bags",),
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
            N_("Losing score"),
            N_("The match also ends when a side drops to this score; the side with the most points wins."),
            names={"off": N_("no limit")}, is_added=True,
        ),
    ] = "off"  # fmt: skip
    nil_tricks_count: Annotated[
        bool,
        declare_option(
            N_("Tricks of failed nil"),
            N_(
                "If a nil fails, its tricks count toward the partner's bid, and extra ones are bags. "
                "Off: they don't count at all."
            ),
            needs=("nil", "blind_nil"),
            is_added=True,
        ),
    ] = True


PARTNERS_OPTIONS: Final = SpadesOptions(jokers=False, broken_bid="minus_ten_per_bid", bags=True, nil=True, teams=True)
"""The options of `spades/partners`."""
