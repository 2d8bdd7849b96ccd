"""What holds in every deal of Muscio, whoever plays: an account of the rules of its own, beside that of the code."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.commands.simulation import tally
from game.engine.actions import Deal
from game.engine.cards import Card
from game.engine.events import Played, TrickTaken
from game.fairness import shuffled, stream
from game.record import dump, read
from game.rules.muscio.actions import Blinde, In
from game.rules.muscio.events import Forfeited, Gatta
from game.rules.muscio.play import MuscioTricks
from game.view import look
from tests import twins
from tests.game.rules.muscio_tables import FOUR, muscio, say
from tests.helpers import Moment, fresh, playout, recorded

ORDER = ["2", "3", "4", "5", "6", "7", "J", "Q", "K", "A"]


def height(card: Card) -> int:
    return ORDER.index(card.rank)


def players(moments: list[Moment]) -> list[int]:
    return [moment.action.seat for moment in moments if isinstance(moment.action, (In, Blinde))]


@given(seats=st.integers(3, 6), seed=st.integers(0, 10**6), dealer=st.integers(0, 5))
@settings(max_examples=150)
def test_scores_move_as_the_rules_say(seats: int, seed: int, dealer: int) -> None:
    moments = list(playout(fresh(game="muscio", seats=seats, dealer=dealer % seats), seed, 1))
    match = moments[-1].match
    result = match.deal_result()
    events = [event for moment in moments for event in moment.events]
    in_play = players(moments)
    gatte = {event.seat: event.points for event in events if isinstance(event, Gatta)}
    taken = [event.winner for event in events if isinstance(event, TrickTaken)]
    gave_up = [event.seat for event in events if isinstance(event, Forfeited)]
    expected = [0] * seats
    if gatte:
        for seat in range(seats):
            whole, less = sum(gatte.values()), 5 * len(gatte)
            expected[seat] = -gatte[seat] if seat in gatte else whole - (0 if seat in in_play else less)
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
    assert match.over == any(total <= 0 for total in match.standing.totals)


@given(seats=st.integers(3, 6), seed=st.integers(0, 10**6))
@settings(max_examples=100)
def test_no_revoke_is_legal_and_something_always_is(seats: int, seed: int) -> None:
    for moment in playout(fresh(game="muscio", seats=seats), seed, 1):
        phase = moment.match.phase
        if moment.match.deal_open:
            assert moment.match.legal()
        if isinstance(phase, MuscioTricks):
            seat = phase.trick.to_play
            assert {str(one)[7:] for one in phase.legal()} == {card.name for card in allowed(phase, seat)}


def allowed(phase: MuscioTricks, seat: int) -> list[Card]:
    """The cards that rules.md lets ``seat`` play, said another way than in the code."""
    hand, few, early = phase.hands[seat], len(phase.trick.seats) == 2, len(phase.done) < 2
    trumps = [card for card in hand if card.suit == phase.trump]
    if early and not few:
        return trumps or list(hand)
    if not phase.trick.cards:
        tops = [max((c for c in hand if c.suit == suit), key=height) for suit in {c.suit for c in hand}]
        return tops if early else list(hand)
    same = [card for card in hand if card.suit == phase.trick.cards[0].suit]
    return same or trumps or list(hand)


@given(seats=st.integers(3, 6), seed=st.integers(0, 10**6))
@settings(max_examples=100)
def test_a_trick_goes_to_the_highest_trump_else_of_the_suit_led_and_cards_face_down_take_nothing(
    seats: int, seed: int
) -> None:
    for moment in playout(fresh(game="muscio", seats=seats), seed, 1):
        for event in moment.events:
            if not isinstance(event, TrickTaken):
                continue
            phase = moment.before.phase
            assert isinstance(phase, MuscioTricks)
            open_cards = {s: c for s, c in zip(event.seats, event.cards, strict=True) if s not in event.face_down}
            trumps = {seat: card for seat, card in open_cards.items() if card.suit == phase.trump}
            led = {seat: card for seat, card in open_cards.items() if card.suit == event.cards[0].suit}
            best = trumps or led
            winner = max(best, key=lambda seat: height(best[seat])) if best else event.seats[0]
            assert event.winner == winner
            early = len(phase.done) < 2 and len(event.seats) > 2
            assert set(event.face_down) == {
                s for s, c in zip(event.seats, event.cards, strict=True) if early and c.suit != phase.trump
            }


@given(seats=st.integers(3, 6), seed=st.integers(0, 10**6))
@settings(max_examples=20)
def test_undo_and_record_round_trips(seats: int, seed: int) -> None:
    moments = list(playout(fresh(game="muscio", seats=seats, hand_dealing=bool(seed % 2)), seed, 2))
    record = recorded(moments[0].before, moments)
    assert read(dump(record)).replay() == moments[-1].match
    for at in range(len(moments) - 1, max(0, len(moments) - 6), -1):
        record = record.undo()
        assert record.replay() == moments[at].before


def face_down(moments: list[Moment]) -> int:
    return sum(isinstance(event, Played) and event.face_down for moment in moments for event in moment.events)


def with_same_suits(moments: list[Moment], seat: int | None, until: int, seed: int) -> int:
    """Compare a deal with a twin in which a seat's hidden trumps change for trumps, so that it may play the same."""
    since = twins.known_from(moments, seat)
    suit = moments[0].match.phase.trump  # type: ignore[union-attr]
    hidden = [card for card in moments[0].match.pack if since.get(card, len(moments)) > until]
    other: dict[Card, Card] = {}
    for part in (True, False):
        some = tuple(card for card in hidden if (card.suit == suit) is part)
        other |= dict(zip(some, shuffled(some, stream(seed, part)), strict=True))
    match, compared = moments[0].before, 0
    for moment in moments[: until + 1]:
        action = twins.permuted(moment.action, other)
        if match.why_not(action) is not None:
            return compared
        match, events = match.apply(action)
        if any(isinstance(event, Gatta) for event in (*events, *moment.events)):
            return compared
        assert [event.seen_by(seat) for event in events] == [event.seen_by(seat) for event in moment.events]
        assert look(match, seat) == look(moment.match, seat)
        compared += sum(isinstance(event, Played) and event.face_down for event in events)
    return compared


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_face_down_cards_in_twin_deals(seats: int) -> None:
    compared = 0
    for seed in range(60):
        moments = list(playout(fresh(game="muscio", seats=seats), f"down {seed}", 1))
        if face_down(moments) > 2:
            for seat in (*range(seats), None):
                compared += with_same_suits(moments, seat, len(moments) - 2, seed)
    assert compared > 100, "too little was compared to mean anything"


