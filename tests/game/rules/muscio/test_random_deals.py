"""Properties of every deal of Muscio, by a statement of the rules that is independent of the code."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.cards import Card
from game.core.events import TrickTaken
from game.rules.muscio.actions import PlayDeal, TakeBlinde
from game.rules.muscio.events import DealForfeited, GattaShown
from game.rules.muscio.trick_play import MuscioTrickPhase
from game.simulation.simulation import tally_deal
from tests.game.rules.muscio.deals import FOUR_HANDS, apply_phrases, deal_muscio
from tests.helpers import PlayoutMoment, make_match, play_random_actions

CARD_ORDER = ["2", "3", "4", "5", "6", "7", "J", "Q", "K", "A"]


def get_height(card: Card) -> int:
    return CARD_ORDER.index(card.rank)


def find_participants(moments: list[PlayoutMoment]) -> list[int]:
    return [moment.action.seat for moment in moments if isinstance(moment.action, (PlayDeal, TakeBlinde))]


@given(seats=st.integers(3, 6), seed=st.integers(0, 10**6), dealer=st.integers(0, 5))
@settings(max_examples=150)
def test_scores_change_by_the_rules(seats: int, seed: int, dealer: int) -> None:
    moments = list(play_random_actions(make_match(game="muscio", seats=seats, dealer=dealer % seats), seed, 1))
    match = moments[-1].match
    result = match.get_deal_result()
    events = [event for moment in moments for event in moment.events]
    in_play = find_participants(moments)
    gatte = {event.seat: event.points for event in events if isinstance(event, GattaShown)}
    taken = [event.winner for event in events if isinstance(event, TrickTaken)]
    gave_up = [event.seat for event in events if isinstance(event, DealForfeited)]
    expected = [0] * seats
    if gatte:
        for seat in range(seats):
            gatte_total, less = sum(gatte.values()), 5 * len(gatte)
            expected[seat] = -gatte[seat] if seat in gatte else gatte_total - (0 if seat in in_play else less)
    elif len(in_play) == 1:
        expected[in_play[0]] = -5
    elif gave_up:
        expected[next(seat for seat in in_play if seat not in gave_up)] = -5
    elif in_play:
        assert len(taken) == 5
        assert sum(result.points[seat] for seat in in_play) == 5
        for seat in in_play:
            expected[seat] = -taken.count(seat) if seat in taken else 5
        assert result.points == tuple(taken.count(seat) for seat in range(seats))
    assert result.scores == tuple(expected)
    assert result.state == ("scored" if in_play else "void")
    assert match.standing.totals == tuple(30 + change for change in expected)
    assert match.is_over == any(total <= 0 for total in match.standing.totals)


@given(seats=st.integers(3, 6), seed=st.integers(0, 10**6))
@settings(max_examples=100)
def test_no_revoke_is_legal(seats: int, seed: int) -> None:
    for moment in play_random_actions(make_match(game="muscio", seats=seats), seed, 1):
        phase = moment.match.phase
        if isinstance(phase, MuscioTrickPhase):
            seat = phase.trick.next_seat
            assert {str(action)[7:] for action in phase.legal_actions()} == {
                card.name for card in list_allowed_cards(phase, seat)
            }


def list_allowed_cards(phase: MuscioTrickPhase, seat: int) -> list[Card]:
    """Return the cards that docs/rules.md permits ``seat`` to play, in other words than the code."""
    hand, few, early = phase.hands[seat], len(phase.trick.seats) == 2, len(phase.completed_tricks) < 2
    trumps = [card for card in hand if card.suit == phase.trump]
    if early and not few:
        return trumps or list(hand)
    if not phase.trick.cards:
        tops = [max((c for c in hand if c.suit == suit), key=get_height) for suit in {c.suit for c in hand}]
        return tops if early else list(hand)
    same = [card for card in hand if card.suit == phase.trick.cards[0].suit]
    return same or trumps or list(hand)


@given(seats=st.integers(3, 6), seed=st.integers(0, 10**6))
@settings(max_examples=100)
def test_trick_is_won_by_highest_trump_or_led_suit_and_never_face_down(seats: int, seed: int) -> None:
    for moment in play_random_actions(make_match(game="muscio", seats=seats), seed, 1):
        for event in moment.events:
            if not isinstance(event, TrickTaken):
                continue
            phase = moment.match_before.phase
            assert isinstance(phase, MuscioTrickPhase)
            open_cards = {s: c for s, c in zip(event.seats, event.cards, strict=True) if s not in event.face_down_seats}
            trumps = {seat: card for seat, card in open_cards.items() if card.suit == phase.trump}
            led = {seat: card for seat, card in open_cards.items() if card.suit == event.cards[0].suit}
            best = trumps or led
            winner = max(best, key=lambda seat: get_height(best[seat])) if best else event.seats[0]
            assert event.winner == winner
            early = len(phase.completed_tricks) < 2 and len(event.seats) > 2
            assert set(event.face_down_seats) == {
                s for s, c in zip(event.seats, event.cards, strict=True) if early and c.suit != phase.trump
            }


def test_simulation_counts_points_taken_off() -> None:
    alone = tally_deal(apply_phrases(deal_muscio("2c", *FOUR_HANDS), "in", "pass", "pass", "pass"))
    assert (alone.scores, alone.wins) == ((5, 0, 0, 0), (1, 0, 0, 0))
    void = tally_deal(apply_phrases(deal_muscio("2c", *FOUR_HANDS), "pass", "pass", "pass", "pass"))
    assert (void.scores, void.wins) == ((0, 0, 0, 0), (0, 0, 0, 0))
