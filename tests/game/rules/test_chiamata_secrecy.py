"""Nothing that a player may see gives the partner away before the called card falls (rules.md, "Naming").

The called card is swapped between two other hands, the same actions are replayed, and every third seat must see the
same: views, events, why it is refused what it tries (what words there are for both follows from them alone), how
computers vote, and the record so far.
"""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any, Final

import msgspec
import pytest

from game.discipline import agreeing
from game.engine.actions import Action, Deal, Play
from game.engine.cards import Card
from game.engine.events import TrickTaken
from game.engine.phases import Reason, Step
from game.fairness import shuffled, stream
from game.match import Match, MatchStep
from game.record import Record, dump
from game.rules.chiamata.actions import Solo
from game.rules.chiamata.auction import Auction
from game.rules.chiamata.events import Named, PartnerRevealed
from game.rules.chiamata.play import ChiamataTricks, Naming
from game.view import look
from tests.helpers import Moment, Table, conceivable, recorded
from tests.pairs import paired_tables
from tests.twins import votes

TABLES: Final = paired_tables("chiamata")
PRESETS: Final = [one for one in TABLES if not one.changes]
Seat = int | None


def until_it_falls(table: Table, seed: int) -> tuple[list[Moment], Card] | None:
    """A random deal up to the called card, which stays in hand as long as it can; None if it has no such card."""
    rng = stream(5, "secrecy", str(table), seed)
    match = table.match(seed % 5)
    moments: list[Moment] = []
    action: Action | Deal = Deal(shuffled(match.pack, rng))
    while True:
        moments.append(Moment(action, match, *match.apply(action)))
        match = moments[-1].match
        if not match.deal_open or len(moments) > 60:
            break
        action = choice(match, rng)
    named = [event.card for moment in moments for event in moment.events if isinstance(event, Named)]
    shown = [
        at for at, moment in enumerate(moments) if any(isinstance(event, PartnerRevealed) for event in moment.events)
    ]
    if not named or not shown or not any(named[0] in hand for hand in held(moments[shown[0] - 1].match)):
        return None
    return moments[: shown[0]], named[0]


def choice(match: Match, rng: Random) -> Action:
    legal = match.legal()
    phase = match.phase
    if isinstance(phase, Auction):
        legal = tuple(one for one in legal if not isinstance(one, Solo))
        return legal[0] if rng.random() < 0.6 and phase.last_call is not None else rng.choice(legal)
    if isinstance(phase, ChiamataTricks):
        kept = tuple(one for one in legal if isinstance(one, Play) and one.card is not phase.called)
        return rng.choice(kept or legal)
    return rng.choice(legal)


def held(match: Match) -> tuple[tuple[Card, ...], ...]:
    phase = match.phase
    if isinstance(phase, Naming):
        phase = phase.tricks
    assert isinstance(phase, (Auction, ChiamataTricks))
    return phase.hands


def swapped(moments: list[Moment], called: Card, other: int) -> list[Moment] | None:
    """The same deal with the called card in the hand of ``other``, who gives a card that he never played for it."""
    holder = next(seat for seat, hand in enumerate(held(moments[-1].match)) if called in hand)
    given = held(moments[-1].match)[other][-1]
    exchange = {called: given, given: called}
    assert holder != other
    match, twins = moments[0].before, list[Moment]()
    for moment in moments:
        action = moment.action
        if isinstance(action, Deal):
            action = Deal(tuple(exchange.get(one, one) for one in action.pack))
        if match.why_not(action) is not None:
            return None
        step: MatchStep = match.apply(action)
        if not step.match.deal_open:
            return None
        twins.append(Moment(action, match, *step))
        match = step.match
    return twins


def reasons(match: Match, seat: Seat) -> list[Reason | None]:
    """What the table says to everything that ``seat`` may try."""
    return [] if seat is None else [match.why_not(action) for action in conceivable("chiamata", seat)]


def same_for(seat: Seat, moments: list[Moment], twins: list[Moment]) -> None:
    """The two deals are one to ``seat``, step by step."""
    for ours, theirs in zip(moments, twins, strict=True):
        assert [event.seen_by(seat) for event in ours.events] == [event.seen_by(seat) for event in theirs.events]
        assert look(ours.match, seat) == look(theirs.match, seat)
        assert ours.match.to_act == theirs.match.to_act
    for ours, theirs in list(zip(moments, twins, strict=True))[-5:]:
        assert reasons(ours.match, seat) == reasons(theirs.match, seat)
    records = (recorded(some[0].before, some, "regolamento") for some in (moments, twins))
    one, other = (dump(record.without_open_deal()) for record in records)
    assert one == other


