"""Sampling of determinizations in a game without a stock, from the cards played so far."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.card_bits import FIRST_SUIT_MASK
from game.ai.rollout.rollout import PublicState, make_public_state
from game.ai.rollout.sampling import HiddenCards, sample_hidden_cards
from game.ai.search import DeterminizedStates
from game.core.cards import HIDDEN_CARD, SUITS, Card
from game.core.trick_taking import Trick, TrickPhase, replace


class _PlayedCard(NamedTuple):
    """A card that was played.

    ``player``: the player's index in order of play; ``mask``: of the card, 0 if it was played face down; ``location``:
    the index of the card's location in the determinization if it was played face down, else None; ``missing_mask``: the
    cards that the player did not hold then.
    """

    player: int
    mask: int
    location: int | None
    missing_mask: int


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
    played_cards = _list_played_cards(phase, public_state)
    own_masks = [
        card_bits.make_mask(card for card in phase.hands[player] if card is not HIDDEN_CARD) for player in players
    ]
    known_mask = 0
    for mask in (*own_masks, *(played_card.mask for played_card in played_cards)):
        known_mask |= mask
    hidden_bits = tuple(bit for bit in map(card_bits.bit_by_card.__getitem__, pack) if not known_mask >> bit & 1)
    capacities = [public_state.hand_sizes[player] - own_masks[player].bit_count() for player in range(len(players))]
    location_count = len(players) + sum(played_card.location is not None for played_card in played_cards)
    capacities += [1] * (location_count - len(players))
    capacities.append(len(hidden_bits) - sum(capacities))
    location_weights = np.ones((location_count + 1, len(hidden_bits)))
    for played_card in played_cards:
        is_missing = np.array([played_card.missing_mask >> bit & 1 for bit in hidden_bits], bool)
        location_weights[played_card.player, is_missing] = 0
        if played_card.location is not None:
            location_weights[played_card.location, is_missing] = 0
    if card_prior is not None:
        location_weights[: len(players)] *= card_prior[:, hidden_bits]
    hidden_cards = HiddenCards(card_bits=hidden_bits, capacities=tuple(capacities), location_weights=location_weights)
    cards_by_location, log_weights = sample_hidden_cards(hidden_cards, rng, state_count)
    hands = cards_by_location[: len(players)] | np.array(own_masks, np.uint64)[:, None]
    plays = np.zeros((len(played_cards), len(log_weights)), np.uint64)
    initial_hands = hands.copy()
    for index, played_card in enumerate(played_cards):
        plays[index] = played_card.mask if played_card.location is None else cards_by_location[played_card.location]
        initial_hands[played_card.player] |= plays[index]
    empty_stock = np.zeros((0, len(log_weights)), np.uint64)
    dealt_hands = tuple(map(phase.get_dealt_hand, range(phase.seats)))
    first_trick = Trick(phase.all_tricks[0].seats)
    return DeterminizedStates(
        current_state=public_state,
        hands=hands,
        stock=empty_stock,
        log_weights=log_weights,
        initial_state=make_public_state(replace(phase, completed_tricks=(), trick=first_trick, hands=dealt_hands)),
        initial_hands=initial_hands,
        initial_stock=empty_stock,
        plays=plays,
    )


def _list_played_cards(phase: TrickPhase, public_state: PublicState) -> list[_PlayedCard]:
    """Return all cards played so far, the oldest first."""
    played_cards: list[_PlayedCard] = []
    location, is_trump_broken, card_bits = len(public_state.players), False, public_state.rule_tables.card_bits
    for trick_number, trick in enumerate(phase.all_tricks):
        masks = [card_bits.make_mask(() if card is HIDDEN_CARD else (card,)) for card in trick.cards]
        for index, mask in enumerate(masks):
            missing_mask = _find_missing_cards(public_state, masks[: index + 1], trick_number, is_trump_broken)
            player = public_state.players.index(trick.seats[index])
            played_cards.append(_PlayedCard(player, mask, None if mask else location, missing_mask))
            location += not mask
        is_trump_broken = is_trump_broken or any(mask & public_state.trump_mask for mask in masks)
    return played_cards


def _find_missing_cards(
    public_state: PublicState, trick_masks: list[int], trick_number: int, is_trump_broken: bool
) -> int:
    """Return the cards that the player of the last card of a trick did not hold.

    ``trick_number``: from 0; ``is_trump_broken``: whether a trump was played in an earlier trick.
    """
    rule_tables, trump_mask, played = public_state.rule_tables, public_state.trump_mask, trick_masks[-1]
    is_leading, is_trump = len(trick_masks) == 1, bool(played & trump_mask)
    if rule_tables.must_break_trump and is_leading and not is_trump_broken and is_trump:
        return ~trump_mask  # trumps cannot be led yet from a hand with other cards
    if trick_number < rule_tables.trump_trick_count:
        return 0 if is_trump else trump_mask
    led_suit_mask = int(FIRST_SUIT_MASK) << (trick_masks[0].bit_length() - 1) % len(SUITS)
    if is_leading:
        return led_suit_mask & -(played << 1) if trick_number < rule_tables.high_lead_trick_count else 0
    if not rule_tables.must_follow_suit or played & led_suit_mask:
        return 0
    return led_suit_mask | (trump_mask if rule_tables.must_trump and not is_trump else 0)
