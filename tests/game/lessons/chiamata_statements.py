"""The statements of each step of the lesson of Briscola chiamata, by the first words of its text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.core.cards import Rank
from game.lessons.chiamata import BRUNO, CARLA, DINO, ELSA
from game.lessons.lesson import LEARNER_SEAT, LessonValue
from game.rules.briscola_family import CARD_POINTS, HALF_PACK_POINTS, PACK_POINTS
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.trick_play import ChiamataTrickPhase, NamingPhase
from tests.game.lessons.facts import (
    CurrentWinnerFact,
    DealScoreFact,
    Fact,
    HighestUnplayedFact,
    LastToPlayFact,
    LastTrickWinnerFact,
    LeaderFact,
    LearnerKnowledge,
    NumberFact,
    TrumpFact,
    UnseenCardsFact,
    VisibleCardFact,
    WinningCardFact,
)


class LastCallFact(Fact, frozen=True):
    """The learner is to call or to pass, and the last call is of this rank; None if there was none."""

    last_rank: Rank | None

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        auction = knowledge.phase
        if not isinstance(auction, AuctionPhase) or auction.turn != LEARNER_SEAT:
            return False
        return (auction.last_call.rank if auction.last_call is not None else None) == self.last_rank

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        assert self.last_rank is not None
        return self.last_rank


class CallerFact(Fact, frozen=True):
    """The caller is this seat; a text may name the points that they need."""

    seat: int

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        phase = _get_trick_phase(knowledge)
        return phase is not None and phase.contract.caller == self.seat

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        phase = _get_trick_phase(knowledge)
        assert phase is not None
        return phase.contract.required_points


class CalledCardFact(Fact, frozen=True):
    """This card is called, and the learner knows its holder, or does not (``partner`` None)."""

    card_notation: str
    partner: int | None

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        phase = _get_trick_phase(knowledge)
        return (
            phase is not None and str(phase.called_card) == self.card_notation and phase.find_partner() == self.partner
        )

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        phase = _get_trick_phase(knowledge)
        assert phase is not None and phase.called_card is not None
        return phase.called_card


class SidePointsFact(Fact, frozen=True):
    """In a text, the card points that some seats have taken together."""

    seats: tuple[int, ...]

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        return sum(knowledge.phase.count_points()[seat] for seat in self.seats)


def _get_trick_phase(knowledge: LearnerKnowledge) -> ChiamataTrickPhase | None:
    """Return the trick phase as the learner may know it, also during the naming; None in other phases."""
    phase = knowledge.phase.trick_phase if isinstance(knowledge.phase, NamingPhase) else knowledge.phase
    return phase if isinstance(phase, ChiamataTrickPhase) else None


STATEMENTS: Final[Mapping[str, Mapping[str, Fact]]] = {
    "Briscola chiamata has five players.": {"all": NumberFact(PACK_POINTS)},
    "The caller and a secret": {"speaks": LastCallFact(None)},
    "You speak first. Look at": {
        "ace": VisibleCardFact("Ah"),
        "three": VisibleCardFact("3h"),
        "speaks": LastCallFact(None),
    },
    "Bruno, Dino and Elsa pass,": {"queen": LastCallFact("Q")},
    "Carla passes too: you are": {"caller": CallerFact(LEARNER_SEAT)},
    "The player with {jack:the} is": {
        "jack": CalledCardFact("Jh", None),
        "points": CallerFact(LEARNER_SEAT),
        "half": NumberFact(HALF_PACK_POINTS),
        "trump": TrumpFact("h"),
    },
    "The player on the dealer's": {
        "two": VisibleCardFact("2d"),
        "lead": LeaderFact(LEARNER_SEAT),
        "eleven": NumberFact(CARD_POINTS["A"]),
    },
    "Elsa takes the trick with": {
        "points": LastTrickWinnerFact(ELSA),
        "queen": VisibleCardFact("Qs"),
        "five": VisibleCardFact("5s"),
        "not": CalledCardFact("Jh", None),
        "eleven": NumberFact(CARD_POINTS["A"]),
    },
    "Dino has trumped Carla's three": {"jack": CalledCardFact("Jh", DINO), "points": LastTrickWinnerFact(DINO)},
    "Dino leads {four:the}. The trick": {"four": VisibleCardFact("4c"), "six": VisibleCardFact("6c")},
    "Bruno takes the trick and": {
        "last": LastToPlayFact(),
        "his": CurrentWinnerFact(DINO),
        "ace": WinningCardFact("Ad", is_negated=True),
        "over": WinningCardFact("3h"),
    },
    "{points} points in this trick.": {
        "points": LastTrickWinnerFact(DINO),
        "ours": SidePointsFact((LEARNER_SEAT, DINO)),
        "now": CurrentWinnerFact(DINO),
        "four": WinningCardFact("4h"),
        "out": UnseenCardsFact("s", "As 7s 4s"),
    },
    "Good, your four won the": {
        "took": LastTrickWinnerFact(LEARNER_SEAT),
        "ace": HighestUnplayedFact("Ah"),
        "lead": LeaderFact(LEARNER_SEAT),
    },
    "Together you have {ours} points.": {
        "ours": SidePointsFact((LEARNER_SEAT, DINO)),
        "three": HighestUnplayedFact("3h"),
        "count": UnseenCardsFact("h", "Kh 6h 2h"),
    },
    "You have {ours} points and": {
        "ours": SidePointsFact((LEARNER_SEAT, DINO)),
        "points": CallerFact(LEARNER_SEAT),
        "out": UnseenCardsFact("h", "Kh 2h"),
    },
    "Together you have {ours} points:": {
        "ours": SidePointsFact((LEARNER_SEAT, DINO)),
        "yours": DealScoreFact(LEARNER_SEAT),
        "dino": DealScoreFact(DINO),
        "bruno": DealScoreFact(BRUNO, -1),
    },
    "Second deal: you dealt, so": {"rank": LastCallFact("3")},
    "Bruno names batons: the called": {
        "three": CalledCardFact("3c", LEARNER_SEAT),
        "held": VisibleCardFact("3c"),
        "caller": CallerFact(BRUNO),
        "trump": TrumpFact("c"),
    },
    "Bruno leads a trump, the": {
        "last": LastToPlayFact(),
        "his": CurrentWinnerFact(BRUNO),
        "ace": VisibleCardFact("As"),
        "over": WinningCardFact("3c"),
    },
    "{points} points for your side.": {
        "points": LastTrickWinnerFact(BRUNO),
        "ace": VisibleCardFact("Ac"),
        "last": LastToPlayFact(),
        "lost": WinningCardFact("3c", is_negated=True),
        "ten": NumberFact(CARD_POINTS["3"]),
    },
    "Now everyone knows that you": {
        "ours": SidePointsFact((LEARNER_SEAT, BRUNO)),
        "bruno": DealScoreFact(BRUNO),
        "yours": DealScoreFact(LEARNER_SEAT),
        "carla": DealScoreFact(CARLA, -1),
    },
    "Now you know the game.": {},
}
