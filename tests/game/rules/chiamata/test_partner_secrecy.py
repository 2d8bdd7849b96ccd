"""Nothing reveals the partner before the called card is played (docs/rules.md, "Naming").

The called card is swapped between two other hands, and the same actions are replayed. Every third seat must see the
same observations, events, refusals of all that it can try, votes of computer players, and record so far.
"""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any, Final

import msgspec
import pytest

from game.core.actions import Action, Deal, Play
from game.core.cards import Card
from game.core.events import TrickTaken
from game.core.messages import Reason
from game.core.phase import PhaseStep
from game.match.match import Match, MatchStep
from game.match.observation import observe
from game.match.record import Record, encode_record
from game.rules.chiamata.actions import Solo
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.events import CalledCardNamed, PartnerRevealed
from game.rules.chiamata.trick_play import ChiamataTrickPhase, NamingPhase
from game.session.penalties import decide_computer_votes
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.helpers import PlayoutMoment, TableSetup, list_conceivable_actions, make_record
from tests.pairwise_tables import make_pairwise_tables
from tests.rows import check_rows
from tests.twin_deals import find_yes_votes

PAIRWISE_CHIAMATA_TABLES: Final = make_pairwise_tables("chiamata")
PRESET_TABLES: Final = [table for table in PAIRWISE_CHIAMATA_TABLES if not table.changes]
Observer = int | None


def play_until_called_card(table: TableSetup, seed: int) -> tuple[list[PlayoutMoment], Card] | None:
    """Return a random deal up to the play of the called card, and that card.

    The card is kept in hand as long as possible. Return None if no card was called.
    """
    rng = derive_random(5, "secrecy", str(table), seed)
    match = table.create_match(seed % 5)
    moments: list[PlayoutMoment] = []
    action: Action | Deal = Deal(shuffle_pack(match.pack, rng))
    while True:
        moments.append(PlayoutMoment(action, match, *match.apply(action)))
        match = moments[-1].match
        if not match.is_deal_in_progress or len(moments) > 60:
            break
        action = choose_delaying_called_card(match, rng)
    named = [event.card for moment in moments for event in moment.events if isinstance(event, CalledCardNamed)]
    shown = [
        index
        for index, moment in enumerate(moments)
        if any(isinstance(event, PartnerRevealed) for event in moment.events)
    ]
    if (
        not named
        or not shown
        or not any(named[0] in hand for hand in find_called_card_holder(moments[shown[0] - 1].match))
    ):
        return None
    return moments[: shown[0]], named[0]


def choose_delaying_called_card(match: Match, rng: Random) -> Action:
    legal = match.legal_actions()
    phase = match.phase
    if isinstance(phase, AuctionPhase):
        legal = tuple(action for action in legal if not isinstance(action, Solo))
        return legal[0] if rng.random() < 0.6 and phase.last_call is not None else rng.choice(legal)
    if isinstance(phase, ChiamataTrickPhase):
        delaying_plays = tuple(
            action for action in legal if isinstance(action, Play) and action.card is not phase.called_card
        )
        return rng.choice(delaying_plays or legal)
    return rng.choice(legal)


def find_called_card_holder(match: Match) -> tuple[tuple[Card, ...], ...]:
    phase = match.phase
    if isinstance(phase, NamingPhase):
        phase = phase.trick_phase
    assert isinstance(phase, (AuctionPhase, ChiamataTrickPhase))
    return phase.hands


def swap_called_card(moments: list[PlayoutMoment], called: Card, other: int) -> list[PlayoutMoment] | None:
    """Return the deal with the called card in the hand of ``other``, in exchange for a card that was never played."""
    holder = next(seat for seat, hand in enumerate(find_called_card_holder(moments[-1].match)) if called in hand)
    given_card = find_called_card_holder(moments[-1].match)[other][-1]
    exchange = {called: given_card, given_card: called}
    assert holder != other
    match, twins = moments[0].match_before, list[PlayoutMoment]()
    for moment in moments:
        action = moment.action
        if isinstance(action, Deal):
            action = Deal(tuple(exchange.get(card, card) for card in action.pack))
        if match.illegal_reason(action) is not None:
            return None
        step: MatchStep = match.apply(action)
        if not step.match.is_deal_in_progress:
            return None
        twins.append(PlayoutMoment(action, match, *step))
        match = step.match
    return twins