def check(table: Table, enough: int) -> int:
    """Compare some deals with their twins, at least ``enough`` pairs; how many it were."""
    compared = 0
    for seed in range(99):
        if compared >= enough:
            break
        found = until_it_falls(table, seed)
        if found is None:
            continue
        moments, called = found
        holder = next(seat for seat, hand in enumerate(held(moments[-1].match)) if called in hand)
        for other in {*range(5)} - {holder}:
            if not held(moments[-1].match)[other]:
                continue
            twins = swapped(moments, called, other)
            if twins is None:
                continue
            assert [votes(one.match) for one in moments] == [votes(one.match) for one in twins]
            for seat in (*({*range(5)} - {holder, other}), None):
                same_for(seat, moments, twins)
            compared += 1
    return compared


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_partner_is_nobody_s_business_before_the_called_card_falls(table: Table) -> None:
    enough = 1 if table.changes else 20
    assert check(table, enough) >= enough


def test_the_partner_himself_knows_and_so_does_a_caller_in_mano() -> None:
    for table in PRESETS:
        for seed in range(12):
            found = until_it_falls(table, seed)
            if found is None:
                continue
            phase = found[0][-1].match.phase
            assert isinstance(phase, ChiamataTricks)
            knows = [phase.seen_by(seat).partner() is not None for seat in range(5)]
            assert knows == [seat == phase.partner() for seat in range(5)]


def test_in_such_deals_every_seat_is_the_partner_of_every_other() -> None:
    pairs = set()
    for seed in range(400):
        found = until_it_falls(PRESETS[0], seed)
        if found is not None:
            phase = found[0][-1].match.phase
            assert isinstance(phase, ChiamataTricks)
            pairs.add((phase.contract.caller, phase.partner()))
        if len(pairs) == 25:
            break
    assert pairs >= {*permutations(range(5), 2)}


# -- the test has teeth ----------------------------------------------------------------------------

HONEST: Final[Any] = ChiamataTricks.seen_by


def the_partner_s_hand(self: ChiamataTricks, seat: Seat) -> ChiamataTricks:
    view: ChiamataTricks = HONEST(self, seat)
    hands = tuple(
        real if at == self.partner() else hand
        for at, (hand, real) in enumerate(zip(view.hands, self.hands, strict=True))
    )
    return msgspec.structs.replace(view, hands=hands)


def the_called_card_alone(self: ChiamataTricks, seat: Seat) -> ChiamataTricks:
    view: ChiamataTricks = HONEST(self, seat)
    hands = tuple(
        tuple(real if real is self.called else back for back, real in zip(backs, hand, strict=True))
        for backs, hand in zip(view.hands, self.hands, strict=True)
    )
    return msgspec.structs.replace(view, hands=hands)


def in_the_calls(self: ChiamataTricks, seat: Seat) -> ChiamataTricks:
    view: ChiamataTricks = HONEST(self, seat)
    return msgspec.structs.replace(view, calls=self.calls[:1] if self.partner() in (0, 1) else self.calls)


@pytest.mark.parametrize("leak", [the_partner_s_hand, the_called_card_alone, in_the_calls, lambda self, _seat: self])
def test_a_view_that_tells_the_partner_is_caught(leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ChiamataTricks, "seen_by", leak)
    with pytest.raises(AssertionError):
        check(PRESETS[0], 30)


def test_an_event_that_tells_the_partner_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ChiamataTricks.do

    def chatty(self: ChiamataTricks, action: Action) -> Step:
        step = honest(self, action)
        mine = 1000 * (self.partner() or 0)
        return Step(
            step.state,
            tuple(
                msgspec.structs.replace(one, points=mine) if isinstance(one, TrickTaken) else one for one in step.events
            ),
        )

    monkeypatch.setattr(ChiamataTricks, "do", chatty)
    with pytest.raises(AssertionError):
        check(PRESETS[0], 20)


@pytest.mark.slow
def test_a_refusal_that_tells_the_partner_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ChiamataTricks.why_not

    def chatty(self: ChiamataTricks, action: Action) -> Any:
        reason = honest(self, action)
        mate = isinstance(action, Play) and reason is not None and self.partner() == 0
        return Reason("not_now") if mate else reason

    monkeypatch.setattr(ChiamataTricks, "why_not", chatty)
    with pytest.raises(AssertionError):
        check(PRESETS[0], 30)


@pytest.mark.slow
def test_a_refusal_to_the_seat_on_turn_that_tells_the_partner_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ChiamataTricks.why_not_on_turn

    def chatty(self: ChiamataTricks, action: Action) -> Reason | None:
        reason = honest(self, action)
        return Reason("not_now") if reason is not None and self.partner() == 0 else reason

    monkeypatch.setattr(ChiamataTricks, "why_not_on_turn", chatty)
    with pytest.raises(AssertionError):
        check(PRESETS[0], 30)


@pytest.mark.slow
def test_a_vote_of_a_computer_that_tells_the_partner_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(match: Match, seats: tuple[int, ...]) -> tuple[int, ...]:
        partner = match.phase.partner() if isinstance(match.phase, ChiamataTricks) else None
        return tuple(seat for seat in agreeing(match, seats) if seat != partner)

    monkeypatch.setattr("tests.twins.agreeing", told)
    with pytest.raises(AssertionError):
        check(PRESETS[0], 5)


def test_a_record_with_the_open_deal_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Record, "without_open_deal", lambda record: record)
    with pytest.raises(AssertionError):
        check(PRESETS[0], 5)