def test_the_test_catches_a_card_that_does_not_stay_face_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Played, "seen_by", lambda self, _seat: self)
    with pytest.raises(AssertionError):
        test_face_down_cards_in_twin_deals(4)


# -- how long a match lasts ------------------------------------------------------------------------


def test_a_match_may_go_on_for_ever() -> None:
    """There is no bound by the rules: everyone may pass again and again, and six at play may all gain."""
    match = fresh(game="muscio", seats=3)
    rng = stream(1, "void")
    for _deal in range(60):
        match = match.apply(Deal(shuffled(match.pack, rng))).match
        while match.to_act is not None:
            match = match.apply(next(one for one in match.legal() if one.verb == "pass")).match
    assert not match.over
    assert match.standing.totals == (30, 30, 30)


@pytest.mark.slow
def test_a_match_ends_with_the_first_deal_that_leaves_someone_at_nothing_or_less() -> None:
    for seed in range(8):
        moments = list(playout(fresh(game="muscio", seats=4), f"end {seed}", 300))
        totals = [moment.match.standing.totals for moment in moments]
        assert all(min(one) > 0 for moment, one in zip(moments, totals, strict=True) if not moment.match.over)
        assert min(totals[-1]) <= 0
        assert moments[-1].match.over


def test_the_simulation_counts_points_taken_off() -> None:
    alone = tally(say(muscio("2c", *FOUR), "in", "pass", "pass", "pass"))
    assert (alone.scores, alone.wins) == ((5, 0, 0, 0), (1, 0, 0, 0))
    void = tally(say(muscio("2c", *FOUR), "pass", "pass", "pass", "pass"))
    assert (void.scores, void.wins) == ((0, 0, 0, 0), (0, 0, 0, 0))
