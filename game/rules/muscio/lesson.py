"""The guided first deals of Muscio: three at play, two at play, the blinde, a gatta (seed 003)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.engine.cards import ITALIAN_PACK, Card, cards
from game.engine.events import Swapped
from game.engine.tricks import in_order
from game.i18n import N_
from game.rules.facts import Beats, Choices, Given, Last, Leads, May, Scored, Shown, Taken, Took, Trump, Winning, Would
from game.rules.lesson import LEARNER, Fact, Lesson, Seen, Step, acts, lit
from game.rules.muscio.events import Forfeited, Gatta
from game.rules.muscio.options import MuscioOptions
from game.rules.muscio.play import TRUMP_TRICKS, Exchange, MuscioTricks, Standing
from game.rules.muscio.score import ALONE, FORFEIT, HAND_SIZE, NO_TRICK, PASSED, PLAIN_GATTA, START

BRUNO, CARLA, DINO = 1, 2, 3


def by_fives(hands: Sequence[str], blinde: str, dealer: int, turned: str) -> tuple[Card, ...]:
    """The pack that gives these hands, from seat 0 on, five cards at a time from forehand, the blinde before the
    dealer's own; all that is left lies below the turned card."""
    order = in_order(tuple(range(len(hands))), (dealer + 1) % len(hands))
    dealt = [hands[seat] for seat in order]
    given = cards(" ".join((*dealt[:-1], blinde, dealt[-1], turned)))
    return (*given, *(card for card in ITALIAN_PACK if card not in given))


THREE: Final = by_fives(
    ("Ah Kh 7d Jd 4c", "3h Qd Kd 6c 2c", "2d 3d 4s 6s 7c", "Qh As Ac 3s 4d"), "2h 5c 5s 6d 7s", DINO, "5h"
)
TWO: Final = by_fives(
    ("Ac 7c Kd 5d 2s", "Qc As Ks Jh 3h", "2d 4d 5h 6s 3c", "7d 2h 4s 6h 5c"), "4c 3s 7s Qd Jd", LEARNER, "Kc"
)
BLINDE: Final = by_fives(
    ("2h 4h 3s 5c 6s", "2s 4c 6d 7h 3c", "5h 4d 2c 7c Js", "Jd 7d Kc 5s 3h"), "Ad Qd Ks 7s 6h", BRUNO, "3d"
)
GATTA: Final = by_fives(
    ("Ks Js 6s 4s 2s", "3h 5d 2c 7d 4h", "6h 2d 5s 7h 3c", "Ac Qc Kh 4d 3d"), "5c 3s 6d 2h As", CARLA, "7c"
)


class Exchanged(Fact, frozen=True):
    """A seat has taken the turned trump."""

    seat: int

    def holds(self, seen: Seen) -> bool:
        return any(isinstance(one, Swapped) and one.seat == self.seat for one in seen.events)


class FellFaceDown(Fact, frozen=True):
    """In the last trick the card of this seat lay face down."""

    seat: int

    def holds(self, seen: Seen) -> bool:
        return self.seat in seen.phase.board().last_face_down


class AtPlay(Fact, frozen=True):
    """These seats play the deal."""

    seats: tuple[int, ...]

    def holds(self, seen: Seen) -> bool:
        phase = seen.phase.tricks if isinstance(seen.phase, (Exchange, Standing)) else seen.phase
        return isinstance(phase, MuscioTricks) and set(phase.players) == set(self.seats)


class GaveUp(Fact, frozen=True):
    """A seat has forfeited."""

    seat: int

    def holds(self, seen: Seen) -> bool:
        return any(isinstance(one, Forfeited) and one.seat == self.seat for one in seen.events)


class Showed(Fact, frozen=True):
    """A seat has shown a gatta of so many points."""

    seat: int
    points: int

    def holds(self, seen: Seen) -> bool:
        return any(isinstance(one, Gatta) and (one.seat, one.points) == (self.seat, self.points) for one in seen.events)


