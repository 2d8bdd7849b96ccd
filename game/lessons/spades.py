"""The guided first deal of Spades (source 001).

It has a bid, the first six tricks one by one, and the score.
"""

from __future__ import annotations

from typing import Final

from game.core.cards import Card
from game.core.messages import N_
from game.lessons.lesson import (
    LEARNER_SEAT,
    Lesson,
    LessonStep,
    build_pack_by_single_cards,
    highlight,
    map_actions_to_answer,
    split_actions,
)
from game.rules.spades.options import SpadesOptions
from game.rules.spades.scoring import (
    BAG_PENALTY_POINTS,
    BAGS_PER_PENALTY,
    NIL_POINTS,
    POINTS_PER_BID_TRICK,
)

BRUNO, CARLA, DINO = 1, 2, 3
LEARNER_HAND: Final = "BJ Ks 9s 4s Ah 7h 3h 2h Kd Qd Td 6d 5c"
PACK: Final = build_pack_by_single_cards(
    (
        LEARNER_HAND,
        "4h Ad Ac Kc 3s 3d Qs 8h Qh 8c 6s 9h 7s",
        "Th 5d 9c Tc 5s 7d As 2s 5h Js Kh Jd 6h",
        "Jh 8d 6c 7c 8s 9d LJ 4c 3c 4d Qc Jc Ts",
    ),
    DINO,
)
LAST_TRICKS_ACTIONS: Final = split_actions(
    "0 play 6d, 1 play Qs, 2 play Jd, 3 play 4d, 1 play 8c, 2 play 5h, 3 play Jc, 0 play 2h, 3 play Qc, 0 play Ks,"
    "1 play 7s, 2 play 2s, 0 play 7h, 1 play 9h, 2 play 6h, 3 play 4c, 1 play Qh, 2 play Kh, 3 play Ts, 0 play 3h,"
    "3 play 3c, 0 play Td, 1 play 8h, 2 play As, 2 play Js, 3 play LJ, 0 play 9s, 1 play 6s"
)
"""The last seven tricks."""


OTHER_HEART_FEEDBACK: Final = N_(
    "A small heart would be beaten. The ace of hearts is the highest: it takes the trick now."
)

