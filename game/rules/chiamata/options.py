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
            N_("The match ends after this many scored deals; passed-out and annulled deals don't count."),
        ),
    ] = 10
    match_target: Annotated[
        Literal["off", 5, 7, 11],
        declare_option(
            N_("Match points to win"),
            N_("The match ends early when a player reaches this many match points."),
            names={"off": OFF_LABEL},
        ),
    ] = "off"
    sixty_all: Annotated[
        Literal["draw", "caller", "defenders"],
        declare_option(
            N_("60 all counts as"),
            N_("The result if each side has 60 points and the contract is 61."),
            names={"draw": N_("a draw"), "caller": N_("the caller wins"), "defenders": N_("the defenders win")},
        ),
    ] = "draw"  # fmt: skip
    points_ladder: Annotated[
        Literal["from_62", "from_71", "none"],
        declare_option(
            N_("Scale for points"),
            N_("From 62: 62-79 double, 80-89 triple. From 71: 71-80 double, 81-90 triple. The factor "
"then rises by one every ten points."),
            names={"from_62": N_("×2 from 62"), "from_71": N_("×2 from 71"), "none": N_("no scale")},
        ),
    ] = "from_62"  # fmt: skip
    triple_as_printed: Annotated[
        bool,
        declare_option(
            N_("Triple: partner gets +4"),
            N_(
                "If a triple contract is made, the caller gets +6, the partner +4 and each defender "
                "−4 (the scores don't add up to zero). Off: +6, +3 and −3."
            ),
        ),
    ] = False
    annul_poor_hand: Annotated[
        Literal["off", "lone_jack", "up_to_6"],
        declare_option(
            N_("Poor hand annuls deal"),
            N_("Annuls the deal if a hand is worth at most 6 points, or has no ace, three or face "
"card (one jack is allowed)."),
            names={"off": N_("never"), "lone_jack": N_("one jack at most"), "up_to_6": N_("up to 6 points")},
        ),
    ] = "lone_jack"  # fmt: skip
    annul_four_twos: Annotated[
        bool,
        declare_option(
            N_("Four twos annul deal"),
            N_("The deal is annulled if a player holds all four twos; the same dealer deals again."),
        ),
    ] = False
    raise_step: Annotated[
        int,
        declare_option(
            N_("Raise by at least"),
            N_(
"Once the two has been called, each raise must add at least this much. A first raise "
"to 62 is always allowed."
),
            ge=1, le=10, proposed=(1, 2, 3, 5, 10),
        ),
    ] = 1  # fmt: skip
    forced_call: Annotated[
        bool,
        declare_option(
            N_("Forced call"),
            N_("If you hold a two, you may call the lowest card you lack in its suit instead of "
"raising the points (obbligata)."),
        ),
    ] = False  # fmt: skip
    solo: Annotated[
        bool,
        declare_option(
            N_("Solo (a carichi)"),
            N_("In the auction you may call solo (a carichi): you then need 61 points, alone against four and without "
                "trumps."),
        ),
    ] = False  # fmt: skip
    in_hand: Annotated[
        bool,
        declare_option(
            N_("Calling in mano"),
            N_("As the caller, you may name a card you hold (in mano); you then secretly play alone against four."),
        ),
    ] = True
    first_trick_blind: Annotated[
        bool,
        declare_option(
            N_("First trick blind"),
            N_("The first trick is played before trump is named; trump then decides who wins it."),
        ),
    ] = False  # fmt: skip
    all_pass: Annotated[
        Literal["next_dealer", "same_dealer"],
        declare_option(
            N_("If everyone passes"),
            N_("If everyone passes, this player deals next."),
            names={"next_dealer": N_("next dealer"), "same_dealer": N_("same dealer")},
        ),
    ] = "next_dealer"
