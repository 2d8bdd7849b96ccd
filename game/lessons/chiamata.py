"""The guided first deals of Briscola chiamata (source 000).

The learner is the caller, then the secret partner.
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
from game.rules.briscola_family import CARD_POINTS, HALF_PACK_POINTS, PACK_POINTS
from game.rules.chiamata.options import ChiamataOptions

BRUNO, CARLA, DINO, ELSA = 1, 2, 3, 4
CALLER_PACK: Final = build_pack_by_single_cards(
    (
        "Ah 3h 7h 4h Ad 2d 5s 6c",
        "4d 2s Kc 7d Kh 6d Ac 7s",
        "Kd 3s 2c Qd Qc As Jd 7c",
        "5d Jh 4c Qh Ks Jc 2h 4s",
        "3d Qs 5c 6s 5h 6h Js 3c",
    ),
    ELSA,
)
PARTNER_PACK: Final = build_pack_by_single_cards(
    (
        "As 3c 4s 6s 2d 5h Jd 7s",
        "Ac 7c Kc Jc 3d Qc Kd Ks",
        "2h 5s 5c Js Qh 3h 7h Ah",
        "5d 6d 4d 7d 4c Kh Qd 3s",
        "4h 6h Qs Ad 2c 2s Jh 6c",
    ),
    LEARNER_SEAT,
)
LAST_TRICKS_ACTIONS: Final = split_actions(
    "1 play Kd, 2 play 5c, 3 play 4d, 4 play 6c, 0 play 5h, 4 play 2s, 0 play 2d, 1 play Ks, 2 play 7h, 3 play 3s,"
    "3 play 7d, 4 play Jh, 0 play 7s, 1 play Jc, 2 play Js, 1 play Qc, 2 play Qh, 3 play Qd, 4 play Qs, 0 play Jd,"
    "1 play Kc, 2 play 3h, 3 play 4c, 4 play 2c, 0 play 6s, 1 play 3d, 2 play Ah, 3 play Kh, 4 play Ad, 0 play 4s"
)
"""The last six tricks of the second deal."""


TOO_LOW_CALL_FEEDBACK: Final = N_(
    "No need to go so low: call as high as you can. The card you ask for should be a strong one."
)
OWN_CARD_FEEDBACK: Final = N_(
    "You may call what you hold yourself, but then nobody helps you: one against four. Ask for one you lack."
)
KEEP_HIGH_TRUMPS_FEEDBACK: Final = N_(
    "Your high trumps will win later, when there is more to be taken. Lead a card that is worth nothing."
)

LESSON: Final = Lesson(
    options=ChiamataOptions(),
    other_names=("Bruno", "Carla", "Dino", "Elsa"),
    first_dealer=ELSA,
    minutes=10,
    steps=(
        LessonStep(
            text=N_(
                "Briscola chiamata: five players, all {all} points in your hands, nothing to draw. The cards beat each"
                " other as in Briscola, and you may play any card at any time. But there is no trump yet: it is"
                " called."
            ),
            pack=CALLER_PACK,
            values={"all": PACK_POINTS},
        ),
        LessonStep(
            text=N_(
                "In each deal one player, the caller, plays together with a secret partner against the other three."
                " Who is the caller is settled in an auction: one calls a rank, the next must call a lower one or"
                " pass. Who passed is out. The last one left is the caller."
            ),
        ),
        LessonStep(
            text=N_(
                "You speak first. Look at your cups: {ace:the}, {three:the} and two small ones. Cups shall be your"
                " trump! The highest of them that you lack is the king. Whoever has it shall be your partner: call the"
                " king."
            ),
            expected_actions=("call K",),
            wrong_answers={
                "pass": N_("With ace and three of one suit? Such a hand does not come often: call."),
                "call A": OWN_CARD_FEEDBACK,
                "call 3": OWN_CARD_FEEDBACK,
                "": TOO_LOW_CALL_FEEDBACK,
            },
            values={"ace": Card("Ah"), "three": Card("3h")},
            highlights=highlight("Ah 3h 7h 4h"),
        ),
        LessonStep(
            text=N_(
                "Bruno, Dino and Elsa pass, but Carla has called lower: {queen:the}. Whether she means your suit"
                " nobody knows, only the rank is said. You must go below her: call the knave, or pass."
            ),
            actions=split_actions("1 pass, 2 call Q, 3 pass, 4 pass"),
            expected_actions=("call J",),
            wrong_answers={
                "pass": N_(
                    "Then Carla plays with her trump, and your fine cups are worth little. One lower you can go."
                ),
                "": TOO_LOW_CALL_FEEDBACK,
            },
            values={"queen": "Q"},
            highlights=highlight("", CARLA),
        ),
        LessonStep(
            text=N_(
                "Carla passes too: you are the caller. Now say the suit. The knave of that suit is called, and its"
                " suit becomes trump."
            ),
            actions=("2 pass",),
            expected_actions=("name h",),
            wrong_answers={"": N_("Of that suit you hold too little. Cups are your long and strong suit: name them.")},
            highlights=highlight("Ah 3h 7h 4h"),
        ),
        LessonStep(
            text=N_(
                "Whoever holds {jack:the} is your partner. He alone knows it, and does not say so: you guess, and so"
                " do your opponents. Together you need {points} points; {half} are not enough."
            ),
            values={"jack": Card("Jh"), "points": 61, "half": HALF_PACK_POINTS},
            highlights=highlight("", BRUNO, CARLA, DINO, ELSA),
        ),
        LessonStep(
            text=N_(
                "Who sits after the dealer leads first, caller or not: that is you. Begin quietly with a liscio, a"
                " card without points: {two:the}. You keep the trumps for what is worth it."
            ),
            expected_actions=("play 2d",),
            wrong_answers={
                **map_actions_to_answer("play Ah, play 3h", KEEP_HIGH_TRUMPS_FEEDBACK),
                "play Ad": N_(
                    "Four others play after you, and each may trump: {card:the} is {eleven} points, do not risk it."
                ),
                "": N_("That could be done. But the two of coins is worth nothing at all: start with that."),
            },
            values={"two": Card("2d"), "eleven": CARD_POINTS["A"]},
            highlights=highlight("2d"),
        ),
        LessonStep(
            text=N_(
                "Elsa took it with the three, {points} points. No matter. Who might be with you? Nobody has shown it"
                " yet. Now Elsa leads {queen:the}, and three more will play after you: do not spend anything here,"
                " play {five:the}."
            ),
            actions=split_actions("1 play 4d, 2 play Kd, 3 play 5d, 4 play 3d, 4 play Qs"),
            expected_actions=("play 5s",),
            wrong_answers={
                "play Ad": N_("The ace of coins cannot win here: it would be a present of {eleven} points."),
                **map_actions_to_answer("play Ah, play 3h", KEEP_HIGH_TRUMPS_FEEDBACK),
                "": N_("Too early: there is little in the trick, and three more play after you."),
            },
            values={"points": 14, "queen": Card("Qs"), "five": Card("5s"), "eleven": CARD_POINTS["A"]},
            highlights=highlight("5s"),
        ),
        LessonStep(
            text=N_(
                "There: Dino has trumped Carla's three with {jack:the}, the called card! Now everybody knows it: Dino"
                " is your partner, the others are your opponents. {points} points for you both."
            ),
            actions=split_actions("1 play 2s, 2 play 3s, 3 play Jh"),
            values={"jack": Card("Jh"), "points": 15},
            highlights=highlight("", DINO),
        ),
        LessonStep(
            text=N_(
                "Dino leads {four:the}. There is nothing in the trick, and two opponents are still to play. Play a"
                " little one too, {six:the}, and see."
            ),
            actions=split_actions("3 play 4c, 4 play 5c"),
            expected_actions=("play 6c",),
            wrong_answers={"": N_("For a trick with nothing in it that is too much. Give {six:the}.")},
            values={"four": Card("4c"), "six": Card("6c")},
            highlights=highlight("6c"),
        ),
        LessonStep(
            text=N_(
                "Bruno took it and led. This time you are the last to play, and Dino is winning with a trump: nobody"
                " can take it from him. Whatever you add is yours: load it with a carico, {ace:the}!"
            ),
            actions=split_actions("1 play Kc, 2 play 2c, 1 play 7d, 2 play Qd, 3 play Qh, 4 play 6s"),
            expected_actions=("play Ad",),
            wrong_answers={
                **map_actions_to_answer(
                    "play Ah, play 3h",
                    N_("You would take the trick from your own partner, and one of your best trumps would be gone."),
                ),
                "": N_("You have the ace of coins, which never gets home as safely as here. Load it."),
            },
            values={"ace": Card("Ad")},
            highlights=highlight("Ad", DINO),
        ),
        LessonStep(
            text=N_(
                "{points} points in one trick; together you have {ours}. Dino leads his king and Elsa adds a knave:"
                " {now} points lie there. But the ace of swords is still out, and Bruno and Carla are still to play."
                " Trump it yourself, with the smallest."
            ),
            actions=split_actions("3 play Ks, 4 play Js"),
            expected_actions=("play 4h",),
            wrong_answers={
                "play 7h": N_("Who can beat the four can beat the seven: keep the better one."),
                "": N_("So high is not needed here, and you will want that trump to lead it later. The four."),
            },
            values={"points": 17, "ours": 32, "now": 6},
            highlights=highlight("4h"),
        ),
        LessonStep(
            text=N_(
                "Good, it held. Now you have only the highest trumps left: bring them home. Nothing in the pack beats"
                " {ace:the}. Your partner will add what he has."
            ),
            actions=split_actions("1 play 7s, 2 play 7c"),
            expected_actions=("play Ah",),
            wrong_answers={
                "play 3h": N_("The ace is yours as well, so that would go too. But lead the ace first."),
                "": N_("The king of cups is still out and would take it. First the ace."),
            },
            values={"ace": Card("Ah")},
            highlights=highlight("Ah"),
        ),
        LessonStep(
            text=N_(
                "You both have {ours} points. And {three:the} is the highest trump now: only {count} others are still"
                " out, the king, the six and the two. Lead it."
            ),
            actions=split_actions("1 play 6d, 2 play Jd, 3 play Jc, 4 play 5h"),
            expected_actions=("play 3h",),
            wrong_answers={"play 7h": N_("The king would take that one. With the three nothing can happen to you.")},
            values={"ours": 53, "three": Card("3h"), "count": 3},
            highlights=highlight("3h"),
        ),
        LessonStep(
            text=N_(
                "{ours} points: that is more than {points}, the contract is made. One card is left; it need not win"
                " any more, for the king of cups is still out."
            ),
            actions=split_actions("1 play Ac, 2 play Qc, 3 play 4s, 4 play 6h"),
            expected_actions=("play 7h",),
            values={"ours": 77, "points": 61},
        ),
        LessonStep(
            text=N_(
                "{ours} points together: won. The caller gets {yours}, his partner {dino}, and {bruno} comes off for"
                " each of the others. Lost, it would have been the same the other way round. Who calls the two may"
                " also raise the points he wants to make; then more is at stake."
            ),
            actions=split_actions("1 play Kh, 2 play As, 3 play 2h, 4 play 3c"),
            values={"ours": 77, "yours": 2, "dino": 1, "bruno": 1},
            highlights=highlight("", LEARNER_SEAT, DINO),
        ),
        LessonStep(
            text=N_(
                "The second deal: now you have dealt, and Bruno speaks first. He calls {rank:the}, and the others"
                " pass. What do you do with this hand?"
            ),
            pack=PARTNER_PACK,
            actions=split_actions("1 call 3, 2 pass, 3 pass, 4 pass"),
            expected_actions=("pass",),
            wrong_answers={
                "": N_("You have two carichi, but no long suit that could be your trump: that would be lost. Pass.")
            },
            values={"rank": "3"},
            highlights=highlight("", BRUNO),
        ),
        LessonStep(
            text=N_(
                "Bruno names batons: he calls {three:the}. That is your card! You are his partner, and only you know"
                " it. Do not let it be seen before it pays."
            ),
            actions=("1 name c",),
            values={"three": Card("3c")},
            highlights=highlight("3c"),
        ),
        LessonStep(
            text=N_(
                "Bruno leads a trump, the seven, and the others give nothing. You are the last; your partner has the"
                " trick. How do you help him without showing your card?"
            ),
            actions=split_actions("1 play 7c, 2 play 2h, 3 play 5d, 4 play 4h"),
            expected_actions=("play As",),
            wrong_answers={
                "play 3c": N_("It would win, but from your own partner, and everybody would know you. Stay hidden."),
                "": N_("That does no harm. But a carico is safe here: load the trick with {ace:the}."),
            },
            values={"ace": Card("As")},
            highlights=highlight("As", BRUNO),
        ),
        LessonStep(
            text=N_(
                "{points} points for your side. The others may guess something now, but they do not know. Bruno leads"
                " {ace:the}: nothing beats it. Now your three pays: lay it, and it brings its {ten} points home."
            ),
            actions=split_actions("1 play Ac, 2 play 5s, 3 play 6d, 4 play 6h"),
            expected_actions=("play 3c",),
            wrong_answers={"": N_("You could stay hidden. But {ten} points as safe as these will not come again.")},
            values={"points": 11, "ace": Card("Ac"), "ten": CARD_POINTS["3"]},
            highlights=highlight("3c"),
        ),
        LessonStep(
            text=N_(
                "Now all know you. We pass over the rest: Bruno's side comes to {ours} points and wins. He gets"
                " {bruno}, you as his partner {yours}, and {carla} comes off for each of the others."
            ),
            actions=LAST_TRICKS_ACTIONS,
            is_instant=True,
            values={"ours": 66, "bruno": 2, "yours": 1, "carla": 1},
            highlights=highlight("", LEARNER_SEAT, BRUNO),
        ),
        LessonStep(
            text=N_(
                "You know the game now; its charm is in the guessing: who is with whom? Watch who loads whose tricks."
                " If you call a card you hold yourself, you play alone against four. F1 tells you the rest, at any"
                " time."
            ),
        ),
    ),
)