LESSON: Final = Lesson(
    options=SpadesOptions(),
    other_names=("Bruno", "Carla", "Dino"),
    first_dealer=DINO,
    minutes=5,
    steps=(
        LessonStep(
            text=N_(
                "In Spades everybody plays for himself. You each have {size} cards. First everybody says how many"
                " tricks he will take: his bid. Then it is played, and what counts is whether the bid was right."
            ),
            pack=PACK,
            values={"size": 13},
        ),
        LessonStep(
            text=N_(
                "Spades are always trump: any spade beats any other suit. The highest two are the jokers, and they are"
                " spades too: above the ace stands the little joker, above that one {joker:the}. You have it."
            ),
            values={"joker": Card("BJ")},
            highlights=highlight("BJ Ks 9s 4s"),
        ),
        LessonStep(
            text=N_(
                "Count what is certain: {joker:the}, {ace:the}, one trick with king and queen of diamonds, and with so"
                " few clubs one more with a spade. Bid that, and not more: four."
            ),
            expected_actions=("bid 4",),
            wrong_answers={
                **map_actions_to_answer(
                    "bid 1, bid 2, bid 3",
                    N_(
                        "That is safe, but too little: each trick of the bid is worth {trick} points, each beyond it"
                        " only one."
                    ),
                ),
                "": N_("That is bold! Who does not reach his bid gets nothing at all. Count again: four are likely."),
            },
            values={"joker": Card("BJ"), "ace": Card("Ah"), "trick": POINTS_PER_BID_TRICK},
            highlights=highlight("BJ Ah Kd Qd"),
        ),
        LessonStep(
            text=N_(
                "Bruno bids {bruno}, Carla {carla}, Dino {dino}. You lead, for you sit after the dealer. Spades may"
                " not be led before one has been played; everything else may. Bring your ace home: lead {ace:the}."
            ),
            actions=split_actions("1 bid 3, 2 bid 2, 3 bid 3"),
            expected_actions=("play Ah",),
            wrong_answers={
                **map_actions_to_answer("play 2h, play 3h, play 7h", OTHER_HEART_FEEDBACK),
                "": N_(
                    "Not yet: the ace of hearts is certain now. Later somebody may have no hearts left and trump it."
                ),
            },
            values={"bruno": 3, "carla": 2, "dino": 3, "ace": Card("Ah")},
            highlights=highlight("Ah", BRUNO, CARLA, DINO),
        ),
        LessonStep(
            text=N_(
                "Everybody had to follow with a heart, for who has the suit led must play it. The trick is yours, and"
                " you lead again. Lead {king:the}: it costs somebody the ace, and then your queen is the highest."
            ),
            actions=split_actions("1 play 4h, 2 play Th, 3 play Jh"),
            expected_actions=("play Kd",),
            wrong_answers={
                "play Qd": N_("The queen would do as well. But lead the king first, then you see what is still out."),
                "": N_("That does not help you: the ace of diamonds must out first, and the king draws it."),
            },
            values={"king": Card("Kd")},
            highlights=highlight("Kd Qd"),
        ),
        LessonStep(
            text=N_(
                "As expected: Bruno had the ace of diamonds. Now he leads {led:the}. You must follow, and you have"
                " only one club: {club:the}. Everything else is refused, try it if you like."
            ),
            actions=split_actions("1 play Ad, 2 play 5d, 3 play 8d, 1 play Ac, 2 play 9c, 3 play 6c"),
            expected_actions=("play 5c",),
            values={"led": Card("Ac"), "club": Card("5c")},
            highlights=highlight("5c"),
        ),
        LessonStep(
            text=N_(
                "Another club, {led:the}, and you have none: now you may play anything, a spade too. You are the last,"
                " so the smallest is enough: trump with {spade:the}."
            ),
            actions=split_actions("1 play Kc, 2 play Tc, 3 play 7c"),
            expected_actions=("play 4s",),
            wrong_answers={
                **map_actions_to_answer(
                    "play 9s, play Ks, play BJ", N_("It would take the trick too. But the smallest spade is enough.")
                ),
                "": N_("Then Bruno takes the trick. You may throw a card away here; but you need tricks: trump it."),
            },
            values={"led": Card("Kc"), "spade": Card("4s")},
            highlights=highlight("4s"),
        ),
        LessonStep(
            text=N_(
                "Yours. And with it spades are broken, as one says: from now on they may be led. Nothing beats"
                " {joker:the}, whoever plays what: lead it."
            ),
            expected_actions=("play BJ",),
            wrong_answers={
                "play Ks": N_("The ace of spades and the little joker are still out: they would beat the king."),
                "": N_("Not wrong, but the joker is a certain trick. Take it."),
            },
            values={"joker": Card("BJ")},
            highlights=highlight("BJ"),
        ),
        LessonStep(
            text=N_(
                "{count} tricks. The ace and the king of diamonds have fallen, so nothing in its suit beats"
                " {queen:the}. Lead it."
            ),
            actions=split_actions("1 play 3s, 2 play 5s, 3 play 8s"),
            expected_actions=("play Qd",),
            wrong_answers={"": N_("One trick is missing, and here it lies: the queen of diamonds is the highest now.")},
            values={"count": 3, "queen": Card("Qd")},
            highlights=highlight("Qd"),
        ),
        LessonStep(
            text=N_(
                "{count} tricks: your bid is made. What comes now is worth a single point a trick; for the others it"
                " is about their bids, and who can keep one from his takes his points away. We pass over the rest."
            ),
            actions=split_actions("1 play 3d, 2 play 7d, 3 play 9d"),
            values={"count": 4},
            highlights=highlight("", LEARNER_SEAT),
        ),
        LessonStep(
            text=N_(
                "You bid {bid} and took {count}: {trick} points for each trick of the bid and one for the trick beyond"
                " it make {score}. Bruno gets {bruno}, Dino {dino}. Carla bid {asked} and took only one: nothing for"
                " her."
            ),
            actions=LAST_TRICKS_ACTIONS,
            is_instant=True,
            values={
                "bid": 4,
                "count": 5,
                "trick": POINTS_PER_BID_TRICK,
                "score": 41,
                "bruno": 31,
                "dino": 30,
                "asked": 2,
            },
            highlights=highlight("", LEARNER_SEAT, BRUNO, CARLA, DINO),
        ),
        LessonStep(
            text=N_(
                "Two house rules for later. Bags: each trick beyond the bid is a bag, and {bags} bags cost {cost}"
                " points. Nil: who bids no trick at all wins {nil} points if he takes none, and else loses as many."
            ),
            values={"bags": BAGS_PER_PENALTY, "cost": BAG_PENALTY_POINTS, "nil": NIL_POINTS},
        ),
        LessonStep(
            text=N_(
                "That is Spades: who first has {target} points wins the match. F1 tells you the rest, at any time."
            ),
            values={"target": SpadesOptions().target},
        ),
    ),
)
