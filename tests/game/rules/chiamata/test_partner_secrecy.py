"""Nothing reveals the partner before the called card is played (docs/rules.md, "Naming").

The called card is swapped between two other hands, and the same actions are replayed. Every third seat must see the
same observations, events, refusals of all that it can try, votes of computer players, and record so far.
"""

from __future__ import annotations

from collections.abc import Callable
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
from game.match.match import Match
from game.match.observation import observe
from game.match.record import Record, encode_record
from game.rules.chiamata.actions import Solo
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.events import PartnerRevealed
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.session.penalties import decide_computer_votes
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests import twin_deals
from tests.helpers import PlayoutMoment, TableSetup, make_record
from tests.pairwise_tables import make_pairwise_tables
from tests.rows import check_rows
from tests.twin_deals import Observer, are_equal, find_yes_votes, list_refusals, replace_cards

PAIRWISE_CHIAMATA_TABLES: Final = make_pairwise_tables("chiamata")
PRESET_TABLES: Final = [table for table in PAIRWISE_CHIAMATA_TABLES if not table.changes]


def play_until_called_card(table: TableSetup, seed: int) -> tuple[list[PlayoutMoment], Card] | None:
    """Return a random deal up to the play of the called card, and that card.

    The card is kept in hand as long as possible. Return None if no card was called.
    """
    rng = derive_random(5, "secrecy", str(table), seed)
    match = table.create_match(seed % 5)
    action: Action | Deal = Deal(shuffle_pack(match.pack, rng))
    moments = [PlayoutMoment(action, match, *match.apply(action))]
    while not any(isinstance(event, PartnerRevealed) for event in moments[-1].events):
        if not moments[-1].match.is_deal_in_progress:
            return None
        action = choose_delaying_called_card(moments[-1].match, rng)
        moments.append(PlayoutMoment(action, moments[-1].match, *moments[-1].match.apply(action)))
    phase = moments[-2].match.phase
    if not isinstance(phase, ChiamataTrickPhase) or phase.called_card is None:
        return None
    return moments[:-1], phase.called_card


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


def get_trick_phase(moments: list[PlayoutMoment]) -> ChiamataTrickPhase:
    """Return the phase at the end."""
    phase = moments[-1].match.phase
    assert isinstance(phase, ChiamataTrickPhase)
    return phase


def swap_called_card(moments: list[PlayoutMoment], called: Card, other: int) -> list[PlayoutMoment] | None:
    """Return the deal with the called card in the hand of ``other``, in exchange for a card that was never played."""
    given_card = get_trick_phase(moments).hands[other][-1]
    exchange = {called: given_card, given_card: called}
    match, twins = moments[0].match_before, list[PlayoutMoment]()
    for moment in moments:
        action = replace_cards(moment.action, exchange) if isinstance(moment.action, Deal) else moment.action
        if match.illegal_reason(action) is not None:
            return None
        twins.append(PlayoutMoment(action, match, *match.apply(action)))
        match = twins[-1].match
    return twins if match.is_deal_in_progress else None


def assert_indistinguishable(seat: Observer, moments: list[PlayoutMoment], twins: list[PlayoutMoment]) -> None:
    """Raise AssertionError unless the two deals are equal for ``seat`` in each step."""
    for number, pair in enumerate(zip(moments, twins, strict=True)):
        seen = [[event.seen_by(seat) for event in moment.events] for moment in pair]
        views = [(observe(moment.match, seat), moment.match.turn, find_yes_votes(moment.match)) for moment in pair]
        assert are_equal(*seen) and are_equal(*views)
        if number >= len(moments) - 5:
            assert are_equal(*(list_refusals(moment.match, seat) for moment in pair))
    records = [make_record(deal[0].match_before, deal, "regolamento") for deal in (moments, twins)]
    assert are_equal(*(encode_record(record.without_deal_in_progress()) for record in records))


