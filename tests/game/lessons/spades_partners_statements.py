"""The statements of each step of the lesson of Spades with partners, by the first words of its text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.lessons.lesson import LEARNER_SEAT
from game.lessons.spades_partners import BRUNO, CARLA, DINO
from game.rules.spades.options import PARTNERS_OPTIONS
from game.rules.spades.phases import BLIND_NIL_DEFICIT_POINTS
from game.rules.spades.scoring import POINTS_LOST_PER_BAG, POINTS_PER_BID_TRICK
from tests.game.lessons.facts import (
    CurrentWinnerFact,
    DealScoreFact,
    Fact,
    HandSizeFact,
    LastToPlayFact,
    LastTrickWinnerFact,
    LeaderFact,
    NumberFact,
    PlayableCardsFact,
    StockSizeFact,
    TrumpFact,
    VisibleCardFact,
    WinningCardFact,
)
from tests.game.lessons.spades_statements import BiddingTurnFact, BidFact, BidMadeFact

STATEMENTS: Final[Mapping[str, Mapping[str, Fact]]] = {
    "Now you have a partner:": {"size": HandSizeFact(13), "trump": TrumpFact("s")},
    "Bruno bids {bruno}, Carla bids": {
        "bruno": NumberFact(3),
        "dino": NumberFact(3),
        "nil": NumberFact(PARTNERS_OPTIONS.nil_points),
        "speaks": BiddingTurnFact(),
    },
    "Carla bids nil, so your": {
        "first": VisibleCardFact("As"),
        "second": VisibleCardFact("Ks"),
        "third": VisibleCardFact("Ah"),
        "fourth": VisibleCardFact("Ac"),
        "trick": NumberFact(POINTS_PER_BID_TRICK),
        "speaks": BiddingTurnFact(),
    },
    "Bruno leads, and Carla had": {
        "jack": VisibleCardFact("Jh"),
        "hers": CurrentWinnerFact(CARLA),
        "queen": WinningCardFact("Qh"),
        "no": WinningCardFact("6h", is_negated=True),
        "last": LastToPlayFact(),
        "may": PlayableCardsFact("Ah Qh 6h"),
    },
    "The nil is safe for": {
        "ace": VisibleCardFact("Ah"),
        "took": LastTrickWinnerFact(LEARNER_SEAT),
        "lead": LeaderFact(LEARNER_SEAT),
    },
    "Carla has safely played": {
        "ace": VisibleCardFact("Ac"),
        "took": LastTrickWinnerFact(LEARNER_SEAT),
    },
    "This trick is yours too.": {
        "took": LastTrickWinnerFact(LEARNER_SEAT),
        "king": VisibleCardFact("Kd"),
        "lead": LeaderFact(LEARNER_SEAT),
    },
    "Bruno had the ace, and": {
        "led": VisibleCardFact("Kc"),
        "low": VisibleCardFact("5c"),
        "his": CurrentWinnerFact(BRUNO),
        "no": WinningCardFact("Qc", is_negated=True),
        "last": LastToPlayFact(),
        "may": PlayableCardsFact("Qc 5c"),
    },
    "Clubs again, and Carla plays": {
        "queen": WinningCardFact("Qc"),
        "last": LastToPlayFact(),
        "may": PlayableCardsFact("Qc"),
    },
    "{count} tricks: your contract is": {
        "count": BidMadeFact(LEARNER_SEAT),
        "took": LastTrickWinnerFact(LEARNER_SEAT),
        "bags": NumberFact(PARTNERS_OPTIONS.bag_limit),
        "cost": NumberFact(PARTNERS_OPTIONS.bag_limit * POINTS_LOST_PER_BAG),
    },
    "Carla took no trick: {nil}": {
        "nil": NumberFact(PARTNERS_OPTIONS.nil_points),
        "bid": BidFact(LEARNER_SEAT),
        "count": BidMadeFact(LEARNER_SEAT),
        "score": DealScoreFact(LEARNER_SEAT),
        "other": DealScoreFact(DINO),
    },
    "The first side to reach": {
        "target": NumberFact(PARTNERS_OPTIONS.target),
        "behind": NumberFact(BLIND_NIL_DEFICIT_POINTS),
        "stock": StockSizeFact(0),
    },
}
