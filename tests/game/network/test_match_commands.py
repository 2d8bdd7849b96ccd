"""Commands at a table over the network: each has one effect, also over a restart of the host."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.actions import Play, Timeout
from game.core.cards import Card
from game.core.messages import Reason
from game.network.accepted_commands import MAX_STORED_NUMBERS, AcceptedCommands
from game.network.match_table import MAX_KEPT_ANSWERS
from game.network.messages import (
    ArrangeSeats,
    Chat,
    FillSeat,
    Ready,
    RecordPart,
    RemoveGuest,
    StartMatch,
    TakeTurn,
)
from game.session.messages import Answer, ChatLine, MatchStatus
from game.session.wire import WireError
from tests.network_driver import CLOCKED, TALKATIVE, TableDriver, TestGuest, start_match


def rejoin(driver: TableDriver, guest: TestGuest) -> TestGuest:
    """Return the same run of the guest's program in a new connection."""
    return driver.join(guest.name, token=guest.key)


def test_match_is_played_to_its_end_and_its_record_arrives(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    for _turn in range(40):
        driver.play_on(guests)
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
    assert driver.action_count == 1


def test_only_the_oldest_answer_is_forgotten_when_there_are_too_many(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    guest = driver.get_guest_on_turn(guests)
    action, turn = guest.position[0].legal_actions[0], guest.position[2]

    def act(number: int, turn: tuple[int, int]) -> Answer:
        guest.act(action, number=number, turn=turn)
        driver.update()
        return guest.answers[-1]

    refused = [Answer(number, Reason("out_of_date")) for number in range(MAX_KEPT_ANSWERS + 2)]
    for number in range(1, MAX_KEPT_ANSWERS + 1):
        assert act(number, (1, 9)) == refused[number]
    assert act(1, turn) == refused[1], "as many answers are kept"
    act(MAX_KEPT_ANSWERS + 1, (1, 9))
    assert [act(number, turn) for number in range(2, MAX_KEPT_ANSWERS + 2)] == refused[2:]
    assert driver.action_count == 0
    assert act(1, turn) == Answer(1, None)
    assert driver.action_count == 1


def test_repeated_chat_appears_once(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path, TALKATIVE)
    driver.play_on([ann, bob])
    driver.play_on([ann, bob])
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
    assert driver.action_count == 1


def test_program_that_was_started_again_gets_no_answer_to_an_earlier_run(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    guest = act_and_leave_during_the_write(driver, guests, 7)
    driver.storage.is_paused = False
    driver.storage.run_waiting_calls()
    driver.update()
    back = driver.join(guest.name, token=guest.key, run="cc")
    assert not back.answers
    assert driver.action_count == 1


def test_action_of_an_earlier_turn_is_out_of_date(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    driver.play_on(guests)
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
    assert driver.action_count == 0


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
    assert driver.action_count == 1


def test_latest_accepted_commands_of_a_run_are_stored() -> None:
    commands = AcceptedCommands("accepted", {})
    for number in range(1, MAX_STORED_NUMBERS + 2):
        note = commands.add(1, "run", number)
    stored = AcceptedCommands("accepted", note)
    assert stored.list_answers(1, "run") == {
        number: Answer(number, None) for number in range(2, MAX_STORED_NUMBERS + 2)
    }
    assert stored.list_answers(1, "other run") == stored.list_answers(0, "run") == {}


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
    assert driver.action_count == 1


def test_chat_message_whose_answer_was_lost_with_the_host_appears_once(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, TALKATIVE)
    driver.play_on(guests)
    driver.play_on(guests)
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
    assert driver.action_count == 2


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


def test_step_of_an_action_comes_before_its_answer(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    guest = driver.get_guest_on_turn(guests)
    guest.read()
    count = len(guest.messages)
    driver.play_on(guests)
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
    assert driver.action_count == 0
