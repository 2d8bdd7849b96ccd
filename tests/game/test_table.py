"""The table: saved before it happens, nothing lost, covered between people, computers that see only their own seat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from game.engine.actions import Play, Timeout
from game.engine.cards import HIDDEN
from game.engine.events import DealerDrawn, Dealt, Sealed
from game.engine.phases import IllegalAction
from game.record import Record, dump
from game.view import look
from tests.fakes import Clock, StorageByHand, folders_in
from tests.house import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    one = House(tmp_path)
    yield one
    one.storage.close()


def kinds_of(house: House) -> list[type]:
    return [type(event) for happening in house.seen for event in happening.events]


# -- saved before it happens --------------------------------------------------------------------------


def test_a_match_begins_with_the_draw_and_the_deal(house: House) -> None:
    house.your_turn()
    assert kinds_of(house)[:3] == [DealerDrawn, Sealed, Dealt]
    assert house.saved == house.record


def test_an_action_is_in_the_journal_before_it_happens(house: House) -> None:
    house.your_turn()
    before, count = house.table.view, len(house.seen)
    house.storage.holding = True
    action = house.play(Random(1))
    for _frame in range(5):
        house.frame()
    assert house.table.saving
    assert house.table.view.board == before.board
    assert len(house.seen) == count
    house.storage.let()
    assert house.saved.deals[-1].actions[-1] == action
    house.frame()
    assert house.seen[count].events[0] is not None
    assert house.record.deals[-1].actions[-1] == action


def test_whatever_has_happened_is_in_the_journal_at_every_frame(tmp_path: Path) -> None:
    house = House(tmp_path, "you club novice")
    rng = Random(3)
    while house.table.saving or not house.table.between_deals:
        if house.table.your_turn:
            house.play(rng)
        house.frame(0.3)
        if house.seen:
            saved = house.saved
            assert saved.deals[: len(house.record.deals)] == house.record.deals or ahead(saved, house.record)


def ahead(saved: Record, shown: Record) -> bool:
    """The journal may hold what the screen has not been told yet, never less."""
    mine = [action for deal in shown.deals for action in deal.actions]
    return [action for deal in saved.deals for action in deal.actions][: len(mine)] == mine


def test_while_something_is_being_saved_nothing_else_is_taken(house: House) -> None:
    house.your_turn()
    house.storage.holding = True
    house.play(Random(1))
    count = house.actions
    reason = house.table.act(house.table.view.choices[-1])
    assert reason is not None and reason.code == "being_saved"
    assert house.actions == count


def test_a_failing_save_is_a_fault_and_nothing_is_lost(house: House) -> None:
    house.your_turn()
    before, count = house.table.view, house.actions
    house.storage.fault = "The disk is full."
    action = house.play(Random(1))
    for _frame in range(10):
        house.frame()
    assert house.table.fault == "The disk is full."
    assert house.table.view.board == before.board
    assert house.actions == count
    house.table.retry()
    house.frame()
    assert house.table.fault == "The disk is full."
    house.storage.fault = ""
    house.table.retry()
    house.frame()
    assert house.table.fault == ""
    assert house.record.deals[-1].actions[count] == action
    house.play_deal()
    assert house.saved == house.record


def test_a_match_that_cannot_be_created_is_a_fault_too(tmp_path: Path) -> None:
    storage = StorageByHand(folders_in(tmp_path), Clock())
    storage.fault = "The disk is full."
    house = House(tmp_path, storage=storage)
    house.frame()
    assert house.table.fault
    storage.fault = ""
    house.table.retry()
    house.your_turn()
    assert house.saved == house.record


def test_an_illegal_action_gets_its_reason_and_changes_nothing(house: House) -> None:
    house.your_turn()
    count = house.actions
    other = house.table.match.apply(house.table.view.choices[0]).match
    card = other.pack[0]
    odd = Play(1 - house.table.view.choices[0].seat, card)
    reason = house.table.act(odd)
    assert reason is not None and reason.code == "not_your_turn"
    assert house.actions == count


# -- people who share a screen ------------------------------------------------------------------------


def test_one_person_alone_never_sees_a_cover(house: House) -> None:
    house.play_deal()
    assert house.table.cover is None
    assert house.table.viewer == 0


def test_nobody_at_the_table_needs_no_cover(tmp_path: Path) -> None:
    house = House(tmp_path, "club club")
    house.play_deal()
    assert house.table.cover is None


def test_between_two_people_the_screen_is_covered_until_ready(tmp_path: Path) -> None:
    house = House(tmp_path, "you you")
    house.until(lambda: house.table.cover is not None)
    first = house.table.cover
    assert house.table.viewer is None
    assert not house.table.your_turn
    assert faces(house) == 0
    house.table.ready()
    assert house.table.viewer == first
    assert house.table.your_turn
    assert faces(house) == 3
    house.play(Random(1))
    house.until(lambda: house.table.cover is not None)
    assert house.table.cover == 1 - (first or 0)
    assert faces(house) == 0


def faces(house: House) -> int:
    """How many cards in hands the screen may show."""
    return sum(card is not HIDDEN for hand in house.table.view.board.hands for card in hand)


def test_the_cover_waits_until_the_pictures_have_been_shown(tmp_path: Path) -> None:
    house = House(tmp_path, "you you")
    house.until(lambda: house.table.cover is not None)
    house.table.ready()
    viewer = house.table.viewer
    house.play(Random(1))
    house.frame()
    for _frame in range(20):
        house.frame(idle=False)
        assert house.table.viewer == viewer
        assert house.table.cover is None
    house.frame()
    assert house.table.cover is not None


def test_the_same_person_after_a_computer_sees_no_cover_again(tmp_path: Path) -> None:
    house = House(tmp_path, "you club you club")
    rng = Random(2)
    last: int | None = None
    covers = turns = 0
    while house.table.saving or not house.table.between_deals:
        if house.table.cover is not None:
            assert house.table.cover != last
            covers += 1
            house.table.ready()
        if house.table.your_turn:
            last = house.table.viewer
            turns += 1
            house.play(rng)
        house.frame()
    assert 0 < covers < turns


def test_what_happens_is_told_as_the_viewer_may_know_it(tmp_path: Path) -> None:
    house = House(tmp_path, "you you you")
    house.play_deal()
    for happening in house.seen:
        for event in happening.events:
            assert event == event.seen_by(happening.after.seat)


# -- the computer -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kinds", ["you club", "you novice club random", "club " * 6])
def test_a_computer_gets_the_view_of_its_own_seat_and_nothing_else(tmp_path: Path, kinds: str) -> None:
    house = House(tmp_path, kinds)
    house.play_deal()
    levels = kinds.split()
    assert house.mind.asked
    for question in house.mind.asked:
        seat = question.view.seat
        assert seat is not None and levels[seat] == question.level
        hands = question.view.board.hands
        shown = [at for at, hand in enumerate(hands) if any(card is not HIDDEN for card in hand)]
        assert set(shown) <= {seat}
        assert question.view.choices


def test_a_computer_takes_its_time_even_if_it_knows_at_once(tmp_path: Path) -> None:
    house = House(tmp_path, "club club")
    house.until(lambda: bool(house.mind.asked), seconds=0.01)
    house.table.pace = 0.6
    before = house.clock.now
    house.until(lambda: house.actions == 1, seconds=0.05)
    assert 0.6 <= house.clock.now - before <= 0.8


def test_a_slow_thought_is_waited_for(tmp_path: Path) -> None:
    house = House(tmp_path, "club club")
    house.mind.thinking = True
    for _frame in range(50):
        house.frame()
    assert house.actions == 0
    house.mind.thinking = False
    house.until(lambda: house.actions == 1, most=5)


def test_an_answer_that_comes_too_late_is_dropped(tmp_path: Path) -> None:
    house = House(tmp_path, "club club")
    house.until(lambda: bool(house.mind.open))
    ticket = next(iter(house.mind.open))
    house.table.close()
    assert ticket not in house.mind.open


# -- the clock ----------------------------------------------------------------------------------------


def test_a_clock_that_runs_out_costs_a_card_at_random(tmp_path: Path) -> None:
    house = House(tmp_path, "you club", turn_seconds=30)
    house.your_turn()
    assert house.table.seconds_left == pytest.approx(30, abs=1.5)
    count = house.actions
    house.frame(28.0)
    assert house.actions == count
    house.until(lambda: house.actions >= count + 2)
    first, second = house.record.deals[-1].actions[count : count + 2]
    assert isinstance(first, Timeout) and isinstance(second, Play)
    assert first.seat == second.seat == 0


def test_the_clock_runs_while_the_cover_waits(tmp_path: Path) -> None:
    house = House(tmp_path, "you you", turn_seconds=30)
    house.until(lambda: house.table.cover is not None)
    for _frame in range(20):
        house.frame()
    house.table.ready()
    assert house.table.seconds_left == pytest.approx(10, abs=1.5)


def test_no_clock_no_seconds(house: House) -> None:
    house.your_turn()
    assert house.table.seconds_left is None


# -- resuming, and the seed ---------------------------------------------------------------------------


@pytest.mark.parametrize("stop", [0, 1, 5, 17, 38])
def test_a_match_goes_on_exactly_where_it_was_left(tmp_path: Path, stop: int) -> None:
    house = House(tmp_path, "you club club")
    rng = Random(stop)

    def there() -> bool:
        if house.actions >= stop:
            return True
        if house.table.your_turn:
            house.play(rng)
        return False

    house.until(there)
    while house.table.saving:
        house.frame()
    left, board, totals = house.saved, look(house.table.match, 0), house.table.view.totals
    house.table.close()
    again = House(tmp_path, saved=house.load(), storage=house.storage)
    assert again.record == left
    assert look(again.table.match, 0) == board
    assert again.table.view.totals == totals
    again.play_deal()
    assert again.saved == again.record
    assert dump(again.saved)


def test_a_match_that_was_left_between_deals_waits_there(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.play_deal()
    house.table.close()
    again = House(tmp_path, saved=house.load(), storage=house.storage)
    for _frame in range(5):
        again.frame()
    assert again.table.between_deals
    again.table.next_deal()
    again.your_turn()
    assert len(again.record.deals) == 2


@pytest.mark.parametrize("kinds", ["club club", "you club", "you novice club random", "you club you club club"])
def test_the_same_seed_and_the_same_actions_give_the_same_match(tmp_path: Path, kinds: str) -> None:
    records = []
    for name, frame in (("one", 1.0), ("two", 0.25)):
        house = House(tmp_path / name, kinds, seed=9)
        house.play_deal()
        house.table.next_deal()
        house.frame(frame)
        house.play_deal()
        records.append(house.record)
    assert records[0] == records[1]
    other = House(tmp_path / "three", kinds, seed=10)
    other.play_deal()
    assert other.record.deals[0] != records[0].deals[0]


def test_a_match_resumed_plays_as_one_that_was_never_left(tmp_path: Path) -> None:
    """The chance of every moment hangs on the seed and on the moment alone."""
    whole = House(tmp_path / "whole", "club novice random", seed=4)
    whole.play_deal()
    house = House(tmp_path / "parts", "club novice random", seed=4)
    for stop in (3, 11, 24):
        while house.actions < stop or house.table.saving:
            house.frame()
        house.table.close()
        house = House(tmp_path / "parts", saved=house.load(), storage=house.storage)
    house.play_deal()
    assert house.record.deals == whole.record.deals


def test_to_the_end_of_the_match(tmp_path: Path) -> None:
    house = House(tmp_path, "you club", deals_to_win=2)
    while True:
        house.play_deal(len(house.record.deals))
        if house.table.over:
            break
        house.table.next_deal()
    house.frame()
    house.frame()
    view = house.table.view
    assert view.over and max(view.totals) == 2
    assert not house.storage.journal().unfinished()
    with pytest.raises(IllegalAction):
        house.table.match.apply(Play(0, house.table.match.pack[0]))


def test_the_deal_that_is_played_is_not_exported(house: House) -> None:
    house.your_turn()
    assert house.table.export().deals == ()
    house.play_deal()
    assert len(house.table.export().deals) == 1
