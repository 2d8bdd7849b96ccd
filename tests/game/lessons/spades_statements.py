"""The statements of each step of the lesson of Spades, by the first words of its text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.lessons.lesson import LEARNER_SEAT, LessonValue
from game.lessons.spades import BRUNO, CARLA, DINO
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import BiddingPhase, SpadesTrickPhase
from game.rules.spades.scoring import (
    POINTS_LOST_PER_BAG,
    POINTS_PER_BID_TRICK,
    SpadesResult,
)
from tests.game.lessons.facts import (
    CurrentWinnerFact,
    DealScoreFact,
    Fact,
    HandSizeFact,
    HighestUnplayedFact,
    LastToPlayFact,
    LastTrickWinnerFact,
    LeaderFact,
    LearnerKnowledge,
    NumberFact,
    PlayableCardsFact,
    StockSizeFact,
    TrumpFact,
    VisibleCardFact,
    WinningCardFact,
)


class BidFact(Fact, frozen=True):
    """Everybody has bid, or the deal is over; in a text, what a seat has bid."""

    seat: int

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        return isinstance(knowledge.phase, SpadesTrickPhase) or isinstance(knowledge.phase.result, SpadesResult)

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        if isinstance(knowledge.phase, SpadesTrickPhase):
            return knowledge.phase.bids[self.seat]
        assert isinstance(knowledge.phase.result, SpadesResult)
        return knowledge.phase.result.bids[self.seat]


class BiddingTurnFact(Fact, frozen=True):
    """The learner is to bid."""

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        return isinstance(knowledge.phase, BiddingPhase) and knowledge.phase.turn == LEARNER_SEAT


class SpadesBrokenFact(Fact, frozen=True):
    """Whether spades may be led."""

    is_broken: bool

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        return isinstance(knowledge.phase, SpadesTrickPhase) and knowledge.phase.is_trump_broken == self.is_broken


class BidMadeFact(Fact, frozen=True):
    """A seat has as many tricks as it bid, or has not; in a text, its tricks."""

    seat: int
    is_made: bool = True

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        bid = BidFact(self.seat)
        return (
            bid.is_true(knowledge)
            and (knowledge.phase.count_points()[self.seat] >= int(str(bid.get_value(knowledge)))) == self.is_made
        )

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        return knowledge.phase.count_points()[self.seat]


FOLLOWING_CARDS: Final = "2h 3h 5c 6d 7h Ah Kd Qd Td"


STATEMENTS: Final[Mapping[str, Mapping[str, Fact]]] = {
    "In Spades everyone plays alone,": {"size": HandSizeFact(13)},
    "Spades are always trump: any": {"joker": VisibleCardFact("BJ"), "trump": TrumpFact("s")},
    "Count your sure tricks: {joker:the},": {
        "joker": VisibleCardFact("BJ"),
        "ace": VisibleCardFact("Ah"),
        "trick": NumberFact(POINTS_PER_BID_TRICK),
        "speaks": BiddingTurnFact(),
    },
    "Bruno bids {bruno}, Carla {carla},": {
        "bruno": BidFact(BRUNO),
        "carla": BidFact(CARLA),
        "dino": BidFact(DINO),
        "ace": VisibleCardFact("Ah"),
        "lead": LeaderFact(LEARNER_SEAT),
        "may": PlayableCardsFact(FOLLOWING_CARDS),
        "broken": SpadesBrokenFact(is_broken=False),
    },
    "If you have cards": {
        "took": LastTrickWinnerFact(LEARNER_SEAT),
        "king": VisibleCardFact("Kd"),
        "may": PlayableCardsFact("2h 3h 5c 6d 7h Kd Qd Td"),
    },
    "As expected, Bruno had the": {
        "led": VisibleCardFact("Ac"),
        "club": VisibleCardFact("5c"),
        "may": PlayableCardsFact("5c"),
        "last": LastToPlayFact(),
        "his": CurrentWinnerFact(BRUNO),
    },
    "Clubs again, {led:the}, and you": {
        "led": VisibleCardFact("Kc"),
        "spade": WinningCardFact("4s"),
        "last": LastToPlayFact(),
        "may": PlayableCardsFact("BJ Ks 9s 4s 2h 3h 7h Qd Td 6d"),
        "no": WinningCardFact("2h", is_negated=True),
    },
    "The trick is yours, and": {
        "took": LastTrickWinnerFact(LEARNER_SEAT),
        "broken": SpadesBrokenFact(is_broken=True),
        "joker": HighestUnplayedFact("BJ"),
    },
    "This trick is yours too.": {
        "queen": HighestUnplayedFact("Qd"),
        "took": LastTrickWinnerFact(LEARNER_SEAT),
    },
    "{count} tricks: you have made": {"count": BidMadeFact(LEARNER_SEAT), "bid": BidFact(LEARNER_SEAT)},
    "You bid {bid} and took": {
        "bid": BidFact(LEARNER_SEAT),
        "count": BidMadeFact(LEARNER_SEAT),
        "trick": NumberFact(POINTS_PER_BID_TRICK),
        "score": DealScoreFact(LEARNER_SEAT),
        "bruno": DealScoreFact(BRUNO),
        "dino": DealScoreFact(DINO),
        "asked": BidFact(CARLA),
        "broken": BidMadeFact(CARLA, is_made=False),
    },
    "Two house rules for later.": {
        "bags": NumberFact(SpadesOptions().bag_limit),
        "cost": NumberFact(SpadesOptions().bag_limit * POINTS_LOST_PER_BAG),
        "nil": NumberFact(SpadesOptions().nil_points),
    },
    "That is Spades: the first": {"target": NumberFact(SpadesOptions().target), "stock": StockSizeFact(0)},
}
