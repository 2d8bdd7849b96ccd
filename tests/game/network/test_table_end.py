"""The end of a table over the network: its open deal, who still gets the record, and what stays on the disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.match.record import decode_playable_record, replay_deal_results
from game.network.host_process import give_up_lost_matches
from game.network.messages import EndTable, RecordPart, StartMatch
from game.network.table import MAX_GIVE_UP_S
from game.network.table_files import open_tables
from game.shuffling.commitments import VerificationResult, verify_record
from game.storage.matches import MatchRepository
from tests.network.host import TWO_DEALS, Guest, Host, start_match

CARD_COUNT = 5


def start(home: Path, *names: str) -> tuple[Host, list[Guest]]:
    """Return a table in the middle of its first deal, whose first person is the owner."""
    host, guests = start_match(home, TWO_DEALS, *names)
    host.play_on(guests, CARD_COUNT)
    return host, guests


def end_table(guests: list[Guest]) -> None:
    guests[0].end_table()


def leave_all(guests: list[Guest]) -> None:
    for guest in guests:
        guest.leave_match()


def check_record(guest: Guest, action_count: int = CARD_COUNT) -> None:
    """Check that the last deal of a guest's record is unfinished, public and verified."""
    (data,) = guest.records
    record = decode_playable_record(data)
    match, results = replay_deal_results(record)
    assert not match.is_over and results[-1].state == "unfinished"
    assert len(record.deals[-1].actions) == action_count
    fairness = record.deals[-1].extra["fairness"]
    assert fairness["seed"] and fairness["salt"]
    expected = VerificationResult(verified_deal_count=len(record.deals), is_dealer_draw_verified=True)
    assert verify_record(record) == expected


# -- a deal at whose middle the table ends


@pytest.mark.parametrize("end", [end_table, leave_all])
def test_open_deal_of_a_table_that_ends_is_public_as_a_whole_and_verified(
    tmp_path: Path, end: Callable[[list[Guest]], None]
) -> None:
    host, guests = start(tmp_path, "Ann", "Bob", "Eva")
    end(guests)
    for guest in guests:
        check_record(guest, CARD_COUNT + (len(guests) if end is leave_all else 0))
    host.update()
    assert [guest.refusal for guest in guests] == ["ended"] * 3
    assert host.table.is_ended


def test_open_deal_stays_secret_until_it_is_given_up_on_the_disk(tmp_path: Path) -> None:
    host, guests = start(tmp_path)
    host.storage.is_paused = True
    on_turn = host.get_guest_on_turn(guests)
    on_turn.play()
    end_table(guests)
    assert not any(guest.records or guest.refusal for guest in guests)
    host.storage.finish_writes()
    host.update()
    assert host.storage.call(MatchRepository.open_match, host.stored.match_id or 0).result().is_given_up
    assert on_turn.answers[-1].reason is None
    for guest in guests:
        check_record(guest, CARD_COUNT + 1)


@pytest.mark.parametrize("is_given_up", [False, True])
def test_host_that_is_killed_while_the_table_ends_goes_on_only_with_a_secret_deal(
    tmp_path: Path, *, is_given_up: bool
) -> None:
    host, guests = start(tmp_path)
    if is_given_up:  # and killed before anything was sent
        host.storage.call(MatchRepository.give_up_match, host.stored.match_id or 0).result()
    host.restart()
    back = [guest.connect_again(is_owner=guest is guests[0]) for guest in guests]
    host.settle(back)
    if not is_given_up:
        assert not any(guest.records for guest in back)
        host.play_on(back, CARD_COUNT)
        return
    for guest in back:
        check_record(guest)
    assert [guest.refusal for guest in back] == ["ended", "ended"] and host.table.is_ended


def test_table_ends_without_a_person_who_is_away(tmp_path: Path) -> None:
    host, (ann, bob, eva) = start(tmp_path, "Ann", "Bob", "Eva")
    host.leave(bob)
    end_table([ann])
    for guest in (ann, eva):
        check_record(guest)
        assert guest.refusal == "ended"
    assert host.table.is_ended


