"""The guided first deals of Briscola chiamata (source 000).

The learner is the caller, then the secret partner.
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


TOO_LOW_CALL_FEEDBACK: Final = N_("No need to go that low: call as high as you can. The called card should be strong.")
OWN_CARD_FEEDBACK: Final = N_(
    "You may call a card in your own hand (in mano), but then nobody helps you: you play alone against four. "
    "Call a card that you don't have."
)
KEEP_HIGH_TRUMPS_FEEDBACK: Final = N_(
    "Keep your high trumps for tricks with more points. Play a card that's worth nothing."
)

LESSON: Final = Lesson(
    game_id="chiamata",
    options=ChiamataOptions(),
    other_names=("Bruno", "Carla", "Dino", "Elsa"),
    first_dealer=ELSA,
    steps=(
        LessonStep(
            text=N_(
                "Briscola chiamata has five players. All the cards are dealt ({all} points in "
                "total), and nobody draws. Cards rank as in Briscola, and you may play any card at "
                "any time. But the trump suit is still open: the caller will name it."
            ),
            pack=CALLER_PACK,
            values={"all": PACK_POINTS},
        ),
        LessonStep(
            text=N_(
                "The caller and a secret partner play against the other three. An auction decides "
                "who calls: in turn, each player calls a rank lower than the last one, or passes. If "
                "you pass, you're out. The last player left is the caller."
            ),
        ),
        LessonStep(
            text=N_(
                "You speak first. Look at your cups: {ace:the}, {three:the} and two small cards. "
                "Make cups your trump! The highest cup you don't have is the king. The player who "
                "has it will be your partner: call the king."
            ),
            expected_actions=("call K",),
            wrong_answers={
                "pass": N_("Pass with the ace and three of one suit? You rarely get such a hand: call."),
                "call A": OWN_CARD_FEEDBACK,
                "call 3": OWN_CARD_FEEDBACK,
                "": TOO_LOW_CALL_FEEDBACK,
            },
            values={"ace": Card("Ah"), "three": Card("3h")},
            highlights=highlight("Ah 3h 7h 4h"),
        ),
        LessonStep(
            text=N_(
                "Bruno, Dino and Elsa pass, but Carla calls lower: {queen:the}. Only the rank is "
                "called, so nobody knows whether Carla means your suit. You must go lower or pass: "
                "call the jack."
            ),
            actions=split_actions("1 pass, 2 call Q, 3 pass, 4 pass"),
            expected_actions=("call J",),
            wrong_answers={
                "pass": N_(
                    "Then Carla would choose the trump, and your strong cups would be worth little. "
                    "You can go one rank lower."
                ),
                "": TOO_LOW_CALL_FEEDBACK,
            },
            values={"queen": "Q"},
            highlights=highlight("", CARLA),
        ),
        LessonStep(
            text=N_(
                "Carla passes too: you're the caller. Now name the suit. The called card is the jack of that suit,"
                " and the suit becomes trump."
            ),
            actions=("2 pass",),
            expected_actions=("name h",),
            wrong_answers={
                "": N_("You hold too few cards of that suit. Cups are your longest and strongest suit: name cups.")
            },
            highlights=highlight("Ah 3h 7h 4h"),
        ),
        LessonStep(
            text=N_(
                "The player with {jack:the} is your partner. Only that player knows, and keeps it secret: you "
                "have to guess, and so do your opponents. Together you need {points} points; {half} isn't "
                "enough."
            ),
            values={"jack": Card("Jh"), "points": 61, "half": HALF_PACK_POINTS},
            highlights=highlight("", BRUNO, CARLA, DINO, ELSA),
        ),
        LessonStep(
            text=N_(
                "The player on the dealer's right leads first, caller or not: that's you. Start with a liscio, a card"
                " without points: {two:the}. Keep your trumps for better tricks."
            ),
            expected_actions=("play 2d",),
            wrong_answers={
                **map_actions_to_answer("play Ah, play 3h", KEEP_HIGH_TRUMPS_FEEDBACK),
                "play Ad": N_(
                    "Four players play after you, and any of them may trump. Don't risk {card:the}: "
                    "it's worth {eleven} points."
                ),
                "": N_("You could. But the two of coins is your lowest card: start with that."),
            },
            values={"two": Card("2d"), "eleven": CARD_POINTS["A"]},
            highlights=highlight("2d"),
        ),
        LessonStep(
            trick_text=N_("Elsa takes the trick with the three: {points} points. Your partner is still hidden."),
            text=N_(
                "Now Elsa leads {queen:the}, and three players still have to play after you. Don't waste "
                "anything here: play {five:the}."
            ),
            actions=split_actions("1 play 4d, 2 play Kd, 3 play 5d, 4 play 3d, 4 play Qs"),
            expected_actions=("play 5s",),
            wrong_answers={
                "play Ad": N_("The ace of coins can't win here: you would give away {eleven} points."),
                **map_actions_to_answer("play Ah, play 3h", KEEP_HIGH_TRUMPS_FEEDBACK),
                "": N_("Too early: the trick is worth little, and three players still have to play."),
            },
            values={"points": 14, "queen": Card("Qs"), "five": Card("5s"), "eleven": CARD_POINTS["A"]},
            highlights=highlight("5s"),
        ),
        LessonStep(
            text=N_(
                "Dino has trumped Carla's three with {jack:the}, the called card! Now everyone "
                "knows: Dino is your partner, and the others are your opponents. That's {points} "
                "points for the two of you."
            ),
            actions=split_actions("1 play 2s, 2 play 3s, 3 play Jh"),
            values={"jack": Card("Jh"), "points": 15},
            highlights=highlight("", DINO),
        ),
        LessonStep(
            text=N_(
                "Dino leads {four:the}. The trick is worth nothing, and two opponents still have to play. Play a low"
                " card too: {six:the}."
            ),
            actions=split_actions("3 play 4c, 4 play 5c"),
            expected_actions=("play 6c",),
            wrong_answers={"": N_("That's too much for a trick without points. Play {six:the}.")},
            values={"four": Card("4c"), "six": Card("6c")},
            highlights=highlight("6c"),
        ),
        LessonStep(
            trick_text=N_("Bruno takes the trick and leads next."),
            text=N_(
                "This time you play last, and Dino is winning with a trump: no opponent can take the trick. Your card"
                " counts for both of you. Add a carico, {ace:the}!"
            ),
            actions=split_actions("1 play Kc, 2 play 2c, 1 play 7d, 2 play Qd, 3 play Qh, 4 play 6s"),
            expected_actions=("play Ad",),
            wrong_answers={
                **map_actions_to_answer(
                    "play Ah, play 3h",
                    N_("You would take the trick from your own partner and waste one of your best trumps."),
                ),
                "": N_("Your ace of coins will never be safer than it is here. Add it."),
            },
            values={"ace": Card("Ad")},
            highlights=highlight("Ad", DINO),
        ),
        LessonStep(
            trick_text=N_(
                "{points} points in this trick. With Dino's first trick, that makes {ours} for your "
                "side. The score next to each name is the match score: it changes after the deal."
            ),
            text=N_(
                "Dino leads the king and Elsa adds a jack: {now} points so far. But the ace of swords is still "
                "out, and Bruno and Carla still have to play. Play your lowest trump."
            ),
            actions=split_actions("3 play Ks, 4 play Js"),
            expected_actions=("play 4h",),
            wrong_answers={
                "play 7h": N_("The four should be enough. Keep the better trump for later."),
                "": N_("You don't need such a high trump here, and you can lead it later. Play the four."),
            },
            values={"points": 17, "ours": 32, "now": 6},
            highlights=highlight("4h"),
        ),
        LessonStep(
            trick_text=N_("Good, your four won the trick."),
            text=N_(
                "You have only high trumps left: use them now. Nothing beats {ace:the}: lead it, and your partner will"
                " add points."
            ),
            actions=split_actions("1 play 7s, 2 play 7c"),
            expected_actions=("play Ah",),
            wrong_answers={
                "play 3h": N_("You have the ace as well, so the three would win too. But lead the ace first."),
                "": N_("The king of cups is still out and would beat it. Lead the ace first."),
            },
            values={"ace": Card("Ah")},
            highlights=highlight("Ah"),
        ),
        LessonStep(
            trick_text=N_("Together you have {ours} points."),
            text=N_(
                "Only {count} other trumps are still out: the king, the six and the two. Now {three:the} is the "
                "highest: lead it."
            ),
            actions=split_actions("1 play 6d, 2 play Jd, 3 play Jc, 4 play 5h"),
            expected_actions=("play 3h",),
            wrong_answers={"play 7h": N_("The king would beat that trump. The three can't lose.")},
            values={"ours": 53, "three": Card("3h"), "count": 3},
            highlights=highlight("3h"),
        ),
        LessonStep(
            trick_text=N_("You have {ours} points and needed {points}: the contract is made."),
            text=N_("Play your last card. The king of cups may still beat it, but that no longer matters."),
            actions=split_actions("1 play Ac, 2 play Qc, 3 play 4s, 4 play 6h"),
            expected_actions=("play 7h",),
            values={"ours": 77, "points": 61},
        ),
        LessonStep(
            text=N_(
                "Together you have {ours} points: you win! The caller scores {yours}, the partner "
                "{dino}, and each opponent loses {bruno}. If you lose, it's the other way around. If "
                "you call the two, you may also raise the points you need, for a higher stake."
            ),
            actions=split_actions("1 play Kh, 2 play As, 3 play 2h, 4 play 3c"),
            values={"ours": 77, "yours": 2, "dino": 1, "bruno": 1},
            highlights=highlight("", LEARNER_SEAT, DINO),
        ),
        LessonStep(
            text=N_(
                "Second deal: you dealt, so Bruno speaks first. Bruno calls {rank:the}, and the others pass. What do"
                " you do with this hand?"
            ),
            pack=PARTNER_PACK,
            actions=split_actions("1 call 3, 2 pass, 3 pass, 4 pass"),
            expected_actions=("pass",),
            wrong_answers={"": N_("You have two carichi, but no long suit to make trump: you would lose. Pass.")},
            values={"rank": "3"},
            highlights=highlight("", BRUNO),
        ),
        LessonStep(
            text=N_(
                "Bruno names batons: the called card is {three:the}. It's yours! You're Bruno's "
                "partner, and only you know. Don't show the card until it pays off."
            ),
            actions=("1 name c",),
            values={"three": Card("3c")},
            highlights=highlight("3c"),
        ),
        LessonStep(
            text=N_(
                "Bruno leads a trump, the seven, and the others play cards without points. You play last, and Bruno is"
                " winning the trick. How can you help without showing your card?"
            ),
            actions=split_actions("1 play 7c, 2 play 2h, 3 play 5d, 4 play 4h"),
            expected_actions=("play As",),
            wrong_answers={
                "play 3c": N_(
                    "You would take the trick from your own side, and everyone would know you're the partner. Stay"
                    " hidden."
                ),
                "": N_("That does no harm. But a carico is safe here: add {ace:the}."),
            },
            values={"ace": Card("As")},
            highlights=highlight("As", BRUNO),
        ),
        LessonStep(
            trick_text=N_("{points} points for your side. The others may suspect you now, but they can't be sure."),
            text=N_(
                "Bruno leads {ace:the}: nothing beats it. Now your three pays off: play it, "
                "and its {ten} points are safe."
            ),
            actions=split_actions("1 play Ac, 2 play 5s, 3 play 6d, 4 play 6h"),
            expected_actions=("play 3c",),
            wrong_answers={"": N_("You could stay hidden. But your {ten} points will never be this safe again.")},
            values={"points": 11, "ace": Card("Ac"), "ten": CARD_POINTS["3"]},
            highlights=highlight("3c"),
        ),
        LessonStep(
            text=N_(
                "Now everyone knows that you're the partner. We'll skip the rest: your side takes "
                "{ours} points and wins. Bruno scores {bruno}, you score {yours}, and each opponent "
                "loses {carla}."
            ),
            actions=LAST_TRICKS_ACTIONS,
            is_instant=True,
            values={"ours": 66, "bruno": 2, "yours": 1, "carla": 1},
            highlights=highlight("", LEARNER_SEAT, BRUNO),
        ),
        LessonStep(
            text=N_(
                "Now you know the game. The fun is in guessing the sides: watch who adds points to "
                "which trick. If you call a card in your own hand, you play alone against four. "
                "Press F1 at any time to read more."
            ),
        ),
    ),
    learned_rules=(
        LearnedRule(Card("Kc"), N_("The call"), N_("The player who holds the called card is the secret partner.")),
        LearnedRule(Card("3c"), N_("Secrets"), N_("Watch who adds points to which trick.")),
        LearnedRule(
            Card("Ac"),
            N_("Points"),
            N_("The caller's side wins with more than {half} points."),
            {"half": HALF_PACK_POINTS},
        ),
    ),
)
