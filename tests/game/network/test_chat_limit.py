"""How often a person at a table over the network may say something to the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.messages import Reason
from game.match.house_rules import RuleSet
from game.network.messages import Chat
from game.session.messages import DeadlineMessage
from game.session.penalties import CHAT_PHRASES
from game.session.rate_limit import LIMIT_INTERVAL_S, MAX_AT_ONCE
from tests.network.host import CLOCKED, ONE_DEAL, TALKATIVE, Guest, Host, start_match

NUMBER = 100


def start(home: Path, rules: RuleSet) -> tuple[Host, list[Guest]]:
    """Return a table at which people may talk: in Briscola after the first trick."""
    host, guests = start_match(home, rules)
    host.play_on(guests)
    host.play_on(guests)
    return host, guests


def say(guest: Guest, numbers: range, text: str = "Good luck!") -> list[Reason | None]:
    """Send a message for each of ``numbers``, and return the answers to these."""
    for number in numbers:
        guest.send(Chat(number=number, text=text))
    guest.host.update()
    answers = {answer.number: answer.reason for answer in guest.answers}
    return [answers[number] for number in numbers]


@pytest.mark.parametrize("rules", [ONE_DEAL, TALKATIVE])
def test_person_says_five_lines_in_ten_seconds_at_most(tmp_path: Path, rules: RuleSet) -> None:
    host, (ann, bob) = start(tmp_path, rules)
    reasons = say(ann, range(NUMBER, NUMBER + 12))
    assert reasons == [None] * MAX_AT_ONCE + [Reason("talk_too_fast", {"seconds": 10})] * (12 - MAX_AT_ONCE)
    assert len(ann.chat_lines) == len(bob.chat_lines) == MAX_AT_ONCE
    assert len(host.match.chat.messages) == MAX_AT_ONCE
    host.update(LIMIT_INTERVAL_S - 2.5)
    assert say(ann, range(200, 201)) == [Reason("talk_too_fast", {"seconds": 3})]
    host.update(2.5)
    assert say(ann, range(300, 306)) == [None] * MAX_AT_ONCE + [Reason("talk_too_fast", {"seconds": 10})]


def test_limit_is_that_of_the_seat_over_connections_and_programs(tmp_path: Path) -> None:
    host, (ann, bob) = start(tmp_path, TALKATIVE)
    say(ann, range(NUMBER, NUMBER + MAX_AT_ONCE))
    key = ann.key
    for run in ("", "cc"):
        host.leave(ann)
        ann = host.join("Ann", token=key, run=run)
        assert say(ann, range(200, 201)) == [Reason("talk_too_fast", {"seconds": 10})]
    assert say(bob, range(NUMBER, NUMBER + MAX_AT_ONCE)) == [None] * MAX_AT_ONCE


def test_message_that_is_sent_again_gets_its_answer_and_does_not_count(tmp_path: Path) -> None:
    host, (ann, bob) = start(tmp_path, TALKATIVE)
    for _time in range(3):
        assert say(ann, range(NUMBER, NUMBER + 6))[-2:] == [None, Reason("talk_too_fast", {"seconds": 10})]
    for _time in range(20):
        say(ann, range(NUMBER, NUMBER + 1))
    host.update(LIMIT_INTERVAL_S)
    assert say(ann, range(200, 200 + MAX_AT_ONCE)) == [None] * MAX_AT_ONCE
    assert len(bob.chat_lines) == 2 * MAX_AT_ONCE


def test_line_that_is_refused_for_another_reason_does_not_count(tmp_path: Path) -> None:
    _host, (ann, _bob) = start(tmp_path, ONE_DEAL)
    reasons = say(ann, range(NUMBER, NUMBER + 20), "I have an ace")
    assert {reason and reason.code for reason in reasons} == {"talk_phrases"}
    assert say(ann, range(200, 200 + MAX_AT_ONCE), CHAT_PHRASES[1]) == [None] * MAX_AT_ONCE


def test_line_beyond_the_limit_does_not_restart_the_turn_timer(tmp_path: Path) -> None:
    host, guests = start(tmp_path, CLOCKED)
    first, second = sorted(guests, key=lambda guest: not guest.observation.legal_actions)
    assert say(second, range(NUMBER, NUMBER + MAX_AT_ONCE - 1)) == [None] * (MAX_AT_ONCE - 1)
    host.play_on([first])
    host.settle(guests)
    host.update(4.0)
    assert say(second, range(200, 201)) == [None]
    host.update(4.0)
    assert say(second, range(201, 202)) == [Reason("talk_too_fast", {"seconds": 2})]
    deadlines = [message for message in first.list_match_messages() if isinstance(message, DeadlineMessage)]
    assert deadlines[-1].seconds_left == 60.0 and host.match.turn_clock.elapsed_seconds == 4.0
