"""The guided first deal of Briscola: two players, the first tricks one by one, then the last three (seed 002)."""

from __future__ import annotations

from typing import Final

from game.engine.cards import cards
from game.i18n import N_
from game.rules.briscola.options import BriscolaOptions
from game.rules.briscola.play import MAJORITY
from game.rules.facts import Beats, Given, Held, Last, Leads, Scored, Shown, StillOut, Stock, Taken, Took, Trump, Would
from game.rules.family import ALL_POINTS, VALUES
from game.rules.lesson import LEARNER, Lesson, Step, acts, lit, one_by_one

BRUNO: Final = 1
STOCK: Final = (
    "Ks As 6c Ac 7s 2c Qh 6h 6s 7h 3c Jd Ad Kh Qd Jc 7d 5h Ah 2h 2s Jh 7c 5d Qc Qs 3d 6d 3s 5c 4d Js 4h"
)  # fmt: skip
"""In the order in which it is drawn; the turned card comes after it."""
PACK: Final = (*one_by_one(("4c 3h 2d", "Kc 5s 4s"), BRUNO), *cards(f"Kd {STOCK}"))
MIDDLE: Final = acts(
    "0 play 6h, 1 play Qh, 1 play 7h, 0 play 6s, 1 play 2c, 0 play Kh, 1 play 3c, 0 play Jd, 0 play Jc, 1 play 5h,"
    "0 play Ah, 1 play Qd, 1 play 2h, 0 play Jh, 0 play 7c, 1 play 2s, 0 play Qc, 1 play 5d, 1 play 3d, 0 play 6d,"
    "1 play 3s, 0 play 7d, 0 play 4d, 1 play Ad"
)
"""What is played between the fifth trick and the last three."""

TRUMP_TOO_SOON: Final = N_("A trump is worth keeping: later it takes a trick with points in it, of whatever suit.")
LOADED_FOR_HIM: Final = N_("With {card:the} in the trick you give points away: Bruno would take them.")

