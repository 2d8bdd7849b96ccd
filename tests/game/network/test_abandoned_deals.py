"""A deal at whose middle the table ends: it is given up on the disk first, then public as a whole, and verified."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.core.actions import LeaveMatch
from game.match.house_rules import RuleSet
from game.match.record import decode_playable_record, replay_deal_results
from game.network.match_table import MAX_RETURN_S
from game.network.messages import EndTable, Ready, RecordPart, RecordReceived, Rematch, StartMatch, Step
from game.shuffling.commitments import VerificationResult, verify_record
from tests.network_driver import TableDriver, TestGuest

TWO_DEALS = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 2})
CARD_COUNT = 5


def play_cards(driver: TableDriver, guests: list[TestGuest], count: int = CARD_COUNT) -> None:
    for _card in range(count):
        driver.play_on(guests)


def start(home: Path, *names: str) -> tuple[TableDriver, list[TestGuest]]:
    """Return a table in the middle of its first deal, whose first person is the owner."""
    driver = TableDriver(home, TWO_DEALS, len(names))
    guests = driver.start(*names)
    play_cards(driver, guests)
    return driver, guests


def end_table(driver: TableDriver, guests: list[TestGuest]) -> None:
    guests[0].send(EndTable())
    driver.update()


def leave_all(driver: TableDriver, guests: list[TestGuest]) -> None:
    for guest in guests:
        guest.act(LeaveMatch(guest.position[0].seat or 0))
        driver.update()


def join_record(guest: TestGuest) -> bytes:
    """Return the record that a guest got, b"" if it got none."""
    guest.read()
    return b"".join(message.data for message in guest.messages if isinstance(message, RecordPart))


def check_record(data: bytes, action_count: int = CARD_COUNT) -> None:
    """Check that the last deal of a record is unfinished, public and verified."""
    record = decode_playable_record(data)
    match, results = replay_deal_results(record)
    assert not match.is_over and results[-1].state == "unfinished"
    assert len(record.deals[-1].actions) == action_count
    fairness = record.deals[-1].extra["fairness"]
    assert fairness["seed"] and fairness["salt"]
    expected = VerificationResult(verified_deal_count=len(record.deals), is_dealer_draw_verified=True)
    assert verify_record(record) == expected


@pytest.mark.parametrize("end", [end_table, leave_all])
def test_open_deal_of_a_table_that_ends_is_public_as_a_whole_and_verified(
    tmp_path: Path, end: Callable[[TableDriver, list[TestGuest]], None]
) -> None:
    driver, guests = start(tmp_path, "Ann", "Bob", "Eva")
    end(driver, guests)
    for guest in guests:
        check_record(join_record(guest), CARD_COUNT + (len(guests) if end is leave_all else 0))
    driver.update()
    assert [guest.refusal for guest in guests] == ["ended"] * 3
    assert driver.table.is_ended


def test_open_deal_stays_secret_until_it_is_given_up_on_the_disk(tmp_path: Path) -> None:
    driver, guests = start(tmp_path, "Ann", "Bob")
    driver.storage.is_paused = True
    end_table(driver, guests)
    for guest in guests:
        assert not join_record(guest) and not guest.refusal
    driver.storage.is_paused = False
    driver.storage.run_waiting_calls()
    driver.update()
    assert driver.storage.open_match(driver.stored.match_id or 0).result().is_given_up
    for guest in guests:
        check_record(join_record(guest))


def test_action_that_was_being_stored_belongs_to_the_deal_that_is_given_up(tmp_path: Path) -> None:
    driver, guests = start(tmp_path, "Ann", "Bob")
    driver.storage.is_paused = True
    on_turn = driver.get_guest_on_turn(guests)
    on_turn.act(on_turn.position[0].legal_actions[0])
    driver.update()
    end_table(driver, guests)
    driver.storage.is_paused = False
    driver.storage.run_waiting_calls()
    driver.update()
    assert on_turn.answers[-1].reason is None
    check_record(join_record(on_turn), CARD_COUNT + 1)


def test_no_action_and_no_other_match_follows_after_the_deal_is_given_up(tmp_path: Path) -> None:
    driver, guests = start(tmp_path, "Ann", "Bob")
    for guest in guests:
        guest.confirms_records = False
    end_table(driver, guests)
    before = join_record(guests[0])
    on_turn = driver.get_guest_on_turn(guests)
    on_turn.act(on_turn.position[0].legal_actions[0])
    guests[0].send(Rematch())
    for guest in guests:
        guest.send(Ready())
    driver.update(1.0)
    assert on_turn.answers[-1].reason is not None
    assert join_record(guests[0]) == before and not driver.table.is_ended


@pytest.mark.parametrize("is_given_up", [False, True])
def test_host_that_is_killed_while_the_table_ends_goes_on_only_with_a_secret_deal(
    tmp_path: Path, *, is_given_up: bool
) -> None:
    driver, guests = start(tmp_path, "Ann", "Bob")
    if is_given_up:  # and killed before anything was sent
        driver.storage.abandon_match(driver.stored.match_id or 0).result()
    keys = [guest.key for guest in guests]
    driver.restart()
    back = [driver.join(guest.name, token=key, run="cc") for guest, key in zip(guests, keys, strict=True)]
    for guest in back:
        guest.confirms_records = False
    driver.settle(back)
    if not is_given_up:
        assert not any(map(join_record, back))
        play_cards(driver, back)
        return
    on_turn = driver.get_guest_on_turn(back)
    steps = [message for message in on_turn.messages if isinstance(message, Step)]
    on_turn.act(on_turn.position[0].legal_actions[0])
    driver.update()
    assert on_turn.answers[-1].reason is not None
    assert [message for message in on_turn.messages if isinstance(message, Step)] == steps
    for guest in back:
        check_record(join_record(guest))
        guest.send(RecordReceived())
    driver.update()
    assert [guest.refusal for guest in back] == ["ended", "ended"] and driver.table.is_ended


def test_person_who_is_away_gets_the_record_if_they_come_back_in_time(tmp_path: Path) -> None:
    driver, (ann, bob) = start(tmp_path, "Ann", "Bob")
    driver.leave(bob)
    end_table(driver, [ann])
    check_record(join_record(ann))
    driver.update(MAX_RETURN_S - 5.0)
    assert ann.refusal == "ended" and not driver.table.is_ended
    back = driver.join("Bob", token=bob.key, run="cc")
    check_record(join_record(back))
    driver.update()
    assert back.refusal == "ended" and driver.table.is_ended


def test_table_ends_without_a_person_who_does_not_come_back_or_confirm(tmp_path: Path) -> None:
    driver, (ann, bob, eva) = start(tmp_path, "Ann", "Bob", "Eva")
    driver.leave(bob)
    eva.confirms_records = False
    end_table(driver, [ann])
    driver.update(MAX_RETURN_S - 1.0)
    assert not driver.table.is_ended
    driver.update(2.0)
    assert driver.table.is_ended and eva.refusal == "ended"


def test_table_ends_although_its_disk_is_full_and_the_deal_stays_secret(tmp_path: Path) -> None:
    driver, guests = start(tmp_path, "Ann", "Bob")
    driver.storage.failure_message = "The disk is full."
    end_table(driver, guests)
    for _second in range(int(MAX_RETURN_S) + 1):
        driver.update(1.0)
    assert driver.table.is_ended
    assert [guest.refusal for guest in guests] == ["ended", "ended"]
    assert not any(map(join_record, guests))


def test_table_that_ends_between_two_deals_gives_the_record_of_the_finished_ones(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, TWO_DEALS, 2)
    guests = driver.start("Ann", "Bob")
    play_cards(driver, guests, 40)
    assert not guests[0].position[0].is_over
    end_table(driver, guests)
    for guest in guests:
        record = decode_playable_record(join_record(guest))
        assert verify_record(record) == VerificationResult(verified_deal_count=1, is_dealer_draw_verified=True)


def test_table_that_ends_before_the_first_deal_ends_at_once(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, TWO_DEALS, 2)
    guests = [driver.join(name, is_owner=name == "Ann", contributes=False) for name in ("Ann", "Bob")]
    for guest in guests:
        guest.send(Ready())
    driver.update()
    guests[0].send(StartMatch())
    driver.update()
    driver.settle(guests)
    assert driver.table.match is not None and not driver.deal_count
    end_table(driver, guests)
    assert driver.table.is_ended and not any(map(join_record, guests))
