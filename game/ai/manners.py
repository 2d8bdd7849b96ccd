"""How the computer's characters answer what is said to them at the table: what is understood, and everybody's manner.

Only words stand here. Who answers, when and out of which facts is `game.answers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from game.ai.room import Lines
from game.i18n import N_


class Meaning(Enum):
    """What somebody may mean by what he says."""

    COMPLAINT = auto()
    COMPLIMENT = auto()
    LUCK = auto()
    THANKS = auto()
    SORRY = auto()
    MOMENT = auto()
    TURN = auto()
    SCORE = auto()
    FAREWELL = auto()
    GREETING = auto()


WORDS: Final[Mapping[Meaning, str]] = {
    Meaning.COMPLAINT: N_(
        "bad luck, no luck, unlucky, bad cards, no cards, terrible, horrible, awful, unfair, not fair, rubbish, cheat"
    ),
    Meaning.COMPLIMENT: N_("well played, well done, good game, good move, bravo, brava, nice, great, compliments"),
    Meaning.LUCK: N_("good luck, best of luck, may the best win"),
    Meaning.THANKS: N_("thank you, thanks, many thanks, thank you all"),
    Meaning.SORRY: N_("sorry, excuse me, forgive me, pardon, my mistake, my fault"),
    Meaning.MOMENT: N_("one moment, just a moment, one second, wait, let me think"),
    Meaning.TURN: N_("whose turn, who is on turn, who plays, is it my turn"),
    Meaning.SCORE: N_("the score, who is ahead, who is winning, who leads the match, how do we stand"),
    Meaning.FAREWELL: N_("goodbye, bye, see you, good night, until tomorrow"),
    Meaning.GREETING: N_("hello, hi, good morning, good day, good evening, ciao, salve, how are you, welcome"),
}  # fmt: skip
"""By what each is recognised, commas between; what stands first is looked for first."""

ANSWERS: Final[Mapping[Meaning, Lines]] = {
    Meaning.COMPLAINT: Lines(
        (N_("The next deal is another deal."), N_("The cards come and go.")),
        (N_("Play them with courage!"), N_("Cards are what you make of them.")),
        (N_("Patience, it will turn."), N_("One waits, and they come.")),
    ),
    Meaning.COMPLIMENT: Lines(
        (N_("You are too kind."), N_("Thank you, thank you."), N_("One does what one can.")),
        (N_("I know, I know!"), N_("You have seen nothing yet.")),
        (N_("It was mostly luck."), N_("It might have gone wrong.")),
    ),
    Meaning.LUCK: Lines(
        (N_("And to you!"), N_("Good luck to all of us.")), (N_("I won't need it!"),), (N_("I shall need it."),)
    ),
    Meaning.THANKS: Lines((N_("You're welcome."), N_("With pleasure."), N_("Thank you."))),
    Meaning.SORRY: Lines((N_("Never mind."), N_("It happens."), N_("No harm done."))),
    Meaning.MOMENT: Lines(
        (N_("Take your time."), N_("No hurry.")), (N_("But today, please!"),), (N_("Better to think twice."),)
    ),
    Meaning.FAREWELL: Lines((N_("Until next time."), N_("Come again."))),
    Meaning.GREETING: Lines((N_("Hello!"), N_("Good to see you."), N_("Welcome."))),
}
"""What anybody may answer; questions are answered with the facts."""

AHEAD: Final[Mapping[Meaning, tuple[str, ...]]] = {
    Meaning.COMPLAINT: (N_("I cannot complain."), N_("Somebody has to win.")),
    Meaning.COMPLIMENT: (N_("The score says so too."), N_("So far it goes well.")),
    Meaning.LUCK: (N_("Today I have it, it seems."),),
}
"""What who leads the match may say besides."""
BEHIND: Final[Mapping[Meaning, tuple[str, ...]]] = {
    Meaning.COMPLAINT: (N_("Look where I stand!"), N_("You too? Then we are two.")),
    Meaning.COMPLIMENT: (N_("The score does not show it."), N_("Tell that to the score.")),
    Meaning.LUCK: (N_("I could do with some."),),
}
"""What who is last in the match may say besides."""

MANNERS: Final[Mapping[str, Mapping[Meaning, tuple[str, ...]]]] = {
    "Bruno": {
        Meaning.COMPLAINT: (N_("Burnt bread gets eaten too."),),
        Meaning.COMPLIMENT: (N_("Fresh from the oven!"),),
        Meaning.LUCK: (N_("Enough wishing, let's play!"),),
        Meaning.MOMENT: (N_("My bread bakes faster."),),
        Meaning.FAREWELL: (N_("I'm up at three. Good night!"),),
        Meaning.GREETING: (N_("At last! Deal, deal!"),),
    },
    "Carla": {
        Meaning.COMPLAINT: (N_("One learns from bad cards too."),),
        Meaning.COMPLIMENT: (N_("Homework, that's all it is."),),
        Meaning.SORRY: (N_("From mistakes one learns."),),
        Meaning.MOMENT: (N_("First think, then speak. Good."),),
        Meaning.FAREWELL: (N_("Class dismissed."),),
        Meaning.GREETING: (N_("Good day. All present?"),),
    },
    "Dino": {
        Meaning.COMPLAINT: (N_("Some days no fish."),),
        Meaning.COMPLIMENT: (N_("Hm."),),
        Meaning.LUCK: (N_("We'll see."),),
        Meaning.THANKS: (N_("Eh."),),
        Meaning.MOMENT: (N_("The sea waits."),),
        Meaning.FAREWELL: (N_("Calm seas."),),
        Meaning.GREETING: (N_("Evening."),),
    },
    "Elsa": {
        Meaning.COMPLAINT: (N_("There is no pill against that."),),
        Meaning.COMPLIMENT: (N_("Exactly as prescribed."),),
        Meaning.LUCK: (N_("I prefer to count."),),
        Meaning.SORRY: (N_("Nothing that would not heal."),),
        Meaning.FAREWELL: (N_("And sleep well."),),
        Meaning.GREETING: (N_("Good evening. In good health?"),),
    },
    "Fabio": {
        Meaning.COMPLAINT: (N_("A client of mine had worse!"), N_("I'll tell you a worse one…")),
        Meaning.COMPLIMENT: (N_("Cut and combed!"), N_("Tell it to the whole village!")),
        Meaning.THANKS: (N_("Nothing to thank for, sit down."),),
        Meaning.SORRY: (N_("Hair grows again, my friend."),),
        Meaning.MOMENT: (N_("I can talk meanwhile…"),),
        Meaning.FAREWELL: (N_("Already? I had so much to say!"),),
        Meaning.GREETING: (N_("Who is next? Ah, you!"),),
    },
    "Anna": {
        Meaning.COMPLAINT: (N_("Cheer up, it's only cards."),),
        Meaning.COMPLIMENT: (N_("How nice of you!"),),
        Meaning.LUCK: (N_("May we all enjoy it."),),
        Meaning.SORRY: (N_("Oh, don't worry about it."),),
        Meaning.FAREWELL: (N_("It was lovely."),),
        Meaning.GREETING: (N_("Hello! I brought biscuits."),),
    },
    "Gina": {
        Meaning.COMPLAINT: (N_("Have a glass, it passes!"),),
        Meaning.COMPLIMENT: (N_("Drinks for everybody!"),),
        Meaning.LUCK: (N_("Luck? You'll need it, dear!"),),
        Meaning.MOMENT: (N_("We close at midnight!"),),
        Meaning.FAREWELL: (N_("And who pays the bill?"),),
        Meaning.GREETING: (N_("Sit down, sit down!"),),
    },
    "Nonna Pia": {
        Meaning.COMPLAINT: (N_("In eighty years I saw worse."),),
        Meaning.COMPLIMENT: (N_("Dear child, it's the years."),),
        Meaning.THANKS: (N_("Eat something, you are thin."),),
        Meaning.SORRY: (N_("Come here, it's nothing."),),
        Meaning.MOMENT: (N_("I have all evening, dear."),),
        Meaning.FAREWELL: (N_("Wrap up warm outside."),),
        Meaning.GREETING: (N_("Good evening, my treasure."),),
    },
    "Zio Gino": {
        Meaning.COMPLAINT: (N_("Then risk more!"),),
        Meaning.COMPLIMENT: (N_("Who dares, wins!"),),
        Meaning.LUCK: (N_("Luck loves me, you'll see."),),
        Meaning.MOMENT: (N_("Thinking? At cards?"),),
        Meaning.FAREWELL: (N_("One more, double or nothing!"),),
        Meaning.GREETING: (N_("What do we play for?"),),
    },
    "Don Piero": {
        Meaning.COMPLAINT: (N_("The last shall be first."),),
        Meaning.COMPLIMENT: (N_("Pride is a sin, but thank you."),),
        Meaning.LUCK: (N_("Heaven keeps out of cards."),),
        Meaning.SORRY: (N_("You are forgiven."),),
        Meaning.FAREWELL: (N_("Go in peace."),),
        Meaning.GREETING: (N_("Peace to this table."),),
    },
}
"""What each character says in its own way."""
