"""The guided first deal of Briscola for two players (source 002).

The first tricks go one by one, then the last three.
"""

from __future__ import annotations

from typing import Final

from game.core.cards import Card, parse_cards
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

TRUMP_TOO_SOON_FEEDBACK: Final = N_("Keep your trump: later it can win a trick full of points, whatever suit is led.")
POINTS_FOR_OPPONENT_FEEDBACK: Final = N_("That's too risky: Bruno could take {card:the} and its points.")

LESSON: Final = Lesson(
    game_id="briscola",
    options=BriscolaOptions(),
    other_names=("Bruno",),
    first_dealer=BRUNO_SEAT,
    steps=(
        LessonStep(
            text=N_(
                "Welcome! You're playing Briscola against Bruno, with three cards each. The pack is "
                "worth {all} points: if you take more than {half}, you win the deal."
            ),
            pack=PACK,
            values={"all": PACK_POINTS, "half": HALF_PACK_POINTS},
        ),
        LessonStep(
            text=N_(
                "An ace is worth {ace} points and a three {three}: both are called carichi. A king "
                "is worth {king}, a knight {knight}, a jack {jack}, and the rest nothing. In its "
                "suit, the three loses only to the ace. You hold a carico: {card:the}."
            ),
            values={
                "ace": CARD_POINTS["A"],
                "three": CARD_POINTS["3"],
                "king": CARD_POINTS["K"],
                "knight": CARD_POINTS["Q"],
                "jack": CARD_POINTS["J"],
                "card": Card("3h"),
            },
            highlights=highlight("3h"),
        ),
        LessonStep(
            text=N_(
                "The turned card, {card:the}, decides the trump suit: {suit}. Any trump beats any card of another suit."
                " The other cards form the stock; the turned card is drawn last."
            ),
            values={"card": Card("Kd"), "suit": "d"},
            highlights=highlight("Kd", has_deck=True),
        ),
        LessonStep(
            text=N_(
                "Bruno dealt, so you lead. You often lose the card you lead, so choose one without "
                "points: a liscio. Play {liscio:the}: click it or press {key}."
            ),
            expected_actions=("play 4c",),
            wrong_answers={"play 3h": POINTS_FOR_OPPONENT_FEEDBACK, "play 2d": TRUMP_TOO_SOON_FEEDBACK},
            values={"liscio": Card("4c")},
            highlights=highlight("4c"),
        ),
        LessonStep(
            text=N_(
                "Bruno's king is higher in the suit you led, and nobody played a trump: Bruno wins "
                "the trick, worth {points} points. The winner draws from the stock first, then the "
                "other player. The winner also leads the next trick."
            ),
            actions=("1 play Kc",),
            values={"points": 4},
            highlights=highlight("", BRUNO_SEAT),
        ),
        LessonStep(
            text=N_(
                "Bruno leads a five, and you play last: nobody can beat your card. Now a carico is safe. Take the trick"
                " with {ace:the}."
            ),
            actions=("1 play 5s",),
            expected_actions=("play As",),
            wrong_answers={
                "play 2d": N_("That would win the trick too, but without points, and your trump would be gone."),
                "play 3h": N_(
                    "In Briscola you may play any card: you never have to follow suit. But {card:the} is neither a"
                    " trump nor of the suit led, so it can't win. Bruno would get your {ten} points."
                ),
            },
            values={"ace": Card("As"), "ten": CARD_POINTS["3"]},
            highlights=highlight("As"),
        ),
        LessonStep(
            trick_text=N_("{points} points for you."),
            text=N_("You won the trick, so you lead: play another liscio."),
            expected_actions=("play 6c",),
            wrong_answers={"play 3h": POINTS_FOR_OPPONENT_FEEDBACK, "play 2d": TRUMP_TOO_SOON_FEEDBACK},
            values={"points": 11},
            highlights=highlight("6c", LEARNER_SEAT),
        ),
        LessonStep(
            trick_text=N_(
                "Bruno plays {card:the}. Following suit isn't required, but a card of another suit wins only if "
                "it's a trump. So your six takes the trick, but there are no points in it."
            ),
            text=N_("You lead again: play another liscio, {liscio:the}."),
            actions=("1 play 4s",),
            expected_actions=("play 7s",),
            wrong_answers={"play 3h": POINTS_FOR_OPPONENT_FEEDBACK, "play 2d": TRUMP_TOO_SOON_FEEDBACK},
            values={"card": Card("4s"), "liscio": Card("7s")},
            highlights=highlight("7s"),
        ),
        LessonStep(
            trick_text=N_("The king of swords brings Bruno {points} points."),
            text=N_(
                "Now Bruno leads {ace:the}. No card of its suit beats it, but you kept a small trump for this. Play"
                " {two:the}."
            ),
            actions=("1 play Ks", "1 play Ac"),
            expected_actions=("play 2d",),
            wrong_answers={
                "play 3h": N_(
                    "Only a trump beats that ace. If you play {card:the}, Bruno gets the trick and your {ten} points."
                ),
                "": N_("If you play that card, Bruno keeps the ace. Only a trump beats it, and your lowest is enough."),
            },
            values={"points": 4, "ace": Card("Ac"), "two": Card("2d"), "ten": CARD_POINTS["3"]},
            highlights=highlight("2d"),
        ),
        LessonStep(
            text=N_(
                "The lowest trump has taken an ace: {points} points. You now have {yours} points and "
                "Bruno has {his}. Nobody at the table announces the score, so keep count yourself."
            ),
            values={"points": 11, "yours": 22, "his": 8},
            highlights=highlight("", LEARNER_SEAT, BRUNO_SEAT),
        ),
        LessonStep(
            text=N_(
                "We've skipped ahead: the stock is empty, you drew the turned card, and {left} "
                "tricks are left. You have {yours} points and Bruno has {his}; you need more than "
                "{half}."
            ),
            actions=MIDDLE_ACTIONS,
            is_instant=True,
            values={"yours": 48, "his": 53, "half": HALF_PACK_POINTS, "left": 3},
        ),
        LessonStep(
            text=N_(
                "Bruno leads {queen:the}. In the tricks that we skipped, all the other trumps were played: your king is"
                " the last one. You can't lose this trick. Take it with {king:the}."
            ),
            actions=("1 play Qs",),
            expected_actions=("play Kd",),
            wrong_answers={
                "play 3h": N_(
                    "A carico that can't win is a gift: if you add {card:the} to the trick, Bruno wins the deal."
                ),
                "": N_("You could, but you can win these points now, and you need them."),
            },
            values={"queen": Card("Qs"), "king": Card("Kd")},
            highlights=highlight("Kd"),
        ),
        LessonStep(
            trick_text=N_("{points} more points."),
            text=N_(
                "Now for your carico: the ace of cups was played in the tricks that we skipped, and there are no "
                "trumps left. Nothing can beat {three:the}. Lead it."
            ),
            expected_actions=("play 3h", "play 5c"),
            values={"points": 7, "three": Card("3h")},
            highlights=highlight("3h"),
        ),
        LessonStep(
            trick_text=N_("This trick is yours too, and you have {points} points."),
            text=N_("Play your last card."),
            actions=("1 play 4h",),
            expected_actions=("play 5c", "play 3h"),
            values_after={"play 3h": {"points": 65}, "play 5c": {"points": 55}},
        ),
        LessonStep(
            text=N_(
                "{yours} to {his}: you win the deal! The first player to win two deals wins the "
                "match. With four players, you play in pairs and may make signs. Press F1 at any "
                "time to read more."
            ),
            actions=("1 play Js",),
            values={"yours": 67, "his": 53},
        ),
    ),
    learned_rules=(
        LearnedRule(Card("Kd"), N_("Trumps"), N_("A trump beats any card of another suit.")),
        LearnedRule(
            Card("Ac"),
            N_("Points"),
            N_("An ace is worth {ace}, a three {three}, a king {king}."),
            {"ace": CARD_POINTS["A"], "three": CARD_POINTS["3"], "king": CARD_POINTS["K"]},
        ),
        LearnedRule(Card("2d"), N_("Patience"), N_("Save a small trump to take a big card.")),
    ),
)
