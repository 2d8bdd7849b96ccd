"""Commands at a table over the network: each has one effect, also over a restart of the host; chat has a limit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.core.actions import Play, Timeout, VoteToEnd
from game.core.cards import Card
from game.core.messages import Reason
from game.match.house_rules import RuleSet
from game.network.messages import ArrangeSeats, FillSeat, RemoveGuest, StartMatch
from game.session.encoding import MessageError
from game.session.messages import Answer, Command, MatchStatus, Ready, Say, TakeAction, TransitionMessage
from game.session.rate_limit import LIMIT_INTERVAL_S, MAX_AT_ONCE
from game.text.chat import CHAT_PHRASES
from tests.network.checked_match import CheckedMatch
from tests.network.host import CLOCKED, ONE_DEAL, TALKATIVE, Guest, Host, start_match


def rejoin(guest: Guest) -> Guest:
    """Return the same run of the guest's program in a new connection."""
    return guest.host.join(guest.name, token=guest.key)


def start_talk(home: Path, rules: RuleSet) -> tuple[Host, list[Guest]]:
    """Return a table at which people may talk: in Briscola after the first trick."""
    host, guests = start_match(home, rules)
    host.play_on(guests, 2)
    return host, guests


@pytest.fixture
def guest(tmp_path: Path) -> Guest:
    """Return the guest who is on turn at the first card of a match with a turn timer."""
    host, guests = start_match(tmp_path, CLOCKED)
    return host.get_guest_on_turn(guests)


def test_repeated_command_is_out_of_date_and_has_one_effect(guest: Guest) -> None:
    action, turn = guest.observation.legal_actions[0], guest.turn
    for _time in range(3):
        guest.play(action, number=7, turn=turn)
    again = [Answer(7, Reason("out_of_date"))] * 2
    assert (guest.answers, guest.host.action_count) == ([Answer(7, None), *again], 1)


def test_action_is_answered_only_once_it_is_stored_also_if_it_is_repeated_meanwhile(guest: Guest) -> None:
    host, action = guest.host, guest.observation.legal_actions[0]
    host.storage.is_paused = True
    guest.play(action, number=7)
    assert not guest.answers and not any(status.is_between_deals for status in guest.list_news(MatchStatus))
    guest.lose_connection()
    back = rejoin(guest)
    back.act(action, number=7)
    host.storage.finish_writes()
    host.update()
    assert back.answers == [Answer(7, Reason("out_of_date"))], "it has come twice"
    assert host.action_count == 1 and not guest.connect_again().answers, "they are not for another connection"


def test_action_of_an_earlier_turn_is_out_of_date(guest: Guest) -> None:
    host = guest.host
    host.play_on(host.guests)
    later = host.get_guest_on_turn(host.guests)
    later.play(turn=(1, 0))
    assert later.answers[-1].reason == Reason("out_of_date")


def test_refusal_of_another_seats_action_or_of_a_timeout_does_not_depend_on_cards(guest: Guest) -> None:
    other = 1 - guest.seat
    actions = [*(Play(other, Card(name)) for name in ("Ad", "3c", "Ks")), Timeout(other), Timeout(guest.seat)]
    for action in actions:
        guest.play(action)
    reasons = [answer.reason for answer in guest.answers]
    assert reasons == [Reason("not_your_turn", {"seat": guest.seat})] * (len(actions) - 1) + [Reason("not_here")]
    assert guest.host.action_count == 0


def test_text_that_is_no_action_breaks_the_protocol(guest: Guest) -> None:
    template = {"type": "command", "number": 1, "turn": [1, 0]}
    for action in ("", "play Ad", "0 deal", "0 play", "0 play Xx", "00 play Ad", "9" * 199):
        with pytest.raises(MessageError):
            guest.connect_again().send_text(json.dumps(template | {"request": {"type": "act", "action": action}}))


@pytest.mark.parametrize("is_vote", [False, True])
def test_action_whose_answer_was_lost_with_the_host_has_one_effect(guest: Guest, *, is_vote: bool) -> None:
    turn = guest.turn
    action = VoteToEnd(guest.seat) if is_vote else guest.observation.legal_actions[0]
    guest.act(action, number=1, turn=turn)
    guest.host.restart()
    guest.host.restart()
    back = rejoin(guest)
    back.act(action, number=1, turn=turn)
    back.play(action, number=2, turn=turn)
    refusal = Reason("voted_already" if is_vote else "out_of_date")
    assert back.answers == [Answer(1, refusal), Answer(2, refusal)]
    assert back.host.action_count == 1


@pytest.mark.parametrize("is_vote", [False, True])
def test_program_whose_answer_was_lost_with_the_host_knows_that_the_match_went_on(
    tmp_path: Path, *, is_vote: bool
) -> None:
    match = CheckedMatch(tmp_path, CLOCKED)
    match.play_until(lambda: match.has_seen_actions(2))
    match.advance(count=3)
    while match.host.match.match.turn == 0:
        match.take(match.host.match.match.legal_actions()[0])
    action = VoteToEnd(1) if is_vote else match.host.match.match.legal_actions()[0]
    before = match.host.action_count
    match.act(match.bob, action)
    match.lose_connection()
    match.host.update()
    assert match.host.action_count == before + 1
    match.host.restart()
    match.ann.lose_connection()
    match.ann.connect_again(is_owner=True)
    match.connect_again()
    match.advance(count=4)
    answers = [message.reason for message in match.bob.news if isinstance(message, Answer)]
    assert answers and not any(answers), "the person is told of no refusal"
    match.end()
    match.advance(count=8)
    assert match.fault == "" and match.bob.record is not None


