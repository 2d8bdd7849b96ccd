"""The guided first deal of Briscola for two players (source 002).

The first tricks go one by one, then the last three.
"""

from __future__ import annotations

from typing import Final

from game.core.cards import Card, parse_cards
from game.core.messages import N_
from game.lessons.lesson import LEARNER_SEAT, Lesson, LessonStep, build_pack_by_single_cards, highlight, split_actions
from game.rules.briscola.options import BriscolaOptions
from game.rules.briscola_family import CARD_POINTS, HALF_PACK_POINTS, PACK_POINTS

BRUNO_SEAT: Final = 1
STOCK: Final = (
    "Ks As 6c Ac 7s 2c Qh 6h 6s 7h 3c Jd Ad Kh Qd Jc 7d 5h Ah 2h 2s Jh 7c 5d Qc Qs 3d 6d 3s 5c 4d Js 4h"
)  # fmt: skip
"""The stock in the order in which it is drawn, before the turned card."""
PACK: Final = (*build_pack_by_single_cards(("4c 3h 2d", "Kc 5s 4s"), BRUNO_SEAT), *parse_cards(f"Kd {STOCK}"))
MIDDLE_ACTIONS: Final = split_actions(
    "0 play 6h, 1 play Qh, 1 play 7h, 0 play 6s, 1 play 2c, 0 play Kh, 1 play 3c, 0 play Jd, 0 play Jc, 1 play 5h,"
    "0 play Ah, 1 play Qd, 1 play 2h, 0 play Jh, 0 play 7c, 1 play 2s, 0 play Qc, 1 play 5d, 1 play 3d, 0 play 6d,"
    "1 play 3s, 0 play 7d, 0 play 4d, 1 play Ad"
)
"""The actions between the fifth trick and the last three."""

TRUMP_TOO_SOON_FEEDBACK: Final = N_(
    "A trump is worth keeping: later it takes a trick with points in it, of whatever suit."
)
POINTS_FOR_OPPONENT_FEEDBACK: Final = N_("With {card:the} in the trick you give points away: Bruno would take them.")

