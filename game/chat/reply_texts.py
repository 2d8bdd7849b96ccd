"""Texts of replies in chat, and the words by which messages are recognized.

This module has only texts. `game.chat.computer_chat` chooses between them, and answers questions with facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final, NamedTuple

from game.ai.game_ai_info import RemarkSet
from game.core.messages import N_


class ChatIntent(Enum):
    """The meaning of a chat message."""

    COMPLAINT = auto()
    COMPLIMENT = auto()
    LUCK_WISH = auto()
    THANKS = auto()
    APOLOGY = auto()
    WAIT_REQUEST = auto()
    TURN_QUESTION = auto()
    SCORE_QUESTION = auto()
    FAREWELL = auto()
    GREETING = auto()


INTENT_PHRASES: Final[Mapping[ChatIntent, str]] = {
    ChatIntent.COMPLAINT: N_(
        "bad luck, no luck, unlucky, bad cards, no cards, terrible, horrible, awful, unfair, not fair, rubbish, cheat"
    ),
    ChatIntent.COMPLIMENT: N_(
        "well played, well done, good game, good move, bravo, brava, nice, great, congratulations"
    ),
    ChatIntent.LUCK_WISH: N_("good luck, best of luck, may the best man win"),
    ChatIntent.THANKS: N_("thank you, thanks, many thanks, thank you all"),
    ChatIntent.APOLOGY: N_("sorry, excuse me, forgive me, pardon, my mistake, my fault"),
    ChatIntent.WAIT_REQUEST: N_("one moment, just a moment, one second, wait, let me think"),
    ChatIntent.TURN_QUESTION: N_("whose turn, who is up, who is next, who plays, is it my turn"),
    ChatIntent.SCORE_QUESTION: N_("the score, who is ahead, who is winning, who is leading, where do we stand"),
    ChatIntent.FAREWELL: N_("goodbye, bye, see you, good night, farewell"),
    ChatIntent.GREETING: N_("hello, hi, good morning, good day, good evening, ciao, hey there, how are you, welcome"),
}  # fmt: skip
"""The phrases by which each intent is recognized, separated by commas; earlier intents are tried first."""

COMMON_REPLIES: Final[Mapping[ChatIntent, RemarkSet]] = {
    ChatIntent.COMPLAINT: RemarkSet(
        (N_("New deal, fresh start."), N_("Luck comes and goes.")),
        (N_("Play them boldly!"), N_("Cards are what you make of them.")),
        (N_("Your luck will turn."), N_("Good cards will come.")),
    ),
    ChatIntent.COMPLIMENT: RemarkSet(
        (N_("You're too kind."), N_("Thank you, thank you."), N_("I do what I can.")),
        (N_("I know, I know!"), N_("You haven't seen anything yet.")),
        (N_("It was mostly luck."), N_("It could've gone either way.")),
    ),
    ChatIntent.LUCK_WISH: RemarkSet(
        (N_("Same to you!"), N_("May the cards be kind to us.")), (N_("I won't need it!"),), (N_("I'll need it."),)
    ),
    ChatIntent.THANKS: RemarkSet((N_("You're welcome."), N_("My pleasure."), N_("Anytime."))),
    ChatIntent.APOLOGY: RemarkSet((N_("Never mind."), N_("It happens."), N_("No harm done."))),
    ChatIntent.WAIT_REQUEST: RemarkSet(
        (N_("Take your time."), N_("No hurry.")), (N_("Today would be nice!"),), (N_("Think it through."),)
    ),
    ChatIntent.FAREWELL: RemarkSet((N_("Until next time."), N_("Come back soon."))),
    ChatIntent.GREETING: RemarkSet((N_("Hello!"), N_("Good to see you."), N_("Welcome."))),
}
"""The replies of every persona; questions are answered with facts instead."""

LEADER_REPLIES: Final[Mapping[ChatIntent, tuple[str, ...]]] = {
    ChatIntent.COMPLAINT: (N_("I can't complain."), N_("Somebody has to win.")),
    ChatIntent.COMPLIMENT: (N_("The score says so too."), N_("So far, so good.")),
    ChatIntent.LUCK_WISH: (N_("Must be my lucky day."),),
}
"""Further replies of a player who is ahead in the match."""
LAST_PLACE_REPLIES: Final[Mapping[ChatIntent, tuple[str, ...]]] = {
    ChatIntent.COMPLAINT: (N_("Look at my score!"), N_("You too? That makes two of us.")),
    ChatIntent.COMPLIMENT: (N_("The score doesn't show it."), N_("Tell that to the score.")),
    ChatIntent.LUCK_WISH: (N_("I could use some."),),
}
"""Further replies of a player who is last in the match."""

PERSONA_REPLIES: Final[Mapping[str, Mapping[ChatIntent, tuple[str, ...]]]] = {
    "Bruno": {
        ChatIntent.COMPLAINT: (N_("We all burn a loaf sometimes."),),
        ChatIntent.COMPLIMENT: (N_("Fresh from the oven!"),),
        ChatIntent.LUCK_WISH: (N_("Enough wishing. Let's play!"),),
        ChatIntent.WAIT_REQUEST: (N_("My bread bakes faster."),),
        ChatIntent.FAREWELL: (N_("I'm up at three. Good night!"),),
        ChatIntent.GREETING: (N_("At last! Deal, deal!"),),
    },
    "Carla": {
        ChatIntent.COMPLAINT: (N_("You can learn from a bad hand."),),
        ChatIntent.COMPLIMENT: (N_("I just did my homework."),),
        ChatIntent.APOLOGY: (N_("We learn from our mistakes."),),
        ChatIntent.WAIT_REQUEST: (N_("Think first, then play. Good."),),
        ChatIntent.FAREWELL: (N_("Class dismissed."),),
        ChatIntent.GREETING: (N_("Hello. Is everyone here?"),),
    },
    "Dino": {
        ChatIntent.COMPLAINT: (N_("Some days the fish don't bite."),),
        ChatIntent.COMPLIMENT: (N_("Hm."),),
        ChatIntent.LUCK_WISH: (N_("We'll see."),),
        ChatIntent.THANKS: (N_("Eh."),),
        ChatIntent.WAIT_REQUEST: (N_("The sea can wait."),),
        ChatIntent.FAREWELL: (N_("Fair winds."),),
        ChatIntent.GREETING: (N_("Evening."),),
    },
    "Elsa": {
        ChatIntent.COMPLAINT: (N_("There's no pill for that."),),
        ChatIntent.COMPLIMENT: (N_("Exactly as prescribed."),),
        ChatIntent.LUCK_WISH: (N_("Luck? I'd rather count."),),
        ChatIntent.APOLOGY: (N_("Nothing that won't heal."),),
        ChatIntent.FAREWELL: (N_("Sleep well."),),
        ChatIntent.GREETING: (N_("Good evening. Feeling well?"),),
    },
    "Fabio": {
        ChatIntent.COMPLAINT: (N_("A customer of mine had it worse!"), N_("I've got a worse story…")),
        ChatIntent.COMPLIMENT: (N_("A cut above!"), N_("Tell the whole village!")),
        ChatIntent.THANKS: (N_("Don't mention it. Sit down!"),),
        ChatIntent.APOLOGY: (N_("Hair grows back, my friend."),),
        ChatIntent.WAIT_REQUEST: (N_("I can talk while I wait…"),),
        ChatIntent.FAREWELL: (N_("Already? I had so much to say!"),),
        ChatIntent.GREETING: (N_("Who's next? Ah, you!"),),
    },
    "Anna": {
        ChatIntent.COMPLAINT: (N_("Cheer up! It's only cards."),),
        ChatIntent.COMPLIMENT: (N_("How nice of you!"),),
        ChatIntent.LUCK_WISH: (N_("Have a good game, everyone."),),
        ChatIntent.APOLOGY: (N_("Oh, don't worry about it."),),
        ChatIntent.FAREWELL: (N_("This was lovely."),),
        ChatIntent.GREETING: (N_("Hello! I brought cookies."),),
    },
    "Gina": {
        ChatIntent.COMPLAINT: (N_("Have a drink! It'll pass."),),
        ChatIntent.COMPLIMENT: (N_("Drinks for everybody!"),),
        ChatIntent.LUCK_WISH: (N_("Luck? You'll need it, dear!"),),
        ChatIntent.WAIT_REQUEST: (N_("We close at midnight!"),),
        ChatIntent.FAREWELL: (N_("And who's paying the bill?"),),
        ChatIntent.GREETING: (N_("Sit down, sit down!"),),
    },
    "Nonna Pia": {
        ChatIntent.COMPLAINT: (N_("In eighty years I've seen worse."),),
        ChatIntent.COMPLIMENT: (N_("Years of practice, my dear."),),
        ChatIntent.THANKS: (N_("Eat something! You're so thin."),),
        ChatIntent.APOLOGY: (N_("Come now, it's nothing."),),
        ChatIntent.WAIT_REQUEST: (N_("I have all evening, dear."),),
        ChatIntent.FAREWELL: (N_("Bundle up out there."),),
        ChatIntent.GREETING: (N_("Good evening, sweetheart."),),
    },
    "Zio Gino": {
        ChatIntent.COMPLAINT: (N_("Take a chance, then!"),),
        ChatIntent.COMPLIMENT: (N_("Fortune favors the bold!"),),
        ChatIntent.LUCK_WISH: (N_("Lady Luck loves me!"),),
        ChatIntent.WAIT_REQUEST: (N_("Thinking? In a card game?"),),
        ChatIntent.FAREWELL: (N_("One more, double or nothing!"),),
        ChatIntent.GREETING: (N_("What are we playing for?"),),
    },
    "Don Piero": {
        ChatIntent.COMPLAINT: (N_("The last shall be first."),),
        ChatIntent.COMPLIMENT: (N_("Pride is a sin, but thank you."),),
        ChatIntent.LUCK_WISH: (N_("Heaven stays out of card games."),),
        ChatIntent.APOLOGY: (N_("You're forgiven."),),
        ChatIntent.FAREWELL: (N_("Go in peace."),),
        ChatIntent.GREETING: (N_("Peace be with you all."),),
    },
}
"""The replies of a single persona, by its name."""


class ResultLines(NamedTuple):
    """The words of a persona to a person at the end of a deal or match that the person has won, or lost."""

    congratulation: str
    consolation: str


RESULT_LINES: Final[Mapping[str, ResultLines]] = {
    "Bruno": ResultLines(N_("That loaf rose nicely!"), N_("The dough will rise tomorrow.")),
    "Carla": ResultLines(N_("You get an A-plus."), N_("Look again and you'll learn.")),
    "Dino": ResultLines(N_("Good catch."), N_("The fish will be back tomorrow.")),
    "Elsa": ResultLines(N_("My compliments. Very precise."), N_("It won't hurt tomorrow.")),
    "Fabio": ResultLines(N_("A clean shave! Hats off!"), N_("Bad haircut. It'll grow back.")),
    "Anna": ResultLines(N_("How lovely, well done!"), N_("Next time it'll be you.")),
    "Gina": ResultLines(N_("This round is on me!"), N_("Drink up, the night is young!")),
    "Nonna Pia": ResultLines(N_("Well done, dear. I'm so proud."), N_("Never mind, have a cookie.")),
    "Zio Gino": ResultLines(N_("Now double the stakes!"), N_("Come on, play me again!")),
    "Don Piero": ResultLines(N_("Well earned. Stay humble."), N_("Blessed are the good losers.")),
}
"""The lines at the end of a deal or match, by the name of the persona."""
