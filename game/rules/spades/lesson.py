"""The guided first deal of Spades: a bid, the first six tricks one by one, the score (seed 001)."""

from __future__ import annotations

from typing import Final

from game.i18n import N_
from game.rules.facts import (
    Beats,
    Given,
    Held,
    Last,
    Leads,
    May,
    Scored,
    Shown,
    Stock,
    Taken,
    Took,
    Trump,
    Winning,
    Would,
)
from game.rules.lesson import LEARNER, Fact, Lesson, Seen, Step, Value, acts, answers, lit, one_by_one
from game.rules.spades.options import SpadesOptions
from game.rules.spades.play import Bidding, SpadesTricks
from game.rules.spades.score import BAGS, BAGS_COST, NIL, TRICK, SpadesResult

BRUNO, CARLA, DINO = 1, 2, 3
HAND: Final = "BJ Ks 9s 4s Ah 7h 3h 2h Kd Qd Td 6d 5c"
PACK: Final = one_by_one(
    (
        HAND,
        "4h Ad Ac Kc 3s 3d Qs 8h Qh 8c 6s 9h 7s",
        "Th 5d 9c Tc 5s 7d As 2s 5h Js Kh Jd 6h",
        "Jh 8d 6c 7c 8s 9d LJ 4c 3c 4d Qc Jc Ts",
    ),
    DINO,
)
REST: Final = acts(
    "0 play 6d, 1 play Qs, 2 play Jd, 3 play 4d, 1 play 8c, 2 play 5h, 3 play Jc, 0 play 2h, 3 play Qc, 0 play Ks,"
    "1 play 7s, 2 play 2s, 0 play 7h, 1 play 9h, 2 play 6h, 3 play 4c, 1 play Qh, 2 play Kh, 3 play Ts, 0 play 3h,"
    "3 play 3c, 0 play Td, 1 play 8h, 2 play As, 2 play Js, 3 play LJ, 0 play 9s, 1 play 6s"
)
"""The last seven tricks."""


class Asked(Fact, frozen=True):
    """Everybody has bid, or the deal is over; in a text, what a seat has bid."""

    seat: int

    def holds(self, seen: Seen) -> bool:
        return isinstance(seen.phase, SpadesTricks) or isinstance(seen.phase.result, SpadesResult)

    def value(self, seen: Seen) -> Value:
        if isinstance(seen.phase, SpadesTricks):
            return seen.phase.bids[self.seat]
        assert isinstance(seen.phase.result, SpadesResult)
        return seen.phase.result.bids[self.seat]


class Speaks(Fact, frozen=True):
    """The learner is to bid."""

    def holds(self, seen: Seen) -> bool:
        return isinstance(seen.phase, Bidding) and seen.phase.to_act == LEARNER


class Broken(Fact, frozen=True):
    """Whether spades may be led."""

    so: bool

    def holds(self, seen: Seen) -> bool:
        return isinstance(seen.phase, SpadesTricks) and seen.phase.broken == self.so


class Made(Fact, frozen=True):
    """A seat has as many tricks as it bid, or has not; in a text, its tricks."""

    seat: int
    so: bool = True

    def holds(self, seen: Seen) -> bool:
        bid = Asked(self.seat)
        return bid.holds(seen) and (seen.phase.points()[self.seat] >= int(str(bid.value(seen)))) == self.so

    def value(self, seen: Seen) -> Value:
        return seen.phase.points()[self.seat]


FOLLOW: Final = "2h 3h 5c 6d 7h Ah Kd Qd Td"
OTHER_HEART: Final = N_("A small heart would be beaten. The ace of hearts is the highest: it takes the trick now.")

