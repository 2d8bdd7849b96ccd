"""A match at a table over the network: seats, repeated commands, absences, and what a guest is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.core.actions import LeaveMatch, Play, Timeout
from game.core.cards import Card
from game.core.messages import Reason
from game.match.house_rules import RuleSet
from game.network import messages
from game.network.host_process import abandon_lost_matches
from game.network.messages import (
    MAX_CHAT_LINES,
    MAX_HOST_MESSAGE_BYTES,
    ArrangeSeats,
    Chat,
    ChatLines,
    EndTable,
    FillSeat,
    Presence,
    Readmit,
    Ready,
    RecordPart,
    RemoveGuest,
    StartMatch,
    Step,
    Substitute,
    TakeTurn,
    WaitingGuests,
)
from game.network.table_files import open_tables
from game.session.messages import ChatLine, DeadlineMessage, MatchStatus
from game.session.wire import WireError
from game.storage.match_rows import STATUS_FINISHED
from tests.network_driver import SECRET, TableDriver, TestGuest

CLOCKED = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 1, "turn_seconds": 60, "bar_minutes": 10})
TALKATIVE = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 1, "talk": "free"})


def start_match(home: Path, rules: RuleSet | None = None) -> tuple[TableDriver, list[TestGuest]]:
    driver = TableDriver(home) if rules is None else TableDriver(home, rules)
    return driver, driver.start("Ann", "Bob")


def play_on(driver: TableDriver, guests: list[TestGuest]) -> None:
    """Let the guest on turn play their first card."""
    guest = driver.get_guest_on_turn(guests)
    guest.act(guest.position[0].legal_actions[0])
    driver.update()
    driver.settle(guests)


def count_actions(driver: TableDriver) -> int:
    assert driver.table.match is not None
    return len(driver.table.match.host.record.deals[-1].actions)


def rejoin(driver: TableDriver, guest: TestGuest) -> TestGuest:
    """Return the same run of the guest's program in a new connection."""
    return driver.join(guest.name, token=guest.key)


def measure_turn(driver: TableDriver) -> float:
    assert driver.table.match is not None
    return driver.table.match.host.turn_clock.elapsed_seconds


# -- commands


