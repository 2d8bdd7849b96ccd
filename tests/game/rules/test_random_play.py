"""Properties of every state and result of every game, option and number of seats, in random playouts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby
from math import prod
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from game.core.actions import Action, Deal, LeaveMatch, Play, Timeout, VoteToEnd, map_actions_by_verb, parse_action
from game.core.cards import Card, remove_card
from game.core.events import (
    CardDrawn,
    CardPlayed,
    CardsDealt,
    DealScored,
    Event,
    MatchEnded,
    TrickTaken,
    TurnedCardSwapped,
)
from game.core.messages import InputError
from game.core.phase import DealOverPhase, DealResult, DecisiveTrick, IllegalActionError, Phase, ScoreLine
from game.core.trick_taking import AllTricksPlayedPhase, TrickPhase
from game.match.match import Match, create_match, replace
from game.match.observation import observe
from game.match.record import Record, RecordError, decode_playable_record, decode_record, encode_record
from game.rules import GAMES
from game.rules.briscola_family import CARD_POINTS, PACK_POINTS
from game.rules.muscio.events import BlindeTaken
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.text.errors import describe_error
from game.text.messages import format_reason
from tests.helpers import PLAYER_NAMES, PlayoutMoment, TableSetup
from tests.lanes import choose_count, choose_sample, long_test
from tests.pairwise_tables import PAIRWISE_TABLES
from tests.playouts import play_deals
from tests.rows import check_rows

BRISCOLA_FAMILY: Final = ("briscola", "chiamata")
"""The games with 120 card points."""


# -- places of cards ---------------------------------------------------------------------------------


def iter_all_cards(phase: Phase) -> Counter[Card]:
    """Count the places of each card in a phase."""
    places: Counter[Card] = Counter()
    phase = getattr(phase, "trick_phase", phase)
    if isinstance(phase, TrickPhase):
        places.update(phase.trick.cards)
        for taken in phase.completed_tricks:
            places.update(taken.trick.cards)
    for hand in getattr(phase, "hands", ()):
        places.update(hand)
    for place in ("stock", "blinde", "rest"):
        places.update(getattr(phase, place, ()))
    return places


def assert_cards_conserved(match: Match) -> None:
    """Raise AssertionError unless each card of the pack is in exactly one place.

    If cards leave the game, it may also be in none.
    """
    assert match.phase is not None
    if isinstance(match.phase, DealOverPhase):
        return
    places = iter_all_cards(match.phase)
    assert max(places.values()) == 1
    assert set(places) <= set(match.pack)
    if match.game_id in BRISCOLA_FAMILY:
        assert set(places) == set(match.pack)
        assert sum(CARD_POINTS.get(card.rank, 0) for card in match.pack) == PACK_POINTS
        board = match.phase.board()
        on_table = sum(map(len, board.hands)) + len(board.trick) + sum(board.pile_sizes) + board.stock_size
        assert on_table == len(match.pack)


class HandTracker:
    """The hands according to the events alone.

    An event of a game that moves cards needs a branch in `track_event`.
    """

    def __init__(self) -> None:
        self.hands: list[tuple[Card, ...]] = []
        self.points: Counter[int] = Counter()

    def track_event(self, event: Event) -> None:
        if isinstance(event, CardsDealt):
            self.hands, self.points = list(event.hands), Counter()
        elif isinstance(event, CardPlayed):
            self.hands[event.seat] = remove_card(self.hands[event.seat], event.card)
        elif isinstance(event, CardDrawn):
            self.hands[event.seat] = (*self.hands[event.seat], event.card)
        elif isinstance(event, BlindeTaken):
            self.hands[event.seat] = event.cards
        elif isinstance(event, TurnedCardSwapped):
            self.hands[event.seat] = (*remove_card(self.hands[event.seat], event.given), event.taken)
        elif isinstance(event, TrickTaken):
            self.points[event.winner] += event.points or 0

    def assert_hands_agree(self, match: Match) -> None:
        assert match.phase is not None
        if isinstance(match.phase, TrickPhase):
            assert tuple(self.hands) == match.phase.hands
        if match.game_id in BRISCOLA_FAMILY and match.phase.result is None:
            assert tuple(self.points[seat] for seat in range(match.seats)) == match.phase.count_points()


# -- legal actions -----------------------------------------------------------------------------------


OTHER_SEATS_INTERVAL: Final = 7
"""The actions of seats that are not on turn, from one that is tried to the next; it starts at another one each time."""


def list_all_actions(match: Match) -> list[Action]:
    """Return all plays, and all candidates of the phase for every seat."""
    assert match.phase is not None
    plays: list[Action] = [Play(seat, card) for seat in range(match.seats) for card in match.pack]
    return [*plays, *match.phase.candidate_actions()]


def assert_legality_consistent(match: Match, sample: slice) -> None:
    """Raise AssertionError unless `illegal_reason` is the only source of legality."""
    assert match.phase is not None
    legal, turn = match.legal_actions(), match.turn
    assert (len(legal) > 0) == (turn is not None)
    assert len(set(legal)) == len(legal)
    assert all(action.seat == turn for action in legal)
    if match.auto_play_seat is None:
        assert legal == tuple(
            candidate for candidate in match.phase.candidate_actions() if match.phase.illegal_reason(candidate) is None
        )
    every = list_all_actions(match)
    on_turn = [action for action in every if action.seat == turn]
    tried = (*on_turn, *every[sample.start :: OTHER_SEATS_INTERVAL])
    assert {candidate for candidate in tried if match.illegal_reason(candidate) is None} == set(legal)
    for action in every[sample]:
        if match.illegal_reason(action) is not None:
            with pytest.raises(IllegalActionError):
                match.apply(action)


def assert_result_adds_up(match: Match, events: tuple[Event, ...]) -> None:
    """Raise AssertionError if the sums of the result of a deal that was played to its end are wrong."""
    result = match.get_deal_result()
    scored = [event for event in events if isinstance(event, DealScored)]
    if result.state != "scored":
        return
    assert [(event.scores, event.points) for event in scored] == [(result.scores, result.points)]
    if match.game_id in BRISCOLA_FAMILY:
        assert sum(result.points) == PACK_POINTS
    for side in match.sides:
        if match.game_id == "briscola":
            assert len({result.scores[seat] for seat in side}) == 1
            assert sum(result.scores) in (0, len(side))
    assert match.is_over == any(isinstance(event, MatchEnded) for event in events)


@long_test
@check_rows("table", choose_sample(PAIRWISE_TABLES, 6))
def test_every_state_of_a_random_deal_is_consistent(table: TableSetup) -> None:
    playout = play_deals(table)
    hand_tracker = HandTracker()
    for index, moment in enumerate(playout.moments):
        match = moment.match
        for event in moment.events:
            hand_tracker.track_event(event)
        assert_cards_conserved(match)
        hand_tracker.assert_hands_agree(match)
        if match.is_deal_in_progress:
            assert_legality_consistent(match, slice(index % OTHER_SEATS_INTERVAL, None, 47))
        else:
            assert_result_adds_up(match, moment.events)
        if index % 40 == 0 or not match.is_deal_in_progress:
            assert_record_round_trip(playout.record(index + 1), moment)


def assert_record_round_trip(record: Record, moment: PlayoutMoment) -> None:
    """Raise AssertionError if reading, replay or undo of the record, which ends with the moment, is wrong."""
    again = decode_playable_record(encode_record(record))
    assert again == record
    assert again.replay() == moment.match
    assert record.without_last_action().replay() == moment.match_before


@check_rows("table", PAIRWISE_TABLES)
def test_card_is_refused_for_the_reason_of_its_turn(table: TableSetup) -> None:
    for phase in play_deals(table).phases:
        if not isinstance(phase, TrickPhase) or phase.result is not None:
            continue
        seat = phase.trick.next_seat
        reasons = ((card, phase.illegal_reason(Play(seat, card))) for card in phase.hands[seat])
        refused = {card: reason for card, reason in reasons if reason is not None}
        assert phase.illegal_cards(seat) == refused
        assert set(refused) < set(phase.hands[seat]), "some card may always be played"
        assert {card: phase.illegal_card_reason(seat, card) for card in refused} == refused


# -- score lines --------------------------------------------------------------------------------


def iter_deal_endings(table: TableSetup) -> Iterator[tuple[DealResult, AllTricksPlayedPhase | None]]:
    """Yield the results of random deals, with the last phase if all tricks were played."""
    for phase in play_deals(table).phases:
        if phase.result is not None:
            yield phase.result, phase if isinstance(phase, AllTricksPlayedPhase) else None


def list_sums(result: DealResult) -> list[list[ScoreLine]]:
    rungs = [reason for reason in result.reasons if isinstance(reason, ScoreLine)]
    return [list(group) for _seats, group in groupby(rungs, key=lambda rung: rung.seats)]


@check_rows("table", PAIRWISE_TABLES)
def test_score_lines_explain_every_change_step_by_step(table: TableSetup) -> None:
    for result, _over in iter_deal_endings(table):
        sums = list_sums(result)
        for lines in sums:
            total = 0
            for line in lines:
                term = prod(line.factors)
                total = {"×": total * term, "+": total + term, "-": total - term}[line.operator]
                assert line.total == total
            seats = lines[0].seats
            assert {result.scores[seat] for seat in seats} == {total} or total == sum(result.points[s] for s in seats)
        explained_seats = {seat for lines in sums for seat in lines[0].seats}
        assert {seat for seat, change in enumerate(result.scores) if change} <= explained_seats


@check_rows("table", PAIRWISE_TABLES)
def test_decisive_trick_is_one_of_the_deals_tricks(table: TableSetup) -> None:
    for result, over in iter_deal_endings(table):
        for reason in result.reasons:
            if isinstance(reason, DecisiveTrick):
                assert over is not None and 0 <= reason.trick_index < len(over.completed_tricks)
                assert reason.values["number"] == reason.trick_index + 1
                assert format_reason(reason, PLAYER_NAMES[: table.seats])


# -- a match with everything that may happen at a table --------------------------------------------


class TableStateMachine(RuleBasedStateMachine):
    """A match with plays, signs, timeouts, leaving and votes in any order, and its record."""

    match: Match
    record: Record

    @initialize(
        table_index=st.integers(0, len(PAIRWISE_TABLES) - 1),
        seed=st.integers(0, 99),
        clock=st.booleans(),
        dealer=st.integers(0, 5),
    )
    def set_up(self, table_index: int, seed: int, clock: bool, dealer: int) -> None:
        table = PAIRWISE_TABLES[table_index]
        changes: dict[str, Any] = {"turn_seconds": 60} if clock else {}
        options = replace(table.options, **changes)
        self.match = create_match(table.game, options, table.seats, dealer % table.seats)
        self.record = Record(
            game_id=table.game,
            preset=table.preset,
            options=options,
            names=PLAYER_NAMES[: table.seats],
            first_dealer=dealer % table.seats,
        )
        self.rng = derive_random(seed, "machine")
        self.hand_tracker = HandTracker()
        self.deal()

    def deal(self) -> None:
        pack = shuffle_pack(self.match.pack, self.rng)
        self.record = self.record.with_deal(self.match.dealer, pack)
        self.apply_and_check(Deal(pack))

    def apply_and_check(self, action: Action | Deal) -> None:
        step = self.match.apply(action)
        if isinstance(action, Action):
            self.record = self.record.with_action(action)
        self.match = step.match
        for event in step.events:
            self.hand_tracker.track_event(event)

    @precondition(lambda self: self.match.is_deal_in_progress)
    @rule(share=st.floats(0, 0.999), count=st.integers(1, 30))
    def act(self, share: float, count: int) -> None:
        for _turn in range(count):
            legal = self.match.legal_actions()
            if not legal:
                return
            self.apply_and_check(legal[int(share * len(legal))])

    @precondition(lambda self: self.match.needs_deal)
    @rule()
    def next_deal(self) -> None:
        self.deal()

    @precondition(lambda self: not self.match.is_over)
    @rule(kind=st.sampled_from([LeaveMatch, VoteToEnd, Timeout]), seat=st.integers(-1, 6))
    def apply_table_action(self, kind: Callable[[int], Action], seat: int) -> None:
        action = kind(seat)
        if self.match.illegal_reason(action) is None:
            self.apply_and_check(action)
        else:
            with pytest.raises(IllegalActionError):
                self.match.apply(action)

    @rule()
    def save_and_load(self) -> None:
        again = decode_playable_record(encode_record(self.record))
        assert again == self.record
        assert again.replay() == self.match

    @precondition(lambda self: len(self.record.deals[0].actions) > 0)
    @rule()
    def undo(self) -> None:
        shorter = self.record.without_last_action()
        match = shorter.replay()
        assert match != self.match
        assert len(match.results) <= len(self.match.results)

    @invariant()
    def check_cards_and_actions(self) -> None:
        assert_cards_conserved(self.match)
        self.hand_tracker.assert_hands_agree(self.match)
        if self.match.is_deal_in_progress:
            assert_legality_consistent(self.match, slice(0, None, 41))
        else:
            assert self.match.legal_actions() == ()
        for seat in (*range(self.match.seats), None):
            view = observe(self.match, seat)
            assert view.is_over == self.match.is_over
            assert view.legal_actions == (self.match.legal_actions() if seat == self.match.turn else ())
        if self.match.is_aborted:
            assert self.match.standing.winners == ()


@long_test
def test_random_table_operations_keep_state_consistent() -> None:
    run_state_machine_as_test(TableStateMachine, settings=settings(max_examples=choose_count(20, 60)))


@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_a_record_or_an_error(data: bytes) -> None:
    with pytest.raises(RecordError):
        decode_record(data)


@pytest.mark.slow
@given(st.text(max_size=30))
def test_arbitrary_text_is_an_action_or_an_error(text: str) -> None:
    for game in GAMES.values():
        try:
            assert str(parse_action(text, map_actions_by_verb(*game.actions))) == text
        except InputError as error:
            assert describe_error(error)
