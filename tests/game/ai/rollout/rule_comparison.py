"""Comparison of what a trick phase declares for roll-outs with what its rules allow and do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np

from game.ai.rollout.card_bits import get_card_bits
from game.ai.rollout.rollout import Batch, make_public_state
from game.core.actions import Play
from game.core.cards import HIDDEN_CARD, SUITS, Card, Hand, Suit, get_card
from game.core.phase import Phase
from game.core.trick_taking import CompletedTrick, Trick, TrickPhase, replace
from game.rules.briscola.phases import BriscolaTrickPhase
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from tests.helpers import TableSetup, list_masked_cards, play_random_actions

DUTIES = ("must_follow_suit", "must_trump", "must_break_trump", "trump_trick_count", "high_lead_trick_count")


def iter_first_trick_phases(table: TableSetup, count: int) -> Iterator[TrickPhase]:
    """Yield the first states of trick play at this table, after a blind first trick."""
    for seed in range(40):
        for moment in play_random_actions(table.create_match(seed % table.seats), seed):
            phase = moment.match.phase
            if isinstance(phase, TrickPhase) and not (isinstance(phase, ChiamataTrickPhase) and is_named_later(phase)):
                yield phase
                count -= 1
                break
        if not count:
            return


def is_named_later(phase: ChiamataTrickPhase) -> bool:
    return phase.called_card is None and phase.contract.rank is not None


def redeal_hidden_cards(phase: TrickPhase, rng: Random) -> TrickPhase:
    """Return the same public state with other cards in the hands and the stock."""
    stock = phase.stock if isinstance(phase, BriscolaTrickPhase) else ()
    seats = sorted(phase.trick.seats)
    cards = [card for seat in seats for card in phase.hands[seat]] + list(stock[:-1])
    rng.shuffle(cards)
    rest = iter(cards)
    hands = tuple(
        tuple(next(rest) for _card in hand) if seat in seats else hand for seat, hand in enumerate(phase.hands)
    )
    other = replace(phase, hands=hands)
    if isinstance(other, BriscolaTrickPhase) and stock:
        return replace(other, stock=(*rest, stock[-1]))
    return other


def find_card_bit(phase: TrickPhase, card: Card) -> int:
    return 1 << get_card_bits(phase.ranking).bit_by_card[card]


def make_batch(phases: Sequence[TrickPhase]) -> Batch:
    """Return a batch of these phases, which have the same public state."""
    start = make_public_state(phases[0])
    hands = [[start.rule_tables.card_bits.make_mask(phase.hands[seat]) for phase in phases] for seat in start.players]
    stocks = [[find_card_bit(phase, card) for card in getattr(phase, "stock", ())] for phase in phases]
    stock = np.array(stocks, np.uint64).reshape(len(phases), -1).T
    return Batch(start, np.array(hands, np.uint64), stock)


# -- declarations, compared with the rules for hands that show a duty ------------------------------------


def find_false_declarations(phase: TrickPhase) -> list[str]:
    """Return the duties that ``phase``, at the first card of a deal, declares differently from its rules."""
    duties = probe_duties(phase)
    return [name for name in DUTIES if getattr(phase, name) != duties[name]]


def probe_duties(phase: TrickPhase) -> dict[str, int]:
    """Return the duties of a game by name, from the answers of `illegal_reason` and `is_played_face_down`."""
    trump: Suit = phase.trump if phase.trump is not None else "s"
    phase = replace(phase, trump=trump)
    plain_suit, other_suit = [suit for suit in SUITS if suit != trump][:2]
    high_rank, low_rank = (rank for rank in phase.ranking if rank in ("A", "4"))
    high_card, low_card, other_card, trump_card = (
        get_card(high_rank, plain_suit), get_card(low_rank, plain_suit), get_card(low_rank, other_suit),
        get_card(low_rank, trump),
    )  # fmt: skip
    trick_count = len(phase.hands[phase.trick.next_seat])

    def is_illegal(card: Card, hand: Hand, led_card: Card | None = None, tricks_done: int = trick_count - 1) -> bool:
        asked_phase = _make_moment(phase, hand, led_card, tricks_done)
        return asked_phase.illegal_reason(Play(asked_phase.trick.next_seat, card)) is not None

    return {
        "must_follow_suit": is_illegal(other_card, (low_card, other_card), high_card),
        "must_trump": is_illegal(other_card, (trump_card, other_card), high_card),
        "must_break_trump": is_illegal(trump_card, (trump_card, low_card)),
        "trump_trick_count": sum(
            _make_moment(phase, (low_card,), None, tricks_done).is_played_face_down(low_card)
            for tricks_done in range(trick_count)
        ),
        "high_lead_trick_count": sum(
            is_illegal(low_card, (high_card, low_card), None, tricks_done) for tricks_done in range(trick_count)
        ),
    }


def _make_moment(phase: TrickPhase, hand: Hand, led_card: Card | None, tricks_done: int) -> TrickPhase:
    """Return the phase after ``tricks_done`` tricks.

    The leader, or the seat after ``led_card``, has ``hand``.
    """
    seats = phase.trick.seats
    completed = CompletedTrick(Trick(seats, (HIDDEN_CARD,) * len(seats)), seats[0], 1)
    cards = () if led_card is None else (led_card,)
    hands = tuple(hand if seat == seats[len(cards)] else other_hand for seat, other_hand in enumerate(phase.hands))
    return replace(phase, hands=hands, trick=Trick(seats, cards), completed_tricks=(completed,) * tricks_done)


# -- rollouts, compared with the rules card by card ------------------------------------------------------


def find_rollout_difference(phase: TrickPhase, rng: Random, state_count: int) -> str:
    """Return the first difference between a rollout of redealt hands and the rules, or "".

    The turn, the legal cards and the points are compared at each card of ``state_count`` states.
    """
    states: list[Phase] = [redeal_hidden_cards(phase, rng) for _state in range(state_count)]
    batch = make_batch([state for state in states if isinstance(state, TrickPhase)])
    players = batch.public_state.players
    while batch.cards_left:
        legal_masks, turns = batch.legal_cards(), batch.players_to_act()
        chosen = []
        for index, state in enumerate(states):
            assert isinstance(state, TrickPhase)
            seat = players[int(turns[index])]
            place = f"seat {seat} with {state.hands[seat]} to {state.trick}"
            if seat != state.turn:
                return f"turn: {place}"
            cards = [card for card in state.hands[seat] if state.illegal_reason(Play(seat, card)) is None]
            if set(list_masked_cards(batch.rule_tables.card_bits, int(legal_masks[index]))) != set(cards):
                return f"legal cards: {place}"
            card = rng.choice(cards)
            chosen.append(find_card_bit(phase, card))
            states[index] = state.apply(Play(seat, card)).phase
        batch.play(np.array(chosen, np.uint64))
        for index, (state, points) in enumerate(zip(states, batch.points().T, strict=True)):
            if [int(value) for value in points] != [state.count_points()[seat] for seat in players]:
                return f"points: state {index} after {batch.tricks_done} tricks"
    return "" if all(state.result is not None for state in states) else "end: the rules go on"