def test_program_that_sends_an_action_again_while_the_host_stores_it_is_told_of_no_refusal(tmp_path: Path) -> None:
    match = CheckedMatch(tmp_path)
    match.play_until(lambda: match.has_seen_actions(2))
    match.advance(count=3)
    while match.host.match.match.turn == 0:
        match.take(match.host.match.match.legal_actions()[0])
    match.host.storage.is_paused = True
    match.take(match.host.match.match.legal_actions()[0])
    match.lose_connection()
    match.connect_again()
    match.advance()
    match.host.storage.finish_writes()
    match.advance(count=2)
    assert not any(message.reason for message in match.bob.news if isinstance(message, Answer))
    assert match.play_out() == "" and match.bob.record is not None


def test_command_of_another_run_of_the_program_is_judged_anew(guest: Guest) -> None:
    guest.act(number=1, turn=(1, 9))
    other_run = guest.connect_again()
    other_run.play(number=1)
    assert other_run.answers == [Answer(1, None)]
    assert guest.host.action_count == 1


def test_step_of_an_action_comes_before_its_answer(guest: Guest) -> None:
    guest.read()
    count = len(guest.messages)
    guest.play()
    guest.read()
    kinds = [type(message) for message in guest.messages[count:]]
    assert kinds.index(TransitionMessage) < kinds.index(Answer)
    assert guest.answers[-1].reason is None


def test_message_that_the_state_does_not_allow_is_ignored(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path)
    lost = host.join("Robert", run="cc")
    for of_owner in (StartMatch(), FillSeat(seat=0, level="club"), ArrangeSeats(order=(1, 0)), RemoveGuest(seat=1)):
        ann.send(of_owner)
    for of_player in (Ready(), Say("Hello"), TakeAction(Play(0, Card("Ad")))):
        lost.ask(Command(of_player, 1, turn=(1, 0)))
    assert not any(guest.refusal for guest in (ann, bob, lost))
    assert host.action_count == 0


# -- how often a person may say something to the others


def say(guest: Guest, numbers: range, text: str = "Good luck!") -> list[Reason | None]:
    """Send a message for each of ``numbers``, and return the answers to these."""
    for number in numbers:
        guest.send(Command(Say(text), number))
    guest.host.update()
    answers = {answer.number: answer.reason for answer in guest.answers}
    return [answers[number] for number in numbers]


def test_person_says_five_lines_in_ten_seconds_at_most(tmp_path: Path) -> None:
    host, (ann, bob) = start_talk(tmp_path, TALKATIVE)
    reasons = say(ann, range(100, 112))
    assert reasons == [None] * MAX_AT_ONCE + [Reason("talk_too_fast", {"seconds": 10})] * (12 - MAX_AT_ONCE)
    assert len(ann.chat_lines) == len(bob.chat_lines) == MAX_AT_ONCE
    assert len(host.match.chat.messages) == MAX_AT_ONCE
    host.update(LIMIT_INTERVAL_S - 2.5)
    assert say(ann, range(200, 201)) == [Reason("talk_too_fast", {"seconds": 3})]
    host.update(2.5)
    assert say(ann, range(300, 306)) == [None] * MAX_AT_ONCE + [Reason("talk_too_fast", {"seconds": 10})]


def test_limit_is_that_of_the_seat_over_connections_and_programs(tmp_path: Path) -> None:
    _host, (ann, bob) = start_talk(tmp_path, TALKATIVE)
    say(ann, range(100, 100 + MAX_AT_ONCE))
    for run in ("", "cc"):
        ann.lose_connection()
        ann = ann.connect_again(run)
        assert say(ann, range(200, 201)) == [Reason("talk_too_fast", {"seconds": 10})]
    assert say(bob, range(100, 100 + MAX_AT_ONCE)) == [None] * MAX_AT_ONCE


def test_message_that_is_sent_again_appears_once_and_does_not_count(tmp_path: Path) -> None:
    host, (ann, bob) = start_talk(tmp_path, TALKATIVE)
    assert say(ann, range(100, 106))[-2:] == [None, Reason("talk_too_fast", {"seconds": 10})]
    ann = rejoin(ann)
    assert say(ann, range(100, 106)) == [Reason("out_of_date")] * 6
    host.update(LIMIT_INTERVAL_S)
    assert say(ann, range(200, 200 + MAX_AT_ONCE)) == [None] * MAX_AT_ONCE
    assert len(bob.chat_lines) == 2 * MAX_AT_ONCE


def test_line_that_is_refused_for_another_reason_does_not_count(tmp_path: Path) -> None:
    _host, (ann, _bob) = start_talk(tmp_path, ONE_DEAL)
    reasons = say(ann, range(100, 120), "I have an ace")
    assert {reason and reason.code for reason in reasons} == {"talk_phrases"}
    assert say(ann, range(200, 200 + MAX_AT_ONCE), CHAT_PHRASES[1]) == [None] * MAX_AT_ONCE