def test_match_is_played_to_its_end_and_its_record_arrives(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    for _turn in range(40):
        play_on(driver, guests)
    assert all(guest.position[0].is_over for guest in guests)
    parts = [guest.find_last(RecordPart) for guest in guests]
    assert parts[0] is not None and parts[0].is_last and parts[0] == parts[1]


def test_repeated_command_gets_the_same_answer_and_has_one_effect(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    guest = driver.get_guest_on_turn(guests)
    action, turn = guest.position[0].legal_actions[0], guest.position[2]
    for _time in range(3):
        guest.act(action, number=7, turn=turn)
        driver.update()
    assert [(answer.number, answer.reason) for answer in guest.answers] == [(7, None)] * 3
    assert count_actions(driver) == 1


def test_repeated_chat_appears_once(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path, TALKATIVE)
    play_on(driver, [ann, bob])
    play_on(driver, [ann, bob])
    for _time in range(3):
        ann.send(Chat(number=100, text="Good luck!"))
        driver.update()
    assert sum(type(message).__name__ == "ChatLine" for message in bob.list_match_messages()) == 1


def test_action_is_answered_only_once_it_is_stored(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    guest = driver.get_guest_on_turn(guests)
    driver.storage.is_paused = True
    guest.act(guest.position[0].legal_actions[0])
    driver.update()
    assert not guest.answers
    driver.storage.is_paused = False
    driver.storage.run_waiting_calls()
    driver.update()
    assert [answer.reason for answer in guest.answers] == [None]


def act_and_leave_during_the_write(driver: TableDriver, guests: list[TestGuest], number: int) -> TestGuest:
    """Let the guest on turn act and lose its connection, both before the action is stored."""
    guest = driver.get_guest_on_turn(guests)
    driver.storage.is_paused = True
    guest.act(guest.position[0].legal_actions[0], number=number)
    driver.update()
    driver.leave(guest)
    return guest


def test_action_that_is_repeated_during_its_write_is_accepted(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    guest = act_and_leave_during_the_write(driver, guests, 7)
    back = driver.join(guest.name, token=guest.key)
    back.act(guest.position[0].legal_actions[0], number=7)
    driver.storage.is_paused = False
    driver.storage.run_waiting_calls()
    driver.update()
    assert {(answer.number, answer.reason) for answer in back.answers} == {(7, None)}
    assert count_actions(driver) == 1


def test_program_that_was_started_again_gets_no_answer_to_an_earlier_run(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    guest = act_and_leave_during_the_write(driver, guests, 7)
    driver.storage.is_paused = False
    driver.storage.run_waiting_calls()
    driver.update()
    back = driver.join(guest.name, token=guest.key, run="cc")
    assert not back.answers
    assert count_actions(driver) == 1


def test_action_of_an_earlier_turn_is_out_of_date(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    play_on(driver, guests)
    guest = driver.get_guest_on_turn(guests)
    guest.act(guest.position[0].legal_actions[0], turn=(1, 0))
    driver.update()
    assert guest.answers[-1].reason == Reason("out_of_date")


def test_deal_that_is_being_stored_is_no_pause_between_deals(tmp_path: Path) -> None:
    _driver, guests = start_match(tmp_path)
    statuses = [message for message in guests[0].list_match_messages() if isinstance(message, MatchStatus)]
    assert statuses and not any(status.is_between_deals for status in statuses)


def test_refusal_of_another_seats_action_does_not_depend_on_cards(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    guest = driver.get_guest_on_turn(guests)
    (other,) = [person for person in guests if person is not guest]
    other_seat = other.position[0].seat
    assert other_seat is not None
    actions = [Play(other_seat, Card(name)) for name in ("Ad", "3c", "Ks")] + [Timeout(other_seat)]
    for action in actions:
        guest.act(action)
    driver.update()
    assert [answer.reason for answer in guest.answers] == [Reason("not_here")] * len(actions)
    assert count_actions(driver) == 0


def test_guest_cannot_end_its_own_time(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, CLOCKED)
    guest = driver.get_guest_on_turn(guests)
    guest.act(Timeout(guest.position[0].seat or 0))
    driver.update()
    assert guest.answers[-1].reason == Reason("not_here")


@pytest.mark.parametrize("action", ["", "play Ad", "0 deal", "0 play", "0 play Xx", "00 play Ad", "9" * 199])
def test_text_that_is_no_action_breaks_the_protocol(tmp_path: Path, action: str) -> None:
    _driver, guests = start_match(tmp_path)
    with pytest.raises(WireError):
        guests[0].send(TakeTurn(number=1, turn=(1, 0), action=action))


# -- seats


def test_returning_guest_has_the_same_seat_and_gets_the_deal_so_far(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    for _turn in range(3):
        play_on(driver, guests)
    before = guests[1].position[0]
    driver.leave(guests[1])
    back = driver.join("another name", token=guests[1].key, run="cc")
    assert back.position[0] == before
    guests[1] = back
    driver.settle(guests)
    play_on(driver, guests)
    assert count_actions(driver) == 4


def test_newest_connection_with_a_key_wins(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    newer = driver.join("Bob", token=bob.key, run="cc")
    assert bob.refusal == "displaced"
    driver.leave(bob)
    driver.settle([ann, newer])
    play_on(driver, [ann, newer])
    assert count_actions(driver) == 1


def test_connections_that_arrive_in_another_order_do_not_end_the_guest(tmp_path: Path) -> None:
    driver, (_ann, bob) = start_match(tmp_path)
    older = driver.join("Bob", token=bob.key)
    newer = driver.join("Bob", token=bob.key)
    assert older.guest.is_closing and not older.refusal
    assert newer.position[0].seat == 1


def test_owner_readmits_a_person_who_lost_the_key(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    old_key = bob.key
    driver.leave(bob)
    lost = driver.join("Robert", run="cc")
    assert not lost.key
    waiting = ann.find_last(WaitingGuests)
    assert waiting is not None and waiting.names == ("Robert",)
    ann.send(Readmit(seat=1, name="Robert"))
    driver.update()
    assert lost.position[0].seat == 1 and lost.key != old_key
    assert driver.join("Bob", token=old_key, run="dd").refusal == "wrong_token"


def test_owner_is_told_when_nobody_waits_any_more(tmp_path: Path) -> None:
    driver, (ann, _bob) = start_match(tmp_path)
    lost = driver.join("Robert", run="cc")
    driver.leave(lost)
    assert ann.find_last(WaitingGuests) == WaitingGuests(names=())


def test_guest_cut_before_its_key_arrived_gets_a_new_one(tmp_path: Path) -> None:
    driver, (_ann, bob) = start_match(tmp_path)
    driver.leave(bob)
    back = driver.join("Bob", token=SECRET)
    assert back.key and back.key != bob.key
    assert back.position[0].seat == 1


@pytest.mark.parametrize("paused_write", ["the match", "the table"])
def test_guest_cut_while_the_start_is_stored_gets_its_seat_afterwards(tmp_path: Path, paused_write: str) -> None:
    driver = TableDriver(tmp_path)
    ann, bob = driver.join("Ann", is_owner=True), driver.join("Bob")
    bob.send(Ready())
    ann.send(StartMatch())
    driver.storage.is_paused = paused_write == "the match"
    driver.table.update()
    driver.storage.is_paused = True
    driver.update()
    for guest in (ann, bob):
        driver.leave(guest)
    guests = [driver.join("Ann", is_owner=True), driver.join("Bob")]
    assert not any(guest.key for guest in guests)
    driver.storage.is_paused = False
    driver.storage.run_waiting_calls()
    driver.update(count=20)
    driver.settle(guests)
    assert all(guest.key for guest in guests)
    assert [guest.position[0].seat for guest in guests] == [0, 1]
    play_on(driver, guests)
    assert count_actions(driver) == 1


def test_owner_whose_key_was_lost_with_the_host_has_the_seat_again(tmp_path: Path) -> None:
    driver, (_ann, bob) = start_match(tmp_path)
    driver.restart()
    ann = driver.join("Ann", is_owner=True, run="cc")
    assert ann.position[0].seat == 0
    lost = driver.join("Bob", run="dd")
    assert not lost.key
    ann.send(Readmit(seat=1, name="Bob"))
    driver.update()
    assert lost.position[0].seat == 1 and lost.key != bob.key


def test_second_connection_of_the_owner_displaces_nobody(tmp_path: Path) -> None:
    driver, (ann, _bob) = start_match(tmp_path)
    second = driver.join("Ann again", is_owner=True, run="cc")
    assert not second.key and not ann.refusal
    driver.leave(ann)
    assert second.position[0].seat == 0


def test_table_is_reopened_at_the_same_card_with_the_same_keys(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    for _turn in range(5):
        play_on(driver, guests)
    seen = [guest.position[0] for guest in guests]
    driver.restart()
    guests = [driver.join(guest.name, token=guest.key, run="cc") for guest in guests]
    assert [guest.position[0] for guest in guests] == seen
    driver.settle(guests)
    play_on(driver, guests)
    assert count_actions(driver) == 6


def test_action_whose_answer_was_lost_with_the_host_is_confirmed(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    guest = driver.get_guest_on_turn(guests)
    action, turn = guest.position[0].legal_actions[0], guest.position[2]
    guest.act(action, number=1, turn=turn)
    driver.restart()
    back = rejoin(driver, guest)
    back.act(action, number=1, turn=turn)
    driver.update()
    assert [answer.reason for answer in back.answers] == [None]
    assert count_actions(driver) == 1


def test_vote_whose_answer_was_lost_with_the_host_has_no_second_effect(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, CLOCKED)
    ann = guests[0]
    turn, vote = ann.position[2], f"{ann.position[0].seat} unlock"
    ann.act(vote, number=1, turn=turn)
    driver.restart()
    driver.restart()
    back = rejoin(driver, ann)
    back.act(vote, number=1, turn=turn)
    back.act(vote, number=2, turn=turn)
    driver.update()
    assert [answer.reason for answer in back.answers] == [None, Reason("voted_already")]
    assert count_actions(driver) == 1


def test_chat_message_whose_answer_was_lost_with_the_host_appears_once(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, TALKATIVE)
    play_on(driver, guests)
    play_on(driver, guests)
    ann = guests[0]
    ann.send(Chat(number=100, text="Good luck!"))
    ann.send(Chat(number=101, text="Well played!"))
    driver.restart()
    back = rejoin(driver, ann)
    for number, text in ((100, "Good luck!"), (101, "Well played!"), (102, "Sorry!")):
        back.send(Chat(number=number, text=text))
    driver.update()
    lines = [message.message.text for message in back.list_match_messages() if isinstance(message, ChatLine)]
    assert lines == ["Sorry!"]
    assert [(answer.number, answer.reason) for answer in back.answers] == [(100, None), (101, None), (102, None)]


def test_number_of_another_run_of_the_program_is_a_new_command(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    guest = driver.get_guest_on_turn(guests)
    guest.act(guest.position[0].legal_actions[0], number=1)
    driver.settle(guests)
    guest = driver.get_guest_on_turn(guests)
    driver.restart()
    back = driver.join(guest.name, token=guest.key, run="cc")
    back.act(back.position[0].legal_actions[0], number=1)
    driver.update()
    assert [answer.reason for answer in back.answers] == [None]
    assert count_actions(driver) == 2


def test_refused_command_is_judged_anew_after_a_restart_of_the_host(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    guest = driver.get_guest_on_turn(guests)
    action = guest.position[0].legal_actions[0]
    guest.act(action, number=1, turn=(1, 9))
    guest.act(action, number=2)
    driver.update()
    driver.restart()
    back = rejoin(driver, guest)
    back.act(action, number=1, turn=(1, 9))
    driver.update()
    assert [answer.reason for answer in back.answers] == [Reason("out_of_date")]


# -- absence


def test_presence_tells_who_is_away(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    driver.leave(bob)
    presence = ann.find_last(Presence)
    assert presence is not None
    assert [person.away_seconds is None for person in presence.people] == [True, False]


def test_others_wait_for_an_absent_person_without_a_turn_clock(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    absent = driver.get_guest_on_turn(guests)
    driver.leave(absent)
    for _minute in range(30):
        driver.update(4.0)
    assert count_actions(driver) == 0


def test_computer_plays_for_an_absent_person_until_they_are_back(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    bobs_seat = bob.position[0].seat or 0
    ann.send(Substitute(seat=bobs_seat))
    driver.leave(bob)
    ann.send(Substitute(seat=bobs_seat))
    for _turn in range(12):
        driver.update(1.0)
        ann.report_shown()
        if ann.position[0].legal_actions:
            ann.act(ann.position[0].legal_actions[0])
    actions = count_actions(driver)
    assert actions > 6
    back = driver.join("Bob", token=bob.key, run="cc")
    presence = ann.find_last(Presence)
    assert presence is not None and not any(person.is_substituted for person in presence.people)
    for _turn in range(4):
        driver.update(1.0)
        driver.settle([ann, back])
    assert count_actions(driver) <= actions + 1
    play_on(driver, [ann, back])


def test_substitution_is_remembered_when_the_host_is_started_again(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    bobs_seat = bob.position[0].seat or 0
    driver.leave(bob)
    ann.send(Substitute(seat=bobs_seat))
    driver.update()
    driver.restart()
    ann = driver.join("Ann", token=ann.key, is_owner=True, run="cc")
    presence = ann.find_last(Presence)
    assert presence is not None
    assert [person.seat for person in presence.people if person.is_substituted] == [bobs_seat]
    for _turn in range(6):
        driver.update(1.0)
        ann.report_shown()
        if ann.position[0].legal_actions:
            ann.act(ann.position[0].legal_actions[0])
    assert count_actions(driver) > 3
    driver.join("Bob", token=bob.key, run="dd")
    driver.restart()
    assert not driver.stored.substituted_seats, "the person is back"


def test_substitution_that_cannot_be_stored_holds_even_so(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    driver.leave(bob)
    driver.storage.failure_message = "The disk is full."
    ann.send(Substitute(seat=bob.position[0].seat or 0))
    driver.update()
    presence = ann.find_last(Presence)
    assert presence is not None and any(person.is_substituted for person in presence.people)


def test_no_computer_plays_for_a_person_at_a_table_with_a_turn_clock(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path, CLOCKED)
    driver.leave(bob)
    ann.send(Substitute(seat=bob.position[0].seat or 0))
    presence = ann.find_last(Presence)
    assert presence is not None and not any(person.is_substituted for person in presence.people)


def test_absent_person_runs_out_of_time_at_a_table_with_a_turn_clock(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, CLOCKED)
    absent = driver.get_guest_on_turn(guests)
    driver.leave(absent)
    (other,) = [guest for guest in guests if guest is not absent]
    for _time in range(20):
        driver.update(4.0)
        other.report_shown()
    driver.update()
    assert count_actions(driver) >= 2, "the timeout, and a random card"


def test_vote_and_chat_of_the_person_on_turn_restart_the_turn_clock(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, CLOCKED)
    play_on(driver, guests)
    play_on(driver, guests)
    on_turn = driver.get_guest_on_turn(guests)
    (other,) = [guest for guest in guests if guest is not on_turn]
    driver.update(4.0)
    other.act(f"{other.position[0].seat} unlock")
    driver.update(4.0)
    assert measure_turn(driver) == 8.0
    on_turn.send(Chat(number=100, text="One moment, please."))
    driver.update()
    assert measure_turn(driver) == 0.0


def test_nobody_is_timed_out_for_the_absence_of_the_host(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, CLOCKED)
    for _sleep in range(5):
        driver.update(50.0)
        driver.settle(guests)
    driver.clock.advance(100_000.0)
    driver.update()
    driver.restart()
    driver.clock.advance(100_000.0)
    guests = [driver.join(guest.name, token=guest.key, run="cc") for guest in guests]
    driver.settle(guests)
    driver.update(4.0)
    assert count_actions(driver) == 0
    play_on(driver, guests)
    assert count_actions(driver) == 1


def test_turn_waits_for_people_who_come_back_after_a_restart_of_the_host(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, CLOCKED)
    on_turn = driver.get_guest_on_turn(guests)
    (other,) = [guest for guest in guests if guest is not on_turn]
    driver.restart()
    other = driver.join(other.name, token=other.key, run="cc")
    for _time in range(4):
        driver.update(4.0)
        other.report_shown()
    back = driver.join(on_turn.name, token=on_turn.key, run="dd")
    assert get_seconds_left(back) == 60.0
    driver.settle([back, other])
    for _time in range(12):
        driver.update(4.5)
        driver.settle([back, other])
    assert count_actions(driver) == 0, "the whole turn began at the return"


def test_turn_of_a_person_who_does_not_come_back_begins_after_some_time(tmp_path: Path) -> None:
    driver, _guests = start_match(tmp_path, CLOCKED)
    driver.restart()
    for _time in range(19):
        driver.update(4.0)
    assert count_actions(driver) == 0
    for _time in range(3):
        driver.update(4.0)
    assert count_actions(driver) >= 1


def get_seconds_left(guest: TestGuest) -> float | None:
    """Return the time of the last deadline that the guest was told."""
    deadlines = [message for message in guest.list_match_messages() if isinstance(message, DeadlineMessage)]
    return deadlines[-1].seconds_left


def test_screen_that_never_reports_does_not_stop_the_match(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path, CLOCKED)
    for _time in range(30):
        driver.update(4.0)
    assert count_actions(driver) >= 2
    assert not ann.refusal and not bob.refusal


def test_next_deal_waits_for_everybody_who_is_there(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, RuleSet(game="briscola", preset="classic"))
    for _turn in range(40):
        play_on(driver, guests)
    assert driver.table.match is not None
    record = driver.table.match.host
    guests[0].send(Ready())
    driver.update(1.0)
    presence = guests[1].find_last(Presence)
    assert presence is not None and presence.ready_seats == (0,)
    assert len(record.record.deals) == 1
    driver.leave(guests[1])
    driver.settle(guests[:1])
    driver.update(1.0)
    assert len(record.record.deals) == 2


@pytest.mark.slow
def test_every_deal_waits_for_its_own_report_of_readiness(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, RuleSet(game="briscola", preset="classic"))
    assert driver.table.match is not None
    host = driver.table.match.host
    for _turn in range(40):
        play_on(driver, guests)
    driver.storage.is_paused = True
    for guest in guests:
        guest.send(Ready())
    driver.update()
    assert not host.is_between_deals, "the next deal is being saved"
    driver.storage.is_paused = False
    driver.storage.run_waiting_calls()
    driver.settle(guests)
    for _turn in range(40):
        play_on(driver, guests)
    driver.settle(guests)
    assert len(host.record.deals) == 2
    assert host.is_between_deals


def test_readiness_during_a_deal_has_no_effect(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, RuleSet(game="briscola", preset="classic"))
    assert driver.table.match is not None
    for _turn in range(40):
        for guest in guests:
            guest.send(Ready())
        play_on(driver, guests)
    driver.settle(guests)
    assert len(driver.table.match.host.record.deals) == 1


def test_step_of_an_action_comes_before_its_answer(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    guest = driver.get_guest_on_turn(guests)
    guest.read()
    count = len(guest.messages)
    play_on(driver, guests)
    tags = [type(message).__name__ for message in guest.messages[count:]]
    assert tags.index("Step") < tags.index("MatchNews")
    assert guest.answers[-1].reason is None


def test_message_that_the_state_does_not_allow_is_ignored(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    lost = driver.join("Robert", run="cc")
    for of_owner in (StartMatch(), FillSeat(seat=0, level="club"), ArrangeSeats(order=(1, 0)), RemoveGuest(seat=1)):
        ann.send(of_owner)
    for of_player in (Ready(), Chat(number=1, text="Hello"), TakeTurn(number=1, turn=(1, 0), action="0 play Ad")):
        lost.send(of_player)
    driver.update()
    assert not any(guest.refusal for guest in (ann, bob, lost))
    assert count_actions(driver) == 0


def test_owner_without_a_key_has_the_seat_again_at_once(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    position = ann.position
    driver.leave(ann)
    lost = driver.join("Ann again", is_owner=True, run="cc")
    assert lost.key and lost.key != ann.key
    assert lost.position == position
    driver.settle([lost, bob])
    play_on(driver, [lost, bob])
    assert count_actions(driver) == 1


def test_person_can_leave_and_a_computer_plays_on(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    bob.act(LeaveMatch(bob.position[0].seat or 0))
    driver.update()
    assert bob.answers[-1].reason is None
    assert ann.position[0].departed_seats == (bob.position[0].seat,)


def test_table_ends_when_every_person_has_left_the_match(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    for index, guest in enumerate(guests):
        assert not driver.table.is_ended
        guest.act(LeaveMatch(guest.position[0].seat or 0))
        driver.update()
        assert guest.answers[-1].reason is None, index
    assert driver.table.is_ended
    assert [guest.refusal for guest in guests] == ["ended", "ended"]


@pytest.mark.parametrize("has_gone", [False, True])
def test_person_who_left_the_match_gets_no_new_key(tmp_path: Path, has_gone: bool) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    bob.act(LeaveMatch(bob.position[0].seat or 0))
    driver.update()
    if has_gone:
        driver.leave(bob)
    back = driver.join("Bob", token=SECRET)
    assert not back.key
    assert ann.find_last(WaitingGuests) == WaitingGuests(names=("Bob",))


# -- the end of the table


def finish_match(home: Path) -> tuple[TableDriver, list[TestGuest]]:
    """Return a table whose match has ended while the second guest was away, and the guest who has the record."""
    driver, guests = start_match(home)
    for _turn in range(39):
        play_on(driver, guests)
    last = driver.get_guest_on_turn(guests)
    (other,) = [guest for guest in guests if guest is not last]
    driver.leave(other)
    last.act(last.position[0].legal_actions[0])
    driver.update()
    driver.settle([last])
    assert last.find_last(RecordPart) is not None
    driver.update()
    return driver, [last, other]


def test_table_whose_owner_has_gone_is_kept_until_everybody_has_the_record(tmp_path: Path) -> None:
    driver, (last, other) = finish_match(tmp_path)
    owner = driver.join("Ann", token=last.key, is_owner=True, run="ee")
    owner.read()
    driver.leave(owner)
    driver.update(5.0)
    assert not driver.table.is_ended
    late = driver.join("late", token=other.key, run="ff")
    assert late.find_last(RecordPart) is not None
    driver.update()
    assert not driver.table.is_ended, "somebody is there"
    driver.leave(late)
    assert driver.table.is_ended


def test_table_stays_open_if_the_owner_lost_only_an_older_connection_before_all_had_the_record(tmp_path: Path) -> None:
    driver, (last, other) = finish_match(tmp_path)
    older = driver.join("Ann", token=last.key, is_owner=True, run="ee")
    owner = driver.join("Ann", token=last.key, is_owner=True, run="ee")
    driver.leave(older)
    driver.leave(driver.join("late", token=other.key, run="ff"))
    driver.leave(owner)
    assert not driver.table.is_ended


def test_table_is_kept_for_somebody_whom_the_record_did_not_reach(tmp_path: Path) -> None:
    driver, (last, other) = finish_match(tmp_path)
    owner = driver.join("Ann", token=last.key, is_owner=True, run="ee")
    owner.read()
    driver.leave(owner)
    late = driver.join("late", token=other.key, run="ff")
    late.guest.outgoing.clear()  # handed over, and lost with the connection
    driver.update()
    driver.leave(late)
    assert not driver.table.is_ended
    late = driver.join("late", token=other.key, run="ff")
    assert late.find_last(RecordPart) is not None
    driver.update()
    driver.leave(late)
    assert driver.table.is_ended


def test_table_of_a_finished_match_stays_open_if_everybody_has_the_record(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    for _turn in range(40):
        play_on(driver, guests)
    for guest in reversed(guests):
        guest.read()
        driver.leave(guest)
    driver.update(5.0)
    assert not driver.table.is_ended


@pytest.mark.parametrize("paused_write", ["nothing", "the match", "the table"])
def test_table_that_ends_at_the_start_leaves_no_unfinished_match(tmp_path: Path, paused_write: str) -> None:
    driver = TableDriver(tmp_path)
    ann = driver.join("Ann", is_owner=True)
    ann.send(StartMatch())
    driver.storage.is_paused = paused_write == "the match"
    driver.table.update()
    driver.storage.is_paused = paused_write != "nothing"
    driver.update()
    ann.send(EndTable())
    driver.storage.is_paused = False
    driver.storage.run_waiting_calls()
    driver.table.close()
    repository = driver.storage.get_repository()
    assert repository.database.execute("SELECT count(*) FROM matches").fetchone() == (1,)
    assert not repository.list_unfinished_matches()


def test_table_that_ends_before_its_match_is_stored_leaves_no_unfinished_match(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path)
    ann = driver.join("Ann", is_owner=True)
    ann.send(StartMatch())
    driver.storage.is_paused = True
    driver.update()
    ann.send(EndTable())
    driver.table.close()
    driver.storage.is_paused = False
    driver.storage.run_waiting_calls()
    assert not driver.storage.get_repository().list_unfinished_matches()


def test_match_that_ends_with_its_table_counts_as_finished(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    for _turn in range(39):
        play_on(driver, guests)
    guest = driver.get_guest_on_turn(guests)
    driver.storage.is_paused = True
    guest.act(guest.position[0].legal_actions[0])
    driver.update()
    guests[0].send(EndTable())
    driver.storage.is_paused = False
    driver.storage.run_waiting_calls()
    driver.table.close()
    statuses = driver.storage.get_repository().database.execute("SELECT finished FROM matches").fetchall()
    assert statuses == [(STATUS_FINISHED,)]


def test_ended_table_gives_its_match_up(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    play_on(driver, guests)
    guests[0].send(EndTable())
    driver.table.close()
    assert not driver.storage.get_repository().list_unfinished_matches()


def test_match_of_no_table_is_given_up_when_a_host_starts(tmp_path: Path) -> None:
    driver, _guests = start_match(tmp_path)
    driver.table.close()
    document = open_tables(tmp_path)
    document.update(lambda tables: tables.with_table(driver.stored))
    abandon_lost_matches(driver.storage, document)
    assert len(driver.storage.get_repository().list_unfinished_matches()) == 1
    document.update(lambda tables: tables.without_table(driver.stored.name))
    abandon_lost_matches(driver.storage, document)
    assert not driver.storage.get_repository().list_unfinished_matches()


# -- size


def test_guest_for_whom_a_message_is_too_long_is_refused_and_the_host_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, guests = start_match(tmp_path)
    guest = driver.get_guest_on_turn(guests)
    guest.act(guest.position[0].legal_actions[0])
    monkeypatch.setattr(messages, "MAX_HOST_MESSAGE_BYTES", 200)
    driver.update()
    assert [guest.refusal for guest in guests] == ["bad_host", "bad_host"]
    monkeypatch.undo()
    for guest in guests:
        driver.leave(guest)
    back = driver.join("Ann", token=guests[0].key, run="cc")
    assert not back.refusal and count_actions(driver) == 1


def test_reconnecting_guest_gets_the_last_chat_lines_only(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path, TALKATIVE)
    play_on(driver, [ann, bob])
    play_on(driver, [ann, bob])
    for number in range(MAX_CHAT_LINES + 10):
        ann.send(Chat(number=number + 100, text="\U0001f0a1" * 180 + str(number)))
        driver.update(1.0)
    back = driver.join("Bob", token=bob.key, run="cc")
    lines = back.find_last(ChatLines)
    assert lines is not None
    assert lines.lines[-1][1].endswith(str(MAX_CHAT_LINES + 9))
    assert len(lines.lines) <= MAX_CHAT_LINES
    assert max(map(len, back.received_bytes)) <= MAX_HOST_MESSAGE_BYTES


@pytest.mark.parametrize(
    ("game", "preset", "seats"),
    [("briscola", "classic", 6), ("chiamata", "regolamento", 5), ("spades", "individual", 5),
     ("muscio", "gattorna", 6)],
)  # fmt: skip
@pytest.mark.slow
def test_steps_of_every_game_are_small(tmp_path: Path, game: str, preset: str, seats: int) -> None:
    driver = TableDriver(tmp_path, RuleSet(game=game, preset=preset), seats)
    guests = driver.start(*("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")[:seats])
    for _turn in range(60):
        on_turn = [guest for guest in guests if guest.position[0].legal_actions]
        if on_turn:
            play_on(driver, guests)
    assert any(isinstance(message, Step) for message in guests[0].messages)
    assert not find_floats([msgspec.msgpack.decode(data) for guest in guests for data in guest.received_bytes])
    assert max(len(data) for guest in guests for data in guest.received_bytes) < 16 * 1024


def find_floats(plain: Any, place: Any = None) -> set[Any]:
    """Return the keys of maps and the classes of values in which there is a floating-point number."""
    if isinstance(plain, dict):
        return {found for key, part in plain.items() for found in find_floats(part, key)}
    if isinstance(plain, list):
        place = plain[0] if plain and isinstance(plain[0], str) else place
        return {found for part in plain for found in find_floats(part, place)}
    assert not isinstance(plain, msgspec.msgpack.Ext)
    return {place} if isinstance(plain, float) else set()


def test_only_times_are_floating_point_numbers(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, CLOCKED)
    for _turn in range(5):
        play_on(driver, guests)
    driver.leave(guests[1])
    guests[0].read()
    messages = [msgspec.msgpack.decode(data) for data in guests[0].received_bytes]
    assert find_floats(messages) == {"away_seconds", "DeadlineMessage"}
