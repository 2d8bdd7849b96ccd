"""What holds in every state of every game, house rule and seat count, along random playouts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from game.engine.actions import Action, Deal, Leave, Play, Timeout, Unlock
from game.engine.cards import Card, without
from game.engine.events import Dealt, Drew, Event, MatchEnded, Played, Scored, Swapped, TrickTaken
from game.engine.phases import IllegalAction, Over, Phase
from game.engine.tricks import Tricks
from game.fairness import shuffled, stream
from game.match import Match, new_match
from game.record import Record, dump, read
from game.rules import GAMES
from game.rules.family import ALL_POINTS, VALUES
from game.rules.muscio.events import BlindeTaken
from game.view import look
from tests.helpers import NAMES, Moment, Table, playout, recorded
from tests.pairs import PAIRED

FAMILY: Final = ("briscola", "chiamata")
"""Games of 120 card points."""


# -- where the cards are ---------------------------------------------------------------------------


def whereabouts(phase: Phase) -> Counter[Card]:
    """Every card of a phase, counted once for each place where it lies."""
    places: Counter[Card] = Counter()
    phase = getattr(phase, "tricks", phase)
    if isinstance(phase, Tricks):
        places.update(phase.trick.cards)
        for taken in phase.done:
            places.update(taken.trick.cards)
    for hand in getattr(phase, "hands", ()):
        places.update(hand)
    for place in ("stock", "blinde", "rest"):
        places.update(getattr(phase, place, ()))
    return places


def conserved(match: Match) -> None:
    """Each card of the pack is in exactly one place (where a game puts cards out of play: at most one)."""
    assert match.phase is not None
    if isinstance(match.phase, Over):
        return
    places = whereabouts(match.phase)
    assert max(places.values()) == 1
    assert set(places) <= set(match.pack)
    if match.name in FAMILY:
        assert set(places) == set(match.pack)
        board = match.phase.board()
        on_table = sum(map(len, board.hands)) + len(board.trick) + sum(board.piles) + board.stock
        assert on_table == len(match.pack)


class Hands:
    """The hands as the events alone tell them. A game's own events that move cards add a line to ``moves``."""

    def __init__(self) -> None:
        self.hands: list[tuple[Card, ...]] = []
        self.points: Counter[int] = Counter()

    def take(self, event: Event) -> None:
        if isinstance(event, Dealt):
            self.hands, self.points = list(event.hands), Counter()
        elif isinstance(event, Played):
            self.hands[event.seat] = without(self.hands[event.seat], event.card)
        elif isinstance(event, Drew):
            self.hands[event.seat] = (*self.hands[event.seat], event.card)
        elif isinstance(event, BlindeTaken):
            self.hands[event.seat] = event.cards
        elif isinstance(event, Swapped):
            self.hands[event.seat] = (*without(self.hands[event.seat], event.given), event.taken)
        elif isinstance(event, TrickTaken):
            self.points[event.winner] += event.points or 0

    def agree(self, match: Match) -> None:
        assert match.phase is not None
        if isinstance(match.phase, Tricks):
            assert tuple(self.hands) == match.phase.hands
        if match.name in FAMILY and match.phase.result is None:
            assert tuple(self.points[seat] for seat in range(match.seats)) == match.phase.points()


# -- what may be done ------------------------------------------------------------------------------


def universe(match: Match) -> list[Action]:
    """Every play there is, and every candidate of the phase in the name of every seat."""
    assert match.phase is not None
    plays: list[Action] = [Play(seat, card) for seat in range(match.seats) for card in match.pack]
    return [*plays, *match.phase.candidates()]


def lawful(match: Match, sample: slice) -> None:
    """``why_not`` is the one source of legality."""
    assert match.phase is not None
    legal = match.legal()
    assert (len(legal) > 0) == (match.to_act is not None)
    assert len(set(legal)) == len(legal)
    assert all(action.seat == match.to_act for action in legal)
    if match.forced is None:
        assert legal == tuple(one for one in match.phase.candidates() if match.phase.why_not(one) is None)
    every = universe(match)
    assert {one for one in every if match.why_not(one) is None} == set(legal)
    for action in every[sample]:
        if match.why_not(action) is not None:
            with pytest.raises(IllegalAction):
                match.apply(action)


def ended_well(match: Match, events: tuple[Event, ...]) -> None:
    """What every deal that was played to its end adds up to."""
    result = match.deal_result()
    scored = [event for event in events if isinstance(event, Scored)]
    if result.state != "scored":
        return
    assert [(event.scores, event.points) for event in scored] == [(result.scores, result.points)]
    if match.name in FAMILY:
        assert sum(result.points) == ALL_POINTS
    for side in match.sides:
        if match.name == "briscola":
            assert len({result.scores[seat] for seat in side}) == 1
            assert sum(result.scores) in (0, len(side))
    assert match.over == any(isinstance(event, MatchEnded) for event in events)


