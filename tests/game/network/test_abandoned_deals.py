"""A deal at whose middle the table ends: it is given up on the disk first, then public as a whole, and verified."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.match.record import decode_playable_record, replay_deal_results
from game.network.match_table import MAX_RETURN_S
from game.network.messages import Ready, RecordReceived, Rematch, Step
from game.shuffling.commitments import VerificationResult, verify_record
from tests.network.host import TWO_DEALS, Guest, Host, start_match

CARD_COUNT = 5


def play_cards(host: Host, guests: list[Guest], count: int = CARD_COUNT) -> None:
    for _card in range(count):
        host.play_on(guests)


def start(home: Path, *names: str) -> tuple[Host, list[Guest]]:
    """Return a table in the middle of its first deal, whose first person is the owner."""
    host = Host(home, TWO_DEALS, len(names))
    guests = host.start(*names)
    play_cards(host, guests)
    return host, guests


def end_table(host: Host, guests: list[Guest]) -> None:
    guests[0].end_table()


def leave_all(host: Host, guests: list[Guest]) -> None:
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


@pytest.mark.parametrize("end", [end_table, leave_all])
def test_open_deal_of_a_table_that_ends_is_public_as_a_whole_and_verified(
    tmp_path: Path, end: Callable[[Host, list[Guest]], None]
) -> None:
    host, guests = start(tmp_path, "Ann", "Bob", "Eva")
    end(host, guests)
    for guest in guests:
        check_record(guest, CARD_COUNT + (len(guests) if end is leave_all else 0))
    host.update()
    assert [guest.refusal for guest in guests] == ["ended"] * 3
    assert host.table.is_ended


def test_open_deal_stays_secret_until_it_is_given_up_on_the_disk(tmp_path: Path) -> None:
    host, guests = start(tmp_path, "Ann", "Bob")
    host.storage.is_paused = True
    end_table(host, guests)
    for guest in guests:
        assert not guest.records and not guest.refusal
    host.storage.finish_writes()
    host.update()
    assert host.storage.open_match(host.stored.match_id or 0).result().is_given_up
    for guest in guests:
        check_record(guest)


def test_action_that_was_being_stored_belongs_to_the_deal_that_is_given_up(tmp_path: Path) -> None:
    host, guests = start(tmp_path, "Ann", "Bob")
    host.storage.is_paused = True
    on_turn = host.get_guest_on_turn(guests)
    on_turn.play()
    end_table(host, guests)
    host.storage.finish_writes()
    host.update()
    assert on_turn.answers[-1].reason is None
    check_record(on_turn, CARD_COUNT + 1)


def test_no_action_and_no_other_match_follows_after_the_deal_is_given_up(tmp_path: Path) -> None:
    host, guests = start(tmp_path, "Ann", "Bob")
    for guest in guests:
        guest.confirms_records = False
    end_table(host, guests)
    before = guests[0].records
    on_turn = host.get_guest_on_turn(guests)
    on_turn.act()
    guests[0].send(Rematch())
    for guest in guests:
        guest.send(Ready())
    host.update(1.0)
    assert on_turn.answers[-1].reason is not None
    assert guests[0].records == before and not host.table.is_ended


@pytest.mark.parametrize("is_given_up", [False, True])
def test_host_that_is_killed_while_the_table_ends_goes_on_only_with_a_secret_deal(
    tmp_path: Path, *, is_given_up: bool
) -> None:
    host, guests = start(tmp_path, "Ann", "Bob")
    if is_given_up:  # and killed before anything was sent
        host.storage.abandon_match(host.stored.match_id or 0).result()
    keys = [guest.key for guest in guests]
    host.restart()
    back = [host.join(guest.name, token=key, run="cc") for guest, key in zip(guests, keys, strict=True)]
    for guest in back:
        guest.confirms_records = False
    host.settle(back)
    if not is_given_up:
        assert not any(guest.records for guest in back)
        play_cards(host, back)
        return
    on_turn = host.get_guest_on_turn(back)
    steps = [message for message in on_turn.messages if isinstance(message, Step)]
    on_turn.play()
    assert on_turn.answers[-1].reason is not None
    assert [message for message in on_turn.messages if isinstance(message, Step)] == steps
    for guest in back:
        check_record(guest)
        guest.ask(RecordReceived())
    assert [guest.refusal for guest in back] == ["ended", "ended"] and host.table.is_ended


def test_person_who_is_away_gets_the_record_if_they_come_back_in_time(tmp_path: Path) -> None:
    host, (ann, bob) = start(tmp_path, "Ann", "Bob")
    host.leave(bob)
    end_table(host, [ann])
    check_record(ann)
    host.update(MAX_RETURN_S - 5.0)
    assert ann.refusal == "ended" and not host.table.is_ended
    back = bob.connect_again()
    check_record(back)
    host.update()
    assert back.refusal == "ended" and host.table.is_ended


def test_table_ends_without_a_person_who_does_not_come_back_or_confirm(tmp_path: Path) -> None:
    host, (ann, bob, eva) = start(tmp_path, "Ann", "Bob", "Eva")
    host.leave(bob)
    eva.confirms_records = False
    end_table(host, [ann])
    host.update(MAX_RETURN_S - 1.0)
    assert not host.table.is_ended
    host.update(2.0)
    assert host.table.is_ended and eva.refusal == "ended"


def test_table_ends_although_its_disk_is_full_and_the_deal_stays_secret(tmp_path: Path) -> None:
    host, guests = start(tmp_path, "Ann", "Bob")
    host.storage.failure_message = "The disk is full."
    end_table(host, guests)
    for _second in range(int(MAX_RETURN_S) + 1):
        host.update(1.0)
    assert host.table.is_ended
    assert [guest.refusal for guest in guests] == ["ended", "ended"]
    assert not any(guest.records for guest in guests)


def test_table_that_ends_between_two_deals_gives_the_record_of_the_finished_ones(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path, TWO_DEALS)
    play_cards(host, guests, 40)
    assert not guests[0].observation.is_over
    end_table(host, guests)
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
    end_table(host, guests)
    assert host.table.is_ended and not any(guest.records for guest in guests)
