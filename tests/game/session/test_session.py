"""Sessions: saved before shown, hidden between people, and computer players that see only their own seat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from game.core.actions import Play, Timeout
from game.core.cards import HIDDEN_CARD
from game.core.events import CardsDealt, DealerDrawn, ShuffleCommitted
from game.core.phase import IllegalActionError
from game.match.observation import observe
from game.match.record import Record, encode_record
from tests.fakes import FakeClock, FakeStorageThread, make_folders
from tests.session_driver import SessionDriver, confirm_ready, get_awaited_seat


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[SessionDriver]:
    driver = SessionDriver(tmp_path)
    yield driver
    driver.storage.close()


def list_seen_event_classes(driver: SessionDriver) -> list[type]:
    return [type(event) for happening in driver.transitions for event in happening.events]


# -- saved before shown -------------------------------------------------------------------------------


def test_match_starts_with_dealer_draw_and_deal(driver: SessionDriver) -> None:
    driver.advance_to_person()
    assert list_seen_event_classes(driver)[:3] == [DealerDrawn, ShuffleCommitted, CardsDealt]
    assert driver.stored_record == driver.record


def test_action_is_stored_before_it_happens(driver: SessionDriver) -> None:
    driver.advance_to_person()
    before, count = driver.observation, len(driver.transitions)
    driver.storage.is_paused = True
    action = driver.play_random_action(Random(1))
    for _frame in range(5):
        driver.advance_frame()
    assert driver.session.is_saving
    assert driver.observation.board == before.board
    assert len(driver.transitions) == count
    driver.storage.run_waiting_calls()
    assert driver.stored_record.deals[-1].actions[-1] == action
    driver.advance_frame()
    assert driver.transitions[count].events[0] is not None
    assert driver.record.deals[-1].actions[-1] == action


def test_every_transition_is_stored_at_every_frame(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you club novice")
    rng = Random(3)
    while driver.session.is_saving or not driver.session.course.is_between_deals:
        if driver.session.is_your_turn:
            driver.play_random_action(rng)
        driver.advance_frame(0.3)
        if driver.transitions:
            saved = driver.stored_record
            assert saved.deals[: len(driver.record.deals)] == driver.record.deals or contains_all_shown_actions(
                saved, driver.record
            )


def contains_all_shown_actions(saved: Record, shown: Record) -> bool:
    """Return whether the stored record has at least all actions that were shown."""
    shown_actions = [action for deal in shown.deals for action in deal.actions]
    return [action for deal in saved.deals for action in deal.actions][: len(shown_actions)] == shown_actions


def test_nothing_is_accepted_while_something_is_saved(driver: SessionDriver) -> None:
    driver.advance_to_person()
    driver.storage.is_paused = True
    driver.play_random_action(Random(1))
    count = driver.action_count
    reason = driver.session.act(driver.observation.legal_actions[-1])
    assert reason is not None and reason.code == "being_saved"
    assert driver.action_count == count


def test_failed_save_is_an_error_and_loses_nothing(driver: SessionDriver) -> None:
    driver.advance_to_person()
    before, count = driver.observation, driver.action_count
    driver.storage.failure_message = "The disk is full."
    action = driver.play_random_action(Random(1))
    for _frame in range(10):
        driver.advance_frame()
    assert driver.session.error == "The disk is full."
    assert driver.observation.board == before.board
    assert driver.action_count == count
    driver.session.retry()
    driver.advance_frame()
    assert driver.session.error == "The disk is full."
    driver.storage.failure_message = ""
    driver.session.retry()
    driver.advance_frame()
    assert driver.session.error == ""
    assert driver.record.deals[-1].actions[count] == action
    driver.play_deal_at_random()
    assert driver.stored_record == driver.record


def test_failed_match_creation_is_an_error(tmp_path: Path) -> None:
    storage = FakeStorageThread(make_folders(tmp_path), FakeClock())
    storage.failure_message = "The disk is full."
    driver = SessionDriver(tmp_path, storage=storage)
    driver.advance_frame()
    assert driver.session.error
    storage.failure_message = ""
    driver.session.retry()
    driver.advance_to_person()
    assert driver.stored_record == driver.record


def test_illegal_action_gets_a_reason_and_changes_nothing(driver: SessionDriver) -> None:
    driver.advance_to_person()
    count = driver.action_count
    other = driver.session.host.match.apply(driver.observation.legal_actions[0]).match
    card = other.pack[0]
    odd = Play(1 - driver.observation.legal_actions[0].seat, card)
    reason = driver.session.act(odd)
    assert reason is not None and reason.code == "not_your_turn"
    assert driver.action_count == count


# -- people who share a screen ------------------------------------------------------------------------


def test_single_person_never_gets_hand_over(driver: SessionDriver) -> None:
    driver.play_deal_at_random()
    assert get_awaited_seat(driver.session) is None
    assert driver.observation.seat == 0


def test_match_of_computers_never_gets_hand_over(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "club club")
    driver.play_deal_at_random()
    assert get_awaited_seat(driver.session) is None


def test_screen_is_covered_between_two_people_until_confirmed(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you")
    driver.advance_until(lambda: get_awaited_seat(driver.session) is not None)
    first = get_awaited_seat(driver.session)
    assert driver.observation.seat is None
    assert not driver.session.is_your_turn
    assert count_visible_cards(driver) == 0
    confirm_ready(driver.session)
    assert driver.observation.seat == first
    assert driver.session.is_your_turn
    assert count_visible_cards(driver) == 3
    driver.play_random_action(Random(1))
    driver.advance_until(lambda: get_awaited_seat(driver.session) is not None)
    assert get_awaited_seat(driver.session) == 1 - (first or 0)
    assert count_visible_cards(driver) == 0


def count_visible_cards(driver: SessionDriver) -> int:
    """Return the number of cards in hands that the screen may show."""
    return sum(card is not HIDDEN_CARD for hand in driver.observation.board.hands for card in hand)


def test_hand_over_waits_until_transitions_are_shown(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you")
    driver.advance_until(lambda: get_awaited_seat(driver.session) is not None)
    confirm_ready(driver.session)
    viewer = driver.observation.seat
    driver.play_random_action(Random(1))
    driver.advance_frame()
    for _frame in range(20):
        driver.advance_frame(is_screen_idle=False)
        assert driver.observation.seat == viewer
        assert get_awaited_seat(driver.session) is None
    driver.advance_frame()
    assert get_awaited_seat(driver.session) is not None


def test_same_person_after_a_computer_gets_no_hand_over(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you club you club")
    rng = Random(2)
    last: int | None = None
    covers = turns = 0
    while driver.session.is_saving or not driver.session.course.is_between_deals:
        if get_awaited_seat(driver.session) is not None:
            assert get_awaited_seat(driver.session) != last
            covers += 1
            confirm_ready(driver.session)
        if driver.session.is_your_turn:
            last = driver.observation.seat
            turns += 1
            driver.play_random_action(rng)
        driver.advance_frame()
    assert 0 < covers < turns


def test_transitions_show_only_what_the_viewer_may_know(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you you")
    driver.play_deal_at_random()
    for happening in driver.transitions:
        for event in happening.events:
            assert event == event.seen_by(happening.after.seat)


# -- the computer -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kinds", ["you club", "you novice club random", "club " * 6])
def test_computer_gets_only_its_own_observation(tmp_path: Path, kinds: str) -> None:
    driver = SessionDriver(tmp_path, kinds)
    driver.play_deal_at_random()
    levels = kinds.split()
    assert driver.worker.tasks
    for question in driver.worker.tasks:
        seat = question.observation.seat
        assert seat is not None and levels[seat] == question.level
        hands = question.observation.board.hands
        shown = [hand_seat for hand_seat, hand in enumerate(hands) if any(card is not HIDDEN_CARD for card in hand)]
        assert set(shown) <= {seat}
        assert question.observation.legal_actions


def test_computer_waits_a_minimum_time(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "club club")
    driver.advance_until(lambda: bool(driver.worker.tasks), seconds=0.01)
    driver.session.set_computer_play(0.6, is_chat_enabled=True)
    before = driver.clock.now
    driver.advance_until(lambda: driver.action_count == 1, seconds=0.05)
    assert 0.6 <= driver.clock.now - before <= 0.8


def test_slow_computer_is_waited_for(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "club club")
    driver.worker.is_paused = True
    for _frame in range(50):
        driver.advance_frame()
    assert driver.action_count == 0
    driver.worker.is_paused = False
    driver.advance_until(lambda: driver.action_count == 1, max_frames=5)


def test_late_computer_action_is_dropped(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "club club")
    driver.advance_until(lambda: bool(driver.worker.open_tasks))
    driver.session.close()
    assert not driver.worker.open_tasks


# -- the clock ----------------------------------------------------------------------------------------


def test_expired_turn_clock_plays_a_random_card(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you club", turn_seconds=30)
    driver.advance_to_person()
    assert driver.session.penalties.turn_seconds_left == pytest.approx(30, abs=1.5)
    count = driver.action_count
    driver.advance_frame(28.0)
    assert driver.action_count == count
    driver.advance_until(lambda: driver.action_count >= count + 2)
    first, second = driver.record.deals[-1].actions[count : count + 2]
    assert isinstance(first, Timeout) and isinstance(second, Play)
    assert first.seat == second.seat == 0


def test_turn_clock_runs_during_hand_over(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", turn_seconds=30)
    driver.advance_until(lambda: get_awaited_seat(driver.session) is not None)
    for _frame in range(20):
        driver.advance_frame()
    confirm_ready(driver.session)
    assert driver.session.penalties.turn_seconds_left == pytest.approx(10, abs=1.5)


def test_session_without_turn_clock_has_no_seconds_left(driver: SessionDriver) -> None:
    driver.advance_to_person()
    assert driver.session.penalties.turn_seconds_left is None


# -- resuming, and the seed ---------------------------------------------------------------------------


@pytest.mark.parametrize("stop", [0, 1, 5, 17, 38])
def test_resumed_match_continues_exactly_where_it_stopped(tmp_path: Path, stop: int) -> None:
    driver = SessionDriver(tmp_path, "you club club")
    rng = Random(stop)

    def is_stopped() -> bool:
        if driver.action_count >= stop:
            return True
        if driver.session.is_your_turn:
            driver.play_random_action(rng)
        return False

    driver.advance_until(is_stopped)
    while driver.session.is_saving:
        driver.advance_frame()
    left, board, totals = (
        driver.stored_record,
        observe(driver.session.host.match, 0),
        driver.observation.totals,
    )
    driver.session.close()
    again = SessionDriver(tmp_path, saved=driver.load_match(), storage=driver.storage)
    assert again.record == left
    assert observe(again.session.host.match, 0) == board
    assert again.session.observation.totals == totals
    again.play_deal_at_random()
    assert again.stored_record == again.record
    assert encode_record(again.stored_record)


def test_match_left_between_deals_waits_there(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path)
    driver.play_deal_at_random()
    driver.session.close()
    again = SessionDriver(tmp_path, saved=driver.load_match(), storage=driver.storage)
    for _frame in range(5):
        again.advance_frame()
    assert again.session.course.is_between_deals
    again.session.course.start_next_deal()
    again.advance_to_person()
    assert len(again.record.deals) == 2


@pytest.mark.parametrize("kinds", ["club club", "you club", "you novice club random", "you club you club club"])
def test_same_seed_and_actions_give_same_match(tmp_path: Path, kinds: str) -> None:
    records = []
    for name, frame in (("one", 1.0), ("two", 0.25)):
        driver = SessionDriver(tmp_path / name, kinds, seed=9)
        driver.play_deal_at_random()
        driver.session.course.start_next_deal()
        driver.advance_frame(frame)
        driver.play_deal_at_random()
        records.append(driver.record)
    assert records[0] == records[1]
    other = SessionDriver(tmp_path / "three", kinds, seed=10)
    other.play_deal_at_random()
    assert other.record.deals[0] != records[0].deals[0]


def test_resumed_match_plays_like_uninterrupted_one(tmp_path: Path) -> None:
    """Check that random numbers depend only on the seed and on the moment."""
    uninterrupted = SessionDriver(tmp_path / "whole", "club novice random", seed=4)
    uninterrupted.play_deal_at_random()
    driver = SessionDriver(tmp_path / "parts", "club novice random", seed=4)
    for stop in (3, 11, 24):
        while driver.action_count < stop or driver.session.is_saving:
            driver.advance_frame()
        driver.session.close()
        driver = SessionDriver(tmp_path / "parts", saved=driver.load_match(), storage=driver.storage)
    driver.play_deal_at_random()
    assert driver.record.deals == uninterrupted.record.deals


def test_match_is_played_to_its_end(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you club", deals_to_win=2)
    while True:
        driver.play_deal_at_random(len(driver.record.deals))
        if driver.observation.is_over:
            break
        driver.session.course.start_next_deal()
    driver.advance_frame()
    driver.advance_frame()
    view = driver.observation
    assert view.is_over and max(view.totals) == 2
    assert not driver.storage.get_repository().list_unfinished_matches()
    with pytest.raises(IllegalActionError):
        driver.session.host.match.apply(Play(0, driver.session.host.match.pack[0]))


def test_deal_in_progress_is_not_exported(driver: SessionDriver) -> None:
    driver.advance_to_person()
    assert driver.session.host.export_record().deals == ()
    driver.play_deal_at_random()
    assert len(driver.session.host.export_record().deals) == 1
