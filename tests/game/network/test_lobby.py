"""The lobby: who gets in, under which name, and what only the owner may do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.network.messages import (
    PROTOCOL_VERSION,
    ArrangeSeats,
    EndTable,
    Enter,
    FillSeat,
    GuestMessage,
    Hello,
    Lobby,
    Readmit,
    Ready,
    RemoveGuest,
    StartMatch,
    Substitute,
    Welcome,
)
from game.network.refusals import describe_refusal
from game.session.wire import WireError
from game.text.gettext import LANGUAGE_NAMES, _, use_language
from tests.fakes import block_person
from tests.network_driver import TableDriver, TestGuest


@pytest.fixture
def driver(tmp_path: Path) -> TableDriver:
    return TableDriver(tmp_path, seats=3)


def get_lobby(guest: TestGuest) -> Lobby:
    lobby = guest.find_last(Lobby)
    assert lobby is not None
    return lobby


def test_guest_sees_everybody_and_their_own_seat(driver: TableDriver) -> None:
    ann, bob = driver.join("Ann", is_owner=True), driver.join("Bob")
    bob.send(Ready())
    lobby = get_lobby(ann)
    assert [(seat.kind, seat.name, seat.is_ready, seat.is_owner) for seat in lobby.seats] == [
        ("you", "Ann", False, True), ("you", "Bob", True, False), ("", "", False, False)
    ]  # fmt: skip
    assert (lobby.your_seat, get_lobby(bob).your_seat) == (0, 1)


@pytest.mark.parametrize("name", ["Ann", "ANN", "Ａnn", " ann", "Аnn", "Αnn", "ᴀnn", "A\u0336nn", "Ⱥnn"])
def test_name_that_reads_like_another_is_refused(driver: TableDriver, name: str) -> None:
    driver.join("Ann")
    assert driver.join(name, run="aa").refusal in ("name_taken", "name_invalid")


COMPUTER_NAMES = [
    "Computer",
    "COMPUTER",
    "Соmputer",
    "Сomρuter",
    "Compute\u0336r",
    "Ordinateur",
    "Οrdinateur",
    "ordınateur",
]


@pytest.mark.parametrize("name", COMPUTER_NAMES)
@pytest.mark.parametrize("is_owner", [False, True])
def test_name_of_computer_players_in_any_language_is_refused(driver: TableDriver, name: str, is_owner: bool) -> None:
    assert driver.join(name, is_owner=is_owner, run="aa").refusal == "name_reserved"


def test_name_that_the_screen_gives_computer_players_is_refused(driver: TableDriver) -> None:
    for language in LANGUAGE_NAMES:
        with use_language(language):
            assert driver.join(_("Computer"), run="aa").refusal == "name_reserved"


def test_name_of_a_computer_player_is_refused(driver: TableDriver) -> None:
    ann = driver.join("Ann", is_owner=True)
    ann.send(FillSeat(seat=1, level="club"))
    name = get_lobby(ann).seats[1].name
    assert name == "Bruno"
    for number, twin in enumerate((name, name.upper(), "Вruno", "Brunο", "Bru\u0336no", "Ｂｒｕｎｏ")):
        assert driver.join(twin, run=f"b{number}").refusal == "name_reserved"
    ann.send(FillSeat(seat=1, level=""))
    assert not driver.join("Bruno", run="cc").refusal, "people may be called Bruno where no computer player is"


@pytest.mark.parametrize("name", ["Bruno", "Вrunо", "BRUNO"])
def test_computer_player_never_gets_the_name_of_a_person(driver: TableDriver, name: str) -> None:
    ann, guest = driver.join("Ann", is_owner=True), driver.join(name)
    ann.send(FillSeat(seat=2, level="club"))
    assert [seat.name for seat in get_lobby(ann).seats] == ["Ann", name, "Carla"]
    guest.send(Ready())
    ann.send(StartMatch())
    driver.update()
    assert driver.table.match is not None
    assert [player.name for player in driver.table.match.host.players] == ["Ann", name, "Carla"]


def test_refusal_of_a_reserved_name_is_one_line_in_every_language() -> None:
    lines = set()
    for language in LANGUAGE_NAMES:
        with use_language(language):
            lines.add(describe_refusal("name_reserved"))
    assert len(lines) == len(LANGUAGE_NAMES) and not any("\n" in line for line in lines)


@pytest.mark.parametrize("name", ["", "x" * 25, "a\nb", "a  b", "\u202eabc", "You", "Tu"])
def test_invalid_name_is_refused(driver: TableDriver, name: str) -> None:
    assert driver.join(name, run="aa").refusal == "name_invalid"


@pytest.mark.parametrize("name", ["Bob is back. Ann", "Bob is away: Ann", "The host is back."])
def test_name_that_reads_like_a_line_of_the_program_is_refused(driver: TableDriver, name: str) -> None:
    assert driver.join(name, run="aa").refusal == "name_punctuation"


def test_full_table_and_wrong_secret_are_refused(driver: TableDriver) -> None:
    for name in ("Ann", "Bob", "Cleo"):
        assert not driver.join(name, is_owner=name == "Ann").refusal
    assert driver.join("Dan").refusal == "table_full"
    assert driver.join("Eve", token="00" * 16).refusal == "wrong_token"


@pytest.mark.parametrize(
    ("protocol", "rules", "code"),
    [
        (PROTOCOL_VERSION - 1, 1, "guest_older"),
        (PROTOCOL_VERSION + 1, 1, "guest_newer"),
        (PROTOCOL_VERSION, 0, "guest_rules_older"),
        (PROTOCOL_VERSION, 2, "guest_rules_newer"),
    ],
)
def test_guest_of_another_version_is_refused(driver: TableDriver, protocol: int, rules: int, code: str) -> None:
    hello = Hello(program="9", protocol=protocol, rules={"briscola": rules}, token="")
    assert driver.table.find_version_refusal(hello) == code


def test_guest_who_leaves_the_lobby_frees_the_seat(driver: TableDriver) -> None:
    ann, bob = driver.join("Ann"), driver.join("Bob")
    driver.leave(ann)
    assert [seat.name for seat in get_lobby(bob).seats] == ["", "Bob", ""]
    assert not driver.join("Ann").refusal


def test_owner_who_has_gone_finds_the_own_seat(driver: TableDriver) -> None:
    ann, bob = driver.join("Ann", is_owner=True), driver.join("Bob")
    ann.send(FillSeat(seat=2, level="club"))
    driver.leave(ann)
    assert driver.join("Cleo").refusal == "table_full"
    assert driver.join("Ann", run="cc").refusal == "name_taken"
    back = driver.join("Ann", is_owner=True, run="dd")
    assert not back.refusal and get_lobby(back).your_seat == 0
    assert [seat.name for seat in get_lobby(bob).seats][:2] == ["Ann", "Bob"]


def test_last_empty_seat_is_for_an_owner_who_has_not_come(driver: TableDriver) -> None:
    driver.join("Bob"), driver.join("Cleo")
    assert driver.join("Dan").refusal == "table_full"
    assert not driver.join("Ann", is_owner=True).refusal


def test_owner_takes_over_from_an_earlier_connection(driver: TableDriver) -> None:
    ann = driver.join("Ann", is_owner=True)
    back = driver.join("Anna", is_owner=True, run="dd")
    assert ann.refusal == "displaced" and not back.refusal
    driver.leave(ann)
    assert [seat.name for seat in get_lobby(back).seats] == ["Anna", "", ""]


def test_guest_who_connects_again_before_the_loss_is_noticed_keeps_seat_and_readiness(driver: TableDriver) -> None:
    ann, bob = driver.join("Ann", is_owner=True), driver.join("Bob")
    bob.send(Ready())
    back = driver.join("Bob")
    assert bob.guest.is_closing and not bob.refusal and not back.refusal
    driver.leave(bob)
    assert [(seat.name, seat.is_ready) for seat in get_lobby(ann).seats[:2]] == [("Ann", False), ("Bob", True)]
    assert get_lobby(back).your_seat == 1
    assert driver.join("Bob", run="cc").refusal == "name_taken", "another program is another person"
    ann.send(StartMatch())
    driver.update()
    assert back.key


@pytest.mark.parametrize("is_asked", [False, True])
def test_match_does_not_start_without_somebody_who_has_gone_just_now(driver: TableDriver, is_asked: bool) -> None:
    ann, bob = driver.join("Ann", is_owner=True), driver.join("Bob")
    bob.send(Ready())
    if not is_asked:
        driver.leave(bob)
    ann.send(StartMatch(people=("Ann", "Bob")))
    if is_asked:
        driver.table.leave(bob.guest)
    driver.update()
    assert not ann.key and driver.table.match is None
    back = driver.join("Bob")
    back.send(Ready())
    ann.send(StartMatch(people=("Ann", "Bob")))
    driver.update()
    assert ann.key and back.key


def test_owner_arranges_fills_removes_and_starts(driver: TableDriver) -> None:
    ann, bob, cleo = driver.join("Ann", is_owner=True), driver.join("Bob"), driver.join("Cleo")
    ann.send(RemoveGuest(seat=1))
    assert bob.refusal == "removed"
    ann.send(FillSeat(seat=1, level="random"))
    ann.send(ArrangeSeats(order=(2, 1, 0)))
    lobby = get_lobby(cleo)
    assert [seat.kind for seat in lobby.seats] == ["you", "random", "you"]
    assert (lobby.your_seat, get_lobby(ann).your_seat) == (0, 2)
    ann.send(StartMatch())
    driver.update()
    assert not cleo.key, "not everybody is ready"
    cleo.send(Ready())
    ann.send(StartMatch())
    driver.update()
    assert cleo.key and ann.key and cleo.key != ann.key
    assert cleo.position[0].seat == 0


@pytest.mark.parametrize(
    "message",
    [
        StartMatch(), FillSeat(seat=2, level="champion"), FillSeat(seat=0, level="club"),
        FillSeat(seat=9, level="club"), RemoveGuest(seat=9), ArrangeSeats(order=(0,)),
    ],
)  # fmt: skip
def test_owner_gets_the_lobby_for_a_message_without_effect(driver: TableDriver, message: GuestMessage) -> None:
    ann = driver.join("Ann", is_owner=True)
    driver.join("Bob")
    before = get_lobby(ann)
    count = len(ann.messages)
    ann.send(message)
    driver.update()
    assert ann.read() == [before]
    assert len(ann.messages) == count + 1


def test_owner_need_not_be_ready(driver: TableDriver) -> None:
    ann, bob = driver.join("Ann", is_owner=True), driver.join("Bob")
    bob.send(Ready())
    ann.send(StartMatch())
    driver.update()
    assert ann.key and bob.key


def test_lobby_follows_the_welcome(driver: TableDriver) -> None:
    ann = driver.join("Ann")
    ann.read()
    assert [type(message) for message in ann.messages] == [Welcome, Lobby]


def test_empty_seats_are_filled_at_the_start(driver: TableDriver) -> None:
    ann = driver.join("Ann", is_owner=True)
    ann.send(StartMatch())
    driver.update()
    assert ann.position[0].seats == 3


@pytest.mark.parametrize("order", [(0, 0, 1), (0, 1), (0, 1, 5), ()])
def test_impossible_order_changes_nothing(driver: TableDriver, order: tuple[int, ...]) -> None:
    ann = driver.join("Ann", is_owner=True)
    ann.send(ArrangeSeats(order=order))
    assert [seat.name for seat in get_lobby(ann).seats] == ["Ann", "", ""]


@pytest.mark.parametrize(
    "make_message",
    [
        lambda: ArrangeSeats(order=(1, 0, 2)), lambda: FillSeat(seat=2, level="club"), lambda: RemoveGuest(seat=0),
        StartMatch, lambda: Substitute(seat=0), lambda: Readmit(seat=0, name="Bob"), EndTable,
        lambda: Enter(name="Bob", run="bb"),
    ],
)  # fmt: skip
def test_guest_cannot_do_what_the_owner_may(driver: TableDriver, make_message: Callable[[], EndTable]) -> None:
    driver.join("Ann", is_owner=True)
    bob = driver.join("Bob")
    with pytest.raises(WireError):
        bob.send(make_message())


def test_end_is_told_to_everybody(driver: TableDriver) -> None:
    ann, bob = driver.join("Ann", is_owner=True), driver.join("Bob")
    ann.send(EndTable())
    assert driver.table.is_ended
    assert bob.refusal == "ended"


def test_name_of_a_barred_person_is_not_barred(driver: TableDriver) -> None:
    ann, bob = driver.join("Ann", is_owner=True), driver.join("Bob")
    block_person(driver.storage.get_repository(), "Bob")
    bob.send(Ready())
    ann.send(StartMatch())
    driver.update()
    assert ann.key and bob.key and not bob.refusal
