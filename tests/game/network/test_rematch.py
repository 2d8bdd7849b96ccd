"""Another match at a table over the network, with the same people at the same seats."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.actions import LeaveMatch
from game.match.house_rules import RuleSet
from game.match.record import decode_playable_record
from game.network.messages import Presence, Ready, RecordPart, Refused, Rematch, Substitute, WaitingGuests, Welcome
from game.session.messages import FirstMessage
from game.session.wire import WireError
from tests.network_driver import CLOCKED, ONE_DEAL, TableDriver, TestGuest

DECLARED = RuleSet(game="muscio", preset="gattorna", changes={"turn_seconds": 60, "bar_minutes": 10})


def find_match_number(guest: TestGuest) -> int:
    welcome = guest.find_last(Welcome)
    assert welcome is not None
    return welcome.match


def play_again(driver: TableDriver, guests: list[TestGuest]) -> None:
    guests[0].send(Rematch())
    driver.update()
    for guest in guests[1:]:
        guest.send(Ready())
    driver.update()
    driver.settle(guests)


def test_same_people_play_again_with_their_keys_and_the_next_dealer(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    guests = driver.start("Ann", "Bob")
    keys, seats = [guest.key for guest in guests], [guest.position[0].seat for guest in guests]
    driver.play_match(guests)
    dealer = guests[0].position[0].dealer
    play_again(driver, guests)
    for guest, seat in zip(guests, seats, strict=True):
        observation = guest.position[0]
        assert (observation.seat, observation.deal_number, observation.is_over) == (seat, 1, False)
        assert observation.dealer == (dealer + 1) % 2
        assert find_match_number(guest) == 2
    driver.leave(guests[1])
    back = driver.join("Bob", token=keys[1], run="cc")
    assert back.position[0].seat == seats[1]
    driver.play_match([guests[0], back])
    assert len([part for part in guests[0].messages if isinstance(part, RecordPart)]) == 2


def test_next_match_waits_for_all_who_are_there_and_at_most_a_minute(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    ann, bob = driver.start("Ann", "Bob")
    driver.play_match([ann, bob])
    ann.send(Rematch())
    driver.update(30.0)
    presence = bob.find_last(Presence)
    assert presence is not None and presence.ready_seats == (ann.position[0].seat,)
    assert find_match_number(bob) == 1
    driver.update(31.0)
    driver.update()
    assert find_match_number(bob) == 2


def test_nobody_is_ready_before_the_owner_asks_and_no_match_follows_one_that_goes_on(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    ann, bob = driver.start("Ann", "Bob")
    ann.send(Rematch())
    driver.update(61.0)
    assert find_match_number(ann) == 1 and not ann.position[0].is_over
    driver.play_match([ann, bob])
    bob.send(Ready())
    driver.update(61.0)
    presence = ann.find_last(Presence)
    assert presence is not None and not presence.ready_seats and find_match_number(ann) == 1


def test_guest_cannot_ask_for_another_match(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    guests = driver.start("Ann", "Bob")
    driver.play_match(guests)
    with pytest.raises(WireError):
        guests[1].send(Rematch())


def test_computer_plays_for_people_who_have_left_and_their_bar_holds(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, CLOCKED, 3)
    ann, bob, eva = driver.start("Ann", "Bob", "Eva")
    bob.act(LeaveMatch(bob.position[0].seat or 0))
    driver.update()
    driver.play_match([ann, eva])
    play_again(driver, [ann, eva])
    first = next(message for message in reversed(ann.list_match_messages()) if isinstance(message, FirstMessage))
    assert [player.is_person for player in first.info.players] == [True, False, True]
    assert "Bob" not in first.info.names
    refused = bob.find_last(Refused)
    assert refused is not None and (refused.code, refused.minutes) == ("barred", 10)
    assert driver.join("Bob", token=bob.key).refusal == "wrong_token"
    assert driver.join("Robert", run="dd", earlier_keys=(bob.key,)).refusal == "barred"


def find_ready_seats(guest: TestGuest) -> tuple[int, ...]:
    presence = guest.find_last(Presence)
    assert presence is not None
    return presence.ready_seats


def test_owner_who_is_barred_cannot_play_again_before_the_bar_is_over(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, DECLARED, 3)
    guests = driver.start("Ann", "Bob", "Eva")
    ann = guests[0]
    while not ann.position[0].legal_actions:
        guest = driver.get_guest_on_turn(guests)
        guest.act(guest.position[0].legal_actions[0])
        driver.update()
        driver.settle(guests)
    for _time in range(20):
        driver.update(4.0)
    assert ann.position[0].is_over and ann.position[0].timed_out_seat == ann.position[0].seat
    ann.send(Rematch())
    driver.update()
    assert not find_ready_seats(guests[1])
    driver.clock.advance(600.0)
    ann.send(Rematch())
    driver.update()
    assert find_ready_seats(guests[1]) == (ann.position[0].seat,)


def test_owner_who_has_left_the_match_does_not_ask_for_another_one(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    ann, bob = driver.start("Ann", "Bob")
    ann.act(LeaveMatch(ann.position[0].seat or 0))
    driver.update()
    driver.leave(ann)
    driver.play_match([bob])
    driver.join("Ann", token=ann.key, run="aa", is_owner=True).send(Rematch())
    driver.update(61.0)
    assert not find_ready_seats(bob) and find_match_number(bob) == 1


def test_table_goes_on_with_the_new_match_after_a_restart_of_the_host(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    ann, bob = driver.start("Ann", "Bob")
    driver.play_match([ann, bob])
    play_again(driver, [ann, bob])
    before = ann.position[0]
    driver.restart()
    back = [driver.join(guest.name, token=guest.key, run="cc", is_owner=guest is ann) for guest in (ann, bob)]
    assert find_match_number(back[0]) == 2
    assert back[0].position[0] == before
    driver.play_match(back)


def test_person_who_was_away_finds_the_new_match(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    ann, bob = driver.start("Ann", "Bob")
    driver.play_match([ann, bob])
    driver.leave(bob)
    ann.send(Rematch())
    driver.update()
    driver.settle([ann])
    back = driver.join("Bob", token=bob.key, run="cc")
    assert find_match_number(back) == 2 and back.position[0].deal_number == 1
    assert not join_records(back), "they have the record of the first match"


def join_records(guest: TestGuest) -> list[bytes]:
    """Return the records that the guest has received."""
    guest.read()
    data, records = b"", list[bytes]()
    for part in guest.messages:
        if isinstance(part, RecordPart):
            data += part.data
            if part.is_last:
                records.append(data)
                data = b""
    return records


def list_match_numbers(guest: TestGuest) -> list[int]:
    guest.read()
    return [message.match for message in guest.messages if isinstance(message, Welcome)]


def finish_without(driver: TableDriver, away: TestGuest, others: list[TestGuest]) -> None:
    """Play the match to its end while the computer plays for a person who is away."""
    driver.leave(away)
    others[0].send(Substitute(seat=away.position[0].seat or 0))
    driver.update()
    driver.play_match(others)


@pytest.mark.parametrize("is_restarted", [False, True])
def test_person_who_was_away_at_the_end_gets_the_record_before_the_new_match(
    tmp_path: Path, *, is_restarted: bool
) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    ann, bob = driver.start("Ann", "Bob")
    finish_without(driver, bob, [ann])
    play_again(driver, [ann])
    if is_restarted:
        driver.restart()
        ann = driver.join("Ann", token=ann.key, run="aa", is_owner=True)
    back = driver.join("Bob", token=bob.key, run="cc")
    back.read()
    driver.update(0.2)
    assert list_match_numbers(back) == [1, 2]
    (record,) = join_records(back)
    assert decode_playable_record(record).replay().is_over
    assert not is_restarted or join_records(ann) == []
    assert not back.position[0].is_over
    driver.leave(back)
    again = driver.join("Bob", token=bob.key, run="dd")
    assert list_match_numbers(again) == [2] and not driver.stored.earlier_matches
    driver.play_match([ann, again])


def test_record_that_was_not_received_is_sent_again(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    ann, bob = driver.start("Ann", "Bob")
    finish_without(driver, bob, [ann])
    play_again(driver, [ann])
    cut = driver.join("Bob", token=bob.key, run="cc")
    driver.update(0.2)  # nothing was read
    assert driver.stored.earlier_matches
    driver.leave(cut)
    back = driver.join("Bob", token=bob.key, run="dd")
    back.read()
    driver.update(0.2)
    assert list_match_numbers(back) == [1, 2] and join_records(back)


def test_person_whose_connection_was_dead_at_the_end_gets_the_record_later(tmp_path: Path) -> None:
    """Let Bob's machine sleep at the end: the host sends the record before it notices that nobody reads it."""
    driver = TableDriver(tmp_path, ONE_DEAL)
    ann, bob = driver.start("Ann", "Bob")
    bob.confirms_records = False
    driver.play_match([ann, bob])
    ann.send(Rematch())
    driver.update(61.0)
    driver.update()
    assert find_match_number(ann) == 2 and list_match_numbers(bob) == [1]
    driver.leave(bob)
    back = driver.join("Bob", token=bob.key, run="cc")
    back.read()
    driver.update(0.2)
    assert list_match_numbers(back) == [1, 2]
    assert join_records(back) == join_records(ann)


