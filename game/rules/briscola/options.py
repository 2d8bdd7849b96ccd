"""House rules of Briscola (source 002)."""

from __future__ import annotations

from typing import Annotated, Literal

from game.core.messages import N_
from game.core.options import Options, declare_option


class BriscolaOptions(Options, frozen=True, kw_only=True):
    """The house rules of Briscola; the defaults are `briscola/classic`."""

    deals_to_win: Annotated[
        Literal[1, 2, 3, 5, 7],
        declare_option(N_("Deals to win"), N_("The side that first wins so many deals wins the match.")),
    ] = 2
    teams: Annotated[
        bool,
        declare_option(
            N_("Partners"),
            N_("Four at the table play as two pairs sitting opposite; off: each for himself."),
            seats=(4,),
        ),
    ] = True
    deal_winner: Annotated[
        Literal["most_points", "over_60"],
        declare_option(
            N_("Each for himself, a deal goes to"),
            N_("With three or more sides: the most points win the deal (nobody, if two share the top), or only"
               " more than 60 points do."),
            names={"most_points": N_("most points"), "over_60": N_("more than 60")}, seats=(3, 4, 5),
        ),
    ] = "most_points"  # fmt: skip
    signals: Annotated[
        Literal["after_first_trick", "off"],
        declare_option(
            N_("Signs to partners"),
            N_("On turn, from the second trick on, a player may show his partners one of the traditional signs"
               " before his card. The opponents see that a sign was made, not which. A sign may be false."),
            names={"after_first_trick": N_("after the first trick"), "off": N_("none")}, seats=(4, 6),
        ),
    ] = "after_first_trick"  # fmt: skip
    show_partner_hand: Annotated[
        bool,
        declare_option(
            N_("Partners show their last cards"),
            N_("Once the stock is empty, partners look at each other's last three cards."),
            seats=(4, 6),
        ),
    ] = False
    three_player_two: Annotated[
        Literal["d", "h", "s", "c"],
        declare_option(
            N_("Two left out with three players"),
            N_("With three players the pack must have 39 cards: this two stays in the box."),
            names={"d": N_("of denari"), "h": N_("of coppe"), "s": N_("of spade"), "c": N_("of bastoni")},
            seats=(3,),
        ),
    ] = "h"
    trump_exchange: Annotated[
        Literal["off", "seven", "two"],
        declare_option(
            N_("Exchange of the turned trump"),
            N_("Who has taken a trick himself may, on turn and before playing, take the turned card for the"
               " seven (or the two) of trump, while it lies under the stock."),
            names={"off": N_("none"), "seven": N_("for the seven"), "two": N_("for the two")},
        ),
    ] = "off"  # fmt: skip
    count_aloud: Annotated[
        bool,
        declare_option(
            N_("Count aloud"),
            N_("The points that each side has taken stand on the table during play; off: count in your head."),
        ),
    ] = False