def test_table_ends_although_its_disk_is_full_and_the_deal_stays_secret(tmp_path: Path) -> None:
    host, guests = start(tmp_path)
    host.storage.failure_message = "The disk is full."
    end_table(guests)
    for _second in range(int(MAX_GIVE_UP_S) + 1):
        host.update(1.0)
    assert host.table.is_ended
    assert [guest.refusal for guest in guests] == ["ended", "ended"]
    assert not any(guest.records for guest in guests)


def test_table_that_ends_between_two_deals_gives_the_record_of_the_finished_ones(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path, TWO_DEALS)
    host.play_deal(guests)
    end_table(guests)
    for guest in guests:
        record = decode_playable_record(guest.records[0])
        assert verify_record(record) == VerificationResult(verified_deal_count=1, is_dealer_draw_verified=True)


def test_table_that_ends_before_the_first_deal_ends_at_once(tmp_path: Path) -> None:
    host = Host(tmp_path, TWO_DEALS, 2)
    guests = [host.join(name, is_owner=name == "Ann", contributes=False) for name in ("Ann", "Bob")]
    host.make_ready(guests)
    guests[0].start_match()
    host.settle(guests)
    assert not host.deal_count
    end_table(guests)
    assert host.table.is_ended and not any(guest.records for guest in guests)


# -- people who have no record yet


def finish_match(home: Path) -> tuple[Host, list[Guest]]:
    """Return a table whose match has ended while the second guest was away, and the guest who has the record."""
    host, guests = start_match(home)
    host.play_on(guests, 39)
    last, other = host.split_by_turn(guests)
    host.leave(other)
    last.play()
    host.settle([last])
    assert last.find_last(RecordPart) is not None
    host.update()
    return host, [last, other]


def test_person_who_was_away_at_the_end_gets_the_record_while_the_table_stands(tmp_path: Path) -> None:
    host, (last, other) = finish_match(tmp_path)
    host.leave(last)
    for run in ("ee", "ff"):
        late = other.connect_again(run)
        late.connection.outgoing.clear()  # handed over, and lost with the connection
        host.update(5.0)
        host.leave(late)
        assert not host.table.is_ended
    late = other.connect_again("aa")
    assert late.find_last(RecordPart) is not None


def test_table_of_a_finished_match_stays_open_if_everybody_has_the_record(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path)
    host.play_deal(guests)
    for guest in reversed(guests):
        guest.read()
        host.leave(guest)
    host.update(5.0)
    assert not host.table.is_ended


# -- the disk


def test_end_of_a_table_is_stored_before_anybody_is_told(tmp_path: Path) -> None:
    host = Host(tmp_path)
    guests = [host.join("Ann", is_owner=True), host.join("Bob")]
    host.storage.is_paused = True
    end_table(guests)
    assert not any(guest.refusal for guest in guests) and not host.table.is_ended
    host.storage.finish_writes()
    host.update()
    assert [guest.refusal for guest in guests] == ["ended", "ended"] and host.table.is_ended and host.stored.is_ended


@pytest.mark.parametrize("paused_write", ["nothing", "the match", "the table"])
@pytest.mark.parametrize("is_closed_first", [False, True])
def test_table_that_ends_at_the_start_leaves_no_unfinished_match(
    tmp_path: Path, paused_write: str, *, is_closed_first: bool
) -> None:
    host = Host(tmp_path)
    ann = host.join("Ann", is_owner=True)
    ann.send(StartMatch())
    host.storage.is_paused = paused_write == "the match"
    host.table.update()
    host.storage.is_paused = paused_write != "nothing"
    host.update()
    ann.send(EndTable())
    steps = [host.storage.finish_writes, host.table.close]
    for step in reversed(steps) if is_closed_first else steps:
        step()
    repository = host.storage.get_repository()
    assert repository.database.execute("SELECT count(*) FROM matches").fetchone() == (1,)
    assert not repository.archive.list_unfinished_matches()


def test_match_of_no_table_is_given_up_when_a_host_starts(tmp_path: Path) -> None:
    host, _guests = start_match(tmp_path)
    host.table.close()
    document = open_tables(tmp_path)
    document.update(lambda tables: tables.with_table(host.stored))
    give_up_lost_matches(host.storage, document)
    assert len(host.storage.get_repository().archive.list_unfinished_matches()) == 1
    document.update(lambda tables: tables.without_table(host.stored))
    give_up_lost_matches(host.storage, document)
    assert not host.storage.get_repository().archive.list_unfinished_matches()