def test_person_who_was_away_for_two_matches_gets_both_records(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    ann, bob = driver.start("Ann", "Bob")
    finish_without(driver, bob, [ann])
    play_again(driver, [ann])
    ann.send(Substitute(seat=bob.position[0].seat or 0))
    driver.update()
    driver.play_match([ann])
    play_again(driver, [ann])
    back = driver.join("Bob", token=bob.key, run="cc")
    for _message in range(3):
        back.read()
        driver.update(0.2)
    assert list_match_numbers(back) == [1, 2, 3]
    assert join_records(back) == join_records(ann)


def test_person_whose_bar_keeps_them_out_of_the_new_match_gets_the_record(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, DECLARED, 3)
    guests = driver.start("Ann", "Bob", "Eva")
    if guests[0].position[0].legal_actions:
        guests[0].act(guests[0].position[0].legal_actions[0])
        driver.update()
        driver.settle(guests)
    late = driver.get_guest_on_turn(guests)
    driver.leave(late)
    others = [guest for guest in guests if guest is not late]
    for _time in range(20):
        driver.update(4.0)
    assert others[0].position[0].is_over
    play_again(driver, others)
    back = driver.join(late.name, token=late.key, run="cc")
    back.read()
    driver.update(0.2)
    assert join_records(back) == join_records(others[0])
    assert list_match_numbers(back) == [1] and back.refusal


# -- people who come after the end


def test_newcomer_is_told_that_the_match_is_over(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    guests = driver.start("Ann", "Bob")
    early = driver.join("Cleo", run="cc")
    welcome = early.find_last(Welcome)
    assert welcome is not None and welcome.state == "waiting"
    driver.play_match(guests)
    assert early.refusal == "match_over", "also somebody who has waited for a seat"
    late = driver.join("Dan", run="dd")
    assert late.refusal == "match_over" and late.find_last(Welcome) is None
    waiting = guests[0].find_last(WaitingGuests)
    assert waiting is not None and not waiting.names


def test_owner_who_comes_back_without_a_key_after_the_end_gets_the_record(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    ann, bob = driver.start("Ann", "Bob")
    driver.play_match([ann, bob])
    driver.leave(ann)
    back = driver.join("Ann", run="ee", is_owner=True)
    assert not back.refusal and join_records(back)


def test_new_match_does_not_end_because_its_owner_was_away_after_the_one_before(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    ann, bob = driver.start("Ann", "Bob")
    finish_without(driver, bob, [ann])
    driver.leave(ann)
    ann = driver.join("Ann", token=ann.key, run="aa", is_owner=True)
    play_again(driver, [ann])
    driver.leave(ann)
    assert not driver.table.is_ended


def test_rematch_goes_on_while_all_are_away_although_the_owner_had_gone_before_it(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    ann, bob = driver.start("Ann", "Bob")
    driver.play_match([ann, bob])
    driver.restart()
    driver.leave(driver.join("Ann", token=ann.key, run="cc", is_owner=True))
    back = [driver.join(guest.name, token=guest.key, run="cc", is_owner=guest is ann) for guest in (ann, bob)]
    play_again(driver, back)
    for guest in back:
        assert find_match_number(guest) == 2
        driver.leave(guest)
    assert not driver.table.is_ended
