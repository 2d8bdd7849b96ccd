"""Tables compiled from the readable rules: what a batch must know of a game, found out by asking the game itself.

Which duties hold (following suit, trumping, when trumps may be led, what must be led) is asked with small
hands whose answers tell; power and points of the cards are read from the phase's own ranking and values.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from game.ai.rollout.card_bits import CardBits, get_card_bits
from game.core.cards import HIDDEN_CARD, SUITS, Card, Hand, Rank, Suit, get_card
from game.core.options import Options
from game.core.trick_taking import CompletedTrick, Trick, TrickPhase, replace


class RuleTables(msgspec.Struct, frozen=True, kw_only=True):
    """A game's trick play.

    ``values``: (points, set of the cards worth so many), empty where tricks count. ``must_follow_suit``: suit must be
    followed; ``trumps``: who cannot must trump; ``breaks``: trumps may not be led before one has fallen;
    ``trump_trick_count``: in so many first tricks trumps must be played, other cards fall face down;
    ``high_lead_trick_count``: in so many first tricks the highest card of a suit must be led.
    """

    card_bits: CardBits
    points_masks: tuple[tuple[int, int], ...]
    must_follow_suit: bool
    must_trump: bool
    must_break_trump: bool
    trump_trick_count: int
    high_lead_trick_count: int


def get_rule_tables(phase: TrickPhase) -> RuleTables:
    """Return the tables of the trick play that ``phase`` belongs to; a masked phase will do."""
    return _compile_rule_tables(*_key(phase))


def compile_tables(phase: TrickPhase) -> RuleTables:
    """Return what `get_rule_tables` returns in a process that has asked for no tables before."""
    return _compile_rule_tables.__wrapped__(*_key(phase))


def _key(phase: TrickPhase) -> tuple[type[TrickPhase], Options, int, int, int, Suit, _SamplePhase]:
    trump: Suit = phase.trump if phase.trump is not None else "s"
    begun, players, leader = bool(phase.trick.cards), len(phase.trick.seats), phase.trick.seats[0]
    tricks = len(phase.completed_tricks) + begun + len(phase.hands[leader])
    return type(phase), phase.options, phase.seats, players, tricks, trump, _make_sample_phase(phase, trump)


class _SamplePhase(msgspec.Struct, frozen=True):
    """A phase to ask questions of; it is the same for all the phases that it stands for."""

    phase: TrickPhase

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SamplePhase)


def _make_sample_phase(phase: TrickPhase, trump: Suit) -> _SamplePhase:
    return _SamplePhase(replace(phase.without_played_cards(), trump=trump))


@lru_cache(maxsize=256)
def _compile_rule_tables(
    _kind: type[TrickPhase],
    _options: Options,
    _seats: int,
    _players: int,
    tricks: int,
    trump: Suit,
    sample: _SamplePhase,
) -> RuleTables:
    phase = sample.phase
    card_bits = get_card_bits(phase.ranking)
    plain_suit, other_suit = (suit for suit in SUITS[:3] if suit != trump) if trump in SUITS[:3] else SUITS[:2]
    high_rank, low_rank = (rank for rank in phase.ranking if rank in ("A", "4"))
    last_trick = tricks - 1

    def is_illegal(played_card: Card, hand: Hand, led_card: Card | None = None, tricks_done: int = last_trick) -> bool:
        return _is_illegal(phase, played_card, hand, led_card, tricks_done)

    plain_card, other_card, trump_card = (
        get_card(low_rank, plain_suit),
        get_card(low_rank, other_suit),
        get_card(low_rank, trump),
    )
    return RuleTables(
        card_bits=card_bits,
        points_masks=tuple((points, _make_rank_mask(card_bits, rank)) for rank, points in phase.card_points.items()),
        must_follow_suit=is_illegal(other_card, (plain_card, other_card), get_card(high_rank, plain_suit)),
        must_trump=is_illegal(other_card, (trump_card, other_card), get_card(high_rank, plain_suit)),
        must_break_trump=is_illegal(trump_card, (trump_card, plain_card)),
        trump_trick_count=sum(is_played_face_down(phase, plain_card, tricks_done) for tricks_done in range(tricks)),
        high_lead_trick_count=sum(
            is_illegal(plain_card, (get_card(high_rank, plain_suit), plain_card), None, tricks_done)
            for tricks_done in range(tricks)
        ),
    )


def _make_rank_mask(card_bits: CardBits, rank: Rank) -> int:
    return card_bits.make_mask(get_card(rank, suit) for suit in SUITS)


def _make_test_phase(phase: TrickPhase, hand: Hand, led_card: Card | None, tricks_done: int) -> TrickPhase:
    """The phase after so many tricks, when the leader, or who plays after ``led``, holds ``hand``."""
    seats = phase.trick.seats
    completed = CompletedTrick(Trick(seats, (HIDDEN_CARD,) * len(seats)), seats[0], 1)
    cards = () if led_card is None else (led_card,)
    hands = tuple(hand if seat == seats[len(cards)] else other_hand for seat, other_hand in enumerate(phase.hands))
    return replace(phase, hands=hands, trick=Trick(seats, cards), completed_tricks=(completed,) * tricks_done)


def _is_illegal(phase: TrickPhase, card: Card, hand: Hand, led_card: Card | None, tricks_done: int) -> bool:
    test_phase = _make_test_phase(phase, hand, led_card, tricks_done)
    return test_phase.illegal_card_reason(test_phase.trick.next_seat, card) is not None


def is_played_face_down(phase: TrickPhase, card: Card, tricks_done: int) -> bool:
    """Whether a plain card is laid face down in the trick after so many others."""
    return _make_test_phase(phase, (card,), None, tricks_done).is_played_face_down(card)