LESSON: Final = Lesson(
    options=SpadesOptions(),
    others=("Bruno", "Carla", "Dino"),
    first_dealer=DINO,
    minutes=5,
    steps=(
        Step(
            text=N_(
                "In Spades everybody plays for himself. You each have {size} cards. First everybody says how many"
                " tricks he will take: his bid. Then it is played, and what counts is whether the bid was right."
            ),
            deal=PACK,
            facts={"size": Held(13)},
        ),
        Step(
            text=N_(
                "Spades are always trump: any spade beats any other suit. The highest two are the jokers, and they are"
                " spades too: above the ace stands the little joker, above that one {joker:the}. You have it."
            ),
            facts={"joker": Shown("BJ"), "trump": Trump("s")},
            lights=lit("BJ Ks 9s 4s"),
        ),
        Step(
            text=N_(
                "Count what is certain: {joker:the}, {ace:the}, one trick with king and queen of diamonds, and with so"
                " few clubs one more with a spade. Bid that, and not more: four."
            ),
            asks=("bid 4",),
            wrong={
                **answers(
                    "bid 1, bid 2, bid 3",
                    N_(
                        "That is safe, but too little: each trick of the bid is worth {trick} points, each beyond it"
                        " only one."
                    ),
                ),
                "": N_("That is bold! Who does not reach his bid gets nothing at all. Count again: four are likely."),
            },
            facts={"joker": Shown("BJ"), "ace": Shown("Ah"), "trick": Given(TRICK), "speaks": Speaks()},
            lights=lit("BJ Ah Kd Qd"),
        ),
        Step(
            text=N_(
                "Bruno bids {bruno}, Carla {carla}, Dino {dino}. You lead, for you sit after the dealer. Spades may"
                " not be led before one has been played; everything else may. Bring your ace home: lead {ace:the}."
            ),
            acts=acts("1 bid 3, 2 bid 2, 3 bid 3"),
            asks=("play Ah",),
            wrong={
                **answers("play 2h, play 3h, play 7h", OTHER_HEART),
                "": N_(
                    "Not yet: the ace of hearts is certain now. Later somebody may have no hearts left and trump it."
                ),
            },
            facts={
                "bruno": Asked(BRUNO),
                "carla": Asked(CARLA),
                "dino": Asked(DINO),
                "ace": Shown("Ah"),
                "lead": Leads(LEARNER),
                "may": May(FOLLOW),
                "broken": Broken(so=False),
            },
            lights=lit("Ah", BRUNO, CARLA, DINO),
        ),
        Step(
            text=N_(
                "Everybody had to follow with a heart, for who has the suit led must play it. The trick is yours, and"
                " you lead again. Lead {king:the}: it costs somebody the ace, and then your queen is the highest."
            ),
            acts=acts("1 play 4h, 2 play Th, 3 play Jh"),
            asks=("play Kd",),
            wrong={
                "play Qd": N_("The queen would do as well. But lead the king first, then you see what is still out."),
                "": N_("That does not help you: the ace of diamonds must out first, and the king draws it."),
            },
            facts={"took": Took(LEARNER), "king": Shown("Kd"), "may": May("2h 3h 5c 6d 7h Kd Qd Td")},
            lights=lit("Kd Qd"),
        ),
        Step(
            text=N_(
                "As expected: Bruno had the ace of diamonds. Now he leads {led:the}. You must follow, and you have"
                " only one club: {club:the}. Everything else is refused, try it if you like."
            ),
            acts=acts("1 play Ad, 2 play 5d, 3 play 8d, 1 play Ac, 2 play 9c, 3 play 6c"),
            asks=("play 5c",),
            facts={"led": Shown("Ac"), "club": Shown("5c"), "may": May("5c"), "last": Last(), "his": Winning(BRUNO)},
            lights=lit("5c"),
        ),
        Step(
            text=N_(
                "Another club, {led:the}, and you have none: now you may play anything, a spade too. You are the last,"
                " so the smallest is enough: trump with {spade:the}."
            ),
            acts=acts("1 play Kc, 2 play Tc, 3 play 7c"),
            asks=("play 4s",),
            wrong={
                **answers(
                    "play 9s, play Ks, play BJ", N_("It would take the trick too. But the smallest spade is enough.")
                ),
                "": N_("Then Bruno takes the trick. You may throw a card away here; but you need tricks: trump it."),
            },
            facts={
                "led": Shown("Kc"),
                "spade": Would("4s"),
                "last": Last(),
                "may": May("BJ Ks 9s 4s 2h 3h 7h Qd Td 6d"),
                "no": Would("2h", not_it=True),
            },
            lights=lit("4s"),
        ),
        Step(
            text=N_(
                "Yours. And with it spades are broken, as one says: from now on they may be led. Nothing beats"
                " {joker:the}, whoever plays what: lead it."
            ),
            asks=("play BJ",),
            wrong={
                "play Ks": N_("The ace of spades and the little joker are still out: they would beat the king."),
                "": N_("Not wrong, but the joker is a certain trick. Take it."),
            },
            facts={"took": Took(LEARNER), "broken": Broken(so=True), "joker": Beats("BJ")},
            lights=lit("BJ"),
        ),
        Step(
            text=N_(
                "{count} tricks. The ace and the king of diamonds have fallen, so nothing in its suit beats"
                " {queen:the}. Lead it."
            ),
            acts=acts("1 play 3s, 2 play 5s, 3 play 8s"),
            asks=("play Qd",),
            wrong={"": N_("One trick is missing, and here it lies: the queen of diamonds is the highest now.")},
            facts={"count": Taken(LEARNER), "queen": Beats("Qd"), "took": Took(LEARNER)},
            lights=lit("Qd"),
        ),
        Step(
            text=N_(
                "{count} tricks: your bid is made. What comes now is worth a single point a trick; for the others it"
                " is about their bids, and who can keep one from his takes his points away. We pass over the rest."
            ),
            acts=acts("1 play 3d, 2 play 7d, 3 play 9d"),
            facts={"count": Made(LEARNER), "bid": Asked(LEARNER)},
            lights=lit("", LEARNER),
        ),
        Step(
            text=N_(
                "You bid {bid} and took {count}: {trick} points for each trick of the bid and one for the trick beyond"
                " it make {score}. Bruno gets {bruno}, Dino {dino}. Carla bid {asked} and took only one: nothing for"
                " her."
            ),
            acts=REST,
            leaps=True,
            facts={
                "bid": Asked(LEARNER),
                "count": Made(LEARNER),
                "trick": Given(TRICK),
                "score": Scored(LEARNER),
                "bruno": Scored(BRUNO),
                "dino": Scored(DINO),
                "asked": Asked(CARLA),
                "broken": Made(CARLA, so=False),
            },
            lights=lit("", LEARNER, BRUNO, CARLA, DINO),
        ),
        Step(
            text=N_(
                "Two house rules for later. Bags: each trick beyond the bid is a bag, and {bags} bags cost {cost}"
                " points. Nil: who bids no trick at all wins {nil} points if he takes none, and else loses as many."
            ),
            facts={"bags": Given(BAGS), "cost": Given(BAGS_COST), "nil": Given(NIL)},
        ),
        Step(
            text=N_(
                "That is Spades: who first has {target} points wins the match. F1 tells you the rest, at any time."
            ),
            facts={"target": Given(SpadesOptions().target), "stock": Stock(0)},
        ),
    ),
)