LESSON: Final = Lesson(
    options=BriscolaOptions(),
    other_names=("Bruno",),
    first_dealer=BRUNO_SEAT,
    minutes=5,
    steps=(
        LessonStep(
            text=N_(
                "Welcome! You play Briscola against Bruno, each with three cards in hand. There are {all} points in"
                " the pack: who takes more than {half} of them wins the deal."
            ),
            pack=PACK,
            values={"all": PACK_POINTS, "half": HALF_PACK_POINTS},
        ),
        LessonStep(
            text=N_(
                "The ace counts {ace} points and the three {three}: these two are called carichi. The king counts"
                " {king}, the knight {knight}, the knave {knave}, all others nothing. Mind the three: it beats all but"
                " the ace. You hold such a carico, {card:the}."
            ),
            values={
                "ace": CARD_POINTS["A"],
                "three": CARD_POINTS["3"],
                "king": CARD_POINTS["K"],
                "knight": CARD_POINTS["Q"],
                "knave": CARD_POINTS["J"],
                "card": Card("3h"),
            },
            highlights=highlight("3h"),
        ),
        LessonStep(
            text=N_(
                "The card turned up, {card:the}, fixes the trump: {suit}. Any trump beats any card of another suit."
                " The others lie in the stock; the turned card is the last one to be drawn."
            ),
            values={"card": Card("Kd"), "suit": "d"},
            highlights=highlight("Kd", has_corner=True),
        ),
        LessonStep(
            text=N_(
                "Bruno has dealt, so you play the first card. The first card of a trick is often lost: lead one that"
                " is worth nothing, a liscio. Play {liscio:the}: click it, or press its number."
            ),
            expected_actions=("play 4c",),
            wrong_answers={"play 3h": POINTS_FOR_OPPONENT_FEEDBACK, "play 2d": TRUMP_TOO_SOON_FEEDBACK},
            values={"liscio": Card("4c")},
            highlights=highlight("4c"),
        ),
        LessonStep(
            text=N_(
                "Bruno's king is higher in the suit you led, and nobody played a trump: the trick is his, for {points}"
                " points. Who takes it draws the first card from the stock, then the other; and he leads to the next"
                " trick."
            ),
            actions=("1 play Kc",),
            values={"points": 4},
            highlights=highlight("", BRUNO_SEAT),
        ),
        LessonStep(
            text=N_(
                "Bruno leads a five, and you are the last to play: nobody can beat you any more. That is the moment to"
                " bring a carico home. Take the trick with {ace:the}."
            ),
            actions=("1 play 5s",),
            expected_actions=("play As",),
            wrong_answers={
                "play 2d": N_("That would take the trick too, but with nothing in it, and your trump would be gone."),
                "play 3h": N_(
                    "In Briscola you may play any card: nobody must follow suit. But {card:the} is not of the suit led"
                    " and no trump, so it cannot win; Bruno would get your {ten} points."
                ),
            },
            values={"ace": Card("As"), "ten": CARD_POINTS["3"]},
            highlights=highlight("As"),
        ),
        LessonStep(
            text=N_("{points} points for you. You took the trick, so you lead again: once more with a liscio."),
            expected_actions=("play 6c",),
            wrong_answers={"play 3h": POINTS_FOR_OPPONENT_FEEDBACK, "play 2d": TRUMP_TOO_SOON_FEEDBACK},
            values={"points": 11},
            highlights=highlight("6c", LEARNER_SEAT),
        ),
        LessonStep(
            text=N_(
                "Bruno plays {card:the}. He need not follow suit, but a card of another suit that is no trump never"
                " wins, however high. So your six takes the trick, though there is nothing in it. Lead {liscio:the}"
                " now."
            ),
            actions=("1 play 4s",),
            expected_actions=("play 7s",),
            wrong_answers={"play 3h": POINTS_FOR_OPPONENT_FEEDBACK, "play 2d": TRUMP_TOO_SOON_FEEDBACK},
            values={"card": Card("4s"), "liscio": Card("7s")},
            highlights=highlight("7s"),
        ),
        LessonStep(
            text=N_(
                "The king of swords took {points} points, and now Bruno leads {ace:the}. Nothing of its suit beats it;"
                " but what did you keep your little trump for? Play {two:the}."
            ),
            actions=("1 play Ks", "1 play Ac"),
            expected_actions=("play 2d",),
            wrong_answers={
                "play 3h": N_(
                    "Only a trump beats that ace: with {card:the} Bruno would take the trick and your {ten} points."
                ),
                "": N_("Then the ace would be his. Only a trump beats it, even the lowest."),
            },
            values={"points": 4, "ace": Card("Ac"), "two": Card("2d"), "ten": CARD_POINTS["3"]},
            highlights=highlight("2d"),
        ),
        LessonStep(
            text=N_(
                "The lowest trump has caught an ace: {points} points. You have {yours} points now, Bruno has {his}."
                " Nobody says that aloud at the table: who counts along, knows."
            ),
            values={"points": 11, "yours": 22, "his": 8},
            highlights=highlight("", LEARNER_SEAT, BRUNO_SEAT),
        ),
        LessonStep(
            text=N_(
                "We pass over most of the others. The stock is used up, the turned card came to you, and nobody draws"
                " any more: {left} tricks are left. You have {yours} points, Bruno {his}; you need more than {half}."
            ),
            actions=MIDDLE_ACTIONS,
            is_instant=True,
            values={"yours": 48, "his": 53, "half": HALF_PACK_POINTS, "left": 3},
        ),
        LessonStep(
            text=N_(
                "Bruno leads {queen:the}. If you have counted, you know: your king is the last trump, all others have"
                " fallen. So nothing can happen to you: take the trick with {king:the}."
            ),
            actions=("1 play Qs",),
            expected_actions=("play Kd",),
            wrong_answers={
                "play 3h": N_("A carico that cannot win is a present: with {card:the} in it Bruno would win the deal."),
                "": N_("You could do that, but those points are yours for the taking, and you need them."),
            },
            values={"queen": Card("Qs"), "king": Card("Kd")},
            highlights=highlight("Kd"),
        ),
        LessonStep(
            text=N_(
                "{points} points more. Now your carico: the ace of cups has fallen, and no trump is out. Nothing beats"
                " {three:the} any more. Lead it."
            ),
            expected_actions=("play 3h", "play 5c"),
            values={"points": 7, "three": Card("3h")},
            highlights=highlight("3h"),
        ),
        LessonStep(
            text=N_("Yours again, of course. You have {points} points: play your last card."),
            actions=("1 play 4h",),
            expected_actions=("play 5c", "play 3h"),
            values_after={"play 3h": {"points": 65}, "play 5c": {"points": 55}},
        ),
        LessonStep(
            text=N_(
                "{yours} to {his}: you have won the deal! Who first wins two deals has won the match. You know the"
                " game now; with four at the table two play together and may make signs. F1 tells you the rest, at any"
                " time."
            ),
            actions=("1 play Js",),
            values={"yours": 67, "his": 53},
        ),
    ),
)
