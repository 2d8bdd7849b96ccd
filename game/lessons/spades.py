"""The guided first deal of Spades (source 001).

It has a bid, the first six tricks one by one, and the score.
"""

from __future__ import annotations

from typing import Final

from game.core.cards import Card
from game.core.messages import N_
from game.lessons.lesson import (
    LEARNER_SEAT,
    LearnedRule,
    Lesson,
    LessonStep,
    build_pack_by_single_cards,
    highlight,
    map_actions_to_answer,
    split_actions,
)
from game.rules.spades.options import SpadesOptions
from game.rules.spades.scoring import (
    POINTS_LOST_PER_BAG,
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
    game_id="spades",
    options=SpadesOptions(),
    other_names=("Bruno", "Carla", "Dino"),
    first_dealer=DINO,
    steps=(
        LessonStep(
            text=N_(
                "Here you play Spades without partners: everyone plays alone and gets {size} cards. First you bid: "
                "you say how many tricks you'll take. Then you play, and you score only if you make your bid."
            ),
            pack=PACK,
            values={"size": 13},
        ),
        LessonStep(
            text=N_(
                "Spades are always trump: any spade beats any card of another suit. The two jokers "
                "are the highest spades: the little joker beats the ace, and {joker:the} beats "
                "everything. You have it."
            ),
            values={"joker": Card("BJ")},
            highlights=highlight("BJ Ks 9s 4s"),
        ),
        LessonStep(
            text=N_(
                "Count your sure tricks: {joker:the}, {ace:the} and one from the king and queen of "
                "diamonds. Since you have few clubs, add one from a small spade. Bid four and no "
                "more."
            ),
            expected_actions=("bid 4",),
            wrong_answers={
                **map_actions_to_answer(
                    "bid 1, bid 2, bid 3",
                    N_(
                        "That's safe but too low: each trick you bid is worth {trick} points, each extra trick"
                        " only one."
                    ),
                ),
                "": N_(
                    "That's bold! If you miss your bid, you score nothing. Count again: your hand "
                    "is worth about four tricks."
                ),
            },
            values={"joker": Card("BJ"), "ace": Card("Ah"), "trick": POINTS_PER_BID_TRICK},
            highlights=highlight("BJ Ah Kd Qd"),
        ),
        LessonStep(
            text=N_(
                "Bruno bids {bruno}, Carla {carla} and Dino {dino}. You're on the dealer's left, so "
                "you lead. You can't lead spades until a spade has been played. Lead {ace:the} while "
                "it's safe."
            ),
            actions=split_actions("1 bid 3, 2 bid 2, 3 bid 3"),
            expected_actions=("play Ah",),
            wrong_answers={
                **map_actions_to_answer("play 2h, play 3h, play 7h", OTHER_HEART_FEEDBACK),
                "": N_("Not yet: the ace of hearts is safe now. Later a player may have no hearts left and trump it."),
            },
            values={"bruno": 3, "carla": 2, "dino": 3, "ace": Card("Ah")},
            highlights=highlight("Ah", BRUNO, CARLA, DINO),
        ),
        LessonStep(
            trick_text=N_(
                "If you have cards of the suit led, you must play one of them, so everyone played a "
                "heart. You win the trick and lead again."
            ),
            text=N_("Lead {king:the} to force out the ace: then your queen is the highest."),
            actions=split_actions("1 play 4h, 2 play Th, 3 play Jh"),
            expected_actions=("play Kd",),
            wrong_answers={
                "play Qd": N_("The queen works too. But lead the king first, to see which cards are left."),
                "": N_("That doesn't help you: the ace of diamonds must come out first, and the king forces it out."),
            },
            values={"king": Card("Kd")},
            highlights=highlight("Kd Qd"),
        ),
        LessonStep(
            trick_text=N_("As expected, Bruno had the ace of diamonds."),
            text=N_(
                "Now Bruno leads {led:the}. You must follow suit, and you have only one club: {club:the}. You can't"
                " play any other card: try it if you like."
            ),
            actions=split_actions("1 play Ad, 2 play 5d, 3 play 8d, 1 play Ac, 2 play 9c, 3 play 6c"),
            expected_actions=("play 5c",),
            values={"led": Card("Ac"), "club": Card("5c")},
            highlights=highlight("5c"),
        ),
        LessonStep(
            text=N_(
                "Clubs again, {led:the}, and you have none left: now you may play any card, even a spade. You play"
                " last, so your lowest spade is enough: trump with {spade:the}."
            ),
            actions=split_actions("1 play Kc, 2 play Tc, 3 play 7c"),
            expected_actions=("play 4s",),
            wrong_answers={
                **map_actions_to_answer(
                    "play 9s, play Ks, play BJ", N_("That would win the trick too, but your lowest spade is enough.")
                ),
                "": N_(
                    "If you play that card, Bruno wins the trick. You may discard here, but you need tricks: trump it."
                ),
            },
            values={"led": Card("Kc"), "spade": Card("4s")},
            highlights=highlight("4s"),
        ),
        LessonStep(
            trick_text=N_("The trick is yours, and spades are broken: you may lead them from now on."),
            text=N_("Nothing beats {joker:the}: lead it."),
            expected_actions=("play BJ",),
            wrong_answers={
                "play Ks": N_("The ace of spades and the little joker are still out: they would beat the king."),
                "": N_("That's not wrong, but the joker is a sure trick. Lead it."),
            },
            values={"joker": Card("BJ")},
            highlights=highlight("BJ"),
        ),
        LessonStep(
            trick_text=N_("This trick is yours too."),
            text=N_(
                "The ace and king of diamonds have been played, so nothing in that suit beats {queen:the}. Lead it."
            ),
            actions=split_actions("1 play 3s, 2 play 5s, 3 play 8s"),
            expected_actions=("play Qd",),
            wrong_answers={
                "": N_("You need one more trick, and here it is: the queen of diamonds is now the highest.")
            },
            values={"queen": Card("Qd")},
            highlights=highlight("Qd"),
        ),
        LessonStep(
            text=N_(
                "{count} tricks: you've made your bid. Each extra trick is worth a single point. The "
                "others still need tricks: if you take one that another player needs, that player "
                "scores nothing. We'll skip the rest."
            ),
            actions=split_actions("1 play 3d, 2 play 7d, 3 play 9d"),
            values={"count": 4},
            highlights=highlight("", LEARNER_SEAT),
        ),
        LessonStep(
            text=N_(
                "You bid {bid} and took {count}: {trick} points for each trick you bid and one for "
                "the extra trick make {score}. Bruno scores {bruno} and Dino {dino}. Carla bid "
                "{asked} but took only one, and scores nothing."
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
                "Two house rules for later. Bags: each trick over your bid is a bag, and {bags} bags cost {cost}"
                " points. Nil: bid no tricks, and you win {nil} points if you take none. If you take any, you lose"
                " {nil}."
            ),
            values={
                "bags": SpadesOptions().bag_limit,
                "cost": SpadesOptions().bag_limit * POINTS_LOST_PER_BAG,
                "nil": SpadesOptions().nil_points,
            },
        ),
        LessonStep(
            text=N_(
                "That's Spades: the first player to reach {target} points wins the match. Press F1 "
                "at any time to read more."
            ),
            values={"target": SpadesOptions().target},
        ),
    ),
    learned_rules=(
        LearnedRule(Card("As"), N_("Trumps"), N_("Spades beat every other suit.")),
        LearnedRule(Card("Kh"), N_("Your bid"), N_("Take at least as many tricks as you bid.")),
        LearnedRule(Card("2c"), N_("Follow suit"), N_("If you have the suit that was led, you must play it.")),
    ),
)