def list_refusals(match: Match, seat: Observer) -> list[Reason | None]:
    """Return the reason against each action that ``seat`` can try."""
    return (
        [] if seat is None else [match.illegal_reason(action) for action in list_conceivable_actions("chiamata", seat)]
    )


def assert_indistinguishable(seat: Observer, moments: list[PlayoutMoment], twins: list[PlayoutMoment]) -> None:
    """Raise AssertionError unless the two deals are equal for ``seat`` in each step."""
    for own_moment, twin_moment in zip(moments, twins, strict=True):
        assert [event.seen_by(seat) for event in own_moment.events] == [
            event.seen_by(seat) for event in twin_moment.events
        ]
        assert observe(own_moment.match, seat) == observe(twin_moment.match, seat)
        assert own_moment.match.turn == twin_moment.match.turn
    for own_moment, twin_moment in list(zip(moments, twins, strict=True))[-5:]:
        assert list_refusals(own_moment.match, seat) == list_refusals(twin_moment.match, seat)
    records = (
        make_record(some_moments[0].match_before, some_moments, "regolamento") for some_moments in (moments, twins)
    )
    export, other = (encode_record(record.without_deal_in_progress()) for record in records)
    assert export == other


def compare_partner_twins(table: TableSetup, enough: int) -> int:
    """Compare deals with their twins, at least ``enough`` pairs. Return the number of pairs."""
    compared = 0
    for seed in range(99):
        if compared >= enough:
            break
        swap = play_until_called_card(table, seed)
        if swap is None:
            continue
        moments, called = swap
        holder = next(seat for seat, hand in enumerate(find_called_card_holder(moments[-1].match)) if called in hand)
        for other in {*range(5)} - {holder}:
            if not find_called_card_holder(moments[-1].match)[other]:
                continue
            twins = swap_called_card(moments, called, other)
            if twins is None:
                continue
            assert [find_yes_votes(moment.match) for moment in moments] == [
                find_yes_votes(moment.match) for moment in twins
            ]
            for seat in (*({*range(5)} - {holder, other}), None):
                assert_indistinguishable(seat, moments, twins)
            compared += 1
    return compared


@pytest.mark.slow
@check_rows("table", PAIRWISE_CHIAMATA_TABLES)
def test_partner_is_unknown_before_called_card_is_played(table: TableSetup) -> None:
    enough = 1 if table.changes else 20
    assert compare_partner_twins(table, enough) >= enough


def test_partner_knows_and_so_does_a_caller_in_mano() -> None:
    for table in PRESET_TABLES:
        for seed in range(12):
            swap = play_until_called_card(table, seed)
            if swap is None:
                continue
            phase = swap[0][-1].match.phase
            assert isinstance(phase, ChiamataTrickPhase)
            knows = [phase.seen_by(seat).find_partner() is not None for seat in range(5)]
            assert knows == [seat == phase.find_partner() for seat in range(5)]


def test_compared_deals_cover_every_pair_of_seat_and_partner() -> None:
    pairs = set()
    for seed in range(400):
        swap = play_until_called_card(PRESET_TABLES[0], seed)
        if swap is not None:
            phase = swap[0][-1].match.phase
            assert isinstance(phase, ChiamataTrickPhase)
            pairs.add((phase.contract.caller, phase.find_partner()))
        if len(pairs) == 25:
            break
    assert pairs >= {*permutations(range(5), 2)}


# -- planted leaks ---------------------------------------------------------------------------------

UNCHANGED_SEEN_BY: Final[Any] = ChiamataTrickPhase.seen_by


