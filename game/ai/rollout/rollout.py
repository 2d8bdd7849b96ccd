"""The rollout engine: sampled states with the same public state, played together one card at a time.

There is one engine for all games; they differ in the `RuleTables` that their trick phases declare. The engine chooses
no cards: policies do. A test compares it with the rules in `game.rules`, card by card.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.card_bits import (
    CardBits,
    CardMasks,
    get_card_bits,
    get_suit_masks,
    make_suit_mask,
    mask_above,
    mask_below_highest,
)
from game.core.cards import HIDDEN_CARD, SUITS, Rank, Suit, get_card
from game.core.trick_taking import TrickPhase

CountArray: TypeAlias = NDArray[np.int16]
IndexArray: TypeAlias = NDArray[np.intp]
Policy: TypeAlias = Callable[["Batch", CardMasks], CardMasks]
"""(batch, legal cards of the player to act, by column) -> cards played, by column."""

NO_CARDS = np.uint64(0)
MAX_TRICKS: Final = 52
"""The number of cards in a French pack: no deal has more tricks."""


class RuleTables(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of trick play as a batch reads them.

    ``points_masks``: (points, set of the cards with these points), empty where tricks count. The other fields are the
    properties of `TrickPhase` of the same names.
    """

    card_bits: CardBits
    points_masks: tuple[tuple[int, int], ...]
    must_follow_suit: bool
    must_trump: bool
    must_break_trump: bool
    trump_trick_count: int
    high_lead_trick_count: int


def get_rule_tables(phase: TrickPhase) -> RuleTables:
    """Return the tables for the trick phase ``phase``, masked or not."""
    return RuleTables(
        card_bits=get_card_bits(phase.ranking),
        points_masks=_get_points_masks(phase.ranking, tuple(phase.card_points.items())),
        must_follow_suit=phase.must_follow_suit,
        must_trump=phase.must_trump,
        must_break_trump=phase.must_break_trump,
        trump_trick_count=phase.trump_trick_count,
        high_lead_trick_count=phase.high_lead_trick_count,
    )


@lru_cache(maxsize=8)
def _get_points_masks(
    ranking: tuple[Rank, ...], points_by_rank: tuple[tuple[Rank, int], ...]
) -> tuple[tuple[int, int], ...]:
    card_bits = get_card_bits(ranking)
    return tuple(
        (points, card_bits.make_mask(get_card(rank, suit) for suit in SUITS)) for rank, points in points_by_rank
    )


