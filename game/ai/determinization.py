"""Sampling of determinizations in a game without a stock, from the cards played so far."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.card_bits import ONE, CardBits, get_card_bits, make_suit_mask
from game.ai.rollout.rollout import PublicState, make_public_state
from game.ai.rollout.rule_tables import RuleTables
from game.ai.rollout.sampling import HiddenCards, sample_hidden_cards
from game.ai.search import DeterminizedStates
from game.core.cards import HIDDEN_CARD, Card
from game.core.trick_taking import TrickPhase

EMPTY_STOCK_SIZE: Final = 0


class _PlayedCard(msgspec.Struct, frozen=True):
    """A card that was played.

    ``player``: the player's index in order of play; ``led_card``: the first card of the trick, None for that card
    itself; ``trick_number``: from 0; ``location``: the index of the card's location in the determinization if it was
    played face down, else None; ``is_trump_broken``: whether a trump was played in an earlier trick.
    """

    player: int
    card: Card
    led_card: Card | None
    trick_number: int
    location: int | None
    is_trump_broken: bool


def sample_states_without_stock(
    phase: TrickPhase,
    seat: int,
    pack: Collection[Card],
    rng: np.random.Generator,
    state_count: int,
    card_prior: NDArray[np.float64] | None = None,
) -> DeterminizedStates:
    """Sample at most ``state_count`` states that agree with ``phase``.

    ``phase`` is masked for ``seat``. Each card of ``pack`` is placed. ``card_prior``: (players, bits) relative
    probability that each player holds each card. A player that did not follow suit gets no card of that suit (nor a
    trump, if they had to trump); a player that had to lead the highest card of a suit gets none above it. Raises
    ValueError if no sampled state agrees with ``phase``.
    """
    public_state = make_public_state(phase)
    card_bits, players = public_state.rule_tables.card_bits, public_state.players
    played_cards = _list_played_cards(phase, players, public_state.trump_mask)
    own_masks = [
        card_bits.make_mask(card for card in phase.hands[player] if card is not HIDDEN_CARD) for player in players
    ]
    known_mask = card_bits.make_mask(
        played_card.card for played_card in played_cards if played_card.card is not HIDDEN_CARD
    )
    for mask in own_masks:
        known_mask |= mask
    hidden_bits = tuple(
        card_bits.bit_by_card[card] for card in pack if not known_mask >> card_bits.bit_by_card[card] & 1
    )
    capacities = [public_state.hand_sizes[player] - own_masks[player].bit_count() for player in range(len(players))]
    location_count = len(players) + sum(played_card.location is not None for played_card in played_cards)
    capacities += [1] * (location_count - len(players))
    capacities.append(len(hidden_bits) - sum(capacities))
    location_weights = np.ones((location_count + 1, len(hidden_bits)))
    for played_card in played_cards:
        _exclude_locations(
            location_weights, played_card, public_state.rule_tables, public_state.trump_mask, hidden_bits
        )
    if card_prior is not None:
        location_weights[: len(players)] *= card_prior[:, hidden_bits]
    samples = sample_hidden_cards(
        HiddenCards(card_bits=hidden_bits, capacities=tuple(capacities), location_weights=location_weights),
        rng,
        state_count,
    )
    cards_by_location, width = samples.cards_by_location, samples.cards_by_location.shape[1]
    hands = cards_by_location[: len(players)] | np.array(own_masks, np.uint64)[:, None]
    plays = np.zeros((len(played_cards), width), np.uint64)
    initial_hands = hands.copy()
    for index, played_card in enumerate(played_cards):
        plays[index] = (
            cards_by_location[played_card.location]
            if played_card.location is not None
            else ONE << np.uint64(card_bits.bit_by_card[played_card.card])
        )
        initial_hands[played_card.player] |= plays[index]
    empty_stock = np.zeros((EMPTY_STOCK_SIZE, width), np.uint64)
    return DeterminizedStates(
        current_state=public_state,
        hands=hands,
        stock=empty_stock,
        log_weights=samples.log_weights,
        initial_state=_make_initial_state(public_state, phase, played_cards),
        initial_hands=initial_hands,
        initial_stock=empty_stock,
        plays=plays,
    )


def _list_played_cards(phase: TrickPhase, players: tuple[int, ...], trump_mask: int) -> list[_PlayedCard]:
    """Return all cards played so far, the oldest first."""
    played_cards: list[_PlayedCard] = []
    location, is_trump_broken, card_bits = len(players), False, get_card_bits(phase.ranking)
    for trick_number, trick in enumerate((*(completed.trick for completed in phase.completed_tricks), phase.trick)):
        for seat, card in trick.list_plays():
            led_card = trick.cards[0] if card is not trick.cards[0] or seat != trick.seats[0] else None
            is_face_down = card is HIDDEN_CARD
            played_cards.append(
                _PlayedCard(
                    players.index(seat),
                    card,
                    led_card,
                    trick_number,
                    location if is_face_down else None,
                    is_trump_broken,
                )
            )
            location += is_face_down
        is_trump_broken = is_trump_broken or any(_is_in_mask(card_bits, card, trump_mask) for card in trick.cards)
    return played_cards


def _exclude_locations(
    location_weights: NDArray[np.float64],
    played_card: _PlayedCard,
    rule_tables: RuleTables,
    trump_mask: int,
    hidden_bits: tuple[int, ...],
) -> None:
    """Set location weights to 0 for the cards that ``played_card`` rules out.

    These are the weights of the player's hand and, if it was played face down, of the card itself.
    """
    if (
        rule_tables.must_break_trump
        and played_card.led_card is None
        and not played_card.is_trump_broken
        and _is_in_mask(rule_tables.card_bits, played_card.card, trump_mask)
    ):
        missing_mask = ~trump_mask  # trumps cannot be led yet from a hand with other cards
    elif played_card.trick_number < rule_tables.trump_trick_count:
        missing_mask = 0 if _is_in_mask(rule_tables.card_bits, played_card.card, trump_mask) else trump_mask
    elif played_card.led_card is None and played_card.trick_number < rule_tables.high_lead_trick_count:
        missing_mask = make_suit_mask(played_card.card.suit) & ~(
            (2 << rule_tables.card_bits.bit_by_card[played_card.card]) - 1
        )
    elif not rule_tables.must_follow_suit or played_card.led_card is None:
        return
    else:
        led_suit_mask = make_suit_mask(played_card.led_card.suit)
        missing_mask = 0 if _is_in_mask(rule_tables.card_bits, played_card.card, led_suit_mask) else led_suit_mask
        if (
            missing_mask
            and rule_tables.must_trump
            and not _is_in_mask(rule_tables.card_bits, played_card.card, trump_mask)
        ):
            missing_mask |= trump_mask
    for index, bit in enumerate(hidden_bits):
        if missing_mask >> bit & 1:
            location_weights[played_card.player, index] = 0
            if played_card.location is not None:
                location_weights[played_card.location, index] = 0


def _is_in_mask(card_bits: CardBits, card: Card, mask: int) -> bool:
    return card is not HIDDEN_CARD and bool(mask >> card_bits.bit_by_card[card] & 1)


def _make_initial_state(public_state: PublicState, phase: TrickPhase, played_cards: list[_PlayedCard]) -> PublicState:
    """Return the public state before the first card."""
    leader = (phase.completed_tricks[0].trick if phase.completed_tricks else phase.trick).seats[0]
    sizes = [
        size + sum(played_card.player == player for played_card in played_cards)
        for player, size in enumerate(public_state.hand_sizes)
    ]
    zeros = (0,) * len(public_state.players)
    return msgspec.structs.replace(
        public_state,
        leader=public_state.players.index(leader),
        trick_cards=(),
        taken_cards=zeros,
        tricks_won=zeros,
        hand_sizes=tuple(sizes),
        tricks_done=0,
        is_trump_broken=False,
        known_voids=zeros,
    )
