"""Statements of the steps of a lesson, which are checked with the rules.

Statements of a single game are in ``NAME_statements.py``, with those of each step of its lesson.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from game.core.actions import Play
from game.core.cards import HIDDEN_CARD, Card, Suit, parse_cards
from game.core.events import Event, TrickTaken
from game.core.phase import Board, Phase
from game.core.trick_taking import Trick, TrickPhase, find_trick_winner, get_card_strengths
from game.lessons.lesson import LEARNER_SEAT, LessonValue, split_actions
from game.lessons.runner import LessonState


class LearnerKnowledge(NamedTuple):
    """The knowledge of the learner at a step: the phase and all events so far, both masked for them."""

    phase: Phase
    events: Sequence[Event]


def get_learner_knowledge(state: LessonState) -> LearnerKnowledge:
    """Return what the learner knows at a step."""
    assert state.match.phase is not None, "a lesson begins with a deal"
    return LearnerKnowledge(
        state.match.phase.seen_by(LEARNER_SEAT), tuple(event.seen_by(LEARNER_SEAT) for event in state.events)
    )


class Fact(msgspec.Struct, frozen=True):
    """A statement of a step about the table; it can depend only on what the learner knows."""

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        """Return whether the rules confirm it."""
        return True

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        """Return the value of its placeholder by the rules; called only if it is true."""
        raise NotImplementedError


def list_false_statements(
    knowledge: LearnerKnowledge, values: Mapping[str, LessonValue], statements: Mapping[str, Fact]
) -> list[str]:
    """Return the names of the statements that the rules deny, and of the values that differ from those of the rules."""
    false_names = [name for name, fact in statements.items() if not fact.is_true(knowledge)]
    wrong_names = [
        name
        for name, value in values.items()
        if name not in statements or (name not in false_names and statements[name].get_value(knowledge) != value)
    ]
    return false_names + wrong_names


class NumberFact(Fact, frozen=True):
    """A number of the rules themselves."""

    number: int

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        return self.number


class VisibleCardFact(Fact, frozen=True):
    """A card is visible to the learner: in their hand, in the trick or in the last one, turned up."""

    card_notation: str

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        return Card(self.card_notation) in _iter_visible_cards(knowledge.phase.board())

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        return Card(self.card_notation)


def _iter_visible_cards(board: Board) -> Iterator[Card]:
    yield from board.hands[LEARNER_SEAT]
    yield from (card for _seat, card in (*board.trick, *board.last_trick))
    if board.turned_card is not None:
        yield board.turned_card


class HandSizeFact(Fact, frozen=True):
    """The learner holds this number of cards: as many tricks are still to be played."""

    count: int

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        return len(knowledge.phase.board().hands[LEARNER_SEAT]) == self.count

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        return self.count


class TrumpFact(Fact, frozen=True):
    """This suit is trump."""

    suit: Suit

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        return knowledge.phase.board().trump == self.suit

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        return self.suit


class LastTrickWinnerFact(Fact, frozen=True):
    """This seat took the last trick; a text may name its card points."""

    seat: int

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        last_trick = self._find_last_trick(knowledge)
        return last_trick is not None and last_trick.winner == self.seat

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        last_trick = self._find_last_trick(knowledge)
        assert last_trick is not None and last_trick.points is not None
        return last_trick.points

    def _find_last_trick(self, knowledge: LearnerKnowledge) -> TrickTaken | None:
        return next((event for event in reversed(knowledge.events) if isinstance(event, TrickTaken)), None)


class PlayableCardsFact(Fact, frozen=True):
    """The learner is on turn and may play these cards, and no others."""

    card_notations: str

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        playable = [action.card for action in knowledge.phase.legal_actions() if isinstance(action, Play)]
        return knowledge.phase.turn == LEARNER_SEAT and set(playable) == set(parse_cards(self.card_notations))


class LegalActionsFact(Fact, frozen=True):
    """The learner is on turn and may do this and nothing else: actions without their seat, with commas between."""

    action_texts: str

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        legal_texts = {action.text_without_seat for action in knowledge.phase.legal_actions()}
        return knowledge.phase.turn == LEARNER_SEAT and legal_texts == set(split_actions(self.action_texts))


class LeaderFact(Fact, frozen=True):
    """This seat leads to the trick that begins."""

    seat: int

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        return knowledge.phase.is_card_play and not knowledge.phase.board().trick and knowledge.phase.turn == self.seat


class LastToPlayFact(Fact, frozen=True):
    """The learner is the last to play to the trick."""

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        phase = knowledge.phase
        on_turn = isinstance(phase, TrickPhase) and phase.turn == LEARNER_SEAT
        return on_turn and isinstance(phase, TrickPhase) and len(phase.trick.cards) == len(phase.trick.seats) - 1


class CurrentWinnerFact(Fact, frozen=True):
    """This seat is winning the trick; a text may name the card points in it."""

    seat: int

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        trick = self._get_trick(knowledge)
        return (
            bool(trick.cards)
            and find_trick_winner(trick, _get_trick_phase(knowledge).ranking, _get_trick_phase(knowledge).trump)
            == self.seat
        )

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        return sum(
            _get_trick_phase(knowledge).card_points.get(card.rank, 0) for card in self._get_trick(knowledge).cards
        )

    def _get_trick(self, knowledge: LearnerKnowledge) -> Trick:
        return _get_trick_phase(knowledge).trick


class WinningCardFact(Fact, frozen=True):
    """A card of the learner takes the trick as it is now; with ``is_negated`` it does not."""

    card_notation: str
    is_negated: bool = False

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        phase, card = _get_trick_phase(knowledge), Card(self.card_notation)
        led_card = phase.trick.led_card or card
        strengths = get_card_strengths(phase.ranking, phase.trump, led_card.suit)
        is_winning = strengths[card] > max((strengths[played] for played in phase.trick.cards), default=0)
        return card in phase.hands[LEARNER_SEAT] and is_winning != self.is_negated

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        return Card(self.card_notation)


class UnseenCardsFact(Fact, frozen=True):
    """These are the cards of a suit that the learner has not seen yet; in a text, their number."""

    suit: Suit
    card_notations: str

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        return set(_list_unseen_cards(knowledge, self.suit)) == set(parse_cards(self.card_notations))

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        return len(parse_cards(self.card_notations))


class HighestUnplayedFact(Fact, frozen=True):
    """Nothing of its suit that the learner has not seen is higher than this card of theirs."""

    card_notation: str

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        card, phase = Card(self.card_notation), _get_trick_phase(knowledge)
        strengths = get_card_strengths(phase.ranking, phase.trump, card.suit)
        higher_cards = [
            unseen_card
            for unseen_card in _list_unseen_cards(knowledge, card.suit)
            if strengths[unseen_card] > strengths[card]
        ]
        return card in phase.hands[LEARNER_SEAT] and not higher_cards

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        return Card(self.card_notation)


def _get_trick_phase(knowledge: LearnerKnowledge) -> TrickPhase:
    assert isinstance(knowledge.phase, TrickPhase)
    return knowledge.phase


def _list_unseen_cards(knowledge: LearnerKnowledge, suit: Suit) -> list[Card]:
    """Return the cards of a suit that were not played and are not visible to the learner."""
    phase, ranking = _get_trick_phase(knowledge), _get_trick_phase(knowledge).ranking
    played_cards = [card for completed in phase.completed_tricks for card in completed.trick.cards]
    known_cards = {*played_cards, *phase.trick.cards, *phase.hands[LEARNER_SEAT], phase.board().turned_card}
    strengths = get_card_strengths(ranking, None, suit)
    return [
        card for card, strength in strengths.items() if strength and card not in known_cards and card is not HIDDEN_CARD
    ]


class PointsTakenFact(Fact, frozen=True):
    """The card points that a seat has taken so far, or its tricks where only those count."""

    seat: int

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        return knowledge.phase.count_points()[self.seat]


class DealScoreFact(Fact, frozen=True):
    """The deal is over and scored; in a text, the change for a seat. ``factor``: -1 for the points taken off."""

    seat: int
    factor: int = 1

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        return knowledge.phase.result is not None and knowledge.phase.result.state == "scored"

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        assert knowledge.phase.result is not None
        return knowledge.phase.result.scores[self.seat] * self.factor


class StockSizeFact(Fact, frozen=True):
    """The stock has this number of cards, the turned one included."""

    count: int

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        return knowledge.phase.board().stock_size == self.count

    def get_value(self, knowledge: LearnerKnowledge) -> LessonValue:
        return self.count
