"""Another match at a table over the network, with the same people at the same seats."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.match.record import decode_playable_record
from game.network.messages import Refused, WaitingGuests, Welcome
from game.session.messages import FirstMessage
from tests.lanes import choose_sample
from tests.network.host import CLOCKED, DECLARED, Guest, Host, start_match


def play_again(host: Host, guests: list[Guest]) -> None:
    guests[0].play_again()
    host.make_ready(guests[1:])
    host.settle(guests)


def test_same_people_play_again_with_their_keys_and_the_next_dealer(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path)
    seats = [guest.seat for guest in guests]
    host.play_match(guests)
    dealer = guests[0].observation.dealer
    play_again(host, guests)
    for guest, seat in zip(guests, seats, strict=True):
        observation = guest.observation
        assert (observation.seat, observation.deal_number, observation.is_over) == (seat, 1, False)
        assert observation.dealer == (dealer + 1) % 2
        assert guest.match_number == 2
    host.leave(guests[1])
    back = guests[1].connect_again()
    assert back.observation.seat == seats[1]
    host.play_match([guests[0], back])
    assert len(guests[0].records) == 2


def test_next_match_waits_for_the_owner_to_ask_and_then_for_all_and_at_most_a_minute(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path)
    ann.play_again()
    host.update(61.0)
    assert ann.match_number == 1 and not ann.observation.is_over
    host.play_match([ann, bob])
    bob.be_ready()
    host.update(61.0)
    assert not ann.presence.ready_seats and ann.match_number == 1
    ann.play_again()
    host.update(30.0)
    assert bob.presence.ready_seats == (ann.seat,) and bob.match_number == 1
    host.update(31.0)
    host.update()
    assert bob.match_number == 2


def test_computer_plays_for_people_who_have_left_and_their_bar_holds(tmp_path: Path) -> None:
    host, (ann, bob, eva) = start_match(tmp_path, CLOCKED, "Ann", "Bob", "Eva")
    bob.leave_match()
    host.play_match([ann, eva])
    play_again(host, [ann, eva])
    first = ann.list_news(FirstMessage)[-1]
    assert [player.is_person for player in first.info.players] == [True, False, True]
    assert "Bob" not in first.info.names
    refused = bob.get_last(Refused)
    assert (refused.code, refused.minutes) == ("barred", 10)
    assert host.join("Bob", token=bob.key).refusal == "wrong_token"
    assert host.join("Robert", run="dd", earlier_keys=(bob.key,)).refusal == "barred"


def test_owner_who_is_barred_cannot_play_again_before_the_bar_is_over(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path, DECLARED, "Ann", "Bob", "Eva")
    ann = guests[0]
    while not ann.is_on_turn:
        host.play_on(guests)
    host.let_time_run_out()
    assert ann.observation.is_over and ann.observation.timed_out_seat == ann.observation.seat
    ann.play_again()
    assert not guests[1].presence.ready_seats
    host.clock.advance(600.0)
    ann.play_again()
    assert guests[1].presence.ready_seats == (ann.observation.seat,)


def test_owner_who_has_left_the_match_does_not_ask_for_another_one(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path)
    ann.leave_match()
    host.leave(ann)
    host.play_match([bob])
    ann.connect_again("aa", is_owner=True).play_again()
    host.update(61.0)
    assert not bob.presence.ready_seats and bob.match_number == 1


def list_match_numbers(guest: Guest) -> list[int]:
    guest.read()
    return [message.match for message in guest.messages if isinstance(message, Welcome)]


@pytest.mark.nightly
@pytest.mark.parametrize(
    "way", choose_sample(["away", "restart", "not received", "dead connection", "two matches"], 2, 1)
)
def test_person_without_the_record_gets_it_before_the_new_match(tmp_path: Path, way: str) -> None:
    """A connection is dead if the machine of the person sleeps: the host sends before it notices that nobody reads."""
    host, (ann, bob) = start_match(tmp_path)
    match_count = 2 if way == "two matches" else 1
    if way == "dead connection":
        host.play_match([ann, bob])
        ann.play_again()
        host.update(61.0)
        host.update()
        assert ann.match_number == 2
    for _match in range(match_count if way != "dead connection" else 0):
        host.leave(bob)
        ann.let_computer_play(bob.seat)
        host.play_match([ann])
        play_again(host, [ann])
    host.leave(bob)
    records = ann.records
    if way == "restart":
        host.restart()
        ann = ann.connect_again("aa", is_owner=True)
        assert ann.records == []
    if way == "not received":
        cut = bob.connect_again()
        host.update(0.2)
        host.leave(cut)
    back = bob.connect_again("dd", match=1)
    for _message in range(match_count + 1):
        back.read()
        host.update(0.2)
    assert list_match_numbers(back) == [*range(1, match_count + 2)]
    assert back.records == records and len(records) == match_count
    assert all(decode_playable_record(record).replay().is_over for record in records)
    assert not back.observation.is_over
    host.leave(back)
    again = back.connect_again("ee")
    assert list_match_numbers(again) == [match_count + 1] and not again.records
    host.play_match([ann, again])


def test_person_whose_bar_keeps_them_out_of_the_new_match_gets_the_record(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path, DECLARED, "Ann", "Bob", "Eva")
    if guests[0].is_on_turn:
        host.play_on(guests)
    late, *others = host.split_by_turn(guests)
    host.leave(late)
    host.let_time_run_out()
    assert others[0].observation.is_over
    play_again(host, others)
    back = late.connect_again()
    back.read()
    host.update(0.2)
    assert back.records == others[0].records
    assert list_match_numbers(back) == [1] and back.refusal


# -- people who come after the end


def test_newcomer_is_told_that_the_match_is_over(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path)
    early = host.join("Cleo", run="cc")
    welcome = early.get_last(Welcome)
    assert welcome.state == "waiting"
    host.play_match(guests)
    assert early.refusal == "match_over", "also somebody who has waited for a seat"
    late = host.join("Dan", run="dd")
    assert late.refusal == "match_over" and late.find_last(Welcome) is None
    waiting = guests[0].get_last(WaitingGuests)
    assert not waiting.names


def test_rematch_goes_on_while_all_are_away_although_the_owner_had_gone_before_it(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path)
    host.play_match([ann, bob])
    host.leave(ann)
    ann = host.join("Ann", run="ee", is_owner=True)
    assert ann.records, "also without the key"
    host.restart()
    host.leave(ann.connect_again("cc", is_owner=True))
    back = [host.join(guest.name, token=guest.key, run="cc", is_owner=guest is ann) for guest in (ann, bob)]
    play_again(host, back)
    for guest in back:
        assert guest.match_number == 2
        host.leave(guest)
    assert not host.table.is_ended
