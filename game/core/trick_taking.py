"""The trick phase that all the games share.

A game says how its cards rank, which may be played (``playable``) and why no others, which is laid face down
(``is_played_face_down``) and what happens when a trick has been taken (``prepare_next_trick``); turn order, taking and
the end of the cards are the same for all. Roll-outs read its duties (``must_follow_suit`` and so on).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Self

import msgspec

from game.core.actions import Action, Play
from game.core.cards import FRENCH_PACK, HIDDEN_CARD, JOKERS, SUITS, Card, Hand, Hands, Rank, Suit, remove_card
from game.core.events import CardPlayed, Event, TrickTaken, mask_hands, mask_plays
from game.core.messages import Reason
from game.core.phase import (
    Board,
    DealOverPhase,
    DealResult,
    Phase,
    PhaseStep,
    ScoreLine,
    ScoreTerm,
    build_score_lines,
)

replace = msgspec.structs.replace


class Trick(msgspec.Struct, frozen=True):
    """A trick on the table: who plays to it, in order of play, and the cards so far.

    ``face_down_seats``: the seats whose card lies face down; only its player knows it, and it cannot win.
    """

    seats: tuple[int, ...]
    cards: tuple[Card, ...] = ()
    face_down_seats: tuple[int, ...] = ()

    @property
    def next_seat(self) -> int:
        return self.seats[len(self.cards)]

    @property
    def is_complete(self) -> bool:
        return len(self.cards) == len(self.seats)

    @property
    def led_card(self) -> Card | None:
        return self.cards[0] if self.cards else None

    def with_card(self, card: Card, is_face_down: bool) -> Trick:
        """The trick when ``card`` has been laid to it."""
        cards = (*self.cards, card)
        return Trick(
            self.seats, cards, (*self.face_down_seats, self.next_seat) if is_face_down else self.face_down_seats
        )

    def list_plays(self) -> tuple[tuple[int, Card], ...]:
        """(seat, card) in order of play."""
        return tuple(zip(self.seats, self.cards, strict=False))

    def seen_by(self, seat: int | None) -> Trick:
        """The trick with the cards hidden that lie face down, but for those of ``seat``."""
        if not self.face_down_seats:
            return self
        return replace(self, cards=mask_plays(self.seats, self.cards, self.face_down_seats, seat))


class CompletedTrick(msgspec.Struct, frozen=True):
    """A completed trick, its winner, and its value: its card points, or 1 where only tricks count."""

    trick: Trick
    winner: int
    points: int


@lru_cache(maxsize=512)
def get_card_strengths(ranking: tuple[Rank, ...], trump: Suit | None, led_suit: Suit) -> Mapping[Card, int]:
    """How strong each card is in a trick: 0 cannot win; trumps above the suit led. ``ranking``: high to low."""
    strength_by_rank = {rank: len(ranking) - index for index, rank in enumerate(ranking)}
    strengths = {HIDDEN_CARD: 0}
    for card in (*FRENCH_PACK, *JOKERS):
        trump_bonus = 100 if card.suit == trump else 0
        strengths[card] = trump_bonus + strength_by_rank.get(card.rank, 0) if card.suit in (trump, led_suit) else 0
    return strengths


def find_trick_winner(trick: Trick, ranking: tuple[Rank, ...], trump: Suit | None) -> int:
    """The seat that wins a trick: the highest trump, else the highest card of the suit led."""
    strength_by_card = get_card_strengths(ranking, trump, trick.cards[0].suit)
    strengths = [strength_by_card[card] for card in trick.cards]
    return trick.seats[strengths.index(max(strengths))]


def sort_hand(hand: Hand, ranking: tuple[Rank, ...]) -> Hand:
    """A hand as a player holds it: by suits, each from high to low."""
    return tuple(sorted(hand, key=_hand_sort_keys(ranking).__getitem__))


@lru_cache(maxsize=16)
def _hand_sort_keys(ranking: tuple[Rank, ...]) -> Mapping[Card, tuple[int, int]]:
    """Where each card stands in a sorted hand; ranks that are not in ``ranking`` before all of their suit."""
    index_by_rank = {rank: index for index, rank in enumerate(ranking)}
    return {card: (SUITS.index(card.suit), index_by_rank.get(card.rank, -1)) for card in (*FRENCH_PACK, *JOKERS)}


def deal_hands(pack: tuple[Card, ...], seats: int, dealer: int, hand_size: int) -> Hands:
    """``hand_size`` cards to each seat, one at a time from forehand: the hands by seat, as dealt."""
    order = order_seats_from(tuple(range(seats)), (dealer + 1) % seats)
    return tuple(pack[order.index(seat) : hand_size * seats : seats] for seat in range(seats))


@lru_cache(maxsize=512)
def order_seats_from(seats: tuple[int, ...], first_seat: int) -> tuple[int, ...]:
    """``seats`` turned so that ``first_seat`` comes first."""
    index = seats.index(first_seat)
    return seats[index:] + seats[:index]


def list_cards_of_suit(hand: Hand, suit: Suit | None) -> list[Card]:
    """The cards of a suit. A duty that no card can meet binds nobody: ``of_suit(hand, suit) or hand``."""
    return [card for card in hand if card.suit == suit]


class AllTricksPlayedPhase(DealOverPhase, frozen=True, kw_only=True):
    """The deal is over and every trick of it was taken: ``completed_tricks`` are all of them, open to everybody by
    now."""

    completed_tricks: tuple[CompletedTrick, ...]


def build_card_point_lines(
    cards: Iterable[Card], card_points: Mapping[Rank, int], seats: tuple[int, ...]
) -> tuple[ScoreLine, ...]:
    """The card points of ``seats`` as one adds them up: so many aces, so many threes, and so on."""
    ranks = [card.rank for card in cards]
    terms = (
        ScoreTerm(Reason("rung_cards", {"kind": rank}), "+", (ranks.count(rank), card_points[rank]))
        for rank in card_points
    )
    return build_score_lines(seats, *(term for term in terms if term.factors[0]))


def find_trick_reaching(
    completed_tricks: tuple[CompletedTrick, ...], side: Collection[int], min_points: int
) -> int | None:
    """The place of the trick with which ``side`` came to ``min_points`` points; None if it never did."""
    points = 0
    for index, trick in enumerate(completed_tricks):
        points += trick.points if trick.winner in side else 0
        if points >= min_points:
            return index
    return None


class TrickPhase(Phase, frozen=True, kw_only=True):
    """Cards are played. ``completed_tricks`` are the tricks taken so far, the oldest first. Only the seats of
    ``trick`` play.

    ``ranking``: high to low; ``card_points``: card points, empty where each trick counts 1.
    """

    is_card_play: ClassVar[bool] = True
    ranking: ClassVar[tuple[Rank, ...]]
    card_points: ClassVar[Mapping[Rank, int]] = {}

    hands: Hands
    trick: Trick
    trump: Suit | None
    completed_tricks: tuple[CompletedTrick, ...] = ()

    @property
    def turn(self) -> int | None:
        return self.trick.next_seat

    def can_act(self, seat: int) -> bool:
        trick = self.trick
        return seat == trick.seats[len(trick.cards)]

    @property
    def cards_to_draw(self) -> int:
        """How many cards will still be drawn. Here: none."""
        return 0

    @property
    def discarded_cards(self) -> Hand:
        """The cards that were put away, out of play, hidden where they are hidden. Here: none."""
        return ()

    # -- what a roll-out knows of the rules: a test compares each of these with `playable_cards` and `apply` --

    @property
    def must_follow_suit(self) -> bool:
        """Whether a player who holds cards of the suit led must play one of them."""
        return False

    @property
    def must_trump(self) -> bool:
        """Whether a player who cannot follow suit must play a trump; only where suit must be followed."""
        return False

    @property
    def must_break_trump(self) -> bool:
        """Whether trumps may be led only after a trick with a trump, or from a hand of trumps."""
        return False

    @property
    def trump_trick_count(self) -> int:
        """The number of first tricks to which trumps must be played; other cards are played face down."""
        return 0

    @property
    def high_lead_trick_count(self) -> int:
        """The number of first tricks to which the leader must lead the highest card of a suit."""
        return 0

    def count_points(self) -> tuple[int, ...]:
        points = [0] * self.seats
        for completed in self.completed_tricks:
            points[completed.winner] += completed.points
        return tuple(points)

    def candidate_actions(self) -> tuple[Action, ...]:
        seat = self.trick.next_seat
        plays = [Play(seat, card) for card in self.hands[seat]]
        return (*plays, *(action for actions, _reason in self.other_actions() for action in actions))

    def illegal_reason_on_turn(self, action: Action) -> Reason | None:
        if not isinstance(action, Play):
            return self.illegal_other_action_reason(action)
        return (
            None
            if action.card in self.playable_cards(action.seat)
            else self.illegal_card_reason(action.seat, action.card)
        )

    def legal_actions(self) -> tuple[Action, ...]:
        trick, other_actions = self.trick, self.other_actions()
        seat = trick.seats[len(trick.cards)]
        plays: tuple[Action, ...] = tuple([Play(seat, card) for card in self.playable_cards(seat)])
        if not other_actions:
            return plays
        return (*plays, *(action for actions, reason in other_actions if reason is None for action in actions))

    def playable_cards(self, seat: int) -> Sequence[Card]:
        """The cards of the hand of ``seat`` that may be played to this trick, in its order. Free play: all."""
        return self.hands[seat]

    def unplayable_card_reason(self, seat: int, card: Card) -> Reason:
        """Why a card of the hand of ``seat`` is not `playable`."""
        raise NotImplementedError

    def illegal_cards(self, seat: int) -> Mapping[Card, Reason]:
        """The cards of the hand of ``seat`` that may not be played to this trick, and why."""
        playable = self.playable_cards(seat)
        return {card: self.unplayable_card_reason(seat, card) for card in self.hands[seat] if card not in playable}

    def illegal_card_reason(self, seat: int, card: Card) -> Reason | None:
        """Why ``seat`` may not play a card to this trick."""
        if card in self.playable_cards(seat):
            return None
        if card not in self.hands[seat]:
            return Reason("not_in_hand", {"card": card})
        return self.unplayable_card_reason(seat, card)

    def is_played_face_down(self, card: Card) -> bool:
        """Whether a card that is played now is laid face down. Here: never."""
        return False

    def other_actions(self) -> tuple[tuple[tuple[Action, ...], Reason | None], ...]:
        """What else than a card the seat to act might do: actions that stand or fall together, and why not."""
        return ()

    def illegal_other_action_reason(self, action: Action) -> Reason | None:
        """Why something else than a card may not be done on turn."""
        return next((reason for actions, reason in self.other_actions() if action in actions), Reason("not_now"))

    def apply_unchecked(self, action: Action) -> PhaseStep:
        assert isinstance(action, Play)
        seat, card, hands = action.seat, action.card, list(self.hands)
        hands[seat] = remove_card(hands[seat], card)
        is_face_down = self.is_played_face_down(card)
        trick = self.trick.with_card(card, is_face_down)
        next_phase = replace(self, hands=tuple(hands), trick=trick)
        play_event = CardPlayed(seat, card, is_face_down)
        if len(trick.cards) < len(trick.seats):
            return PhaseStep(next_phase, (play_event,))
        step = next_phase.complete_trick()
        return PhaseStep(step.phase, (play_event, *step.events))

    def complete_trick(self) -> PhaseStep:
        """The complete trick goes to its winner, who leads to the next."""
        visible_trick = self.trick.seen_by(None) if self.trick.face_down_seats else self.trick
        winner = find_trick_winner(visible_trick, self.ranking, self.trump)
        points = sum(self.card_points.get(card.rank, 0) for card in self.trick.cards) if self.card_points else None
        event = TrickTaken(winner, self.trick.seats, self.trick.cards, points, self.trick.face_down_seats)
        completed = CompletedTrick(self.trick, winner, 1 if points is None else points)
        next_phase = replace(
            self,
            completed_tricks=(*self.completed_tricks, completed),
            trick=Trick(order_seats_from(self.trick.seats, winner)),
        )
        step = next_phase.prepare_next_trick()
        if isinstance(step.phase, TrickPhase) and not step.phase.hands[winner]:
            final_step = step.phase.score_deal()
            return PhaseStep(final_step.phase, (event, *step.events, *final_step.events))
        return PhaseStep(step.phase, (event, *step.events))

    def prepare_next_trick(self) -> PhaseStep:
        """What the game does between two tricks (drawing). Here: nothing."""
        return PhaseStep(self, ())

    def score_deal(self) -> PhaseStep:
        """The score, when all cards are played."""
        raise NotImplementedError

    def seen_by(self, seat: int | None) -> Self:
        visible_phase = replace(self, hands=mask_hands(self.hands, seat))
        if not (
            self.trick.face_down_seats or any(completed.trick.face_down_seats for completed in self.completed_tricks)
        ):
            return visible_phase
        visible_tricks = tuple(
            replace(completed, trick=completed.trick.seen_by(seat)) for completed in self.completed_tricks
        )
        return replace(visible_phase, trick=self.trick.seen_by(seat), completed_tricks=visible_tricks)

    def board(self) -> Board:
        pile_sizes = [0] * self.seats
        for completed in self.completed_tricks:
            pile_sizes[completed.winner] += len(completed.trick.cards)
        last = self.completed_tricks[-1] if self.completed_tricks else None
        return Board(
            hands=self.hands,
            trick=self.trick.list_plays(),
            pile_sizes=tuple(pile_sizes),
            trump=self.trump,
            last_trick=last.trick.list_plays() if last else (),
            last_trick_winner=last.winner if last else None,
            face_down_seats=self.trick.face_down_seats,
            last_trick_face_down_seats=last.trick.face_down_seats if last else (),
        )

    def end_deal(self, deal_result: DealResult, *events: Event) -> PhaseStep:
        """The deal is over with this outcome."""
        final_phase = AllTricksPlayedPhase(
            options=self.options,
            seats=self.seats,
            dealer=self.dealer,
            deal_result=deal_result,
            final_board=self.board(),
            completed_tricks=self.completed_tricks,
        )
        return PhaseStep(final_phase, events)