class PublicState(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """The public part of a state, the same in all sampled states.

    ``players``: the active seats in order of play; all other fields count players from 0. ``leader``: the player that
    led or leads; ``trick_cards``: the cards of the trick so far, 0 for a card played face down; ``taken_cards``: the
    cards that each has taken, without those played face down; ``tricks_won``: by player, in a game in which tricks
    count; ``hand_sizes``: by player; ``stock_size``: cards left to draw; ``is_trump_broken``: whether a trump was
    played in an earlier trick; ``known_voids``: the suits that each has shown not to hold, in a game that requires
    following suit.
    """

    rule_tables: RuleTables
    players: tuple[int, ...]
    leader: int
    trick_cards: tuple[int, ...]
    trump_mask: int
    taken_cards: tuple[int, ...]
    tricks_won: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    stock_size: int
    tricks_done: int
    is_trump_broken: bool
    known_voids: tuple[int, ...]

    @property
    def player_to_act(self) -> int:
        return (self.leader + len(self.trick_cards)) % len(self.players)


def make_public_state(phase: TrickPhase) -> PublicState:
    """Return the public part of ``phase``, masked or not.

    The trump of a blind first trick counts as none.
    """
    rule_tables = get_rule_tables(phase)
    card_bits = rule_tables.card_bits
    players = tuple(sorted(phase.trick.seats))
    taken_cards, points = dict.fromkeys(players, 0), phase.count_points()
    for completed in phase.completed_tricks:
        open_cards = completed.trick.seen_by(None).cards
        taken_cards[completed.winner] |= card_bits.make_mask(card for card in open_cards if card is not HIDDEN_CARD)
    played, trump_mask = phase.trick.seen_by(None).cards, make_suit_mask(phase.trump)
    return PublicState(
        rule_tables=rule_tables,
        players=players,
        leader=players.index(phase.trick.seats[0]),
        trick_cards=tuple(0 if card is HIDDEN_CARD else 1 << card_bits.bit_by_card[card] for card in played),
        trump_mask=trump_mask,
        taken_cards=tuple(taken_cards.values()),
        tricks_won=tuple(points[seat] for seat in players),
        hand_sizes=tuple(len(phase.hands[seat]) for seat in players),
        stock_size=phase.cards_to_draw,
        tricks_done=len(phase.completed_tricks),
        is_trump_broken=any(cards & trump_mask for cards in taken_cards.values()),
        known_voids=tuple(
            sum(map(make_suit_mask, find_known_voids(phase, seat))) if rule_tables.must_follow_suit else 0
            for seat in players
        ),
    )


def find_known_voids(phase: TrickPhase, seat: int) -> frozenset[Suit]:
    """Return the suits that ``seat`` has shown not to hold.

    Only for a game that requires following suit.
    """
    voids = set[Suit]()
    for trick in phase.all_tricks:
        for player, card in trick.list_plays():
            led_suit = trick.cards[0].suit
            if player == seat and card.suit in SUITS and led_suit in SUITS and card.suit != led_suit:
                voids.add(led_suit)
    return frozenset(voids)


class Batch:
    """Sampled states with the same public state; each column of an array is one state.

    ``hands``, ``taken_cards``: sets of cards, by player and column; ``tricks_won``: by player and column; ``stock``:
    (cards, columns), in the order of drawing; ``trump_mask``: by column, all cards of the trump suit, 0 if there is
    none; ``turn_index``: the player to act, as an index into a flattened (players, columns) array; ``winner_index``:
    likewise, the player that wins the trick so far; ``winning_mask``: the cards that would win the trick;
    ``lead_suit_mask``: all cards of the suit led; ``seen_cards``: all cards that were played open; ``known_voids``: by
    player and column, the suits that each has shown not to hold, in a game that requires following suit. `play` changes
    the batch.
    """

    def __init__(
        self, public_state: PublicState, hands: CardMasks, stock: CardMasks, trump_mask: CardMasks | None = None
    ) -> None:
        """Create the batch of ``public_state`` with these hidden cards.

        ``hands``: (players, columns); ``stock``: (cards to draw, columns); ``trump_mask``: by column, if it is not that
        of the public state.
        """
        self.rule_tables = public_state.rule_tables
        self.public_state = public_state
        players, width = int(hands.shape[0]), int(hands.shape[1])
        self.player_count, self.width = players, width
        self.flat_size = players * width
        self.column: IndexArray = np.arange(width, dtype=np.intp)
        self.hands = np.ascontiguousarray(hands).reshape(-1).copy()
        self.stock = stock
        self.cards_drawn = 0
        self.trump_mask = np.full(width, public_state.trump_mask, np.uint64) if trump_mask is None else trump_mask
        self.taken_cards = np.repeat(np.array(public_state.taken_cards, np.uint64), width)
        self.tricks_won = np.repeat(np.array(public_state.tricks_won, np.int16), width)
        self.tricks_done = public_state.tricks_done
        self.cards_left = sum(public_state.hand_sizes) + len(stock) + len(public_state.trick_cards)
        self.is_trump_broken = np.full(width, public_state.is_trump_broken)
        self.known_voids = np.repeat(np.array(public_state.known_voids, np.uint64), width)
        self.seen_cards = np.full(width, sum(public_state.taken_cards), np.uint64)
        self.turn_index: IndexArray = self.column + public_state.leader * width
        self._start_trick()
        for card in public_state.trick_cards:
            self._add_to_trick(np.full(width, card, np.uint64))

    def copy(self, columns: IndexArray) -> Batch:
        """Return a copy of ``columns``, which may have repetitions."""
        batch = object.__new__(Batch)
        batch.__dict__.update(self.__dict__)
        width = len(columns)
        batch.width, batch.flat_size = width, width * self.player_count
        batch.column = np.arange(width, dtype=np.intp)
        for name in ("hands", "taken_cards", "tricks_won", "known_voids"):
            setattr(batch, name, getattr(self, name).reshape(self.player_count, -1)[:, columns].reshape(-1))
        for name in ("trump_mask", "is_trump_broken", "seen_cards", "trick_cards", "winning_mask", "lead_suit_mask"):
            setattr(batch, name, getattr(self, name)[columns])
        batch.turn_index = (self.turn_index // self.width)[columns] * width + batch.column
        batch.winner_index = (self.winner_index // self.width)[columns] * width + batch.column
        batch.stock = self.stock[:, columns]
        return batch

    def select(self, columns: IndexArray) -> Batch:
        """Return ``columns``, in ascending order, to be read only: this batch if they are all, else a copy of them."""
        return self if len(columns) == self.width else self.copy(columns)

    @property
    def is_trump_trick(self) -> bool:
        """Whether trumps must be played to this trick, and other cards go face down."""
        return self.tricks_done < self.rule_tables.trump_trick_count

    @property
    def players_behind(self) -> int:
        """The number of players after the player to act in this trick."""
        return self.player_count - 1 - self.cards_in_trick

    def players_to_act(self) -> IndexArray:
        """Return the player to act, by column."""
        return self.turn_index // self.width

    def hands_to_act(self) -> CardMasks:
        """Return the hand of the player to act, by column."""
        return self.hands.take(self.turn_index)

    def legal_cards(self) -> CardMasks:
        """Return the legal cards of the player to act, by column."""
        hand, rule_tables = self.hands_to_act(), self.rule_tables
        if self.is_trump_trick:
            return _first_nonempty(hand & self.trump_mask, hand)
        if self.cards_in_trick == 0:
            if rule_tables.must_break_trump:
                return _first_nonempty(np.where(self.is_trump_broken, hand, hand & ~self.trump_mask), hand)
            return hand & ~mask_below_highest(hand) if self.tricks_done < rule_tables.high_lead_trick_count else hand
        if not rule_tables.must_follow_suit:
            return hand
        legal_cards = hand & self.lead_suit_mask
        if rule_tables.must_trump:
            legal_cards = _first_nonempty(legal_cards, hand & self.trump_mask)
        return _first_nonempty(legal_cards, hand)

    def play(self, cards: CardMasks) -> None:
        """Play one card in each column, from the hand of the player to act."""
        self.hands[self.turn_index] ^= cards
        self._add_to_trick(cards)

    def play_out(self, policy: Policy, max_tricks: int = MAX_TRICKS) -> None:
        """Play by ``policy`` until ``max_tricks`` tricks of the deal are done, or its end."""
        while self.cards_left and (self.cards_in_trick or self.tricks_done < max_tricks):
            self.play(policy(self, self.legal_cards()))

    def points(self) -> CountArray:
        """Return the card points of each player so far, (players, columns).

        Tricks instead, in a game in which tricks count.
        """
        if not self.rule_tables.points_masks:
            return self.tricks_won.reshape(self.player_count, -1)
        sums = np.zeros(self.flat_size, np.int16)
        for points, cards in self.rule_tables.points_masks:
            sums += np.bitwise_count(self.taken_cards & np.uint64(cards)) * np.int16(points)
        return sums.reshape(self.player_count, -1)

    # -- a card is played ---------------------------------------------------------------------------

    def _add_to_trick(self, cards: CardMasks) -> None:
        if self.is_trump_trick:
            cards = cards & self.trump_mask
        if self.cards_in_trick == 0:
            self._add_led_card(cards)
        else:
            self._add_following_card(cards)
        self.trick_cards |= cards
        self.seen_cards = self.seen_cards | cards
        self.cards_in_trick += 1
        self.cards_left -= 1
        if self.cards_in_trick == self.player_count:
            self._complete_trick()
        else:
            self.turn_index = self.turn_index + self.width
            self.turn_index -= (self.turn_index >= self.flat_size) * self.flat_size

    def _add_led_card(self, cards: CardMasks) -> None:
        self.winner_index: IndexArray = self.turn_index
        if self.is_trump_trick:
            self.lead_suit_mask = self.trump_mask
            self.winning_mask = np.where(cards != NO_CARDS, self.trump_mask & mask_above(cards), self.trump_mask)
            return
        self.lead_suit_mask = get_suit_masks(cards)
        higher_cards = self.lead_suit_mask & mask_above(cards)
        self.winning_mask = np.where(
            (cards & self.trump_mask) != NO_CARDS, higher_cards, higher_cards | self.trump_mask
        )

    def _add_following_card(self, cards: CardMasks) -> None:
        if self.rule_tables.must_follow_suit:
            self.known_voids[self.turn_index] |= np.where(
                (cards & self.lead_suit_mask) != NO_CARDS, NO_CARDS, self.lead_suit_mask
            )
        is_winning = (cards & self.winning_mask) != NO_CARDS
        self.winner_index = np.where(is_winning, self.turn_index, self.winner_index)
        is_trump = (cards & self.trump_mask) != NO_CARDS
        higher_cards = np.where(is_trump, mask_above(cards) & self.trump_mask, mask_above(cards) | self.trump_mask)
        self.winning_mask = np.where(is_winning, self.winning_mask & higher_cards, self.winning_mask)

    def _complete_trick(self) -> None:
        self.taken_cards[self.winner_index] |= self.trick_cards
        self.tricks_won[self.winner_index] += 1
        if self.rule_tables.must_break_trump:
            self.is_trump_broken = self.is_trump_broken | ((self.trick_cards & self.trump_mask) != NO_CARDS)
        self.tricks_done += 1
        self.turn_index = self.winner_index
        if self.cards_drawn < len(self.stock):
            self._draw_cards()
        self._start_trick()

    def _draw_cards(self) -> None:
        turn_index = self.winner_index
        for _player in range(self.player_count):
            self.hands[turn_index] |= self.stock[self.cards_drawn]
            self.cards_drawn += 1
            turn_index = turn_index + self.width
            turn_index = turn_index - (turn_index >= self.flat_size) * self.flat_size

    def _start_trick(self) -> None:
        self.cards_in_trick: int = 0
        self.trick_cards = np.zeros(self.width, np.uint64)
        self.winning_mask = np.full(self.width, ~NO_CARDS)
        self.lead_suit_mask = np.zeros(self.width, np.uint64)
        self.winner_index = self.turn_index


def _first_nonempty(masks: CardMasks, others: CardMasks) -> CardMasks:
    return np.where(masks != NO_CARDS, masks, others)