def compare_partner_twins(table: TableSetup, enough: int) -> int:
    """Compare deals with their twins, at least ``enough`` pairs. Return the number of pairs."""
    compared = 0
    for seed in range(99):
        deal = play_until_called_card(table, seed)
        if deal is None:
            continue
        moments, called = deal
        holder, hands = get_trick_phase(moments).find_partner(), get_trick_phase(moments).hands
        for other in [seat for seat in range(5) if seat != holder and hands[seat]]:
            twins = swap_called_card(moments, called, other)
            if twins is not None:
                for seat in (*({*range(5)} - {holder, other}), None):
                    assert_indistinguishable(seat, moments, twins)
                compared += 1
        if compared >= enough:
            break
    return compared


@pytest.mark.slow
@check_rows("table", PAIRWISE_CHIAMATA_TABLES)
def test_partner_is_unknown_before_called_card_is_played(table: TableSetup) -> None:
    enough = 1 if table.changes else 20
    assert compare_partner_twins(table, enough) >= enough


def test_only_the_partner_knows_and_every_pair_of_seats_is_compared() -> None:
    pairs = set()
    for seed in range(400):
        deal = play_until_called_card(PRESET_TABLES[0], seed)
        if deal is not None:
            phase = get_trick_phase(deal[0])
            pairs.add((phase.contract.caller, phase.find_partner()))
            knows = [phase.seen_by(seat).find_partner() is not None for seat in range(5)]
            assert knows == [seat == phase.find_partner() for seat in range(5)]
        if pairs >= {*permutations(range(5), 2)}:
            return
    raise AssertionError(pairs)


# -- planted leaks ---------------------------------------------------------------------------------

HONEST: Final[Any] = {
    name: getattr(ChiamataTrickPhase, name) for name in ("seen_by", "apply_unchecked", "illegal_reason_on_turn")
}


def leak_called_card(self: ChiamataTrickPhase, seat: Observer) -> ChiamataTrickPhase:
    view: ChiamataTrickPhase = HONEST["seen_by"](self, seat)
    hands = tuple(
        tuple(real if real is self.called_card else back for back, real in zip(backs, hand, strict=True))
        for backs, hand in zip(view.hands, self.hands, strict=True)
    )
    return msgspec.structs.replace(view, hands=hands)


def leak_in_calls(self: ChiamataTrickPhase, seat: Observer) -> ChiamataTrickPhase:
    view: ChiamataTrickPhase = HONEST["seen_by"](self, seat)
    return msgspec.structs.replace(view, calls=self.calls[:1] if self.find_partner() in (0, 1) else self.calls)


def leak_in_event(self: ChiamataTrickPhase, action: Action) -> PhaseStep:
    step: PhaseStep = HONEST["apply_unchecked"](self, action)
    points = 1000 * (self.find_partner() or 0)
    events = (
        msgspec.structs.replace(event, points=points) if isinstance(event, TrickTaken) else event
        for event in step.events
    )
    return PhaseStep(step.phase, tuple(events))


def leak_in_refusal(self: ChiamataTrickPhase, action: Action) -> Reason | None:
    reason: Reason | None = HONEST["illegal_reason_on_turn"](self, action)
    return Reason("not_now") if reason is not None and self.find_partner() == 0 else reason


def leak_in_votes(match: Match, seats: tuple[int, ...]) -> tuple[int, ...]:
    partner = match.phase.find_partner() if isinstance(match.phase, ChiamataTrickPhase) else None
    return tuple(seat for seat in decide_computer_votes(match, seats) if seat != partner)


@pytest.mark.slow
@pytest.mark.parametrize(("owner", "name", "leak"), [
    (ChiamataTrickPhase, "seen_by", leak_called_card), (ChiamataTrickPhase, "seen_by", leak_in_calls),
    (ChiamataTrickPhase, "seen_by", lambda phase, _seat: phase), (ChiamataTrickPhase, "apply_unchecked", leak_in_event),
    (ChiamataTrickPhase, "illegal_reason_on_turn", leak_in_refusal),
    (twin_deals, "decide_computer_votes", leak_in_votes),
    (Record, "without_deal_in_progress", lambda record: record),
])  # fmt: skip
def test_partner_revealed_in_any_way_is_detected(
    owner: Any, name: str, leak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, leak)
    with pytest.raises(AssertionError):
        compare_partner_twins(PRESET_TABLES[0], 30)
