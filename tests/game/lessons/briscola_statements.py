"""The statements of each step of the lesson of Briscola, by the first words of its text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.lessons.briscola import BRUNO_SEAT
from game.lessons.lesson import LEARNER_SEAT
from game.rules.briscola_family import CARD_POINTS, HALF_PACK_POINTS, PACK_POINTS
from tests.game.lessons.facts import (
    DealScoreFact,
    Fact,
    HandSizeFact,
    HighestUnplayedFact,
    LastToPlayFact,
    LastTrickWinnerFact,
    LeaderFact,
    NumberFact,
    PointsTakenFact,
    StockSizeFact,
    TrumpFact,
    UnseenCardsFact,
    VisibleCardFact,
    WinningCardFact,
)

STATEMENTS: Final[Mapping[str, Mapping[str, Fact]]] = {
    "Welcome! You play Briscola against": {"all": NumberFact(PACK_POINTS), "half": NumberFact(HALF_PACK_POINTS)},
    "An ace is worth {ace} points": {
        "ace": NumberFact(CARD_POINTS["A"]),
        "three": NumberFact(CARD_POINTS["3"]),
        "king": NumberFact(CARD_POINTS["K"]),
        "knight": NumberFact(CARD_POINTS["Q"]),
        "knave": NumberFact(CARD_POINTS["J"]),
        "card": VisibleCardFact("3h"),
    },
    "The turned card, {card:the}, decides": {
        "card": VisibleCardFact("Kd"),
        "suit": TrumpFact("d"),
        "stock": StockSizeFact(34),
    },
    "Bruno dealt, so you lead.": {"liscio": VisibleCardFact("4c"), "lead": LeaderFact(LEARNER_SEAT)},
    "Bruno's king is higher in": {"points": LastTrickWinnerFact(BRUNO_SEAT), "lead": LeaderFact(BRUNO_SEAT)},
    "Bruno leads a five, and": {
        "ace": WinningCardFact("As"),
        "last": LastToPlayFact(),
        "no": WinningCardFact("3h", is_negated=True),
        "trump": WinningCardFact("2d"),
        "ten": NumberFact(CARD_POINTS["3"]),
    },
    "{points} points for you.": {"points": LastTrickWinnerFact(LEARNER_SEAT), "lead": LeaderFact(LEARNER_SEAT)},
    "Bruno plays {card:the}. Following suit": {
        "card": VisibleCardFact("4s"),
        "took": LastTrickWinnerFact(LEARNER_SEAT),
        "liscio": VisibleCardFact("7s"),
    },
    "The king of swords brings": {
        "points": LastTrickWinnerFact(BRUNO_SEAT),
        "ace": VisibleCardFact("Ac"),
        "two": WinningCardFact("2d"),
        "no": WinningCardFact("3h", is_negated=True),
        "ten": NumberFact(CARD_POINTS["3"]),
    },
    "The lowest trump has taken": {
        "points": LastTrickWinnerFact(LEARNER_SEAT),
        "yours": PointsTakenFact(LEARNER_SEAT),
        "his": PointsTakenFact(BRUNO_SEAT),
    },
    "We skip most of the": {
        "yours": PointsTakenFact(LEARNER_SEAT),
        "his": PointsTakenFact(BRUNO_SEAT),
        "half": NumberFact(HALF_PACK_POINTS),
        "stock": StockSizeFact(0),
        "turned": VisibleCardFact("Kd"),
        "left": HandSizeFact(3),
    },
    "Bruno leads {queen:the}. If you": {
        "queen": VisibleCardFact("Qs"),
        "king": WinningCardFact("Kd"),
        "out": UnseenCardsFact("d", ""),
        "last": LastToPlayFact(),
    },
    "{points} more points.": {
        "points": LastTrickWinnerFact(LEARNER_SEAT),
        "three": HighestUnplayedFact("3h"),
        "out": UnseenCardsFact("d", ""),
    },
    "This trick is yours too.": {"points": PointsTakenFact(LEARNER_SEAT)},
    "{yours} to {his}: you win": {
        "yours": PointsTakenFact(LEARNER_SEAT),
        "his": PointsTakenFact(BRUNO_SEAT),
        "won": DealScoreFact(LEARNER_SEAT),
    },
}
