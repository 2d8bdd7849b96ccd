"""Trick phase that all games share.

A game defines how its cards rank, which cards may be played (``playable_cards``) and why the others may not, which are
played face down (``is_played_face_down``) and what happens between tricks (``prepare_next_trick``). Turn order, taking
tricks and the end of the cards are the same for all games. Rollouts read the rules from properties such as
``must_follow_suit``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Self

import msgspec

from game.core.actions import Action, Play
from game.core.arguments import check_argument
from game.core.cards import FRENCH_PACK, HIDDEN_CARD, JOKERS, SUITS, Card, Hand, Hands, Rank, Suit, is_card, remove_card
from game.core.events import CardPlayed, Event, TrickTaken, mask_hands, mask_plays
from game.core.messages import InputError, Reason
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
    """A trick on the table: the seats that play to it, in order of play, and the cards so far.

    ``face_down_seats``: seats whose card is face down. Only its player knows the card, and it cannot win.
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
        """Return the trick after the next seat has played ``card``. The trick must not be complete."""
        cards = (*self.cards, card)
        return Trick(
            self.seats, cards, (*self.face_down_seats, self.next_seat) if is_face_down else self.face_down_seats
        )

    def list_plays(self) -> tuple[tuple[int, Card], ...]:
        """Return (seat, card) pairs in order of play; seats that have not played are left out."""
        return tuple(zip(self.seats, self.cards, strict=False))

    def seen_by(self, seat: int | None) -> Trick:
        """Return the trick without the face-down cards of other seats than ``seat``."""
        if not self.face_down_seats:
            return self
        return replace(self, cards=mask_plays(self.seats, self.cards, self.face_down_seats, seat))


class CompletedTrick(msgspec.Struct, frozen=True):
    """A completed trick, its winner, and its card points, or 1 in games that count tricks only."""

    trick: Trick
    winner: int
    points: int


@lru_cache(maxsize=512)
def get_card_strengths(ranking: tuple[Rank, ...], trump: Suit | None, led_suit: Suit) -> Mapping[Card, int]:
    """Return the strength of each card in a trick; a card of strength 0 cannot win.

    Trumps are stronger than the suit led. Cards of other suits and the hidden card have strength 0. ``ranking``: ranks
    from high to low; ``trump``: None without trumps.
    """
    strength_by_rank = {rank: len(ranking) - index for index, rank in enumerate(ranking)}
    strengths = {HIDDEN_CARD: 0}
    for card in (*FRENCH_PACK, *JOKERS):
        trump_bonus = 100 if card.suit == trump else 0
        strengths[card] = trump_bonus + strength_by_rank.get(card.rank, 0) if card.suit in (trump, led_suit) else 0
    return strengths


def find_trick_winner(trick: Trick, ranking: tuple[Rank, ...], trump: Suit | None) -> int:
    """Return the seat that wins a trick: the highest trump, else the highest card of the suit led.

    If it is not complete, return the seat that wins so far. ``ranking``: ranks from high to low. Raise InputError if
    the trick has no card or more cards than seats, TypeError for an argument of another type.
    """
    check_argument("trick", trick, Trick)
    check_argument("ranking", ranking, tuple)
    check_argument("cards", trick.cards, tuple)
    check_argument("seats", trick.seats, tuple)
    if not (trick.cards and all(map(is_card, trick.cards)) and len(trick.cards) <= len(trick.seats)):
        raise InputError("no_card_in_trick")
    strength_by_card = get_card_strengths(ranking, trump, trick.cards[0].suit)
    strengths = [strength_by_card[card] for card in trick.cards]
    return trick.seats[strengths.index(max(strengths))]


def sort_hand(hand: Hand, ranking: tuple[Rank, ...]) -> Hand:
    """Return a hand sorted by suits, each from high to low as in ``ranking``.

    The suits have the order of `SUITS`; ranks that are not in ``ranking`` come first in their suit.
    """
    return tuple(sorted(hand, key=_hand_sort_keys(ranking).__getitem__))


