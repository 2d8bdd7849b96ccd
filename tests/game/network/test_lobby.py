"""The lobby: who gets in, under which name, and what only the owner may do."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.network import messages
from game.network.messages import PROTOCOL_VERSION, StartMatch
from game.session.encoding import MessageError
from game.session.messages import SessionMessage
from game.text.gettext import LANGUAGE_NAMES, _, use_language
from tests.network.host import Host
from tests.network.hostile_guest import OWNER_MESSAGES


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path, seats=3)


NAMES_LIKE_COMPUTER = (
    "Computer", "COMPUTER", "Соmputer", "Сomρuter", "Compute\u0336r", "Ordinateur", "Οrdinateur", "ordınateur"
)  # fmt: skip
REFUSED_NAMES = {
    "name_taken": ("Ann", "ANN", "Ａnn", "Аnn", "Αnn", "ᴀnn", "A\u0336nn", "Ⱥnn"),
    "name_reserved": (*NAMES_LIKE_COMPUTER, "Bruno", "BRUNO", "Вruno", "Brunο", "Bru\u0336no", "Ｂｒｕｎｏ"),
    "name_invalid": ("", "x" * 25, "a\nb", "a  b", " ann", "\u202eabc", "You", "Tu"),
    "name_punctuation": ("Bob is back. Ann", "Bob is away: Ann", "The host is back."),
}


def test_name_that_reads_like_another_name_or_a_line_is_refused(host: Host) -> None:
    ann = host.join("Ann", is_owner=True)
    ann.fill_seat(1, "club")
    assert ann.lobby.seats[1].name == "Bruno"
    for code, names in REFUSED_NAMES.items():
        assert {name: host.join(name, run="aa").refusal for name in names} == dict.fromkeys(names, code)


def test_name_of_computer_players_is_refused_in_any_language_and_from_an_owner_too(host: Host) -> None:
    for language in LANGUAGE_NAMES:
        with use_language(language):
            assert host.join(_("Computer"), is_owner=True, run="aa").refusal == "name_reserved"


def test_person_may_be_called_as_a_computer_player_that_is_not_here(host: Host) -> None:
    ann = host.join("Ann", is_owner=True)
    ann.fill_seat(1, "club")
    ann.fill_seat(1, "")
    assert not host.join("Bruno").refusal


@pytest.mark.parametrize("name", ["Bruno", "Вrunо", "BRUNO"])
def test_computer_player_never_gets_the_name_of_a_person(host: Host, name: str) -> None:
    ann, guest = host.join("Ann", is_owner=True), host.join(name)
    ann.fill_seat(2, "club")
    assert [seat.name for seat in ann.lobby.seats] == ["Ann", name, "Carla"]
    guest.be_ready()
    ann.start_match()
    assert [player.name for player in host.match.players] == ["Ann", name, "Carla"]


def test_wrong_secret_is_refused_and_people_wait_at_a_full_table_of_whom_eight_may(host: Host) -> None:
    assert not host.join("Bob").refusal and not host.join("Cleo").refusal
    waiting = [host.join(f"W{letter}") for letter in "abcdefgh"]
    assert {guest.state for guest in waiting} == {"waiting"}, "the last seat is for the owner"
    assert host.join("Dan").refusal == "table_full"
    assert host.join("Eve", token="00" * 16).refusal == "wrong_token"
    assert not host.join("Ann", is_owner=True).refusal


@pytest.mark.parametrize(
    ("protocol", "rules", "code"),
    [
        (PROTOCOL_VERSION - 1, 1, "guest_older"), (PROTOCOL_VERSION + 1, 1, "guest_newer"),
        (PROTOCOL_VERSION, 0, "guest_rules_older"), (PROTOCOL_VERSION, 2, "guest_rules_newer"),
    ],
)  # fmt: skip
def test_guest_of_another_version_is_refused(host: Host, protocol: int, rules: int, code: str) -> None:
    hello = messages.Hello(program="9", protocol=protocol, rules={"briscola": rules}, token="")
    assert host.table.find_version_refusal(hello) == code


def test_guest_who_leaves_the_lobby_frees_the_seat_and_an_owner_finds_the_own_one(host: Host) -> None:
    ann, bob, cleo = host.join("Ann", is_owner=True), host.join("Bob"), host.join("Cleo")
    host.leave(ann)
    host.leave(bob)
    assert host.join("Dan").state == "lobby" and host.join("Eve").state == "waiting"
    assert host.join("Ann", run="cc").refusal == "name_taken"
    back = host.join("Ann", is_owner=True, run="dd")
    assert not back.refusal and back.lobby.your_seat == 0
    assert [seat.name for seat in cleo.lobby.seats] == ["Ann", "Dan", "Cleo"]


def test_owner_takes_over_from_an_earlier_connection(host: Host) -> None:
    ann = host.join("Ann", is_owner=True)
    back = host.join("Anna", is_owner=True, run="dd")
    assert ann.refusal == "displaced" and not back.refusal
    host.leave(ann)
    assert [seat.name for seat in back.lobby.seats] == ["Anna", "", ""]


def test_guest_who_connects_again_before_the_loss_is_noticed_keeps_seat_and_readiness(host: Host) -> None:
    ann, bob = host.join("Ann", is_owner=True), host.join("Bob")
    bob.be_ready()
    back = host.join("Bob")
    assert bob.connection.is_closing and not bob.refusal and not back.refusal
    host.leave(bob)
    assert [(seat.name, seat.is_ready) for seat in ann.lobby.seats[:2]] == [("Ann", False), ("Bob", True)]
    assert back.lobby.your_seat == 1
    assert host.join("Bob", run="cc").refusal == "name_taken", "another program is another person"
    ann.start_match()
    assert back.key


@pytest.mark.parametrize(("level", "kind"), [("novice", "novice"), ("", "club")])
def test_empty_seats_get_computer_players_of_the_level_of_the_table(tmp_path: Path, level: str, kind: str) -> None:
    host = Host(tmp_path, seats=3, level=level)
    ann = host.join("Ann", is_owner=True)
    assert ann.lobby.level == kind
    ann.start_match()
    assert [seat.kind for seat in host.table.stored.seats_at_start] == ["you", kind, kind]


@pytest.mark.parametrize("is_asked", [False, True])
def test_match_does_not_start_without_somebody_who_has_gone_just_now(host: Host, is_asked: bool) -> None:
    ann, bob = host.join("Ann", is_owner=True), host.join("Bob")
    bob.be_ready()
    if not is_asked:
        host.leave(bob)
    ann.send(StartMatch(people=("Ann", "Bob")))
    if is_asked:
        host.table.leave(bob.connection)
    host.update()
    assert not ann.key and host.table.match is None
    back = host.join("Bob")
    back.be_ready()
    ann.ask(StartMatch(people=("Ann", "Bob")))
    assert ann.key and back.key


def test_owner_arranges_fills_removes_and_starts(host: Host) -> None:
    ann, bob, cleo = host.join("Ann", is_owner=True), host.join("Bob"), host.join("Cleo")
    ann.remove(1)
    assert bob.refusal == "removed"
    ann.fill_seat(1, "random")
    ann.arrange_seats(2, 1, 0)
    lobby = cleo.lobby
    assert [seat.kind for seat in lobby.seats] == ["you", "random", "you"]
    assert (lobby.your_seat, ann.lobby.your_seat) == (0, 2)
    ann.start_match()
    assert not cleo.key, "not everybody is ready"
    cleo.be_ready()
    ann.start_match()  # need not be ready
    assert cleo.key and ann.key and cleo.key != ann.key
    assert cleo.observation.seat == 0


@pytest.mark.parametrize(
    "message",
    [
        StartMatch(), messages.FillSeat(seat=2, level="champion"), messages.FillSeat(seat=0, level="club"),
        messages.FillSeat(seat=9, level="club"), messages.RemoveGuest(seat=9), messages.ArrangeSeats(order=(0, 0, 1)),
        messages.ArrangeSeats(order=(0, 1)), messages.ArrangeSeats(order=(0, 1, 5)), messages.ArrangeSeats(order=()),
    ],
)  # fmt: skip
def test_owner_gets_the_lobby_for_a_message_without_effect(host: Host, message: SessionMessage) -> None:
    ann = host.join("Ann", is_owner=True)
    host.join("Bob")
    before = ann.lobby
    ann.ask(message)
    assert ann.read() == [before]


@pytest.mark.parametrize("message", [*OWNER_MESSAGES, messages.Enter(name="Bob", run="bb")])
def test_guest_cannot_do_what_the_owner_may(host: Host, message: SessionMessage) -> None:
    host.join("Ann", is_owner=True)
    bob = host.join("Bob")
    with pytest.raises(MessageError):
        bob.send(message)