@pytest.mark.slow
@pytest.mark.parametrize("table", PAIRED, ids=str)
def test_every_state_of_a_deal(table: Table) -> None:
    moments = list(playout(table.match(), ("fuzz", str(table)), 2, curious=True))
    told = Hands()
    for at, moment in enumerate(moments):
        match = moment.match
        for event in moment.events:
            told.take(event)
        conserved(match)
        told.agree(match)
        if match.deal_open:
            lawful(match, slice(at % 7, None, 29))
        else:
            ended_well(match, moment.events)
        if at % 16 == 0 or not match.deal_open:
            assert_record(table, moments[: at + 1])


def assert_record(table: Table, moments: list[Moment]) -> None:
    """Round trip, replay and undo from here."""
    record = recorded(table.match(), moments, table.preset)
    again = read(dump(record))
    assert again == record
    assert again.replay() == moments[-1].match
    assert record.undo().replay() == moments[-1].before


def test_the_family_s_pack_is_worth_120() -> None:
    for table in PAIRED:
        if table.game in FAMILY:
            assert sum(VALUES.get(card.rank, 0) for card in table.match().pack) == ALL_POINTS


# -- a match with everything that may happen at a table --------------------------------------------


class AnyTable(RuleBasedStateMachine):
    """Plays, signs, clocks, leaving and votes in any order; the record is written alongside."""

    match: Match
    record: Record

    @initialize(
        at=st.integers(0, len(PAIRED) - 1), seed=st.integers(0, 99), clock=st.booleans(), dealer=st.integers(0, 5)
    )
    def sit_down(self, at: int, seed: int, clock: bool, dealer: int) -> None:
        table = PAIRED[at]
        changes: dict[str, Any] = {"turn_seconds": 60} if clock else {}
        options = type(table.options)(
            **{name: getattr(table.options, name) for name in table.options.__struct_fields__} | changes
        )
        self.match = new_match(table.game, options, table.seats, dealer % table.seats)
        self.record = Record(
            game=table.game, preset=table.preset, options=options, names=NAMES[: table.seats],
            first_dealer=dealer % table.seats,
        )  # fmt: skip
        self.rng = stream(seed, "machine")
        self.told = Hands()
        self.deal()

    def deal(self) -> None:
        pack = shuffled(self.match.pack, self.rng)
        self.record = self.record.dealt(self.match.dealer, pack)
        self.advance(Deal(pack))

    def advance(self, action: Action | Deal) -> None:
        step = self.match.apply(action)
        if isinstance(action, Action):
            self.record = self.record.acted(action)
        self.match = step.match
        for event in step.events:
            self.told.take(event)

    @precondition(lambda self: self.match.deal_open)
    @rule(share=st.floats(0, 0.999), count=st.integers(1, 30))
    def act(self, share: float, count: int) -> None:
        for _turn in range(count):
            legal = self.match.legal()
            if not legal:
                return
            self.advance(legal[int(share * len(legal))])

    @precondition(lambda self: self.match.awaits_deal)
    @rule()
    def next_deal(self) -> None:
        self.deal()

    @precondition(lambda self: not self.match.over)
    @rule(kind=st.sampled_from([Leave, Unlock, Timeout]), seat=st.integers(-1, 6))
    def discipline(self, kind: Callable[[int], Action], seat: int) -> None:
        action = kind(seat)
        if self.match.why_not(action) is None:
            self.advance(action)
        else:
            with pytest.raises(IllegalAction):
                self.match.apply(action)

    @rule()
    def save_and_load(self) -> None:
        again = read(dump(self.record))
        assert again == self.record
        assert again.replay() == self.match

    @precondition(lambda self: len(self.record.deals[0].actions) > 0)
    @rule()
    def take_back(self) -> None:
        shorter = self.record.undo()
        match = shorter.replay()
        assert match != self.match
        assert len(match.results) <= len(self.match.results)

    @invariant()
    def cards_and_choices(self) -> None:
        conserved(self.match)
        self.told.agree(self.match)
        if self.match.deal_open:
            lawful(self.match, slice(0, None, 41))
        else:
            assert self.match.legal() == ()
        for seat in (*range(self.match.seats), None):
            view = look(self.match, seat)
            assert view.over == self.match.over
            assert view.choices == (self.match.legal() if seat == self.match.to_act else ())
        if self.match.aborted:
            assert self.match.standing.winners == ()


@pytest.mark.slow
def test_any_table() -> None:
    run_state_machine_as_test(AnyTable)


@given(st.binary(max_size=200))
def test_no_bytes_are_more_than_a_fault(data: bytes) -> None:
    from game.record import RecordError, load

    with pytest.raises(RecordError):
        load(data)


@pytest.mark.slow
@given(st.text(max_size=30))
def test_a_text_is_an_action_or_a_fault(text: str) -> None:
    from game.engine.actions import ActionError, parse, verbs_of

    for game in GAMES.values():
        try:
            assert str(parse(text, verbs_of(*game.actions))) == text
        except ActionError as error:
            assert str(error)
