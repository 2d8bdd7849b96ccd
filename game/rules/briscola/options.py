"""House rules of Briscola (source 002)."""

from __future__ import annotations

from typing import Annotated, Literal

from game.core.messages import N_
from game.core.options import Options, declare_option


class BriscolaOptions(Options, frozen=True, kw_only=True):
    """The house rules of Briscola; the defaults are `briscola/classic`."""

    deals_to_win: Annotated[
        Literal[1, 2, 3, 5, 7],
        declare_option(N_("Deals to win"), N_("The first side to win this many deals wins the match.")),
    ] = 2
    teams: Annotated[
        bool,
        declare_option(
            N_("Partners"),
            N_("With four players, you and the player opposite are partners. Off: everyone plays alone."),
            seats=(4,),
        ),
    ] = True
    deal_winner: Annotated[
        Literal["most_points", "over_60"],
        declare_option(
            N_("Deal winner"),
            N_("Without partners, either the player with the most points wins (nobody if there's a "
"tie), or it takes more than 60 to win."),
            names={"most_points": N_("most points"), "over_60": N_("more than 60")}, seats=(3, 4, 5),
        ),
    ] = "most_points"  # fmt: skip
    signals: Annotated[
        Literal["after_first_trick", "off"],
        declare_option(
            N_("Signs to partners"),
            N_("Before you play, you may give your partners a sign, true or false. Opponents see "
"only that you gave one."),
            names={"after_first_trick": N_("after the first trick"), "off": N_("none")}, seats=(4, 6),
        ),
    ] = "after_first_trick"  # fmt: skip
    show_partner_hand: Annotated[
        bool,
        declare_option(
            N_("Partners show last cards"),
            N_("When the stock is empty, partners see each other's last three cards."),
            seats=(4, 6),
        ),
    ] = False
    three_player_two: Annotated[
        Literal["d", "h", "s", "c"],
        declare_option(
            N_("Leave out the two"),
            N_("Three players need a pack of 39 cards: this two is left out."),
            names={"d": N_("of coins"), "h": N_("of cups"), "s": N_("of swords"), "c": N_("of batons")},
            seats=(3,),
        ),
    ] = "h"
    trump_exchange: Annotated[
        Literal["off", "seven", "two"],
        declare_option(
            N_("Trump exchange"),
            N_("Once you've won a trick, you may swap the seven (or two) of trumps for the turned card."),
            names={"off": N_("none"), "seven": N_("for the seven"), "two": N_("for the two")},
        ),
    ] = "off"  # fmt: skip
    count_aloud: Annotated[
        bool,
        declare_option(
            N_("Count aloud"),
            N_("Each side's points are shown during play. Off: keep count in your head."),
        ),
    ] = False
