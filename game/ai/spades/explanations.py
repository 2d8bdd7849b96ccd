"""Reasons for bids of Spades: the expected tricks, how often the bid is made, and the cards of the hand that count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from game.ai.estimates import ActionEstimate
from game.core.cards import Card, Hand
from game.core.messages import Reason
from game.core.trick_taking import list_cards_of_suit, sort_hand
from game.match.observation import Observation, get_phase_and_seat
from game.rules.spades.actions import Bid
from game.rules.spades.game import make_pack
from game.rules.spades.phases import RANKING, TRUMP, BiddingPhase

LIKELY_PERCENTAGE: Final = 50
"""The percentage of deals in which a bid is made from which that speaks for it."""
SAFE_PERCENTAGE: Final = 75
"""The percentage of deals in which a safe bid is made, at least."""
MAX_TOP_CARDS_OF_SUIT: Final = 2
"""The number of top cards of another suit that should win: the third round is often ruffed."""


def explain_action(
    observation: Observation, estimate: ActionEstimate, estimates: Sequence[ActionEstimate]
) -> tuple[Reason, ...]:
    """Return the reasons for a bid; () for other actions."""
    action = estimate.action
    if not isinstance(action, Bid) or estimate.expected_points is None or estimate.win_probability is None:
        return ()
    phase, seat = get_phase_and_seat(observation, BiddingPhase)
    times, hand = round(100 * estimate.win_probability), phase.hands[seat]
    is_best = estimate is estimates[0]
    if not action.tricks:
        return (_describe_chance("why_nil", {"times": times}, is_best=is_best), *_describe_low_hand(hand))
    return (
        *_describe_tricks(action.tricks, estimate, estimates[0]),
        _describe_chance("why_made", {"times": times, "bid": action.tricks}, is_best=is_best),
        *(_compare_with_next_bids(action.tricks, times, estimates) if is_best else ()),
        *_describe_high_hand(phase, hand),
    )


def _describe_chance(code: str, values: Mapping[str, int], *, is_best: bool) -> Reason:
    """Return how often a bid is made; if that is rare, the best bid is worth it all the same."""
    rare_code = "why_still_best" if is_best else "why_unlikely"
    return Reason(code if values["times"] >= LIKELY_PERCENTAGE else rare_code, values)


def _describe_tricks(bid: int, estimate: ActionEstimate, best: ActionEstimate) -> Iterator[Reason]:
    """Yield the expected tricks where they speak for the best bid, or against another one that is too high or low.

    All bids have those of the best one, which tries to win tricks unless it is nil.
    """
    best_bid = best.action.tricks if isinstance(best.action, Bid) else bid
    expected = best.expected_points if best_bid else estimate.expected_points
    tricks = round(expected or 0.0)
    values = {"tricks": tricks}
    if tricks >= bid >= best_bid:
        yield Reason("why_tricks", values)
    elif bid > max(tricks, best_bid):
        yield Reason("why_few_tricks", values)
    elif bid < min(tricks, best_bid):
        yield Reason("why_more_tricks", values)


def _compare_with_next_bids(tricks: int, times: int, estimates: Sequence[ActionEstimate]) -> Iterator[Reason]:
    """Yield why the best bid is neither lower, if it is a risk, nor higher; ``times``: how often it is made."""
    times_by_bid = {
        other.action.tricks: round(100 * (other.win_probability or 0.0))
        for other in estimates
        if isinstance(other.action, Bid)
    }
    lower = times_by_bid.get(tricks - 1) if tricks > 1 else None  # a nil is another kind of bid
    higher = times_by_bid.get(tricks + 1)
    if times < SAFE_PERCENTAGE and lower is not None and lower > times:
        yield Reason("why_safer_bid")
    elif higher is not None and higher < min(times, SAFE_PERCENTAGE):
        yield Reason("why_higher_bid", {"bid": tricks + 1, "times": higher})


def _describe_high_hand(phase: BiddingPhase, hand: Hand) -> Iterator[Reason]:
    """Yield the cards that should win, and a length in spades above the average."""
    top_cards = _list_top_cards(phase, hand)
    if len(top_cards) == 1:
        yield Reason("why_top_card", {"card": top_cards[0]})
    elif top_cards:
        yield Reason("why_top_cards", {"card": top_cards[0], "other": top_cards[1]})
    spade_count = len(list_cards_of_suit(hand, TRUMP))
    pack = make_pack(phase.options, phase.seats)
    if spade_count * phase.seats > len(list_cards_of_suit(pack, TRUMP)):
        yield Reason("why_spades", {"count": spade_count})


def _list_top_cards(phase: BiddingPhase, hand: Hand) -> list[Card]:
    """Return the cards of a hand that only its own cards of the suit beat, spades first."""
    cards = make_pack(phase.options, phase.seats)
    pack = tuple(sorted(cards, key=lambda card: (card.suit != TRUMP, RANKING.index(card.rank))))
    top_cards = list[Card]()
    for suit in dict.fromkeys(card.suit for card in pack):
        most = len(hand) if suit == TRUMP else MAX_TOP_CARDS_OF_SUIT
        for card in list_cards_of_suit(pack, suit)[:most]:
            if card not in hand:
                break
            top_cards.append(card)
    return top_cards


def _describe_low_hand(hand: Hand) -> Iterator[Reason]:
    """Yield the highest spade of a hand, or that it has none."""
    spades = list_cards_of_suit(sort_hand(hand, RANKING), TRUMP)
    yield Reason("why_highest_spade", {"card": spades[0]}) if spades else Reason("why_no_spade")
