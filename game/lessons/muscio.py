"""The guided first deals of Muscio (source 003).

They have three participants, two participants, the blinde, and a gatta.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.cards import ITALIAN_PACK, Card, parse_cards
from game.core.messages import N_
from game.core.trick_taking import order_seats_from
from game.lessons.lesson import LEARNER_SEAT, LearnedRule, Lesson, LessonStep, highlight, split_actions
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
    game_id="muscio",
    options=MuscioOptions(),
    other_names=("Bruno", "Carla", "Dino"),
    first_dealer=DINO,
    steps=(
        LessonStep(
            text=N_(
                "Muscio comes from the valleys behind Genoa. Everyone plays alone, holds {size} cards and begins "
                "with {start} points. Each trick takes a point off your score: the first player to reach zero "
                "wins."
            ),
            pack=THREE_PARTICIPANTS_PACK,
            values={"start": START_SCORE, "size": HAND_SIZE},
        ),
        LessonStep(
            text=N_(
                "The turned card, {card:the}, makes {suit} trump. Cards rank in this order, from the highest: ace, "
                "king, knight, jack, seven, six, five, four, three, two. The three is low here. Five more cards are "
                "face down on the table: the blinde. More on that later."
            ),
            values={"card": Card("5h"), "suit": "h"},
            highlights=highlight("5h", has_spare_hand=True),
        ),
        LessonStep(
            text=N_(
                "First, all players say whether they'll play. If you pass, you keep your score. If "
                "you play and take no tricks, your score goes up by {none} points! You hold "
                "{ace:the} and {king:the}, the two highest trumps: choose “Play”."
            ),
            expected_actions=("in",),
            wrong_answers={
                "pass": N_("Passing is safe, but you have two sure tricks: play."),
                "blinde": N_("You'd trade your good cards for five unknown ones. Play with these."),
            },
            values={"none": NO_TRICK_POINTS, "ace": Card("Ah"), "king": Card("Kh")},
            highlights=highlight("Ah Kh"),
        ),
        LessonStep(
            text=N_(
                "Bruno and Dino play; Carla passes. The dealer may take the turned card and discard "
                "another card, face down: Dino has done so. Three players are in. The first one on "
                "the dealer's left leads: that's you."
            ),
            actions=split_actions("1 in, 2 pass, 3 in, 3 swap 3s"),
            highlights=highlight("", DINO),
        ),
        LessonStep(
            text=N_(
                "With three or more players in, the first {count} tricks are trump tricks: everyone must play a trump."
                " So you may lead only {ace:the} or {king:the}. Either is fine."
            ),
            expected_actions=("play Ah", "play Kh"),
            values={"count": TRUMP_TRICK_COUNT, "ace": Card("Ah"), "king": Card("Kh")},
            highlights=highlight("Ah Kh"),
        ),
        LessonStep(
            trick_text=N_("The other two each had to part with a trump."),
            text=N_("Second trick: lead a trump again."),
            actions=split_actions("1 play 3h, 3 play 5h"),
            expected_actions=("play Ah", "play Kh"),
        ),
        LessonStep(
            trick_text=N_(
                "Bruno had no trumps left and played a card face down. It can't win, and nobody sees it until the deal"
                " is scored."
            ),
            text=N_(
                "You have {two} tricks. From the third trick on you may lead any card: lead your lowest, {card:the}."
            ),
            actions=split_actions("1 play 2c, 3 play Qh"),
            expected_actions=("play 4c",),
            wrong_answers={
                "": N_("You could, but keep the coins: the low card probably won't win a trick, so play it now.")
            },
            values={"card": Card("4c"), "two": 2},
            highlights=highlight("4c", LEARNER_SEAT),
        ),
        LessonStep(
            trick_text=N_("Dino takes the trick and leads next."),
            text=N_(
                "You must follow suit. If you can't, you must trump; if you have no trumps either, "
                "you may play any card. Dino leads {led:the}. You have neither swords nor trumps: "
                "play {seven:the}."
            ),
            actions=split_actions("1 play 6c, 3 play Ac, 3 play As"),
            expected_actions=("play 7d",),
            wrong_answers={
                "": N_("The jack may still win the last trick, but the seven probably won't. Keep the jack.")
            },
            values={"led": Card("As"), "seven": Card("7d")},
            highlights=highlight("7d"),
        ),
        LessonStep(
            text=N_("The last trick: coins are led, and you must follow suit. Bruno still has to play."),
            actions=split_actions("1 play Qd, 3 play 4d"),
            expected_actions=("play Jd",),
        ),
        LessonStep(
            text=N_(
                "Bruno's king takes it. You have {count} tricks and take {yours} points off your "
                "score. Dino takes {dino} off, and Bruno {bruno}. Carla passed and keeps the same "
                "score. In the next deal you're the dealer."
            ),
            actions=("1 play Kd",),
            values={"count": 2, "yours": 2, "dino": 2, "bruno": 1},
            highlights=highlight("", LEARNER_SEAT, BRUNO, DINO),
        ),
        LessonStep(
            text=N_(
                "The dealer speaks last. Bruno plays; the others pass. You have two trumps, "
                "including {ace:the}, and you may take the turned card as well: play."
            ),
            pack=TWO_PARTICIPANTS_PACK,
            actions=split_actions("1 in, 2 pass, 3 pass"),
            expected_actions=("in",),
            wrong_answers={
                "pass": N_(
                    "Then Bruno would be the only player in, and would take {alone} points off "
                    "without playing a card. Play!"
                ),
                "blinde": N_("If you take the blinde, you can't take the turned card. Play with your own cards."),
            },
            values={"ace": Card("Ac"), "alone": ONLY_PARTICIPANT_POINTS},
            highlights=highlight("Ac 7c"),
        ),
        LessonStep(
            text=N_(
                "Now take {king:the}, the turned card: click {two:the} to discard it face down. "
                "Nobody will see your discard."
            ),
            expected_actions=("swap 2s",),
            wrong_answers={
                "keep": N_("The king of trumps for a two is a good trade. Take it."),
                "": N_("You'll need that card. Discard your least useful one: {two:the}."),
            },
            values={"king": Card("Kc"), "two": Card("2s")},
            highlights=highlight("Kc 2s"),
        ),
        LessonStep(
            text=N_(
                "Only two players are in. Before the first card is played, either may forfeit. If "
                "you forfeit, you keep your score, and the other player takes {five} points off. "
                "Bruno stays in. What about you?"
            ),
            actions=("1 stand",),
            expected_actions=("stand",),
            wrong_answers={
                "forfeit": N_("Forfeit with three high trumps? Never! Stay in: you should win almost every trick.")
            },
            values={"five": FORFEIT_POINTS},
        ),
        LessonStep(
            text=N_(
                "Bruno leads {ace:the}. You have no swords, so you must trump. You play last: your lowest trump is"
                " enough."
            ),
            actions=("1 play As",),
            expected_actions=("play 7c",),
            wrong_answers={
                "": N_("That would win the trick too, but you'll want to lead that trump later. The seven is enough.")
            },
            values={"ace": Card("As")},
            highlights=highlight("7c"),
        ),
        LessonStep(
            trick_text=N_("The trick is yours, so you lead."),
            text=N_(
                "Another rule for two players: in the first {count} tricks you must lead your highest card in "
                "the suit you choose. In batons that's {ace:the}, in coins {king:the}. Lead your trump first!"
            ),
            expected_actions=("play Ac",),
            wrong_answers={"play Kd": N_("Bruno might have no coins and trump your king. Draw Bruno's trumps first.")},
            values={"count": TRUMP_TRICK_COUNT, "ace": Card("Ac"), "king": Card("Kd")},
            highlights=highlight("Ac Kd"),
        ),
        LessonStep(
            trick_text=N_("Bruno had to follow suit with the knight."),
            text=N_(
                "From the third trick on you may lead any card. You have {count} tricks, and the highest trump is now"
                " {king:the}: lead it."
            ),
            actions=("1 play Qc",),
            expected_actions=("play Kc",),
            wrong_answers={"": N_("Bruno may still have a trump. Lead the king to find out safely.")},
            values={"count": 2, "king": Card("Kc")},
            highlights=highlight("Kc"),
        ),
        LessonStep(
            text=N_(
                "All {count} tricks are yours, so you take {yours} points off. Bruno played but took none, "
                "so Bruno's score goes up by {bruno} points. Think before you choose “Play”."
            ),
            actions=split_actions("1 play 3h, 0 play Kd, 1 play Jh, 0 play 5d, 1 play Ks"),
            values={"count": 5, "yours": 5, "bruno": 5},
            highlights=highlight("", LEARNER_SEAT, BRUNO),
        ),
        LessonStep(
            text=N_(
                "Third deal. Carla passes, Dino plays, and your hand is poor. It would be wise to "
                "pass, but try the blinde. You put your hand away face down, play with the blinde's "
                "five cards instead, and can't forfeit. Take it!"
            ),
            pack=BLINDE_PACK,
            actions=split_actions("2 pass, 3 in"),
            expected_actions=("blinde",),
            wrong_answers={
                "pass": N_("Passing would cost you nothing. But this time try the blinde, to see how it works."),
                "in": N_(
                    "You probably wouldn't win any tricks with these cards, and your score would rise. Take the blinde."
                ),
            },
            highlights=highlight(has_spare_hand=True),
        ),
        LessonStep(
            text=N_(
                "You're lucky: {ace:the} and {queen:the}! Dino doesn't know that, but sees you take "
                "the blinde and prefers to forfeit: you take {yours} points off without playing a "
                "card."
            ),
            actions=split_actions("1 pass, 3 forfeit"),
            values={"ace": Card("Ad"), "queen": Card("Qd"), "yours": 5},
            highlights=highlight("", LEARNER_SEAT, DINO),
        ),
        LessonStep(
            text=N_(
                "One last deal, and a rare hand: five cards of one suit. That's a gatta! It counts only if you "
                "play: choose “Play”."
            ),
            pack=GATTA_PACK,
            actions=("3 in",),
            expected_actions=("in",),
            wrong_answers={
                "pass": N_("If you pass, you can't show your gatta. Play!"),
                "blinde": N_("Then you'd lose your gatta. Play with these cards."),
            },
            highlights=highlight("Ks Js 6s 4s 2s"),
        ),
        LessonStep(
            text=N_(
                "You show it, and the deal is over at once: {yours} points come off your score, and "
                "{dino} are added to Dino's. The others passed, so their scores go up by {five} "
                "less: not at all, in this case. A gatta of trumps is worth twice as much."
            ),
            actions=split_actions("1 pass, 2 pass"),
            values={"yours": 5, "dino": 5, "five": PASSED_GATTA_DISCOUNT},
            highlights=highlight("", LEARNER_SEAT, DINO),
        ),
        LessonStep(
            text=N_(
                "Now you know Muscio. If you reach zero, you win as many points as all the others "
                "have left in total. Press F1 at any time to read more."
            ),
        ),
    ),
    learned_rules=(
        LearnedRule(Card("Ah"), N_("Tricks"), N_("Each trick takes a point off. The first to zero wins.")),
        LearnedRule(Card("3h"), N_("Play or pass"), N_("If you play and take no tricks, your score goes up.")),
        LearnedRule(Card("Ks"), N_("Gatta"), N_("Five cards of one suit end the deal at once.")),
    ),
)