@lru_cache(maxsize=16)
def _hand_sort_keys(ranking: tuple[Rank, ...]) -> Mapping[Card, tuple[int, int]]:
    """Return the sort key of each card; ranks that are not in ``ranking`` come first in their suit."""
    index_by_rank = {rank: index for index, rank in enumerate(ranking)}
    return {card: (SUITS.index(card.suit), index_by_rank.get(card.rank, -1)) for card in (*FRENCH_PACK, *JOKERS)}


def deal_hands(pack: tuple[Card, ...], seats: int, dealer: int, hand_size: int) -> Hands:
    """Return the hands by seat, ``hand_size`` cards each, dealt one at a time from forehand.

    ``pack``: the top card first; the cards that are left over are ignored.
    """
    order = order_seats_from(tuple(range(seats)), (dealer + 1) % seats)
    return tuple(pack[order.index(seat) : hand_size * seats : seats] for seat in range(seats))


@lru_cache(maxsize=512)
def order_seats_from(seats: tuple[int, ...], first_seat: int) -> tuple[int, ...]:
    """Return ``seats`` rotated so that ``first_seat`` comes first. Raise ValueError if it is not one of them."""
    index = seats.index(first_seat)
    return seats[index:] + seats[:index]


def list_cards_of_suit(hand: Hand, suit: Suit | None) -> list[Card]:
    """Return the cards of a suit in the order of the hand, [] if there are none.

    A player who cannot follow is free, so callers write ``list_cards_of_suit(hand, suit) or hand``.
    """
    return [card for card in hand if card.suit == suit]


class AllTricksPlayedPhase(DealOverPhase, frozen=True, kw_only=True):
    """The end of a deal in which every trick was taken; all see ``completed_tricks``."""

    completed_tricks: tuple[CompletedTrick, ...]


def build_card_point_lines(
    cards: Iterable[Card], card_points: Mapping[Rank, int], seats: tuple[int, ...]
) -> tuple[ScoreLine, ...]:
    """Return the score lines of the card points of ``seats``, one for each rank with points.

    The lines are in the order of ``card_points``; ranks of which ``cards`` has none are left out.
    """
    counts = Counter(card.rank for card in cards)
    terms = (
        ScoreTerm(Reason("rung_cards", {"kind": rank, "count": counts[rank]}), "+", (counts[rank], points))
        for rank, points in card_points.items()
        if counts[rank]
    )
    return build_score_lines(seats, *terms)


def find_trick_reaching(
    completed_tricks: tuple[CompletedTrick, ...], side: Collection[int], min_points: int
) -> int | None:
    """Return the index, from 0, of the trick with which ``side`` reached ``min_points`` points, or None.

    ``completed_tricks``: the oldest first; ``side``: seats, whose points are added.
    """
    points = 0
    for index, trick in enumerate(completed_tricks):
        points += trick.points if trick.winner in side else 0
        if points >= min_points:
            return index
    return None