def leak_partners_hand(self: ChiamataTrickPhase, seat: Observer) -> ChiamataTrickPhase:
    view: ChiamataTrickPhase = UNCHANGED_SEEN_BY(self, seat)
    hands = tuple(
        real if hand_seat == self.find_partner() else hand
        for hand_seat, (hand, real) in enumerate(zip(view.hands, self.hands, strict=True))
    )
    return msgspec.structs.replace(view, hands=hands)


def leak_called_card(self: ChiamataTrickPhase, seat: Observer) -> ChiamataTrickPhase:
    view: ChiamataTrickPhase = UNCHANGED_SEEN_BY(self, seat)
    hands = tuple(
        tuple(real if real is self.called_card else back for back, real in zip(backs, hand, strict=True))
        for backs, hand in zip(view.hands, self.hands, strict=True)
    )
    return msgspec.structs.replace(view, hands=hands)


def leak_in_calls(self: ChiamataTrickPhase, seat: Observer) -> ChiamataTrickPhase:
    view: ChiamataTrickPhase = UNCHANGED_SEEN_BY(self, seat)
    return msgspec.structs.replace(view, calls=self.calls[:1] if self.find_partner() in (0, 1) else self.calls)


@pytest.mark.parametrize("leak", [leak_partners_hand, leak_called_card, leak_in_calls, lambda self, _seat: self])
def test_observation_revealing_partner_is_detected(leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ChiamataTrickPhase, "seen_by", leak)
    with pytest.raises(AssertionError):
        compare_partner_twins(PRESET_TABLES[0], 30)


def test_event_revealing_partner_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ChiamataTrickPhase.apply_unchecked

    def leak_in_event(self: ChiamataTrickPhase, action: Action) -> PhaseStep:
        step = honest(self, action)
        partner_number = 1000 * (self.find_partner() or 0)
        return PhaseStep(
            step.phase,
            tuple(
                msgspec.structs.replace(event, points=partner_number) if isinstance(event, TrickTaken) else event
                for event in step.events
            ),
        )

    monkeypatch.setattr(ChiamataTrickPhase, "apply_unchecked", leak_in_event)
    with pytest.raises(AssertionError):
        compare_partner_twins(PRESET_TABLES[0], 20)


@pytest.mark.slow
def test_refusal_revealing_partner_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ChiamataTrickPhase.illegal_reason

    def leak_in_refusal(self: ChiamataTrickPhase, action: Action) -> Any:
        reason = honest(self, action)
        mate = isinstance(action, Play) and reason is not None and self.find_partner() == 0
        return Reason("not_now") if mate else reason

    monkeypatch.setattr(ChiamataTrickPhase, "illegal_reason", leak_in_refusal)
    with pytest.raises(AssertionError):
        compare_partner_twins(PRESET_TABLES[0], 30)


@pytest.mark.slow
def test_refusal_to_seat_on_turn_revealing_partner_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ChiamataTrickPhase.illegal_reason_on_turn

    def leak_in_refusal(self: ChiamataTrickPhase, action: Action) -> Reason | None:
        reason = honest(self, action)
        return Reason("not_now") if reason is not None and self.find_partner() == 0 else reason

    monkeypatch.setattr(ChiamataTrickPhase, "illegal_reason_on_turn", leak_in_refusal)
    with pytest.raises(AssertionError):
        compare_partner_twins(PRESET_TABLES[0], 30)


@pytest.mark.slow
def test_computer_vote_revealing_partner_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    def leak_in_votes(match: Match, seats: tuple[int, ...]) -> tuple[int, ...]:
        partner = match.phase.find_partner() if isinstance(match.phase, ChiamataTrickPhase) else None
        return tuple(seat for seat in decide_computer_votes(match, seats) if seat != partner)

    monkeypatch.setattr("tests.twin_deals.decide_computer_votes", leak_in_votes)
    with pytest.raises(AssertionError):
        compare_partner_twins(PRESET_TABLES[0], 5)


def test_record_with_open_deal_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Record, "without_deal_in_progress", lambda record: record)
    with pytest.raises(AssertionError):
        compare_partner_twins(PRESET_TABLES[0], 5)
