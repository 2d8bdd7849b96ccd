"""Sessions: saved before shown, hidden between people, and computer players that see only their own seat."""

from __future__ import annotations

from pathlib import Path
from random import Random

from game.core.cards import HIDDEN_CARD
from game.core.messages import Reason
from game.match.observation import observe
from game.session.host import MatchHost
from game.session.messages import HostMessage
from game.session.session import Session
from game.session.transport import Transport
from tests.fakes import FakeClock, FakeStorageThread, make_folders
from tests.rows import check_rows
from tests.session_driver import SessionDriver, confirm_ready, get_awaited_seat

# -- saved before shown -------------------------------------------------------------------------------


def test_action_is_stored_before_it_happens_and_no_other_is_accepted_meanwhile(driver: SessionDriver) -> None:
    driver.advance_to_person()
    before, record, count = driver.observation, driver.record, len(driver.transitions)
    driver.storage.is_paused = True
    action = driver.play_random_action(Random(1))
    assert driver.session.act(driver.observation.legal_actions[-1]) == Reason("being_saved")
    driver.advance_frames(5)
    assert driver.session.is_saving and (driver.observation, driver.record) == (before, record)
    assert len(driver.transitions) == count
    driver.storage.run_waiting_calls()
    assert driver.stored_record == record.with_action(action)
    driver.advance_frame()
    assert driver.record == record.with_action(action) and driver.transitions[count].events


def test_failed_save_is_an_error_and_loses_nothing(driver: SessionDriver) -> None:
    driver.advance_to_person()
    before, record = driver.observation, driver.record
    driver.storage.failure_message = "The disk is full."
    action = driver.play_random_action(Random(1))
    for _try in range(2):
        driver.advance_frames(5)
        assert driver.session.error == "The disk is full."
        assert (driver.observation, driver.record) == (before, record)
        driver.session.retry()
    driver.storage.failure_message = ""
    driver.advance_frame()
    driver.session.retry()
    driver.advance_frame()
    assert driver.session.error == "" and driver.record == record.with_action(action) == driver.stored_record


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


# -- people who share a screen ------------------------------------------------------------------------


@check_rows("kinds", ["you club", "club club"])
def test_single_person_and_match_of_computers_have_no_hot_seat(tmp_path: Path, kinds: str) -> None:
    driver = SessionDriver(tmp_path / kinds, kinds)
    driver.advance_until(lambda: driver.action_count > 0 or driver.session.is_your_turn)
    assert driver.session.hot_seat is None and driver.observation.seat == 0


def test_screen_is_covered_between_two_people_until_confirmed(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you")
    driver.advance_until(lambda: get_awaited_seat(driver.session) is not None)
    first = get_awaited_seat(driver.session)
    assert driver.observation.seat is None and not driver.session.is_your_turn
    assert count_visible_cards(driver) == 0
    confirm_ready(driver.session)
    assert driver.observation.seat == first and driver.session.is_your_turn
    assert count_visible_cards(driver) == 3
    driver.play_random_action(Random(1))
    driver.advance_frame()
    for _frame in range(20):
        driver.advance_frame(is_screen_idle=False)
        assert driver.observation.seat == first, "not everything is shown yet"
        assert get_awaited_seat(driver.session) is None
    driver.advance_frame()
    assert get_awaited_seat(driver.session) == 1 - (first or 0) and count_visible_cards(driver) == 0


def count_visible_cards(driver: SessionDriver) -> int:
    """Return the number of cards in hands that the screen may show."""
    return sum(card is not HIDDEN_CARD for hand in driver.observation.board.hands for card in hand)


# -- the computer -------------------------------------------------------------------------------------


@check_rows("kinds", ["you novice club random", "club " * 6])
def test_computer_gets_only_its_own_observation(tmp_path: Path, kinds: str) -> None:
    driver = SessionDriver(tmp_path / kinds, kinds)
    driver.play_deal_at_random()
    levels = kinds.split()
    assert driver.worker.tasks
    for question in driver.worker.tasks:
        seat = question.observation.seat
        assert seat is not None and levels[seat] == question.level and question.observation.legal_actions
        hands = enumerate(question.observation.board.hands)
        assert {hand_seat for hand_seat, hand in hands for card in hand if card is not HIDDEN_CARD} <= {seat}


def test_computer_waits_a_minimum_time_and_is_waited_for(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "club club")
    driver.advance_until(lambda: bool(driver.worker.tasks), seconds=0.01)
    driver.session.set_computer_play(0.6, is_chat_enabled=True)
    before = driver.clock.now
    driver.advance_until(lambda: driver.action_count == 1, seconds=0.05)
    assert 0.6 <= driver.clock.now - before <= 0.8
    driver.worker.is_paused = True
    driver.advance_frames(50)
    assert driver.action_count == 1
    driver.worker.is_paused = False
    driver.advance_until(lambda: driver.action_count == 2, max_frames=5)


def test_late_computer_action_is_dropped(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "club club")
    driver.advance_until(lambda: bool(driver.worker.open_tasks))
    driver.session.close()
    assert not driver.worker.open_tasks


# -- continuing, and the seed -------------------------------------------------------------------------


def test_match_left_between_deals_waits_there(driver: SessionDriver) -> None:
    driver.play_deal_at_random()
    driver.continue_match()
    driver.advance_frames(5)
    assert driver.session.status.is_between_deals
    driver.session.start_next_deal()
    driver.advance_to_person()
    assert len(driver.record.deals) == 2


def test_same_seed_and_actions_give_same_match(tmp_path: Path) -> None:
    records = []
    for number, (seed, seconds) in enumerate(((9, 1.0), (9, 0.25), (10, 1.0))):
        driver = SessionDriver(tmp_path / str(number), "you novice you club random", seed=seed)
        driver.play_deal_at_random()
        driver.session.start_next_deal()
        driver.advance_frame(seconds)
        driver.play_deal_at_random()
        records.append(driver.record)
    assert records[0] == records[1] and records[2].deals[0] != records[0].deals[0]


def test_continued_match_plays_like_uninterrupted_one(tmp_path: Path) -> None:
    """Check that random numbers depend only on the seed and on the moment."""
    uninterrupted = SessionDriver(tmp_path / "whole", "club novice random", seed=4)
    uninterrupted.play_deal_at_random()
    driver = SessionDriver(tmp_path / "parts", "club novice random", seed=4)
    for stop in (0, 3, 11, 24):
        while driver.action_count < stop or driver.session.is_saving:
            driver.advance_frame()
        record, view = driver.record, observe(driver.match, 0)
        driver.continue_match()
        assert (driver.record, observe(driver.match, 0), driver.observation) == (record, view, view)
    driver.play_deal_at_random()
    assert driver.record == uninterrupted.record == driver.stored_record


class LateTransport(Transport):
    """A transport whose host has told only what the match is."""

    def __init__(self, host: MatchHost) -> None:
        self._first_messages = host.connect().receive()[:1]

    def receive(self) -> list[HostMessage]:
        messages, self._first_messages = self._first_messages, []
        return messages


def test_session_offers_no_help_before_its_host_has_told_of_any(driver: SessionDriver) -> None:
    driver.advance_to_person()
    assert driver.session.status.hint_refusal_reason is None
    session = Session(LateTransport(driver.session.host), driver.clock)
    assert session.undo() == Reason("undo_off") and session.request_hint() == Reason("hints_off")
    assert not session.status.leaving_seats and session.observation == driver.observation