LESSON: Final = Lesson(
    options=MuscioOptions(),
    others=("Bruno", "Carla", "Dino"),
    first_dealer=DINO,
    minutes=6,
    steps=(
        Step(
            text=N_(
                "Muscio comes from the valleys behind Genoa. Everybody plays for himself and begins with {start}"
                " points; each trick takes one off, and who first comes down to nothing wins. Each gets {size} cards."
            ),
            deal=THREE,
            facts={"start": Given(START), "size": Given(HAND_SIZE)},
        ),
        Step(
            text=N_(
                "The turned card, {card:the}, makes {suit} trump. Here the cards rank as one is used to: ace, king,"
                " knight, knave, seven and so on down to the two. Five more lie face down on the table: the blinde. We"
                " come to them later."
            ),
            facts={"card": Shown("5h"), "suit": Trump("h")},
            lights=lit("5h", corner=True, spare=True),
        ),
        Step(
            text=N_(
                "First everybody says whether he plays this deal. Who passes keeps his score. Who plays and takes no"
                " trick gets {none} points more! You hold {ace:the} and {king:the}, the two highest trumps: say that"
                " you play."
            ),
            asks=("in",),
            wrong={
                "pass": N_("Passing costs nothing, but here two tricks are certain: play."),
                "blinde": N_(
                    "For that you would put your good cards away, for five that nobody knows. Play with these."
                ),
            },
            facts={
                "none": Given(NO_TRICK),
                "ace": Shown("Ah"),
                "king": Shown("Kh"),
                "may": Choices("in, pass, blinde"),
            },
            lights=lit("Ah Kh"),
        ),
        Step(
            text=N_(
                "Bruno plays, Carla passes, Dino plays too. Dino has dealt, so he may take the turned trump and put"
                " another card away for it, face down. He has. Three are at play, and whoever sits first after the"
                " dealer leads: you."
            ),
            acts=acts("1 in, 2 pass, 3 in, 3 swap 3s"),
            facts={"swap": Exchanged(DINO), "three": AtPlay((LEARNER, BRUNO, DINO)), "lead": Leads(LEARNER)},
            lights=lit("", DINO),
        ),
        Step(
            text=N_(
                "With three or more at play the first {count} tricks are trump tricks: everybody must play a trump. So"
                " you may only lead {ace:the} or {king:the}. Either will do."
            ),
            asks=("play Ah", "play Kh"),
            facts={"count": Given(TRUMP_TRICKS), "ace": Shown("Ah"), "king": Shown("Kh"), "may": May("Ah Kh")},
            lights=lit("Ah Kh"),
        ),
        Step(
            text=N_("Both had to play a trump, and both have lost it. The second trick: once more a trump."),
            acts=acts("1 play 3h, 3 play 5h"),
            asks=("play Ah", "play Kh"),
            facts={"took": Took(LEARNER), "lead": Leads(LEARNER)},
        ),
        Step(
            text=N_(
                "Bruno had no trump left: then one plays any card face down. It cannot win, and nobody sees it before"
                " the deal is scored. {two} tricks are yours already. From the third on one leads what one likes: your"
                " lowest card, {card:the}."
            ),
            acts=acts("1 play 2c, 3 play Qh"),
            asks=("play 4c",),
            wrong={"": N_("Allowed, but keep the coins: the low card will hardly win a trick, be rid of it.")},
            facts={
                "took": Took(LEARNER),
                "down": FellFaceDown(BRUNO),
                "may": May("7d Jd 4c"),
                "card": Shown("4c"),
                "two": Taken(LEARNER),
            },
            lights=lit("4c", LEARNER),
        ),
        Step(
            text=N_(
                "Everybody must follow suit; who cannot must trump, and who has no trump either plays what he likes."
                " Dino took that trick and leads {led:the}. You have neither swords nor trumps: give {seven:the}."
            ),
            acts=acts("1 play 6c, 3 play Ac, 3 play As"),
            asks=("play 7d",),
            wrong={"": N_("The knave may still win the last trick, the seven hardly. Keep the knave.")},
            facts={
                "took": Took(DINO),
                "led": Shown("As"),
                "may": May("7d Jd"),
                "his": Winning(DINO),
                "seven": Shown("7d"),
            },
            lights=lit("7d"),
        ),
        Step(
            text=N_("The last trick: coins are led, and you must follow. But Bruno still has to play."),
            acts=acts("1 play Qd, 3 play 4d"),
            asks=("play Jd",),
            facts={"may": May("Jd"), "would": Would("Jd")},
        ),
        Step(
            text=N_(
                "Bruno's king took it. You have {count} tricks: {yours} points off. Dino {dino} off, Bruno {bruno};"
                " Carla, who passed, stays where she was. So far, so good. Next deal: you are the dealer now."
            ),
            acts=("1 play Kd",),
            facts={
                "count": Taken(LEARNER),
                "yours": Scored(LEARNER, -1),
                "dino": Scored(DINO, -1),
                "bruno": Scored(BRUNO, -1),
            },
            lights=lit("", LEARNER, BRUNO, DINO),
        ),
        Step(
            text=N_(
                "The dealer speaks last. Bruno plays, the others pass. You hold two trumps, {ace:the} among them, and"
                " may take the turned one as well: play."
            ),
            deal=TWO,
            acts=acts("1 in, 2 pass, 3 pass"),
            asks=("in",),
            wrong={
                "pass": N_("Then Bruno would be alone, and {alone} points come off for him without a card. Play!"),
                "blinde": N_("Who takes the blinde may not take the turned trump. Play with your own cards."),
            },
            facts={"ace": Shown("Ac"), "alone": Given(ALONE), "may": Choices("in, pass, blinde")},
            lights=lit("Ac 7c"),
        ),
        Step(
            text=N_(
                "Now take {king:the}, the turned trump: click the card that you put away for it, {two:the}. Nobody"
                " gets to see it."
            ),
            asks=("swap 2s",),
            wrong={
                "keep": N_("A king of trumps for a two: that is a good exchange. Take it."),
                "": N_("You need that one more. Put away the card that is worth least: {two:the}."),
            },
            facts={"king": Shown("Kc"), "two": Shown("2s"), "play": AtPlay((LEARNER, BRUNO))},
            lights=lit("Kc 2s"),
        ),
        Step(
            text=N_(
                "Only two are at play. Then either may still give up before the first card: forfeit. Who forfeits"
                " keeps his score, and {five} points come off for the other. Bruno stands. You?"
            ),
            acts=("1 stand",),
            asks=("stand",),
            wrong={"forfeit": N_("With three high trumps? Never. Stand: you will hardly lose a trick.")},
            facts={"five": Given(FORFEIT), "may": Choices("stand, forfeit"), "play": AtPlay((LEARNER, BRUNO))},
        ),
        Step(
            text=N_(
                "Bruno leads {ace:the}. You have no swords, so you must trump. You are the last: the smallest trump"
                " will do."
            ),
            acts=("1 play As",),
            asks=("play 7c",),
            wrong={
                "": N_("It takes the trick as well, but you will want to lead that one later. The seven is enough.")
            },
            facts={"ace": Shown("As"), "may": May("Ac Kc 7c"), "last": Last(), "seven": Would("7c")},
            lights=lit("7c"),
        ),
        Step(
            text=N_(
                "And now the other rule for two: in the first {count} tricks the leader must lead his highest card of"
                " the suit he chooses. Of batons that is {ace:the}, of coins {king:the}. First the trump!"
            ),
            asks=("play Ac",),
            wrong={"play Kd": N_("Bruno might trump it, if he has no coins. First take his trumps from him.")},
            facts={"count": Given(TRUMP_TRICKS), "may": May("Ac Kd"), "ace": Beats("Ac"), "king": Shown("Kd")},
            lights=lit("Ac Kd"),
        ),
        Step(
            text=N_(
                "Bruno had to follow with the knight. From the third trick on you lead what you like. {count} tricks"
                " are yours; the highest trump now is {king:the}. Go on with it."
            ),
            acts=("1 play Qc",),
            asks=("play Kc",),
            wrong={"": N_("Perhaps Bruno still has a trump. With the king you would find out without any danger.")},
            facts={"count": Taken(LEARNER), "king": Beats("Kc"), "may": May("Kc Kd 5d")},
            lights=lit("Kc"),
        ),
        Step(
            text=N_(
                "All {count} tricks yours: {yours} points off. Bruno played and took none: {bruno} more for him. That"
                " is why one thinks before one says that one plays."
            ),
            acts=acts("1 play 3h, 0 play Kd, 1 play Jh, 0 play 5d, 1 play Ks"),
            facts={"count": Taken(LEARNER), "yours": Scored(LEARNER, -1), "bruno": Scored(BRUNO)},
            lights=lit("", LEARNER, BRUNO),
        ),
        Step(
            text=N_(
                "A third deal. Carla passes, Dino plays, and your hand is poor. Passing would be wise. But look at the"
                " blinde once: who takes it puts his own hand away unseen, must play with these five cards and may not"
                " forfeit. Take it!"
            ),
            deal=BLINDE,
            acts=acts("2 pass, 3 in"),
            asks=("blinde",),
            wrong={
                "pass": N_(
                    "You would lose nothing by it. But this time try the blinde: you want to learn what it does."
                ),
                "in": N_("With these cards you would hardly take a trick, and get points instead. Take the blinde."),
            },
            facts={"may": Choices("in, pass, blinde")},
            lights=lit(spare=True),
        ),
        Step(
            text=N_(
                "What luck: {ace:the} and {queen:the}! Dino does not know that. But he sees you with the blinde, does"
                " not like his own cards, and forfeits: {yours} points off for you, and no card was played."
            ),
            acts=acts("1 pass, 3 forfeit"),
            facts={"ace": Shown("Ad"), "queen": Shown("Qd"), "yours": Scored(LEARNER, -1), "gave": GaveUp(DINO)},
            lights=lit("", LEARNER, DINO),
        ),
        Step(
            text=N_(
                "One last deal, and a rare hand: five cards of one suit. That is a gatta! It only counts for who"
                " plays: say so."
            ),
            deal=GATTA,
            acts=("3 in",),
            asks=("in",),
            wrong={
                "pass": N_("Who passes may not show his gatta. Play!"),
                "blinde": N_("Then your gatta would be put away with your hand. Play with these cards."),
            },
            facts={"may": Choices("in, pass, blinde"), "card": Shown("Ks")},
            lights=lit("Ks Js 6s 4s 2s"),
        ),
        Step(
            text=N_(
                "You show it, and the deal is over at once: {yours} points off for you, {dino} more for Dino, who"
                " played; who passed pays {five} less, so nothing here. Five trumps would have been worth twice as"
                " much."
            ),
            acts=acts("1 pass, 2 pass"),
            facts={
                "yours": Scored(LEARNER, -1),
                "dino": Scored(DINO),
                "five": Given(PASSED),
                "gatta": Showed(LEARNER, PLAIN_GATTA),
            },
            lights=lit("", LEARNER, DINO),
        ),
        Step(
            text=N_(
                "You know Muscio now. When somebody comes down to nothing, he wins as many points as all the others"
                " still have. F1 tells you the rest, at any time."
            ),
        ),
    ),
)