LESSON: Final = Lesson(
    options=BriscolaOptions(),
    others=("Bruno",),
    first_dealer=BRUNO,
    minutes=5,
    steps=(
        Step(
            text=N_(
                "Welcome! You play Briscola against Bruno, each with three cards in hand. There are {all} points in"
                " the pack: who takes more than {half} of them wins the deal."
            ),
            deal=PACK,
            facts={"all": Given(ALL_POINTS), "half": Given(MAJORITY)},
        ),
        Step(
            text=N_(
                "The ace counts {ace} points and the three {three}: these two are called carichi. The king counts"
                " {king}, the knight {knight}, the knave {knave}, all others nothing. Mind the three: it beats all but"
                " the ace. You hold such a carico, {card:the}."
            ),
            facts={
                "ace": Given(VALUES["A"]),
                "three": Given(VALUES["3"]),
                "king": Given(VALUES["K"]),
                "knight": Given(VALUES["Q"]),
                "knave": Given(VALUES["J"]),
                "card": Shown("3h"),
            },
            lights=lit("3h"),
        ),
        Step(
            text=N_(
                "The card turned up, {card:the}, fixes the trump: {suit}. Any trump beats any card of another suit."
                " The others lie in the stock; the turned card is the last one to be drawn."
            ),
            facts={"card": Shown("Kd"), "suit": Trump("d"), "stock": Stock(34)},
            lights=lit("Kd", corner=True),
        ),
        Step(
            text=N_(
                "Bruno has dealt, so you play the first card. The first card of a trick is often lost: lead one that"
                " is worth nothing, a liscio. Play {liscio:the}: click it, or press its number."
            ),
            asks=("play 4c",),
            wrong={"play 3h": LOADED_FOR_HIM, "play 2d": TRUMP_TOO_SOON},
            facts={"liscio": Shown("4c"), "lead": Leads(LEARNER)},
            lights=lit("4c"),
        ),
        Step(
            text=N_(
                "Bruno's king is higher in the suit you led, and nobody played a trump: the trick is his, for {points}"
                " points. Who takes it draws the first card from the stock, then the other; and he leads to the next"
                " trick."
            ),
            acts=("1 play Kc",),
            facts={"points": Took(BRUNO), "lead": Leads(BRUNO)},
            lights=lit("", BRUNO),
        ),
        Step(
            text=N_(
                "Bruno leads a five, and you are the last to play: nobody can beat you any more. That is the moment to"
                " bring a carico home. Take the trick with {ace:the}."
            ),
            acts=("1 play 5s",),
            asks=("play As",),
            wrong={
                "play 2d": N_("That would take the trick too, but with nothing in it, and your trump would be gone."),
                "play 3h": N_(
                    "In Briscola you may play any card: nobody must follow suit. But {card:the} is not of the suit led"
                    " and no trump, so it cannot win; Bruno would get your {ten} points."
                ),
            },
            facts={
                "ace": Would("As"),
                "last": Last(),
                "no": Would("3h", not_it=True),
                "trump": Would("2d"),
                "ten": Given(VALUES["3"]),
            },
            lights=lit("As"),
        ),
        Step(
            text=N_("{points} points for you. You took the trick, so you lead again: once more with a liscio."),
            asks=("play 6c",),
            wrong={"play 3h": LOADED_FOR_HIM, "play 2d": TRUMP_TOO_SOON},
            facts={"points": Took(LEARNER), "lead": Leads(LEARNER)},
            lights=lit("6c", LEARNER),
        ),
        Step(
            text=N_(
                "Bruno plays {card:the}. He need not follow suit, but a card of another suit that is no trump never"
                " wins, however high. So your six takes the trick, though there is nothing in it. Lead {liscio:the}"
                " now."
            ),
            acts=("1 play 4s",),
            asks=("play 7s",),
            wrong={"play 3h": LOADED_FOR_HIM, "play 2d": TRUMP_TOO_SOON},
            facts={"card": Shown("4s"), "took": Took(LEARNER), "liscio": Shown("7s")},
            lights=lit("7s"),
        ),
        Step(
            text=N_(
                "The king of swords took {points} points, and now Bruno leads {ace:the}. Nothing of its suit beats it;"
                " but what did you keep your little trump for? Play {two:the}."
            ),
            acts=("1 play Ks", "1 play Ac"),
            asks=("play 2d",),
            wrong={
                "play 3h": N_(
                    "Only a trump beats that ace: with {card:the} Bruno would take the trick and your {ten} points."
                ),
                "": N_("Then the ace would be his. Only a trump beats it, even the lowest."),
            },
            facts={
                "points": Took(BRUNO),
                "ace": Shown("Ac"),
                "two": Would("2d"),
                "no": Would("3h", not_it=True),
                "ten": Given(VALUES["3"]),
            },
            lights=lit("2d"),
        ),
        Step(
            text=N_(
                "The lowest trump has caught an ace: {points} points. You have {yours} points now, Bruno has {his}."
                " Nobody says that aloud at the table: who counts along, knows."
            ),
            facts={"points": Took(LEARNER), "yours": Taken(LEARNER), "his": Taken(BRUNO)},
            lights=lit("", LEARNER, BRUNO),
        ),
        Step(
            text=N_(
                "We pass over most of the others. The stock is used up, the turned card came to you, and nobody draws"
                " any more: {left} tricks are left. You have {yours} points, Bruno {his}; you need more than {half}."
            ),
            acts=MIDDLE,
            leaps=True,
            facts={
                "yours": Taken(LEARNER),
                "his": Taken(BRUNO),
                "half": Given(MAJORITY),
                "stock": Stock(0),
                "turned": Shown("Kd"),
                "left": Held(3),
            },
        ),
        Step(
            text=N_(
                "Bruno leads {queen:the}. If you have counted, you know: your king is the last trump, all others have"
                " fallen. So nothing can happen to you: take the trick with {king:the}."
            ),
            acts=("1 play Qs",),
            asks=("play Kd",),
            wrong={
                "play 3h": N_("A carico that cannot win is a present: with {card:the} in it Bruno would win the deal."),
                "": N_("You could do that, but those points are yours for the taking, and you need them."),
            },
            facts={"queen": Shown("Qs"), "king": Would("Kd"), "out": StillOut("d", ""), "last": Last()},
            lights=lit("Kd"),
        ),
        Step(
            text=N_(
                "{points} points more. Now your carico: the ace of cups has fallen, and no trump is out. Nothing beats"
                " {three:the} any more. Lead it."
            ),
            asks=("play 3h", "play 5c"),
            facts={"points": Took(LEARNER), "three": Beats("3h"), "out": StillOut("d", "")},
            lights=lit("3h"),
        ),
        Step(
            text=N_("Yours again, of course. You have {points} points: play your last card."),
            acts=("1 play 4h",),
            asks=("play 5c", "play 3h"),
            facts={"points": Taken(LEARNER)},
        ),
        Step(
            text=N_(
                "{yours} to {his}: you have won the deal! Who first wins two deals has won the match. You know the"
                " game now; with four at the table two play together and may make signs. F1 tells you the rest, at any"
                " time."
            ),
            acts=("1 play Js",),
            facts={"yours": Taken(LEARNER), "his": Taken(BRUNO), "won": Scored(LEARNER)},
        ),
    ),
)
