"""The guided first deals of Muscio (source 003).

They have three participants, two participants, the blinde, and a gatta.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.cards import ITALIAN_PACK, Card, parse_cards
from game.core.messages import N_
from game.core.trick_taking import order_seats_from
from game.lessons.lesson import LEARNER_SEAT, Lesson, LessonStep, highlight, split_actions
from game.rules.muscio.options import MuscioOptions
from game.rules.muscio.scoring import (
    FORFEIT_POINTS,
    HAND_SIZE,
    NO_TRICK_POINTS,
    ONLY_PARTICIPANT_POINTS,
    PASSED_GATTA_DISCOUNT,
    START_SCORE,
)
from game.rules.muscio.trick_play import TRUMP_TRICK_COUNT

BRUNO, CARLA, DINO = 1, 2, 3


def build_pack_by_packets(hands: Sequence[str], blinde: str, dealer: int, turned_card: str) -> tuple[Card, ...]:
    """Return the pack that deals ``hands`` five cards at a time, the top card first.

    The seat after ``dealer`` gets the first cards. ``hands``: by seat, in card notation, as are ``blinde`` (the spare
    hand) and ``turned_card``. The blinde comes before the dealer's hand, the remaining cards after ``turned_card``, in
    the order of `ITALIAN_PACK`. Raise ValueError for a word that is not a card.
    """
    order = order_seats_from(tuple(range(len(hands))), (dealer + 1) % len(hands))
    dealt_cards = [hands[seat] for seat in order]
    packets = parse_cards(" ".join((*dealt_cards[:-1], blinde, dealt_cards[-1], turned_card)))
    return (*packets, *(card for card in ITALIAN_PACK if card not in packets))


THREE_PARTICIPANTS_PACK: Final = build_pack_by_packets(
    ("Ah Kh 7d Jd 4c", "3h Qd Kd 6c 2c", "2d 3d 4s 6s 7c", "Qh As Ac 3s 4d"), "2h 5c 5s 6d 7s", DINO, "5h"
)
TWO_PARTICIPANTS_PACK: Final = build_pack_by_packets(
    ("Ac 7c Kd 5d 2s", "Qc As Ks Jh 3h", "2d 4d 5h 6s 3c", "7d 2h 4s 6h 5c"), "4c 3s 7s Qd Jd", LEARNER_SEAT, "Kc"
)
BLINDE_PACK: Final = build_pack_by_packets(
    ("2h 4h 3s 5c 6s", "2s 4c 6d 7h 3c", "5h 4d 2c 7c Js", "Jd 7d Kc 5s 3h"), "Ad Qd Ks 7s 6h", BRUNO, "3d"
)
GATTA_PACK: Final = build_pack_by_packets(
    ("Ks Js 6s 4s 2s", "3h 5d 2c 7d 4h", "6h 2d 5s 7h 3c", "Ac Qc Kh 4d 3d"), "5c 3s 6d 2h As", CARLA, "7c"
)


LESSON: Final = Lesson(
    options=MuscioOptions(),
    other_names=("Bruno", "Carla", "Dino"),
    first_dealer=DINO,
    minutes=6,
    steps=(
        LessonStep(
            text=N_(
                "Muscio comes from the valleys behind Genoa. Everybody plays for himself and begins with {start}"
                " points; each trick takes one off, and who first comes down to nothing wins. Each gets {size} cards."
            ),
            pack=THREE_PARTICIPANTS_PACK,
            values={"start": START_SCORE, "size": HAND_SIZE},
        ),
        LessonStep(
            text=N_(
                "The turned card, {card:the}, makes {suit} trump. Here the cards rank as one is used to: ace, king,"
                " knight, knave, seven and so on down to the two. Five more lie face down on the table: the blinde. We"
                " come to them later."
            ),
            values={"card": Card("5h"), "suit": "h"},
            highlights=highlight("5h", has_corner=True, has_spare_hand=True),
        ),
        LessonStep(
            text=N_(
                "First everybody says whether he plays this deal. Who passes keeps his score. Who plays and takes no"
                " trick gets {none} points more! You hold {ace:the} and {king:the}, the two highest trumps: say that"
                " you play."
            ),
            expected_actions=("in",),
            wrong_answers={
                "pass": N_("Passing costs nothing, but here two tricks are certain: play."),
                "blinde": N_(
                    "For that you would put your good cards away, for five that nobody knows. Play with these."
                ),
            },
            values={"none": NO_TRICK_POINTS, "ace": Card("Ah"), "king": Card("Kh")},
            highlights=highlight("Ah Kh"),
        ),
        LessonStep(
            text=N_(
                "Bruno plays, Carla passes, Dino plays too. Dino has dealt, so he may take the turned trump and put"
                " another card away for it, face down. He has. Three are at play, and whoever sits first after the"
                " dealer leads: you."
            ),
            actions=split_actions("1 in, 2 pass, 3 in, 3 swap 3s"),
            highlights=highlight("", DINO),
        ),
        LessonStep(
            text=N_(
                "With three or more at play the first {count} tricks are trump tricks: everybody must play a trump. So"
                " you may only lead {ace:the} or {king:the}. Either will do."
            ),
            expected_actions=("play Ah", "play Kh"),
            values={"count": TRUMP_TRICK_COUNT, "ace": Card("Ah"), "king": Card("Kh")},
            highlights=highlight("Ah Kh"),
        ),
        LessonStep(
            text=N_("Both had to play a trump, and both have lost it. The second trick: once more a trump."),
            actions=split_actions("1 play 3h, 3 play 5h"),
            expected_actions=("play Ah", "play Kh"),
        ),
        LessonStep(
            text=N_(
                "Bruno had no trump left: then one plays any card face down. It cannot win, and nobody sees it before"
                " the deal is scored. {two} tricks are yours already. From the third on one leads what one likes: your"
                " lowest card, {card:the}."
            ),
            actions=split_actions("1 play 2c, 3 play Qh"),
            expected_actions=("play 4c",),
            wrong_answers={"": N_("Allowed, but keep the coins: the low card will hardly win a trick, be rid of it.")},
            values={"card": Card("4c"), "two": 2},
            highlights=highlight("4c", LEARNER_SEAT),
        ),
        LessonStep(
            text=N_(
                "Everybody must follow suit; who cannot must trump, and who has no trump either plays what he likes."
                " Dino took that trick and leads {led:the}. You have neither swords nor trumps: give {seven:the}."
            ),
            actions=split_actions("1 play 6c, 3 play Ac, 3 play As"),
            expected_actions=("play 7d",),
            wrong_answers={"": N_("The knave may still win the last trick, the seven hardly. Keep the knave.")},
            values={"led": Card("As"), "seven": Card("7d")},
            highlights=highlight("7d"),
        ),
        LessonStep(
            text=N_("The last trick: coins are led, and you must follow. But Bruno still has to play."),
            actions=split_actions("1 play Qd, 3 play 4d"),
            expected_actions=("play Jd",),
        ),
        LessonStep(
            text=N_(
                "Bruno's king took it. You have {count} tricks: {yours} points off. Dino {dino} off, Bruno {bruno};"
                " Carla, who passed, stays where she was. So far, so good. Next deal: you are the dealer now."
            ),
            actions=("1 play Kd",),
            values={"count": 2, "yours": 2, "dino": 2, "bruno": 1},
            highlights=highlight("", LEARNER_SEAT, BRUNO, DINO),
        ),
        LessonStep(
            text=N_(
                "The dealer speaks last. Bruno plays, the others pass. You hold two trumps, {ace:the} among them, and"
                " may take the turned one as well: play."
            ),
            pack=TWO_PARTICIPANTS_PACK,
            actions=split_actions("1 in, 2 pass, 3 pass"),
            expected_actions=("in",),
            wrong_answers={
                "pass": N_("Then Bruno would be alone, and {alone} points come off for him without a card. Play!"),
                "blinde": N_("Who takes the blinde may not take the turned trump. Play with your own cards."),
            },
            values={"ace": Card("Ac"), "alone": ONLY_PARTICIPANT_POINTS},
            highlights=highlight("Ac 7c"),
        ),
        LessonStep(
            text=N_(
                "Now take {king:the}, the turned trump: click the card that you put away for it, {two:the}. Nobody"
                " gets to see it."
            ),
            expected_actions=("swap 2s",),
            wrong_answers={
                "keep": N_("A king of trumps for a two: that is a good exchange. Take it."),
                "": N_("You need that one more. Put away the card that is worth least: {two:the}."),
            },
            values={"king": Card("Kc"), "two": Card("2s")},
            highlights=highlight("Kc 2s"),
        ),
        LessonStep(
            text=N_(
                "Only two are at play. Then either may still give up before the first card: forfeit. Who forfeits"
                " keeps his score, and {five} points come off for the other. Bruno stands. You?"
            ),
            actions=("1 stand",),
            expected_actions=("stand",),
            wrong_answers={"forfeit": N_("With three high trumps? Never. Stand: you will hardly lose a trick.")},
            values={"five": FORFEIT_POINTS},
        ),
        LessonStep(
            text=N_(
                "Bruno leads {ace:the}. You have no swords, so you must trump. You are the last: the smallest trump"
                " will do."
            ),
            actions=("1 play As",),
            expected_actions=("play 7c",),
            wrong_answers={
                "": N_("It takes the trick as well, but you will want to lead that one later. The seven is enough.")
            },
            values={"ace": Card("As")},
            highlights=highlight("7c"),
        ),
        LessonStep(
            text=N_(
                "And now the other rule for two: in the first {count} tricks the leader must lead his highest card of"
                " the suit he chooses. Of batons that is {ace:the}, of coins {king:the}. First the trump!"
            ),
            expected_actions=("play Ac",),
            wrong_answers={"play Kd": N_("Bruno might trump it, if he has no coins. First take his trumps from him.")},
            values={"count": TRUMP_TRICK_COUNT, "ace": Card("Ac"), "king": Card("Kd")},
            highlights=highlight("Ac Kd"),
        ),
        LessonStep(
            text=N_(
                "Bruno had to follow with the knight. From the third trick on you lead what you like. {count} tricks"
                " are yours; the highest trump now is {king:the}. Go on with it."
            ),
            actions=("1 play Qc",),
            expected_actions=("play Kc",),
            wrong_answers={
                "": N_("Perhaps Bruno still has a trump. With the king you would find out without any danger.")
            },
            values={"count": 2, "king": Card("Kc")},
            highlights=highlight("Kc"),
        ),
        LessonStep(
            text=N_(
                "All {count} tricks yours: {yours} points off. Bruno played and took none: {bruno} more for him. That"
                " is why one thinks before one says that one plays."
            ),
            actions=split_actions("1 play 3h, 0 play Kd, 1 play Jh, 0 play 5d, 1 play Ks"),
            values={"count": 5, "yours": 5, "bruno": 5},
            highlights=highlight("", LEARNER_SEAT, BRUNO),
        ),
        LessonStep(
            text=N_(
                "A third deal. Carla passes, Dino plays, and your hand is poor. Passing would be wise. But look at the"
                " blinde once: who takes it puts his own hand away unseen, must play with these five cards and may not"
                " forfeit. Take it!"
            ),
            pack=BLINDE_PACK,
            actions=split_actions("2 pass, 3 in"),
            expected_actions=("blinde",),
            wrong_answers={
                "pass": N_(
                    "You would lose nothing by it. But this time try the blinde: you want to learn what it does."
                ),
                "in": N_("With these cards you would hardly take a trick, and get points instead. Take the blinde."),
            },
            highlights=highlight(has_spare_hand=True),
        ),
        LessonStep(
            text=N_(
                "What luck: {ace:the} and {queen:the}! Dino does not know that. But he sees you with the blinde, does"
                " not like his own cards, and forfeits: {yours} points off for you, and no card was played."
            ),
            actions=split_actions("1 pass, 3 forfeit"),
            values={"ace": Card("Ad"), "queen": Card("Qd"), "yours": 5},
            highlights=highlight("", LEARNER_SEAT, DINO),
        ),
        LessonStep(
            text=N_(
                "One last deal, and a rare hand: five cards of one suit. That is a gatta! It only counts for who"
                " plays: say so."
            ),
            pack=GATTA_PACK,
            actions=("3 in",),
            expected_actions=("in",),
            wrong_answers={
                "pass": N_("Who passes may not show his gatta. Play!"),
                "blinde": N_("Then your gatta would be put away with your hand. Play with these cards."),
            },
            highlights=highlight("Ks Js 6s 4s 2s"),
        ),
        LessonStep(
            text=N_(
                "You show it, and the deal is over at once: {yours} points off for you, {dino} more for Dino, who"
                " played; who passed pays {five} less, so nothing here. Five trumps would have been worth twice as"
                " much."
            ),
            actions=split_actions("1 pass, 2 pass"),
            values={"yours": 5, "dino": 5, "five": PASSED_GATTA_DISCOUNT},
            highlights=highlight("", LEARNER_SEAT, DINO),
        ),
        LessonStep(
            text=N_(
                "You know Muscio now. When somebody comes down to nothing, he wins as many points as all the others"
                " still have. F1 tells you the rest, at any time."
            ),
        ),
    ),
)
