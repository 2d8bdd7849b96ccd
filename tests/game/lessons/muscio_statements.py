"""The statements of each step of the lesson of Muscio, by the first words of its text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.core.events import TurnedCardSwapped
from game.lessons.lesson import LEARNER_SEAT
from game.lessons.muscio import BRUNO, DINO
from game.rules.muscio.events import DealForfeited, GattaShown
from game.rules.muscio.scoring import (
    FORFEIT_POINTS,
    HAND_SIZE,
    NO_TRICK_POINTS,
    ONLY_PARTICIPANT_POINTS,
    PASSED_GATTA_DISCOUNT,
    PLAIN_GATTA_POINTS,
    START_SCORE,
)
from game.rules.muscio.trick_play import TRUMP_TRICK_COUNT, ExchangePhase, ForfeitPhase, MuscioTrickPhase
from tests.game.lessons.facts import (
    CurrentWinnerFact,
    DealScoreFact,
    Fact,
    HighestUnplayedFact,
    LastToPlayFact,
    LastTrickWinnerFact,
    LeaderFact,
    LearnerKnowledge,
    LegalActionsFact,
    NumberFact,
    PlayableCardsFact,
    PointsTakenFact,
    TrumpFact,
    VisibleCardFact,
    WinningCardFact,
)


class TrumpExchangedFact(Fact, frozen=True):
    """A seat has taken the turned trump."""

    seat: int

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        return any(isinstance(event, TurnedCardSwapped) and event.seat == self.seat for event in knowledge.events)


class PlayedFaceDownFact(Fact, frozen=True):
    """The card of this seat in the last trick is face down."""

    seat: int

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        return self.seat in knowledge.phase.board().last_trick_face_down_seats


class ParticipantsFact(Fact, frozen=True):
    """These seats play the deal."""

    seats: tuple[int, ...]

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        phase = (
            knowledge.phase.trick_phase
            if isinstance(knowledge.phase, (ExchangePhase, ForfeitPhase))
            else knowledge.phase
        )
        return isinstance(phase, MuscioTrickPhase) and set(phase.participants) == set(self.seats)


class ForfeitFact(Fact, frozen=True):
    """A seat has forfeited."""

    seat: int

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        return any(isinstance(event, DealForfeited) and event.seat == self.seat for event in knowledge.events)


class GattaFact(Fact, frozen=True):
    """A seat has shown a gatta of this many points."""

    seat: int
    points: int

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        return any(
            isinstance(event, GattaShown) and (event.seat, event.points) == (self.seat, self.points)
            for event in knowledge.events
        )


STATEMENTS: Final[Mapping[str, Mapping[str, Fact]]] = {
    "Muscio comes from the valleys": {"start": NumberFact(START_SCORE), "size": NumberFact(HAND_SIZE)},
    "The turned card, {card:the}, makes": {"card": VisibleCardFact("5h"), "suit": TrumpFact("h")},
    "First, all players say whether": {
        "none": NumberFact(NO_TRICK_POINTS),
        "ace": VisibleCardFact("Ah"),
        "king": VisibleCardFact("Kh"),
        "may": LegalActionsFact("in, pass, blinde"),
    },
    "Bruno and Dino play, Carla": {
        "swap": TrumpExchangedFact(DINO),
        "three": ParticipantsFact((LEARNER_SEAT, BRUNO, DINO)),
        "lead": LeaderFact(LEARNER_SEAT),
    },
    "With three or more players": {
        "count": NumberFact(TRUMP_TRICK_COUNT),
        "ace": VisibleCardFact("Ah"),
        "king": VisibleCardFact("Kh"),
        "may": PlayableCardsFact("Ah Kh"),
    },
    "The other two had to": {"took": LastTrickWinnerFact(LEARNER_SEAT), "lead": LeaderFact(LEARNER_SEAT)},
    "Bruno had no trump left": {
        "took": LastTrickWinnerFact(LEARNER_SEAT),
        "down": PlayedFaceDownFact(BRUNO),
        "may": PlayableCardsFact("7d Jd 4c"),
        "card": VisibleCardFact("4c"),
        "two": PointsTakenFact(LEARNER_SEAT),
    },
    "Dino takes the trick and": {
        "took": LastTrickWinnerFact(DINO),
        "led": VisibleCardFact("As"),
        "may": PlayableCardsFact("7d Jd"),
        "his": CurrentWinnerFact(DINO),
        "seven": VisibleCardFact("7d"),
    },
    "The last trick: coins are": {"may": PlayableCardsFact("Jd"), "would": WinningCardFact("Jd")},
    "Bruno's king takes it. You": {
        "count": PointsTakenFact(LEARNER_SEAT),
        "yours": DealScoreFact(LEARNER_SEAT, -1),
        "dino": DealScoreFact(DINO, -1),
        "bruno": DealScoreFact(BRUNO, -1),
    },
    "The dealer speaks last. Bruno": {
        "ace": VisibleCardFact("Ac"),
        "alone": NumberFact(ONLY_PARTICIPANT_POINTS),
        "may": LegalActionsFact("in, pass, blinde"),
    },
    "Now take {king:the}, the turned": {
        "king": VisibleCardFact("Kc"),
        "two": VisibleCardFact("2s"),
        "play": ParticipantsFact((LEARNER_SEAT, BRUNO)),
    },
    "Only two players are in.": {
        "five": NumberFact(FORFEIT_POINTS),
        "may": LegalActionsFact("stand, forfeit"),
        "play": ParticipantsFact((LEARNER_SEAT, BRUNO)),
    },
    "Bruno leads {ace:the}. You have": {
        "ace": VisibleCardFact("As"),
        "may": PlayableCardsFact("Ac Kc 7c"),
        "last": LastToPlayFact(),
        "seven": WinningCardFact("7c"),
    },
    "Another rule for two players:": {
        "count": NumberFact(TRUMP_TRICK_COUNT),
        "may": PlayableCardsFact("Ac Kd"),
        "ace": HighestUnplayedFact("Ac"),
        "king": VisibleCardFact("Kd"),
    },
    "Bruno had to follow suit": {
        "count": PointsTakenFact(LEARNER_SEAT),
        "king": HighestUnplayedFact("Kc"),
        "may": PlayableCardsFact("Kc Kd 5d"),
    },
    "All {count} tricks are yours:": {
        "count": PointsTakenFact(LEARNER_SEAT),
        "yours": DealScoreFact(LEARNER_SEAT, -1),
        "bruno": DealScoreFact(BRUNO),
    },
    "Third deal. Carla passes, Dino": {"may": LegalActionsFact("in, pass, blinde")},
    "You are lucky: {ace:the} and {queen:the}!": {
        "ace": VisibleCardFact("Ad"),
        "queen": VisibleCardFact("Qd"),
        "yours": DealScoreFact(LEARNER_SEAT, -1),
        "gave": ForfeitFact(DINO),
    },
    "One last deal, and a": {"may": LegalActionsFact("in, pass, blinde"), "card": VisibleCardFact("Ks")},
    "You show it, and the": {
        "yours": DealScoreFact(LEARNER_SEAT, -1),
        "dino": DealScoreFact(DINO),
        "five": NumberFact(PASSED_GATTA_DISCOUNT),
        "gatta": GattaFact(LEARNER_SEAT, PLAIN_GATTA_POINTS),
    },
    "Now you know Muscio. If": {},
}
