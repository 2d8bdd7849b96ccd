"""The guided first deal of Spades with partners (docs/rules.md, "Partners").

It has the bids, a nil of the partner that the learner covers, six tricks, and the score.
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
    split_actions,
)
from game.rules.spades.options import PARTNERS_OPTIONS
from game.rules.spades.phases import BLIND_NIL_DEFICIT_POINTS
from game.rules.spades.scoring import POINTS_LOST_PER_BAG, POINTS_PER_BID_TRICK

BRUNO, CARLA, DINO = 1, 2, 3
PACK: Final = build_pack_by_single_cards(
    (
        "As Ks 9s 4s Ah Qh 6h Kd 7d 3d Ac Qc 5c",
        "Qs Ts 7s Th 7h 3h Ad Jd 8d Kc 9c 7c 3c",
        "3s 2s Jh 8h 5h 4h 9d 6d 4d 2d 8c 6c 2c",
        "Js 8s 6s 5s Kh 9h 2h Qd Td 5d Jc Tc 4c",
    ),
    LEARNER_SEAT,
)
LAST_TRICKS_ACTIONS: Final = split_actions(
    "0 play 7d, 1 play Jd, 2 play 6d, 3 play Qd, 3 play Kh, 0 play 6h, 1 play Th, 2 play 5h, 3 play Td, 0 play 3d,"
    "1 play 8d, 2 play 4d, 3 play 5s, 0 play Ks, 1 play 7s, 2 play 3s, 0 play As, 1 play Ts, 2 play 2s, 3 play 6s,"
    "0 play 4s, 1 play Qs, 2 play 4h, 3 play 8s, 1 play 7c, 2 play 2d, 3 play Js, 0 play 9s"
)
"""The last seven tricks."""

LESSON: Final = Lesson(
    game_id="spades",
    title=N_("Spades with partners"),
    options=PARTNERS_OPTIONS,
    other_names=("Bruno", "Carla", "Dino"),
    first_dealer=LEARNER_SEAT,
    steps=(
        LessonStep(
            text=N_(
                "Now you have a partner: you and Carla, who sits opposite, play against Bruno and Dino. Your bids, your"
                " tricks and your points count together. There are no jokers."
            ),
            pack=PACK,
            highlights=highlight("", CARLA),
        ),
        LessonStep(
            text=N_(
                "Bruno bids {bruno}, Carla bids nil, and Dino bids {dino}. A side's bids add up to "
                "its contract. Nil means no tricks at all. If Carla takes none, you score {nil} "
                "points; if Carla takes any, you lose the same number."
            ),
            actions=split_actions("1 bid 3, 2 bid 0, 3 bid 3"),
            values={"bruno": 3, "dino": 3, "nil": PARTNERS_OPTIONS.nil_points},
            highlights=highlight("", BRUNO, CARLA, DINO),
        ),
        LessonStep(
            text=N_(
                "Carla bids nil, so your bid alone is the contract. Count your sure tricks: {first:the}, "
                "{second:the}, {third:the} and {fourth:the}. Bid four."
            ),
            expected_actions=("bid 4",),
            wrong_answers={
                "bid 0": N_("With your high spades and aces you would surely take a trick. Bid four."),
                "": N_("Bid your four sure tricks: if you miss the contract, each trick you bid costs {trick} points."),
            },
            values={
                "first": Card("As"),
                "second": Card("Ks"),
                "third": Card("Ah"),
                "fourth": Card("Ac"),
                "trick": POINTS_PER_BID_TRICK,
            },
            highlights=highlight("As Ks Ah Ac"),
        ),
        LessonStep(
            text=N_(
                "Bruno led, and Carla had to follow suit: {jack:the} is winning, and the nil is in "
                "danger. Take the trick yourself: {queen:the} is high enough."
            ),
            actions=split_actions("1 play 3h, 2 play Jh, 3 play 2h"),
            expected_actions=("play Qh",),
            wrong_answers={
                "play Ah": N_("That saves the nil too, but the queen is enough. Keep the ace for the next trick."),
                "play 6h": N_("If you play the six, Carla wins the trick, and the nil fails. Take it with the queen."),
            },
            values={"jack": Card("Jh"), "queen": Card("Qh")},
            highlights=highlight("Qh", CARLA),
        ),
        LessonStep(
            trick_text=N_("The nil is safe for now."),
            text=N_("Protect the nil with high cards, so that Carla can play lower ones. Lead {ace:the}."),
            expected_actions=("play Ah",),
            wrong_answers={"": N_("Carla might have to beat a lower card. Lead the ace of hearts.")},
            values={"ace": Card("Ah")},
            highlights=highlight("Ah"),
        ),
        LessonStep(
            trick_text=N_("Carla has safely played a high heart below your ace, and the trick is yours."),
            text=N_("Do the same in clubs: lead {ace:the}."),
            actions=split_actions("1 play 7h, 2 play 8h, 3 play 9h"),
            expected_actions=("play Ac",),
            wrong_answers={"": N_("Lead your last ace while everyone still has clubs.")},
            values={"ace": Card("Ac")},
            highlights=highlight("Ac"),
        ),
        LessonStep(
            trick_text=N_("This trick is yours too."),
            text=N_(
                "Now lead {king:the}. If Bruno or Dino takes it with the ace, Carla can still play a high diamond "
                "below it."
            ),
            actions=split_actions("1 play 3c, 2 play 8c, 3 play 4c"),
            expected_actions=("play Kd",),
            wrong_answers={"": N_("A low card doesn't protect Carla. Lead the king of diamonds.")},
            values={"king": Card("Kd")},
            highlights=highlight("Kd"),
        ),
        LessonStep(
            trick_text=N_("Bruno had the ace, and Carla got rid of the nine."),
            text=N_(
                "Bruno leads {led:the}, and Carla plays lower. You can't beat it: play {low:the} and keep your queen."
            ),
            actions=split_actions("1 play Ad, 2 play 9d, 3 play 5d, 1 play Kc, 2 play 6c, 3 play Tc"),
            expected_actions=("play 5c",),
            wrong_answers={"play Qc": N_("The queen can't beat the king. Keep it to win the next club trick.")},
            values={"led": Card("Kc"), "low": Card("5c")},
            highlights=highlight("5c"),
        ),
        LessonStep(
            text=N_("Clubs again, and Carla plays low. You play last: win with {queen:the}, your only club."),
            actions=split_actions("1 play 9c, 2 play 2c, 3 play Jc"),
            expected_actions=("play Qc",),
            values={"queen": Card("Qc")},
            highlights=highlight("Qc"),
        ),
        LessonStep(
            text=N_(
                "{count} tricks: your contract is made. Each extra trick scores one point but counts "
                "as a bag: {bags} bags cost {cost} points. Your side keeps its bags from deal to "
                "deal. We'll skip the rest."
            ),
            values={
                "count": 4,
                "bags": PARTNERS_OPTIONS.bag_limit,
                "cost": PARTNERS_OPTIONS.bag_limit * POINTS_LOST_PER_BAG,
            },
            highlights=highlight("", LEARNER_SEAT),
        ),
        LessonStep(
            text=N_(
                "Carla took no tricks: {nil} points. You bid {bid} and took {count}, two more than you needed, so your"
                " side scores {score} and has two bags. Bruno and Dino score {other}."
            ),
            actions=LAST_TRICKS_ACTIONS,
            is_instant=True,
            values={"nil": PARTNERS_OPTIONS.nil_points, "bid": 4, "count": 6, "score": 142, "other": 61},
            highlights=highlight("", LEARNER_SEAT, BRUNO, CARLA, DINO),
        ),
        LessonStep(
            text=N_(
                "The first side to reach {target} points wins. Some tables play blind nil, for twice "
                "the points. If your side is at least {behind} points behind, you may bid nil before "
                "you see your cards. Press F1 for the rest."
            ),
            values={"target": PARTNERS_OPTIONS.target, "behind": BLIND_NIL_DEFICIT_POINTS},
        ),
    ),
    learned_rules=(
        LearnedRule(Card("As"), N_("Contract"), N_("The bids of both partners count together.")),
        LearnedRule(Card("2c"), N_("Nil"), N_("If your partner bids nil, protect it with high cards.")),
        LearnedRule(
            Card("Kd"),
            N_("Bags"),
            N_("{bags} tricks over your bids cost {cost} points."),
            {
                "bags": PARTNERS_OPTIONS.bag_limit,
                "cost": PARTNERS_OPTIONS.bag_limit * POINTS_LOST_PER_BAG,
            },
        ),
    ),
)
