"""People without a seat at a table over the network: they see what everybody sees, and nothing waits for them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.core.actions import Play
from game.match.house_rules import RuleSet
from game.match.observation import observe
from game.network.messages import MAX_WATCHERS, Presence, Shuffle, WaitingGuests, Welcome
from game.rules import GAMES
from game.session.encoding import MessageError
from game.session.messages import FirstMessage
from tests.network.checked_match import CheckedMatch
from tests.network.host import CLOCKED, ONE_DEAL, TALKATIVE, TWO_DEALS, Guest, Host, start_match
from tests.network.hostile_guest import MESSAGES_PER_TURN, make_message
from tests.network.lies import record_conversation


def start_watched(home: Path, rules: RuleSet = ONE_DEAL) -> tuple[Host, list[Guest], Guest]:
    """Return a host, the guests of a match, and Zoe, who watches it."""
    host, guests = start_match(home, rules)
    zoe = host.join("Zoe")
    guests[0].let_watch("Zoe")
    return host, guests, zoe


def test_person_who_finds_the_table_full_waits_and_watches_from_the_lobby_to_the_record(tmp_path: Path) -> None:
    host = Host(tmp_path)
    ann, bob, zoe = host.join("Ann", is_owner=True), host.join("Bob"), host.join("Zoe")
    assert zoe.state == "waiting" and ann.get_last(WaitingGuests).names == ("Zoe",)
    ann.let_watch("Zoe")
    assert zoe.state == "watching" and zoe.lobby.your_seat is None
    assert ann.get_last(WaitingGuests).names == ()
    assert ann.watcher_names == bob.watcher_names == zoe.watcher_names == ("Zoe",)
    bob.be_ready()
    ann.start_match()
    host.settle([ann, bob])
    assert zoe.get_last(FirstMessage).info.seats == () and not zoe.key
    host.play_match([ann, bob])
    assert zoe.records == ann.records != []
    ann.end_table()
    assert zoe.refusal == "ended"


def test_person_who_waits_gets_a_seat_of_the_lobby_that_becomes_free(tmp_path: Path) -> None:
    host = Host(tmp_path)
    ann, bob, eva = host.join("Ann", is_owner=True), host.join("Bob"), host.join("Eva")
    host.leave(bob)
    assert eva.state == "lobby" and eva.lobby.your_seat == 1
    assert ann.get_last(WaitingGuests).names == ()


@pytest.mark.parametrize("game", GAMES)
def test_program_of_a_watcher_checks_the_host_of_every_game(game: str) -> None:
    conversation = record_conversation(game, is_watching=True)
    firsts = [message for message in conversation.entries if isinstance(message, FirstMessage)]
    assert len(firsts) >= 2 and not any(first.info.seats for first in firsts)


def test_watcher_sees_what_everybody_sees_from_the_middle_of_a_deal(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path)
    host.play_on(guests, 5)
    zoe = host.join("Zoe")
    guests[0].let_watch("Zoe")
    for _action in range(4):
        assert zoe.observation == observe(host.match.match, None)
        host.play_on(guests)


def test_match_waits_for_nothing_of_a_watcher(tmp_path: Path) -> None:
    """Zoe's program reports no screen, contributes no word, and is never ready."""
    host, guests, zoe = start_watched(tmp_path, TWO_DEALS)
    zoe.commits = False
    seconds = host.play_deal(guests)
    host.make_ready(guests)
    host.settle(guests)
    assert host.deal_count == 2 and seconds < 1.0
    assert not any(word.seat not in (0, 1) for word in zoe.get_last(Shuffle).rounds[-1])
    assert [person.seat for person in zoe.get_last(Presence).people] == [0, 1]


def test_watcher_cannot_act_for_a_seat(tmp_path: Path) -> None:
    host, (ann, bob), zoe = start_watched(tmp_path)
    on_turn = host.get_guest_on_turn([ann, bob])
    zoe.play(on_turn.observation.legal_actions[0], turn=on_turn.turn)
    assert [answer.reason.code for answer in zoe.answers if answer.reason] == ["not_here"]
    zoe.be_ready()
    assert host.action_count == 0 and not ann.presence.ready_seats
    host.leave(ann)
    for _time in range(20):
        host.update(4.0)
    assert host.deal_count == 1, "a watcher alone keeps no match going"


@pytest.mark.parametrize(
    ("rules", "reason"), [(TALKATIVE, None), (ONE_DEAL, "watcher_silent"), (CLOCKED, "watcher_silent")]
)
def test_watcher_talks_where_talk_is_free_under_a_name_that_is_no_seat(
    tmp_path: Path, rules: RuleSet, reason: str | None
) -> None:
    host, guests, zoe = start_watched(tmp_path, rules)
    host.play_on(guests, 2)  # no talk in the first trick
    zoe.say("Good luck!")
    (answer,) = zoe.answers
    assert (answer.reason and answer.reason.code) == reason
    lines = [] if reason else [(None, "Good luck!")]
    assert guests[0].chat_lines == zoe.chat_lines == lines
    assert [line.watcher for line in host.match.chat.messages] == ["Zoe"] * len(lines)


