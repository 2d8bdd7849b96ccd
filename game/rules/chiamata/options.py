"""House rules of Briscola chiamata (sources 000 and 004)."""

from __future__ import annotations

from typing import Annotated, Literal

from game.core.messages import N_
from game.core.options import Options, declare_option

OFF_LABEL = N_("off")


class ChiamataOptions(Options, frozen=True, kw_only=True):
    """The house rules of Briscola chiamata; the defaults are `chiamata/regolamento`."""

    match_deals: Annotated[
        Literal[1, 5, 10, 20],
        declare_option(
            N_("Deals in a match"),
            N_("The match ends after so many scored deals; void and annulled ones do not count."),
        ),
    ] = 10
    match_target: Annotated[
        Literal["off", 5, 7, 11],
        declare_option(
            N_("Points that end the match"),
            N_("The match ends as soon as somebody has so many match points, or after its deals if that is sooner."),
            names={"off": OFF_LABEL},
        ),
    ] = "off"
    sixty_all: Annotated[
        Literal["draw", "caller", "defenders"],
        declare_option(
            N_("60 all"),
            N_("What 60-60 means in a plain contract of 61: nobody scores, the caller wins, or the defenders win."
               " Under a points contract, reaching the points wins and anything less loses."),
            names={"draw": N_("a draw"), "caller": N_("the caller wins"), "defenders": N_("the defenders win")},
        ),
    ] = "draw"  # fmt: skip
    points_ladder: Annotated[
        Literal["from_62", "from_71", "none"],
        declare_option(
            N_("What raised points multiply"),
            N_("From 62: 62-79 double, 80-89 triple, then one more every ten. From 71: up to 70 single, 71-80"
               " double, 81-90 triple, and so on. None: always single."),
            names={"from_62": N_("from 62"), "from_71": N_("from 71"), "none": N_("nothing")},
        ),
    ] = "from_62"  # fmt: skip
    triple_as_printed: Annotated[
        bool,
        declare_option(
            N_("Triple as printed"),
            N_("The regolamento prints its triple as 6, 4 and 4, which does not add up to zero; off pays 6, 3 and 3."),
        ),
    ] = False
    annul_poor_hand: Annotated[
        Literal["off", "lone_jack", "up_to_6"],
        declare_option(
            N_("A poor hand annuls the deal"),
            N_("When the auction ends, a hand with no ace, three or figure but at most one knave, or a hand worth"
               " at most 6 points, sends the deal a monte: it is shown, and the same dealer deals again."),
            names={"off": N_("never"), "lone_jack": N_("at most a knave"), "up_to_6": N_("up to 6 points")},
        ),
    ] = "lone_jack"  # fmt: skip
    annul_four_twos: Annotated[
        bool,
        declare_option(
            N_("Four twos annul the deal"), N_("A hand that was dealt all four twos sends the deal a monte.")
        ),
    ] = False
    raise_step: Annotated[
        int,
        declare_option(
            N_("Least raise"),
            N_("By how many points a call must top the last one, once points are called; the first may always be 62."),
            ge=1, le=10, proposed=(1, 2, 3, 5, 10),
        ),
    ] = 1  # fmt: skip
    forced_call: Annotated[
        bool,
        declare_option(
            N_("Forced calls"),
            N_("Once points are called, who holds the 2 of a suit may call the lowest card of it that he lacks instead"
               " (chiamata obbligata). The others see the call, not the cards."),
        ),
    ] = False  # fmt: skip
    solo: Annotated[
        bool,
        declare_option(
            N_("Solo (a carichi)"),
            N_("On any turn in the auction a player may say solo: he plays alone against four, no suit is trump,"
               " 61 points are asked."),
        ),
    ] = False  # fmt: skip
    in_hand: Annotated[
        bool,
        declare_option(
            N_("In mano"),
            N_("The caller may name a card that he holds, and then plays alone against four, unannounced."),
        ),
    ] = True
    first_trick_blind: Annotated[
        bool,
        declare_option(
            N_("First trick blind"),
            N_("The first trick is played before the suit is named and then goes to whom that trump gives it."
               " The regolamento frowns on it."),
        ),
    ] = False  # fmt: skip
    all_pass: Annotated[
        Literal["next_dealer", "same_dealer"],
        declare_option(
            N_("When everybody passes"),
            N_("Who deals after a deal that nobody wanted to play."),
            names={"next_dealer": N_("the next deals"), "same_dealer": N_("the same deals again")},
        ),
    ] = "next_dealer"
