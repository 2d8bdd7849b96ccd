"""Penalties at tables over the network: they bind the key of a seat at its host, and nothing else."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.match.setup import PERSON_KIND
from game.match.table_discipline import MatchEnding, Penalty
from game.network.guest_client import ConnectionState
from game.network.messages import EndTable, Lobby, WaitingGuests
from game.network.names import SEAT_KEYS_FILE
from game.network.refusals import describe_refusal
from game.network.table_files import GuestSeat, open_seat_keys
from game.network.table_people import hash_key
from game.storage.matches import MatchRepository
from tests.fakes import make_folders
from tests.helpers import PLAYER_NAMES, make_match, make_record, play_random_actions
from tests.network.clients import open_client, serve, wait_for
from tests.network.host import CLOCKED, DECLARED, Host, start_match


def bar_key(repository: MatchRepository, key: str) -> None:
    """Let a match end with a penalty for the seat with this key."""
    match = make_match(turn_seconds=60)
    moments = list(play_random_actions(match, "barred", 1))
    match_id = repository.create_match(make_record(match, moments), (PERSON_KIND, "club"), 1, {})
    repository.finish_match(match_id, MatchEnding((Penalty(0, "barred_left", hash_key(key)),), 600.0))
    repository.release_match(match_id)


def test_leaver_is_barred_under_any_name_and_from_any_profile(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path, CLOCKED)
    bob.leave_table()
    host.play_match([ann])
    other = Host(tmp_path, CLOCKED, 3, neighbor=host)
    for name in ("Bob", "Robert", "Another profile"):
        assert other.join(name, run="dd", earlier_keys=("00" * 32, bob.key)).refusal == "barred"
    dan, _eve = other.start("Dan", "Eve")
    assert other.join("Robert", run="ff", earlier_keys=(bob.key,)).refusal == "barred", "nor do they wait for a seat"
    assert dan.find_last(WaitingGuests) == WaitingGuests(names=())
    assert not other.join("Ann", earlier_keys=(ann.key,)).refusal
    assert not other.join("Bob", run="ee").refusal, "somebody else with the same name"


def test_second_connection_of_a_leaver_does_not_start_another_match(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path, CLOCKED)
    bob.leave_table()
    other = Host(tmp_path, CLOCKED, neighbor=host)
    owner, second = other.join("Dan", is_owner=True), other.join("Robert", earlier_keys=(bob.key,))
    assert second.find_last(Lobby) is not None, "the bar begins when the match is over"
    host.play_match([ann])
    second.be_ready()
    owner.start_match()
    other.update()
    assert second.refusal == "barred"
    assert not owner.key
    owner.start_match()
    other.update()
    assert owner.key


@pytest.mark.parametrize("ends_table", [False, True])
def test_everybody_who_leaves_or_ends_the_table_is_barred(tmp_path: Path, *, ends_table: bool) -> None:
    host, (ann, bob, eva) = start_match(tmp_path, CLOCKED, "Ann", "Bob", "Eva")
    bob.leave_table()
    if ends_table:
        ann.send(EndTable())
    else:
        ann.leave_table()
        eva.leave_table()
        assert host.table.is_ended
    host.table.close()
    assert [host.is_blocked(guest) for guest in (ann, bob, eva)] == [True, True, not ends_table]


@pytest.mark.parametrize("is_away", [False, True])
def test_time_that_ran_out_in_a_declaration_bars_the_key_on_turn_only(tmp_path: Path, *, is_away: bool) -> None:
    host, guests = start_match(tmp_path, DECLARED, "Ann", "Bob", "Cleo")
    late, *others = host.split_by_turn(guests)
    if is_away:
        late.lose_connection()
    host.let_time_run_out()
    assert all(guest.observation.is_over for guest in others)
    assert host.is_blocked(late) and not any(map(host.is_blocked, others))


def test_bar_binds_the_key_of_the_readmitted_person(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path, CLOCKED)
    host.leave(bob)
    new = host.join("Robert", run="cc")
    ann.let_in(bob.seat, "Robert")
    new.leave_table()
    host.play_match([ann])
    assert host.is_blocked(new) and not host.is_blocked(bob)


def test_nobody_is_readmitted_to_a_seat_that_was_left(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path, CLOCKED)
    bob.leave_table()
    friend = host.join("Cleo", run="cc")
    ann.let_in(bob.seat, "Cleo")
    assert not friend.key


def test_person_of_a_match_is_not_disturbed_by_a_bar_of_another_table(tmp_path: Path) -> None:
    host, (_ann, bob) = start_match(tmp_path, CLOCKED)
    bar_key(host.storage.get_repository(), bob.key)
    host.leave(bob)
    back = host.join("Bob", token=bob.key, run="cc", earlier_keys=(bob.key,))
    host.update(1.0)
    assert not back.refusal and back.observation.seat == bob.observation.seat


def test_guest_shows_its_earlier_keys_and_stores_no_bar(tmp_path: Path) -> None:
    guest_folders = make_folders(tmp_path / "guest")
    document = open_seat_keys(guest_folders)

    async def talk(_port: int, host: Host) -> None:
        repository = host.storage.get_repository()
        bar_key(repository, "ab" * 32)
        assert not repository.check_in_players(PLAYER_NAMES[:2]), "no name is barred at the host"
        earlier = msgspec.structs.replace(host.invitation, secret=b"\0" * 16)
        seat = GuestSeat(key="ab" * 32, invitation="", table="", name="Bob")
        document.update(lambda keys: keys.with_seat(earlier, seat).without_seat(earlier))
        client = open_client(host.invitation, seat_keys=document)
        await wait_for(lambda: client.state is ConnectionState.ENDED)
        assert client.refusal == "barred"

    serve(tmp_path, talk)
    files = [path.name for path in guest_folders.data.rglob("*") if path.is_file()]
    assert [name for name in files if not name.endswith(".lock")] == [SEAT_KEYS_FILE]


def test_person_is_told_until_when_they_are_barred() -> None:
    assert describe_refusal("barred", 1) == (
        "This host has blocked you for 1 more minute because you left a match or ran out of time."
    )
    assert "7 more minutes" in describe_refusal("barred", 7)
    assert describe_refusal("barred")