def test_words_of_a_watcher_do_not_give_the_person_on_turn_more_time(tmp_path: Path) -> None:
    rules = RuleSet(game="briscola", preset="classic", changes={"talk": "free", "turn_seconds": 60})
    host, guests, zoe = start_watched(tmp_path, rules)
    host.play_on(guests, 2)
    host.update(30.0)
    left = host.match.turn_seconds_left
    zoe.say("Take your time.")
    assert host.match.turn_seconds_left == left
    for number in range(101, 110):
        zoe.say("Quick!", number)
    assert [answer.reason.code for answer in zoe.answers if answer.reason] == ["talk_too_fast"] * 5


def test_watcher_comes_back_in_the_same_run_under_the_same_name_also_after_a_restart_of_the_host(
    tmp_path: Path,
) -> None:
    host, (ann, bob), zoe = start_watched(tmp_path)
    host.leave(zoe)
    assert not ann.watcher_names
    back = host.join("Another", run=b"Zoe".hex())
    assert back.state == "watching" and ann.watcher_names == ("Zoe",)
    stranger = host.join("Zoe", run="cc")
    assert stranger.state == "waiting"
    keys = ann.key, bob.key
    host.restart()
    ann, bob = (host.join(name, token=key) for name, key in zip(("Ann", "Bob"), keys, strict=True))
    back = host.join("Zoe")
    assert back.state == "watching" and back.has_match and ann.watcher_names == ("Zoe",)
    assert [person.name for person in back.get_last(Welcome).people] == ["Ann", "Bob"], "with their faces"


def test_owner_sends_a_watcher_away_who_then_waits_again(tmp_path: Path) -> None:
    host, (ann, _bob), zoe = start_watched(tmp_path)
    ann.let_watch("Zoe", may_watch=False)
    assert zoe.refusal == "removed" and not ann.watcher_names
    assert host.join("Zoe").state == "waiting"
    ann.let_watch("Zoe", may_watch=False)
    assert ann.get_last(WaitingGuests).names == ()


def test_name_of_a_watcher_is_nobody_elses(tmp_path: Path) -> None:
    host = Host(tmp_path, seats=3)
    ann, bob = host.join("Ann", is_owner=True), host.join("Bob")
    ann.fill_seat(2, "random")
    for name in ("Вob", "Anna"):
        host.join(name)
        ann.let_watch(name)
    assert ann.watcher_names == ("Anna",), "who is called like Bob goes on waiting"
    ann.fill_seat(2, "")
    assert host.join("anna", run="cc").refusal == "name_taken"
    bob.be_ready()
    ann.start_match()
    host.settle([ann, bob])
    assert "Anna" not in [player.name for player in host.match.players]


def test_eight_people_watch_at_most_and_absent_ones_make_room(tmp_path: Path) -> None:
    host, (ann, _bob) = start_match(tmp_path)
    names = [f"W{chr(ord('a') + number)}" for number in range(MAX_WATCHERS + 1)]
    watchers = [host.join(name) for name in names]
    for name in names:
        ann.let_watch(name)
    assert ann.watcher_names == tuple(names[:-1]) and watchers[-1].refusal == "started"
    host.leave(watchers[0])
    last = host.join(names[-1])
    ann.let_watch(names[-1])
    assert last.state == "watching"
    assert host.join(names[0]).state == "waiting", "the one who went first is forgotten"


def test_watcher_sees_the_rematch_too(tmp_path: Path) -> None:
    host, guests, zoe = start_watched(tmp_path)
    host.play_match(guests)
    guests[0].play_again()
    host.make_ready(guests[1:])
    host.settle(guests)
    assert (zoe.match_number, zoe.state) == (2, "watching")
    assert zoe.observation == observe(host.match.match, None)
    host.play_match(guests)
    assert zoe.records == guests[0].records and len(zoe.records) == 2


def test_program_of_a_watcher_who_was_away_at_the_end_names_nobody(tmp_path: Path) -> None:
    table = CheckedMatch(tmp_path, watcher="Zoe")
    assert table.watcher is not None
    table.play_until(lambda: table.has_seen_actions(3))
    table.lose_watcher()
    table.play_until(lambda: table.is_over)
    table.advance(count=5)
    table.begin_another_match()
    table.watcher.connect_again()
    table.advance(count=3)
    assert table.watcher.check.fault is None and table.watcher.record is None
    table.play_until(lambda: table.is_over)
    table.advance(count=3)
    assert table.watcher.record is not None


@pytest.mark.parametrize("seed", range(2))
def test_others_finish_their_match_beside_a_hostile_watcher(tmp_path: Path, seed: int) -> None:
    """Let Zoe send any messages at every turn, and come back after each refusal."""
    rng = Random(seed)
    host, guests, zoe = start_watched(tmp_path)
    refused_count = 0
    for _turn in range(200):
        if guests[0].observation.is_over:
            break
        for _message in range(MESSAGES_PER_TURN):
            try:
                zoe.send(make_message(rng, zoe))
            except MessageError:
                refused_count += 1
                host.leave(zoe)  # as the server does with a guest that breaks the protocol
                zoe = host.join("Zoe")
        played = [guest.act(guest.observation.legal_actions[0]) for guest in guests if guest.is_on_turn]
        assert len(played) <= 1
        host.update(0.1)
        host.settle(guests)
    assert guests[0].observation.is_over and refused_count and host.deal_count == 1
    answers = [answer for guest in guests for answer in guest.answers]
    assert len(answers) == 40 and not any(answer.reason for answer in answers)
    plays = [action for action in host.match.record.deals[0].actions if isinstance(action, Play)]
    assert len(plays) == 40 and zoe.records == guests[0].records