class TrickPhase(Phase, frozen=True, kw_only=True):
    """The phase in which cards are played; only the seats of ``trick`` play.

    ``completed_tricks``: the tricks taken so far, the oldest first; ``ranking``: ranks from high to low;
    ``card_points``: card points by rank, empty in games that count tricks only.
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
    def all_tricks(self) -> tuple[Trick, ...]:
        """The completed tricks and the current one."""
        return (*(completed.trick for completed in self.completed_tricks), self.trick)

    def get_dealt_hand(self, seat: int) -> Hand:
        """Return the cards that a seat was dealt, in a game without a stock: those it holds, then those it played.

        Cards that are hidden in this phase are hidden in the hand.
        """
        return (*self.hands[seat], *(card for player, card in self.list_plays() if player == seat))

    def list_plays(self) -> tuple[tuple[int, Card], ...]:
        """Return (seat, card) pairs of all tricks in order of play."""
        return tuple(play for trick in self.all_tricks for play in trick.list_plays())

    @property
    def cards_to_draw(self) -> int:
        """The number of cards that will still be drawn; 0 by default."""
        return 0

    @property
    def discarded_cards(self) -> Hand:
        """The cards put out of play, as hidden cards where they are hidden; () by default."""
        return ()

    @property
    def is_trump_awaited(self) -> bool:
        """Whether the trump is named later, so that nobody knows yet who wins the trick."""
        return False

    # -- rules that rollouts read: a test compares each of these with `playable_cards` and `apply` --

    @property
    def must_follow_suit(self) -> bool:
        """Whether a player who holds cards of the suit led must play one of them."""
        return False

    @property
    def must_trump(self) -> bool:
        """Whether a player who cannot follow suit must play a trump. Needs `must_follow_suit`."""
        return False

    @property
    def must_break_trump(self) -> bool:
        """Whether trumps may be led only after a trick with a trump, or from a hand of trumps."""
        return False

    @property
    def trump_trick_count(self) -> int:
        """The number of first tricks in which other cards than trumps are played face down."""
        return 0

    @property
    def high_lead_trick_count(self) -> int:
        """The number of first tricks in which the leader must lead the highest card of a suit."""
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
        """Return the cards of the hand of ``seat`` that may be played to this trick, in its order.

        By default every card may be played.
        """
        return self.hands[seat]

    def unplayable_card_reason(self, seat: int, card: Card) -> Reason:
        """Return why a card of the hand of ``seat`` is not in `playable_cards`.

        A game with unplayable cards overrides it; the base class raises NotImplementedError.
        """
        raise NotImplementedError

    def illegal_cards(self, seat: int) -> Mapping[Card, Reason]:
        """Return the cards of the hand of ``seat`` that may not be played to this trick, with reasons."""
        playable = self.playable_cards(seat)
        return {card: self.unplayable_card_reason(seat, card) for card in self.hands[seat] if card not in playable}

    def illegal_card_reason(self, seat: int, card: Card) -> Reason | None:
        """Return why ``seat`` may not play a card to this trick, or None if it may.

        It may be a card that is not in the hand.
        """
        if card in self.playable_cards(seat):
            return None
        if card not in self.hands[seat]:
            return Reason("not_in_hand", {"card": card})
        return self.unplayable_card_reason(seat, card)

    def is_played_face_down(self, card: Card) -> bool:
        """Return whether a card that is played now is face down; never by default."""
        return False

    def get_strengths(self, card: Card) -> Mapping[Card, int]:
        """Return the strength of each card in this trick, as `get_card_strengths` does.

        ``card`` decides which suit is led if the trick has no open card.
        """
        led_card = next((played for played in self.trick.cards if played is not HIDDEN_CARD), card)
        return get_card_strengths(self.ranking, self.trump, led_card.suit)

    def is_winning(self, card: Card) -> bool:
        """Return whether a card that is played now, and not face down, beats all cards of the trick so far."""
        strengths = self.get_strengths(card)
        return all(strengths[card] > strengths[played] for played in self.trick.cards)

    def other_actions(self) -> tuple[tuple[tuple[Action, ...], Reason | None], ...]:
        """Return the actions of the seat to act besides playing a card, in groups; () by default.

        A group is a tuple of actions, and the reason why they are illegal now, None if they are legal.
        """
        return ()

    def illegal_other_action_reason(self, action: Action) -> Reason | None:
        """Return why an action other than playing a card is illegal, or None if it is legal."""
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
        """Return the phase after the winner took the complete trick, and the events from that on.

        The winner leads to the next trick, after `prepare_next_trick`. After the last trick the deal is scored.
        """
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
        """Return the phase after what the game does between two tricks, such as drawing, and the events.

        By default it is this phase, without events.
        """
        return PhaseStep(self, ())

    def score_deal(self) -> PhaseStep:
        """Return the scored end of the deal, when all cards are played, and its events.

        Each game overrides it; the base class raises NotImplementedError.
        """
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
        """Return the end of the deal with this outcome, and ``events``."""
        final_phase = AllTricksPlayedPhase(
            options=self.options,
            seats=self.seats,
            dealer=self.dealer,
            deal_result=deal_result,
            final_board=self.board(),
            completed_tricks=self.completed_tricks,
        )
        return PhaseStep(final_phase, events)
